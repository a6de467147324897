"""Movement orders (PP-MOV): paths, single steps, steps taken back, and what is open to a unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.commands import Move, Step
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import moving, orders
from engine.rules.moving import Terms
from engine.scenario import RESERVE, Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.pousse_pion import back, crossing, stepping
from engine.systems.pousse_pion.toll import around, barred, footing, toll


def own(state: State, side: str, unit_id: str) -> Unit:
    """A unit of this side, on the map or in the reserve. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    if unit.place != RESERVE:
        orders.standing(unit, "PP-GEN-18", "PP-GEN-20")
    return unit


def take(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make a leg of a path; whether the rest of it still stands. To the hex just left it takes the step there
    back (PP-MOV-29); a step onto a friend goes on by itself or asks how (PP-MOV-37)."""
    unit = ledger.state.units[unit_id]
    if _taken_back(ledger, unit, leg):
        return True
    if any(friend.id != unit_id for friend in ledger.state.on(leg[-1])):
        crossing.begin(scn, ledger, unit_id, leg)
        return False
    return stepping.go(scn, ledger, unit_id, leg)


def _taken_back(ledger: Ledger, unit: Unit, path: tuple[Hex, ...]) -> bool:
    """Take the last step back if a path leads to where it was made from; whether it did."""
    last = back.point(ledger.state, unit)
    if last is None or path[:1] != (last.origin,):
        return False
    back.take_back(ledger, unit, last)
    return True


def _stay_in_hand(ledger: Ledger, unit_id: str) -> None:
    """Nothing: a path may be gone on with, or its last step taken back (PP-MOV-03, PP-MOV-30)."""


TERMS = Terms(
    own=own,
    footing=footing,
    barred=barred,
    toll=toll,
    around=around,
    hold=moving.keep,
    take=take,
    leave=_stay_in_hand,
    empty="PP-MOV-02",
    halted="PP-ZOC-06",
    dropped="PP-MOV-02",
    passed="PP-MOV-35",
)

_move, _step, _offers = moving.move(TERMS), moving.step(TERMS), moving.offers(TERMS)
release = moving.release("PP-MOV-30")


def move(scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
    """Move a unit along a path, checked whole first (PP-MOV-02); a path that begins with the hex just left
    takes that step back and goes on from there (PP-MOV-29)."""
    path = order.path
    if _taken_back(ledger, own(ledger.state, side, order.unit), path):
        path = path[1:]
    if path or not order.path:
        _move(scn, ledger, side, replace(order, path=path))


def step(scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
    """Move the unit in hand one hex, or take its last step back (PP-MOV-02, PP-MOV-29)."""
    if not _taken_back(ledger, own(ledger.state, side, order.unit), (order.hex,)):
        _step(scn, ledger, side, order)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The single steps a unit may make, each with its cost, the one that takes its last step back among them
    (it costs nothing); or Done, and Release when a unit is in hand (PP-MOV-01)."""
    found = tuple(_offers(scn, state, side, unit_id))
    last = back.point(state, state.units[unit_id]) if unit_id else None
    if last is None:
        return found
    ways_back = (Move(unit=unit_id, path=(last.origin,)), Step(unit=unit_id, hex=last.origin))
    return (
        *(option for option in found if option.command not in ways_back),
        *(Option(command=command, cost=0) for command in ways_back),
    )
