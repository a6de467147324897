"""Why a unit tests its morale: the causes named in `morale.triggers` of the charts (R-32)."""

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.desastre_colonial.general.agenda import push
from engine.systems.desastre_colonial.general.values import colonial

CROSSED = "rout_crossing_fragile"
CARD = "drame_card"
FIRE = "fire_loss_and_fragile"
BEATEN = "beaten_in_melee"
COLONIAL_RULES = {CROSSED: "DC-MOR-01", CARD: "DC-MOR-02", FIRE: "DC-MOR-03", BEATEN: "DC-MOR-04"}
NATIVE_RULES = {CROSSED: "DC-NAT-06", CARD: "DC-NAT-07", FIRE: "DC-NAT-07", BEATEN: "DC-NAT-07"}
"""The rule by which a unit tests, by cause."""

TEST = "test"
"""Task: a unit tests its morale, for a cause."""


def rule(scn: Scenario, unit: Unit, cause: str) -> str:
    """The rule by which a unit tests for a cause (DC-MOR-01 to 04, DC-NAT-06, DC-NAT-07)."""
    return (COLONIAL_RULES if colonial(scn, unit) else NATIVE_RULES)[cause]


def queue_test(scn: Scenario, ledger: Ledger, unit_id: str, cause: str) -> None:
    """Have a unit test its morale before anything else that is left to do."""
    push(ledger, TEST, unit_id, cause, rule=rule(scn, ledger.state.units[unit_id], cause))
