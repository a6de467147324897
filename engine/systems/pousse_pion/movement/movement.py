"""Movement orders (PP-MOV): paths, single steps, steps taken back, friends passed on the way.

Legal steps are carried out in the order of 4.13: paid, made, and with all that follows from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import events as ev
from engine.commands import Move, Step
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.losses import alive
from engine.rules.movement import CrossingRules, MovementRules, StepCost, release_by
from engine.scenario import RESERVE, Scenario
from engine.state import State, Taken, Unit
from engine.system import Option
from engine.systems.pousse_pion.fire import reaction_fire
from engine.systems.pousse_pion.marks import BEGUN, MOVED, PAID, STOPPED
from engine.systems.pousse_pion.movement import reinforcements
from engine.systems.pousse_pion.movement.step_cost import (
    barred,
    destinations,
    move_state,
    onward,
    step_cost,
)
from engine.systems.pousse_pion.movement.step_effects import (
    OF_A_STEP,
    PASSING,
    Effect,
    apply_effects,
    before_step,
    had_consequences,
    objectives,
    river_disorder,
    zone_disorder,
    zone_penalty,
    zone_stop,
)

STEP: tuple[Effect, ...] = (
    *(zone_stop, zone_penalty, river_disorder, reaction_fire, zone_disorder, objectives),
)
"""The effects of a voluntary step, in the order of 4.13: fire before the disorder of guns (PP-FIR-18)."""
TAKEN_BACK = "PP-MOV-29"


def own_unit(state: State, side: str, unit_id: str) -> Unit:
    """A unit of this side, on the map or in the reserve. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = order_checks.own_unit(state, side, unit_id)
    if unit.place != RESERVE:
        order_checks.hex_on_map(unit, "PP-GEN-18", "PP-GEN-20")
    return unit


