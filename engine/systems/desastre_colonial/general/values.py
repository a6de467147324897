"""What a unit is: arm, weapon, training, bases, fragile or not; and who stands where (section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit

COLONIAL, NATIVE = "colonial", "native"
CHIEF = "chief"
STANDARD = "standard"  # the training of a unit that has none printed (3.2)
LEFT, RIGHT = "left", "right"  # the bases of a two-base unit
WHOLE = "unit"  # the only base of a one-base unit; in an order, all bases at once


def is_chief(unit: Unit) -> bool:
    """Whether a counter is a Chief, who is not a unit (DC-GEN-11)."""
    return unit.kind == CHIEF


def fragile(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit has enough losses to be fragile (3.2, R-05)."""
    return not is_chief(unit) and unit["losses"] >= int(scn.chart("fragile_at"))


def mounted(unit: Unit) -> bool:
    """Whether a unit is mounted: cavalry or mounted skirmishers (DC-GEN-30, C-08)."""
    return unit.kind == "cavalry" or "mounted" in unit.traits


def cavalry(unit: Unit) -> bool:
    """Whether a unit is of the arm cavalry; mounted skirmishers are mounted infantry, even where the counter
    says cavalry (DC-MOR-24, C-08)."""
    return unit.kind == "cavalry" and not skirmisher(unit)


def infantry(unit: Unit) -> bool:
    """Whether a unit is of the arm infantry, on foot or mounted (DC-GEN-31, C-08)."""
    return unit.kind == "infantry" or (unit.kind == "cavalry" and skirmisher(unit))


def gunlike(unit: Unit) -> bool:
    """Whether the rules for artillery apply to a unit: artillery or machine guns (DC-GEN-32)."""
    return unit.kind in ("artillery", "machine_gun")


def skirmisher(unit: Unit) -> bool:
    """Whether a unit is of skirmishers (DC-FOR-13, DC-CAP-08)."""
    return "skirmisher" in unit.traits


def weapon(scn: Scenario, unit: Unit) -> Mapping[str, int] | None:
    """The row of table 5.1 for a unit's weapon, None without one."""
    name = weapon_name(scn, unit)
    row: Mapping[str, int] | None = scn.chart("weapons", name) if name else None
    return row


def weapon_name(scn: Scenario, unit: Unit) -> str:
    """The name of a unit's weapon in table 5.1, "" without one."""
    return next((name for name in scn.chart("weapons") if name in unit.traits), "")


def weapon_range(scn: Scenario, unit: Unit) -> int:
    """The range of a unit's weapon in hexes, 0 without one (DC-FIR-12, DC-FIR-13)."""
    row = weapon(scn, unit)
    return 0 if row is None else int(row["range"])


def training(unit: Unit) -> str:
    """A unit's fire training: undisciplined, standard, trained or disciplined (3.2)."""
    printed = ("undisciplined", "trained", "disciplined")
    return next((word for word in printed if word in unit.traits), STANDARD)


def cohesion(unit: Unit) -> int:
    """The cohesion of a unit; losses do not change it (3.2)."""
    return unit["cohesion"]


def bases(unit: Unit) -> tuple[str, ...]:
    """The names of a unit's bases: "left" and "right", or "unit" for its only one (3.1)."""
    return (LEFT, RIGHT) if unit["bases"] > 1 else (WHOLE,)


def colonial(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit tests morale and routs by the colonial rules (DC-GEN-33)."""
    if scn.option("morale.by") == "kind":
        if "native_kind" in unit.traits:
            return False
        if "colonial_kind" in unit.traits:
            return True
    return unit.side == COLONIAL


def troops(state: State, side: str = "") -> Iterator[Unit]:
    """The units on the map, of one side or of both; no Chiefs (DC-GEN-11)."""
    return (unit for unit in state.units_on_map(side) if not is_chief(unit))


def started(scn: Scenario) -> int:
    """N: the units the Colonial side started with (DC-VIC-03)."""
    return sum(c.side == COLONIAL and c.kind != CHIEF for c in scn.counters.values())


def chiefs(state: State, side: str = "") -> Iterator[Unit]:
    """The Chiefs on the map, of one side or of both."""
    return (unit for unit in state.units_on_map(side) if is_chief(unit))


def unit_on(state: State, hex_: Hex) -> Unit | None:
    """The unit in a hex, Chiefs not counted (DC-GEN-10)."""
    return next((unit for unit in state.on(hex_) if not is_chief(unit)), None)


def chiefs_on(state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The Chiefs of a side in a hex, by id."""
    return by_id(unit for unit in state.on(hex_) if is_chief(unit) and unit.side == side)


def by_id(units: Iterator[Unit]) -> tuple[Unit, ...]:
    """Counters in the order of their ids."""
    return tuple(sorted(units, key=lambda unit: unit.id))
