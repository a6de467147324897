"""Set-up (MP-SET): who places what where, and what the other side may know of it.

The zones of both sides are part of every view while units are placed (MP-SET-5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import events as ev
from engine.commands import Done, Place, Unplace
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import OFF_MAP, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import Option
from engine.systems.morne_plaine import orders, victory
from engine.systems.morne_plaine.toll import ground_cost

HIDDEN = "@hidden"
OPEN = (ev.Introduced, ev.Began, ev.Owed, ev.Asked, ev.Answered, ev.Ended)
"""What everybody may know even while units are hidden. (Counters lie in the box for all to see.)"""


def has_setup(scn: Scenario) -> bool:
    """Whether the scenario begins with a set-up phase (MP-SET-1)."""
    return scn.option("setup") not in ("", "no")


def setup_only(scn: Scenario) -> bool:
    """Whether the first game turn is set-up only (MP-SET-8, 9)."""
    return has_setup(scn) and scn.option("setup_only_first_turn") != "no"


def placeable(scn: Scenario, unit: Unit) -> bool:
    """Whether its owner may place a unit: by the kind of set-up (MP-SET-2)."""
    kind, printed = scn.option("setup"), scn.counters[unit.id]
    if kind in ("free", "optional"):
        return True
    return kind == "mixed" and (printed.place == OFF_MAP or "free" in printed.traits)


def check_place(scn: Scenario, state: State, unit: Unit, to: Hex) -> None:
    """Raises IllegalOrder unless a unit may be placed on a hex (MP-SET-2, 3, 10)."""
    if not placeable(scn, unit):
        raise IllegalOrder("MP-SET-2", "unit_fixed", unit=unit.id, hex=to)
    if to not in scn.zones.get(unit.side, frozenset()):
        raise IllegalOrder("MP-SET-3", "outside_zone", unit=unit.id, hex=to)
    if state.on(to):
        raise IllegalOrder("MP-SET-3", "occupied_place", unit=unit.id, hex=to)
    if ground_cost(scn, unit, to) is None:
        raise IllegalOrder("MP-SET-10", "never_enters", unit=unit.id, hex=to, terrain=scn.terrain(to))


def _mine(state: State, side: str, unit_id: str) -> Unit:
    """A unit of this side, on the map or waiting to be placed."""
    unit = state.units.get(unit_id)
    if unit is not None and unit.side == side and unit.place == OFF_MAP:
        return unit
    return orders.own(state, side, unit_id)[0]


def place(scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
    """Put a unit on a hex of one's own zone (MP-SET-3)."""
    unit = _mine(ledger.state, side, order.unit)
    orders.on_map(scn, order.hex)
    check_place(scn, ledger.state, unit, order.hex)
    _put(ledger, unit, order.hex)


def _put(ledger: Ledger, unit: Unit, to: str) -> None:
    ledger.tell(
        ev.Placed(unit=unit.id, origin=unit.place, place=to, manner="setup", rule="MP-SET-3", only=unit.side)
    )


def unplace(scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
    """Take a unit off the map again (MP-SET-7)."""
    unit, here = orders.own(ledger.state, side, order.unit)
    if not placeable(scn, unit):
        raise IllegalOrder("MP-SET-2", "unit_fixed", unit=unit.id, hex=here)
    _put(ledger, unit, OFF_MAP)


def waiting(scn: Scenario, state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side that are still to be placed (MP-SET-4)."""
    return tuple(u for u in state.units.values() if u.side == side and u.place == OFF_MAP)


def check_all_placed(scn: Scenario, state: State, side: str) -> None:
    """Raises IllegalOrder while a unit is off the map (MP-SET-4)."""
    left = waiting(scn, state, side)
    if left:
        raise IllegalOrder("MP-SET-4", "units_left_to_place", units=tuple(u.id for u in left))


def place_the_rest(scn: Scenario, ledger: Ledger, side: str) -> None:
    """The legal default when time is up: each unit on the first free hex of the zone (MP-SET-4)."""
    for unit in waiting(scn, ledger.state, side):
        for hex_ in sorted(scn.zones.get(side, frozenset())):
            try:
                check_place(scn, ledger.state, unit, hex_)
            except IllegalOrder:
                continue
            _put(ledger, unit, hex_)
            break


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Where a unit may be placed and whether it may be taken up; Done when all stand."""
    if not unit_id:
        return () if waiting(scn, state, side) else (Option(command=Done()),)
    unit = state.units[unit_id]
    if unit.place == ELIMINATED or not placeable(scn, unit):
        return ()
    free = (h for h in sorted(scn.zones.get(side, frozenset())) if not state.on(h))
    places = tuple(Option(command=Place(unit=unit_id, hex=h)) for h in free if _fits(scn, unit, h))
    return (*places, Option(command=Unplace(unit=unit_id))) if unit.hex else places


def _fits(scn: Scenario, unit: Unit, hex_: Hex) -> bool:
    return ground_cost(scn, unit, hex_) is not None


def hiding(scn: Scenario, state: State) -> bool:
    """Whether each side's units are hidden from the other: through the whole first game turn (MP-SET-6)."""
    return has_setup(scn) and state.turn <= 1 and state.result is None


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: what units do in the first game turn is told to their own side (MP-SET-6)."""
    if event.only or not hiding(scn, state) or isinstance(event, OPEN):
        return event.only
    return state.player


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it: enemy positions are hidden through the first turn (MP-SET-6), and
    the objectives the enemy chooses until both sides have chosen (O-9).

    A spectator ("") sees neither side until then.
    """
    state = victory.veil(scn, state, viewer)
    if not hiding(scn, state):
        return state
    units = {
        id_: unit if unit.side == viewer else replace(unit, place=HIDDEN) for id_, unit in state.units.items()
    }
    known = frozenset(m for m in state.marks if m.on not in units or units[m.on].side == viewer)
    hand = state.selection
    mine = hand is not None and units[hand.unit].side == viewer
    return replace(state, units=units, marks=known, selection=hand if mine else None)
