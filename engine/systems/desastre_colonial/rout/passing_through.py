"""What a rout does to the units it passes through (DC-ROU-15 to 19, 27, 31, 43 to 46, 50)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import ACTIVATED, DONE
from engine.systems.desastre_colonial.general.values import cohesion, colonial, fragile, mounted, skirmisher

NO_EFFECT, COUNTS_AS_ACTIVATED, TESTS = "none", "activated", "tests"
"""The effect on a friend, as the note tells it. A friend that tests counts as activated too."""


def through_friend(scn: Scenario, ledger: Ledger, unit: Unit, friend: Unit) -> bool:
    """Pass through a friend, which counts as activated; whether it must test after the rout (DC-ROU-16, 17,
    43)."""
    is_colonial = colonial(scn, unit)
    exception = "" if is_colonial else exception_for(unit, friend)
    tests = not exception and fragile(scn, friend)
    effect = NO_EFFECT if exception else TESTS if tests else COUNTS_AS_ACTIVATED
    rule = exception or ("DC-ROU-16" if is_colonial else "DC-ROU-43")
    ledger.note("crossed", rule, unit=unit.id, friend=friend.id, hex=friend.place, effect=effect)
    acted = {ACTIVATED, DONE} & ledger.state.marks_on(friend.id)
    if effect != NO_EFFECT and not acted:
        ledger.tell(ev.Marked(name=DONE, on=friend.id, rule="DC-ROU-31"))
    return tests


def exception_for(unit: Unit, friend: Unit) -> str:
    """The rule by which a native unit passes through a friend without effect, or ""."""
    if skirmisher(friend):
        return "DC-ROU-44"
    if mounted(friend) and not mounted(unit):
        return "DC-ROU-45"
    return "DC-ROU-43" if cohesion(unit) < cohesion(friend) else ""


def through_enemy(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> bool:
    """Pass through an enemy, for a loss if the unit is native; whether the unit survives (DC-ROU-19,
    DC-ROU-46)."""
    rule = "DC-ROU-19" if colonial(scn, unit) else "DC-ROU-46"
    ledger.note("crossed", rule, unit=unit.id, enemy=enemy.id, hex=enemy.place)
    if colonial(scn, unit):
        return True
    return lose(scn, ledger, unit.id, int(scn.chart("native_rout", "losses_per_enemy")), rule)
