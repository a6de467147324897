"""The moments of a record, and their pictures."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

import scenarios
from bot.features.record.record_moments import moment_at, record_moments
from bot.features.record.record_picture import draw_moment
from bot.features.record.recorded_game import game_of
from bot.i18n.catalogue import catalogue_for
from engine.evolve import replay
from notation.record import BadRecord, read
from render.picture import BOX, TALLEST
from tests.bot.recorded_games import played, stored

ORMES = game_of(read(stored("ormes")))


@pytest.mark.parametrize("battle", scenarios.all())
def test_moments_lead_from_the_first_position_to_the_last_without_a_gap(battle: str) -> None:
    game = played(battle, 12, undo=lambda n: int(n in (7, 10)))

    moments = list(record_moments(game))

    for earlier, later in pairwise(moments):
        assert later.before == earlier.game.state
        assert replay(later.before, later.recent) == later.game.state
    assert moments[-1].game.state == game.state
    events = [event for moment in moments for event in moment.recent]
    assert events == [event for entry in game.active_entries for event in entry.events]


def test_each_moment_belongs_to_one_phase() -> None:
    for moment in record_moments(ORMES):
        state = moment.game.state
        assert moment.when == (state.turn, state.player, state.phase)


def test_a_moment_is_named_by_entry_by_phase_by_player_or_as_the_end() -> None:
    phase, other = moment_at(ORMES, "2.combat"), moment_at(ORMES, "2.blue.combat")
    turn, after, end = moment_at(ORMES, "2.blue"), moment_at(ORMES, "32"), moment_at(ORMES, "end")

    assert phase.when == (2, "orange", "combat")
    assert other.when == (2, "blue", "combat")
    assert (turn.turn, turn.player) == (2, "blue")
    assert other.entry < turn.entry < phase.entry
    assert after.game.state == ORMES.at(32).state
    assert end.game.state == ORMES.state
    assert len(phase.recent) > 1
    assert replay(phase.before, phase.recent) == phase.game.state


def test_an_entry_that_was_taken_back_is_shown_as_it_was_then() -> None:
    game = played("ormes", 14, undo=lambda n: int(n == 9))
    taken_back = next(e.seq for e in game.entries if e.struck is not None)

    moment = moment_at(game, str(taken_back))

    assert moment.recent == game.entries[taken_back - 1].events
    assert replay(moment.before, moment.recent) == moment.game.state


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("2.lunch", "there are: 2.blue.bombardment"),
        ("99.combat", "turns are 1 to "),
        ("9999", "the last one is"),
        ("0", "there is no entry 0"),
        ("", "no moment ''"),
        ("2.", "no moment '2.'"),
        ("2.combat.blue", "no moment"),
    ],
)
def test_a_moment_that_is_not_there_is_refused_with_those_that_are(when: str, what: str) -> None:
    with pytest.raises(BadRecord, match=what):
        moment_at(ORMES, when)


@pytest.mark.long
def test_a_moment_is_drawn_as_a_side_or_a_spectator_saw_it() -> None:
    moment = moment_at(game_of(read(stored("takase"))), "4.planning")

    pictures = [draw_moment(catalogue_for(), moment, side) for side in ("", "red")]

    sizes = [Image.open(BytesIO(data)).size for data in pictures]
    assert all(width <= BOX[0] and BOX[1] <= height <= TALLEST for width, height in sizes)
    assert pictures[0] != pictures[1], "a side sees its orders"