def move(scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
    """Move a unit along a path, checked whole first (PP-MOV-02); a path that begins with the hex just left
    takes that step back and goes on from there (PP-MOV-29)."""
    path = order.path
    if _took_back(ledger, own_unit(ledger.state, side, order.unit), path):
        path = path[1:]
    if path or not order.path:
        MOVEMENT.move(scn, ledger, side, replace(order, path=path))


def step(scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
    """Move a unit one hex, or take its last step back (PP-MOV-02, PP-MOV-29)."""
    if not _took_back(ledger, own_unit(ledger.state, side, order.unit), (order.hex,)):
        MOVEMENT.step(scn, ledger, side, order)


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The single steps a unit may make, each with its cost, the one that takes its last step back among them
    (it costs nothing); or Done, and Release when a unit is selected (PP-MOV-01)."""
    options = tuple(MOVEMENT.list_options(scn, state, side, unit_id))
    last = step_to_take_back(state, state.units[unit_id]) if unit_id else None
    if last is None:
        return options
    ways_back = (Move(unit=unit_id, path=(last.origin,)), Step(unit=unit_id, hex=last.origin))
    return (
        *(option for option in options if option.command not in ways_back),
        *(Option(command=command, cost=0) for command in ways_back),
    )


def make_leg(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make a leg of a path; whether the rest of it still stands. To the hex just left it takes the step there
    back (PP-MOV-29); a step onto a friend goes on by itself or asks how (PP-MOV-37)."""
    if _took_back(ledger, ledger.state.units[unit_id], leg):
        return True
    if any(friend.id != unit_id for friend in ledger.state.on(leg[-1])):
        CROSSING.begin(scn, ledger, unit_id, leg)
        return False
    return make_steps(scn, ledger, unit_id, leg)


def make_steps(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make one step, or several past friends to the last hex (PP-MOV-36); whether the unit may go on as
    planned: it has arrived, unhurt, and was not stopped.

    A step with a consequence is never taken back (PP-MOV-31), nor is a crossing (PP-MOV-37).
    """
    before = ledger.state
    manner = "crossing" if len(leg) > 1 else "step"
    for cost in _leg_costs(scn, ledger.state, unit_id, leg):
        _make_step(scn, ledger, ledger.state.units[unit_id], cost, manner)
    if had_consequences(before, ledger.state, unit_id) and alive(ledger, unit_id):
        ledger.tell(ev.Selected(unit=unit_id, rule="PP-MOV-31"))
    return _as_planned(before.units[unit_id], ledger.state, leg[-1])


def _as_planned(was: Unit, state: State, to: Hex) -> bool:
    unit = state.units[was.id]
    hurt = {**unit.values, "mp": was["mp"]} != was.values
    return unit.place == to and not hurt and not state.marked(unit.id, STOPPED)


def _leg_costs(scn: Scenario, state: State, unit_id: str, leg: tuple[Hex, ...]) -> list[StepCost]:
    """The cost of each step of a leg that has been checked."""
    unit, costs = state.units[unit_id], list[StepCost]()
    at = move_state(state, unit)
    for hex_ in leg:
        cost = step_cost(scn, state, unit, at, hex_)
        assert isinstance(cost, StepCost), f"{unit_id} to {hex_}: {cost}"
        costs.append(cost)
        at = cost.then
    return costs


def _make_step(scn: Scenario, ledger: Ledger, unit: Unit, cost: StepCost, manner: str) -> None:
    """One step with all it brings."""
    step_made = before_step(scn, ledger.state, unit, cost.way)
    if unit.place == RESERVE:
        reinforcements.enter(ledger, unit, cost.then.hex)
    else:
        to, rule = cost.then.hex, cost.rule
        ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=to, manner=manner, rule=rule))
    _pay(ledger, unit, cost)
    if cost.passing:
        friend = next(u for u in ledger.state.on(cost.then.hex) if u.id != unit.id)
        ledger.note("crossed", "PP-MOV-38", unit=unit.id, friend=friend.id, hex=friend.place)
    apply_effects(scn, ledger, step_made, PASSING if cost.passing else STEP)


def _pay(ledger: Ledger, unit: Unit, cost: StepCost) -> None:
    """MV and the marks of having moved (PP-MOV-02, PP-MOV-22, PP-MOV-27)."""
    if cost.full_cost:
        ledger.note("minimum_movement", cost.rule, unit=unit.id, needs=cost.full_cost, has=cost.cost)
    if cost.cost:
        left = cost.then.left
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=left, rule=cost.rule))
    for name, rule, has_it in (
        (MOVED, "PP-RAL-05", True),
        (BEGUN, "PP-MOV-27", True),
        (PAID, "PP-MOV-22", PAID in cost.then.marks),
    ):
        if has_it != ledger.state.marked(unit.id, name):
            change = ev.Marked if has_it else ev.Unmarked
            ledger.tell(change(name=name, on=unit.id, rule=rule))


def step_to_take_back(state: State, unit: Unit) -> Taken | None:
    """The step that a unit would take back, or None: it must still be selected and have MV left (PP-MOV-30).

    The selection remembers the steps of its unit; `make_steps` forgets them when one had a consequence.
    """
    selection = state.selection
    if selection is None or selection.unit != unit.id or not selection.steps or unit["mp"] < 1:
        return None
    return selection.steps[-1]


def _took_back(ledger: Ledger, unit: Unit, path: tuple[Hex, ...]) -> bool:
    """Take the last step back if a path leads to where it was made from (PP-MOV-29); whether it did."""
    last = step_to_take_back(ledger.state, unit)
    if last is None or path[:1] != (last.origin,):
        return False
    _take_back(ledger, unit, last)
    return True


def _take_back(ledger: Ledger, unit: Unit, last: Taken) -> None:
    """Put a unit back as it was before its step: hex, MV, road alternation and marks (PP-MOV-29)."""
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=last.origin, manner="back", rule=TAKEN_BACK))
    had = last.had.get("mp", unit["mp"])
    if had != unit["mp"]:
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=had, rule=TAKEN_BACK))
    now = ledger.state.marks_on(unit.id) & OF_A_STEP
    for name in sorted(now - last.marks):
        ledger.tell(ev.Unmarked(name=name, on=unit.id, rule=TAKEN_BACK))
    for name in sorted((last.marks & OF_A_STEP) - now):
        ledger.tell(ev.Marked(name=name, on=unit.id, rule=TAKEN_BACK))


CROSSING = CrossingRules(
    move_state=move_state, step_cost=step_cost, onward=onward, make_leg=make_steps, rule="PP-MOV-37"
)
MOVEMENT = MovementRules(
    own=own_unit,
    move_state=move_state,
    barred=barred,
    step_cost=step_cost,
    destinations=destinations,
    make_leg=make_leg,
    empty_rule="PP-MOV-02",
    halted_rule="PP-ZOC-06",
    dropped_rule="PP-MOV-02",
)
release = release_by("PP-MOV-30")
