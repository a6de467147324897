"""Big fights: which is next, whether it has begun, how it ended; from the log and public facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import opponent
from bot.core.game import Game
from bot.features.predictions import big_fights
from bot.features.predictions.big_fights import Fight
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import Mark, State
from storage import Entry
from tests.bot.sample_games import new_game

WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def play_until(name: str, until: Callable[[Game], object], game: Game | None = None) -> Game:
    """A battle between two computer players up to there, with its log."""
    dice, first = SeededDice(b"a"), new_game(name)
    if game is None:
        events = referee.start(first.system, first.scenario, dice)
        start = Entry(seq=1, kind="start", events=events, at=WHEN)
        game = replace(first, entries=(start,), state=replay(State(), events))
    while not until(game):
        side, system, scenario = game.owing[0], game.system, game.scenario
        command = opponent.choose(system, scenario, system.as_seen_by(scenario, game.state, side), side)
        events = referee.play(system, scenario, game.state, side, command, dice, order=game.last + 1)
        game = game.added(
            Entry(seq=game.last + 1, kind="order", side=side, command=command, events=events, at=WHEN)
        )
    return game


def impending(game: Game) -> Fight:
    fight = big_fights.impending(game)
    assert fight is not None
    return fight


def test_a_fight_is_open_until_a_die_is_rolled_about_it_and_ends_with_the_player_turn() -> None:
    before = play_until("ormes", big_fights.impending)
    fight, since = impending(before), before.last
    after = play_until("ormes", lambda t: big_fights.outcome(t, fight, since), before)
    open_ = [n for n in range(since, after.last + 1) if not big_fights.begun(after.at(n), fight, since)]

    assert fight.hex == before.state.units[fight.unit].hex
    assert before.state.units[fight.unit].side != before.state.player
    assert open_ == list(range(since, since + len(open_))), "once it has begun, it has"
    assert big_fights.begun(after, fight, since)
    assert big_fights.ended_with(after) == (since,)
    assert big_fights.ended_with(after.at(after.last - 1)) == ()
    unit = after.state.units[fight.unit]
    expected = "gone" if unit.hex is None else "holds" if unit.hex == fight.hex else "back"
    assert big_fights.outcome(after, fight, since) == expected


def test_it_is_told_once() -> None:
    before = play_until("ormes", big_fights.impending)
    over = play_until("ormes", lambda t: big_fights.outcome(t, impending(before), before.last), before)
    longer = play_until("ormes", lambda t: t.last == over.last + 12, over)

    ends = [
        n for n in range(before.last, longer.last + 1) if before.last in big_fights.ended_with(longer.at(n))
    ]

    assert ends == [over.last]


@pytest.mark.long
def test_what_is_hidden_makes_no_question_and_no_answer() -> None:
    before = play_until("kurokawa", big_fights.impending)
    fight = impending(before)
    marks = before.state.marks | {Mark(name="hidden", on=fight.unit)}
    hidden = replace(before, state=replace(before.state, marks=marks))

    hidden_fight = big_fights.impending(hidden)

    assert hidden_fight is None or fight.unit not in (hidden_fight.unit, *hidden_fight.enemies)


@pytest.mark.long
def test_a_skirmish_and_a_lesson_are_no_big_fights() -> None:
    for name in ("tutorial", "nonaka"):
        predictable: list[int] = []

        def look(game: Game, predictable: list[int] = predictable) -> bool:
            predictable += [game.last] if big_fights.impending(game) else []
            return game.state.result is not None or game.last > 60

        play_until(name, look)
        assert predictable == []
