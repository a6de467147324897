"""Hordes, which do not bear being led away from the enemy (DC-CAP-07)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.losses import lose
from engine.systems.desastre_colonial.marks import MOVED
from engine.systems.desastre_colonial.values import troops

RULE = "DC-CAP-07"


def suffer(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Let a horde that began its move near an enemy and ended it farther from the nearest one take its loss
    (DC-CAP-07)."""
    if "horde" in unit.traits and _led_away(scn, ledger.state, unit):
        losses = int(scn.chart("horde", "losses"))
        ledger.note("horde", RULE, unit=unit.id, losses=losses)
        lose(scn, ledger, unit.id, losses, RULE)


def _led_away(scn: Scenario, state: State, unit: Unit) -> bool:
    started = min(state.pointed(unit.id, MOVED), default=unit.place)
    before = _nearest(scn, state, unit, started)
    return (
        before is not None and before <= int(scn.chart("horde", "near")) and before < _after(scn, state, unit)
    )


def _after(scn: Scenario, state: State, unit: Unit) -> int:
    return _nearest(scn, state, unit, unit.place) or 0


def _nearest(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> int | None:
    """Hexes from a hex to the nearest enemy unit; None when there is none."""
    enemies = troops(state, scn.enemy(unit.side))
    return min((scn.grid.distance(hex_, enemy.place) for enemy in enemies), default=None)
