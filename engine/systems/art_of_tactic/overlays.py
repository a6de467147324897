"""What may be laid over an Art of Tactic map on request: Commanders, range and sight, the price of a path.

Asks the rules (`command`, `fire`, `paths`) and changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules.aiming import seen_from
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Lead, Leadership, Pace, Sight, Way
from engine.systems.art_of_tactic import fire, orders, paths
from engine.systems.art_of_tactic.card import commanded, ranged
from engine.systems.art_of_tactic.command import has_access
from engine.systems.art_of_tactic.front import engaged
from engine.systems.art_of_tactic.sight import blockers

WAYS = ("march", "run", "retreat", "assault")  # orders a bare path could mean, the likeliest first


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who has access to a Commander, and how far that of each reaches (AT-ORD-11 to -13)."""
    units, reach = tuple(state.fielded(side)), int(scn.chart("command_distance"))
    followers = [u for u in units if not commanded(u) and has_access(scn, state, u)]
    return Leadership(
        leads=tuple(
            Lead(
                leader=unit.id,
                side=side,
                corps="",
                hexes=scn.grid.within(unit.place, reach),
                units=tuple(f.id for f in followers if scn.grid.distance(f.place, unit.place) <= reach),
            )
            for unit in units
            if commanded(unit)
        ),
        unled=tuple(u.id for u in units if not has_access(scn, state, u)),
    )


def sight(scn: Scenario, state: State, unit_id: str) -> Sight | None:
    """The range of bows and arquebuses and what is seen within it (AT-RNG-05, AT-RNG-06)."""
    unit = state.units[unit_id]
    if unit.hex is None or not ranged(unit):
        return None
    here, reach = unit.hex, unit["range"]
    if "ammo" not in unit.values:  # an enemy's, which is not known
        unit = replace(unit, values={**unit.values, "ammo": 1})
    enemies = (u for u in state.fielded(scn.enemy(unit.side)) if scn.grid.distance(here, u.place) <= reach)
    return seen_from(
        scn,
        unit,
        reach,
        enemies,
        screened=lambda hex_: blockers(scn, here, hex_),
        missed=lambda enemy: fire.hindrance(scn, state, unit, enemy)[1],
        reason=_silent(scn, state, unit),
    )


def _silent(scn: Scenario, state: State, unit: Unit) -> str:
    """Why a unit can shoot at nobody (AT-RNG-01, AT-RNG-11)."""
    if engaged(scn, state, unit.id):
        return "in_melee"
    return "no_ammunition" if unit["ammo"] < 1 else ""


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> Way:
    """A path by an order, a hex at a time: each counts 1, up to the first that is forbidden (AT-MOV-07)."""
    unit = state.units[unit_id]
    name = order or _likeliest(scn, state, unit, path)
    most = paths.movement_value(scn, unit, name)
    paces: list[Pace] = []
    for n, to in enumerate(path, 1):
        try:
            paths.check_path(scn, unit, name, path[:n])
        except Refused as refusal:
            rule, reason = refusal.rule, refusal.reason
            return Way(
                unit=unit_id, start=unit.place, paces=tuple(paces), barred=to, rule=rule, reason=reason
            )
        ends = n < most and paths.ended(scn, unit, name, path[:n])
        paces.append(Pace(hex=to, cost=1, left=most - n, ends=ends))
    return Way(unit=unit_id, start=unit.place, paces=tuple(paces))


def _likeliest(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> str:
    """The first order that could be written with all of a path, else the first that could be written."""
    able = [o for o in WAYS if orders.barred(scn, state, unit, o) is None] or [WAYS[0]]
    for name in able:
        try:
            paths.check_path(scn, unit, name, path)
        except Refused:
            continue
        return name
    return able[0]
