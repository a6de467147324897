"""Movement in Pousse-pion: a step is offered exactly when it is accepted, on small maps of everything."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.commands import Charge, Command, Done, Move, Release, Step
from engine.errors import Refused
from engine.events import Changed, Placed
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.rules import routes as planning
from engine.state import State
from engine.systems.pousse_pion.movement.movement import MOVEMENT, step_to_take_back
from notation.scripts.position import Position
from notation.scripts.runner import run

LONG = os.environ.get("SOAK") == "1"
SIZE = 5
HEXES = [f"{c:02d}{r:02d}" for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
TERRAINS = ("rough", "woods", "built_up", "marsh", "hollow")
KINDS = ("infantry", "infantry", "cavalry", "cavalry", "artillery", "general")
OBSTACLES = ("rivulets", "streams", "rivers", "great_rivers", "steep_slopes", "abattis")
SIDES = [f"{c:02d}{r:02d} {way}" for r in range(2, SIZE) for c in range(2, SIZE) for way in ("E", "SE", "SW")]
MARKS = ("disordered", "uncommanded", "moved", "begun", "stopped", "paid", "fired", "reacted", "called")
SWITCHES = {
    "zoc.uncommanded": "none",
    "zoc.in_disorder": "exerts",
    "zoc.entry_loss": "by_state",
    "obstacles.break": "after_generals",
    "charge.approach_zoc_to_zoc": "applies",
}
DICE = SeededDice(b"agreement")

anything = settings(
    max_examples=800 if LONG else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A small map with all that can lie on it, a few units in any state, some waiting for their entry; a step
    or two may have been made already, so that a unit is in hand."""
    script: dict[str, Any] = {
        "system": "pousse_pion",
        "columns": str(SIZE),
        "rows": str(SIZE),
        "terrain": {
            h: draw(st.sampled_from(TERRAINS)) for h in draw(st.sets(st.sampled_from(HEXES), max_size=6))
        },
        "levels": {
            h: str(draw(st.integers(1, 3))) for h in draw(st.sets(st.sampled_from(HEXES), max_size=4))
        },
        **_hexsides(draw),
        "roads": ["0203 0303 0403", "0304 0404 0504"],
        "tracks": "0104 0204 0304",
        "phase": draw(st.sampled_from(("movement", "movement", "manoeuvre"))),
        "turn": "2",
        "objectives": {"mill": {"hexes": "0303", "scored": "passing", "owner": "orange"}},
        "options": {name: SWITCHES[name] for name in draw(st.sets(st.sampled_from([*SWITCHES]), max_size=2))},
    }
    places = draw(st.lists(st.sampled_from(HEXES), min_size=4, max_size=9, unique=True))
    script["place"] = {f"{'bbo'[n % 3]}{n}": _unit(draw, hex_) for n, hex_ in enumerate(places)}
    entry = draw(st.sampled_from(("0101", "0103", "0305", "0501")))
    arrives = draw(st.integers(1, 3))
    script["place"]["b9"] = f"reserve {draw(st.sampled_from(KINDS))} arrives {arrives} enters {entry}"
    marked = draw(st.sets(st.sampled_from(sorted(script["place"])), max_size=4))
    script["marks"] = {id_: draw(st.sampled_from(MARKS)) for id_ in marked}
    position = run(script).position
    for number in draw(st.lists(st.integers(0, 99), max_size=2)):
        position = _after_one_of(position, number)
    return position


def _hexsides(draw: st.DrawFn) -> dict[str, list[str]]:
    """Obstacles on some hexsides, by the words of a script."""
    lying = draw(st.dictionaries(st.sampled_from(SIDES), st.sampled_from(OBSTACLES), max_size=9))
    return {kind: [side for side, lies in lying.items() if lies == kind] for kind in set(lying.values())}


def _unit(draw: st.DrawFn, hex_: str) -> str:
    kind, trait = draw(st.sampled_from(KINDS)), draw(st.sampled_from(("", " trait horse", " corps none")))
    return f"{hex_} {kind}{trait} mo {draw(st.integers(0, 4))} mp {draw(st.integers(0, 4))}"


def _after_one_of(position: Position, number: int) -> Position:
    """The position after one of the steps that are offered on it, if any."""
    steps = [
        o.command
        for o in options(position.system, position.scenario, position.state, "blue")
        if _moves(o.command)
    ]
    return replace(position, state=after(position, steps[number % len(steps)])) if steps else position


def _moves(command: Command) -> bool:
    return isinstance(command, (Step, Move))


def after(position: Position, command: Command) -> State:
    """The position after an order of blue."""
    return replay(
        position.state, play(position.system, position.scenario, position.state, "blue", command, DICE)
    )


def accepted(position: Position, command: Command) -> bool:
    try:
        play(position.system, position.scenario, position.state, "blue", command, DICE)
    except Refused:
        return False
    return True


def every_order(position: Position) -> Iterator[Command]:
    """Every order of one step, and every charge, that anybody could think of."""
    yield from (Done(), Release())
    for unit in position.state.units:
        for hex_ in HEXES:
            yield from (Move(unit=unit, path=(hex_,)), Step(unit=unit, hex=hex_))
        yield from (Charge(unit=unit, target=target) for target in position.state.units)


