"""Attack, Defense, Fortitude and Firepower of a unit now: the card's value and all modifiers (5.2 to 5.4).

Order modifiers and conditions belong to level Intermediate, terrain to Advanced, fatigue to Expert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules.combat import Modifier
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.marks import GENERAL_STAFF_LOST
from engine.systems.art_of_tactic.unit_card import (
    HESITANT,
    PANICKED,
    figures_lost,
    general_staffs,
    has_commander,
    order_of,
    uses_level,
)

FRONT, FLANK, REAR = "front", "flank", "rear"  # the side of the defender from which an attack comes

_ORDER_RULES = {
    "all_around_defense": "AT-ORD-20",
    "defend": "AT-ORD-21",
    "fire_and_retreat": "AT-ORD-24",
    "run": "AT-ORD-41",
    "assault": "AT-ORD-42",
    "move_and_fire": "AT-ORD-44",
    "retreat": "AT-ORD-60",
}
_FLIGHT_ORDERS = {"flee", "panic"}  # modifiers are those of Shaken and Panicked, applied once
_MORALE_RULES = {"hesitant": "AT-MOR-02", "shaken": "AT-MOR-03", "panicked": "AT-MOR-04"}
_TEST_RULES = {FLANK: "AT-MOR-12", REAR: "AT-MOR-13"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifiedValue:
    """A value of the card and its modifiers; the total may fall below 0 (AT-GEN-04, AT-GEN-06)."""

    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """The modified value."""
        return self.base + sum(m.adds for m in self.modifiers)

    @property
    def modifier_facts(self) -> tuple[str, ...]:
        """The modifiers as facts of a note: "AT-ORD-42|assault|+2"."""
        return tuple(f"{m.rule}|{m.reason}|{m.adds:+d}" for m in self.modifiers)


def attack_value(scn: Scenario, state: State, unit: Unit, target: Unit, side: str) -> ModifiedValue:
    """The Attack Value against a target attacked from one of its sides (AT-MEL-22)."""
    base = unit["attack_cav" if target.kind == "cavalry" else "attack_inf"]
    return _if_panicked(scn, unit, "attack", base) or _with_modifiers(
        base,
        _order_modifiers(scn, state, unit, "attack"),
        _terrain_modifiers(scn, state, unit, "attack"),
        _hill_modifiers(scn, unit, target),
        _condition_modifiers(scn, state, unit, "attack"),
        _attack_side_modifiers(scn, side),
    )


def defense(scn: Scenario, state: State, unit: Unit) -> ModifiedValue:
    """The Defense taken off the hits of each attack, where less than 0 counts as 0 (AT-MEL-25, AT-MEL-26)."""
    return _if_panicked(scn, unit, "defense", unit["defense"]) or _with_modifiers(
        unit["defense"],
        _order_modifiers(scn, state, unit, "defense"),
        _terrain_modifiers(scn, state, unit, "defense"),
        _condition_modifiers(scn, state, unit, "defense"),
    )


def fortitude(scn: Scenario, state: State, unit: Unit, side: str = FRONT) -> ModifiedValue:
    """Current Fortitude, in a test for an attack from that side (AT-MOR-10, AT-MOR-12, AT-MOR-13)."""
    return _with_modifiers(
        unit["fortitude"],
        _casualty_modifiers(scn, unit),
        _order_modifiers(scn, state, unit, "fortitude"),
        _terrain_modifiers(scn, state, unit, "fortitude"),
        _condition_modifiers(scn, state, unit, "fortitude"),
        _test_modifiers(scn, side),
    )


def firepower(scn: Scenario, state: State, unit: Unit) -> ModifiedValue:
    """Firepower: of the card, the order and the shooter's hex alone (AT-RNG-03)."""
    return _with_modifiers(
        unit["firepower"],
        _order_modifiers(scn, state, unit, "firepower"),
        _terrain_modifiers(scn, state, unit, "firepower"),
    )


def _with_modifiers(base: int, *parts: Iterator[Modifier]) -> ModifiedValue:
    return ModifiedValue(base=base, modifiers=tuple(m for part in parts for m in part if m.adds))


def _if_panicked(scn: Scenario, unit: Unit, value: str, base: int) -> ModifiedValue | None:
    """The value of a Panicked unit, whatever else applies (AT-MOR-04, C-08); None for other units."""
    if unit["morale"] != PANICKED or not uses_level(scn, "intermediate"):
        return None
    now = int(scn.chart("conditions", "panicked", f"{value}_set"))
    return _with_modifiers(base, iter((Modifier(rule="AT-MOR-04", reason="panicked", adds=now - base),)))


