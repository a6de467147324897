"""What recent fights and fire did to units: what each lost, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import events as ev
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import System

RETREATS = frozenset({"retreat", "pull_back"})
ROUTS = frozenset({"rout", "flight", "flee", "panic"})
"""Manners of movement of units that give way: in order, and in flight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a unit just now: the hex where it stood, how much strength it lost there, and whether it
    stays (fate ""), gave way ("retreat", "rout") or is gone ("gone")."""

    unit: str
    side: str
    hex: Hex
    lost: int = 0
    fate: str = ""


def outcomes(
    system: System, scenario: Scenario, state: State, events: Sequence[ev.Event]
) -> tuple[Outcome, ...]:
    """The outcome of every unit that lost strength, gave way or is gone, in the order in which it befell
    them. `state` is what the viewer may know after these events."""
    found = (
        _outcome(system, scenario, state, unit, [e for e in events if getattr(e, "unit", "") == unit.id])
        for unit in _struck(state, events)
    )
    return tuple(outcome for outcome in found if outcome is not None)


def _struck(state: State, events: Sequence[ev.Event]) -> Iterator[Unit]:
    """The units that may have lost something, each once."""
    ids = dict.fromkeys(
        e.unit for e in events if isinstance(e, ev.Changed | ev.Moved | ev.Placed) and e.unit in state.units
    )
    return (state.units[id_] for id_ in ids)


def _outcome(
    system: System, scenario: Scenario, state: State, unit: Unit, own: list[ev.Event]
) -> Outcome | None:
    """What became of one unit, by the events that name it."""
    was: dict[str, int] = {}
    for e in own:
        if isinstance(e, ev.Changed):
            was.setdefault(e.value, e.was)
    before = replace(unit, values={**unit.values, **was})
    face = system.display.counter_face
    lost = face(scenario, state, unit).losses - face(scenario, state, before).losses if was else 0
    gone = [e for e in own if isinstance(e, ev.Placed) and e.place == ELIMINATED]
    fled = [e for e in own if isinstance(e, ev.Moved) and e.manner in RETREATS | ROUTS]
    if lost <= 0 and not gone and not fled:
        return None
    fate = "gone" if gone else "" if not fled else "rout" if fled[0].manner in ROUTS else "retreat"
    left = fled[0].origin if fled else gone[0].origin if gone else unit.hex
    if left is None or left not in scenario.grid:
        return None
    return Outcome(unit=unit.id, side=unit.side, hex=left, lost=max(0, lost), fate=fate)
