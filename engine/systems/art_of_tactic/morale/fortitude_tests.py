"""Fortitude Tests: when they fall due, the roll, what failing costs (AT-MOR-10 to AT-MOR-22, AT-MOR-30)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import dice
from engine.systems.art_of_tactic.combat.casualties import Casualties
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.modified_values import FLANK, FRONT, REAR, fortitude
from engine.systems.art_of_tactic.combat.removal import SURRENDERED, remove
from engine.systems.art_of_tactic.marks import GENERAL_STAFF_LOST, PUT_TO_FLIGHT
from engine.systems.art_of_tactic.morale.honor import (
    Win,
    award_honor,
    lose_honor,
    wins_over,
    without_new_markers,
)
from engine.systems.art_of_tactic.morale.morale_levels import drop_order, set_morale
from engine.systems.art_of_tactic.unit_card import GENERAL_STAFF, HESITANT, PANICKED, SHAKEN, uses_level

CASUALTIES, MORALE_PHASE, STAFF_LOST = "casualties", "morale_phase", "staff_lost"
_RULES = {
    CASUALTIES: "AT-MOR-11",
    FLANK: "AT-MOR-12",
    REAR: "AT-MOR-13",
    MORALE_PHASE: "AT-MOR-15",
    STAFF_LOST: "AT-MOR-16",
}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class FortitudeTest:
    """A Fortitude Test to be taken: by which unit, why; `shooter` is set for fire into a Kill Zone."""

    unit: str
    cause: str
    shooter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenTests:
    """The tests that were failed, and who wins Honor by the surrenders among them."""

    failed: tuple[FortitudeTest, ...] = ()
    wins: frozenset[Win] = frozenset()


# --- which tests fall due -----------------------------------------------------------------------------------


def casualty_tests(batch: Sequence[Casualties]) -> set[FortitudeTest]:
    """One test for each unit that lost figures, however many attacks hurt it (AT-MOR-11, R-51)."""
    return {FortitudeTest(unit=c.unit, cause=CASUALTIES) for c in batch if c.figures > 0}


def casualty_tests_by_shooter(batch: Sequence[Casualties]) -> set[FortitudeTest]:
    """One test for each shot into a Kill Zone that hurt its target (AT-MOR-11, R-51)."""
    return {FortitudeTest(unit=c.unit, cause=CASUALTIES, shooter=c.attacker) for c in batch if c.figures > 0}


def general_staff_tests(scn: Scenario, ledger: Ledger, removed: Iterable[str]) -> list[FortitudeTest]:
    """Mark each army whose General Staff is among the units just removed; a test for each unit it has left
    (AT-MOR-16)."""
    if not uses_level(scn, "intermediate"):
        return []
    units = [ledger.state.units[id_] for id_ in removed]
    armies = sorted({unit.side for unit in units if GENERAL_STAFF in unit.traits})
    for side in armies:
        ledger.tell(ev.Marked(name=GENERAL_STAFF_LOST, on=side, rule="AT-MOR-16"))
        ledger.note("staff_lost", "AT-MOR-16", side=side)
    state = ledger.state
    return [FortitudeTest(unit=u.id, cause=STAFF_LOST) for side in armies for u in state.units_on_map(side)]


# --- taking tests -------------------------------------------------------------------------------------------


def take_tests(
    scn: Scenario, ledger: Ledger, tests: Iterable[FortitudeTest], substep: str
) -> tuple[FortitudeTest, ...]:
    """Take tests that fall due together outside the melee step, and award Honor after them; those failed."""
    taken = take_tests_without_honor(scn, ledger, tests, substep)
    award_honor(scn, ledger, taken.wins)
    return taken.failed


def take_tests_without_honor(
    scn: Scenario,
    ledger: Ledger,
    tests: Iterable[FortitudeTest],
    substep: str,
    awarded: Collection[str] = (),
) -> TakenTests:
    """Take tests that fall due together, all on the position before the first of them.

    Units that surrender are removed after all the tests; a General Staff among them makes more tests due.
    The Honor for it is left to the caller. The markers of the units `awarded` were won in this step and
    help in none of these tests (C-14).
    """
    if not uses_level(scn, "intermediate"):
        return TakenTests()
    failed: list[FortitudeTest] = []
    wins: set[Win] = set()
    due = sorted(tests)
    while due:
        before, surrendering = without_new_markers(ledger.state, awarded), set()
        for test in due:
            if before.units[test.unit].hex is None or roll_test(scn, ledger, before, test, substep):
                continue
            failed.append(test)
            if test.unit in surrendering:
                continue
            state = without_new_markers(ledger.state, awarded)
            if _surrenders(scn, state, state.units[test.unit]):
                surrendering.add(test.unit)
            else:
                _fail(scn, ledger, state.units[test.unit])
        wins |= wins_over(scn, ledger.state, surrendering)
        due = sorted(surrender(scn, ledger, surrendering, "AT-MOR-20"))
    return TakenTests(failed=tuple(failed), wins=frozenset(wins))


def roll_test(scn: Scenario, ledger: Ledger, state: State, test: FortitudeTest, substep: str) -> bool:
    """Roll one test against the Fortitude in a position; whether it is passed (AT-GEN-03, AT-MOR-10)."""
    rule = _RULES[test.cause]
    side = test.cause if test.cause in (FLANK, REAR) else FRONT
    value = fortitude(scn, state, state.units[test.unit], side)
    purpose = f"test_{test.cause}" + (f"/{test.shooter}" if test.shooter else "")
    die = ledger.roll(
        "fortitude",
        sides=dice.faces(scn),
        rule=rule,
        by=test.unit,
        key=dice.roll_key(state, substep, test.unit, purpose),
        outcome=lambda die: die <= value.total,
    )
    passed = die <= value.total
    ledger.note(
        "test",
        rule,
        unit=test.unit,
        cause=test.cause,
        base=value.base,
        value=value.total,
        modifiers=value.modifier_facts,
        die=die,
        result="passed" if passed else "failed",
    )
    return passed


# --- failing a test -----------------------------------------------------------------------------------------


def _surrenders(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a failed test makes a unit surrender: Panicked, in melee, without Honor (AT-MOR-18, -20)."""
    return not unit["honor"] and unit["morale"] == PANICKED and is_engaged(scn, state, unit.id)


def _fail(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Take the Honor Marker of a unit that failed a test, else a Morale Level (AT-MOR-17, AT-MOR-18)."""
    if unit["honor"]:
        lose_honor(ledger, unit)
        return
    if unit["morale"] == PANICKED:
        return  # AT-MOR-21
    set_morale(scn, ledger, unit, unit["morale"] + 1, "AT-MOR-17")
    if unit["morale"] + 1 >= SHAKEN:
        drop_order(scn, ledger, unit.id)  # AT-MOR-22
    if unit["morale"] >= HESITANT and is_engaged(scn, ledger.state, unit.id):
        ledger.tell(ev.Marked(name=PUT_TO_FLIGHT, on=unit.id, rule="AT-MOR-30"))
        ledger.note("flight", "AT-MOR-30", unit=unit.id)


def surrender(scn: Scenario, ledger: Ledger, units: Iterable[str], rule: str) -> list[FortitudeTest]:
    """Remove units in melee that surrender (AT-MOR-20, AT-FAT-04).

    The result are the tests that fall due when a General Staff is among them.
    """
    surrendered = tuple(units)
    remove(ledger, surrendered, SURRENDERED, rule)
    return general_staff_tests(scn, ledger, surrendered)
