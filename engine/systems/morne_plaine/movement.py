"""Movement orders (MP-MOV): paths, single steps, and what happens on the way."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Done, Move, Release, Step
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.morne_plaine import orders
from engine.systems.morne_plaine.charge import charge, charge_target, run
from engine.systems.morne_plaine.fire import react, ready_to_react
from engine.systems.morne_plaine.marks import MOVED, PAID, STOPPED, STUCK
from engine.systems.morne_plaine.toll import Barred, Toll, barred_from_moving, footing, toll
from engine.systems.morne_plaine.victory import pass_through, take_new_ground
from engine.systems.morne_plaine.zoc import controlled


def move(scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
    """Move a unit along a path: checked whole first, then made step by step (MP-MOV-2, R-22, C-07).

    One order is one selection. When a die, fire, a charge or a stop changes anything on the way, the
    steps made stand and the rest is dropped.
    """
    unit, _ = orders.own(ledger.state, side, order.unit)
    check_path(scn, ledger.state, unit, order.path)
    ledger.tell(ev.Selected(unit=unit.id))
    for made, hex_ in enumerate(order.path, start=1):
        before = ledger.state.units[unit.id]
        take_step(scn, ledger, unit.id, hex_)
        if made < len(order.path) and _changed(ledger.state, before, hex_):
            ledger.note("dropped", "MP-MOV-4", unit=unit.id, steps=len(order.path) - made)
            break
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=unit.id))


def step(scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
    """Move the unit in hand one hex and keep it in hand; another unit's step changes hands (MP-CHG-2)."""
    unit, _ = orders.own(ledger.state, side, order.unit)
    check_path(scn, ledger.state, unit, (order.hex,))
    hand = ledger.state.selection
    if hand is None or hand.unit != unit.id:
        ledger.tell(ev.Selected(unit=unit.id))
    take_step(scn, ledger, unit.id, order.hex)


def release(scn: Scenario, ledger: Ledger, side: str, order: Release) -> None:
    """Let go of the unit in hand: its next step begins a new run (MP-CHG-10)."""
    hand = ledger.state.selection
    if hand is None:
        raise Refused("MP-CHG-2", "nothing_in_hand")
    ledger.tell(ev.Released(unit=hand.unit))


def check_path(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[int, ...]:
    """The cost of each step of a path on the table as it stands. Raises IllegalOrder for the first bad step.

    Facts of the refusal name the step (from 1), its hex, and the hex it was to be made from.
    """
    if not path:
        raise IllegalOrder("MP-MOV-2", "empty_path", unit=unit.id, hex=unit.place)
    barred = barred_from_moving(scn, state, unit)
    if barred is not None:
        raise barred.refusal()
    at, costs = footing(state, unit), []
    stopped = False
    for number, hex_ in enumerate(path, start=1):
        orders.on_map(scn, hex_)
        if stopped:
            raise IllegalOrder("MP-MOV-14", "zone_ends_movement", unit=unit.id, hex=at.hex, step=number)
        price = toll(scn, state, unit, at, hex_)
        if isinstance(price, Barred):
            raise price.refusal(step=number)
        costs.append(price.cost)
        at, stopped = price.footing, price.stops
    return tuple(costs)


def take_step(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """One legal step with all it brings, in the order of C-03 and, for a charge, of 5.4 (MP-BOM-26, 27)."""
    state = ledger.state
    unit = state.units[unit_id]
    price = toll(scn, state, unit, footing(state, unit), to)
    assert isinstance(price, Toll), f"{unit_id} to {to}: {price}"
    ready = ready_to_react(scn, state, unit)
    _enter(ledger, unit, to, price)
    if price.marsh:
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
    if price.footing.paid != ledger.state.marked(unit.id, PAID):
        turn = ev.Marked if price.footing.paid else ev.Unmarked
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


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The single steps a unit may make, each with its cost; or Done (nobody need move, MP-MOV-1), and Release
    when a unit is in hand."""
    if not unit_id:
        rest = (Option(command=Release()),) if state.selection is not None else ()
        return (Option(command=Done()), *rest)
    return tuple(
        option
        for to, cost in next_steps(scn, state, unit_id).items()
        for option in (
            Option(command=Move(unit=unit_id, path=(to,)), cost=cost),
            Option(command=Step(unit=unit_id, hex=to), cost=cost),
        )
    )


def next_steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, int]:
    """The neighbouring hexes a unit may step into now, with the cost in movement points."""
    unit = state.units[unit_id]
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return {}
    at = footing(state, unit)
    prices = {to: toll(scn, state, unit, at, to) for to in scn.grid.neighbours(unit.hex).values()}
    return {to: price.cost for to, price in prices.items() if isinstance(price, Toll)}
