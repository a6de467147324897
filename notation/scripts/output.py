"""A table told: as JSON, and where its counters look in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from notation.scripts.position import Position


def position_json(position: Position, state: State) -> dict[str, Any]:
    """A table as JSON: everything on it, with who holds what and the points as they stand."""
    shows = position.system.display
    return {
        "turn": state.turn,
        "phase": state.phase,
        "player": state.player,
        "active": sorted(state.active),
        "units": {
            id_: _counter_json(unit, directions(position.scenario, state, unit))
            for id_, unit in state.units.items()
        },
        "marks": [_mark_json(m) for m in sorted(state.marks, key=lambda m: (m.on, m.name, m.to))],
        "owners": dict(shows.objective_owners(position.scenario, state)),
        "scores": dict(shows.scores(position.scenario, state)),
        "tracks": dict(state.tracks),
        "selection": _selection_json(state),
        "questions": [
            {
                "kind": q.kind,
                "side": q.side,
                "about": q.about,
                "options": list(q.options),
                "default": q.default,
            }
            for q in state.questions
        ],
        "agenda": [{"kind": t.kind, "about": list(t.about)} for t in state.agenda],
        "pools": {name: list(dice) for name, dice in state.pools.items()},
        "envelopes": {
            side: {u: dict(o) for u, o in orders.items()} for side, orders in state.envelopes.items()
        },
        "orders": {unit: dict(order) for unit, order in state.orders.items()},
        "painted": dict(state.terrain),
        "standing": {side: dict(kinds) for side, kinds in state.standing.items() if kinds},
        "result": None
        if state.result is None
        else {"winner": state.result.winner, "level": state.result.level, "reason": state.result.reason},
    }


def directions(scenario: Scenario, state: State, unit: Unit) -> tuple[str, ...]:
    """The names of the directions a counter's bases may face now, by number."""
    at_sides = scenario.charts.get("facings") != "vertex" or state.marked(unit.id, "square")
    return scenario.grid.directions if at_sides else tuple(scenario.charts["vertices"])


def looks(unit: Unit, names: Sequence[str]) -> str:
    """Where a counter looks: one direction, or that of each base where they differ."""
    ways = {base: names[way] for base, way in unit.facing.items()}
    if len(set(ways.values())) == 1 or len(ways) < 2:
        return " ".join(tuple(ways.values())[:1])
    return " ".join(f"{base} {way}" for base, way in ways.items())


def _counter_json(unit: Unit, names: Sequence[str]) -> dict[str, Any]:
    way = looks(unit, names)
    traits = {"traits": sorted(unit.traits)} if unit.traits else {}
    return {
        "side": unit.side,
        "kind": unit.kind,
        "corps": unit.corps,
        "at": unit.hex or unit.place.removeprefix("@"),
        **({"facing": way} if way else {}),
        **traits,
        **dict(unit.values),
        "printed": dict(unit.printed),
    }


def _mark_json(mark: Mark) -> dict[str, str]:
    return {"name": mark.name, "on": mark.on, **({"to": mark.to} if mark.to else {})}


def _selection_json(state: State) -> dict[str, Any] | None:
    hand = state.selection
    if hand is None:
        return None
    return {"unit": hand.unit, "steps": [step.origin for step in hand.steps]}
