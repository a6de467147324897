"""Honor Markers (AT-MOR-18, AT-MOR-40, AT-MOR-41, C-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import faced_enemy
from engine.systems.art_of_tactic.unit_card import uses_level


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Win:
    """A unit that faced an enemy removed by melee, and that enemy: ids."""

    unit: str
    enemy: str


def wins_over(scn: Scenario, before: State, removed: Collection[str]) -> frozenset[Win]:
    """Who faced, in the position before, the units that are to be removed by melee (AT-MOR-40)."""
    wins = set()
    for unit in before.units_on_map():
        enemy = faced_enemy(scn, before, unit.id)
        if enemy is not None and enemy.id in removed and unit.id not in removed:
            wins.add(Win(unit=unit.id, enemy=enemy.id))
    return frozenset(wins)


def award_honor(scn: Scenario, ledger: Ledger, wins: Iterable[Win]) -> frozenset[str]:
    """Give each winner still on the map an Honor Marker, if it has none (AT-MOR-40, AT-MOR-41); their ids."""
    if not uses_level(scn, "intermediate"):
        return frozenset()
    most, awarded = int(scn.chart("most_honor")), set()
    for win in sorted(wins):
        unit = ledger.state.units[win.unit]
        if unit.hex is None or unit["honor"] >= most:
            continue
        was, now = unit["honor"], unit["honor"] + 1
        ledger.tell(ev.Changed(unit=unit.id, value="honor", was=was, now=now, rule="AT-MOR-40"))
        ledger.note("honor", "AT-MOR-40", unit=unit.id, target=win.enemy)
        awarded.add(unit.id)
    return frozenset(awarded)


def without_new_markers(state: State, awarded: Collection[str]) -> State:
    """The position without the Honor Markers that these units have just won (C-14)."""
    units = {
        id_: replace(unit, values={**unit.values, "honor": unit["honor"] - 1}) if id_ in awarded else unit
        for id_, unit in state.units.items()
    }
    return replace(state, units=units)


def lose_honor(ledger: Ledger, unit: Unit) -> None:
    """Take the Honor Marker of a unit that failed a test (AT-MOR-18)."""
    now = unit["honor"] - 1
    ledger.tell(ev.Changed(unit=unit.id, value="honor", was=unit["honor"], now=now, rule="AT-MOR-18"))
    ledger.note("honor_lost", "AT-MOR-18", unit=unit.id)
