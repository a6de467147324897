"""Back up the games every day, verify each backup in a separate process, and delete old ones."""

from __future__ import annotations

import asyncio
import errno
import logging
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from pathlib import Path

from bot.runtime import errors
from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble, Store, backups
from storage.proofs import __main__ as proofs

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""How long after a failure it is tried again."""
LOOK = 60.0
"""Seconds until it looks again whether copies are this process's to make."""
PROVEN_IN = 3600.0
"""Seconds for the proof of a copy. One whose proof takes longer is kept, and its name says so."""
LINGERS = 60.0
"""Seconds after which a proof that does not end by itself is ended."""


class BackupJob:
    """Copies of a store in a folder, one each `every`; none where that is zero, or while they are not
    `mine` to make."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        every: timedelta,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        metrics: Metrics | None = None,
        again: timedelta = AGAIN,
        proven_in: float = PROVEN_IN,
        mine: Callable[[], bool] = lambda: True,
    ) -> None:
        self._gauges = metrics or Metrics()
        self._mine = mine
        self._again = again
        self._proven_in = proven_in
        self._store = store
        self._folder = folder
        self._every = every
        self._clock = clock

    def due(self) -> timedelta:
        """How long until the next copy is due; zero when it is."""
        last = max(
            (at for path in backups.copies(self._folder) if (at := backups.made_at(path))), default=None
        )
        now = self._clock()
        if last is None or last > now:  # none, or the clock was set back
            return timedelta(0)
        return max(timedelta(0), last + self._every - now)

    async def run(self) -> None:
        """Go on until cancelled."""
        gone = await asyncio.to_thread(backups.sweep, self._folder)
        if gone:
            log.info(
                "deleted what interrupted and damaged copies had left: %s", ", ".join(p.name for p in gone)
            )
        while self._every:
            if not self._mine():
                await asyncio.sleep(LOOK)
                continue
            try:
                await asyncio.sleep((await asyncio.to_thread(self.due)).total_seconds())
                well = await self.keep()
            except (DatabaseTrouble, OSError) as trouble:
                await asyncio.to_thread(self._log, trouble)
                well = False
            except Exception as error:
                errors.log_failure(self._gauges, "copies", error)
                well = False
            if not well:
                await asyncio.sleep(self._again.total_seconds())

    def _log(self, trouble: DatabaseTrouble | OSError) -> None:
        """Say why there is no copy; when the disk is full, of which folder."""
        full = isinstance(trouble, DatabaseTrouble) and trouble.reason == "disk_full"
        if full or (isinstance(trouble, OSError) and trouble.errno == errno.ENOSPC):
            log.error(
                "no backup was made: the disk of %s is full (%s MB free). Make room there, or name another"
                " folder with GROGNARD_BACKUPS",
                *(self._folder, shutil.disk_usage(self._folder).free // 1_000_000),
            )
        else:
            log.error("no backup was made in %s: %s", self._folder, trouble or type(trouble).__name__)

    async def keep(self) -> bool:
        """Make a copy now and prove it; whether it can be kept. One that is damaged is kept aside, as `.bad`;
        the name of one in which some games are faulty, or whose proof takes too long, says so."""
        name = backups.file_name(self._clock())
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{name}.new"
        try:
            await self._store.backup(fresh)
            proof = await _proof(fresh, self._folder, self._proven_in)
            if proof is Proof.DAMAGED:
                fresh.replace(self._folder / f"{name}.bad")
                await asyncio.to_thread(backups.sweep, self._folder)
                return False
            if proof is Proof.FAULTY_GAMES:
                name = backups.faulty(name)
            elif proof is Proof.NO_TIME:
                name = backups.unproven(name)
            fresh.replace(self._folder / name)
        finally:
            fresh.unlink(missing_ok=True)
        gone = await asyncio.to_thread(backups.rotate, self._folder)
        log.info("backup written: %s; %s older ones deleted", self._folder / name, len(gone))
        return True


class Proof(Enum):
    """What came of a proof."""

    PROVEN = auto()
    FAULTY_GAMES = auto()
    NO_TIME = auto()
    DAMAGED = auto()


async def _proof(path: Path, folder: Path, within: float) -> Proof:
    """What another process finds out about a copy in so many seconds."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "storage.proofs", str(path), str(folder), str(within)),
        cwd=Path(__file__).resolve().parents[2],
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, late = b"", False
    try:
        async with asyncio.timeout(within + LINGERS):
            output, _ = await process.communicate()
    except TimeoutError:
        late = True
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    told = output.decode(errors="replace").strip()[-2000:]
    if late or process.returncode == proofs.NO_TIME:
        log.warning(
            "the backup %s could not be proven within %.0f s; it is kept as unproven, and the next proof goes"
            " on from there: %s",
            *(path, within, told),
        )
        return Proof.NO_TIME
    if process.returncode == proofs.FAULTY:
        log.error(
            "in the backup %s, which is kept as faulty, the logs of some games are faulty; the others are in"
            " order: %s",
            *(path, told),
        )
        return Proof.FAULTY_GAMES
    if process.returncode:
        log.error("the backup %s is damaged: %s", path, told)
        return Proof.DAMAGED
    log.info("proof of the backup %s: %s", path, told)
    return Proof.PROVEN
