"""Backups of the games: which are kept, how they are verified, how one is restored."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.runtime.backup_job import BackupJob
from engine.state import State
from storage import DatabaseTrouble, Snapshot, Store, backups
from storage.proofs.proof_record import NAME as RECORD
from storage.proofs.proving import CheckReport
from tests.storage.release_files import PACKED, unpack

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database of this release with a handful of games in it."""
    path = tmp_path / "data" / "grognard.db"
    path.parent.mkdir()
    unpack(PACKED[-1], path)
    store = await Store.open(path)
    await store.close()
    return path


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(sql)


# which are kept


def test_a_copy_a_day_keeps_a_week_of_days_and_four_weeks() -> None:
    moments: list[datetime] = []
    for day in range(120):
        moments.append(NOON + day * DAY)
        gone = backups.surplus(moments)
        moments = [at for at in moments if at not in gone]

    ages = sorted((moments[-1] - at).days for at in moments)

    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert 7 <= len(ages) <= 11
    assert 21 <= max(ages) <= 28
    assert len({at.isocalendar()[:2] for at in moments}) == 4


@given(st.lists(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)), max_size=40, unique=True))
def test_the_newest_is_always_kept_and_letting_go_twice_lets_nothing_more_go(times: list[datetime]) -> None:
    moments = {at.replace(tzinfo=UTC) for at in times}

    kept = moments - backups.surplus(moments)

    assert not moments or max(moments) in kept
    assert not backups.surplus(kept)


def test_the_name_tells_the_moment_and_other_files_are_let_alone(tmp_path: Path) -> None:
    for name in (backups.file_name(NOON), "grognard-mine.db", "other.db", backups.file_name(NOON) + ".bad"):
        (tmp_path / name).touch()

    assert backups.made_at(tmp_path / backups.file_name(NOON)) == NOON
    assert [path.name for path in backups.copies(tmp_path)] == [backups.file_name(NOON)]


# what proves them


async def test_a_copy_made_while_someone_writes_is_whole(database: Path, tmp_path: Path) -> None:
    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.guilds.add(77)
        backups.copy(database, tmp_path / "copy.db")
    await store.close()

    problems = await _checked(tmp_path / "copy.db")

    assert problems.games > 0
    assert problems.entries > problems.games
    assert not problems.faults
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copied:
        assert copied.execute("SELECT count(*) FROM guilds WHERE id = 77").fetchone() == (0,)


async def _checked(path: Path) -> CheckReport:
    return await asyncio.to_thread(backups.check, path)


async def test_a_copy_is_tried_beside_itself_where_that_can_be_written_and_else_elsewhere(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with backups._trial(database) as beside:
        assert beside.parent.parent == database.parent
    access, closed = os.access, database.parent.resolve()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != closed and access(path, mode))

    with backups._trial(database) as elsewhere:
        assert elsewhere.exists()
        assert database.parent not in elsewhere.parents


def test_a_copy_of_an_earlier_release_is_proven_and_stays_as_it_is(tmp_path: Path) -> None:
    release = unpack(PACKED[0], tmp_path / "copy.db")
    before = release.read_bytes()

    problems = backups.check(release)

    assert problems.games > 0
    assert not problems.faults
    assert release.read_bytes() == before


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM entries WHERE seq = 2 AND game = (SELECT max(game) FROM entries)", "gap"),
        ('UPDATE entries SET events = \'[{"is":"Sung"}]\' WHERE seq = 1', "Unreadable"),
        ("DELETE FROM entries WHERE game IN (SELECT id FROM games WHERE status = 'playing')", "no log"),
    ],
)
async def test_a_log_that_is_not_whole_is_found(database: Path, sql: str, says: str) -> None:
    change(database, sql)

    problems = await _checked(database)

    assert any(says in fault for fault in problems.faults), problems


async def test_a_snapshot_that_the_log_does_not_lead_to_is_found(database: Path) -> None:
    store = await Store.open(database)
    (playing, *_) = await store.games.ids_playing()
    last = (await store.log.entries(playing))[-1].seq
    async with store.writing() as tx:
        await tx.log.delete_snapshots()
        await tx.log.save_snapshot(playing, Snapshot(seq=last, state=State(turn=99)))
    await store.close()

    problems = await _checked(database)

    assert [fault for fault in problems.faults if f"snapshot after entry {last}" in fault]
    assert len(problems.faults) == 1


async def test_what_is_damaged_is_told(database: Path) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) // 2] + b"\0" * (len(whole) // 4) + whole[-len(whole) // 4 :])

    with pytest.raises(DatabaseTrouble) as trouble:
        await _checked(database)

    assert trouble.value.reason in {"damaged", "disk_fails"}


