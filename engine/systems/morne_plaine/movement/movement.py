"""Movement orders (MP-MOV): paths, single steps, and what happens on the way."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.movement import MovementRules, StepCost, neighbours, release_by
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.fire import FIRE, ready_to_react
from engine.systems.morne_plaine.marks import MOVED, PAID, STOPPED, STUCK
from engine.systems.morne_plaine.movement.charge import charge, charge_target, run
from engine.systems.morne_plaine.movement.step_cost import barred_from_moving, move_state, step_cost
from engine.systems.morne_plaine.units import own_unit
from engine.systems.morne_plaine.victory import capture_after_displacement, capture_by_passing
from engine.systems.morne_plaine.zoc import controlled


def make_leg(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make one step of a path; whether it brought no more than the step itself (C-07)."""
    (to,) = leg
    before = ledger.state.units[unit_id]
    make_step(scn, ledger, unit_id, to)
    return not _changed(ledger.state, before, to)


def make_step(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """One legal step with all it brings, in the order of C-03 and, for a charge, of 5.4 (MP-BOM-26, 27)."""
    state = ledger.state
    unit = state.units[unit_id]
    cost = step_cost(scn, state, unit, move_state(state, unit), to)
    assert isinstance(cost, StepCost), f"{unit_id} to {to}: {cost}"
    ready_guns = ready_to_react(scn, state, unit)
    _enter(ledger, unit, to, cost)
    if cost.tests:
        _marsh(scn, ledger, unit_id)
    target = charge_target(scn, ledger.state, ledger.state.units[unit_id], run(ledger.state, unit_id))
    if target is not None:
        charge(scn, ledger, unit_id, target.id)
    FIRE.react(scn, ledger, unit_id, ready_guns)  # MP-BOM-21, 24, 25
    _stop(scn, ledger, unit_id)
    capture_by_passing(scn, ledger, unit_id, to)
    if target is not None:
        # The target is driven out of h3, and only then does the charger, which has passed h2, take it.
        capture_after_displacement(scn, ledger, target.id, target.place)
        capture_after_displacement(scn, ledger, unit_id, to)


def _enter(ledger: Ledger, unit: Unit, to: Hex, cost: StepCost) -> None:
    """Enter and pay: hex, movement points, and the marks of moving."""
    rule = {"road": "MP-MOV-20", "track": "MP-MOV-30"}.get(cost.way, "MP-MOV-2")
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=to, manner="step", rule=rule))
    if cost.cost:
        left = cost.then.left
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=left, rule="MP-MOV-2"))
    if not ledger.state.marked(unit.id, MOVED):
        ledger.tell(ev.Marked(name=MOVED, on=unit.id, rule="MP-RAL-6"))
    paid = PAID in cost.then.marks
    if paid != ledger.state.marked(unit.id, PAID):
        turn = ev.Marked if paid else ev.Unmarked
        ledger.tell(turn(name=PAID, on=unit.id, rule="MP-MOV-21"))


def _marsh(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """The marsh test (MP-MOV-17, 18)."""
    unit = ledger.state.units[unit_id]
    limit = int(scn.chart("marsh_stuck_of_4", unit.kind))
    sides = scn.chart("marsh_die")
    die = ledger.roll("marsh", sides=sides, rule="MP-MOV-17", by=unit_id, outcome=lambda die: die <= limit)
    result = "stuck" if die <= limit else "through"
    ledger.note("marsh", "MP-MOV-17", unit=unit_id, hex=unit.place, die=die, limit=limit, result=result)
    if result == "stuck":
        ledger.tell(ev.Marked(name=STUCK, on=unit_id, rule="MP-MOV-18"))


def _stop(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """An enemy zone ends the movement (MP-MOV-14)."""
    unit = ledger.state.units[unit_id]
    if unit.hex is not None and controlled(scn, ledger.state, unit.place, scn.enemy(unit.side)):
        ledger.tell(ev.Marked(name=STOPPED, on=unit_id, rule="MP-MOV-14"))


def _changed(state: State, before: Unit, hex_: Hex) -> bool:
    """Whether a step brought more than the step itself: displaced, hurt, stuck or stopped (C-07)."""
    after = state.units[before.id]
    hurt = after["cs"] != before["cs"] or after["mv"] != before["mv"]
    held = state.marked(after.id, STUCK) or state.marked(after.id, STOPPED)
    return after.place != hex_ or hurt or held


def _select_again(ledger: Ledger, unit_id: str) -> None:
    """Select the unit: one order is one selection, so a new run of steps begins (MP-CHG-10)."""
    ledger.tell(ev.Selected(unit=unit_id))


def _deselect(ledger: Ledger, unit_id: str) -> None:
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=unit_id))


MOVEMENT = MovementRules(
    own=lambda state, side, unit_id: own_unit(state, side, unit_id)[0],
    move_state=move_state,
    barred=barred_from_moving,
    step_cost=step_cost,
    destinations=neighbours,
    select=_select_again,
    make_leg=make_leg,
    deselect=_deselect,
    empty_rule="MP-MOV-2",
    halted_rule="MP-MOV-14",
    dropped_rule="MP-MOV-4",
)
move = MOVEMENT.move  # MP-MOV-2, R-22, C-07
step = MOVEMENT.step  # MP-CHG-2
release = release_by("MP-CHG-2")  # a new run begins, MP-CHG-10
list_options = MOVEMENT.list_options  # no unit need move, MP-MOV-1
