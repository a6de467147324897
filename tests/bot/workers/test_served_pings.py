"""Which calls have served and go, which stay, and what becomes of one that cannot be deleted: a real database
and, in place of Discord, a channel."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.connection.lost_permissions import AGAIN, LostPermissions
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.who_acts import users
from bot.features.agreements.consent import known
from bot.features.lobby import seating
from bot.runtime.metrics import Metrics
from bot.workers import ping_cleanup
from bot.workers.ping_cleanup import (
    CALL,
    DAILY,
    FULL,
    LAST,
    NEXT,
    OVERDUE,
    REMINDER,
    WANTED,
    TurnPings,
    spent,
)
from engine.commands import Done
from storage import OutboxMessage, Pause, TurnPing, Vacancy
from tests.bot.core.test_game import first_move
from tests.bot.core.test_outbox_posts import simultaneous
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, begun, by, lobby, person
from tests.bot.workers.test_keyed_worker import NoWaits
from tests.bot.workers.test_outbox_order import refused
from tests.patience import PATIENCE

HERE, THERE = 1, 2


def ping(game: Game, kind: str, side: str, message: int = 50, after: int | None = None) -> TurnPing:
    then = game.last if after is None else after
    return TurnPing(message=message, game=game.record.id, channel=HERE, kind=kind, side=side, after=then)


def post(kind: str, game: int | None = 1, **body: Any) -> OutboxMessage:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    about: Any = {"kind": kind, "game": game, "body": body}
    return OutboxMessage(id=1, channel=HERE, posted=None, failed="", at=at, **about)


def status(game: Game, word: Any) -> Game:
    return replace(game, record=replace(game.record, status=word))


async def test_a_question_goes_when_more_is_known_of_the_game_and_when_it_is_over(games: GameService) -> None:
    game = await games.game(await begun(games))
    asked = ping(game, "draw_asked", "blue", after=known(game))
    later = replace(asked, after=known(game) - 1)

    assert spent(game, [asked]) == []
    assert spent(game, [later]) == [later]
    assert spent(status(game, "over"), [asked]) == [asked]
    assert spent(game, [asked], settled=[asked.message]) == [asked]
    assert spent(None, [asked]) == [asked], "nothing stands of a game that is gone"


async def test_what_asks_for_players_goes_when_the_game_has_begun_or_is_over(games: GameService) -> None:
    here = await games.game(await lobby(games))
    seats = tuple(replace(s, user=s.user or CLARA) for s in here.record.seats)
    whole = replace(here, record=replace(here.record, seats=seats))
    begins, called = ping(here, FULL, ""), ping(here, "called", "", 51)
    wanted = ping(here, WANTED, "blue", 52)

    assert spent(whole, [begins, called]) == []
    assert spent(here, [begins, called]) == [begins], "a seat is free again"
    assert spent(status(whole, "playing"), [begins, called, wanted]) == [begins, called]
    assert spent(status(whole, "over"), [wanted]) == [wanted]


async def test_that_a_side_is_next_is_said_until_it_is_its_turn_or_the_game_pauses(
    games: GameService,
) -> None:
    game = await games.game(await begun(games))
    mine, waits = ping(game, NEXT, "blue"), ping(game, NEXT, "orange", 51)

    assert spent(game, [mine, waits]) == [mine]
    assert spent(game, [waits], paused=True) == [waits]


async def test_a_call_goes_once_its_side_has_acted_or_others_play_it_or_all_stands_still(
    games: GameService,
) -> None:
    number = await begun(games)
    while (game := await games.game(number)).state.phase != "movement":
        await games.order(number, by(ANNA), Done())
    call = ping(game, CALL, "blue")
    await games.order(number, by(ANNA), first_move(game, "blue"))
    after = await games.game(number)

    assert spent(game, [call]) == []
    assert spent(after, [call]) == [call]
    assert spent(after, [replace(call, after=after.last)]) == []
    assert spent(game, [call], seated=call.message - 1) == []
    assert spent(game, [call], seated=call.message + 1) == [call]
    assert spent(game, [call], paused=True) == [call]


async def test_that_one_is_the_last_to_lock_is_said_while_no_other_owes_orders(games: GameService) -> None:
    game = await games.game(await simultaneous(games))
    last, call = ping(game, LAST, "red"), ping(game, CALL, "red")

    assert game.owing == ("red", "blue")
    assert spent(game, [last]) == [last]
    assert spent(game, [call]) == []


async def test_a_later_call_replaces_an_earlier_one_of_its_side_and_a_reminder_that_of_one_player_alone(
    games: GameService,
) -> None:
    game = await games.game(await simultaneous(games))
    first = [ping(game, CALL, side, message) for message, side in enumerate(("red", "blue"), start=60)]
    mate = replace(game.seat("red"), user=CLARA)
    shared = replace(game, record=replace(game.record, seats=(*game.record.seats, mate)))

    assert users(shared, "red") == (ANNA, CLARA)
    for kind in (CALL, LAST, OVERDUE, REMINDER, DAILY):
        later = ping(game, kind, "red", 70)
        gone = spent(game, [*first, later])
        assert first[0] in gone
        assert first[1] not in gone, "the other side's stands"
        assert (first[0] in spent(shared, [*first, later])) is (kind in (CALL, LAST, OVERDUE))


def test_two_calls_say_the_same_when_they_call_the_same_side_of_the_same_game() -> None:
    one = post(CALL, side="blue")

    assert ping_cleanup.same(one, replace(one, id=2, body={"side": "blue", "last": 9}))
    assert not ping_cleanup.same(one, replace(one, body={"side": "orange"}))
    assert not ping_cleanup.same(one, replace(one, game=2))
    assert not ping_cleanup.same(one, replace(one, kind=LAST))


async def test_what_calls_is_noted_with_what_was_known_when_it_was_written(games: GameService) -> None:
    number = await begun(games)
    game = await games.game(number)

    def noted(kind: str, **body: Any) -> Any:
        made = ping_cleanup.of(post(kind, number, **body), 70, game)
        return made and (made.message, made.game, made.channel, made.kind, made.side, made.after)

    assert noted(CALL, side="blue", last=0) == (70, number, HERE, CALL, "blue", 0)
    assert noted(REMINDER, side="blue") == (70, number, HERE, REMINDER, "blue", game.last)
    assert noted("undo_asked", side="blue", stamp=0, last=1) == (70, number, HERE, "undo_asked", "blue", 0)
    assert noted(OVERDUE, side="blue", what="wait") is not None
    assert noted(OVERDUE, side="blue", what="substitute") is not None
    assert noted(OVERDUE, side="blue", what="default") is None, "the decision is not theirs any more"
    assert noted("report", last=1) is None
    assert ping_cleanup.of(post(CALL, None, side="blue"), 70, game) is None


class Board:
    """The cleanup with what it needs; `troubles` are met by the next deletions."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self.deleted: list[tuple[int, int]] = []
        self.troubles: list[discord.HTTPException] = []
        self.steady = 0.0
        places: Any = SimpleNamespace(missing_in=lambda number: ())
        self.rights = LostPermissions(games, places, Metrics(), lambda: self.steady)
        self.waits = NoWaits()
        self.pings = TurnPings(games, self.channel, self.rights, wake_signal=self.waits)

    def channel(self, number: int) -> Any:
        def partial(message: int) -> Any:
            async def delete() -> None:
                self.deleted.append((number, message))
                if self.troubles:
                    raise self.troubles.pop(0)

            return SimpleNamespace(delete=delete)

        return SimpleNamespace(get_partial_message=partial)

    async def stand(self, *pings: TurnPing) -> None:
        async with self.games.store.writing() as tx:
            for each in pings:
                await tx.turn_pings.save(each)

    async def looked(self, game: int) -> list[int]:
        """The messages of the calls that stand after a look at the game."""
        self.pings.rounds.start()
        self.pings.wake(game)
        return await self.left(game)

    async def left(self, game: int) -> list[int]:
        async with asyncio.timeout(PATIENCE):
            while not self.pings.rounds.idle:
                await asyncio.sleep(0)
        return [each.message for each in await self.games.store.turn_pings.all(game)]


