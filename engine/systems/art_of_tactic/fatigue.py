"""Fatigue (rules file, 4.11; level Expert): what tires, what rests, what weariness forbids."""

from __future__ import annotations

from engine import events as ev
from engine.errors import Fact, IllegalOrder, Refused
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import morale
from engine.systems.art_of_tactic.card import order, plays
from engine.systems.art_of_tactic.front import engaged, opponents
from engine.systems.art_of_tactic.losses import SURRENDERED
from engine.systems.art_of_tactic.marks import HIDDEN, TIRES

STRAINS = ("assault", "run", "move_and_fire")  # orders of step 3 that tire, each a cause of its own
RETREAT, UNPURSUED = "retreat", "retreat_unless_mutual"


def limit(scn: Scenario, unit: Unit, name: str) -> Refused | None:
    """What forbids an order to a unit as tired as this one (AT-FAT-03, AT-FAT-04)."""
    if not plays(scn, "expert") or name == "rest":
        return None
    facts: dict[str, Fact] = {"unit": unit.id, "order": name, "markers": unit["fatigue"]}
    if unit["fatigue"] >= int(scn.chart("fatigue", "rest_only_from")):
        return IllegalOrder("AT-FAT-04", "too_tired", **facts)
    if name in ("assault", "run") and unit["fatigue"] >= int(scn.chart("fatigue", "no_run_assault_from")):
        return IllegalOrder("AT-FAT-03", "too_tired", **facts)
    return None


def exert(scn: Scenario, ledger: Ledger) -> None:
    """At the beginning of step 3 or step 6: the orders about to be carried out that tire (AT-FAT-01, -07).

    It counts even if the unit is stopped at once; a Retreat does not when all its opponents retreat, too.
    """
    state = ledger.state
    if not plays(scn, "expert"):
        return
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        cause = _strain(scn, state, unit)
        if cause and not state.marked(unit.id, TIRES, cause):
            ledger.tell(ev.Marked(name=TIRES, on=unit.id, to=cause, rule="AT-FAT-01"))


def _strain(scn: Scenario, state: State, unit: Unit) -> str:
    """The cause of fatigue in a unit's order in this step, or ""."""
    name = order(state, unit.id)
    if name in STRAINS and name in scn.chart("step_orders").get(state.phase, ()):
        return name
    if name != RETREAT or state.phase != RETREAT:
        return ""
    enemies = opponents(scn, state, unit.id)
    mutual = enemies and all(order(state, enemy.id) == RETREAT for enemy in enemies)
    return "" if mutual else UNPURSUED


def surrender(scn: Scenario, ledger: Ledger) -> None:
    """At the end of the melee the exhausted who are still in it surrender (AT-FAT-04)."""
    if not plays(scn, "expert"):
        return
    state, most = ledger.state, int(scn.chart("fatigue", "rest_only_from"))
    spent = [u.id for u in state.fielded() if u["fatigue"] >= most and engaged(scn, state, u.id)]
    if spent:
        morale.strike(scn, ledger, spent, SURRENDERED, "AT-FAT-04", "end")


def turn_end(scn: Scenario, ledger: Ledger) -> None:
    """Count the fatigue of the turn: a marker for each cause, one less for Rest or lying hidden (AT-FAT-01,
    AT-FAT-02, AT-FAT-05)."""
    if not plays(scn, "expert"):
        return
    state = ledger.state
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        causes = sorted(state.pointed(unit.id, TIRES))
        gained = sum(int(scn.chart("fatigue", "gain", cause)) for cause in causes)
        now = max(0, unit["fatigue"] + gained - _rested(scn, state, unit))
        if now != unit["fatigue"]:
            rule = "AT-FAT-07" if now > unit["fatigue"] else "AT-FAT-05"
            ledger.tell(ev.Changed(unit=unit.id, value="fatigue", was=unit["fatigue"], now=now, rule=rule))
            ledger.note("fatigue", rule, unit=unit.id, was=unit["fatigue"], now=now, causes=tuple(causes))


def _rested(scn: Scenario, state: State, unit: Unit) -> int:
    name = order(state, unit.id)
    rests = name == "rest" or (name == "ambush" and state.marked(unit.id, HIDDEN))
    return int(scn.chart("fatigue", "lose", name)) if rests else 0
