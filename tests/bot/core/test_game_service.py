"""Orders as they are taken: once, by who may, on the table as it is now; what failed is not remembered."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.beacon.announced_orders import dice_of
from bot.clock import terms
from bot.core import game_clock
from bot.core.game import Game, rolled_dice
from bot.core.game_service import GameService
from bot.core.requests.sent_in_time import Stale
from bot.features.lobby import seating
from bot.features.team.service import TeamService
from engine import referee
from engine.commands import Command, Done, Resign
from engine.errors import IllegalOrder, NotOnTable, Refused
from engine.events import Event
from storage import DatabaseTrouble, Entry, Pause, StaleTable, WriteTransaction
from storage.queries.games import GameQueries
from tests.bot.core.test_game import first_move
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, begun, by, lobby, person, refusal
from tests.bot.features.predictions.test_big_fights import play_until


async def to_movement(games: GameService, game: int) -> Command:
    """Anna's movement phase; a step that one of her units can make."""
    while (await games.game(game)).state.phase != "movement":
        await games.order(game, by(ANNA), Done())
    return first_move(await games.game(game), "blue")


async def nothing(tx: WriteTransaction, after: Game) -> None:
    """Nothing else is written."""


async def test_an_interaction_is_obeyed_once_and_told_again(games: GameService) -> None:
    game, actor = await begun(games), by(ANNA)

    first = await games.order(game, actor, Done())
    again = await games.order(game, actor, Done())

    assert (first.repeated, again.repeated) == (False, True)
    assert again.entry == first.entry
    assert (await games.game(game)).last == 2
    assert await games.was_obeyed(actor)
    assert not await games.was_obeyed(by(ANNA))


async def test_an_order_for_another_table_than_was_seen_is_not_obeyed(games: GameService) -> None:
    game = await begun(games)

    with pytest.raises(Stale):
        await games.order(game, by(ANNA), Done(), stamp=0)
    with pytest.raises(Stale):
        await games.undo(game, by(ANNA), stamp=0)
    pressed = by(ANNA)
    first = await games.order(game, pressed, Done(), stamp=1)
    again = await games.order(game, pressed, Done(), stamp=1)

    assert (first.repeated, again.repeated) == (False, True), (
        "delivered twice it is told again, though old by now"
    )
    assert (await games.game(game)).last == 2


async def test_a_typed_end_of_a_phase_counts_for_the_phase_in_which_it_was_sent(games: GameService) -> None:
    game = await begun(games)
    started = (await games.game(game)).entries[0].at

    with pytest.raises(Refused) as refused:
        await games.order(game, replace(by(ANNA), at=started - timedelta(seconds=1)), Done())
    await games.order(game, replace(by(ANNA), at=started - timedelta(seconds=1)), Done(), stamp=1)

    assert refused.value.reason == "sent_before_phase"
    assert (await games.game(game)).last == 2


@pytest.mark.parametrize("reason", ["time_is_over", "game_paused"])
async def test_who_is_out_of_time_or_in_a_pause_neither_orders_nor_takes_back(
    games: GameService, reason: str
) -> None:
    game = await begun(games)
    given = await games.order(game, by(ANNA), await to_movement(games, game))
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game, terms.read("3d"))
        if reason == "game_paused":
            await tx.pauses.save(Pause(game=game, by=CLARA, reason="ill", since=given.entry.at))
    in_time, late = (given.entry.at + timedelta(days=days) for days in (1, 4))
    at = in_time if reason == "game_paused" else late

    assert await refusal(games.order(game, replace(by(ANNA), at=at), Done())) == reason
    assert await refusal(games.undo(game, replace(by(ANNA), at=at))) == reason
    if reason == "game_paused":
        with pytest.raises(IllegalOrder) as refused:
            await games.check_not_paused(game)
        assert refused.value.facts == {"why": "ill"}
    async with games.store.writing() as tx:
        await tx.pauses.delete(game)
    assert await refusal(games.undo(game, replace(by(ANNA), at=in_time))) == ""


async def test_the_table_is_the_one_that_is_stored_after_the_end_too(games: GameService) -> None:
    game = await begun(games)

    for order in (Done(), Resign()):
        table = (await games.order(game, by(ANNA), order)).game
        assert table.record == await games.store.games.get(game)

    assert table.record.status == "over"


