"""Routs, one decision at a time: destination, Chiefs, path, the hex where it ends, what follows (DC-ROU).

A flight waits on the agenda. Each function here takes it, does the next thing and stores it again, under
whatever must be decided or done first. The tests of the friends it passed through are put on the agenda when
it is over, so that each runs its course before the next (C-04).
"""

from __future__ import annotations

from dataclasses import replace

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import ELIMINATED, Question, State, Unit
from engine.systems.desastre_colonial.chiefs import overrun
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask
from engine.systems.desastre_colonial.general.engagements import end_melee
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import ACTIVATED, DONE, ORDERED, ROUTED, SQUARE
from engine.systems.desastre_colonial.general.morale_causes import CROSSED, queue_test
from engine.systems.desastre_colonial.general.values import chiefs_on, colonial, gunlike
from engine.systems.desastre_colonial.movement import free_facing
from engine.systems.desastre_colonial.rout import destinations, paths
from engine.systems.desastre_colonial.rout.flight import EDGE, ROUT, Flight, store, take_stored
from engine.systems.desastre_colonial.rout.passing_through import through_enemy, through_friend

DESTINATION, FOLLOW, PATH, ASIDE = "rout", "follow", "rout_step", "aside"
"""Questions: where a unit routs to, whether a Chief follows it, its whole path (C-14), where it steps
aside."""
NOWHERE = "nowhere"
"""The destination of a unit that cannot move, in its note."""


def begin(scn: Scenario, ledger: Ledger, unit_id: str, length: int) -> None:
    """Have a unit rout so many hexes (DC-ROU-01 to 50).

    It counts as activated and leaves its square (DC-ROU-30); a melee it was to defend itself in is over.
    """
    unit = ledger.state.units[unit_id]
    if is_immobile(unit) and scn.option("rout.artillery_without_team") == "eliminated":
        _note(ledger, "DC-ROU-33", unit_id, length, NOWHERE, "")
        eliminate(ledger, unit_id, "DC-ROU-33")
        return
    end_melee(ledger, unit_id)
    remove_marks(ledger, frozenset({ACTIVATED, ORDERED, SQUARE}), (unit_id,))
    for name in (DONE, ROUTED):
        if not ledger.state.marked(unit_id, name):
            ledger.tell(ev.Marked(name=name, on=unit_id, rule="DC-ROU-30"))
    chiefs = tuple(chief.id for chief in chiefs_on(ledger.state, unit.place, unit.side))
    store(ledger, Flight(unit=unit_id, left=length, to_ask=chiefs))


def is_immobile(unit: Unit) -> bool:
    """Whether a unit is artillery without a team (DC-ROU-33, DC-MOV-15)."""
    return gunlike(unit) and not {"team", "horse_artillery"} & unit.traits


