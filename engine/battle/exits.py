"""Exits: units that leave the map for good, and what that is worth.

Where is a fact of the battle and no rule of a book, so what happens here cites none. At the end of a game
turn every unit that stands on an exit of its side leaves, unless it is in an enemy zone. In a rulebook with
an order for leaving, that order is used instead.
"""

from __future__ import annotations

from engine import events as ev
from engine.battle.reinforcements import Controlled, expected
from engine.display import MapEntry
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import EXITED, Exit, Scenario
from engine.state import State, Unit

LEFT_BY = "left_by"
"""The mark of a unit that has left, to the exit it took."""
LEADERS = ("leader", "general", "chief")
"""Kinds that may leave and are worth nothing."""


def exit_at(scn: Scenario, side: str, hex_: Hex) -> Exit | None:
    """The exit of a side that a hex belongs to, whatever the turn."""
    return next((e for e in scn.exits if e.side == side and hex_ in e.hexes), None)


def left(state: State, way: Exit) -> tuple[Unit, ...]:
    """The units that count and have left by an exit."""
    return tuple(
        u
        for u in state.units.values()
        if u.place == EXITED and u.kind not in LEADERS and state.marked(u.id, LEFT_BY, way.id)
    )


def points(scn: Scenario, state: State, side: str) -> int:
    """What the units of a side that have left are worth to it."""
    return sum(_counted(state, way) * way.points for way in scn.exits if way.side == side)


def _counted(state: State, way: Exit) -> int:
    gone = len(left(state, way))
    return min(gone, way.most) if way.most else gone


def achieved(scn: Scenario, state: State, side: str) -> bool:
    """Whether so many units of a side have left by each of its exits as the battle asks for."""
    return all(len(left(state, way)) >= way.needed for way in scn.exits if way.side == side)


def take(ledger: Ledger, unit: Unit, way: Exit | None, rule: str = "") -> None:
    """Take a unit off the map by an exit."""
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=EXITED, manner="exit", rule=rule))
    if way is not None:
        ledger.tell(ev.Marked(name=LEFT_BY, on=unit.id, to=way.id, rule=rule))


def leave_map(scn: Scenario, ledger: Ledger, controlled: Controlled) -> None:
    """At the end of a game turn take the units off the map that stand on their exits, out of enemy zones."""
    state = ledger.state
    for way in scn.exits:
        enemy = scn.enemy(way.side)
        gone = tuple(
            unit
            for unit in state.units_on_map(way.side)
            if unit.place in way.hexes and not controlled(scn, state, unit.place, enemy)
        )
        if gone and state.turn >= way.turn:
            ledger.note("left_map", "", side=way.side, units=tuple(unit.id for unit in gone))
            for unit in gone:
                take(ledger, unit, way)


def entries_and_exits(scn: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Where units are still to come onto the map, and where they may leave it."""
    return (*expected(scn, state), *on_map(scn))


def on_map(scn: Scenario) -> tuple[MapEntry, ...]:
    """The exits, for the map."""
    return tuple(
        MapEntry(side=e.side, hexes=e.hexes, kind="exit", turn=e.turn if e.turn > 1 else 0) for e in scn.exits
    )
