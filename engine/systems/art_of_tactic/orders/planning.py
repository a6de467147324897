"""The Planning Phase: secret orders written, locked and unlocked (2.3; AT-ORD-01, AT-ORD-03, AT-ORD-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import events as ev
from engine.commands import Seal, Unseal, Write
from engine.display import StepOffer
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.order_checks import own_unit
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, SecretOrders
from engine.systems.art_of_tactic import fog
from engine.systems.art_of_tactic.movement.own_stops import own_stops
from engine.systems.art_of_tactic.movement.paths import next_hexes
from engine.systems.art_of_tactic.orders import possible_orders
from engine.systems.art_of_tactic.orders.allowed_orders import (
    cards,
    default_order,
    order_refusal,
    order_types,
    type_refusal,
)
from engine.systems.art_of_tactic.orders.parameters import (
    WrittenOrder,
    check_parameters,
    required_parameters,
    written_path,
)

# --- what a player can be shown while writing; all on the position as the side may know it ------------------


def check_order(scn: Scenario, state: State, unit_id: str, order: WrittenOrder) -> None:
    """Raise Refused unless a unit may be given an order with these parameters (AT-ORD-08)."""
    unit = state.units[unit_id]
    refusal = type_refusal(scn, state, unit, order.get("order", ""))
    if refusal is not None:
        raise refusal
    check_parameters(scn, state, unit, order)


def next_path_hexes(
    scn: Scenario, state: State, unit_id: str, order: WrittenOrder
) -> Mapping[Hex, StepOffer]:
    """The next hexes the path of an order could have, clockwise; none for an order without a path."""
    unit, name = state.units[unit_id], order.get("order", "")
    if unit.hex is None or "path" not in required_parameters(unit, name):
        return {}
    return next_hexes(scn, unit, name, written_path(order))


def targets(scn: Scenario, state: State, unit_id: str, order: WrittenOrder) -> tuple[str, ...]:
    """The units an order could name as its target, or to join (AT-ORD-07)."""
    return possible_orders.targets(scn, state, state.units[unit_id], order)


WRITING = SecretOrders(
    order_cards=cards,
    check=check_order,
    steps=next_path_hexes,
    targets=targets,
    default_order=default_order,
    stops=own_stops,
)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterator[Option]:
    """Every order that could be written, maximum ranges at their greatest, no preferred targets."""
    if not unit_id:
        yield Option(command=Seal())
        return
    known = fog.as_seen_by(scn, state, side)
    if unit_id in known.envelopes.get(side, {}):
        yield Option(command=Write(unit=unit_id, order={}))
    unit = known.units[unit_id]
    for order in order_types(scn):
        if order_refusal(scn, known, unit, order) is None:
            for words in possible_orders.possible_orders(scn, known, unit, order):
                yield Option(command=Write(unit=unit_id, order=words))


# --- commands -----------------------------------------------------------------------------------------------


def write(scn: Scenario, ledger: Ledger, side: str, command: Write) -> None:
    """Store an order, or delete the stored one; a refused order changes nothing (AT-ORD-01, -08).

    It is checked on the position as the side may know it, so that no refusal reveals what is hidden.
    """
    unit = own_unit(ledger.state, side, command.unit)
    order = {name: " ".join(text.split()) for name, text in command.order.items()}
    if order:
        check_order(scn, fog.as_seen_by(scn, ledger.state, side), unit.id, order)
    elif unit.id not in ledger.state.envelopes.get(side, {}):
        raise IllegalOrder("AT-ORD-01", "nothing_written", unit=unit.id)
    ledger.tell(ev.Written(side=side, unit=unit.id, order=order, rule="AT-ORD-01", only=side))


def seal(scn: Scenario, ledger: Ledger, side: str, command: Seal) -> None:
    """Lock the orders of a side; units without one get their default at the reveal (2.3, AT-ORD-04)."""
    ledger.tell(ev.Sealed(side=side, rule="AT-ORD-03"))
    set_waiting_for(scn, ledger, ledger.state.active - {side})


def unseal(scn: Scenario, ledger: Ledger, side: str, command: Unseal) -> None:
    """Unlock the orders of a side, as long as the other is not locked (2.3)."""
    if side in ledger.state.active:
        raise IllegalOrder("AT-ORD-03", "not_sealed", side=side)
    ledger.tell(ev.Unsealed(side=side, rule="AT-ORD-03"))
    set_waiting_for(scn, ledger, ledger.state.active | {side})


def set_waiting_for(scn: Scenario, ledger: Ledger, sides: frozenset[str]) -> None:
    """Make these sides the ones that still owe a decision in a phase of both sides."""
    ledger.tell(ev.Owed(sides=tuple(side for side in scn.side_ids if side in sides)))
