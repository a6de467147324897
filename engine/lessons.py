"""Which pages of a tutorial belong to a phase, and whether an order does what a page asks for. Pure."""

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

ENDING = frozenset({"done", "seal", "rally"})
"""The orders that end a phase: a page that waits for one wants nothing else done before."""
AIMED = (Attack, Bombard, Charge, Volley)
"""Orders against an enemy: who gives them matters less than whom they hit."""


def pages(scenario: Scenario, state: State, side: str) -> tuple[Lesson, ...]:
    """The pages of the phase that is open, for a side, in order."""
    now = (state.turn, state.phase, side)
    return tuple(page for page in scenario.lessons if (page.turn, page.phase, page.side) == now)


def kind(command: Command) -> str:
    """What a page calls such an order; a step is a move."""
    return "move" if isinstance(command, Step) else type(command).__name__.lower()


def goal(command: Command) -> Hex:
    """The hex to which an order moves a unit, "" for any other order."""
    if isinstance(command, Step):
        return command.hex
    return command.path[-1] if isinstance(command, Move) and command.path else ""


def meets(page: Lesson, aim: Command | None, given: Command, way: tuple[Hex, ...] = ()) -> bool:
    """Whether an order does what a page asks for, by its effect: `aim` is what the page proposes, None for
    whatever is of its kind. `way` are the hexes which the unit has entered at a stretch, this order's last.

    Where several ways are as good, all of them are right; an `exact` page wants the way itself.
    """
    if kind(given) != page.until:
        return False
    if aim is None:
        return True
    if isinstance(aim, Move | Step):
        same = (goal(given), getattr(given, "unit", "")) == (goal(aim), aim.unit)
        return same and (not page.exact or not isinstance(aim, Move) or way[-len(aim.path) :] == aim.path)
    if isinstance(aim, AIMED):
        return isinstance(given, AIMED) and given.target == aim.target
    return _said(given) == _said(aim)


def _said(command: Command) -> object:
    """What of an order has an effect that a page may teach; equal where two orders do the same."""
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