@pytest.mark.long
@anything
@given(position=positions())
def test_an_order_is_offered_exactly_when_it_is_accepted(position: Position) -> None:
    if position.state.questions or "blue" not in position.state.active:
        return

    offered = [o.command for o in options(position.system, position.scenario, position.state, "blue")]

    assert [c for c, times in Counter(map(repr, offered)).items() if times > 1] == []
    assert set(map(repr, offered)) == {repr(c) for c in every_order(position) if accepted(position, c)}


@pytest.mark.long
@anything
@given(position=positions())
def test_the_next_steps_shown_are_those_that_are_offered(position: Position) -> None:
    if position.state.questions or "blue" not in position.state.active:
        return
    for unit in position.state.units.values():
        if unit.side != "blue":
            continue

        steps = position.system.display.next_steps(position.scenario, position.state, unit.id)

        offers = options(position.system, position.scenario, position.state, "blue", unit.id)
        costs = {o.command.hex: o.cost for o in offers if isinstance(o.command, Step)}
        legal = {hex_: offer for hex_, offer in steps.items() if offer.refusal is None}
        assert {h: 0 if o.back else o.cost for h, o in legal.items()} == costs
        charges = {o.command.target for o in offers if isinstance(o.command, Charge)}
        assert {offer.may_charge for offer in steps.values()} - {""} == charges


@pytest.mark.long
@anything
@given(position=positions())
def test_every_route_shown_can_be_gone_at_its_price(position: Position) -> None:
    if position.state.questions or "blue" not in position.state.active:
        return
    for unit in position.state.units.values():
        if unit.side != "blue":
            continue
        for hex_, route in position.system.display.routes(position.scenario, position.state, unit.id).items():
            costs = tuple(
                step.cost for step in MOVEMENT.check_path(position.scenario, position.state, unit, route.path)
            )

            assert (route.path[-1], route.steps, route.cost) == (hex_, costs, sum(costs))
            assert route.left == max(0, unit["mp"] - route.cost)
            assert accepted(position, Move(unit=unit.id, path=route.path))
            gone = position.system.display.price_path(
                position.scenario, position.state, unit.id, route.path, ""
            )
            assert (gone.barred, gone.cost) == ("", route.cost)


@pytest.mark.long
@anything
@given(position=positions())
def test_the_routes_shown_are_those_that_single_steps_lead_to(position: Position) -> None:
    scn, state = position.scenario, position.state
    for unit in state.units.values():
        by_steps = planning.routes(MOVEMENT, scn, state, unit.id)
        shown = position.system.display.routes(scn, state, unit.id)

        assert shown == by_steps
        assert list(shown) == list(by_steps)


@pytest.mark.long
@anything
@given(position=positions(), number=st.integers(0, 99))
def test_a_step_leaves_a_valid_position_and_costs_what_was_offered(position: Position, number: int) -> None:
    offered = options(position.system, position.scenario, position.state, "blue")
    offers = [(o.command, o.cost) for o in offered if isinstance(o.command, Step)]
    if not offers:
        return
    order, cost = offers[number % len(offers)]
    last = step_to_take_back(position.state, position.state.units[order.unit])

    events = play(position.system, position.scenario, position.state, "blue", order, DICE)

    now = replay(position.state, events)
    places = [u.place for u in now.units.values() if u.hex]
    assert len(places) == len(set(places))
    assert all(value >= 0 for u in now.units.values() for value in u.values.values())
    if now.questions:
        assert now.units == position.state.units
    elif last is None or last.origin != order.hex:
        paid = next((e.was - e.now for e in events if isinstance(e, Changed) and e.value == "mp"), 0)
        assert paid == cost or (position.state.on(order.hex) and paid > 0)


@pytest.mark.long
@anything
@given(position=positions(), number=st.integers(0, 99))
def test_a_step_taken_back_leaves_the_position_as_it_was(position: Position, number: int) -> None:
    stepped = _after_one_of(position, number)
    hand = stepped.state.selection
    if hand is None or stepped.state.result is not None or stepped.state.questions:
        return
    unit = stepped.state.units[hand.unit]
    last = step_to_take_back(stepped.state, unit)
    if last is None or last.origin != position.state.units[unit.id].place:
        return

    again = after(stepped, Step(unit=unit.id, hex=last.origin))

    assert (again.units, again.marks) == (position.state.units, position.state.marks)


def test_where_a_reinforcement_may_enter_is_shown_before_its_turn_comes() -> None:
    place = {"b1": "0305", "b2": "reserve arrives 4 enters 0105", "o1": "0105"}
    position = run({"system": "pousse_pion", "phase": "movement", "turn": "2", "place": place}).position

    (entry,) = position.system.display.entries(position.scenario, position.state)

    assert (entry.side, entry.turn, entry.units) == ("blue", 4, ("b2",))
    assert entry.hexes == {"0103", "0107"}
    assert not options(position.system, position.scenario, position.state, "blue", "b2")


def test_the_hex_just_left_can_lie_on_the_way_of_a_charge() -> None:
    place = {"b1": "0505 cavalry", "o1": "0305"}
    position = run({"system": "pousse_pion", "phase": "movement", "place": place}).position
    stepped = replace(position, state=after(position, Step(unit="b1", hex="0605")))
    closer = replay(stepped.state, [Placed(unit="o1", origin="0305", place="0405", manner="setup")])

    steps = position.system.display.next_steps(position.scenario, closer, "b1")

    assert (steps["0505"].back, steps["0505"].cost, steps["0505"].may_charge) == (True, 1, "o1")
