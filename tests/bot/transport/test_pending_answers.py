"""Answers pending when the bot stops or is killed are sent after its restart."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.transport.pending_answers import MOST_BYTES, PendingAnswers, SharedPendingAnswers
from sandbox import Fault
from sandbox.client.person import Reply
from storage import WHOLE, Lease, PendingAnswer, Share, Store, backups
from tests.bot.conftest import PATIENT
from tests.bot.transport.test_interactions import a_game
from tests.empty_database import empty_database
from tests.storage.postgres_server import Postgres


def owing(made: Any) -> int:
    return int(made.interaction.id)


@pytest.mark.long
@pytest.mark.promise(7)
@pytest.mark.fault(31, 76)
async def test_what_was_acknowledged_and_not_answered_is_answered_after_the_restart(
    harness: Any, caplog: Any
) -> None:
    anna, bruno = await a_game(harness)
    panel = await anna.slash("battle", "game status")
    reply = await anna.slash("battle", "move", unit="line-2", path="0908")
    reply = await anna.click(reply, "Done")  # asks again
    await harness.quiet()
    game, receipts = (await harness.game()).record.id, harness.bot.store.receipts.get
    harness.sandbox.faults.append(Fault(method="PATCH", path="/webhooks/*", status=0, delay=60, times=2))
    moved = await anna.slash("battle", "move", {"unit": "line-1", "path": "0708"}, wait=False)
    request = await bruno.slash("battle", "map", wait=False)
    while await receipts(owing(moved)) is None or harness.sandbox.faults[-1].times:
        await asyncio.sleep(0.01)
    async with harness.bot.games.locked(game):
        pressed = await anna.click(reply, "Done", wait=False)
        typed = await anna.slash("battle", "done", wait=False)
        while not all(
            harness.sandbox.state.records.interactions[i.interaction.id].acknowledged
            for i in (pressed, typed)
        ):
            await asyncio.sleep(0.01)
        kept = (harness.folder / "owed").read_text()
        mode = (harness.folder / "owed").stat().st_mode & 0o777
        await harness.bot.interactions.finish(0.0)
    await harness.again()
    await harness.quiet()

    def now(made: Any) -> Reply:
        return Reply(harness.sandbox, harness.sandbox.state.records.interactions[made.interaction.id])

    assert kept.count('"token"') == 4
    assert os.name == "nt" or mode == 0o600
    assert "0709 → 0708" in now(moved).words
    assert "I was interrupted" in now(moved).words
    assert "Undo" in now(moved).labels
    assert "Nothing was done in the game" in now(request).words
    assert "Nothing was done in the game" in now(typed).words
    assert "Nothing was done in the game" in now(pressed).followups[0].words
    assert now(pressed).followups[0].ephemeral
    assert "End it anyway?" in reply.words, "the panel stays"
    assert (harness.folder / "owed").read_text() == ""
    assert not any(i.token in caplog.text for i in harness.sandbox.interactions)
    assert panel.message is not None
    undone = await anna.click(now(moved), "Undo")
    assert "Undone" in undone.words


@pytest.mark.parametrize("early", [PATIENT.early, 0.0], ids=["work begins early", "acknowledged first"])
async def test_it_is_noted_that_an_answer_is_owed_before_discord_is_told_that_one_will_come(
    harness: Any, early: float
) -> None:
    anna, _ = await a_game(harness)
    await harness.quiet()
    harness.bot.interactions.timeouts = replace(PATIENT, early=early)
    fault = Fault(method="POST", path="*/callback", status=0, delay=0.2, times=1)
    harness.sandbox.faults.append(fault)

    asked = await anna.slash("battle", "dice verify", wait=False)
    while fault.times:
        await asyncio.sleep(0.001)
    noted = (harness.folder / "owed").read_text()
    acknowledged = harness.sandbox.state.records.interactions[asked.interaction.id].acknowledged
    await harness.quiet()

    assert not acknowledged
    assert asked.interaction.token in noted


@pytest.mark.long
async def test_what_was_answered_after_the_restart_is_not_obeyed_when_it_is_delivered_again(
    harness: Any,
) -> None:
    anna, _ = await a_game(harness)
    before = await harness.game()
    async with harness.bot.games.locked(before.record.id):
        typed = await anna.slash("battle", "done", wait=False)
        while not harness.sandbox.state.records.interactions[typed.interaction.id].acknowledged:
            await asyncio.sleep(0.01)
        await harness.bot.interactions.finish(0.0)
    await harness.again()
    await harness.quiet()

    harness.sandbox.delivery.redeliver(typed.interaction)
    await anna.slash("battle", "game status")
    await harness.quiet()

    answer = Reply(harness.sandbox, harness.sandbox.state.records.interactions[typed.interaction.id])
    assert "Nothing was done in the game" in answer.words
    assert (await harness.game()).last == before.last


@pytest.mark.promise(7)
def test_a_damaged_file_of_pending_answers_is_ignored(tmp_path: Path) -> None:
    path, now = tmp_path / "owed", datetime.now(UTC)
    ids = [int((now - timedelta(minutes=m)).timestamp() * 1000 - 1420070400000) << 22 for m in (20, 2, 1)]
    about = {"application": 1, "token": "T", "user": 2, "guild": 3, "channel": 4, "language": "fr"}
    lines = [json.dumps({"interaction": id_, **about}).encode() for id_ in ids]
    strange = [b"[1]", b"{}", b"\xff\x00", b"[" * 10_000, b'{"done":[]}', b'{"interaction":9e99}', b"1"]
    path.write_bytes(b"\n".join([*lines, *strange, lines[0][:-9]]))

    owed = PendingAnswers(path)
    left = owed.left(now)
    owed.end(ids[1])
    full = [replace(left[1], interaction=n, token="t" * 5000) for n in range(100)]
    for each in full:
        owed.begin(each)
        owed.end(each.interaction)
    size = path.stat().st_size
    again = PendingAnswers(path)

    assert [each.interaction for each in left] == ids[1:], "too old to be answered"
    assert size < MOST_BYTES * 2
    assert [each.interaction for each in again.left(now)] == [ids[2]]
    again.end(ids[2])
    assert path.read_bytes() == b""
    owed.close()
    again.close()
    (tmp_path / "folder").mkdir()
    nowhere = PendingAnswers(tmp_path / "folder")
    nowhere.begin(left[1])
    nowhere.end(left[1].interaction)


@pytest.mark.parametrize(
    ("number", "known"), [(5 << 22, 1), (0, 1), (-1, 0), (1 << 63, 0), (True, 0), ("7", 0)]
)
def test_an_id_that_discord_cannot_have_given_is_no_pending_answer(
    tmp_path: Path, number: object, known: int
) -> None:
    line = {"interaction": number, "application": 1, "token": "t", "user": 1, "guild": 1, "channel": 1}
    (tmp_path / "owed").write_text(json.dumps(line | {"language": "en", "replacing": False}) + "\n")

    answers = PendingAnswers(tmp_path / "owed")
    left = answers.left(datetime(2015, 1, 1, tzinfo=UTC))
    answers.close()

    assert len(left) == known


async def test_one_that_the_database_cannot_hold_keeps_no_other_from_being_written_and_is_not_quoted(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(postgres.at(postgres.fresh()), shared=True)
    about = {"application": 1, "user": 2, "guild": 3, "channel": 4, "language": "fr"}
    strange = PendingAnswer(interaction=1 << 22, token="T0KEN\x00", **about)
    others = [PendingAnswer(interaction=n << 22, token="T0KEN", **about) for n in (2, 3)]
    answers = SharedPendingAnswers(store)

    for each in (others[0], strange, others[1]):
        answers.begin(each)
    await answers.written()
    answers.end(others[0].interaction)
    await answers.written()

    assert await store.pending_answers.left(WHOLE) == [others[1]]
    assert answers._writing is not None
    assert answers._writing.exception() is None
    assert [r.levelname for r in caplog.records if "answer cannot be written" in r.message] == ["ERROR"]
    assert "T0KEN" not in caplog.text
    assert not any(r.exc_info for r in caplog.records), "what it says may quote a token"
    await store.close()


@pytest.mark.long
async def test_of_several_processes_each_finds_what_another_one_was_answering(
    postgres: Postgres, tmp_path: Path
) -> None:
    store = await Store.open(postgres.at(postgres.fresh()), shared=True)
    now = datetime.now(UTC)
    number = int(now.timestamp() * 1000 - 1420070400000) << 22
    about = {"application": 1, "token": "T0KEN", "user": 2, "guild": 3, "channel": 4, "language": "fr"}
    first, second = (PendingAnswer(interaction=number + n, **about) for n in range(2))
    one, two = SharedPendingAnswers(store), SharedPendingAnswers(store)

    one.begin(first)
    one.begin(second)
    await one.written()
    one.end(first.interaction)
    await one.written()
    await two.load()
    await asyncio.to_thread(backups.copy, postgres.at("games_fresh"), tmp_path / "copy.db")
    left = two.left(now)
    two.end(second.interaction)
    await two.written()

    assert one.known_to_others(second.interaction)
    assert not one.known_to_others(first.interaction)
    assert left == [second]
    assert await store.pending_answers.left(WHOLE) == []
    assert b"T0KEN" not in (tmp_path / "copy.db").read_bytes()
    await store.close()


async def test_a_process_answers_what_was_left_on_the_servers_of_its_shard_alone(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    now = datetime.now(UTC)
    number = int(now.timestamp() * 1000 - 1420070400000) << 22
    about = {"application": 1, "token": "t", "user": 2, "channel": 4, "language": "fr"}
    mine, other = (PendingAnswer(interaction=number + n, guild=n << 22, **about) for n in (2, 3))
    async with store.writing() as tx:
        await tx.pending_answers.change([mine, other], [])

    answers = SharedPendingAnswers(store.leased(Lease(Share(0, 2), "me", 1)))
    await answers.load()

    assert answers.left(now) == [mine]
    await store.close()


def test_only_the_owner_of_the_file_may_read_the_tokens_in_it(tmp_path: Path) -> None:
    path = tmp_path / "owed"
    path.write_bytes(b"")
    path.chmod(0o644)
    PendingAnswers(path).close()

    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600
