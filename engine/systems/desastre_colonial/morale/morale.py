"""Morale tests: when a unit tests, and the rout of one that fails (DC-MOR-01 to 04, DC-NAT-06, 07)."""

from __future__ import annotations

from engine import events as ev
from engine.commands import JudgeAction
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.systems.desastre_colonial.general.agenda import push
from engine.systems.desastre_colonial.general.marks import TESTED
from engine.systems.desastre_colonial.general.morale_causes import CARD, CROSSED, FIRE, TEST, queue_test
from engine.systems.desastre_colonial.general.values import colonial, fragile, is_chief
from engine.systems.desastre_colonial.morale import colonial_morale, native_morale
from engine.systems.desastre_colonial.rout import rout

CHAIN = "chain"
"""Task: a chain of routs is over."""


def after_fire(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """Have a unit that has just taken losses from a group of fire test, if it is fragile now (DC-MOR-03,
    DC-NAT-07)."""
    if alive(ledger, unit_id) and fragile(scn, ledger.state.units[unit_id]):
        queue_test(scn, ledger, unit_id, FIRE)


def test(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Test a unit's morale for a cause, and begin its rout if it fails (DC-MOR-01 to 04, DC-NAT-06, 07).

    Nothing happens to a unit that has left the map, or for a cause that the charts do not name. By a switch
    a unit crossed twice in one chain of routs tests once (DC-ROU-29).
    """
    unit_id, cause = about
    if not alive(ledger, unit_id) or cause not in scn.chart("morale", "triggers"):
        return
    if scn.option("rout.one_test_per_chain") == "yes":
        if cause != CROSSED:
            push(ledger, CHAIN, rule="DC-ROU-29")
        elif ledger.state.marked(unit_id, TESTED):
            return
        else:
            ledger.tell(ev.Marked(name=TESTED, on=unit_id, rule="DC-ROU-29"))
    unit = ledger.state.units[unit_id]
    length = (colonial_morale if colonial(scn, unit) else native_morale).test(scn, ledger, unit, cause)
    if length:
        rout.begin(scn, ledger, unit_id, length)


def end_chain(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Forget which units were tested in a chain of routs (DC-ROU-29)."""
    remove_marks(ledger, frozenset({TESTED}), ledger.state.units)


# --- trials by a judge --------------------------------------------------------------------------------------


def trial_test(scn: Scenario, ledger: Ledger, side: str, order: JudgeAction) -> None:
    """Have a unit test as if a card said so; where cards cause no tests only a note (DC-MOR-02)."""
    unit_id = _unit_to_try(ledger, order)
    if CARD in scn.chart("morale", "triggers"):
        queue_test(scn, ledger, unit_id, CARD)
    else:
        ledger.note("no_test", "DC-MOR-02", unit=unit_id, cause=CARD)


def trial_rout(scn: Scenario, ledger: Ledger, side: str, order: JudgeAction) -> None:
    """Have a unit rout so many hexes (DC-ROU-01, DC-ROU-40)."""
    unit_id = _unit_to_try(ledger, order)
    if order.length < 1:
        raise IllegalOrder("DC-MOR-13", "no_rout_so_short", length=order.length)
    if scn.option("rout.one_test_per_chain") == "yes":
        push(ledger, CHAIN, rule="DC-ROU-29")
    rout.begin(scn, ledger, unit_id, order.length)


def _unit_to_try(ledger: Ledger, order: JudgeAction) -> str:
    """The unit of a trial. Raises IllegalOrder unless it is a unit on the map."""
    unit = ledger.state.units[order.unit]
    if is_chief(unit):
        raise IllegalOrder("DC-GEN-11", "not_a_unit", unit=unit.id)
    if unit.hex is None:
        raise IllegalOrder("DC-GEN-10", "not_on_map", unit=unit.id)
    return unit.id


TASKS = {TEST: test, CHAIN: end_chain}
