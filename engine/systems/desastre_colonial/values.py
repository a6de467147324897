"""What a unit is: its arm, weapon, training and bases, whether it is fragile, who stands where (3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit

COLONIAL, NATIVE = "colonial", "native"
CHIEF = "chief"
STANDARD = "standard"  # the training of whoever has none printed (3.2)
ONE, TWO = ("unit",), ("left", "right")  # the names of a unit's bases


def is_chief(unit: Unit) -> bool:
    """Whether a counter is a chief, who is no unit (DC-GEN-11)."""
    return unit.kind == CHIEF


def fragile(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit has so many losses that it is fragile (3.2, R-05)."""
    return not is_chief(unit) and unit["losses"] >= int(scn.chart("fragile_at"))


def mounted(unit: Unit) -> bool:
    """Whether a unit is mounted: cavalry, and mounted skirmishers (DC-GEN-30, C-08)."""
    return unit.kind == "cavalry" or "mounted" in unit.traits


def cavalry(unit: Unit) -> bool:
    """Whether a unit is of the arm cavalry; mounted skirmishers are mounted infantry, however a counter calls
    them (DC-MOR-24, C-08)."""
    return unit.kind == "cavalry" and not skirmisher(unit)


def infantry(unit: Unit) -> bool:
    """Whether a unit is of the arm infantry, on foot or mounted (DC-GEN-31, C-08)."""
    return unit.kind == "infantry" or (unit.kind == "cavalry" and skirmisher(unit))


def gunlike(unit: Unit) -> bool:
    """Whether what is written for artillery holds for a unit (DC-GEN-32)."""
    return unit.kind in ("artillery", "machine_gun")


def skirmisher(unit: Unit) -> bool:
    """Whether a unit is of skirmishers (DC-FOR-13, DC-CAP-08)."""
    return "skirmisher" in unit.traits


def weapon(scn: Scenario, unit: Unit) -> Mapping[str, int] | None:
    """The row of table 5.1 of a unit's weapon, None when it has none."""
    weapons: Mapping[str, Mapping[str, int]] = scn.chart("weapons")
    return next((row for name, row in weapons.items() if name in unit.traits), None)


def training(unit: Unit) -> str:
    """How a unit is trained to fire: undisciplined, standard, trained or disciplined (3.2)."""
    known = ("undisciplined", "trained", "disciplined")
    return next((word for word in known if word in unit.traits), STANDARD)


def cohesion(unit: Unit) -> int:
    """The cohesion of a unit; losses do not change it (3.2)."""
    return unit["cohesion"]


def bases(unit: Unit) -> tuple[str, ...]:
    """The names of a unit's bases: "unit" of one, "left" and "right" of two (3.1)."""
    return TWO if unit["bases"] > 1 else ONE


def colonial(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit tests morale and routs as colonial ones do (DC-GEN-33)."""
    if scn.option("morale.by") == "kind":
        if "native_kind" in unit.traits:
            return False
        if "colonial_kind" in unit.traits:
            return True
    return unit.side == "colonial"


def troops(state: State, side: str = "") -> Iterator[Unit]:
    """The units on the map, of one side or of all; no chiefs (DC-GEN-11)."""
    return (unit for unit in state.fielded(side) if not is_chief(unit))


def chiefs(state: State, side: str = "") -> Iterator[Unit]:
    """The chiefs on the map, of one side or of all."""
    return (unit for unit in state.fielded(side) if is_chief(unit))


def unit_on(state: State, hex_: Hex) -> Unit | None:
    """The one unit in a hex, chiefs apart (DC-GEN-10)."""
    return next((unit for unit in state.on(hex_) if not is_chief(unit)), None)


def chiefs_on(state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The chiefs of a side in a hex, by id."""
    return tuple(sorted((u for u in state.on(hex_) if is_chief(u) and u.side == side), key=lambda u: u.id))


def lone(state: State, chief: Unit) -> bool:
    """Whether a chief on the map has no unit in his hex (DC-GEN-11)."""
    return chief.hex is not None and unit_on(state, chief.place) is None
