"""Hordes, which take a loss when a move leads them away from the enemy (DC-CAP-07)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import MOVED
from engine.systems.desastre_colonial.general.values import troops

RULE = "DC-CAP-07"


def lose_when_led_away(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Give a unit its loss if it is a horde whose move led it away from the enemy (DC-CAP-07)."""
    if "horde" in unit.traits and _led_away(scn, ledger.state, unit):
        losses = int(scn.chart("horde", "losses"))
        ledger.note("horde", RULE, unit=unit.id, losses=losses)
        lose(scn, ledger, unit.id, losses, RULE)


def _led_away(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a move started near an enemy unit and ended farther from the nearest one."""
    start = min(state.targets_of_mark(unit.id, MOVED), default=unit.place)
    before, after = (_to_nearest_enemy(scn, state, unit, hex_) for hex_ in (start, unit.place))
    if before is None or after is None:
        return False
    return before <= int(scn.chart("horde", "near")) and before < after


def _to_nearest_enemy(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> int | None:
    """Hexes from a hex to the nearest enemy unit; None when there is none."""
    enemies = troops(state, scn.enemy(unit.side))
    return min((scn.grid.distance(hex_, enemy.place) for enemy in enemies), default=None)
