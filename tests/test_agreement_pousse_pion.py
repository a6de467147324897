"""Movement in Pousse-pion: a step is offered exactly when it is accepted, on small maps of everything."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.script.runner import run
from bot.script.table import Laid
from engine.commands import Charge, Command, Done, Move, Release, Step
from engine.errors import Refused
from engine.events import Changed, Placed
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.rules.moving import check_path
from engine.state import State
from engine.systems.pousse_pion.back import point
from engine.systems.pousse_pion.movement import TERMS

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
def tables(draw: st.DrawFn) -> Laid:
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
    laid = run(script).laid
    for number in draw(st.lists(st.integers(0, 99), max_size=2)):
        laid = _after_one_of(laid, number)
    return laid


def _hexsides(draw: st.DrawFn) -> dict[str, list[str]]:
    """Obstacles on some hexsides, by the words of a script."""
    lying = draw(st.dictionaries(st.sampled_from(SIDES), st.sampled_from(OBSTACLES), max_size=9))
    return {kind: [side for side, lies in lying.items() if lies == kind] for kind in set(lying.values())}


def _unit(draw: st.DrawFn, hex_: str) -> str:
    kind, trait = draw(st.sampled_from(KINDS)), draw(st.sampled_from(("", " trait horse", " corps none")))
    return f"{hex_} {kind}{trait} mo {draw(st.integers(0, 4))} mp {draw(st.integers(0, 4))}"


def _after_one_of(laid: Laid, number: int) -> Laid:
    """The table after one of the steps that are offered on it, if any."""
    steps = [o.command for o in options(laid.system, laid.scenario, laid.state, "blue") if _moves(o.command)]
    return replace(laid, state=after(laid, steps[number % len(steps)])) if steps else laid


def _moves(command: Command) -> bool:
    return isinstance(command, (Step, Move))


def after(laid: Laid, command: Command) -> State:
    """The table after an order of blue."""
    return replay(laid.state, play(laid.system, laid.scenario, laid.state, "blue", command, DICE))


def accepted(laid: Laid, command: Command) -> bool:
    try:
        play(laid.system, laid.scenario, laid.state, "blue", command, DICE)
    except Refused:
        return False
    return True


def every_order(laid: Laid) -> Iterator[Command]:
    """Every order of one step, and every charge, that anybody could think of."""
    yield from (Done(), Release())
    for unit in laid.state.units:
        for hex_ in HEXES:
            yield from (Move(unit=unit, path=(hex_,)), Step(unit=unit, hex=hex_))
        yield from (Charge(unit=unit, target=target) for target in laid.state.units)


@anything
@given(laid=tables())
def test_an_order_is_offered_exactly_when_it_is_accepted(laid: Laid) -> None:
    if laid.state.questions or "blue" not in laid.state.active:
        return

    offered = [o.command for o in options(laid.system, laid.scenario, laid.state, "blue")]

    assert [c for c, times in Counter(map(repr, offered)).items() if times > 1] == []
    assert set(map(repr, offered)) == {repr(c) for c in every_order(laid) if accepted(laid, c)}


@anything
@given(laid=tables())
def test_the_next_steps_shown_are_those_that_are_offered(laid: Laid) -> None:
    if laid.state.questions or "blue" not in laid.state.active:
        return
    for unit in laid.state.units.values():
        if unit.side != "blue":
            continue

        shown = laid.system.shows.steps(laid.scenario, laid.state, unit.id)

        found = options(laid.system, laid.scenario, laid.state, "blue", unit.id)
        costs = {o.command.hex: o.cost for o in found if isinstance(o.command, Step)}
        legal = {hex_: offer for hex_, offer in shown.items() if offer.refusal is None}
        assert {h: 0 if o.back else o.cost for h, o in legal.items()} == costs
        charges = {o.command.target for o in found if isinstance(o.command, Charge)}
        assert {offer.may_charge for offer in shown.values()} - {""} == charges


@anything
@given(laid=tables())
def test_every_route_shown_can_be_gone_at_its_price(laid: Laid) -> None:
    if laid.state.questions or "blue" not in laid.state.active:
        return
    for unit in laid.state.units.values():
        if unit.side != "blue":
            continue
        for hex_, route in laid.system.shows.routes(laid.scenario, laid.state, unit.id).items():
            costs = check_path(TERMS, laid.scenario, laid.state, unit, route.path)

            assert (route.path[-1], route.steps, route.cost) == (hex_, costs, sum(costs))
            assert route.left == max(0, unit["mp"] - route.cost)
            assert accepted(laid, Move(unit=unit.id, path=route.path))
            gone = laid.system.shows.ways(laid.scenario, laid.state, unit.id, route.path, "")
            assert (gone.barred, gone.cost) == ("", route.cost)


@anything
@given(laid=tables(), number=st.integers(0, 99))
def test_a_step_leaves_a_sound_table_and_costs_what_was_said(laid: Laid, number: int) -> None:
    offered = options(laid.system, laid.scenario, laid.state, "blue")
    found = [(o.command, o.cost) for o in offered if isinstance(o.command, Step)]
    if not found:
        return
    order, cost = found[number % len(found)]
    last = point(laid.state, laid.state.units[order.unit])

    events = play(laid.system, laid.scenario, laid.state, "blue", order, DICE)

    now = replay(laid.state, events)
    places = [u.place for u in now.units.values() if u.hex]
    assert len(places) == len(set(places))
    assert all(value >= 0 for u in now.units.values() for value in u.values.values())
    if now.questions:
        assert now.units == laid.state.units
    elif last is None or last.origin != order.hex:
        paid = next((e.was - e.now for e in events if isinstance(e, Changed) and e.value == "mp"), 0)
        assert paid == cost or (laid.state.on(order.hex) and paid > 0)


@anything
@given(laid=tables(), number=st.integers(0, 99))
def test_a_step_taken_back_leaves_the_table_as_it_was(laid: Laid, number: int) -> None:
    stepped = _after_one_of(laid, number)
    hand = stepped.state.selection
    if hand is None or stepped.state.result is not None or stepped.state.questions:
        return
    unit = stepped.state.units[hand.unit]
    last = point(stepped.state, unit)
    if last is None or last.origin != laid.state.units[unit.id].place:
        return

    again = after(stepped, Step(unit=unit.id, hex=last.origin))

    assert (again.units, again.marks) == (laid.state.units, laid.state.marks)


def test_where_a_reinforcement_may_enter_is_shown_before_its_turn_comes() -> None:
    place = {"b1": "0305", "b2": "reserve arrives 4 enters 0105", "o1": "0105"}
    laid = run({"system": "pousse_pion", "phase": "movement", "turn": "2", "place": place}).laid

    (entry,) = laid.system.shows.entries(laid.scenario, laid.state)

    assert (entry.side, entry.turn, entry.units) == ("blue", 4, ("b2",))
    assert entry.hexes == {"0103", "0107"}
    assert not options(laid.system, laid.scenario, laid.state, "blue", "b2")


def test_the_hex_just_left_can_lie_on_the_way_of_a_charge() -> None:
    place = {"b1": "0505 cavalry", "o1": "0305"}
    laid = run({"system": "pousse_pion", "phase": "movement", "place": place}).laid
    stepped = replace(laid, state=after(laid, Step(unit="b1", hex="0605")))
    closer = replay(stepped.state, [Placed(unit="o1", origin="0305", place="0405", manner="setup")])

    shown = laid.system.shows.steps(laid.scenario, closer, "b1")

    assert (shown["0505"].back, shown["0505"].cost, shown["0505"].may_charge) == (True, 1, "o1")
