"""The next step of a unit in each direction: its price, whom it would charge, what the dice may do. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard

from bot.forecast import share
from bot.parts import strange
from bot.table import Table
from engine import events as ev
from engine.commands import Command, Step
from engine.errors import IllegalOrder, NotYours
from engine.hexes import Hex
from engine.referee import Chance, admit, chances
from engine.state import ELIMINATED, State
from engine.system import StepOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """One direction: the hex there ("" off the map), the rulebook's offer, and probabilities.

    `breaks`: the enemy charged gives way, with the natural `dice` of `sides` faces; `stuck`: the unit sticks
    in the marsh; `hit`: it is hit in reaction, by one of `guns`. `counted`: the dice could be counted at all.
    """

    direction: str
    hex: Hex
    offer: StepOffer
    breaks: Fraction = Fraction(0)
    dice: tuple[int, ...] = ()
    sides: int = 0
    stuck: Fraction = Fraction(0)
    hit: Fraction = Fraction(0)
    guns: tuple[str, ...] = ()
    counted: bool = True


def check(table: Table, side: str, unit: str, order: type[Command]) -> None:
    """Raises Refused unless a side may now choose an order of that kind for a unit. Judges no rule of it."""
    admit(table.system, table.state, side, order)
    chosen = table.state.units.get(unit)
    if chosen is None:
        raise strange()
    if chosen.side != side:
        raise NotYours("", "not_your_unit", unit=unit)
    if chosen.hex is None:
        reason = "unit_eliminated" if chosen.place == ELIMINATED else "unit_off_map"
        raise IllegalOrder("", reason, unit=unit)


def outlooks(table: Table, side: str, unit: str) -> tuple[Outlook, ...]:
    """Every direction, clockwise, on the table as `side` may know it."""
    seen = table.system.seen(table.scenario, table.state, side)
    offers = table.system.shows.steps(table.scenario, seen, unit)
    near = table.scenario.grid.neighbours(seen.units[unit].place)
    return tuple(
        _outlook(table, seen, side, unit, name, near.get(name, ""), offers.get(near.get(name, "")))
        for name in table.scenario.grid.directions
    )


def _outlook(
    table: Table, seen: State, side: str, unit: str, direction: str, hex_: Hex, offer: StepOffer | None
) -> Outlook:
    if offer is None or offer.refusal is not None:
        return Outlook(direction=direction, hex=hex_, offer=offer or StepOffer())
    step = Step(unit=unit, hex=hex_)
    try:
        found = chances(table.system, table.scenario, seen, side, step)
    except OverflowError:
        return Outlook(direction=direction, hex=hex_, offer=offer, counted=False)
    broken = tuple(c for c in found if _result(c, "charge") == "broken")
    return Outlook(
        direction=direction,
        hex=hex_,
        offer=offer,
        breaks=share(broken, lambda c: True),
        dice=tuple(sorted({_die(c) for c in broken})),
        sides=next((e.sides for c in found for e in c.events if _rolled(e, "charge")), 0),
        stuck=share(found, lambda c: _result(c, "marsh") == "stuck"),
        hit=share(found, lambda c: any(e.facts["result"] != "miss" for e in _fire(c, unit))),
        guns=tuple(sorted({str(e.facts["unit"]) for c in found for e in _fire(c, unit)})),
    )


def _rolled(event: ev.Event, purpose: str) -> TypeGuard[ev.Rolled]:
    return isinstance(event, ev.Rolled) and event.purpose == purpose


def _remark(chance: Chance, kind: str) -> ev.Noted | None:
    return next((e for e in chance.events if isinstance(e, ev.Noted) and e.kind == kind), None)


def _result(chance: Chance, kind: str) -> str:
    """What the referee remarked of a charge or a marsh, "" when there was none."""
    found = _remark(chance, kind)
    return str(found.facts["result"]) if found is not None else ""


def _die(chance: Chance) -> int:
    found = _remark(chance, "charge")
    assert found is not None
    return int(str(found.facts["die"]))


def _fire(chance: Chance, unit: str) -> list[ev.Noted]:
    """The shots at the unit."""
    return [
        e
        for e in chance.events
        if isinstance(e, ev.Noted) and e.kind == "fire" and e.facts.get("target") == unit
    ]
