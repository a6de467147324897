"""What becomes of the dials when something is taken back, and when a player comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import terms
from bot.clock.rest_hours import RestHours
from bot.core import game_clock
from bot.core.game_clock import GameClock
from bot.core.game_service import GameService
from bot.features.lobby import seating
from engine.commands import Done
from storage import Pause, Player, Vacancy, Vacation
from tests.bot.core.test_game import first_move
from tests.bot.features.lobby.test_seating_rights import ANNA, CLARA, begun, by, lobby, person

DAY = timedelta(days=1)


async def out_of_time(games: GameService) -> int:
    """A game with a clock of three days; the side that owes a decision, Anna's, has let its time run out."""
    game_id = await begun(games)
    game = await games.game(game_id)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d", "computer_easy"))
        clock = await game_clock.update_clocks(tx, game, games.clock())
        assert clock is not None
        assert game.owing == ("blue",)
        late = replace(clock.dials["blue"], late=True, left=timedelta(), reminded=(ANNA,))
        await tx.clocks.save_sides([late])
    return game_id


async def test_who_must_decide_again_has_fresh_time_and_is_late_no_more(games: GameService) -> None:
    game_id = await out_of_time(games)
    others = replace((await games.store.clocks.sides(game_id))["orange"], left=DAY, late=True)

    async with games.store.writing() as tx:
        await tx.clocks.save_sides([others])
        await game_clock.refresh(tx, await games.game(game_id), games.clock())

    dials = await games.store.clocks.sides(game_id)
    assert (dials["blue"].late, dials["blue"].left, dials["blue"].reminded) == (False, 3 * DAY, ())
    assert dials["orange"] == others


async def test_who_comes_back_has_their_seat_and_fresh_time_and_is_late_no_more(games: GameService) -> None:
    game_id = await out_of_time(games)
    async with games.store.writing() as tx:
        await game_clock.take_over(tx, await games.game(game_id), "blue", "hard")
    games.forget(game_id)
    absent = await games.game(game_id)

    async with games.store.writing() as tx:
        back = await game_clock.give_back(tx, absent, "blue", games.clock())

    dial = (await games.store.clocks.sides(game_id))["blue"]
    assert [(s.side, s.user, s.bot, s.level) for s in absent.record.seats if s.bot] == [
        ("blue", ANNA, True, "hard")
    ]
    assert not any(game_clock.stands_in(seat) for seat in back.record.seats)
    assert back.record == await games.store.games.get(game_id)
    assert (dial.late, dial.left, dial.reminded) == (False, 3 * DAY, ())


async def test_a_dial_stops_with_the_order_and_not_when_it_is_looked_at(games: GameService) -> None:
    game_id = await begun(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("10d+12h"))
        await game_clock.update_clocks(tx, await games.game(game_id), games.clock())
    began = (await games.store.clocks.sides(game_id))["blue"].left
    while "blue" in (await games.game(game_id)).owing:
        await games.order(game_id, by(ANNA), Done())
    game = await games.game(game_id)

    async with games.store.reading() as tx:
        soon = await game_clock.game_clock(tx, game, game.entries[-1].at)
        late = await game_clock.game_clock(tx, game, game.entries[-1].at + DAY)
        slow = (*game.entries[:-1], replace(game.entries[-1], at=game.entries[-1].at + DAY))
        slower = await game_clock.game_clock(tx, replace(game, entries=slow), slow[-1].at + DAY)

    assert soon is not None
    assert late is not None
    assert slower is not None
    assert late.dials["blue"] == soon.dials["blue"]
    assert slower.dials["blue"].left == soon.dials["blue"].left - DAY
    assert began - timedelta(hours=1) < late.dials["blue"].left
    assert late.dials["orange"].since == late.now


@pytest.mark.parametrize("why", ["paused", "removed"])
async def test_all_dials_stand_in_a_pause_and_while_the_server_has_sent_the_bot_away(
    games: GameService, why: str
) -> None:
    game_id = await begun(games)
    game = await games.game(game_id)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d"))
    running = await games.game_clock(game)

    async with games.store.writing() as tx:
        if why == "paused":
            await tx.pauses.save(Pause(game=game_id, by=ANNA, reason="ill", since=games.clock()))
        else:
            await tx.guilds.mark_bot_removed(game.record.guild, games.clock())
    standing = await games.game_clock(game)

    assert running is not None
    assert standing is not None
    assert (running.running, standing.running) == (("blue",), ())