async def test_an_undo_takes_back_the_last_order_and_tells_which(games: GameService) -> None:
    game = await begun(games)
    step = await to_movement(games, game)
    given = await games.order(game, by(ANNA), step)
    actor = by(ANNA)

    with pytest.raises(Stale):
        await games.undo(game, by(ANNA), stamp=given.entry.seq - 1)
    undone = await games.undo(game, actor)
    again = await games.undo(game, actor)

    assert undone.entry == given.entry
    assert again.repeated
    assert [e.struck for e in undone.game.entries[-2:]] == [undone.game.last, None]
    assert again.game.last == undone.game.last
    assert await refusal(games.undo(game, by(BRUNO))) == "nothing_to_undo"
    assert await refusal(games.undo(game, by(CLARA))) == "not_a_player"


async def test_of_several_orders_that_are_taken_back_the_oldest_is_told(games: GameService) -> None:
    game = await begun(games)
    for _ in range(2):
        await games.order(game, by(ANNA), await to_movement(games, game))
    table = await games.game(game)
    gone = table.active_entries[-2:]

    actor = by(ANNA)
    async with games.locked(game):
        outcome = await games.strike(table, "blue", gone, actor, nothing)
    again = await games.previous_outcome(await games.game(game), actor)

    assert len(gone) == 2
    assert outcome.entry == gone[0]
    assert again is not None
    assert (again.entry.seq, again.game.last) == (gone[0].seq, outcome.game.last)


async def test_dice_that_were_taken_back_are_not_rolled_again(games: GameService) -> None:
    """Of a rulebook whose dice have keys of their own, which would fall again as they did."""
    table = play_until("nonaka", lambda game: rolled_dice(game.entries[-1].events))
    side, order = table.entries[-1].side, table.entries[-1].command
    assert order is not None
    undo = Entry(kind="undo", side=side, seq=table.last + 1, at=games.clock())
    undone = table.struck({table.last}, undo)

    again = games.play(undone, side, order, None)

    def decided(undo: int) -> tuple[Event, ...]:
        where = undone.system, undone.scenario, undone.state, side, order, dice_of(undone.record)
        return referee.play(*where, order=undone.last + 1, undo=undo, rolled=undone.rolled)

    assert undone.dice_undone == undo.seq
    assert again.events == decided(undo.seq) != decided(0)


async def test_a_mates_unit_is_neither_ordered_nor_its_order_taken_back(games: GameService) -> None:
    game = await begun(games)
    await seating.share(games, game, by(ANNA), "", person(CLARA))
    step = await to_movement(games, game)
    unit = step.unit  # type: ignore[attr-defined]
    await TeamService(games).assign(by(ANNA), CLARA, "P", unit)

    assert await refusal(games.order(game, by(ANNA), step)) == "mates_unit"
    await games.order(game, by(CLARA), step)
    assert await refusal(games.undo(game, by(ANNA))) == "mates_unit"
    assert await refusal(games.undo(game, by(CLARA))) == ""


async def test_what_another_process_wrote_is_read_after_one_order_that_failed(games: GameService) -> None:
    game, other = await begun(games), GameService(games.store)
    await other.game(game)
    await games.order(game, by(ANNA), Done())

    with pytest.raises(StaleTable):
        await other.order(game, by(ANNA), Done())
    assert other.cached(game) is None
    assert (await other.game(game)).last == 2

    table = await games.game(game)
    await other.order(game, by(BRUNO), Done())
    with pytest.raises(StaleTable):
        await games.strike(table, "blue", table.entries[-1:], by(ANNA), nothing)
    assert games.cached(game) is None


async def test_what_the_database_refused_leaves_no_table_in_memory(games: GameService) -> None:
    """Whether it was written is not always known: a lost connection may hide a commit."""
    game = await begun(games)
    async with games.store.writing() as tx:
        await tx.session.execute(text("PRAGMA max_page_count = 1"))  # the disk is full
    table = await games.game(game)

    async def much(tx: WriteTransaction) -> None:
        await tx.outbox.add(game=game, channel=1, kind="turn", body={"text": "x" * 100_000})

    with pytest.raises(DatabaseTrouble):
        async with games.locked(game):
            await games.give(table, table.owing[0], Done(), None, None, much)

    assert games.cached(game) is None
    assert await games.game(game) is not table


