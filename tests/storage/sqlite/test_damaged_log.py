"""What was confirmed does not vanish unnoticed with a damaged write-ahead log: the start is refused, and says
what is lost and which copy has it, until the host decides."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
import struct
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from storage import DatabaseTrouble, Entry, Receipt, Store, backups
from storage.sqlite import confirmed, opening
from tests.patience import PATIENCE

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
ORDERS = 6
PAGE, FRAME, HEAD = 4096, 24, 32


async def new_game(store: Store, channel: int) -> int:
    async with store.writing() as tx:
        game = await tx.games.create(
            guild=1, channel=channel, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
        )
        await tx.receipts.add(Receipt(interaction=100 + channel, game=game, outcome={}))
    return game


async def order(store: Store, game: int, after: int, interaction: int) -> None:
    async with store.writing() as tx:
        await tx.log.append(game, after, Entry(kind="order", at=NOON))
        await tx.receipts.add(Receipt(interaction=interaction, game=game, outcome={}))


@pytest.fixture
async def killed(tmp_path: Path) -> Path:
    """The database of a bot that was killed: two games, the first half of the log in a copy."""
    live, left = tmp_path / "live" / "grognard.db", tmp_path / "left"
    (left / "backups").mkdir(parents=True)
    store = await Store.open(live)
    for channel in (1, 2):
        await new_game(store, channel)
    for seq in range(ORDERS):
        await order(store, 1, seq, 1000 + seq)
        await order(store, 2, seq, 2000 + seq)
        if seq == 2:
            await store.backup(left / "backups" / backups.file_name(NOON))
    for file in live.parent.glob("grognard.db*"):
        if not file.name.endswith(".lock"):
            shutil.copy(file, left / file.name)
    await store.close()
    return left / "grognard.db"


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def flip(at: Callable[[int], int]) -> Callable[[Path], None]:
    """One byte of the log changed; `at` says which, by its length."""

    def damage(path: Path) -> None:
        log = bytearray(wal(path).read_bytes())
        log[at(len(log))] ^= 0x10
        wal(path).write_bytes(log)

    return damage


def cut(to: Callable[[int], int]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        log = wal(path).read_bytes()
        wal(path).write_bytes(log[: to(len(log))])

    return damage


def gone(*suffixes: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        for suffix in suffixes:
            path.with_name(path.name + suffix).unlink()

    return damage


DAMAGE = {
    "a byte of its header": flip(lambda length: 20),
    "a byte of its first frame": flip(lambda length: HEAD + 100),
    "a byte in the middle": flip(lambda length: length // 2),
    "a byte of its last frame": flip(lambda length: length - 10),
    "its last byte is cut": cut(lambda length: length - 1),
    "its last frame is cut": cut(lambda length: length - PAGE - FRAME),
    "half is cut": cut(lambda length: length // 2),
    "emptied": cut(lambda length: 0),
    "gone": gone("-wal"),
    "gone with its index": gone("-wal", "-shm"),
    "gone with the file": gone("-wal", "-shm", ""),
}


def content(path: Path) -> dict[str, bytes]:
    """The files, without the index and the lock, which SQLite and every start write."""
    return {
        each.name: each.read_bytes()
        for each in path.parent.glob("grognard.db*")
        if not each.name.endswith(("-shm", ".lock"))
    }


async def refused(path: Path) -> DatabaseTrouble:
    with pytest.raises(DatabaseTrouble) as refusal:
        await Store.open(path)
    return refusal.value


@pytest.mark.promise(1)
@pytest.mark.fault(77)
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_damaged_log_is_refused_and_the_loss_is_named(
    killed: Path, damage: Callable[[Path], None]
) -> None:
    damage(killed)
    before = content(killed)

    trouble = await refused(killed)

    assert trouble.reason in ("entries_lost", "log_missing")
    assert "game 2: entr" in str(trouble.facts["detail"])
    assert str(trouble.facts["detail"]).endswith(f"{ORDERS}") or "commands" in str(trouble.facts["detail"])
    assert content(killed) == before
    assert (await refused(killed)).facts == trouble.facts, "it goes on only when the host has decided"


async def test_an_index_without_its_log_is_refused_though_no_record_names_what_is_lost(killed: Path) -> None:
    gone("-wal", "-confirmed")(killed)

    assert (await refused(killed)).reason == "log_missing"


async def test_an_undamaged_log_is_no_loss(killed: Path) -> None:
    assert not opening.loss(killed)
    assert not opening.loss(killed.with_name("another.db")), "of which nothing was recorded"
    store = await Store.open(killed)

    assert [len(await store.log.entries(game)) for game in (1, 2)] == [ORDERS, ORDERS]
    await store.close()
    assert not confirmed.record_of(killed).exists(), "once all is in the database, no record is needed"


async def test_bytes_after_the_last_commit_are_no_loss(killed: Path) -> None:
    with wal(killed).open("ab") as log:
        log.write(b"\0" * 5000)

    await (await Store.open(killed)).close()


@pytest.mark.long
async def test_the_loss_says_what_where_and_what_to_do(killed: Path) -> None:
    def said(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "--data", str(killed.parent)])
        return f"{done.exit_code} {done.output}"

    wal(killed).write_bytes(b"")

    def run() -> tuple[str, str, str, str]:
        return said("doctor"), said("accept-loss"), said("accept-loss"), said("doctor")

    before, accepted, again, after = await asyncio.to_thread(run)

    assert "orders that were confirmed are missing" in before
    assert f"Lost: game 1: entries 1 to {ORDERS}; game 2: entries 1 to {ORDERS}." in before
    copy = killed.parent / "backups" / backups.file_name(NOON)
    assert f"{copy} has game 1 up to entry 3." in before
    assert f"{copy} has game 2 up to entry 3." in before
    assert "`grognard accept-loss`" in before
    assert "`grognard restore`" in before
    assert accepted.startswith("0 ")
    assert f"without game 1: entries 1 to {ORDERS}" in accepted
    assert again == "0 Nothing was lost.\n"
    assert "the database opens" in after


async def test_a_loss_is_not_accepted_under_a_running_bot(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "grognard.db")

    with pytest.raises(DatabaseTrouble) as trouble:
        opening.accept_loss(tmp_path / "grognard.db")
    await store.close()

    assert trouble.value.reason == "in_use"


async def test_an_old_copy_in_its_place_is_refused_and_a_restored_one_is_not(killed: Path) -> None:
    copy = killed.parent / "backups" / backups.file_name(NOON)
    gone("-wal", "-shm")(killed)
    shutil.copy(copy, killed)

    trouble = await refused(killed)
    await asyncio.to_thread(backups.restore, copy, killed, NOON, killed.parent)
    store = await Store.open(killed)

    assert trouble.facts["detail"] == "game 1: entries 4 to 6; game 2: entries 4 to 6"
    assert len(await store.log.entries(1)) == 3
    await store.close()


async def test_a_game_opened_after_an_old_copy_was_made_is_no_deleted_game(tmp_path: Path) -> None:
    live, left = tmp_path / "live" / "grognard.db", tmp_path / "left"
    store = await Store.open(live)
    await new_game(store, 1)
    await order(store, 1, 0, 1000)
    await store.backup(tmp_path / "copy.db")
    await new_game(store, 2)
    await order(store, 2, 0, 2000)
    shutil.copytree(live.parent, left)
    await store.close()
    gone("-wal", "-shm")(left / "grognard.db")
    shutil.copy(tmp_path / "copy.db", left / "grognard.db")

    trouble = await refused(left / "grognard.db")

    assert trouble.facts["detail"] == "game 2: entry 1"


async def test_after_a_kill_the_newest_record_is_that_of_the_newest_commit(tmp_path: Path) -> None:
    path = tmp_path / "grognard.db"
    for seq in (2, 3):
        record = confirmed.ConfirmedRecord(path)
        record.pending = ({7: (seq - 1, b"\1" * 32), 8: (seq, b"\1" * 32)}, [])
        record.write()
        record.close(delete=False)

    newest = {each.game: each.seq for each in confirmed.read(path)}

    assert newest == {7: 2, 8: 3}
    assert len(confirmed.read(path)) == 4


async def test_another_entry_in_the_place_of_a_confirmed_one_is_named(killed: Path) -> None:
    with closing(sqlite3.connect(killed, isolation_level=None)) as database:
        database.execute("UPDATE entries SET chain = x'00' WHERE game = 2 AND seq = ?", (ORDERS,))

    trouble = await refused(killed)

    assert trouble.facts["detail"] == f"game 2: entry {ORDERS} (another one stands there)"


async def test_games_and_servers_that_were_deleted_are_no_loss(tmp_path: Path) -> None:
    live, left = tmp_path / "live" / "grognard.db", tmp_path / "left"
    store = await Store.open(live)
    async with store.writing() as tx:
        await tx.receipts.add(Receipt(interaction=1, game=None, outcome={}))
    await new_game(store, 1)
    await order(store, 1, 0, 1000)
    await new_game(store, 2)
    async with store.writing() as tx:
        await tx.games.delete_lobby(2)
    async with store.writing() as tx:
        await tx.guilds.delete(1)
    shutil.copytree(live.parent, left)
    await store.close()

    await (await Store.open(left / "grognard.db")).close()


async def test_a_confirmed_command_that_wrote_no_entry_is_missed_too(tmp_path: Path) -> None:
    live, left = tmp_path / "live" / "grognard.db", tmp_path / "left"
    store = await Store.open(live)
    await new_game(store, 1)
    await order(store, 1, 0, 1000)
    async with store.writing() as tx:
        await tx.receipts.add(Receipt(interaction=5000, game=1, outcome={}))
    shutil.copytree(live.parent, left)
    await store.close()
    cut(lambda length: length - PAGE - FRAME)(left / "grognard.db")

    trouble = await refused(left / "grognard.db")

    assert trouble.facts["detail"] == "1 other confirmed commands"


async def test_the_record_is_a_ring_whose_damaged_records_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "grognard.db"
    record = confirmed.ConfirmedRecord(path)
    for seq in range(1, confirmed.SLOTS + 11):
        record.pending = ({7: (seq, bytes([seq % 256]) * 32)}, [(seq, 7)])
        record.write()
    record.close(delete=False)
    ring = bytearray(confirmed.record_of(path).read_bytes())
    struct.pack_into("<Q", ring, confirmed.SIZE * 20, 1)
    confirmed.record_of(path).write_bytes(ring)

    records = confirmed.read(path)

    assert len(ring) == confirmed.SLOTS * confirmed.SIZE
    assert (records[-1].seq, records[-1].interaction) == (confirmed.SLOTS + 10, confirmed.SLOTS + 10)
    assert [each.seq for each in records] == [n for n in range(11, confirmed.SLOTS + 11) if n != 20]


def test_a_file_of_another_size_is_laid_out_again(tmp_path: Path) -> None:
    path = confirmed.record_of(tmp_path / "grognard.db")
    path.write_bytes(b"\1" * (confirmed.SLOTS + 1) * confirmed.SIZE)

    confirmed.ConfirmedRecord(tmp_path / "grognard.db").close(delete=False)

    assert path.read_bytes() == bytes(confirmed.SLOTS * confirmed.SIZE)


def test_what_is_recorded_is_soon_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = threading.Event()
    monkeypatch.setattr(confirmed, "_sync", lambda handle: synced.set())
    record = confirmed.ConfirmedRecord(tmp_path / "grognard.db")
    record.pending = ({}, [(5, None)])

    record.write()

    assert synced.wait(PATIENCE)
    record.close(delete=True)


async def test_a_disk_too_full_for_the_record_does_not_keep_the_database_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(record: confirmed.ConfirmedRecord) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(confirmed.ConfirmedRecord, "_lay_out", full)
    store = await Store.open(tmp_path / "grognard.db")
    await new_game(store, 1)
    await order(store, 1, 0, 1000)

    assert len(await store.log.entries(1)) == 1
    assert "cannot be recorded" in caplog.text
    await store.close()


def test_a_command_whose_receipt_was_deleted_in_time_is_not_missed() -> None:
    def missed(*confirmed_interactions: int) -> int:
        records = [
            confirmed.Confirmed(number=n, game=0, seq=0, link=b"", interaction=interaction)
            for n, interaction in enumerate(confirmed_interactions, start=1)
        ]
        return confirmed._lost_commands(database, records)

    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE receipts (interaction INTEGER)")
        assert missed(5, 12) == 0, "no receipt is kept at all"
        database.executemany("INSERT INTO receipts VALUES (?)", [(10,), (14,)])
        assert missed(5, 10, 14) == 0
        assert missed(5, 10, 12, 14, 16) == 2
