"""Steps of the unit in hand: what is remembered of each, and when it is forgotten."""

from __future__ import annotations

from engine.events import Marked, Moved, Selected
from engine.evolve import replay
from engine.state import State, Taken, Unit

UNIT = Unit(id="b1", side="blue", kind="infantry", place="0505", values={"mp": 3})
IN_HAND = (Selected(unit="b1"), Marked(name="moved", on="b1"))


def moved(origin: str, to: str, manner: str = "step") -> Moved:
    return Moved(unit="b1", origin=origin, hex=to, manner=manner)


def steps(*events: Moved) -> tuple[Taken, ...]:
    state = replay(State(units={"b1": UNIT}), (*IN_HAND, *events))

    assert state.selection is not None
    return state.selection.steps


def test_a_step_in_hand_remembers_hex_values_and_marks() -> None:
    taken = steps(moved("0505", "0605"))

    assert taken == (Taken(origin="0505", had={"mp": 3}, marks=frozenset({"moved"})),)


def test_a_step_taken_back_leaves_those_before_it() -> None:
    taken = steps(moved("0505", "0605"), moved("0605", "0705"), moved("0705", "0605", "back"))

    assert [step.origin for step in taken] == ["0505"]


def test_any_other_movement_forgets_them_all() -> None:
    assert steps(moved("0505", "0605"), moved("0605", "0705", "retreat")) == ()
