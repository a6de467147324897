"""Fog of war: what a side may know of a game of Pousse-pion (R-03)."""

from __future__ import annotations

from dataclasses import replace

from engine import events as ev
from engine.hexes import Hex
from engine.rules import order_checks, setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import OWNS


def fog(scn: Scenario, state: State, viewer: str) -> State:
    """The state as a side may know it: through the first turn without enemy positions (R-03), the MV that
    enemies have spent, the objectives they have taken, and what is asked of the enemy or left for it to do,
    since that can name hexes."""
    if not setup.hiding(scn, state):
        return state
    known = setup.hide_captures(scn, setup.hide_units(state, viewer, "mv"), viewer, OWNS)
    if viewer == state.player:
        return known
    sealed = tuple(replace(question, about="", options=(), default="") for question in state.questions)
    return replace(known, questions=sealed, agenda=())


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: while units are hidden, questions and answers too are for their side only
    (R-03)."""
    if isinstance(event, ev.Asked | ev.Answered) and not event.only and setup.hiding(scn, state):
        return state.player
    return setup.audience(scn, state, event)


def visible_enemy(scn: Scenario, state: State, side: str, unit_id: str, not_enemy: str) -> tuple[Unit, Hex]:
    """An enemy unit that the side sees on the map, and its hex. Raises NotOnTable, or IllegalOrder by the
    rule `not_enemy` when it is a friend; a hidden one counts as off the map, so no refusal gives it away."""
    return order_checks.enemy_unit(fog(scn, state, side), side, unit_id, not_enemy, "PP-GEN-18", "PP-GEN-20")