def _order_modifiers(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """The modifier of the unit's order, for the whole turn (AT-ORD-09)."""
    order = order_of(state, unit.id)
    if order and order not in _FLIGHT_ORDERS and uses_level(scn, "intermediate"):
        adds = int(scn.chart("order_modifiers", order).get(value, 0))
        yield Modifier(rule=_ORDER_RULES.get(order, "AT-ORD-09"), reason=order, adds=adds)


def _terrain_modifiers(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """The modifier of the occupied hex (AT-TER-08)."""
    if unit.hex is not None and uses_level(scn, "advanced"):
        terrain = state.terrain.get(unit.hex, scn.terrain(unit.hex))
        yield Modifier(
            rule="AT-TER-08", reason=terrain, adds=int(scn.chart("terrain_combat", terrain, value))
        )


def _hill_modifiers(scn: Scenario, unit: Unit, target: Unit) -> Iterator[Modifier]:
    """The modifier for standing exactly one level above or below the enemy in melee (AT-TER-14)."""
    if unit.hex is None or target.hex is None or not uses_level(scn, "advanced"):
        return
    reason = {1: "higher", -1: "lower"}.get(scn.slope(target.hex, unit.hex))
    if reason is not None:
        yield Modifier(rule="AT-TER-14", reason=reason, adds=int(scn.chart("melee", "height", reason)))


def _attack_side_modifiers(scn: Scenario, side: str) -> Iterator[Modifier]:
    """The bonus for an attack on the flank or the rear (AT-MEL-27)."""
    if side != FRONT:
        yield Modifier(rule="AT-MEL-27", reason=side, adds=int(scn.chart("melee", f"{side}_attack_bonus")))


def _test_modifiers(scn: Scenario, side: str) -> Iterator[Modifier]:
    """The modifier of the one test of a unit attacked in flank or rear (AT-MOR-12, AT-MOR-13)."""
    if side != FRONT:
        adds = int(scn.chart("conditions", f"{side}_test", "fortitude"))
        yield Modifier(rule=_TEST_RULES[side], reason=side, adds=adds)


def _casualty_modifiers(scn: Scenario, unit: Unit) -> Iterator[Modifier]:
    """The modifier for each figure lost (AT-MOR-10)."""
    adds = figures_lost(unit) * int(scn.chart("conditions", "casualty_each", "fortitude"))
    yield Modifier(rule="AT-MOR-10", reason="casualties", adds=adds)


def _condition_modifiers(scn: Scenario, state: State, unit: Unit, value: str) -> Iterator[Modifier]:
    """The modifiers of the conditions of a unit (table 5.3)."""
    if not uses_level(scn, "intermediate"):
        return
    for rule, reason, entry in _conditions_of(scn, state, unit):
        adds = int(scn.chart("conditions", entry).get(value, 0))
        yield Modifier(rule=rule, reason=reason, adds=adds)


def _conditions_of(scn: Scenario, state: State, unit: Unit) -> Iterator[tuple[str, str, str]]:
    """Rule, reason and entry of the chart for every condition of a unit."""
    if has_commander(unit):
        yield "AT-MOR-10", "commander", "commander"
    if is_near_general_staff(scn, state, unit):
        yield "AT-MOR-61", "general_staff", "general_staff_within_2"
    if state.marked(unit.side, GENERAL_STAFF_LOST):
        yield "AT-MOR-16", "general_staff_destroyed", "general_staff_destroyed"
    if unit["honor"]:
        yield "AT-MOR-42", "honor", "honor"
    if unit["morale"] >= HESITANT:
        name = scn.chart("morale")[unit["morale"]]
        yield _MORALE_RULES[name], name, name
    tier = fatigue_tier(scn, unit)
    if tier:
        yield "AT-FAT-06", "fatigue", f"fatigue_tier_{tier}"


def is_near_general_staff(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether its own General Staff, another unit, is near (AT-MOR-61)."""
    radius = int(scn.chart("general_staff_radius"))
    return unit.hex is not None and any(
        scn.grid.distance(staff.place, unit.hex) <= radius for staff in general_staffs(state, unit)
    )


def fatigue_tier(scn: Scenario, unit: Unit) -> int:
    """The tier of a unit's fatigue penalties: 0, 1 or 2 (AT-FAT-06)."""
    if not uses_level(scn, "expert"):
        return 0
    return sum(unit["fatigue"] >= int(scn.chart("fatigue", f"tier_{n}_from")) for n in (1, 2))
