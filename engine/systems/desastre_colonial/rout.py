"""Routs, step by step (DC-ROU): the flight, where it ends, what it costs. Which steps there are is in
`flight`, where a colonial unit may run to in `destinations`, whom it runs through in `crossing`.

A flight waits on the agenda as a task; whatever has to be decided or done first is put before it. The tests
of those it ran through are asked for when it is over, so that each runs its course before the next (C-04).
"""

from __future__ import annotations

from dataclasses import replace

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import ELIMINATED, Question, State, Unit
from engine.systems.desastre_colonial import causes, crossing, engagement, reface, refuge
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.destinations import CHIEF, COVER, free, free_around, goals, unit_besides
from engine.systems.desastre_colonial.flight import (
    EDGE,
    Flight,
    easiest,
    farthest,
    lowest,
    may_end,
    steps,
)
from engine.systems.desastre_colonial.losses import lose
from engine.systems.desastre_colonial.marks import ACTIVATED, DONE, ORDERED, ROUTED, SQUARE
from engine.systems.desastre_colonial.values import chiefs_on, colonial, gunlike

RUN = "rout"
"""Task: a unit runs on."""
NOWHERE = "nowhere"
"""Where a unit runs that cannot move."""


def begin(scn: Scenario, ledger: Ledger, unit_id: str, length: int) -> None:
    """Let a unit run so many hexes, and bear what comes of it (DC-ROU-01 to 50).

    It counts as activated and leaves its square (DC-ROU-30); its melee, if it is engaged in one, is over.
    """
    unit = ledger.state.units[unit_id]
    if immobile(unit) and scn.option("rout.artillery_without_team") == "eliminated":
        _note(ledger, "DC-ROU-33", unit_id, length, NOWHERE, "")
        eliminate(ledger, unit_id, "DC-ROU-33")
        return
    engagement.close(ledger, unit_id)
    wipe(ledger, frozenset({ACTIVATED, ORDERED, SQUARE}), (unit_id,))
    for name in (DONE, ROUTED):
        if not ledger.state.marked(unit_id, name):
            ledger.tell(ev.Marked(name=name, on=unit_id, rule="DC-ROU-30"))
    asked = tuple(chief.id for chief in chiefs_on(ledger.state, unit.place, unit.side))
    _put(ledger, Flight(unit=unit_id, left=length, asked=asked))


def immobile(unit: Unit) -> bool:
    """Whether a unit is artillery without a team (DC-ROU-33, DC-MOV-15)."""
    return gunlike(unit) and not {"team", "horse_artillery"} & unit.traits


def _put(ledger: Ledger, flight: Flight) -> None:
    push(ledger, RUN, *flight.words)


def _take(ledger: Ledger) -> Flight:
    """The flight that waits for an answer."""
    task = ledger.state.agenda[0]
    assert task.kind == RUN
    ledger.tell(ev.Popped())
    return Flight.read(task.about)


