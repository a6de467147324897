"""What a tournament does by itself when it is looked at: a real database, no Discord."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.core.channels import GameChannel
from bot.core.game_service import GameService
from bot.features.lobby.start import begin
from bot.features.tournaments.events import Events
from bot.features.tournaments.running.game_decisions import GameDecisions
from bot.features.tournaments.running.progress import LOOKED_AGAIN, Progress
from bot.features.tournaments.running.rounds import Rounds
from bot.features.tournaments.state import results
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import catalogue_for
from engine.commands import Resign
from engine.errors import IllegalOrder
from league.model import Result
from storage import TournamentGame
from tests.bot.features.lobby.test_seating_rights import by
from tests.bot.features.tournaments.running.test_opening import (
    CARD,
    GUEST,
    GUEST_CARD,
    HOME,
    NOON,
    Doors,
    paired,
)

HOUR = timedelta(hours=1)
ROUND = {"public_dice": False, "round_hours": 24}
EVERYONE = {101, 102, 103, 104}


@dataclass(slots=True)
class Refusing(Doors):
    """Threads that Discord refuses under some channels, and why."""

    refused: dict[int, IllegalOrder] = field(default_factory=dict)

    async def open(self, channel: int, name: str, users: Any, kinds: Any) -> GameChannel:
        if channel in self.refused:
            raise self.refused[channel]
        return await Doors.open(self, channel, name, users, kinds)


def no_rights(*missing: str) -> IllegalOrder:
    return IllegalOrder("", "no_thread", missing=missing)


async def settled(games: GameService, event: Event, doors: Doors | None = None) -> tuple[Event, Any]:
    """The tournament once all that is due is done, and when something is due next."""
    events = Events(games)
    progress = Progress(events, Rounds(events), GameDecisions(events), doors or Doors())  # type: ignore[arg-type]
    at = await progress.settle(event.id, lambda channel, guild: catalogue_for("en"))
    return await events.get(event.id), at


async def kept(games: GameService, event: Event, **about: Any) -> None:
    """Write something about the first game of the newest round."""
    async with games.store.writing() as tx:
        game = replace(event.rounds[-1].pairings[0].games[0], **about)
        await tx.tournaments.save_game(event.id, event.round, 1, game)


def first_game(event: Event) -> TournamentGame:
    return event.rounds[-1].pairings[0].games[0]


async def posts(games: GameService, kind: str) -> list[int]:
    """The channels of the posts of a kind."""
    return [post.channel for post in await games.store.outbox.waiting(100) if post.kind == kind]


async def test_paired_games_are_opened_once_and_begin(games: GameService) -> None:
    doors = Doors()
    event = await paired(games, boards=2, public_dice=False)

    for _ in range(2):
        after, _ = await settled(games, event, doors)

    assert [users for _, _, users in doors.opened] == [[101, 102], [103, 104]]
    assert [record.status for record in await games.store.games.all()] == ["playing"] * 2
    assert "P1" in doors.opened[0][1]
    assert after.stored.record.trouble == ""


async def test_what_was_opened_and_had_not_begun_when_the_bot_was_stopped_begins(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await paired(games, public_dice=False)
    with monkeypatch.context() as stopped:
        stopped.setattr(begin, "begin_full", lambda games, game: asking_too_much())
        with pytest.raises(RuntimeError):
            await settled(games, event)
    before = [record.status for record in await games.store.games.all()]
    await settled(games, event)

    assert before == ["lobby"]
    assert [record.status for record in await games.store.games.all()] == ["playing"]


async def asking_too_much() -> None:
    raise RuntimeError("stopped")


async def test_a_game_that_ended_has_its_result_and_one_that_goes_on_again_loses_it(
    games: GameService,
) -> None:
    event, _ = await settled(games, await paired(games, boards=2, public_dice=False))
    game = first_game(event)
    assert game.game is not None
    going_on = event.rounds[-1].pairings[1].games[0]
    async with games.store.writing() as tx:
        before = replace(going_on, result=Result.DRAW, how=results.ENGINE, margin=3)
        await tx.tournaments.save_game(event.id, 1, 2, before)
    await games.order(game.game, by(102), Resign())

    after, _ = await settled(games, event)

    one, two = (pairing.games[0] for pairing in after.rounds[-1].pairings)
    assert (one.result, one.how) == (Result.FIRST_WINS, "resigned")
    assert (two.result, two.how, two.margin) == ("", "", 0)
    assert after.stored.record.revision > event.stored.record.revision, "its card says so"


@pytest.mark.parametrize("how", [results.ORGANISER, results.AGREED, results.SCORE])
async def test_what_people_or_the_score_decided_is_not_taken_from_the_table(
    games: GameService, how: str
) -> None:
    event, _ = await settled(games, await paired(games, boards=2, public_dice=False))
    game = first_game(event)
    assert game.game is not None
    await games.order(game.game, by(102), Resign())
    await kept(games, event, result=Result.DRAW, how=how)

    after, _ = await settled(games, event)

    assert (first_game(after).result, first_game(after).how) == (Result.DRAW, how)


@pytest.mark.parametrize("verdict", ["score", "computer", "organiser"])
async def test_games_still_open_are_decided_at_the_deadline_and_not_a_moment_before(
    games: GameService, verdict: str
) -> None:
    games.clock = lambda: NOON
    event, _ = await settled(games, await paired(games, deadline=NOON + HOUR, verdict=verdict, **ROUND))

    games.clock = lambda: NOON + HOUR - timedelta(microseconds=1)
    before, at = await settled(games, event)
    games.clock = lambda: NOON + HOUR
    after, then = await settled(games, event)

    assert (first_game(before).result, at) == ("", NOON + HOUR)
    assert first_game(after).result == ("" if verdict == "organiser" else Result.FIRST_FORFEITS)
    assert then is None, "what has come is not awaited"


async def test_who_has_withdrawn_forfeits(games: GameService) -> None:
    event, _ = await settled(games, await paired(games, public_dice=False))
    async with games.store.writing() as tx:
        await tx.tournaments.save_entrant(event.id, replace(event.numbered[2], left=2))

    after, _ = await settled(games, event)

    assert first_game(after).result == Result.SECOND_FORFEITS
    assert [record.status for record in await games.store.games.all()] == ["over"]


async def test_a_server_that_opens_no_thread_is_passed_over_and_what_it_lacks_is_told_once_while_it_lasts(
    games: GameService,
) -> None:
    doors = Refusing(members={HOME: EVERYONE, GUEST: EVERYONE})
    event = await paired(games, boards=2, guest=True, public_dice=False)

    doors.refused = {CARD: no_rights("create_threads"), GUEST_CARD: no_rights("other")}
    for _ in range(2):
        nowhere, _ = await settled(games, event, doors)
    doors.refused = {CARD: no_rights("create_threads")}
    on_the_next, _ = await settled(games, event, doors)

    assert nowhere.stored.record.trouble == "no_thread create_threads"
    assert nowhere.stored.record.revision == event.stored.record.revision + 1
    assert [channel for channel, _, _ in doors.opened] == [GUEST_CARD] * 2
    assert on_the_next.stored.record.trouble == ""


async def test_trouble_on_a_following_server_is_told_with_its_number(games: GameService) -> None:
    doors = Refusing(members={GUEST: EVERYONE}, refused={GUEST_CARD: no_rights("x", "y")})
    after, _ = await settled(games, await paired(games, guest=True, public_dice=False), doors)

    assert after.stored.record.trouble == f"no_thread:{GUEST} x y"
    assert first_game(after).apart is None, "they have a server in common"


async def test_what_discord_will_open_later_is_tried_again_and_on_no_other_server(games: GameService) -> None:
    doors = Refusing(members={HOME: EVERYONE, GUEST: EVERYONE})
    doors.refused = {CARD: IllegalOrder("", "no_thread_now")}
    event = await paired(games, guest=True, public_dice=False)

    with pytest.raises(TimeoutError):
        await settled(games, event, doors)

    assert doors.opened == []
    assert (await Events(games).get(event.id)).stored.record.trouble == ""


async def test_for_players_without_a_server_in_common_it_looks_again_in_a_while(games: GameService) -> None:
    games.clock = lambda: NOON
    doors = Doors(members={HOME: {101}, GUEST: {102}})
    apart, at = await settled(games, await paired(games, guest=True, public_dice=False), doors)
    doors.members = {HOME: EVERYONE}
    together, then = await settled(games, apart, doors)

    assert (first_game(apart).apart, at) == (NOON, NOON + LOOKED_AGAIN)
    assert (first_game(together).apart, then) == (None, None)


@pytest.mark.parametrize("check_in", [True, False])
async def test_while_people_sign_up_its_card_changes_at_the_check_in_and_at_the_end(
    games: GameService, check_in: bool
) -> None:
    closes = NOON + timedelta(hours=30)
    event = await paired(games, closes=closes, check_in=check_in)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(event.id, status="signup")
    moments = []
    for after in (0, 6, 29, 30):
        games.clock = lambda now=NOON + after * HOUR: now  # type: ignore[misc]
        moments.append((await settled(games, event))[1])

    assert moments == [NOON + 6 * HOUR if check_in else closes, closes, closes, None]


async def test_games_whose_sides_are_bid_for_open_when_the_time_for_that_is_over(games: GameService) -> None:
    doors, event = Doors(), await paired(games, bid_hours=24, public_dice=False)
    games.clock = lambda: NOON
    _, at = await settled(games, event, doors)
    before = list(doors.opened)
    games.clock = lambda: NOON + 24 * HOUR
    await settled(games, event, doors)

    assert (before, at) == ([], NOON + 24 * HOUR)
    assert len(doors.opened) == 1


@pytest.mark.parametrize("status", ["signup", "playing"])
async def test_a_server_that_sent_the_bot_away_follows_no_more(games: GameService, status: str) -> None:
    event = await paired(games, guest=True, public_dice=False)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(event.id, status=status)
        await tx.guilds.mark_bot_removed(GUEST, NOON)

    after, _ = await settled(games, event, Doors(members={HOME: EVERYONE}))

    assert dict(after.channels) == {HOME: CARD}


class Extending(GameDecisions):
    """Just before a game is decided, the round gets another hour."""

    async def by_itself(self, tournament: int, *about: Any) -> None:
        async with self._games.store.writing() as tx:
            await tx.tournaments.set_deadline(tournament, 1, NOON + 2 * HOUR)
        await super().by_itself(tournament, *about)


async def test_a_round_that_gets_more_time_as_it_is_being_ended_goes_on(games: GameService) -> None:
    games.clock = lambda: NOON + HOUR
    event, events = await paired(games, deadline=NOON + HOUR, **ROUND), Events(games)
    progress = Progress(events, Rounds(events), Extending(events), Doors())  # type: ignore[arg-type]

    at = await progress.settle(event.id, lambda channel, guild: catalogue_for("en"))

    assert first_game(await events.get(event.id)).result == ""
    assert at == NOON + 2 * HOUR


async def test_of_a_tournament_that_is_over_or_gone_nothing_is_done(games: GameService) -> None:
    doors, event = Doors(), await paired(games, public_dice=False)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(event.id, status="cancelled")
    after, at = await settled(games, event, doors)
    events = Events(games)
    progress = Progress(events, Rounds(events), GameDecisions(events), doors)  # type: ignore[arg-type]

    assert (doors.opened, at, after.status) == ([], None, "cancelled")
    assert await progress.settle(event.id + 1, lambda channel, guild: catalogue_for("en")) is None


async def over(games: GameService, **terms: Any) -> Event:
    """A round of two games that are decided, on two servers; looked at twice."""
    games.clock = lambda: datetime(2026, 12, 2, tzinfo=UTC)
    event = await paired(games, boards=2, guest=True, rounds=2, **terms)
    async with games.store.writing() as tx:
        for pairing in event.rounds[-1].pairings:
            game = replace(pairing.games[0], result=Result.FIRST_WINS, how=results.AGREED, margin=1)
            await tx.tournaments.save_game(event.id, 1, pairing.board, replace(game, opened=NOON))
    doors = Doors(members={HOME: EVERYONE})
    for _ in range(2):
        after, _ = await settled(games, event, doors)
    return after


async def test_that_a_round_is_over_is_told_once_to_those_who_pair_the_next_one(games: GameService) -> None:
    after = await over(games)

    assert (after.round, after.status) == (1, "playing")
    assert after.rounds[0].closed == games.clock()
    assert await posts(games, "tournament_round_over") == [CARD]
    assert await posts(games, "tournament_round") == []


async def test_the_next_round_is_paired_by_itself_where_that_was_announced_and_told_on_every_server(
    games: GameService,
) -> None:
    after = await over(games, by_itself=True, public_dice=False)

    assert (after.round, after.rounds[0].closed) == (2, games.clock())
    assert await posts(games, "tournament_round") == [CARD, GUEST_CARD]
    assert await posts(games, "tournament_round_over") == []


async def test_the_last_round_ends_it_and_every_server_is_told_once(games: GameService) -> None:
    first = await over(games)
    second = await Rounds(Events(games)).pair(first.id, 2, by(9))
    async with games.store.writing() as tx:
        for pairing in second.rounds[-1].pairings:
            game = replace(pairing.games[0], result=Result.DRAW, how=results.AGREED, opened=NOON)
            await tx.tournaments.save_game(second.id, 2, pairing.board, game)
    for _ in range(2):
        after, at = await settled(games, second)

    assert (after.round, after.status, at) == (2, "over", None)
    assert await posts(games, "tournament_over") == [CARD, GUEST_CARD]
    assert await posts(games, "tournament_round_over") == [CARD], "of the first round"


async def test_results_of_earlier_rounds_stay(games: GameService) -> None:
    doors = Doors()
    event, _ = await settled(games, await paired(games, boards=2, rounds=2, public_dice=False), doors)
    async with games.store.writing() as tx:
        for pairing in event.rounds[-1].pairings:
            game = replace(pairing.games[0], result=Result.DRAW, how=results.ENGINE)
            await tx.tournaments.save_game(event.id, 1, pairing.board, game)
    second = await Rounds(Events(games)).pair(event.id, 2, by(9))

    after, _ = await settled(games, second, doors)

    assert [pairing.games[0].result for pairing in after.rounds[0].pairings] == [Result.DRAW] * 2
