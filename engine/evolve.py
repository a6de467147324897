"""Apply events to a state. No rules, no dice, and it cannot refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from engine import events as ev
from engine.state import Mark, Orders, Result, Selection, State, Taken, Task


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event."""
    return _APPLY[type(event)](state, event)


def replay(state: State, events: Iterable[ev.Event]) -> State:
    """The state after all the events, in order."""
    return reduce(evolve, events, state)


def _unit(state: State, id_: str, **changes: Any) -> State:
    return state.with_unit(replace(state.units[id_], **changes))


def _introduced(state: State, e: ev.Introduced) -> State:
    return state.altered(units={**state.units, e.counter.id: e.counter})


def _began(state: State, e: ev.Began) -> State:
    return state.altered(
        phase=e.phase, turn=e.turn, player=e.player, active=frozenset(e.owing), selection=None
    )


def _moved(state: State, e: ev.Moved) -> State:
    selection = state.selection
    if selection is not None and selection.unit == e.unit:
        state = state.altered(selection=Selection(unit=e.unit, steps=_steps(state, selection, e)))
    return _unit(state, e.unit, place=e.hex)


def _steps(state: State, selection: Selection, e: ev.Moved) -> tuple[Taken, ...]:
    """The steps of the selected unit: one more, one less when taken back; none after any other movement."""
    if e.manner == "step":
        marks = frozenset(mark.name for mark in state.marks if mark.on == e.unit)
        return (*selection.steps, Taken(origin=e.origin, had=state.units[e.unit].values, marks=marks))
    return selection.steps[:-1] if e.manner == "back" else ()


def _placed(state: State, e: ev.Placed) -> State:
    if state.selection is not None and state.selection.unit == e.unit:
        state = state.altered(selection=None)
    return _unit(state, e.unit, place=e.place)


def _turned(state: State, e: ev.Turned) -> State:
    return _unit(state, e.unit, facing={**state.units[e.unit].facing, **e.facing})


def _changed(state: State, e: ev.Changed) -> State:
    if e.unit:
        return _unit(state, e.unit, values={**state.units[e.unit].values, e.value: e.now})
    return state.altered(tracks={**state.tracks, e.value: e.now})


def _marked(state: State, e: ev.Marked) -> State:
    return state.altered(marks=state.marks | {Mark(name=e.name, on=e.on, to=e.to)})


def _unmarked(state: State, e: ev.Unmarked) -> State:
    return state.altered(marks=state.marks - {Mark(name=e.name, on=e.on, to=e.to)})


def _written(state: State, e: ev.Written) -> State:
    orders = _with(state.envelopes.get(e.side, {}), e.unit, e.order)
    return state.altered(envelopes={**state.envelopes, e.side: orders})


def _with(orders: Orders, unit: str, order: Mapping[str, str]) -> Orders:
    """The orders with that one for the unit, or with none for an empty one."""
    others = {id_: words for id_, words in orders.items() if id_ != unit}
    return {**others, unit: order} if order else others


def _opened(state: State, e: ev.Opened) -> State:
    return state.altered(envelopes={s: o for s, o in state.envelopes.items() if s != e.side})


def _instructed(state: State, e: ev.Instructed) -> State:
    kept = {kind: answer for kind, answer in state.standing.get(e.side, {}).items() if kind != e.kind}
    if e.answer:
        kept[e.kind] = e.answer
    return state.altered(standing={**state.standing, e.side: kept})


def _same(state: State, _: ev.Event) -> State:
    return state


_APPLY: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.Introduced: _introduced,
    ev.Began: _began,
    ev.Owed: lambda s, e: s.altered(active=frozenset(e.sides)),
    ev.Moved: _moved,
    ev.Placed: _placed,
    ev.Turned: _turned,
    ev.Changed: _changed,
    ev.Marked: _marked,
    ev.Unmarked: _unmarked,
    ev.Selected: lambda s, e: s.altered(selection=Selection(unit=e.unit)),
    ev.Released: lambda s, _: s.altered(selection=None),
    ev.Rolled: _same,
    ev.Pooled: lambda s, e: s.altered(pools={**s.pools, e.pool: e.dice}),
    ev.Written: _written,
    ev.Sealed: _same,
    ev.Unsealed: _same,
    ev.Opened: _opened,
    ev.Ordered: lambda s, e: s.altered(orders=_with(s.orders, e.unit, e.order)),
    ev.Asked: lambda s, e: s.altered(questions=(*s.questions, e.question)),
    ev.Answered: lambda s, _: s.altered(questions=s.questions[1:]),
    ev.Instructed: _instructed,
    ev.Pushed: lambda s, e: s.altered(agenda=(Task(kind=e.kind, about=e.about), *s.agenda)),
    ev.Popped: lambda s, _: s.altered(agenda=s.agenda[1:]),
    ev.Painted: lambda s, e: s.altered(terrain={**s.terrain, e.thing: e.terrain}),
    ev.Noted: _same,
    ev.Ended: lambda s, e: s.altered(
        active=frozenset(), result=Result(winner=e.winner, level=e.level, reason=e.reason)
    ),
}
