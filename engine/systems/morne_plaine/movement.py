"""Movement orders (MP-MOV): paths, single steps, and what happens on the way."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import moving
from engine.rules.moving import Toll
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine import orders
from engine.systems.morne_plaine.charge import charge, charge_target, run
from engine.systems.morne_plaine.fire import react, ready_to_react
from engine.systems.morne_plaine.marks import MOVED, PAID, STOPPED, STUCK
from engine.systems.morne_plaine.toll import barred_from_moving, footing, toll
from engine.systems.morne_plaine.victory import pass_through, take_new_ground
from engine.systems.morne_plaine.zoc import controlled


def take(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """One step of a path; whether it brought no more than the step itself (C-07)."""
    (to,) = leg
    before = ledger.state.units[unit_id]
    take_step(scn, ledger, unit_id, to)
    return not _changed(ledger.state, before, to)


def take_step(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """One legal step with all it brings, in the order of C-03 and, for a charge, of 5.4 (MP-BOM-26, 27)."""
    state = ledger.state
    unit = state.units[unit_id]
    price = toll(scn, state, unit, footing(state, unit), to)
    assert isinstance(price, Toll), f"{unit_id} to {to}: {price}"
    ready = ready_to_react(scn, state, unit)
    _enter(ledger, unit, to, price)
    if price.tests:
        _marsh(scn, ledger, unit_id)
    target = charge_target(scn, ledger.state, ledger.state.units[unit_id], run(ledger.state, unit_id))
    if target is not None:
        charge(scn, ledger, unit_id, target.id)
    react(scn, ledger, unit_id, ready)
    _stop(scn, ledger, unit_id)
    pass_through(scn, ledger, unit_id, to)
    if target is not None:
        # The target is driven out of h3, and only then does the charger, who has passed h2, take it.
        take_new_ground(scn, ledger, target.id, target.place)
        take_new_ground(scn, ledger, unit_id, to)


def _enter(ledger: Ledger, unit: Unit, to: Hex, price: Toll) -> None:
    """Pay and enter: hex, movement points, and the marks of moving."""
    rule = "MP-MOV-20" if price.way == "road" else "MP-MOV-30" if price.way else "MP-MOV-2"
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=to, manner="step", rule=rule))
    if price.cost:
        left = price.footing.left
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=left, rule="MP-MOV-2"))
    if not ledger.state.marked(unit.id, MOVED):
        ledger.tell(ev.Marked(name=MOVED, on=unit.id, rule="MP-RAL-6"))
    paid = PAID in price.footing.marks
    if paid != ledger.state.marked(unit.id, PAID):
        turn = ev.Marked if paid else ev.Unmarked
        ledger.tell(turn(name=PAID, on=unit.id, rule="MP-MOV-21"))


def _marsh(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """The marsh test (MP-MOV-17, 18)."""
    unit = ledger.state.units[unit_id]
    limit = int(scn.chart("marsh_stuck_of_4", unit.kind))
    die = ledger.roll("marsh", sides=scn.chart("marsh_die"), rule="MP-MOV-17", by=unit_id)
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


def _anew(ledger: Ledger, unit_id: str) -> None:
    """One order is one selection: a run of steps in hand begins anew (MP-CHG-10)."""
    ledger.tell(ev.Selected(unit=unit_id))


def _let_go(ledger: Ledger, unit_id: str) -> None:
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=unit_id))


TERMS = moving.Terms(
    own=lambda state, side, unit_id: orders.own(state, side, unit_id)[0],
    footing=footing,
    barred=barred_from_moving,
    toll=toll,
    around=moving.neighbours,
    hold=_anew,
    take=take,
    leave=_let_go,
    empty="MP-MOV-2",
    halted="MP-MOV-14",
    dropped="MP-MOV-4",
)
move = moving.move(TERMS)  # MP-MOV-2, R-22, C-07
step = moving.step(TERMS)  # MP-CHG-2
release = moving.release("MP-CHG-2")  # a new run begins, MP-CHG-10
offers = moving.offers(TERMS)  # nobody need move, MP-MOV-1


def check_path(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[int, ...]:
    """The cost of each step of a path on the table as it stands. Raises IllegalOrder for a bad step."""
    return moving.check_path(TERMS, scn, state, unit, path)


def next_steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, int]:
    """The neighbouring hexes a unit may step into now, with the cost in movement points."""
    return moving.next_steps(TERMS, scn, state, unit_id)
