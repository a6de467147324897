"""Placement (rules file, section 2 and R-03): who places what where, and what the other side may know of it."""

from __future__ import annotations

from engine import events as ev
from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State, Unit


def placeable(scn: Scenario, unit: Unit) -> bool:
    """Whether its owner may place a unit: by the kind of placement (R-03)."""
    return scn.option("setup") in ("free", "optional")


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """No hex is closed to a kind of unit: every terrain has a price for each."""
    return None


SETUP = setup.SetUp(
    placeable=placeable,
    barred=barred,
    fixed="PP-GEN-01",
    zone="PP-GEN-01",
    complete="PP-GEN-01",
    boxed="PP-GEN-18",
)


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event."""
    return event.only


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it."""
    return state
