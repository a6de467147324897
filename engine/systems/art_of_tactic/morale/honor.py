"""Honor Markers (AT-MOR-18, AT-MOR-40, AT-MOR-41)."""

from __future__ import annotations

from collections.abc import Collection

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import faced_enemy
from engine.systems.art_of_tactic.unit_card import units_by_id, uses_level


def award_honor(scn: Scenario, ledger: Ledger, before: State, removed: Collection[str]) -> None:
    """Give Honor to each unit that faced, in the position before, a unit removed by melee (AT-MOR-40).

    A unit that was removed as well gets none; no unit ever has a second marker (AT-MOR-41).
    """
    if not uses_level(scn, "intermediate"):
        return
    most = int(scn.chart("most_honor"))
    for unit in units_by_id(before):
        enemy = faced_enemy(scn, before, unit.id)
        if enemy is None or enemy.id not in removed or unit.id in removed or unit["honor"] >= most:
            continue
        now = unit["honor"] + 1
        ledger.tell(ev.Changed(unit=unit.id, value="honor", was=unit["honor"], now=now, rule="AT-MOR-40"))
        ledger.note("honor", "AT-MOR-40", unit=unit.id, target=enemy.id)


def lose_honor(ledger: Ledger, unit: Unit) -> None:
    """Take the Honor Marker of a unit that failed a test (AT-MOR-18)."""
    now = unit["honor"] - 1
    ledger.tell(ev.Changed(unit=unit.id, value="honor", was=unit["honor"], now=now, rule="AT-MOR-18"))
    ledger.note("honor_lost", "AT-MOR-18", unit=unit.id)
