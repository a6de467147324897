"""An order on the map, before it is given: an arrow for where it leads, and the hexes around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n.names import Names
from engine.commands import Attack, Bombard, Charge, Command, Move, Volley, Write
from engine.hexes import Hex
from engine.state import State
from engine.view import Trail, View, look
from opponent.advice.alternatives import unit_of

FIGHTS = (Attack, Bombard, Charge, Volley)


def path_of(names: Names, side: str, state: State, command: Command) -> tuple[Hex, ...]:
    """Where the arrow of an order runs, from the hex of its unit on; () for one without."""
    unit = state.units.get(unit_of(command))
    if unit is None or unit.hex is None:
        return ()
    if isinstance(command, FIGHTS):
        target = state.units.get(command.target)
        return (unit.hex, target.hex) if target is not None and target.hex else ()
    if isinstance(command, Move):
        return command.path if command.path[:1] == (unit.hex,) else (unit.hex, *command.path)
    if isinstance(command, Write):
        written = state.altered(envelopes={side: {unit.id: command.order}})
        known = look(names.game.system, names.game.scenario, written, side)
        plan = next((p for p in known.plans if p.unit == unit.id), None)
        if plan is not None and not plan.path and plan.target:
            return unit.hex, plan.target
        return plan.path if plan is not None else ()
    return ()


def with_arrow(
    view: View, side: str, state: State, command: Command, path: tuple[Hex, ...], *, hollow: bool
) -> View:
    """The view with the arrow of an order: solid for one that was given, hollow for one that might be."""
    if len(path) < 2:
        return view
    if isinstance(command, FIGHTS):
        arrows = tuple((origin, path[-1]) for origin in _origins(state, command, path[0]))
        return replace(view, charges_by_order=arrows) if hollow else replace(view, charges_by_step=arrows)
    trails = (Trail(unit=unit_of(command), side=side, path=path, manner="step"),)
    return replace(view, proposed_moves=trails) if hollow else replace(view, trails=trails)


def _origins(state: State, command: Command, first: Hex) -> Sequence[Hex]:
    """The hexes a fight comes from: of a volley those of all who fire."""
    if not isinstance(command, Volley):
        return (first,)
    shooters = (state.units.get(name.partition("/")[0]) for name in command.shooters)
    return tuple(dict.fromkeys(unit.hex for unit in shooters if unit is not None and unit.hex)) or (first,)


def around(
    view: View, state: State, command: Command, path: Sequence[Hex], hexes: int
) -> frozenset[Hex] | None:
    """So many hexes around the arrows, around the unit without any; None: the whole map."""
    question = state.questions[0].about if state.questions else ""
    unit = state.units.get(unit_of(command)) or state.units.get(question)
    middle = list(path) or ([unit.hex] if unit is not None and unit.hex else [])
    if isinstance(command, Volley) and path:
        middle += _origins(state, command, path[0])
    return frozenset[str]().union(*(view.grid.within(h, hexes) for h in middle if h in view.grid)) or None
