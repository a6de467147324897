"""Pending answers: interactions acknowledged and not yet answered, in a small file, or in the database that
several processes share.

A process that is killed loses nothing it has written, so the file is never synced: after a power loss, at
worst a person sees "thinking" until Discord gives up. It holds tokens, so only its owner may read it, it is
never copied, and it is emptied as soon as no answer is due. The same holds for the table in the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path

from storage import DatabaseTrouble, PendingAnswer, Store

log = logging.getLogger(__name__)

LIFE = timedelta(minutes=14)
"""A minute less than Discord takes an answer."""
MOST_BYTES = 64 * 1024
"""A longer file is rewritten with the answers still pending."""
TRIES = 5
"""How often what the database refuses is written again."""
RETRIED_AFTER = 1.0
"""Seconds until then."""


class LeftToAnother(Exception):
    """Another process has the server by now, knows of the interaction, and answers it."""


class PendingAnswers:
    """What is owed, by this process and by the one before; without a path, by this one alone.

    Trouble with the file blocks nothing: it is logged, and shows only after a restart.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._open: dict[int, PendingAnswer] = {}
        self._left: dict[int, PendingAnswer] = {}
        self._file: int | None = None
        self._bytes = 0
        if path is not None:
            self._left = _read(path)
            self._write_anew()

    def begin(self, owing: PendingAnswer) -> None:
        """It is about to be acknowledged, or was said to be. What is too old to be answered is forgotten."""
        if owing.interaction in self._open:
            return
        for known in (self._open, self._left):
            while known and owing.made - (oldest := next(iter(known.values()))).made > LIFE:
                self.end(oldest.interaction)
        self._open[owing.interaction] = owing
        self._append(asdict(owing))

    def end(self, interaction: int) -> None:
        """It is answered, or can no longer be answered."""
        mine = self._open.pop(interaction, None)
        if mine is None and self._left.pop(interaction, None) is None:
            return
        if self._open or self._left:
            self._append({"done": interaction})
        else:
            self._empty()

    def known_to_others(self, interaction: int) -> bool:
        """Whether another process would answer it if this one did not."""
        return False

    async def load(self) -> None:
        """Find what other processes have left. Raises DatabaseTrouble."""

    async def written(self) -> None:
        """Wait until what was begun and ended is written down."""

    def leave(self, interaction: int) -> None:
        """Work on it has ended, answered or not: the next process takes care of it."""
        if (owing := self._open.pop(interaction, None)) is not None:
            self._left[interaction] = owing

    def left(self, now: datetime) -> list[PendingAnswer]:
        """What was left and can still be answered, oldest first; what cannot is forgotten."""
        for owing in list(self._left.values()):
            if now - owing.made > LIFE:
                self.end(owing.interaction)
        return sorted(self._left.values(), key=lambda owing: owing.interaction)

    def close(self) -> None:
        """Close the file. Safe to call twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _append(self, line: dict[str, object]) -> None:
        if self._file is None:
            return
        if self._bytes > MOST_BYTES:
            self._write_anew()
            return
        try:
            self._bytes += os.write(self._file, _line(line))
        except OSError as error:
            log.warning("the pending answers cannot be written: %s", error)

    def _empty(self) -> None:
        if self._file is None or not self._bytes:
            return
        try:
            os.ftruncate(self._file, 0)
            self._bytes = 0
        except OSError as error:
            log.warning("a pending answer cannot be removed: %s", error)

    def _write_anew(self) -> None:
        """Write the file again with what is still owed: a kill leaves the old one or the new one."""
        assert self._path is not None
        self.close()
        new = self._path.with_name(f"{self._path.name}.new")
        content = b"".join(_line(asdict(o)) for o in (*self._left.values(), *self._open.values()))
        try:
            new.unlink(missing_ok=True)
            self._file = os.open(new, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
            os.write(self._file, content)
            if os.name == "nt":  # Windows cannot rename an open file
                os.close(self._file)
            os.replace(new, self._path)
            if os.name == "nt":
                self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
            self._bytes = len(content)
        except OSError as error:
            log.warning("the pending answers cannot be written: %s", error)


class SharedPendingAnswers(PendingAnswers):
    """Those of a shard, in the database, where the process finds them that takes the shard over. They are
    written while Discord is told that an answer will come, so that this takes no longer."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._stored: set[int] = set()
        self._waiting: dict[int, PendingAnswer | None] = {}
        self._writing: asyncio.Task[None] | None = None

    def begin(self, owing: PendingAnswer) -> None:
        """It is about to be acknowledged, or was said to be."""
        if owing.interaction not in self._open:
            super().begin(owing)
            self._change(owing.interaction, owing)

    def end(self, interaction: int) -> None:
        """It is answered, or can no longer be answered."""
        if interaction in self._open or interaction in self._left:
            super().end(interaction)
            self._change(interaction, None)

    def known_to_others(self, interaction: int) -> bool:
        """Whether another process would answer it if this one did not."""
        return interaction in self._stored

    async def load(self) -> None:
        """Find what other processes have left. Raises DatabaseTrouble."""
        for owing in await self._store.pending_answers.left(self._store.share):
            if owing.interaction not in self._open:
                self._stored.add(owing.interaction)
                self._left.setdefault(owing.interaction, owing)

    async def written(self) -> None:
        """Wait until what was begun and ended is written down."""
        while self._writing is not None and not self._writing.done():
            await asyncio.wait({self._writing})

    def _change(self, interaction: int, owing: PendingAnswer | None) -> None:
        if owing is None and self._waiting.get(interaction) is not None:
            del self._waiting[interaction]
            return
        self._waiting[interaction] = owing
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write(), name="pending answers")

    async def _write(self) -> None:
        failed, together = 0, True
        while self._waiting and failed < TRIES:
            changes = dict(islice(self._waiting.items(), None if together else 1))
            self._waiting = {n: owing for n, owing in self._waiting.items() if n not in changes}
            begun = [owing for owing in changes.values() if owing is not None]
            ended = [number for number, owing in changes.items() if owing is None]
            try:
                async with self._store.writing(apart=True) as tx:
                    await tx.pending_answers.change(begun, ended)
                self._stored = (self._stored | {owing.interaction for owing in begun}) - {*ended}
                failed = 0
            except DatabaseTrouble as trouble:
                if trouble.reason == "not_ours":  # another process answers what it finds
                    return
                log.warning("the pending answers cannot be written: %s", trouble.reason)
                self._waiting = {**changes, **self._waiting}
                failed += 1
                await asyncio.sleep(RETRIED_AFTER)
            except Exception as error:  # what it says may quote a token
                if len(changes) > 1:  # one of them is at fault, the others are written
                    self._waiting, together = {**changes, **self._waiting}, False
                else:
                    log.error("a pending answer cannot be written: %s", type(error).__name__)


def _line(body: dict[str, object]) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode() + b"\n"


def _read(path: Path) -> dict[int, PendingAnswer]:
    """What a file says is owed. A line that is torn or strange is passed over."""
    pending: dict[int, PendingAnswer] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return pending
    for line in filter(None, lines):
        try:
            body = json.loads(line)
            if "done" in body:
                pending.pop(body["done"], None)
            else:
                owing = _owing(body)
                pending[owing.interaction] = owing
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            log.warning("a line of %s is damaged", path.name)
    return pending


def _owing(body: dict[str, object]) -> PendingAnswer:
    """A line as it was written. Raises TypeError for any other."""
    owing = PendingAnswer(**body)  # type: ignore[arg-type]
    kinds = {"token": str, "language": str, "replacing": bool}
    for name, value in asdict(owing).items():
        if type(value) is not kinds.get(name, int) or (type(value) is int and not 0 <= value < 1 << 63):
            raise TypeError(name)
    return owing
