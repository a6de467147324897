"""Set-up (MP-SET): who places what where, and what the other side may know of it.

The zones of both sides are part of every view while units are placed (MP-SET-5).
"""

from __future__ import annotations

from engine import events as ev
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import OFF_MAP, Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine import victory
from engine.systems.morne_plaine.going import ground_cost


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


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a unit where it could never enter (MP-SET-10)."""
    if ground_cost(scn, unit, hex_) is not None:
        return None
    return IllegalOrder("MP-SET-10", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


SETUP = setup.SetUp(
    placeable=placeable,
    barred=barred,
    fixed="MP-SET-2",
    zone="MP-SET-3",
    complete="MP-SET-4",
    boxed="MP-GEN-12",
)


def hiding(scn: Scenario, state: State) -> bool:
    """Whether each side's units are hidden from the other: through the whole first game turn (MP-SET-6)."""
    return has_setup(scn) and state.turn <= 1 and state.result is None


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: what units do in the first game turn is told to their own side (MP-SET-6)."""
    if event.only or not hiding(scn, state) or isinstance(event, setup.OPEN):
        return event.only
    return state.player


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it: enemy positions are hidden through the first turn (MP-SET-6), and
    the objectives the enemy chooses until both sides have chosen (O-9).

    A spectator ("") sees neither side until then.
    """
    state = victory.veil(scn, state, viewer)
    return setup.veil(state, viewer) if hiding(scn, state) else state
