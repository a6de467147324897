"""Morale tests, disorder and losses (PP-MOR). What follows a failed test is for `retreat` to say."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules import losses
from engine.scenario import Scenario
from engine.systems.pousse_pion.marks import DISORDERED
from engine.systems.pousse_pion.units import in_order, main_value


def morale_test(scn: Scenario, ledger: Ledger, unit_id: str, malus: int, rule: str) -> bool:
    """Whether a unit passes a morale test; `rule` says what it is tested for (PP-MOR-01, PP-MOR-09).

    The test itself costs nothing and changes nothing (PP-MOR-02, PP-MOR-05). With MO 0 it fails (PP-MOR-13).
    """
    unit = ledger.state.units[unit_id]
    needed, sides = unit["mo"] - malus, int(scn.chart("morale_die"))
    die = ledger.roll("morale", sides=sides, rule="PP-MOR-01", by=unit_id, outcome=lambda die: die <= needed)
    passed = die <= needed
    ledger.note(
        "morale_test",
        rule,
        unit=unit_id,
        hex=unit.place,
        die=die,
        malus=malus,
        total=die + malus,
        mo=unit["mo"],
        result="passed" if passed else "failed",
    )
    return passed


def disorder(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Put a unit on the map in disorder; one in disorder already stays as it is (PP-MOR-10, PP-MOR-11)."""
    unit = ledger.state.units[unit_id]
    if unit.hex is not None and in_order(ledger.state, unit):
        ledger.tell(ev.Marked(name=DISORDERED, on=unit_id, rule=rule))


def return_to_order(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Bring a unit in disorder back to order (PP-RAL-05, PP-RAL-06)."""
    if ledger.state.marked(unit_id, DISORDERED):
        ledger.tell(ev.Unmarked(name=DISORDERED, on=unit_id, rule=rule))


def lose(scn: Scenario, ledger: Ledger, unit_id: str, count: int, rule: str) -> None:
    """Take losses of the kind that the state of a unit calls for now (PP-MOR-06)."""
    unit = ledger.state.units[unit_id]
    mild = scn.option("loss.kind_by_state.in_disorder") == "simple"
    kind = lose_simple if mild or in_order(ledger.state, unit) else lose_aggravated
    kind(scn, ledger, unit_id, count, rule)


def lose_simple(scn: Scenario, ledger: Ledger, unit_id: str, count: int, rule: str) -> None:
    """Take simple losses: MO, then the main characteristic (PP-MOR-07)."""
    _lose(scn, ledger, unit_id, "simple", count, rule)


def lose_aggravated(scn: Scenario, ledger: Ledger, unit_id: str, count: int, rule: str) -> None:
    """Take aggravated losses: MO and the main characteristic, or by a switch two points of MO (PP-MOR-08)."""
    kind = "two_points" if scn.option("loss.aggravated") == "two_points" else "aggravated"
    _lose(scn, ledger, unit_id, kind, count, rule)


def _lose(scn: Scenario, ledger: Ledger, unit_id: str, kind: str, count: int, rule: str) -> None:
    """Losses of a kind, all at once: the MO a unit lacks comes off its main characteristic."""
    if count > 0 and losses.alive(ledger, unit_id):
        size = scn.chart("loss", kind)
        short = losses.lose(ledger, unit_id, "mo", count * int(size["mo"]), rule)
        lose_main(ledger, unit_id, count * int(size["main"]) + short, rule)


def lose_main(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take points off the main characteristic; at 0 the unit is eliminated (PP-GEN-18)."""
    if points > 0 and losses.alive(ledger, unit_id):
        value = main_value(ledger.state.units[unit_id])
        losses.lose(ledger, unit_id, value, points, rule)
        if ledger.state.units[unit_id][value] == 0:
            losses.eliminate(ledger, unit_id, "PP-GEN-18")


def lose_mo(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Take points of MO, down to 0 and no further (PP-CHG-20)."""
    losses.lose(ledger, unit_id, "mo", points, rule)


def gain_mo(ledger: Ledger, unit_id: str, points: int, rule: str) -> int:
    """Give points of MO back, never above the maximum (PP-GEN-07); how many were given."""
    return losses.regain(ledger, unit_id, "mo", points, rule)
