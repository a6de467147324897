"""The referee's core: chances add up, nothing changes before the log does, dice are on the record."""

from fractions import Fraction

import pytest

import scenarios
from engine import events as ev
from engine.commands import Done, Draw, Expired, Move, Rally, Resign
from engine.errors import GameOver, NotOnTable, NotYours, Refused, WrongPhase
from engine.evolve import replay
from engine.ledger import ForcedDice, Ledger, OutOfDice, SeededDice
from engine.odds.chances import chances
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import Result, State
from engine.systems import find
from engine.view import look
from opponent import choose
from tests.long_forms import FIRST_BATTLES, long_but

DICE = SeededDice(b"seed", ("salt",))


def opened(name: str = "ormes") -> tuple[Scenario, State]:
    scenario = scenarios.load(name)
    return scenario, replay(State(), start(find(scenario.system), scenario, DICE))


def test_chances_of_an_attack_add_up_to_one() -> None:
    scenario, state = opened()
    system = find(scenario.system)
    order = 0
    while state.phase != "combat":
        order += 1
        side = state.questions[0].side if state.questions else min(state.active)
        state = replay(
            state, play(system, scenario, state, side, choose(system, scenario, state, side), DICE, order)
        )
    side = min(state.active)
    attack = next(
        o.command for o in options(system, scenario, state, side) if not isinstance(o.command, Done)
    )

    outcomes = chances(system, scenario, state, side, attack)

    assert sum(c.probability for c in outcomes) == Fraction(1)
    assert len(outcomes) >= 6


def test_play_changes_nothing_itself_and_decides_the_same_again() -> None:
    scenario, state = opened()
    system = find(scenario.system)
    side = min(state.active)
    before = state

    first = play(system, scenario, state, side, Done(), DICE, 1)
    second = play(system, scenario, state, side, Done(), DICE, 1)

    assert state == before
    assert first == second


def test_a_seeded_die_is_the_same_for_the_same_key_and_within_its_faces() -> None:
    faces = [DICE.draw(f"{n}/1/1", 9) for n in range(900)]

    assert faces == [SeededDice(b"seed", ("salt",)).draw(f"{n}/1/1", 9) for n in range(900)]
    assert set(faces) == set(range(1, 10))
    assert DICE.draw("1/1/1", 9) == DICE.draw("1/1/1", 9)
    assert faces != [SeededDice(b"seed", ("other",)).draw(f"{n}/1/1", 9) for n in range(900)]


def test_every_die_is_on_the_record() -> None:
    ledger = Ledger(State(), ForcedDice([4, 2]), order=7)

    assert ledger.roll("combat", sides=6, rule="MP-CBT-30", by="b-1") == 4
    rolled = ledger.events[0]
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.key, rolled.dice, rolled.rule, rolled.by) == ("7/1", (4,), "MP-CBT-30", "b-1")
    with pytest.raises(OutOfDice):
        ledger.pool("two", 2, sides=6, rule="")
    with pytest.raises(ValueError, match="no 9"):
        ForcedDice([9]).draw("x", 6)


def test_the_side_without_a_decision_is_told_whose_turn_it_is() -> None:
    scenario, state = opened()
    system = find(scenario.system)

    with pytest.raises(NotYours) as refused:
        play(system, scenario, state, "orange", Done(), DICE)

    assert refused.value.facts["player"] == "blue"
    assert options(system, scenario, state, "orange") == ()


def test_an_order_of_another_phase_names_the_phases_that_take_it() -> None:
    scenario, state = opened()
    system = find(scenario.system)
    with pytest.raises(WrongPhase) as refused:
        play(system, scenario, state, "blue", Rally(), DICE)

    assert refused.value.facts["fitting"] == ("rally",)


def test_nothing_is_taken_after_the_end() -> None:
    scenario, state = opened()
    system = find(scenario.system)
    state = replay(state, play(system, scenario, state, "orange", Resign(), DICE))

    assert state.result is not None
    assert state.result.winner == "blue"
    with pytest.raises(GameOver):
        play(system, scenario, state, "blue", Done(), DICE)


def test_an_agreed_draw_ends_the_game_whoever_owes_a_decision_and_whatever_the_points() -> None:
    scenario, state = opened()
    system = find(scenario.system)

    events = play(system, scenario, state, "orange", Draw(), DICE)

    assert replay(state, events).result == Result(winner="", level="draw", reason="agreed")
    assert not any(event.only for event in events)


def test_time_is_up_for_the_side_that_owes_a_decision_alone() -> None:
    scenario, state = opened()
    system = find(scenario.system)

    assert play(system, scenario, state, "blue", Expired(), DICE)
    with pytest.raises(Refused):
        play(system, scenario, state, "orange", Expired(), DICE)


def test_an_unknown_unit_is_no_rule_but_a_name_no_one_has() -> None:
    scenario, state = opened()
    system = find(scenario.system)
    while state.phase != "movement":
        state = replay(state, play(system, scenario, state, "blue", Done(), DICE))

    with pytest.raises(NotOnTable):
        play(system, scenario, state, "blue", Move(unit="nobody", path=("0101",)), DICE)


def test_a_view_shows_every_hex_and_counter() -> None:
    scenario, state = opened()

    view = look(find(scenario.system), scenario, state, "blue")

    assert set(view.hexes) == set(scenario.grid)
    assert {c.id for c in view.counters} == set(scenario.counters)
    assert set(view.zones) == {"blue", "orange"}


@pytest.mark.parametrize("name", long_but(FIRST_BATTLES, scenarios.all()))
def test_the_sparring_partner_plays_both_sides_to_the_end(name: str) -> None:
    scenario, state = opened(name)
    system = find(scenario.system)
    for order in range(1, 1_000):
        if state.result is not None:
            break
        side = state.questions[0].side if state.questions else min(state.active)
        command = choose(system, scenario, state, side)
        state = replay(state, play(system, scenario, state, side, command, DICE, order))

    assert state.result is not None
