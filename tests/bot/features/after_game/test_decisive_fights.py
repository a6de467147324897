"""The course of a game, and the fights that decided it: worked out from the log alone, in every rulebook."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache
from statistics import fmean

import pytest

from bot.core.game import Game
from bot.core.who_acts import PAUSE_AGREED, PAUSE_ENDED
from bot.features.after_game import decisive_fights, page
from bot.features.after_game.course_of_game import course_of_game, most_losses, strength
from bot.features.after_game.decisive_fights import decisive
from bot.features.history import explain_page
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports.report_sections import Fight
from engine.commands import Attack, Done
from engine.events import Noted, Rolled
from engine.evolve import replay
from engine.ledger import ForcedDice
from engine.referee import play
from render.league.records import LineChart
from storage import BY_STREAM, Entry
from tests.bot import recorded_games
from tests.bot.sample_games import game_with_log

ORDERS = {"tutorial": 40, "gue": 60, "nonaka": 40, "puits": 150}
"""A small battle of each rulebook, and orders of two computer players."""


@cache
def played(battle: str) -> Game:
    """A game, an order an hour."""
    game = game_with_log(battle, ORDERS[battle])
    hour = timedelta(hours=1)
    entries = tuple(replace(e, at=e.at + hour * n) for n, e in enumerate(game.entries))
    return replace(game, entries=entries)


def fights_of(game: Game) -> list[Fight]:
    return list(explain_page.fights(Names(catalogue_for("en"), game), game.active_entries))


@pytest.mark.parametrize("battle", ORDERS)
def test_every_fight_with_dice_can_be_played_again(battle: str) -> None:
    game = played(battle)
    fights = [f for f in fights_of(game) if any(isinstance(e, Rolled) for e in f.events)]

    swings = [*decisive_fights._swings(game, fights[:6], game.scenario.side_ids[0])]

    assert len(swings) == min(6, len(fights)) > 0


def test_fights_whose_dice_fell_by_stream_can_be_played_again() -> None:
    game = recorded_games.played("tutorial", ORDERS["tutorial"], keys=BY_STREAM)
    fights = [f for f in fights_of(game) if any(isinstance(e, Rolled) for e in f.events)]

    swings = [*decisive_fights._swings(game, fights[:4], game.scenario.side_ids[0])]

    assert len(swings) == min(4, len(fights)) > 1


def test_the_swing_is_the_balance_less_its_mean_over_all_faces() -> None:
    game = played("tutorial")
    side = game.scenario.side_ids[0]
    entry = next(e for e in game.entries if isinstance(e.command, Attack) and _dice(e) == 1)
    before = game.at(entry.seq - 1).state
    scale = decisive_fights._scale(game, game.at(1).state)
    assert entry.command is not None

    def balance(events: object) -> float:
        return decisive_fights.balance(game, replay(before, events), side, scale)  # type: ignore[arg-type]

    every = [
        balance(play(game.system, game.scenario, before, entry.side, entry.command, ForcedDice([face])))
        for face in range(1, 7)
    ]
    fights = fights_of(game)
    (swing,) = [s for s in decisive_fights._swings(game, fights, side) if s.entry.seq == entry.seq]

    assert swing.gain == pytest.approx(balance(entry.events) - fmean(every))


def _dice(entry: object) -> int:
    return sum(len(e.dice) for e in getattr(entry, "events", ()) if isinstance(e, Rolled))


@pytest.mark.long
def test_the_largest_swings_come_first_and_gain_for_the_side_they_name() -> None:
    game = played("gue")

    swings = decisive(game, fights_of(game), 3)

    assert 0 < len(swings) <= 3
    assert [s.gain for s in swings] == sorted((s.gain for s in swings), reverse=True)
    assert all(s.gain >= decisive_fights.LEAST_SWING for s in swings)
    assert {s.side for s in swings} <= {*game.scenario.side_ids}


def test_an_order_that_cannot_be_played_again_as_it_was_decides_nothing() -> None:
    game = played("tutorial")
    changed = tuple(replace(e, command=Done()) if _dice(e) else e for e in game.entries)
    other = replace(game, entries=changed)

    assert decisive(other, fights_of(other), 3) == ()


def test_dice_of_undone_orders_have_no_part_in_it() -> None:
    game = played("tutorial")
    last = max(e.seq for e in game.entries if _dice(e))
    gone = replace(
        game, entries=tuple(replace(e, struck=e.seq + 1) if e.seq >= last else e for e in game.entries)
    )

    assert all(swing.entry.seq < last for swing in decisive(gone, fights_of(gone), 9))


def test_more_fights_than_are_weighed_are_those_between_the_strongest() -> None:
    game = played("gue")
    fights = fights_of(game)

    kept = decisive_fights._largest(game, fights * 9)

    assert len({id(f) for f in kept}) <= decisive_fights.MOST_WEIGHED


@pytest.mark.parametrize("battle", ORDERS)
def test_the_course_has_a_position_a_turn_and_ends_as_the_game_did(battle: str) -> None:
    game = played(battle)
    course = course_of_game(game)
    scores = game.system.display.scores(game.scenario, game.state)

    turns = [turn.turn for turn in course.turns]
    assert turns == sorted({*turns})
    assert turns[-1] == game.state.turn
    assert course.turns[-1].scores == {s: scores.get(s, 0) for s in game.scenario.side_ids}
    assert sum(course.orders[s] for s in game.scenario.side_ids) == sum(
        e.kind == "order" for e in game.entries
    )


def test_the_time_is_that_of_the_side_that_the_game_waited_for() -> None:
    game = played("tutorial")
    course = course_of_game(game)

    waited = sum(course.waited.values(), timedelta())

    assert waited == game.entries[-1].at - game.record.created
    assert all(waited > timedelta() for waited in course.waited.values())


@pytest.mark.parametrize(("halt", "go_on"), [("paused", "resumed"), (PAUSE_AGREED, PAUSE_ENDED)])
def test_nobody_is_waited_for_in_a_pause(halt: str, go_on: str) -> None:
    game = played("tutorial")
    without = course_of_game(game).waited
    first, last = game.entries[:20], game.entries[20:]
    end = first[-1].at
    days = timedelta(days=9)
    ruled = [
        Entry(kind="ruling", who=1, events=(Noted(kind="ruling", facts={"act": act, "why": ""}),), at=at)
        for act, at in ((halt, end), (go_on, end + days))
    ]
    later = tuple(replace(e, seq=e.seq + 2, at=e.at + days) for e in last)
    numbered = tuple(replace(e, seq=first[-1].seq + n) for n, e in enumerate(ruled, start=1))

    paused = replace(game, entries=(*first, *numbered, *later))

    assert course_of_game(paused).waited == without
    assert course_of_game(replace(paused, entries=(*first, *later))).waited != without


def test_where_orders_are_secret_both_sides_are_waited_for_at_once() -> None:
    game = played("nonaka")
    course = course_of_game(game)

    assert sum(course.waited.values(), timedelta()) > game.entries[-1].at - game.record.created


@pytest.mark.long
def test_losses_count_where_counters_have_no_strength() -> None:
    game = played("puits")
    capacity = most_losses(game)
    units = [u for u in game.state.units.values() if "losses" in u.printed]

    assert capacity > 0
    assert {strength(game, u, capacity) for u in units} != {0}
    assert min(strength(game, u, capacity) for u in units) == 0


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("battle", ORDERS)
def test_the_chart_says_the_same_in_words(battle: str, language: str) -> None:
    game = played(battle)
    names = Names(catalogue_for(language), game)

    chart = page.course_chart(names, course_of_game(game))

    assert chart is not None
    assert isinstance(chart.chart, LineChart)
    assert len(chart.chart.lines) == 2
    for side in game.scenario.side_ids:
        assert names.side(side) in chart.alt


def test_a_game_that_was_over_at_once_has_no_chart() -> None:
    game = replace(played("tutorial"), entries=played("tutorial").entries[:1])

    assert page.course_chart(Names(catalogue_for("en"), game), course_of_game(game)) is None


def test_a_game_in_which_no_line_would_rise_or_fall_has_no_chart() -> None:
    game = played("nonaka")
    course = course_of_game(game)
    still = replace(
        course,
        turns=tuple(
            replace(turn, scores=course.turns[0].scores, strength=course.turns[0].strength)
            for turn in course.turns
        ),
    )

    assert page.course_chart(Names(catalogue_for("en"), game), still) is None
