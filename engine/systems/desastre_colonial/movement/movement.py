"""Movement of units and Chiefs, by whole paths and by single steps (DC-MOV).

Moves of Chiefs and free moves use the same orders; `permission`, `allowance` and `step_cost` tell them apart.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.losses import alive
from engine.rules.movement import CROSSING, CrossingRules, MovementRules, MoveState, StepCost, release_by
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.chiefs import overrun
from engine.systems.desastre_colonial.general.aspects import in_front
from engine.systems.desastre_colonial.general.marks import FRONTED, MOVED, OF_A_MOVE, ORDERED, TACTICAL
from engine.systems.desastre_colonial.general.values import by_id, is_chief, troops
from engine.systems.desastre_colonial.movement import hordes
from engine.systems.desastre_colonial.movement.allowance import (
    FREE_MOVE,
    MoveSoFar,
    left_from_here,
    move_so_far,
)
from engine.systems.desastre_colonial.movement.permission import barred
from engine.systems.desastre_colonial.movement.step_cost import step_cost, ways_on

HEXES_LEFT, HEXES_MADE = "mp", "gone"
"""The values of a counter that count its move."""
LIMIT = "limit"
"""Why hexes of a move are lost without being made."""


def own(state: State, side: str, unit_id: str) -> Unit:
    """A counter of this side on the map. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = order_checks.own_unit(state, side, unit_id)
    order_checks.hex_on_map(unit, "DC-FIR-26", "DC-VAG-11")
    return unit


def make_leg(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make a leg of a path; whether the rest of the path still stands. A leg that ends on a friend goes on
    from there, or asks how (DC-MOV-13)."""
    if _steps(scn, ledger.state, unit_id, leg)[-1].passing:
        CROSSINGS.begin(scn, ledger, unit_id, leg)
        return False
    return make_steps(scn, ledger, unit_id, leg)


def make_steps(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make one step, or several through friends; whether the rest of the path still stands. A lone Chief who
    must first flee from the hex can hold it up (DC-MOV-19)."""
    for step in _steps(scn, ledger.state, unit_id, leg):
        _make_step(scn, ledger, ledger.state.units[unit_id], step)
    unit = ledger.state.units[unit_id]
    if not is_chief(unit):
        overrun.flee(scn, ledger, unit.place, scn.enemy(unit.side))
    return alive(ledger, unit_id) and not ledger.state.questions


def _steps(scn: Scenario, state: State, unit_id: str, leg: tuple[Hex, ...]) -> list[StepCost]:
    """The cost of each step of a leg that has been checked."""
    unit, steps = state.units[unit_id], []
    at: MoveState = move_so_far(state, unit)
    for hex_ in leg:
        step = step_cost(scn, state, unit, at, hex_)
        assert isinstance(step, StepCost), f"{unit_id} to {hex_}: {step}"
        steps.append(step)
        at = step.then
    return steps


def _make_step(scn: Scenario, ledger: Ledger, unit: Unit, step: StepCost) -> None:
    """Make one step, with the marks and values it leaves on the unit."""
    then = step.then
    assert isinstance(then, MoveSoFar)
    if then.made == 1:
        _set_out(scn, ledger, unit)
    manner = "chief" if is_chief(unit) else "free" if ledger.state.phase == FREE_MOVE else "step"
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=then.hex, manner=manner, rule=step.rule))
    if step.passing:
        friend = next(u for u in troops(ledger.state) if u.hex == then.hex and u.id != unit.id)
        ledger.note("passed_through", step.rule, unit=unit.id, friend=friend.id, hex=then.hex)
    for limit in sorted(then.marks - ledger.state.marks_on(unit.id)):
        rule = "DC-MOV-04" if limit == TACTICAL else "DC-TER-04"
        ledger.tell(ev.Marked(name=limit, on=unit.id, rule=rule))
    _change(ledger, unit.id, HEXES_MADE, then.made, step.rule)
    _change(ledger, unit.id, HEXES_LEFT, ledger.state.units[unit.id][HEXES_LEFT] - 1, step.rule)
    _change(ledger, unit.id, HEXES_LEFT, then.left, "DC-MOV-07", reason=LIMIT)


def _set_out(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Record the hex a move starts in (DC-MOV-12), and the enemies in whose front it lies (DC-MEL-06)."""
    _change(ledger, unit.id, HEXES_LEFT, left_from_here(scn, ledger.state, unit), "DC-MOV-06")
    if not is_chief(unit) and ledger.state.phase != FREE_MOVE:
        for enemy in by_id(troops(ledger.state, scn.enemy(unit.side))):
            if in_front(scn, ledger.state, enemy, unit.place):
                ledger.tell(ev.Marked(name=FRONTED, on=unit.id, to=enemy.id, rule="DC-MEL-06"))
    ledger.tell(ev.Marked(name=MOVED, on=unit.id, to=unit.place, rule="DC-MOV-12"))


def _change(ledger: Ledger, unit_id: str, value: str, now: int, rule: str, reason: str = "") -> None:
    was = ledger.state.units[unit_id][value]
    if was != now:
        ledger.tell(ev.Changed(unit=unit_id, value=value, was=was, now=now, reason=reason, rule=rule))


CROSSINGS = CrossingRules(
    move_state=move_so_far, step_cost=step_cost, onward=ways_on, make_leg=make_steps, rule="DC-MOV-13"
)
MOVEMENT = MovementRules(
    own=own,
    move_state=move_so_far,
    barred=barred,
    step_cost=step_cost,
    make_leg=make_leg,
    empty_rule="DC-MOV-06",
    halted_rule="DC-MOV-07",
    dropped_rule="DC-MOV-19",
    passed_rule="DC-MOV-13",
)
ANSWERS = {CROSSING: CROSSINGS.answer}

move = MOVEMENT.move
"""Move a counter along a path, which is checked whole first (DC-MOV-07)."""
step = MOVEMENT.step
"""Move the selected counter one hex (DC-MOV-07)."""
release = release_by("DC-MOV-09")
"""End the selection of a counter."""
list_options = MOVEMENT.list_options
"""The single steps a counter may make; or Done, and Release while one is selected (DC-CMD-27)."""


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Give each unit activated by the roll the hexes it can go at most (DC-MOV-06)."""
    for unit in tuple(ledger.state.units_on_map(ledger.state.player)):
        if ledger.state.marked(unit.id, ORDERED):
            _change(ledger, unit.id, HEXES_LEFT, left_from_here(scn, ledger.state, unit), "DC-MOV-06")


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the moves after a roll: hordes led away from the enemy take losses (DC-CAP-07), limits end."""
    for unit in tuple(ledger.state.units_on_map(ledger.state.player)):
        if ledger.state.marked(unit.id, ORDERED):
            hordes.lose_when_led_away(scn, ledger, unit)
    remove_marks(ledger, OF_A_MOVE, ledger.state.units)
    release_selected(ledger)


def release_selected(ledger: Ledger) -> None:
    """End the selection of a counter, if there is one."""
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=ledger.state.selection.unit))
