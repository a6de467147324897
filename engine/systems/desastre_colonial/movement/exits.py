"""Leaving the map by a move, where the scenario has exits (DC-MOV-18, DC-VIC-09)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.battle import exits as battle_exits
from engine.commands import Unplace
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option
from engine.systems.desastre_colonial.general.values import is_chief
from engine.systems.desastre_colonial.movement.movement import own
from engine.systems.desastre_colonial.movement.permission import barred

RULE = "DC-MOV-18"


def exit_hexes(scn: Scenario, side: str) -> frozenset[Hex]:
    """The hexes from which units of a side may leave the map, by the scenario."""
    return frozenset(f"{int(hex_):04d}" for hex_ in scn.chart("exits", side)) | {
        hex_ for way in scn.exits if way.side == side for hex_ in way.hexes
    }


def _open_now(scn: Scenario, state: State, side: str, hex_: Hex) -> bool:
    """Whether a side may leave by a hex in this turn."""
    way = battle_exits.exit_at(scn, side, hex_)
    return hex_ in exit_hexes(scn, side) and (way is None or state.turn >= way.turn)


def leave(scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
    """Take a moving unit off the map by an exit, for one hex of its move (DC-MOV-18)."""
    unit = own(ledger.state, side, order.unit)
    reason = barred(scn, ledger.state, unit)
    if reason is not None:
        raise reason.refusal()
    hexes = exit_hexes(scn, side)
    if is_chief(unit) or not _open_now(scn, ledger.state, side, unit.place):
        raise IllegalOrder(RULE, "no_exit_here", unit=unit.id, hex=unit.place, known=tuple(sorted(hexes)))
    battle_exits.take(ledger, unit, battle_exits.exit_at(scn, side, unit.place), RULE)


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """That a unit leaves the map, where it may (DC-MOV-18)."""
    unit = state.units.get(unit_id)
    if unit is None or is_chief(unit) or not _open_now(scn, state, side, unit.place):
        return ()
    if barred(scn, state, unit) is not None:
        return ()
    return (Option(command=Unplace(unit=unit_id), cost=1),)
