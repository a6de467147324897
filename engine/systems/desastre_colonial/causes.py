"""Why units test their morale, as `morale.triggers` of the charts says (R-32), and how they are told to."""

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.desastre_colonial.asking import push
from engine.systems.desastre_colonial.values import colonial

CROSSED = "rout_crossing_fragile"  # DC-MOR-01, DC-NAT-06
CARD = "drame_card"  # DC-MOR-02
FIRE = "fire_loss_and_fragile"  # DC-MOR-03, DC-NAT-07
BEATEN = "beaten_in_melee"  # DC-MOR-04, DC-NAT-07
RULES = {CROSSED: "DC-MOR-01", CARD: "DC-MOR-02", FIRE: "DC-MOR-03", BEATEN: "DC-MOR-04"}
"""The rule by which a colonial unit tests, by cause."""
NATIVE_RULES = {CROSSED: "DC-NAT-06"}
"""The rule by which a native unit tests, where it is not DC-NAT-07."""

TEST = "test"
"""Task: a unit tests its morale, for a cause."""


def rule(scn: Scenario, unit: Unit, cause: str) -> str:
    """The rule by which a unit tests for a cause (DC-MOR-01 to 04, DC-NAT-06, DC-NAT-07)."""
    return RULES[cause] if colonial(scn, unit) else NATIVE_RULES.get(cause, "DC-NAT-07")


def queue(scn: Scenario, ledger: Ledger, unit_id: str, cause: str) -> None:
    """Have a unit test its morale before anything else that is left to do."""
    push(ledger, TEST, unit_id, cause, rule=rule(scn, ledger.state.units[unit_id], cause))
