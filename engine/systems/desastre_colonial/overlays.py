"""Overlays of the map: command, sight, entries and exits, moves that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterable

from engine.battle.reinforcements import expected
from engine.display import LeaderRange, Leadership, MapEntry
from engine.hexes import Hex
from engine.rules.fire import SightRules
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.chiefs import overrun
from engine.systems.desastre_colonial.command import command
from engine.systems.desastre_colonial.end_of_turn import successive_waves
from engine.systems.desastre_colonial.fire import targets
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.marks import DEACTIVATED
from engine.systems.desastre_colonial.melee import advance
from engine.systems.desastre_colonial.movement.exits import exit_hexes
from engine.systems.desastre_colonial.rout import rout
from engine.systems.desastre_colonial.terrain.sight import blocked

MANNERS = {rout.DESTINATION: "rout", rout.PATH: "rout", rout.ASIDE: "aside", overrun.FLIGHT: "flight"}
"""The manner of the move that a question is about, by its kind."""
MOST_SHOWN = 25
"""Where a question offers more paths, one to each end is proposed."""


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """The hexes each Chief reaches around enemy units, the units they may command, and the units that wait
    for a command and that no Chief may command (DC-CMD-04 to 09)."""
    leads = tuple(_lead(scn, state, chief) for chief in values.by_id(values.chiefs(state, side)))
    led = {unit_id for lead in leads for unit_id in lead.units}
    waiting = (unit.id for unit in values.troops(state, side) if not command.SPENT & state.marks_on(unit.id))
    return Leadership(leaders=leads, unled=tuple(unit_id for unit_id in waiting if unit_id not in led))


def _lead(scn: Scenario, state: State, chief: Unit) -> LeaderRange:
    """The reach of one Chief, none once they are deactivated (DC-CMD-33)."""
    if state.marked(chief.id, DEACTIVATED):
        return LeaderRange(leader=chief.id, side=chief.side, corps="", hexes=frozenset())
    reached = command.reach(scn, state, chief, chief["radius"])
    near = scn.grid.within(chief.place, chief["radius"])
    return LeaderRange(
        leader=chief.id,
        side=chief.side,
        corps="",
        hexes=reached,
        units=command.eligible(scn, state, chief),
        barred=near - reached,
    )


def _weapon_range(scn: Scenario, unit: Unit) -> int:
    """The range of a unit's weapon in hexes, 0 for Chiefs and units without one (DC-FIR-05)."""
    return 0 if values.is_chief(unit) else values.weapon_range(scn, unit)


def _arc(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes in the arcs of all bases of a unit (DC-FIR-06 to 08)."""
    return frozenset[Hex]().union(*(targets.arc(scn, state, unit, base) for base in values.bases(unit)))


SIGHT = SightRules(
    weapon_range=_weapon_range,
    enemies_in_range=targets.in_range,
    blocked_by=blocked,
    shot_refusal=targets.why_not_at,
    silent_reason=targets.why_silent,
    arc=_arc,
)
sight = SIGHT.sight


def entries(scn: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Where counters enter and leave the map: the present wave, the exits of each side."""
    by_side = ((side, exit_hexes(scn, side)) for side in scn.side_ids)
    exits = (
        MapEntry(side=side, hexes=hexes, kind="exit", turn=_opens(scn, side))
        for side, hexes in by_side
        if hexes
    )
    return (*successive_waves.entries(scn, state), *expected(scn, state), *exits)


def _opens(scn: Scenario, side: str) -> int:
    """The first turn in which a side may leave the map by an exit of the battle; 0 for any."""
    return min((way.turn for way in scn.exits if way.side == side), default=0)


def proposals(scn: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """The moves that wait for an answer, as unit, path and manner: routs, stepping aside, overrun Chiefs,
    advances (DC-ROU-01, DC-ROU-06, DC-ROU-26, DC-MOV-19, DC-MEL-33)."""
    moves = (
        (question.about, (state.units[question.about].place, *path), manner)
        for question in state.questions
        if (manner := MANNERS.get(question.kind))
        for path in _paths(scn, state, question)
    )
    return (*moves, *advance.proposals(scn, state))


def _paths(scn: Scenario, state: State, question: Question) -> Iterable[tuple[Hex, ...]]:
    """The hexes that the options of a question lead through, without the first."""
    paths = [path for option in question.options if (path := _path_of(scn, state, option))]
    return paths if len(paths) <= MOST_SHOWN else {path[-1]: path for path in paths}.values()


def _path_of(scn: Scenario, state: State, option: str) -> tuple[Hex, ...]:
    """The hexes that an option names; or that of the cover or the counter it names last."""
    words = option.split()
    if words[-1] in state.units:
        return (state.units[words[-1]].place,)
    return tuple(word for word in words if word in scn.grid)
