"""Tutorials: which pages belong to the present phase, and whether a command does what a page asks for."""

from __future__ import annotations

from engine.commands import (
    Activate,
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Face,
    Form,
    Instruct,
    Lead,
    Move,
    Step,
    Volley,
    Write,
)
from engine.hexes import Hex
from engine.scenario import Lesson, Scenario
from engine.state import State

PHASE_ENDERS = frozenset({"done", "seal", "rally"})
"""Commands that end a phase: nothing else has to be done before a page that waits for one."""
AIMED = (Attack, Bombard, Charge, Volley)
"""Commands against an enemy: the target matters, not the unit that attacks it."""


def lessons_now(scenario: Scenario, state: State, side: str) -> tuple[Lesson, ...]:
    """The pages of the present phase, for a side, in order."""
    now = (state.turn, state.phase, side)
    return tuple(page for page in scenario.lessons if (page.turn, page.phase, page.side) == now)


def kind(command: Command) -> str:
    """What a page calls such a command; a step is a move."""
    return "move" if isinstance(command, Step) else type(command).__name__.lower()


def destination(command: Command) -> Hex:
    """The hex to which a command moves a unit, "" for other commands."""
    if isinstance(command, Step):
        return command.hex
    return command.path[-1] if isinstance(command, Move) and command.path else ""


def fulfils(page: Lesson, aim: Command | None, command: Command, path: tuple[Hex, ...] = ()) -> bool:
    """Whether a command has the effect that a page asks for: `aim` is what the page proposes, None for any
    command of its kind. `path` are the hexes that the unit has entered without a break, this command's last.

    Where several paths lead there, all are right; an `exact` page wants that path.
    """
    if kind(command) != page.until:
        return False
    if aim is None:
        return True
    if isinstance(aim, Move | Step):
        same = (destination(command), getattr(command, "unit", "")) == (destination(aim), aim.unit)
        return same and (not page.exact or not isinstance(aim, Move) or path[-len(aim.path) :] == aim.path)
    if isinstance(aim, AIMED):
        return isinstance(command, AIMED) and command.target == aim.target
    return _teachable_effect(command) == _teachable_effect(aim)


def _teachable_effect(command: Command) -> object:
    """The part of a command whose effect a page may teach; equal where two commands do the same."""
    if isinstance(command, Write):
        order = dict(command.order)
        path = order.pop("path", "").split()
        return command.unit, order.get("order"), order.get("target"), order.get("facing"), path[-1:]
    if isinstance(command, Lead):
        return command.chief, frozenset(command.units)
    if isinstance(command, Activate):
        return command.chief
    if isinstance(command, Face):
        return command.unit, dict(command.facing)
    if isinstance(command, Form):
        return command.unit, command.formation
    if isinstance(command, Instruct):
        return command.kind
    return command.option if isinstance(command, Answer) else ""