def fly(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Do the next thing in a flight: choose where to, take chiefs along, make a step, end."""
    flight = Flight.read(about)
    unit = ledger.state.units[flight.unit]
    if unit.hex is None:
        _over(scn, ledger, flight)
    elif not flight.goal:
        _choose_goal(scn, ledger, flight, unit)
    elif flight.asked:
        _put(ledger, flight)
        ask(scn, ledger, "follow", unit.side, flight.asked[0], ("yes", "no"), "yes", rule="DC-ROU-32")
    elif flight.left and unit.place != flight.goal:
        _choose_step(scn, ledger, flight, unit)
    else:
        _arrive(scn, ledger, flight, unit)


def _choose_goal(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Cover or a chief for a colonial unit, as its owner likes; else the map's edge (DC-ROU-01, 24, 40)."""
    is_colonial = colonial(scn, unit)
    found = goals(scn, ledger.state, unit) if is_colonial else ()
    if not found:
        _note(ledger, "DC-ROU-24" if is_colonial else "DC-ROU-40", unit.id, flight.left, EDGE, "")
        _put(ledger, replace(flight, goal=EDGE))
        return
    _put(ledger, flight)
    words = tuple(goal.word for goal in found)
    options = words if len({goal.hex for goal in found}) > 1 else words[:1]
    ask(scn, ledger, "rout", unit.side, unit.id, options, words[0], rule="DC-ROU-01")


def settle_goal(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Run to the cover or chief that was chosen (DC-ROU-01, DC-ROU-11)."""
    flight = _take(ledger)
    kind, name = option.split()
    goal = ledger.state.units[name].place if kind == CHIEF else name
    away = scn.grid.distance(ledger.state.units[flight.unit].place, goal)
    length = flight.left if scn.option("rout.colonial_length") != "to_destination" else away
    told = COVER if kind == COVER else option
    _note(ledger, "DC-ROU-07" if kind == COVER else "DC-ROU-11", flight.unit, length, told, goal)
    _put(ledger, replace(flight, goal=goal, left=length))


def _note(ledger: Ledger, rule: str, unit_id: str, length: int, goal: str, goal_hex: Hex) -> None:
    place = ledger.state.units[unit_id].place
    ledger.note("rout", rule, unit=unit_id, hex=place, length=length, goal=goal, goal_hex=goal_hex)


def settle_follow(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Take a chief along, or leave him where he is (DC-ROU-32)."""
    flight = _take(ledger)
    followers = (*flight.chiefs, question.about) if option == "yes" else flight.chiefs
    _put(ledger, replace(flight, asked=flight.asked[1:], chiefs=followers))


def _choose_step(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Any step of those equally direct, as the owner likes; past the edge a unit is lost (DC-ROU-06, 42)."""
    options = steps(scn, unit.place, flight.goal)
    if not options:
        _leave_map(scn, ledger, flight, unit)
        return
    likeliest = (
        lowest(scn, options)
        if colonial(scn, unit)
        else easiest(scn, ledger.state, unit, options, flight.left)
    )
    _put(ledger, flight)
    rule = "DC-ROU-06" if colonial(scn, unit) else "DC-ROU-42"
    ask(scn, ledger, "rout_step", unit.side, unit.id, options, likeliest, rule=rule)


def _leave_map(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Run off the map, without the chiefs, and be lost (DC-ROU-24, DC-ROU-48)."""
    rule = "DC-ROU-24" if colonial(scn, unit) else "DC-ROU-48"
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=ELIMINATED, manner="fled", rule=rule))
    _over(scn, ledger, flight)


def settle_step(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Make a step, through whoever stands there (DC-ROU-15, 19, 27, 43, 46, 50)."""
    flight = _take(ledger)
    unit = ledger.state.units[flight.unit]
    met = unit_besides(ledger.state, unit, option)
    _go(ledger, flight, option, "rout", _going(scn, unit, flight))
    flight = replace(flight, left=flight.left - 1)
    if met is not None and met.side == unit.side and crossing.pass_friend(scn, ledger, unit, met):
        flight = replace(flight, crossed=(*flight.crossed, met.id))
    if met is not None and met.side != unit.side and not crossing.pass_enemy(scn, ledger, unit, met):
        _over(scn, ledger, flight)
        return
    _put(ledger, flight)
    refuge.flee(scn, ledger, option, scn.enemy(unit.side))


def _going(scn: Scenario, unit: Unit, flight: Flight) -> str:
    """The rule of a step: towards a destination, towards the edge, as natives go."""
    if not colonial(scn, unit):
        return "DC-ROU-40"
    return "DC-ROU-24" if flight.goal == EDGE else "DC-ROU-05"


def _go(ledger: Ledger, flight: Flight, to: Hex, manner: str, rule: str) -> None:
    """Move a unit and the chiefs who follow it."""
    for id_ in (flight.unit, *flight.chiefs):
        origin = ledger.state.units[id_].place
        ledger.tell(ev.Moved(unit=id_, origin=origin, hex=to, manner=manner, rule=rule))


def _arrive(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """End where nobody is in the way: there, beside it for colonial units, or farther on (DC-ROU-20, 25, 26,
    DC-ROU-34, DC-ROU-47)."""
    if may_end(scn, ledger.state, unit, unit.place):
        _end(scn, ledger, flight)
        return
    if colonial(scn, unit):
        beside = free_around(scn, ledger.state, unit, unit.place)
        if beside or not steps(scn, unit.place, flight.goal):
            _step_aside(scn, ledger, flight, unit, beside)
            return
    _put(ledger, replace(flight, left=1))


def _step_aside(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit, beside: tuple[Hex, ...]) -> None:
    """Let the owner choose where the unit ends: beside where it came to, else in the nearest free hex
    (DC-ROU-20, DC-ROU-26)."""
    options = beside or nearest_free(scn, ledger.state, unit)
    likeliest = farthest(scn, ledger.state, unit, options)
    _put(ledger, flight)
    rule = "DC-ROU-20" if beside else "DC-ROU-26"
    ask(scn, ledger, "aside", unit.side, unit.id, options, likeliest, rule=rule)


def nearest_free(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The free hexes nearest to a unit, by q and r (DC-ROU-26); the one it came from is always free."""
    open_ = sorted((h for h in scn.grid if free(scn, state, unit, h)), key=lambda h: scn.grid.cubes[h])
    away = min(scn.grid.distance(unit.place, hex_) for hex_ in open_)
    return tuple(hex_ for hex_ in open_ if scn.grid.distance(unit.place, hex_) == away)


def settle_aside(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """End in the hex that was chosen, and not where somebody stands (DC-ROU-20, 25, 26, 34)."""
    flight = _take(ledger)
    unit = ledger.state.units[flight.unit]
    rule = _aside_rule(scn, ledger.state, unit, option)
    ledger.note("aside", rule, unit=unit.id, hex=option, source=unit.place)
    _go(ledger, flight, option, "aside", rule)
    _end(scn, ledger, flight)


def _aside_rule(scn: Scenario, state: State, unit: Unit, to: Hex) -> str:
    """The rule by which a unit ends elsewhere than where it came to."""
    met = unit_besides(state, unit, unit.place)
    if not scn.grid.adjacent(unit.place, to):
        return "DC-ROU-26"
    if met is None:
        return "DC-ROU-34"
    return "DC-ROU-20" if met.side == unit.side else "DC-ROU-25"


def _end(scn: Scenario, ledger: Ledger, flight: Flight) -> None:
    """Take the loss of a rout, once, however long it was; none for native units (DC-ROU-21, 22, 49)."""
    unit = ledger.state.units[flight.unit]
    chart, rule = ("rout", "DC-ROU-21") if colonial(scn, unit) else ("native_rout", "DC-ROU-49")
    lose(scn, ledger, unit.id, int(scn.chart(chart, "losses_after")), rule)
    _over(scn, ledger, flight)


def _over(scn: Scenario, ledger: Ledger, flight: Flight) -> None:
    """Let the unit take its facing, then those it ran through test, in that order (DC-ROU-28, DC-ROU-30).

    The chiefs who followed a unit that is lost stay behind, not where an enemy stands (DC-MOV-19).
    """
    for id_ in reversed(flight.crossed):
        causes.queue(scn, ledger, id_, causes.CROSSED)
    if alive(ledger, flight.unit):
        reface.free(ledger, flight.unit, "DC-ROU-30")
    for id_ in flight.chiefs[:1]:
        chief = ledger.state.units[id_]
        refuge.flee(scn, ledger, chief.place, chief.side)


TASKS = {RUN: fly}
ANSWERS = {
    "rout": settle_goal,
    "follow": settle_follow,
    "rout_step": settle_step,
    "aside": settle_aside,
}