async def test_what_has_served_is_deleted_and_forgotten_and_the_rest_stands(games: GameService) -> None:
    number = await begun(games)
    game, board = await games.game(number), Board(games)
    await board.stand(ping(game, CALL, "orange", 50), replace(ping(game, CALL, "blue", 51), channel=THERE))

    assert await board.looked(number) == [51]
    assert board.deleted == [(HERE, 50)]


@pytest.mark.parametrize(
    ("status_", "code", "stands", "asked"),
    [
        (404, 10008, False, 1),  # deleted already
        (403, 50013, False, 1),  # not ours to delete
        (403, 50001, True, 1),  # the channel is hidden from us
        (403, 50083, True, 1),  # the thread is put away
        (400, 30046, True, 1),  # whatever else is refused is no reason to forget it
        (503, 0, False, 2),
    ],
)
async def test_a_call_that_cannot_be_deleted_is_kept_where_that_may_change(
    games: GameService, status_: int, code: int, stands: bool, asked: int
) -> None:
    number = await begun(games)
    board = Board(games)
    await board.stand(ping(await games.game(number), CALL, "orange"))
    board.troubles = [refused(status_, code)]

    assert await board.looked(number) == [50] * stands
    assert len(board.deleted) == asked
    assert bool(board.rights.blocked_reason(HERE)) is (code == 50001)


