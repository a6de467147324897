"""Has strangers' battles read in a process of its own, which may take little time and is ended after it.

That process has no token, no database and no open file of the bot. Knows no Discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import scenarios
from bot.i18n.names import coded
from bot.runtime.fair_queue import FairQueue, current
from bot.runtime.worker_threads import in_thread
from engine import scenario_builder
from engine.errors import IllegalOrder
from engine.scenario import Scenario

log = logging.getLogger(__name__)

PATIENCE = 12.0
"""Seconds for one file; the process may calculate for fewer (scenarios/upload_process.py)."""
WAITING = 8
"""Files that may wait for their turn, OWN of them of one person."""
OWN = 2
COMMAND = (sys.executable, "-m", "scenarios.upload_process")
HOME = Path(scenarios.__file__).resolve().parent.parent
PASSED_ON = re.compile("PATH|SYSTEMROOT|TEMP|TMP|LANG|LD_LIBRARY_PATH|VIRTUAL_ENV")
"""Of the environment nothing else is told to the process."""
LONGEST_TOLD = 160
MOST_TOLD = 3200
"""Characters of a mistake, and of all of them."""


class BattleReaderProcess:
    """Reads one file at a time. `patience` is in seconds; `command` is what reads."""

    def __init__(self, patience: float = PATIENCE, command: Sequence[str] = COMMAND) -> None:
        self._patience = patience
        self._command = tuple(command)
        self._queue = FairQueue(1)
        self._waiting = 0

    async def read(self, data: bytes, name: str) -> Scenario:
        """The battle in a file. Raises IllegalOrder: reading_busy, battle_too_heavy, battle_mistakes."""
        return (await self.reviewed(data, name))[0]

    async def reviewed(self, data: bytes, name: str) -> tuple[Scenario, tuple[str, ...]]:
        """The battle in a file, and what would make it a bad one. Raises as `read` does."""
        result = await self.check(data, name, "battle_mistakes")
        findings = tuple(_line(finding) for finding in result["findings"])
        return await in_thread(scenario_builder.build, result["printed"]), findings

    async def check(self, data: bytes, name: str, reason: str) -> dict[str, Any]:
        """What the process answers about a file. Raises IllegalOrder: reading_busy, battle_too_heavy, or the
        `reason` with the mistakes that it found."""
        if self._waiting > WAITING or self._queue.waiting(current().person) >= OWN:
            raise IllegalOrder("", "reading_busy")
        self._waiting += 1
        try:
            async with self._queue.turn():
                answer = await self._ask(data, name)
        finally:
            self._waiting -= 1
        if answer is None:
            raise IllegalOrder("", "battle_too_heavy")
        result = json.loads(answer)
        if result.get("mistakes"):
            log.info("an uploaded file has mistakes")
            raise IllegalOrder("", reason, mistakes=_mistake_list(result["mistakes"]))
        return dict(result)

    async def _ask(self, data: bytes, name: str) -> bytes | None:
        """What the process answers; None when it came to no end."""
        process = await asyncio.create_subprocess_exec(
            *self._command, name,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=HOME, env=_environment(), start_new_session=True,
        )  # fmt: skip
        try:
            async with asyncio.timeout(self._patience):
                answer, _ = await process.communicate(data)
        except TimeoutError:
            answer = b""
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode != 0 or not answer:
            log.warning("an uploaded file could not be read: the process ended with %s", process.returncode)
            return None
        return answer


def _environment() -> dict[str, str]:
    path = os.pathsep.join(dict.fromkeys(str(Path(entry).resolve()) for entry in sys.path if entry))
    environment = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name.upper())}
    environment["PYTHONPATH"] = path
    return environment


def _line(told: Mapping[str, str]) -> str:
    """File and line, key, and what is wrong there, as far as they are known."""
    return ": ".join(part for part in (told["where"], told["key"], told["what"]) if part)


def _mistake_list(mistakes: Sequence[dict[str, str]]) -> str:
    """A line of a list for each mistake, in fixed width: what stands in it is a stranger's."""
    lines = map(_line, mistakes)
    told: list[str] = []
    room = MOST_TOLD
    for line in (f"- {coded(line, LONGEST_TOLD)}" for line in lines):
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*told, "…"])
        told.append(line)
    return "\n".join(told)
