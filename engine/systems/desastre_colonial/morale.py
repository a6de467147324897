"""When units test their morale, and the colonial test (DC-MOR-01 to 13). What may count is in
`circumstances`, the native test in `native`, how a unit runs that fails in `rout`."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events as ev
from engine.commands import Try
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial import native, rout
from engine.systems.desastre_colonial.asking import push
from engine.systems.desastre_colonial.causes import CARD, CROSSED, FIRE, TEST, rule
from engine.systems.desastre_colonial.causes import queue as queue
from engine.systems.desastre_colonial.circumstances import ADVERSE, FAVOURABLE, Counted, found
from engine.systems.desastre_colonial.marks import TESTED
from engine.systems.desastre_colonial.values import cohesion, colonial, fragile, is_chief

CHAIN = "chain"
"""Task: all that came of a test is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The circumstances of a unit, before any die (DC-MOR-05, DC-MOR-06)."""

    adverse: tuple[Counted, ...]
    favourable: tuple[Counted, ...]

    @property
    def left(self) -> int:
        """Adverse circumstances that no favourable one cancels; 0 passes without a roll (DC-MOR-07, 08)."""
        return max(0, len(self.adverse) - len(self.favourable))


def shot_at(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """Have a unit that has just lost to a group of fire test, if it is fragile now (DC-MOR-03, DC-NAT-07)."""
    if alive(ledger, unit_id) and fragile(scn, ledger.state.units[unit_id]):
        queue(scn, ledger, unit_id, FIRE)


def test(scn: Scenario, ledger: Ledger, unit_id: str, cause: str) -> None:
    """Let a unit test its morale, and run if it fails (DC-MOR-01 to 04, DC-NAT-06, DC-NAT-07).

    Nothing happens to a unit that is no longer there, for a cause that is switched off, or to one crossed
    again where a chain of routs tests each unit once (DC-ROU-29).
    """
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
    if colonial(scn, unit):
        length = _colonial(scn, ledger, unit, cause)
    else:
        length = native.test(scn, ledger, unit, cause, rule(scn, unit, cause))
    if length:
        rout.begin(scn, ledger, unit_id, length)


def count(scn: Scenario, state: State, unit: Unit) -> Sum:
    """The circumstances of a colonial unit on this table (DC-MOR-05, DC-MOR-06, DC-MOR-16)."""
    return Sum(adverse=found(scn, state, unit, ADVERSE), favourable=found(scn, state, unit, FAVOURABLE))


def _colonial(scn: Scenario, ledger: Ledger, unit: Unit, cause: str) -> int:
    """The length of the rout in hexes, 0 when the unit passes (DC-MOR-07 to 13)."""
    total = count(scn, ledger.state, unit)
    dice = _dice(scn, ledger, unit) if total.left else ()
    saved = sum(die >= int(scn.chart("morale", "success")) for die in dice)
    length = max(0, total.left - saved)
    ledger.note(
        "morale",
        rule(scn, unit, cause) if dice or length else "DC-MOR-08",
        unit=unit.id,
        hex=unit.place,
        cause=cause,
        adverse=tuple(counted.word for counted in total.adverse),
        favourable=tuple(counted.word for counted in total.favourable),
        A=len(total.adverse),
        F=len(total.favourable),
        dice=tuple(map(str, dice)),
        saved=saved,
        U=length,
        result="rout" if length else "passed",
    )
    return length


def _dice(scn: Scenario, ledger: Ledger, unit: Unit) -> tuple[int, ...]:
    """As many dice as the cohesion of the unit, however many bases it has (DC-MOR-09)."""
    sides = int(scn.chart("morale", "die"))
    return ledger.pool("morale", cohesion(unit), sides=sides, rule="DC-MOR-09", by=unit.id)


def trial_test(scn: Scenario, ledger: Ledger, side: str, order: Try) -> None:
    """Have a unit test as if a card said so, on the table as it stands; only a remark where cards have nobody
    test (DC-MOR-02)."""
    unit_id = _tried(ledger, order)
    if CARD in scn.chart("morale", "triggers"):
        queue(scn, ledger, unit_id, CARD)
    else:
        ledger.note("no_test", "DC-MOR-02", unit=unit_id, cause=CARD)


def trial_rout(scn: Scenario, ledger: Ledger, side: str, order: Try) -> None:
    """Have a unit run so many hexes, on the table as it stands (DC-ROU-01, DC-ROU-40)."""
    unit_id = _tried(ledger, order)
    if order.length < 1:
        raise IllegalOrder("DC-MOR-13", "no_rout_so_short", length=order.length)
    if scn.option("rout.one_test_per_chain") == "yes":
        push(ledger, CHAIN, rule="DC-ROU-29")
    rout.begin(scn, ledger, unit_id, order.length)


def _tried(ledger: Ledger, order: Try) -> str:
    """The unit meant. Raises IllegalOrder unless it is one on the map."""
    unit = ledger.state.units[order.unit]
    if is_chief(unit):
        raise IllegalOrder("DC-GEN-11", "not_a_unit", unit=unit.id)
    if unit.hex is None:
        raise IllegalOrder("DC-GEN-10", "not_on_map", unit=unit.id)
    return unit.id


def _test(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    test(scn, ledger, *about)


def _chain_over(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Forget who was tested in the chain (DC-ROU-29)."""
    wipe(ledger, frozenset({TESTED}), ledger.state.units)


TASKS = {TEST: _test, CHAIN: _chain_over}
