"""Who rules on which games, and what a ruling does to clocks, pauses and searches. No Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from bot.clock import terms
from bot.core import game_clock
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.lobby.seating import COMPUTER
from bot.features.moderation import page as moderation_page
from bot.features.moderation.finished_games import FinishedGames, _ended, _same
from bot.features.moderation.rulings import RulingRights, Rulings
from bot.features.moderation.service import ModerationService, moments
from bot.features.server_settings.service import MODERATOR
from bot.features.time_control.service import ClockService
from bot.ui.page import Page
from engine.commands import Done, Resign
from engine.events import Ended
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, DORA, begun, by, person, refusal
from tests.bot.features.moderation.test_moderator_rights import marshal, status
from tests.bot.sample_games import new_game

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HOME, FOLLOWS, ELSEWHERE = 5, 1, 7
"""The server that holds an event, one that follows it, on which its games are played, and another one."""


def why(page: Page) -> set[str]:
    return {note.cause[1] for note in page.embeds}


async def with_clock(games: GameService) -> int:
    """A game with a day for each player-turn, by a clock that tests move."""
    game, now = await begun(games), games.clock()
    games.clock = lambda: now
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game, terms.read("1d"))
        await game_clock.update_clocks(tx, await games.game(game), now)
    return game


def passes(games: GameService, time: timedelta) -> None:
    now = games.clock()
    games.clock = lambda: now + time


async def left(games: GameService, game: int, side: str = "blue") -> timedelta:
    clock = await games.game_clock(await games.game(game))
    assert clock is not None
    return clock.left(side)


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (replace(marshal(), guild=HOME), True),
        (replace(marshal(), guild=FOLLOWS), False),
        (replace(marshal(), guild=ELSEWHERE), False),
        (replace(by(CLARA), guild=HOME), True),
        (replace(by(CLARA), guild=FOLLOWS), True),
        (replace(by(CLARA), guild=ELSEWHERE), False),
        (replace(by(DORA), guild=HOME), False),
    ],
)
async def test_games_of_an_event_are_ruled_on_by_its_organisers_and_the_moderators_of_its_server(
    games: GameService, who: Actor, expected: bool
) -> None:
    """Clara is the organiser."""
    rights = RulingRights(guild=HOME, organisers=frozenset({CLARA}), servers=frozenset({HOME, FOLLOWS}))
    table = await games.game(await begun(games))

    assert await Rulings(games).in_charge(who, table, rights) is expected


async def test_games_of_no_event_are_ruled_on_by_moderators_of_the_server_where_they_are_played(
    games: GameService,
) -> None:
    table = await games.game(await begun(games))
    for guild, reason in ((1, ""), (2, "not_a_marshal")):
        assert await refusal(Rulings(games).check(replace(marshal(), guild=guild), table)) == reason


async def test_a_moderator_holds_the_role_that_their_server_has_for_it(games: GameService) -> None:
    holder = replace(by(DORA), roles=frozenset({77}))
    before = await Rulings(games).moderates(holder)
    async with games.store.writing() as tx:
        await tx.settings.set(1, MODERATOR, 77)

    assert not before, "there is no role for it"
    assert await Rulings(games).moderates(holder)
    assert not await Rulings(games).moderates(replace(holder, roles=frozenset({78})))
    assert not await Rulings(games).moderates(replace(holder, guild=2))


async def test_a_ruling_that_is_delivered_twice_is_made_once(games: GameService) -> None:
    game, service, asked = await begun(games), ModerationService(games), marshal()
    pages = [await service.pause(asked, "dinner") for _ in range(2)]
    other = await service.pause(marshal(), "dinner")

    assert [why(page) - {""} for page in pages] == [set(), set()]
    assert why(other) == {"paused_already"}
    assert len(await games.store.outbox.of_game(game, "ruling")) == 1


async def test_a_game_that_is_over_is_neither_paused_nor_rolled_back(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await games.order(game, by(ANNA), Resign())

    assert await status(games, game) == "over"
    assert await refusal(service.pause(marshal(), "dinner")) in ("game_over", "no_game_here")
    assert await refusal(service.sure(marshal(), game, 1, 1)) == "no_such_game"
    assert await games.paused(game) is None


async def test_a_pause_takes_no_time_and_gives_none(games: GameService) -> None:
    """Even where the worker that looks after clocks is late."""
    game, service = await with_clock(games), ModerationService(games)
    passes(games, 5 * HOUR)
    await service.pause(marshal(), "dinner")
    passes(games, HOUR)
    async with games.store.writing() as tx:
        await game_clock.update_clocks(tx, await games.game(game), games.clock())
    passes(games, 3 * DAY)
    halted = await left(games, game)
    await service.resume(marshal(), "fed")
    passes(games, HOUR)

    assert halted == 19 * HOUR
    assert await left(games, game) == 18 * HOUR


async def test_after_a_rollback_whoever_decides_again_has_time_for_it(games: GameService) -> None:
    game, service = await with_clock(games), ModerationService(games)
    passes(games, 20 * HOUR)
    while (await games.game(game)).state.player == "blue":
        await games.order(game, by(ANNA), Done())
    first = moments(await games.game(game))[-1]
    question = marshal()
    await service.rollback(question, str(first.number), "a mistake")
    stamp = moderation_page.stamp(await games.game(game))
    await service.sure(marshal(), game, stamp, question.interaction)

    assert (await games.game(game)).state.player == "blue"
    assert await left(games, game) == DAY


async def test_no_game_is_rolled_back_behind_the_position_it_was_imported_with(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    table = await games.game(game)

    def imported_after(seq: int) -> list[int]:
        record = replace(table.record, imported_after=seq)
        return [moment.seq for moment in moments(replace(table, record=record))]

    assert [imported_after(seq) for seq in (0, 1, 2)] == [[1], [1], []]


async def test_a_game_that_is_removed_is_paused_no_more(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await service.pause(marshal(), "dinner")
    question = marshal()
    await service.remove(question, "all have left")
    await service.sure(marshal(), game, moderation_page.stamp(await games.game(game)), question.interaction)

    assert await status(games, game) == "over"
    assert await games.store.pauses.of_game(game) is None


async def test_a_seat_that_is_given_to_another_player_is_sought_no_more(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await ClockService(games).substitute(by(ANNA))
    sought = set(await games.store.vacancies.of_game(game))
    await service.replace(marshal(), "blue", person(CLARA), None, "gone")

    assert sought == {"blue"}
    assert await games.store.vacancies.of_game(game) == {}


async def test_the_computer_takes_no_seat_beside_a_player(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await seating.share(games, game, by(ANNA), "blue", person(CLARA))

    assert why(await service.replace(marshal(), "blue", COMPUTER, ANNA, "gone")) == {"replaced_partner"}
    assert why(await service.replace(marshal(), "orange", person(DORA + 1), ANNA, "gone")) == {
        "replaced_nobody"
    }
    await service.replace(marshal(), "orange", COMPUTER, BRUNO, "gone")
    assert (await games.game(game)).seat("orange").bot


@pytest.mark.parametrize(
    ("was", "verdict", "same"),
    [
        (Ended(winner="blue", level="", reason="resigned"), "blue", True),
        (Ended(winner="blue", level="", reason="resigned"), "orange", False),
        (Ended(winner="", level="draw", reason="agreed"), "draw", True),
        (Ended(winner="", level="forfeit", reason="forfeit"), "draw", False),
        (Ended(winner="", level="", reason="annulled"), "annul", True),
        (Ended(winner="", level="", reason="annulled"), "draw", False),
        (Ended(winner="blue", level="", reason="resigned"), "annul", False),
    ],
)
def test_a_result_is_corrected_only_into_another_one(was: Ended, verdict: str, same: bool) -> None:
    game = new_game("ormes")
    ended = replace(game, state=replace(game.state, result=was))

    assert _same(ended, _ended(ended, verdict)) is same


async def winner(games: GameService, game: int) -> str | None:
    result = (await games.game(game)).state.result
    return None if result is None else result.winner


async def test_the_result_of_a_game_of_a_tournament_is_left_to_its_organisers(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Resign())

    async def found(*asked: object) -> int:
        return game

    past, none = SimpleNamespace(find=found), SimpleNamespace(of_game=AsyncMock(return_value=None))
    events = SimpleNamespace(of_game=found)
    theirs, ours = (FinishedGames(Rulings(games), past, each) for each in (events, none))  # type: ignore[arg-type]

    assert why(await theirs.rule(marshal(), "", "blue", "a mistake")) == {"result_of_tournament"}
    assert await winner(games, game) == "orange"
    await ours.rule(marshal(), "", "blue", "a mistake")
    assert await winner(games, game) == "blue"