async def test_where_the_bot_may_do_nothing_nothing_is_asked_until_it_may_again(games: GameService) -> None:
    number = await begun(games)
    board = Board(games)
    await board.stand(ping(await games.game(number), CALL, "orange"))
    board.rights.refused(HERE, 50001)
    blocked = await board.looked(number)
    board.steady = AGAIN
    await board.pings.wake_channel(THERE)
    elsewhere = await board.left(number)
    await board.pings.wake_channel(HERE)

    assert (blocked, elsewhere) == ([50], [50])
    assert await board.left(number) == []
    assert len(board.deleted) == 1


async def test_at_the_start_calls_are_looked_at_in_games_in_which_something_has_happened(
    games: GameService,
) -> None:
    number = await begun(games)
    board = Board(games)
    await board.stand(ping(await games.game(number), CALL, "orange"))
    unchecked = await games.store.games.unchecked_ids()
    await board.pings.start()

    assert number in unchecked
    assert await board.left(number) == []


async def test_calls_of_games_of_other_processes_are_left_to_them(games: GameService) -> None:
    number = await begun(games)
    board = Board(games)
    await board.stand(ping(await games.game(number), CALL, "orange"))
    served: Any = SimpleNamespace(here=_nowhere)
    games.served = served

    assert await board.looked(number) == [50]


async def _nowhere(game: int) -> bool:
    return False


@pytest.mark.parametrize("kind", ["relieved", "replaced"])
async def test_a_call_goes_when_another_player_has_taken_the_seat_since(
    games: GameService, kind: str
) -> None:
    number = await begun(games)
    board = Board(games)
    async with games.store.writing() as tx:
        told = await tx.outbox.add(game=number, channel=HERE, kind=kind, body={})
        await tx.outbox.mark_posted(told, 60)
    game = await games.game(number)
    await board.stand(ping(game, CALL, "blue", 59))

    assert await board.looked(number) == []


async def test_in_a_pause_no_call_stands(games: GameService) -> None:
    number = await begun(games)
    board = Board(games)
    game = await games.game(number)
    await board.stand(ping(game, CALL, "blue"))
    async with games.store.writing() as tx:
        await tx.pauses.save(Pause(game=number, by=ANNA, reason="", since=games.clock()))

    assert await board.looked(number) == []


async def test_a_post_that_asks_for_a_substitute_stands_while_that_side_needs_one(games: GameService) -> None:
    number = await begun(games)
    board = Board(games)
    game = await games.game(number)
    async with games.store.writing() as tx:
        await tx.vacancies.open(Vacancy(game=number, side="blue", user=ANNA, since=games.clock()))
    await board.stand(ping(game, WANTED, "blue", 50), ping(game, WANTED, "orange", 51))

    assert await board.looked(number) == [50]


async def test_a_question_that_was_answered_with_no_goes_and_another_stands(games: GameService) -> None:
    number = await begun(games)
    board = Board(games)
    game = await games.game(number)
    async with games.store.writing() as tx:
        no = {"stamp": known(game), "side": "blue"}
        await tx.outbox.add(game=number, channel=HERE, kind="draw_refused", body=no)
        earlier = {"stamp": known(game) - 1, "side": "orange"}
        await tx.outbox.add(game=number, channel=HERE, kind="pause_refused", body=earlier)
    asked = {"after": known(game)}
    await board.stand(
        ping(game, "draw_asked", "blue", 50, **asked),
        ping(game, "draw_asked", "orange", 51, **asked),
        ping(game, "pause_asked", "orange", 52, **asked),
    )

    assert await board.looked(number) == [51, 52]


async def test_an_invitation_stands_while_a_seat_is_open(games: GameService) -> None:
    number = await lobby(games)
    board = Board(games)
    await board.stand(ping(await games.game(number), "invitation", ""))
    before = await board.looked(number)
    await seating.join(games, number, by(BRUNO), "", person(BRUNO))

    assert before == [50]
    assert await board.looked(number) == []
