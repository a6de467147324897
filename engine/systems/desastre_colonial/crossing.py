"""Who bears what when a routing unit runs through him (DC-ROU-15 to 19, 27, 31, 43 to 46, 50)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.losses import lose
from engine.systems.desastre_colonial.marks import ACTIVATED, DONE
from engine.systems.desastre_colonial.values import cohesion, colonial, fragile, mounted, skirmisher

NOTHING, COUNTS, TESTS = "none", "activated", "tests"
"""What passing does to a friend: nothing, he counts as activated, he tests besides."""


def pass_friend(scn: Scenario, ledger: Ledger, unit: Unit, friend: Unit) -> bool:
    """Run through a friend, who counts as activated then; whether he is to test after the rout (DC-ROU-16,
    DC-ROU-17, DC-ROU-43)."""
    rule = spared(unit, friend) if not colonial(scn, unit) else ""
    tests = not rule and fragile(scn, friend)
    effect = NOTHING if rule else TESTS if tests else COUNTS
    rule = rule or ("DC-ROU-16" if colonial(scn, unit) else "DC-ROU-43")
    ledger.note("crossed", rule, unit=unit.id, friend=friend.id, hex=friend.place, effect=effect)
    if effect != NOTHING:
        count_as_activated(ledger, friend.id, "DC-ROU-31")
    return tests


def spared(unit: Unit, friend: Unit) -> str:
    """The rule by which a native unit runs through a friend without any effect on him, "" when it has one."""
    if skirmisher(friend):
        return "DC-ROU-44"
    if mounted(friend) and not mounted(unit):
        return "DC-ROU-45"
    return "DC-ROU-43" if cohesion(unit) < cohesion(friend) else ""


def pass_enemy(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> bool:
    """Run through an enemy, at a loss for native units; whether the unit is still there (DC-ROU-19, 46)."""
    rule = "DC-ROU-19" if colonial(scn, unit) else "DC-ROU-46"
    ledger.note("crossed", rule, unit=unit.id, enemy=enemy.id, hex=enemy.place)
    if colonial(scn, unit):
        return True
    return lose(scn, ledger, unit.id, int(scn.chart("native_rout", "losses_per_enemy")), rule)


def count_as_activated(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Make a unit that has not been activated this turn DONE; any other stays as it is (DC-ROU-16, 31)."""
    if not acted(ledger.state, unit_id):
        ledger.tell(ev.Marked(name=DONE, on=unit_id, rule=rule))


def acted(state: State, unit_id: str) -> bool:
    """Whether a unit has been activated this turn, or counts as such."""
    return bool({ACTIVATED, DONE} & state.names_on(unit_id))
