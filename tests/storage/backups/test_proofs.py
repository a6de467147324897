"""What proves a copy: its orders, put to the referee again with the recorded dice, lead to what is recorded.
A daily proof takes up what has changed, and the rest in turn."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import opponent
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.runtime.backup_job import BackupJob
from engine.errors import Refused
from engine.events import Rolled
from engine.ledger import OutOfDice
from storage import BY_STREAM, DatabaseTrouble, Entry, GameRecord, Store, backups, log_chain
from storage.proofs import copy_file, log_proof, proving
from storage.proofs.copy_file import OutOfTime
from storage.proofs.proof_record import NAME, ProofRecord, ProvenGame
from storage.proofs.proving import DAY, WEEK, CheckReport, prove_copy
from storage.proofs.rules_fingerprint import rules_fingerprint
from tests.patience import PATIENCE

BATTLES = ("ormes", "gue", "puits", "nonaka")
NOW = 1_800_000_000.0
NUMBERS = count(10**6)
MOMENT = datetime(1815, 6, 18, tzinfo=UTC)


def actor(channel: int) -> Actor:
    return Actor(user=11, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


async def play(store: Store, game_id: int, orders: int) -> None:
    """So many orders, with an undo now and then where one is allowed."""
    games = GameService(store)
    for number in range(orders):
        game = await games.game(game_id)
        if game.state.result is not None:
            return
        command = opponent.choose(game.system, game.scenario, game.state, game.owing[0])
        await games.order(game_id, actor(game.record.channel), command)
        if number % 3 == 1:
            with suppress(Refused):
                await games.undo(game_id, actor(game.record.channel))


async def played(path: Path) -> None:
    store = await Store.open(path)
    for channel, battle in enumerate(BATTLES, start=1):
        game = await seating.create_game(GameService(store), actor(channel), battle, seating.BOTH, None)
        await seating.start(GameService(store), game.record.id, actor(channel))
        await play(store, game.record.id, 14)
    await store.close()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of each rulebook, with orders taken back."""
    path = tmp_path_factory.mktemp("played") / "games.db"
    asyncio.run(played(path))
    return path


@pytest.fixture
def path(games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(games, tmp_path / "copy.db"))


def rows(path: Path, sql: str, *parameters: object) -> list[Any]:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return database.execute(sql, parameters).fetchall()