async def blue_moves_on(games: GameService, game_id: int, asked_by: int | None) -> None:
    """Blue ends its player-turn in time; a substitute is sought for it, who was asked for by that user."""
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d"))
        await game_clock.update_clocks(tx, await games.game(game_id), games.clock())
        await tx.vacancies.open(Vacancy(game=game_id, side="blue", user=asked_by, since=games.clock()))
    while "blue" in (await games.game(game_id)).owing:
        await games.order(game_id, by(ANNA), Done())
    async with games.store.writing() as tx:
        await game_clock.update_clocks(tx, await games.game(game_id), games.clock())


@pytest.mark.parametrize("asked_by", [None, ANNA])
async def test_who_meets_a_deadline_needs_no_substitute_unless_they_asked_for_one(
    games: GameService, asked_by: int | None
) -> None:
    game_id = await begun(games)

    await blue_moves_on(games, game_id, asked_by)

    assert (await games.store.players.get(ANNA)).deadlines_met == 1
    assert ("blue" in await games.store.vacancies.of_game(game_id)) == (asked_by is not None)


async def test_deadlines_of_one_who_plays_alone_are_not_counted(games: GameService) -> None:
    game_id = (await seating.create_game(games, by(ANNA), "ormes", seating.BOTH, None)).record.id
    await seating.start(games, game_id, by(ANNA))

    await blue_moves_on(games, game_id, None)

    assert (await games.store.players.get(ANNA)).deadlines_met == 0


async def test_the_computer_stands_in_for_the_first_player_of_a_side_and_the_side_has_no_clock_then(
    games: GameService,
) -> None:
    game_id = await out_of_time(games)
    await seating.share(games, game_id, by(ANNA), "", person(CLARA))

    async with games.store.writing() as tx:
        await game_clock.take_over(tx, await games.game(game_id), "blue", "hard")
    games.forget(game_id)
    game = await games.game(game_id)

    assert [(seat.user, seat.bot, seat.level) for seat in game.seats("blue")] == [
        (ANNA, True, "hard"),
        (CLARA, False, ""),
    ]
    assert game_clock.situation(game).sides == ("orange",)


async def test_an_order_of_the_player_takes_the_side_back_and_one_for_the_player_does_not(
    games: GameService,
) -> None:
    game_id = await out_of_time(games)
    async with games.store.writing() as tx:
        await game_clock.take_over(tx, await games.game(game_id), "blue", "hard")
    games.forget(game_id)

    async with games.locked(game_id):
        table = await games.game(game_id)
        by_the_computer = await games.give(table, "blue", first_move(table, "blue"), None, None)
    own = await games.order(game_id, by(ANNA), Done())

    assert game_clock.stands_in(by_the_computer.game.seat("blue"))
    assert not game_clock.stands_in(own.game.seat("blue"))
    assert (own.game.seat("blue").bot, own.game.seat("blue").level) == (False, "")
    assert not game_clock.stands_in(replace(own.game.seat("blue"), bot=True, user=None)), "for no one"


async def test_new_terms_reset_the_clocks(games: GameService) -> None:
    game_id = await out_of_time(games)

    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("2d"))

    assert await games.store.clocks.sides(game_id) == {}
    clock = await games.game_clock(await games.game(game_id))
    assert clock is not None
    assert (clock.dials["blue"].left, clock.dials["blue"].late) == (2 * DAY, False)


