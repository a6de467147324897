"""The native morale test (DC-NAT-01 to 05, DC-NAT-09)."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.desastre_colonial.general.morale_causes import rule
from engine.systems.desastre_colonial.general.values import cohesion
from engine.systems.desastre_colonial.morale.circumstances import enemies, steady_friends


def test(scn: Scenario, ledger: Ledger, unit: Unit, cause: str) -> int:
    """Test a native unit's morale: the length of its rout in hexes, 0 when it passes (DC-NAT-01 to 05,
    DC-NAT-09)."""
    friends = steady_friends(scn, ledger.state, unit)
    foes = tuple(foe.id for foe in enemies(scn, ledger.state, unit))
    passing = int(scn.chart("native_morale", "pass"))
    before_die = cohesion(unit) + len(friends) - unit["losses"] - len(foes)
    die = ledger.roll(
        "native_morale",
        sides=int(scn.chart("native_morale", "die")),
        rule="DC-NAT-01",
        by=unit.id,
        outcome=lambda die: max(0, passing - (before_die - die)),
    )
    score = before_die - die
    ledger.note(
        "native_morale",
        rule(scn, unit, cause),
        unit=unit.id,
        hex=unit.place,
        cause=cause,
        cohesion=cohesion(unit),
        friends=friends,
        losses=unit["losses"],
        enemies=foes,
        die=die,
        score=score,
        result="passed" if score >= passing else "rout",
    )
    return max(0, passing - score)
