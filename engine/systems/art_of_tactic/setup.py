"""Set-up (R-78): free in one's own zone, secret, both sides at once, revealed together."""

from __future__ import annotations

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.paths import never_enters

RULE = "AT-GEN-02"


def has_setup(scn: Scenario) -> bool:
    """Whether the scenario begins with a set-up phase (R-78)."""
    return scn.option("setup") not in ("", "no")


def placeable(scn: Scenario, unit: Unit) -> bool:
    """Whether its owner may place a unit: all of them (R-78)."""
    return True


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a unit on ground it never enters (AT-TER-05)."""
    return never_enters(scn, unit, hex_)


SETUP = setup.SetUp(
    placeable=placeable, barred=barred, fixed=RULE, zone="AT-GEN-05", complete=RULE, boxed="AT-GEN-09"
)


def hiding(state: State) -> bool:
    """Whether each side's units are hidden from the other: until both stand (R-78)."""
    return state.phase == "setup" and state.result is None