def carry_on(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Do the next thing of a flight: choose its destination, ask its Chiefs, choose its path, make a step,
    end it."""
    flight = Flight.decode(about)
    unit = ledger.state.units[flight.unit]
    if unit.hex is None:
        _finish(scn, ledger, flight)
    elif not flight.goal:
        _choose_destination(scn, ledger, flight, unit)
    elif flight.to_ask:
        store(ledger, flight)
        ask(scn, ledger, FOLLOW, unit.side, flight.to_ask[0], (YES, NO), YES, rule="DC-ROU-32")
    elif flight.path:
        _step(scn, ledger, flight, unit)
    elif flight.left and unit.place != flight.goal:
        _choose_path(scn, ledger, flight, unit)
    else:
        _stop(scn, ledger, flight, unit)


# --- destination --------------------------------------------------------------------------------------------


def _choose_destination(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Ask for cover or a Chief; natives, and units without a destination, flee to the edge (DC-ROU-01, 24,
    40)."""
    is_colonial = colonial(scn, unit)
    choices = destinations.destinations(scn, ledger.state, unit) if is_colonial else ()
    if not choices:
        _note(ledger, "DC-ROU-24" if is_colonial else "DC-ROU-40", unit.id, flight.left, EDGE, "")
        store(ledger, flight.headed_for(EDGE, flight.left))
        return
    store(ledger, flight)
    options = tuple(destination.text for destination in choices)
    if len({destination.hex for destination in choices}) == 1:
        options = options[:1]
    ask(scn, ledger, DESTINATION, unit.side, unit.id, options, options[0], rule="DC-ROU-01")


def settle_destination(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Rout to the cover or the Chief that was chosen (DC-ROU-01, DC-ROU-05, DC-ROU-11)."""
    flight = take_stored(ledger)
    destination = destinations.Destination.from_text(ledger.state, option)
    length = flight.left
    if scn.option("rout.colonial_length") == "to_destination":
        length = scn.grid.distance(ledger.state.units[flight.unit].place, destination.hex)
    if destination.kind == destinations.COVER:
        _note(ledger, "DC-ROU-07", flight.unit, length, destinations.COVER, destination.hex)
    else:
        _note(ledger, "DC-ROU-11", flight.unit, length, destination.text, destination.hex)
    store(ledger, flight.headed_for(destination.hex, length))


def _note(ledger: Ledger, rule: str, unit_id: str, length: int, goal: str, goal_hex: Hex) -> None:
    place = ledger.state.units[unit_id].place
    ledger.note("rout", rule, unit=unit_id, hex=place, length=length, goal=goal, goal_hex=goal_hex)


def settle_follow(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Take a Chief along, or leave them in their hex (DC-ROU-32)."""
    flight = take_stored(ledger)
    store(ledger, flight.with_answer(question.about, follows=option == YES))


# --- path ---------------------------------------------------------------------------------------------------


def _choose_path(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Ask for a whole path among those equally direct (C-14); beyond the edge the unit is lost (DC-ROU-06,
    DC-ROU-42)."""
    options = paths.whole_paths(scn, ledger.state, unit, flight)
    if not options:
        _leave_map(scn, ledger, flight, unit)
        return
    default = paths.default_path(scn, ledger.state, unit, flight, max(map(len, options)))
    rule = "DC-ROU-06" if colonial(scn, unit) else "DC-ROU-42"
    store(ledger, flight)
    texts = tuple(map(" ".join, options))
    ask(scn, ledger, PATH, unit.side, unit.id, texts, " ".join(default), rule=rule)


def _leave_map(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Eliminate a unit that routs off the map; its Chiefs stay behind (DC-ROU-24, DC-ROU-48)."""
    rule = "DC-ROU-24" if colonial(scn, unit) else "DC-ROU-48"
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=ELIMINATED, manner="fled", rule=rule))
    _finish(scn, ledger, flight)


def settle_path(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Rout by the path that was chosen (C-14)."""
    store(ledger, replace(take_stored(ledger), path=tuple(option.split())))


def _step(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """Make the next step of the path, through the unit that stands there (DC-ROU-15, 19, 27, 43, 46, 50)."""
    to = flight.path[0]
    other = destinations.other_unit_on(ledger.state, unit, to)
    _move(ledger, flight, to, "rout", _rule_of_step(scn, unit, flight))
    flight = flight.after_step()
    if other is not None and other.side == unit.side and through_friend(scn, ledger, unit, other):
        flight = replace(flight, to_test=(*flight.to_test, other.id))
    if other is not None and other.side != unit.side and not through_enemy(scn, ledger, unit, other):
        _finish(scn, ledger, flight)
        return
    store(ledger, flight)
    overrun.flee(scn, ledger, to, scn.enemy(unit.side))


def _rule_of_step(scn: Scenario, unit: Unit, flight: Flight) -> str:
    if not colonial(scn, unit):
        return "DC-ROU-40"
    return "DC-ROU-24" if flight.goal == EDGE else "DC-ROU-05"


def _move(ledger: Ledger, flight: Flight, to: Hex, manner: str, rule: str) -> None:
    """Move a unit and the Chiefs who follow it."""
    for id_ in (flight.unit, *flight.followers):
        origin = ledger.state.units[id_].place
        ledger.tell(ev.Moved(unit=id_, origin=origin, hex=to, manner=manner, rule=rule))


# --- end ----------------------------------------------------------------------------------------------------


def _stop(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit) -> None:
    """End a rout in its last hex; if it may not end there, a colonial unit steps aside where it can, any
    other goes on by one hex (DC-ROU-20, 25, 26, 34, 47; C-11)."""
    if destinations.may_end(scn, ledger.state, unit, unit.place):
        _end(scn, ledger, flight)
        return
    if colonial(scn, unit):
        hexes = destinations.free_neighbours(scn, ledger.state, unit, unit.place)
        if hexes or not paths.steps(scn, unit.place, flight.goal):
            _step_aside(scn, ledger, flight, unit, hexes)
            return
    store(ledger, replace(flight, left=1))


def _step_aside(scn: Scenario, ledger: Ledger, flight: Flight, unit: Unit, adjacent: tuple[Hex, ...]) -> None:
    """Ask in which free adjacent hex the unit ends, or in which of the nearest free hexes if none is adjacent
    (DC-ROU-20, DC-ROU-26)."""
    options = adjacent or destinations.nearest_free(scn, ledger.state, unit)
    default = paths.farthest_from_enemies(scn, ledger.state, unit, options)
    store(ledger, flight)
    rule = "DC-ROU-20" if adjacent else "DC-ROU-26"
    ask(scn, ledger, ASIDE, unit.side, unit.id, options, default, rule=rule)


def settle_aside(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """End a rout in the hex that was chosen (DC-ROU-20, 25, 26, 34)."""
    flight = take_stored(ledger)
    unit = ledger.state.units[flight.unit]
    rule = _rule_of_aside(scn, ledger.state, unit, option)
    ledger.note("aside", rule, unit=unit.id, hex=option, source=unit.place)
    _move(ledger, flight, option, "aside", rule)
    _end(scn, ledger, flight)


def _rule_of_aside(scn: Scenario, state: State, unit: Unit, to: Hex) -> str:
    other = destinations.other_unit_on(state, unit, unit.place)
    if not scn.grid.adjacent(unit.place, to):
        return "DC-ROU-26"
    if other is None:
        return "DC-ROU-34"
    return "DC-ROU-20" if other.side == unit.side else "DC-ROU-25"


def _end(scn: Scenario, ledger: Ledger, flight: Flight) -> None:
    """Give a colonial unit its one loss, whatever the length; a native unit has none (DC-ROU-21, 22, 49)."""
    unit = ledger.state.units[flight.unit]
    chart, rule = ("rout", "DC-ROU-21") if colonial(scn, unit) else ("native_rout", "DC-ROU-49")
    lose(scn, ledger, unit.id, int(scn.chart(chart, "losses_after")), rule)
    _finish(scn, ledger, flight)


def _finish(scn: Scenario, ledger: Ledger, flight: Flight) -> None:
    """Give the unit its free facing, then have the friends it passed through test, in order (DC-ROU-28, 30).

    Chiefs who followed a unit that was eliminated stay behind, but not in the hex of an enemy (DC-MOV-19).
    """
    for id_ in reversed(flight.to_test):
        queue_test(scn, ledger, id_, CROSSED)
    if alive(ledger, flight.unit):
        free_facing.allow(ledger, flight.unit, "DC-ROU-30")
    if flight.followers:
        chief = ledger.state.units[flight.followers[0]]
        overrun.flee(scn, ledger, chief.place, chief.side)


TASKS = {ROUT: carry_on}
ANSWERS = {DESTINATION: settle_destination, FOLLOW: settle_follow, PATH: settle_path, ASIDE: settle_aside}
