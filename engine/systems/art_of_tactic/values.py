"""Attack, Defense, Fortitude and Firepower as they stand now, every modifier told with its rule (5.2 to 5.4).

Order modifiers and conditions belong to level Intermediate, terrain to Advanced, fatigue to Expert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules.sums import Modifier
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.card import HESITANT, PANICKED, STAFF, commanded, lost, order, plays
from engine.systems.art_of_tactic.marks import LEADERLESS

FRONT, FLANK, REAR = "front", "flank", "rear"  # the side of the defender an attack comes from

_ORDER_RULES = {
    "all_around_defense": "AT-ORD-20",
    "defend": "AT-ORD-21",
    "fire_and_retreat": "AT-ORD-24",
    "run": "AT-ORD-41",
    "assault": "AT-ORD-42",
    "move_and_fire": "AT-ORD-44",
    "retreat": "AT-ORD-60",
}
_FLIGHTS = {"flee", "panic"}  # whose modifiers are those of Shaken and Panicked, applied once
_MORALE_RULES = {"hesitant": "AT-MOR-02", "shaken": "AT-MOR-03", "panicked": "AT-MOR-04"}
_TEST_RULES = {FLANK: "AT-MOR-12", REAR: "AT-MOR-13"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """A value of the card and everything that changes it; may fall below 0 (AT-GEN-04, AT-GEN-06)."""

    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """The modified value."""
        return self.base + sum(m.adds for m in self.modifiers)

    @property
    def told(self) -> tuple[str, ...]:
        """The modifiers as facts of a remark: "AT-ORD-42|assault|+2"."""
        return tuple(f"{m.rule}|{m.reason}|{m.adds:+d}" for m in self.modifiers)


def attack(scn: Scenario, state: State, unit: Unit, target: Unit, side: str) -> Sum:
    """The Attack Value against a target met from one of its sides (AT-MEL-22)."""
    base = unit["attack_cav" if target.kind == "cavalry" else "attack_inf"]
    return _settled(scn, unit, "attack", base) or _sum(
        base,
        _order(scn, state, unit, "attack"),
        _terrain(scn, state, unit, "attack"),
        _height(scn, unit, target),
        _conditions(scn, state, unit, "attack"),
        _side(scn, side),
    )


def defense(scn: Scenario, state: State, unit: Unit) -> Sum:
    """The Defense taken off the hits of each attack, where less than 0 counts as 0 (AT-MEL-25, AT-MEL-26)."""
    return _settled(scn, unit, "defense", unit["defense"]) or _sum(
        unit["defense"],
        _order(scn, state, unit, "defense"),
        _terrain(scn, state, unit, "defense"),
        _conditions(scn, state, unit, "defense"),
    )


def fortitude(scn: Scenario, state: State, unit: Unit, side: str = FRONT) -> Sum:
    """Current Fortitude, in a test for an attack from that side (AT-MOR-10, AT-MOR-12, AT-MOR-13)."""
    return _sum(
        unit["fortitude"],
        _casualties(scn, unit),
        _order(scn, state, unit, "fortitude"),
        _terrain(scn, state, unit, "fortitude"),
        _conditions(scn, state, unit, "fortitude"),
        _tested(scn, side),
    )


def firepower(scn: Scenario, state: State, unit: Unit) -> Sum:
    """Firepower: of the card, the order and the shooter's hex alone (AT-RNG-03)."""
    return _sum(
        unit["firepower"],
        _order(scn, state, unit, "firepower"),
        _terrain(scn, state, unit, "firepower"),
    )


def _sum(base: int, *parts: Iterator[Modifier]) -> Sum:
    return Sum(base=base, modifiers=tuple(m for part in parts for m in part if m.adds))


def _settled(scn: Scenario, unit: Unit, value: str, base: int) -> Sum | None:
    """What a Panicked unit has whatever else applies (AT-MOR-04, C-08); None for others."""
    if unit["morale"] != PANICKED:
        return None
    now = int(scn.chart("conditions", "panicked", f"{value}_set"))
    return _sum(base, iter((Modifier(rule="AT-MOR-04", reason="panicked", adds=now - base),)))