# on the disk


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What was synced, and which names were given, in order; all of it is really done."""
    done, opened = list[tuple[str, str]](), dict[int, str]()
    real_open, real_sync, real_replace = os.open, os.fsync, os.replace

    def open_(path: str | Path, *how: int, **options: int | None) -> int:
        handle = real_open(path, *how, **options)
        opened[handle] = Path(path).name
        return handle

    def sync(handle: int) -> None:
        real_sync(handle)
        done.append(("synced", opened[handle]))

    def replace(old: Path, new: Path) -> None:
        real_replace(old, new)
        done.append(("named", Path(new).name))

    for name, spy in (("open", open_), ("fsync", sync), ("replace", replace)):
        monkeypatch.setattr(os, name, spy)
    return done


def test_a_copy_gets_its_name_when_it_is_on_the_disk_and_then_the_name_is(
    database: Path, tmp_path: Path, written: list[tuple[str, str]]
) -> None:
    (tmp_path / "kept").mkdir()

    backups.copy(database, tmp_path / "kept" / "copy.db")

    assert written == [("synced", "copy.db.part"), ("named", "copy.db"), ("synced", "kept")]


def test_a_restored_database_gets_its_name_when_it_is_on_the_disk_and_then_the_name_is(
    database: Path, tmp_path: Path, written: list[tuple[str, str]]
) -> None:
    saved = tmp_path / "saved.db"
    backups.copy(database, saved)
    written.clear()

    before = backups.restore(saved, database, NOON, database.parent)

    assert before is not None
    done = [step for step in written if step[1] != "trial.db" and not step[1].startswith("grognard-before")]
    ready, named = done.index(("synced", "grognard.db.restored.part")), done.index(("named", "grognard.db"))
    assert ready < named
    assert ("synced", "data") in done[named:]


def test_a_copy_that_fails_leaves_the_one_of_that_name_as_it_was(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "copy.db"
    backups.copy(database, saved)
    before = saved.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DatabaseTrouble) as trouble:
        backups.copy(database, saved)

    assert trouble.value.reason == "disk_full"
    assert saved.read_bytes() == before
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]


# made every day


@pytest.mark.long
async def test_the_keeper_makes_a_copy_proves_it_and_lets_old_ones_go(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    for day in range(20, 60):
        shutil.copy(database, folder / backups.file_name(NOON - day * DAY))
    store = await Store.open(database)
    keeper = BackupJob(store, folder, DAY, clock=lambda: NOON)

    due = keeper.due()
    well = await keeper.keep()
    await store.close()

    assert due == timedelta(0)
    assert well
    assert keeper.due() == DAY
    names = sorted(path.name for path in folder.glob("*.db") if path.name != RECORD)
    assert names[-1] == backups.file_name(NOON)
    assert len(names) <= backups.DAYS + backups.WEEKS
    assert not (await _checked(folder / backups.file_name(NOON))).faults


@pytest.mark.long
async def test_a_damaged_copy_counts_for_none(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(database)
    keeper = BackupJob(store, tmp_path / "kept", DAY, clock=lambda: NOON)
    copied = store.backup

    async def torn(to: Path | str) -> None:
        await copied(to)
        with Path(to).open("r+b") as file:
            file.seek(8192)
            file.write(b"x" * 4096)

    monkeypatch.setattr(store, "backup", torn)
    well = await keeper.keep()
    await store.close()

    assert not well
    left = {path.name for path in (tmp_path / "kept").iterdir()} - {RECORD}
    assert left == {backups.file_name(NOON) + ".bad"}
    assert keeper.due() == timedelta(0)


@pytest.mark.long
async def test_a_copy_whose_proof_takes_too_long_is_kept_and_called_so(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(database)
    keeper = BackupJob(store, tmp_path / "kept", DAY, clock=lambda: NOON, proven_in=0.0)

    well = await keeper.keep()
    await store.close()

    (kept,) = backups.copies(tmp_path / "kept")
    assert well
    assert kept.name == backups.unproven(backups.file_name(NOON))
    assert keeper.due() == DAY
    assert backups.copies(tmp_path / "kept") == [kept]
    assert "could not be proven within" in caplog.text
    assert not (await _checked(kept)).faults


def test_what_interrupted_and_faulty_copies_leave_is_swept(tmp_path: Path) -> None:
    name, older = backups.file_name(NOON), backups.file_name(NOON - DAY)
    kept = [name, f"{name}.bad", "grognard-mine.db", "grognard-before-20260101T000000Z.db", "other.part"]
    gone = [f"{name}.new", f"{name}.part", f"{name}.new.part", f"{name}.new-journal", f"{older}.bad"]
    for each in (*kept, *gone):
        (tmp_path / each).touch()

    swept = backups.sweep(tmp_path)

    assert sorted(path.name for path in swept) == sorted(gone)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)


# restore


@pytest.mark.long
@pytest.mark.fault(77)
async def test_a_copy_is_put_back_and_numbers_go_on_far_beyond(database: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    backups.copy(database, saved)
    change(database, "DELETE FROM guilds")
    highest = _number(saved)

    said = await _grognard("restore", str(saved), "--data", str(database.parent))

    assert said.returncode == 0, said.stdout
    assert _number(database) == highest + backups.SKIPPED_IDS
    assert not (await _checked(database)).faults
    aside = list(database.parent.glob("grognard-before-*.db"))
    assert len(aside) == 1
    assert str(aside[0]) in said.stdout


def _number(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()[0])


async def test_a_write_ahead_log_that_was_left_behind_goes_aside_with_its_database(
    database: Path, tmp_path: Path
) -> None:
    saved, killed = tmp_path / "saved.db", tmp_path / "killed" / "grognard.db"
    killed.parent.mkdir()
    backups.copy(database, saved)
    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.guilds.add(77)
    for suffix in ("", "-wal", "-shm"):  # as a process that is killed leaves them
        shutil.copy(f"{database}{suffix}", f"{killed}{suffix}")
    await store.close()

    before = await asyncio.to_thread(backups.restore, saved, killed, NOON, killed.parent)

    assert before is not None
    assert Path(f"{before}-wal").stat().st_size > 0
    for path, known in ((killed, False), (before, True)):
        store = await Store.open(path)
        assert await store.guilds.is_known(77) is known
        await store.close()


SINCE = 5000
"""Games and messages made after a copy, in a bot that has run for long."""


@pytest.mark.parametrize("table", ["games", "letters"])
async def test_no_number_used_since_the_copy_is_used_again(
    database: Path, tmp_path: Path, table: str
) -> None:
    saved = tmp_path / "saved.db"
    backups.copy(database, saved)
    change(database, f"UPDATE sqlite_sequence SET seq = seq + {SINCE} WHERE name = '{table}'")
    used = _highest(database, table)

    await asyncio.to_thread(backups.restore, saved, database, NOON, database.parent)

    assert used >= SINCE
    assert _highest(database, table) > used


def _highest(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()[0])


@pytest.mark.long
async def test_nothing_is_put_back_under_a_running_bot(database: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    backups.copy(database, saved)
    store = await Store.open(database)

    said = await _grognard("restore", str(saved), "--data", str(database.parent))
    await store.close()

    assert said.returncode == 1
    assert "Stop it" in said.stdout
    assert not list(database.parent.glob("grognard-before-*"))


@pytest.mark.long
async def test_what_is_no_copy_is_not_put_back(database: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    (tmp_path / "torn.db").write_bytes(b"SQLite format 3\0" + b"x" * 5000)

    for source in (tmp_path / "torn.db", tmp_path / "missing.db"):
        said = await _grognard("restore", str(source), "--data", str(database.parent))
        assert said.returncode == 1, said.stdout
        assert "Traceback" not in said.stdout

    assert database.read_bytes() == before


@pytest.mark.long
async def test_the_commands_say_what_they_found(database: Path, tmp_path: Path) -> None:
    made = await _grognard("backup", "--data", str(database.parent))
    checked = await _grognard("check", "--data", str(database.parent))

    copies = backups.copies(database.parent / "backups")
    assert made.returncode == checked.returncode == 0
    assert len(copies) == 1
    assert str(copies[0]) in made.stdout
    assert "0 faults" in checked.stdout


async def _grognard(*words: str) -> subprocess.CompletedProcess[str]:
    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot", *words],
            cwd=Path(__file__).resolve().parents[3],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )

    return await asyncio.to_thread(run)


def test_lost_entries_are_looked_for_in_the_copy_that_has_most_of_them(tmp_path: Path) -> None:
    """Not in the newest, where that was made after the loss."""

    def copy_of(day: int, last: int) -> Path:
        path = tmp_path / backups.file_name(datetime(2026, 1, day, tzinfo=UTC))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("CREATE TABLE entries (game INTEGER, seq INTEGER)")
            database.executemany("INSERT INTO entries VALUES (1, ?)", [(n,) for n in range(1, last + 1)])
        return path

    _, most, _ = copy_of(1, 4), copy_of(2, 6), copy_of(3, 4)

    assert backups.holding(tmp_path, ["1 3 9 x"]) == [(most, 1, 6)]
    assert backups.holding(tmp_path, ["1 3 5 x"]) == [(most, 1, 5)]
    assert backups.holding(tmp_path, ["1 7 9 x", "2 1 3 x"]) == []


async def test_nothing_takes_the_place_of_a_database_in_use(tmp_path: Path) -> None:
    path, saved = tmp_path / "games.db", tmp_path / "saved.db"
    store = await Store.open(path)
    await asyncio.to_thread(backups.copy, path, saved)
    with pytest.raises(DatabaseTrouble) as trouble:
        await asyncio.to_thread(backups.put, saved, path, NOON, tmp_path)
    await store.close()

    assert trouble.value.reason == "in_use"
    assert not list(tmp_path.glob("grognard-before-*"))


async def test_no_number_is_used_again_though_the_copy_had_none(tmp_path: Path) -> None:
    path, saved = tmp_path / "games.db", tmp_path / "saved.db"
    await (await Store.open(path)).close()
    backups.copy(path, saved)
    backups.put(saved, path, NOON, tmp_path)
    store = await Store.open(path)
    about: dict[str, Any] = {"scenario": "x", "printed": {}, "options": {}, "seed": b"", "seats": ()}
    async with store.writing() as tx:
        game = await tx.games.create(guild=1, channel=1, owner=1, **about)
    await store.close()

    assert game == backups.SKIPPED_IDS + 1