def linked(path: Path, game: int) -> None:
    """Write the links of a log again, as a forger would who knows of them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.row_factory = sqlite3.Row
        log = database.execute("SELECT * FROM entries WHERE game = ? ORDER BY seq", (game,)).fetchall()
        for row, link in zip(log, log_chain.links(game, log), strict=True):
            change = "UPDATE entries SET chain = ? WHERE game = ? AND seq = ?"
            database.execute(change, (link, game, row["seq"]))


def newest_roll(path: Path, game: int) -> int:
    query = "SELECT max(seq) FROM entries WHERE game = ? AND events LIKE '%Rolled%' AND kind = 'order'"
    return int(rows(path, query, game)[0][0])


def drop_last_event(path: Path, game: int, seq: int) -> None:
    (stored,) = rows(path, "SELECT events FROM entries WHERE game = ? AND seq = ?", game, seq)[0]
    text = json.dumps(json.loads(stored)[:-1], separators=(",", ":"))
    rows(path, "UPDATE entries SET events = ? WHERE game = ? AND seq = ?", text, game, seq)
    rows(path, "DELETE FROM snapshots WHERE game = ?", game)
    linked(path, game)


# what proves a log


@pytest.mark.long
def test_games_of_every_rulebook_are_refereed_again_with_their_undone_orders(path: Path) -> None:
    struck = rows(path, "SELECT count(*) FROM entries WHERE struck IS NOT NULL")[0][0]

    report = backups.check(path)

    assert report.faults == []
    assert (report.games, struck > 0) == (len(BATTLES), True)
    assert report.refereed == rows(path, "SELECT count(*) FROM entries WHERE kind <> 'undo'")[0][0]


@pytest.mark.parametrize("game", range(1, len(BATTLES) + 1))
def test_a_falsified_event_is_found_though_its_order_was_left_and_the_chain_mended(
    path: Path, game: int
) -> None:
    seq = rows(path, "SELECT max(seq) FROM entries WHERE game = ? AND kind = 'order'", game)[0][0]
    drop_last_event(path, game, seq)

    report = backups.check(path)

    assert report.faults
    assert all(fault.startswith(f"game {game}, entry") for fault in report.faults)


@pytest.mark.parametrize(
    "forge",
    [
        "UPDATE entries SET side = 'nobody' WHERE game = 1 AND seq = 2",
        "UPDATE entries SET command = NULL WHERE game = 1 AND seq = 2",
        "UPDATE entries SET events = '[]' WHERE game = 1 AND seq = 1",
    ],
)
def test_a_falsified_order_is_found_though_the_chain_was_mended(path: Path, forge: str) -> None:
    rows(path, forge)
    linked(path, 1)

    assert any(fault.startswith("game 1") for fault in backups.check(path).faults)


def test_dice_fall_as_the_game_says_whatever_their_own_names_say(path: Path) -> None:
    rows(path, "UPDATE games SET dice_keys = ?", BY_STREAM)

    faults = backups.check(path).faults

    rolled = rows(path, "SELECT DISTINCT game FROM entries WHERE events LIKE '%Rolled%'")
    assert {fault.partition(",")[0] for fault in faults} == {f"game {game}" for (game,) in rolled}


def test_a_log_that_was_changed_and_not_linked_again_is_found_whatever_the_change(path: Path) -> None:
    rows(path, "UPDATE entries SET at = '1815-06-18T12:00:00.000000+00:00' WHERE game = 2 AND seq = 3")

    assert backups.check(path).faults == [
        "game 2, entry 3: it does not answer to its link: the log was changed"
    ]


def test_orders_decided_by_other_rules_are_applied_and_not_called_false(path: Path) -> None:
    rows(path, "UPDATE entries SET rules = 'others' WHERE game = 1")
    rows(path, "UPDATE entries SET rules = NULL WHERE game = 2")
    for game in (1, 2):
        drop_last_event(path, game, rows(path, "SELECT max(seq) FROM entries WHERE game = ?", game)[0][0])

    report = backups.check(path)

    assert report.faults == []
    assert report.refereed < sum(row[0] for row in rows(path, "SELECT count(*) FROM entries"))


def test_a_snapshot_that_the_log_does_not_lead_to_is_found(path: Path) -> None:
    game, seq = rows(path, "SELECT game, max(seq) FROM snapshots GROUP BY game")[0]
    rows(path, "UPDATE entries SET events = '[]' WHERE game = ? AND seq = ?", game, seq)

    assert any("the snapshot after entry" in fault for fault in backups.check(path).faults)


def test_nothing_is_written_beside_a_copy_and_none_is_made_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "copy", None)
    before = path.read_bytes()

    backups.check(path)

    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == before


async def test_a_database_in_use_is_checked_where_it_is(path: Path) -> None:
    store = await Store.open(path)
    await play(store, 1, 1)

    report = await asyncio.to_thread(backups.check, path)
    await store.close()

    assert (report.games, report.faults) == (len(BATTLES), [])


# day after day


def proven(path: Path, day: float, within: float = 60.0) -> CheckReport:
    return prove_copy(path, path.parent, within, lambda: NOW + day * DAY)


def test_the_first_proof_takes_all_and_the_next_what_changed_and_those_whose_turn_it_is(path: Path) -> None:
    first, second = proven(path, 0), proven(path, 1)
    store = asyncio.run(_one_order_more(path))
    third = proven(path, 2)

    assert store is None
    assert (first.whole, first.added) == (4, 0)
    assert (second.whole, second.added, second.refereed < first.refereed) == (1, 0, True)
    assert (third.whole, third.added) == (1, 1)
    assert ProofRecord(path.parent).games()[3].whole < NOW + 2 * DAY, "it is still due from its first entry"
    assert not third.faults


async def _one_order_more(path: Path) -> None:
    store = await Store.open(path)
    await play(store, 3, 1)
    await store.close()


def test_each_game_is_proven_from_its_first_entry_within_a_week(path: Path) -> None:
    proven(path, 0)
    for day in range(1, 8):
        proven(path, day)

    ages = [NOW + 7 * DAY - each.whole for each in ProofRecord(path.parent).games().values()]

    assert len(ages) == len(BATTLES)
    assert max(ages) <= WEEK


def test_old_entries_that_were_falsified_are_found_within_a_week(path: Path) -> None:
    proven(path, 0)
    rows(path, "UPDATE entries SET side = 'nobody' WHERE seq = 2 AND game = 4")

    faults = [fault for day in range(1, 8) for fault in proven(path, day).faults]

    assert faults
    assert 4 not in ProofRecord(path.parent).games(), "what is faulty is not noted as proven"


def test_a_changed_past_is_no_known_past(path: Path) -> None:
    proven(path, 0)
    rows(path, "UPDATE entries SET side = 'nobody' WHERE seq = 2 AND game = 1")
    linked(path, 1)

    assert any(fault.startswith("game 1, entry 2") for fault in proven(path, 0.1).faults)


def test_a_proof_without_time_leaves_the_rest_to_the_next(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = proven(path, 0, within=0.0)
    ticks = count()
    monkeypatch.setattr("storage.proofs.proving.time.monotonic", lambda: next(ticks) / 1000)
    some = proven(path, 0, within=0.003)
    monkeypatch.undo()
    rest = proven(path, 0)

    assert (none.whole, none.left > 0) == (0, True)
    assert some.left + some.whole == len(BATTLES)
    assert 0 < some.whole < len(BATTLES)
    assert (rest.whole, rest.left) == (some.left, 0)


def test_a_game_of_an_unknown_rulebook_is_not_refereed_and_one_whose_battle_is_damaged_is_faulty(
    path: Path,
) -> None:
    rows(path, "UPDATE games SET printed = json_set(printed, '$.system', 'none') WHERE id = 1")
    rows(path, "UPDATE games SET printed = json_remove(printed, '$.map') WHERE id = 2")

    report = backups.check(path)

    assert report.games == len(BATTLES)
    assert report.faults
    assert all("game 2" in fault and "its battle cannot be built" in fault for fault in report.faults)


@pytest.mark.parametrize(("seq", "by_stream"), [(1, False), (2, False), (3, True)])
def test_the_dice_of_an_imported_beginning_fall_as_their_keys_say(seq: int, by_stream: bool) -> None:
    """The game was played on with dice by stream; its first two entries came from a record without."""
    rolled = Rolled(purpose="combat", key="1/1", sides=6, dice=(6,))
    game = GameRecord(
        id=1,
        guild=1,
        channel=1,
        scenario="x",
        printed={},
        options={},
        status="playing",
        seed=b"",
        salts=(),
        seats=(),
        owner=1,
        created=MOMENT,
        revision=1,
        imported_after=2,
        dice_keys=BY_STREAM,
    )
    entry = Entry(kind="order", seq=seq, events=(rolled,), at=MOMENT)

    assert log_proof._falls_by_stream(game, entry) is by_stream


def test_a_program_has_the_same_rules_each_time_it_looks() -> None:
    look = rules_fingerprint.__wrapped__

    assert look() == look() == rules_fingerprint()
    assert len(look()) == 12


def test_a_proof_is_broken_off_in_the_middle_of_a_query(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = iter([False])
    monkeypatch.setattr(copy_file, "STEPS", 1)

    with copy_file.opened(path, lambda: next(over, True)) as copy, pytest.raises(OutOfTime):
        copy.prove(1, 0)


@pytest.mark.long
def test_games_that_are_gone_are_forgotten_and_a_damaged_record_is_begun_again(path: Path) -> None:
    proven(path, 0)
    for table in ("entries", "seats", "snapshots"):
        rows(path, f"DELETE FROM {table} WHERE game = 2")
    for table, column in (("letters", "game"), ("checked", "game"), ("games", "id")):
        rows(path, f"DELETE FROM {table} WHERE {column} = 2")
    proven(path, 1)
    left = set(ProofRecord(path.parent).games())
    (path.parent / NAME).write_bytes(b"no database" * 1000)
    again = proven(path, 1)

    assert left == {1, 3, 4}
    assert again.whole == 3


def test_a_damaged_copy_is_no_proof(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\xff" * 8192 + whole[len(whole) // 2 + 8192 :])

    with pytest.raises(DatabaseTrouble):
        proven(path, 0)


@pytest.mark.parametrize("free", [10, 15_000_000])
async def test_a_copy_without_room_is_not_begun_and_its_folder_is_named(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr("storage.sqlite.files.shutil.disk_usage", lambda _: usage)
    (tmp_path / "kept").mkdir()
    store = await Store.open(path)

    with pytest.raises(DatabaseTrouble) as trouble:
        await store.backup(tmp_path / "kept" / "copy.db")
    await store.close()

    assert trouble.value.reason == "disk_full"
    assert str(tmp_path / "kept") in str(trouble.value.facts["path"])
    assert list((tmp_path / "kept").iterdir()) == []


async def test_the_log_of_the_bot_names_the_folder_that_is_full(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10)
    monkeypatch.setattr("storage.sqlite.files.shutil.disk_usage", lambda _: usage)
    store = await Store.open(path)
    job = asyncio.create_task(BackupJob(store, tmp_path / "kept", timedelta(days=1)).run())
    async with asyncio.timeout(PATIENCE):
        while "no backup was made" not in caplog.text:
            await asyncio.sleep(0.01)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    await store.close()

    assert f"the disk of {tmp_path / 'kept'} is full (0 MB free)" in caplog.text
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize(("days", "waits"), [(5.9, True), (6.0, False), (9.0, False)])
def test_what_was_proven_almost_a_week_ago_must_be_proven_today_and_the_rest_may_wait(
    days: float, waits: bool
) -> None:
    copy: Any = SimpleNamespace(head=lambda game: (3, b"link"))
    proven = ProvenGame(game=1, seq=3, link=b"link", whole=WEEK * 9 - days * DAY)

    (due,) = proving._due(copy, [1], {1: proven}, WEEK * 9)

    assert (due.known, due.waits) == (0, waits)


def test_an_entry_cannot_be_struck_by_itself(path: Path) -> None:
    rows(path, "UPDATE entries SET struck = 2 WHERE game = 1 AND seq = 2")
    linked(path, 1)

    assert "game 1, entry 2: struck by an earlier one" in backups.check(path).faults


@pytest.mark.parametrize(("key", "sides"), [("1/2", 6), ("1/1", 8)])
def test_recorded_dice_fall_when_they_are_wanted_and_as_a_die_can(key: str, sides: int) -> None:
    def dice(*faces: int) -> log_proof.RecordedDice:
        return log_proof.RecordedDice([Rolled(purpose="combat", key="1", sides=6, dice=faces)])

    assert dice(6).draw("1/1", 6) == 6
    with pytest.raises(OutOfDice):
        dice(6).draw(key, sides)
    for none in (dice(), dice(7), dice(0)):
        with pytest.raises(OutOfDice):
            none.draw("1/1", 6)
