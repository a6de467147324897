"""What may be laid over a Pousse-pion map on request: command, range and sight.

Asks the rules, changes nothing. The price of a path is in `routes`, who comes in `reinforcements`.
"""

from __future__ import annotations

from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Lead, Leadership, Sight, Target
from engine.systems.pousse_pion.command import commanded, superiors
from engine.systems.pousse_pion.fire import check_gun, check_shot, screened
from engine.systems.pousse_pion.values import in_order


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who is in command as the table stands now, and how far each general reaches (PP-CMD-01, PP-CMD-02)."""
    units = tuple(state.fielded(side))
    troops = [unit for unit in units if unit.kind != "general"]
    return Leadership(
        leads=tuple(_lead(scn, state, unit, troops) for unit in units if unit.kind == "general"),
        unled=tuple(unit.id for unit in troops if not commanded(scn, state, unit)),
    )


def _lead(scn: Scenario, state: State, general: Unit, troops: list[Unit]) -> Lead:
    """One general's reach; none while he is in disorder (PP-CMD-04). An army general leads any corps."""
    orderly = in_order(state, general)
    hexes = scn.grid.within(general.place, general["cd"]) if orderly else frozenset()
    return Lead(
        leader=general.id,
        side=general.side,
        corps="" if "army" in general.traits else general.corps,
        hexes=hexes,
        units=tuple(u.id for u in troops if u.place in hexes and general in superiors(state, u)),
    )


def sight(scn: Scenario, state: State, unit_id: str) -> Sight | None:
    """The range of a battery and what it sees within it (PP-FIR-03, PP-FIR-05 to 10)."""
    gun = state.units[unit_id]
    if gun.hex is None or gun.kind != "artillery":
        return None
    near = scn.grid.within(gun.hex, gun["range"]) - {gun.hex}
    hidden = {h: by for h in sorted(near) if (by := screened(scn, gun.hex, h))}
    enemies = (u for u in state.fielded(scn.enemy(gun.side)) if u.place in near)
    return Sight(
        unit=gun.id,
        hex=gun.hex,
        reach=gun["range"],
        seen=near - {*hidden},
        hidden=hidden,
        targets=tuple(_target(scn, gun, gun.hex, enemy, hidden.get(enemy.place, ())) for enemy in enemies),
        reason=_silent(state, gun, gun.hex),
    )


def _silent(state: State, gun: Unit, here: Hex) -> str:
    """Why a battery may not fire at all."""
    try:
        check_gun(state, gun, here)
    except IllegalOrder as refusal:
        return refusal.reason
    return ""


def _target(scn: Scenario, gun: Unit, here: Hex, enemy: Unit, by: tuple[Hex, ...]) -> Target:
    reason = ""
    try:
        check_shot(scn, gun, here, enemy, enemy.place)
    except IllegalOrder as refusal:
        reason = refusal.reason
    return Target(unit=enemy.id, hex=enemy.place, by=by, reason=reason)
