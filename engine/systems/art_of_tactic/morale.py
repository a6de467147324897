"""Fortitude Tests and what failing them does; the Morale Phase (rules file, 4.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import losses, special
from engine.systems.art_of_tactic.card import HESITANT, NORMAL, PANICKED, SHAKEN, plays
from engine.systems.art_of_tactic.front import engaged
from engine.systems.art_of_tactic.losses import DESTROYED, SURRENDERED, Hit, key
from engine.systems.art_of_tactic.marks import FLIES, PURSUES
from engine.systems.art_of_tactic.values import FLANK, FRONT, REAR, fortitude

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
    """A Fortitude Test to be taken: who, why, for a shot into a Kill Zone by whom."""

    unit: str
    cause: str
    by: str = ""


def suffer(
    scn: Scenario, ledger: Ledger, hits: Sequence[Hit], when: str, *, honors: bool, each: bool = False
) -> tuple[FortitudeTest, ...]:
    """Casualties of one simultaneous batch, the destroyed removed, then the tests; those failed (AT-MOR-11).

    A unit tests once, or with `each` once for every attack that hurt it (R-51). `when` is the sub-step.
    """
    empty = losses.lose(ledger, hits)
    beaten = losses.remove(scn, ledger, empty, DESTROYED, "AT-GEN-09", honors=honors)
    hurt = {
        FortitudeTest(unit=hit.unit, cause=CASUALTIES, by=hit.by if each else "")
        for hit in hits
        if hit.casualties > 0
    }
    return take_tests(scn, ledger, [*hurt, *_leaderless(ledger.state, beaten)], when)


def strike(scn: Scenario, ledger: Ledger, units: Iterable[str], how: str, rule: str, when: str) -> None:
    """Remove units for another reason than casualties, and let their army test if it must (AT-MOR-16)."""
    beaten = losses.remove(scn, ledger, units, how, rule, honors=how == SURRENDERED)
    take_tests(scn, ledger, _leaderless(ledger.state, beaten), when)


def _leaderless(state: State, sides: Iterable[str]) -> list[FortitudeTest]:
    """A test for every unit of an army that has just lost its General Staff (AT-MOR-16)."""
    return [FortitudeTest(unit=unit.id, cause=STAFF_LOST) for side in sides for unit in state.fielded(side)]


def take_tests(
    scn: Scenario, ledger: Ledger, wanted: Iterable[FortitudeTest], when: str
) -> tuple[FortitudeTest, ...]:
    """Take tests that fall due together, each on the table as it is before any of them; those failed.

    Whoever surrenders is removed after them all, and a General Staff among them brings tests of its own.
    """
    failed: list[FortitudeTest] = []
    due = sorted(wanted) if plays(scn, "intermediate") else []
    while due:
        state, yielding = ledger.state, set()
        for test in due:
            if state.units[test.unit].hex is None or _passed(scn, ledger, state, test, when):
                continue
            failed.append(test)
            fighting = engaged(scn, state, test.unit)
            if test.unit not in yielding and _fail(scn, ledger, test.unit, fighting=fighting):
                yielding.add(test.unit)
        beaten = losses.remove(scn, ledger, yielding, SURRENDERED, "AT-MOR-20", honors=True)
        due = sorted(_leaderless(ledger.state, beaten))
    return tuple(failed)


def _passed(scn: Scenario, ledger: Ledger, state: State, test: FortitudeTest, when: str) -> bool:
    """Roll one test against the Fortitude of that table (AT-GEN-03)."""
    rule = _RULES[test.cause]
    side = test.cause if test.cause in (FLANK, REAR) else FRONT
    value = fortitude(scn, state, state.units[test.unit], side)
    purpose = f"test_{test.cause}" + (f"/{test.by}" if test.by else "")
    die = ledger.roll(
        "fortitude",
        sides=int(scn.chart("die")),
        rule=rule,
        by=test.unit,
        key=key(state, when, test.unit, purpose),
    )
    passed = die <= value.total
    ledger.note(
        "test",
        rule,
        unit=test.unit,
        cause=test.cause,
        base=value.base,
        value=value.total,
        modifiers=value.told,
        die=die,
        result="passed" if passed else "failed",
    )
    return passed


def _fail(scn: Scenario, ledger: Ledger, id_: str, *, fighting: bool) -> bool:
    """What a failed test costs: the Honor Marker, or a Morale Level; whether the unit surrenders instead.

    (AT-MOR-17, AT-MOR-18, AT-MOR-20 to AT-MOR-22, AT-MOR-30.)
    """
    unit = ledger.state.units[id_]
    if unit["honor"]:
        now = unit["honor"] - 1
        ledger.tell(ev.Changed(unit=id_, value="honor", was=unit["honor"], now=now, rule="AT-MOR-18"))
        ledger.note("honor_lost", "AT-MOR-18", unit=id_)
        return False
    if unit["morale"] == PANICKED:
        return fighting
    set_morale(scn, ledger, unit, unit["morale"] + 1, "AT-MOR-17")
    if unit["morale"] + 1 >= SHAKEN:
        _drop_order(scn, ledger, id_)
    if fighting and unit["morale"] >= HESITANT:
        ledger.tell(ev.Marked(name=FLIES, on=id_, rule="AT-MOR-30"))
        ledger.note("flight", "AT-MOR-30", unit=id_)
    return False


def set_morale(scn: Scenario, ledger: Ledger, unit: Unit, now: int, rule: str) -> None:
    """Give a unit another Morale Level, and say so (AT-MOR-01)."""
    kind = "rallied" if now < unit["morale"] else "morale"
    words = scn.chart("morale")
    ledger.tell(ev.Changed(unit=unit.id, value="morale", was=unit["morale"], now=now, rule=rule))
    ledger.note(kind, rule, unit=unit.id, was=str(words[unit["morale"]]), now=str(words[now]))


def _drop_order(scn: Scenario, ledger: Ledger, id_: str) -> None:
    """The order is gone at once; the unit flees or panics, and is hidden no more (AT-MOR-22, C-11)."""
    level = scn.chart("morale")[ledger.state.units[id_]["morale"]]
    words = {"order": str(scn.chart("default_order", level))}
    ledger.tell(ev.Ordered(unit=id_, order=words, rule="AT-MOR-22"))
    special.reveal(ledger, id_, "AT-MOR-22")


def morale_phase(scn: Scenario, ledger: Ledger) -> None:
    """Units in bad order and out of melee test to recover; then duties to pursue end (AT-MOR-15, -52)."""
    if not plays(scn, "intermediate"):
        return
    state = ledger.state
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if unit["morale"] == NORMAL or engaged(scn, state, unit.id):
            continue
        if _passed(scn, ledger, state, FortitudeTest(unit=unit.id, cause=MORALE_PHASE), "0"):
            set_morale(scn, ledger, unit, unit["morale"] - 1, "AT-MOR-15")
    _release(ledger)


def _release(ledger: Ledger) -> None:
    """A duty to pursue ends when the fled unit is off the map or in order again (AT-MOR-52)."""
    state = ledger.state
    duties = (mark for mark in state.marks if mark.name == PURSUES)
    for mark in sorted(duties, key=lambda m: m.on):
        fled, pursuer = state.units[mark.to], state.units[mark.on]
        if fled.hex is None or fled["morale"] < SHAKEN or pursuer["morale"] >= SHAKEN:
            ledger.tell(ev.Unmarked(name=PURSUES, on=mark.on, to=mark.to, rule="AT-MOR-52"))
