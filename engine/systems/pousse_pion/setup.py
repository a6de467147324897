"""Placement (rules file, section 2 and R-03): who places what where, and what the enemy may know of it."""

from __future__ import annotations

from dataclasses import replace

from engine import events as ev
from engine.errors import Refused
from engine.hexes import Hex
from engine.rules import setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.values import top


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """None: every terrain has a price for every class (PP-MOV-07, 08)."""
    return None


SETUP = setup.SetUp(
    placeable=setup.placeable,
    barred=barred,
    fixed="PP-GEN-01",
    zone="PP-GEN-01",
    complete="PP-GEN-01",
    boxed="PP-GEN-18",
)


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it: through the first turn without enemy positions (R-03), the MV that
    enemies have spent, and what is asked of the enemy or left for him to do, since that can name hexes."""
    if not setup.hiding(scn, state):
        return state
    known = setup.veil(state, viewer)
    known = replace(known, units={id_: _rested(unit) for id_, unit in known.units.items()})
    if viewer == state.player:
        return known
    sealed = tuple(replace(question, about="", options=(), default="") for question in state.questions)
    return replace(known, questions=sealed, agenda=())


def _rested(unit: Unit) -> Unit:
    """A hidden unit as if it had not moved; any other as it is."""
    return replace(unit, values={**unit.values, "mp": top(unit)}) if unit.place == setup.HIDDEN else unit


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: questions and answers, too, are told to their own side while units are
    hidden (R-03)."""
    if isinstance(event, ev.Asked | ev.Answered) and not event.only and setup.hiding(scn, state):
        return state.player
    return setup.audience(scn, state, event)
