"""How many dice a unit rolls in a melee, and why; how many of them hit (DC-MEL-19 to 24). Rolls none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial import ground, values
from engine.systems.desastre_colonial.aspects import FLANK, REAR, in_square
from engine.systems.desastre_colonial.conform import seen_from
from engine.systems.desastre_colonial.marks import APPROACH, AT_RISK, SMOKE

ATTACKER, DEFENDER = "attacker", "defender"
SMOKED = "smoke"  # the line for the dice of a card .2


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The dice of one unit in a melee: those of its bases, the lines of the table that change them, the chief
    who is committed ("" for none), how many it is in the end."""

    unit: str
    role: str
    bases: int
    lines: tuple[tuple[str, int], ...]
    chief: str
    dice: int


def of_defender(scn: Scenario, state: State, defender: Unit) -> Dice:
    """The dice of a defender: cohesion for each base, one more for a chief, no more (DC-MEL-19 to 22)."""
    return _dice(scn, state, defender, DEFENDER, ())


def of_attacker(
    scn: Scenario, state: State, attacker: Unit, defender: Unit, *, principal: bool = True
) -> Dice:
    """The dice of an attacker, one at least (DC-MEL-19 to 23). Cards help the `principal` one alone."""
    chart = scn.chart("melee", "modifiers")
    lines = [(line, int(chart[line])) for line in modifiers(scn, state, attacker, defender)]
    smoke = state.pointed(defender.id, SMOKE) if principal else ()
    lines += [(SMOKED, int(scn.chart("drame", "smoke", value))) for value in sorted(smoke)]
    return _dice(scn, state, attacker, ATTACKER, tuple(lines))


def _dice(scn: Scenario, state: State, unit: Unit, role: str, lines: tuple[tuple[str, int], ...]) -> Dice:
    chief = committed(state, unit)
    bases = len(values.bases(unit)) * values.cohesion(unit)
    total = bases + sum(n for _, n in lines) + (int(scn.chart("melee", "chief")) if chief else 0)
    least = int(scn.chart("melee", "least")) if role == ATTACKER else 0
    return Dice(unit=unit.id, role=role, bases=bases, lines=lines, chief=chief, dice=max(least, total))


def committed(state: State, unit: Unit) -> str:
    """The chief in a unit's hex who is committed to its melee, or "" (DC-MEL-21)."""
    chiefs = values.chiefs_on(state, unit.place, unit.side)
    return next((chief.id for chief in chiefs if state.marked(chief.id, AT_RISK)), "")


def modifiers(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> Iterator[str]:
    """The lines of table 5.5 that hold for one attacker (DC-MEL-22, DC-MEL-M1 to M9)."""
    above, below = (ground.elevated(scn, state, unit.place) for unit in (attacker, defender))
    square, came = in_square(state, defender), position(scn, state, attacker, defender)
    cover = ground.cover_from(scn, state, defender.place, attacker.place)
    held = {
        "M1": above and not below,
        "M2": came == FLANK and not square,
        "M3": came == REAR and not square,
        "M4": square,
        "M5": values.cavalry(attacker) and values.infantry(defender) and not square,
        "M6": "ferocious" in attacker.traits,
        "M7": below and not above,
        "M8": cover == "light",
        "M9": cover == "heavy",
    }
    return (line for line, holds in held.items() if holds)


def position(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """Front, flank or rear of the defender: as it stands now, or by a switch as it was when the attacker came
    on (DC-MEL-16)."""
    came = state.pointed(attacker.id, APPROACH)
    return next(iter(came), "") or seen_from(scn, state, defender, attacker)


def hits(unit: Unit, dice: Sequence[int]) -> int:
    """The dice above a unit's own losses, which are still those of the start (DC-MEL-24, DC-MEL-25)."""
    return sum(die > unit["losses"] for die in dice)


def spared(scn: Scenario, unit: Unit, hits: int) -> int:
    """What is left of the hits on a unit in a melee, those by fire among them, once its armour has cancelled
    what it does (DC-CAP-01, C-07)."""
    armour = int(scn.chart("melee", "armour")) if "armour" in unit.traits else 0
    return max(0, hits - armour)
