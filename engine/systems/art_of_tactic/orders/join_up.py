"""Join Up: figures pass from one depleted unit to another (AT-ORD-52, R-55)."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.removal import clear_order_and_marks
from engine.systems.art_of_tactic.unit_card import order_of, units_by_id

JOIN_UP, REST = "join_up", "rest"
JOINED = "@joined"  # the box of a unit that gave all its figures away: no loss for victory


def join_units(scn: Scenario, ledger: Ledger, state: State) -> None:
    """Carry out all Join Up orders of a position; a unit takes part once (R-55)."""
    joined: set[str] = set()
    for unit in units_by_id(state):
        if order_of(state, unit.id) != JOIN_UP:
            continue
        other = state.units[state.orders[unit.id]["with"]]
        mutual = state.orders.get(other.id, {}).get("with") == unit.id
        if not joined & {unit.id, other.id} and can_join(scn, state, unit, other):
            giver, receiver = _giver_and_receiver(unit, other, mutual=mutual)
            joined |= {unit.id, other.id}
            _pass_figures(ledger, giver, receiver)
        elif not mutual:
            ledger.note("not_joined", "AT-ORD-52", unit=unit.id, target=other.id)


def can_join(scn: Scenario, state: State, unit: Unit, other: Unit) -> bool:
    """Whether two units may join: neighbours of one side and type, both at Join Up or Rest, out of melee."""
    if other.hex is None or other.side != unit.side or other.symbol != unit.symbol:
        return False
    if order_of(state, other.id) not in (JOIN_UP, REST) or not scn.grid.adjacent(unit.place, other.hex):
        return False
    return not (is_engaged(scn, state, unit.id) or is_engaged(scn, state, other.id))


def _giver_and_receiver(unit: Unit, other: Unit, *, mutual: bool) -> tuple[Unit, Unit]:
    """A unit gives to the one it names; of two that name each other the one with fewer figures gives, then
    the one whose id comes later."""
    if mutual and (unit["figures"], other.id) >= (other["figures"], unit.id):
        return other, unit
    return unit, other


def _pass_figures(ledger: Ledger, giver: Unit, receiver: Unit) -> None:
    """Pass warriors up to full strength, and the Commander to a unit that has none (R-55)."""
    room = max(0, _warriors(receiver.printed) - _warriors(receiver.values))
    commander = min(giver["commander"], 1 - receiver["commander"])
    figures = min(_warriors(giver.values), room) + commander
    if not figures:
        ledger.note("not_joined", "AT-ORD-52", unit=giver.id, target=receiver.id)
        return
    _change(ledger, receiver, _values_after_joining(giver, receiver, figures, commander))
    left = giver["figures"] - figures
    _change(ledger, giver, {"figures": left, "commander": giver["commander"] - commander})
    ledger.note("joined", "AT-ORD-52", unit=giver.id, target=receiver.id, figures=figures)
    if not left:
        ledger.tell(
            ev.Placed(unit=giver.id, origin=giver.place, place=JOINED, manner="joined", rule="AT-ORD-52")
        )
        clear_order_and_marks(ledger, giver.id, "AT-ORD-52")


def _values_after_joining(giver: Unit, receiver: Unit, figures: int, commander: int) -> dict[str, int]:
    """The receiver's new values: morale and fatigue the worse of both, ammunition the lower, Honor only if
    both had it (R-55)."""
    return {
        "figures": receiver["figures"] + figures,
        "commander": receiver["commander"] + commander,
        "morale": max(giver["morale"], receiver["morale"]),
        "fatigue": max(giver["fatigue"], receiver["fatigue"]),
        "ammo": min(giver["ammo"], receiver["ammo"]),
        "honor": min(giver["honor"], receiver["honor"]),
    }


def _warriors(values: Mapping[str, int]) -> int:
    """Figures without the Commander."""
    return values["figures"] - values.get("commander", 0)


def _change(ledger: Ledger, unit: Unit, values: Mapping[str, int]) -> None:
    """Set values of a unit; only its own side is told of ammunition (R-08)."""
    for value, now in values.items():
        if now != unit[value]:
            only = unit.side if value == "ammo" else ""
            ledger.tell(
                ev.Changed(unit=unit.id, value=value, was=unit[value], now=now, rule="AT-ORD-52", only=only)
            )