async def test_of_a_deadline_those_are_reminded_who_are_there_until_it_is_over(games: GameService) -> None:
    game_id = await begun(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d"))
    game = await games.game(game_id)
    clock = await games.game_clock(game)
    erased = replace(game.record, seats=tuple(replace(s, user=-1) for s in game.record.seats))
    gone = await games.game_clock(replace(game, record=erased))

    assert clock is not None
    assert gone is not None
    late = replace(clock, dials={s: replace(dial, late=True) for s, dial in clock.dials.items()})
    told = replace(clock, dials={s: replace(dial, reminded=(ANNA,)) for s, dial in clock.dials.items()})
    assert [(side, user) for _, side, user in clock.reminders()] == [("blue", ANNA)]
    assert late.reminders() == told.reminders() == gone.reminders() == []


@pytest.mark.parametrize("policy", [terms.DEFAULT, terms.WAIT])
async def test_what_is_agreed_for_a_deadline_happens_and_of_waiting_nothing_comes(
    games: GameService, policy: str
) -> None:
    game_id = await begun(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d", policy))
    clock = await games.game_clock(await games.game(game_id))
    assert clock is not None
    due = clock.deadline("blue")
    assert due is not None
    reminded = {s: replace(dial, reminded=(ANNA,)) for s, dial in clock.dials.items()}
    late = {s: replace(dial, late=True) for s, dial in clock.dials.items()}

    assert replace(clock, dials=reminded).next_moment() == due + game_clock.GRACE
    after = replace(clock, dials=late).next_moment()
    assert after == (None if policy == terms.WAIT else due + game_clock.GRACE)


def test_the_vacation_of_another_is_no_rest() -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    away = [
        Vacation(user=n, first=now, last=now, starts=now + n * DAY, ends=now + (n + 1) * DAY) for n in (1, 2)
    ]

    assert game_clock.rest_of(Player(user=2), away).away == ((now + 2 * DAY, now + 3 * DAY),)


async def of_anna(games: GameService, agreed: str = "3d", late: str = terms.DEFAULT) -> GameClock:
    """The clock of a game in which it is Anna's turn, who plays Blue; its dial runs."""
    game_id = await begun(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read(agreed, late))
        clock = await game_clock.update_clocks(tx, await games.game(game_id), games.clock())
    assert clock is not None
    return clock


@pytest.mark.parametrize(
    ("late", "over"),
    [(terms.DEFAULT, True), (terms.FORFEIT, True), (terms.WAIT, False), ("computer_easy", False)],
)
async def test_the_next_order_is_a_sides_own_up_to_its_deadline_and_longer_where_it_may_be_late(
    games: GameService, late: str, over: bool
) -> None:
    clock = await of_anna(games, late=late)
    due = clock.deadline("blue")
    assert due is not None

    assert not clock.over("blue", due)
    assert clock.over("blue", due + timedelta(microseconds=1)) is over
    assert not clock.over("orange", due + DAY), "its dial stands still"


async def test_where_a_substitute_is_sought_already_the_next_deadline_brings_the_legal_default(
    games: GameService,
) -> None:
    clock = await of_anna(games, late=terms.SUBSTITUTE)
    sought = replace(
        clock, vacancies={"blue": Vacancy(game=clock.game.record.id, side="blue", user=None, since=clock.now)}
    )

    assert (clock.next("blue"), sought.next("blue")) == (terms.SUBSTITUTE, terms.DEFAULT)
    assert sought.next("orange") == terms.SUBSTITUTE


async def test_a_system_clock_that_was_set_back_takes_no_time_of_what_has_not_been(
    games: GameService,
) -> None:
    running = await of_anna(games, "10d+12h")
    since, began = running.dials["blue"].since, running.dials["blue"].left
    assert since is not None
    while "blue" in (await games.game(running.game.record.id)).owing:
        await games.order(running.game.record.id, by(ANNA), Done())
    game = await games.game(running.game.record.id)
    ahead = replace(game, entries=(*game.entries[:-1], replace(game.entries[-1], at=since + 2 * DAY)))

    async with games.store.reading() as tx:
        soon = await game_clock.game_clock(tx, ahead, since + timedelta(hours=1))
        before = await game_clock.game_clock(tx, ahead, since - DAY)

    assert soon is not None
    assert before is not None
    assert soon.dials["blue"].left == began - timedelta(hours=1)
    assert before.dials["blue"].left == began


async def test_all_of_a_side_rest_until_the_first_of_them_wakes(games: GameService) -> None:
    clock = await of_anna(games)
    now = clock.now
    away = RestHours(away=((now - DAY, now + DAY),))
    from_now, later = RestHours(away=((now, now + 2 * DAY),)), RestHours(away=((now + DAY, now + 2 * DAY),))

    def resting(*rests: RestHours) -> datetime | None:
        return replace(clock, rests={**clock.rests, "blue": rests}).resting("blue")

    assert resting(away) == resting(away, from_now) == now + DAY
    assert resting(away, later) is resting(later) is resting() is None


async def test_the_time_in_which_a_player_rested_is_not_taken_off_when_the_bot_was_away(
    games: GameService,
) -> None:
    clock = await of_anna(games)
    dial = clock.dials["blue"]
    assert dial.since is not None
    day = dial.since.date()
    away = Vacation(user=ANNA, first=day, last=day, starts=dial.since + DAY, ends=dial.since + 2 * DAY)
    async with games.store.writing() as tx:
        await tx.players.save_vacation(away)
        await game_clock.deduct_together(tx, [dial], dial.since + 2 * DAY, dial.since + 5 * DAY)

    after = (await games.store.clocks.sides(dial.game))["blue"]
    assert (after.left, after.since) == (2 * DAY, dial.since + 5 * DAY)


async def test_before_a_game_begins_it_has_no_clock(games: GameService) -> None:
    game_id = await lobby(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d"))
        assert await game_clock.game_clock(tx, await games.game(game_id), games.clock()) is None
