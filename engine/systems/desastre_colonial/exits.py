"""Leaving the map by a move, where a scenario has exits (DC-MOV-18, DC-VIC-09)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Unplace
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.system import Entry, Option
from engine.systems.desastre_colonial import toll, waves
from engine.systems.desastre_colonial.movement import own
from engine.systems.desastre_colonial.values import is_chief

EXITED = "@exited"
RULE = "DC-MOV-18"


def exits(scn: Scenario, side: str) -> frozenset[Hex]:
    """The hexes from which units of a side may leave the map; none where the scenario does not say."""
    return frozenset(f"{int(hex_):04d}" for hex_ in scn.chart("exits", side))


def leave(scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
    """Take a unit that is on its way off the map by an exit, for one hex of its move (DC-MOV-18)."""
    unit = own(ledger.state, side, order.unit)
    why = toll.barred(scn, ledger.state, unit)
    if why is not None:
        raise why.refusal()
    if is_chief(unit) or unit.place not in exits(scn, side):
        known = tuple(sorted(exits(scn, side)))
        raise IllegalOrder(RULE, "no_exit_here", unit=unit.id, hex=unit.place, known=known)
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=EXITED, manner="exit", rule=RULE))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """That a unit leaves the map, where it could (DC-MOV-18)."""
    unit = state.units.get(unit_id)
    if unit is None or is_chief(unit) or unit.place not in exits(scn, side):
        return ()
    if toll.barred(scn, state, unit) is not None:
        return ()
    return (Option(command=Unplace(unit=unit_id), cost=1),)


def entries(scn: Scenario, state: State) -> tuple[Entry, ...]:
    """Where counters come and go: what waits for its place in a wave, and the exits of each side."""
    open_to = ((side, exits(scn, side)) for side in scn.side_ids)
    out = (Entry(side=side, hexes=hexes, kind="exit") for side, hexes in open_to if hexes)
    return (*waves.awaited(scn, state), *out)