async def test_a_table_that_is_changed_while_it_is_read_is_read_again(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, load = await begun(games), GameQueries.load
    games.forget(game)
    was_read, go_on = asyncio.Event(), asyncio.Event()

    async def slow(self: GameQueries, number: int) -> Any:
        record = await load(self, number)
        was_read.set()
        await go_on.wait()
        return record

    monkeypatch.setattr(GameQueries, "load", slow)
    reading = asyncio.create_task(games.game(game))
    await was_read.wait()
    async with games.store.writing() as tx:
        await tx.games.update(game, twin=99)
    games.forget(game)
    go_on.set()

    assert (await reading).record.twin == 99
    assert (await games.game(game)).record.twin == 99


async def test_an_order_that_is_cancelled_as_it_is_written_is_known_and_told(games: GameService) -> None:
    """Discord has forgotten the interaction meanwhile, or the bot is being stopped: the order stands."""
    game = await begun(games)
    await games.order(game, by(ANNA), await to_movement(games, game))
    before, heard = await games.game(game), list[int | None]()
    step = first_move(before, "blue")
    games.subscribe(heard.append)

    async def cancel(tx: WriteTransaction) -> None:
        giving.cancel()  # takes effect at the next wait, that for the commit

    async def give() -> None:
        async with games.locked(game):
            await games.give(before, "blue", step, ANNA, by(ANNA), cancel)

    giving = asyncio.create_task(give())
    with pytest.raises(asyncio.CancelledError):
        await giving

    assert len(await games.store.log.entries(game)) == before.last + 1
    assert (await games.game(game)).last == before.last + 1
    assert heard == [game]


async def test_a_draft_is_kept_once_for_an_interaction(games: GameService) -> None:
    game, actor = await begun(games), by(ANNA)

    await games.save_draft(game, actor, "done")
    await games.save_draft(game, actor, "again")
    await games.save_draft(game, by(BRUNO), "his")

    draft = await games.draft(game, ANNA)
    assert draft is not None
    assert (draft.text, draft.number) == ("done", 1)


async def test_a_deleted_channel_ends_its_game_and_forgets_its_lobby(games: GameService) -> None:
    await games.channel_deleted(99)
    waiting = await lobby(games)
    await games.channel_deleted(1)
    with pytest.raises(NotOnTable):
        await games.game(waiting)
    game = await begun(games)
    began = (await games.game(game)).record.revision

    await asyncio.gather(games.channel_deleted(1), games.channel_deleted(1))
    ended = (await games.game(game)).record
    await games.channel_deleted(1)

    assert (await games.game(game)).record == ended
    assert (ended.status, ended.revision) == ("over", began + 1)
    assert await refusal(games.order(game, by(ANNA), Done())) == "game_over"


async def test_listeners_hear_of_what_was_written_and_of_nothing_that_was_refused(games: GameService) -> None:
    game, heard = await begun(games), list[int | None]()
    games.subscribe(heard.append)

    with pytest.raises(Refused):
        await games.order(game, by(BRUNO), Done())
    silent = list(heard)
    await games.order(game, by(ANNA), Done())

    assert (silent, heard) == ([], [game])


async def test_the_tables_that_were_used_last_are_remembered_as_far_as_memory_goes(
    games: GameService,
) -> None:
    one = await games.game(await begun(games))
    games = GameService(games.store, memory=3 * one.memory)
    game = await games.game(one.record.id)
    for number in (100, 101):
        games.cache(replace(game, record=replace(game.record, id=number)))
    await games.game(game.record.id)

    games.cache(replace(game, record=replace(game.record, id=5000)))

    assert [games.cached(n) is not None for n in (game.record.id, 100, 101, 5000)] == [
        True,
        False,
        True,
        True,
    ]


async def test_a_table_that_takes_more_than_all_may_is_remembered_alone(games: GameService) -> None:
    one = await games.game(await begun(games))
    games = GameService(games.store, memory=one.memory // 2)

    first = await games.game(one.record.id)
    assert games.cached(first.record.id) is first
    games.cache(replace(first, record=replace(first.record, id=100)))

    assert (games.cached(first.record.id), games.cached(100) is not None) == (None, True)
    games.forget(100)
    assert games.cached(100) is None


async def test_the_game_of_a_channel_is_found(games: GameService) -> None:
    game = await begun(games)

    assert (await games.game_in(1)).record.id == game
    with pytest.raises(NotOnTable) as refused:
        await games.game_in(77)
    assert refused.value.reason == "no_game"
