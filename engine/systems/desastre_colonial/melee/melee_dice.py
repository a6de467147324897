"""The number of dice a unit rolls in a melee, and how many hit (DC-MEL-19 to 24, DC-CAP-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.aspects import FLANK, REAR, in_square
from engine.systems.desastre_colonial.general.marks import APPROACH, AT_RISK, SMOKE
from engine.systems.desastre_colonial.melee.principal_attacker import position_now
from engine.systems.desastre_colonial.terrain import terrain

ATTACKER, DEFENDER = "attacker", "defender"
SMOKE_LINE = "smoke"  # the line of modifiers for a card .2

Lines = tuple[tuple[str, int], ...]
"""Lines of table 5.5, each with the dice it adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The dice of a unit in a melee: `bases` those of its bases, `lines` the modifiers, `chief` the Chief who
    takes part or "", `total` how many it rolls."""

    unit: str
    role: str
    bases: int
    lines: Lines
    chief: str
    total: int


def of_defender(scn: Scenario, state: State, defender: Unit) -> Dice:
    """The dice of a defender: its bases and its Chief, without modifiers (DC-MEL-19 to 22)."""
    return _dice(scn, state, defender, DEFENDER, ())


def of_attacker(
    scn: Scenario, state: State, attacker: Unit, defender: Unit, *, principal: bool = True
) -> Dice:
    """The dice of an attacker, at least one (DC-MEL-19 to 23). Cards .2 help the `principal` one only."""
    chart = scn.chart("melee", "modifiers")
    lines = [(line, int(chart[line])) for line in modifiers(scn, state, attacker, defender)]
    smoke = state.targets_of_mark(defender.id, SMOKE) if principal else ()
    lines += [(SMOKE_LINE, int(scn.chart("drame", "smoke", value))) for value in sorted(smoke)]
    return _dice(scn, state, attacker, ATTACKER, tuple(lines))


def _dice(scn: Scenario, state: State, unit: Unit, role: str, lines: Lines) -> Dice:
    chief = chief_taking_part(state, unit)
    of_bases = len(values.bases(unit)) * values.cohesion(unit)
    total = of_bases + sum(n for _, n in lines) + (int(scn.chart("melee", "chief")) if chief else 0)
    least = int(scn.chart("melee", "least")) if role == ATTACKER else 0
    return Dice(unit=unit.id, role=role, bases=of_bases, lines=lines, chief=chief, total=max(least, total))


def chief_taking_part(state: State, unit: Unit) -> str:
    """The Chief in a unit's hex who takes part in its melee, or "" (DC-MEL-21)."""
    chiefs = values.chiefs_on(state, unit.place, unit.side)
    return next((chief.id for chief in chiefs if state.marked(chief.id, AT_RISK)), "")


def modifiers(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> Iterator[str]:
    """The lines of table 5.5 that apply to an attacker (DC-MEL-22, DC-MEL-M1 to M9)."""
    attacker_is_high, defender_is_high = (
        terrain.elevated(scn, state, unit.place) for unit in (attacker, defender)
    )
    square, where = in_square(state, defender), position(scn, state, attacker, defender)
    cover = terrain.cover_from(scn, state, defender.place, attacker.place)
    applies = {
        "M1": attacker_is_high and not defender_is_high,
        "M2": where == FLANK and not square,
        "M3": where == REAR and not square,
        "M4": square,
        "M5": values.cavalry(attacker) and values.infantry(defender) and not square,
        "M6": "ferocious" in attacker.traits,
        "M7": defender_is_high and not attacker_is_high,
        "M8": cover == "light",
        "M9": cover == "heavy",
    }
    return (line for line, is_true in applies.items() if is_true)


def position(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """Where an attacker stands: front, flank or rear of the defender now, or by a switch at its declaration
    (DC-MEL-16)."""
    at_declaration = state.targets_of_mark(attacker.id, APPROACH)
    return next(iter(at_declaration), "") or position_now(scn, state, defender, attacker)


def hits(unit: Unit, dice: Sequence[int]) -> int:
    """The dice above a unit's losses at the start of the melee (DC-MEL-24, DC-MEL-25)."""
    return sum(die > unit["losses"] for die in dice)


def after_armour(scn: Scenario, unit: Unit, hits: int) -> int:
    """The hits on a unit in a melee, those by fire included, less those its armour cancels (DC-CAP-01,
    C-07)."""
    cancelled = int(scn.chart("melee", "armour")) if "armour" in unit.traits else 0
    return max(0, hits - cancelled)
