"""Set-up (MP-SET): who places what where, and what the other side may know of it.

The zones of both sides are part of every view while units are placed (MP-SET-5).
"""

from __future__ import annotations

from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine import victory
from engine.systems.morne_plaine.going import ground_cost


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a unit where it could never enter (MP-SET-10)."""
    if ground_cost(scn, unit, hex_) is not None:
        return None
    return IllegalOrder("MP-SET-10", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


SETUP = setup.SetUp(
    placeable=setup.placeable,  # by the kind of set-up (MP-SET-1, MP-SET-2)
    barred=barred,
    fixed="MP-SET-2",
    zone="MP-SET-3",
    complete="MP-SET-4",
    boxed="MP-GEN-12",
)


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it: enemy positions are hidden through the first turn (MP-SET-6), and
    the objectives the enemy chooses until both sides have chosen (O-9).

    A spectator ("") sees neither side until then.
    """
    state = victory.veil(scn, state, viewer)
    return setup.veil(state, viewer) if setup.hiding(scn, state) else state
