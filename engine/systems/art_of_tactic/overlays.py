"""What may be laid over an Art of Tactic map on request: Commanders, range and sight, the price of a path.

It asks the rules and changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from engine.display import LeaderRange, Leadership, PricedPath, PricedStep
from engine.errors import Refused
from engine.hexes import Hex
from engine.rules.fire import SightRules
from engine.rules.line_of_sight import in_reach
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.line_of_sight import blockers
from engine.systems.art_of_tactic.combat.ranged_combat import hindrance
from engine.systems.art_of_tactic.movement.paths import check_path, movement_value, must_end
from engine.systems.art_of_tactic.orders.allowed_orders import order_refusal
from engine.systems.art_of_tactic.orders.commander_access import has_commander_access
from engine.systems.art_of_tactic.unit_card import has_commander, is_ranged

WAYS = ("march", "run", "retreat", "assault")  # orders a bare path could mean, the likeliest first


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who has access to a Commander, and how far that of each reaches (AT-ORD-11 to -13)."""
    units, reach = tuple(state.units_on_map(side)), int(scn.chart("command_distance"))
    followers = [u for u in units if not has_commander(u) and has_commander_access(scn, state, u)]
    return Leadership(
        leaders=tuple(
            LeaderRange(
                leader=unit.id,
                side=side,
                corps="",
                hexes=scn.grid.within(unit.place, reach),
                units=tuple(f.id for f in followers if scn.grid.distance(f.place, unit.place) <= reach),
            )
            for unit in units
            if has_commander(unit)
        ),
        unled=tuple(u.id for u in units if not has_commander_access(scn, state, u)),
    )


def _weapon_range(scn: Scenario, unit: Unit) -> int:
    """The range of bows and arquebuses in hexes (AT-RNG-05)."""
    return unit["range"] if is_ranged(unit) else 0


def _enemies_in_range(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    enemies, reach = state.units_on_map(scn.enemy(unit.side)), in_reach(scn, state, unit["range"])
    return tuple(u for u in enemies if scn.grid.distance(unit.place, u.place) <= reach)


def _shot_refusal(scn: Scenario, state: State, unit: Unit, enemy: Unit) -> str:
    return hindrance(scn, state, _with_ammo(unit), enemy)[1]


def _silent_reason(scn: Scenario, state: State, unit: Unit) -> str:
    """Why a unit can shoot at no enemy (AT-RNG-01, AT-RNG-11)."""
    if is_engaged(scn, state, unit.id):
        return "in_melee"
    return "no_ammunition" if _with_ammo(unit)["ammo"] < 1 else ""


def _with_ammo(unit: Unit) -> Unit:
    """An enemy unit, whose ammunition is not known, as if it had some; any other as it is."""
    return unit if "ammo" in unit.values else replace(unit, values={**unit.values, "ammo": 1})


SIGHT = SightRules(
    weapon_range=_weapon_range,
    enemies_in_range=_enemies_in_range,
    blocked_by=lambda scn, state, here, there: blockers(scn, here, there),  # AT-RNG-06
    shot_refusal=_shot_refusal,
    silent_reason=_silent_reason,
)
sight = SIGHT.sight


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> PricedPath:
    """A path by an order, a hex at a time: each counts 1, up to the first that is forbidden (AT-MOV-07)."""
    unit = state.units[unit_id]
    name = order or _likeliest(scn, state, unit, path)
    most = movement_value(scn, unit, name)
    paces: list[PricedStep] = []
    for n, to in enumerate(path, 1):
        try:
            check_path(scn, unit, name, path[:n])
        except Refused as refusal:
            rule, reason = refusal.rule, refusal.reason
            return PricedPath(
                unit=unit_id, start=unit.place, steps=tuple(paces), barred=to, rule=rule, reason=reason
            )
        ends = n < most and must_end(scn, unit, name, path[:n])
        paces.append(PricedStep(hex=to, cost=1, left=most - n, ends=ends))
    return PricedPath(unit=unit_id, start=unit.place, steps=tuple(paces))


def _likeliest(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> str:
    """The first order that could be written with all of a path, else the first that could be written."""
    able = [o for o in WAYS if order_refusal(scn, state, unit, o) is None] or [WAYS[0]]
    for name in able:
        try:
            check_path(scn, unit, name, path)
        except Refused:
            continue
        return name
    return able[0]