def _order(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """Of the order in force, for the whole turn (AT-ORD-09)."""
    name = order(state, unit.id)
    if name and name not in _FLIGHTS and plays(scn, "intermediate"):
        adds = int(scn.chart("order_modifiers", name).get(value, 0))
        yield Modifier(rule=_ORDER_RULES.get(name, "AT-ORD-09"), reason=name, adds=adds)


def _terrain(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """Of the occupied hex (AT-TER-08)."""
    if unit.hex is not None and plays(scn, "advanced"):
        terrain = state.terrain.get(unit.hex, scn.terrain(unit.hex))
        yield Modifier(
            rule="AT-TER-08", reason=terrain, adds=int(scn.chart("terrain_combat", terrain, value))
        )


def _height(scn: Scenario, unit: Unit, target: Unit) -> Iterator[Modifier]:
    """In melee exactly one level above or below the enemy (AT-TER-14)."""
    if unit.hex is None or target.hex is None or not plays(scn, "advanced"):
        return
    reason = {1: "higher", -1: "lower"}.get(scn.slope(target.hex, unit.hex))
    if reason is not None:
        yield Modifier(rule="AT-TER-14", reason=reason, adds=int(scn.chart("melee", "height", reason)))


def _side(scn: Scenario, side: str) -> Iterator[Modifier]:
    """For an attack on the flank or the rear (AT-MEL-27)."""
    if side != FRONT:
        yield Modifier(rule="AT-MEL-27", reason=side, adds=int(scn.chart("melee", f"{side}_attack_bonus")))


def _tested(scn: Scenario, side: str) -> Iterator[Modifier]:
    """For this one test, of a unit attacked on the flank or from the rear (AT-MOR-12, AT-MOR-13)."""
    if side != FRONT:
        adds = int(scn.chart("conditions", f"{side}_test", "fortitude"))
        yield Modifier(rule=_TEST_RULES[side], reason=side, adds=adds)


def _casualties(scn: Scenario, unit: Unit) -> Iterator[Modifier]:
    """For each figure lost (AT-MOR-10)."""
    adds = lost(unit) * int(scn.chart("conditions", "casualty_each", "fortitude"))
    yield Modifier(rule="AT-MOR-10", reason="casualties", adds=adds)


def _conditions(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """Everything of table 5.3 that a unit carries or stands beside."""
    if not plays(scn, "intermediate"):
        return
    for rule, reason, name in _in_force(scn, state, unit):
        adds = int(scn.chart("conditions", name).get(value, 0))
        yield Modifier(rule=rule, reason=reason, adds=adds)


def _in_force(scn: Scenario, state: State, unit: Unit) -> Iterator[tuple[str, str, str]]:
    """Rule, reason and entry of the chart for every condition of a unit."""
    if commanded(unit):
        yield "AT-MOR-10", "commander", "commander"
    if inspired(scn, state, unit):
        yield "AT-MOR-61", "general_staff", "general_staff_within_2"
    if state.marked(unit.side, LEADERLESS):
        yield "AT-MOR-16", "general_staff_destroyed", "general_staff_destroyed"
    if unit["honor"]:
        yield "AT-MOR-42", "honor", "honor"
    if unit["morale"] >= HESITANT:
        name = scn.chart("morale")[unit["morale"]]
        yield _MORALE_RULES[name], name, name
    tier = fatigue_tier(scn, unit)
    if tier:
        yield "AT-FAT-06", "fatigue", f"fatigue_tier_{tier}"


def inspired(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether its own General Staff, another unit, is near (AT-MOR-61)."""
    radius = int(scn.chart("general_staff_radius"))
    return unit.hex is not None and any(
        STAFF in u.traits and u.id != unit.id and scn.grid.distance(u.place, unit.hex) <= radius
        for u in state.fielded(unit.side)
    )


def fatigue_tier(scn: Scenario, unit: Unit) -> int:
    """How tired a unit is: 0 not, 1 or 2 (AT-FAT-06)."""
    if not plays(scn, "expert"):
        return 0
    return sum(unit["fatigue"] >= int(scn.chart("fatigue", f"tier_{n}_from")) for n in (1, 2))
