"""The next step of a unit in each direction: its price, whom it would charge, what the dice may do. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard

from bot.core.game import Game
from bot.core.order_rules.forecast import share
from engine import events as ev
from engine.commands import Command, Step
from engine.display import StepOffer
from engine.errors import IllegalOrder, NotOnTable, NotYours
from engine.hexes import Hex
from engine.odds.chances import Chance, chances
from engine.referee import check_admitted
from engine.state import ELIMINATED, State


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPreview:
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


def check(game: Game, side: str, unit: str, order: type[Command]) -> None:
    """Raises Refused unless a side may now choose an order of that kind for a unit. Judges no rule of it."""
    check_admitted(game.system, game.state, side, order)
    chosen = game.state.units.get(unit)
    if chosen is None:
        raise NotOnTable("", "strange_button")
    if chosen.side != side:
        raise NotYours("", "not_your_unit", unit=unit)
    if chosen.hex is None:
        reason = "unit_eliminated" if chosen.place == ELIMINATED else "unit_off_map"
        raise IllegalOrder("", reason, unit=unit)


def step_previews(game: Game, side: str, unit: str) -> tuple[StepPreview, ...]:
    """Every direction, clockwise, on the table as `side` may know it."""
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    offers = game.system.display.next_steps(game.scenario, visible, unit)
    near = game.scenario.grid.neighbours(visible.units[unit].place)
    return tuple(
        _outlook(game, visible, side, unit, name, near.get(name, ""), offers.get(near.get(name, "")))
        for name in game.scenario.grid.directions
    )


def _outlook(
    game: Game, visible: State, side: str, unit: str, direction: str, hex_: Hex, offer: StepOffer | None
) -> StepPreview:
    if offer is None or offer.refusal is not None:
        return StepPreview(direction=direction, hex=hex_, offer=offer or StepOffer())
    step = Step(unit=unit, hex=hex_)
    try:
        outcomes = chances(game.system, game.scenario, visible, side, step)
    except OverflowError:
        return StepPreview(direction=direction, hex=hex_, offer=offer, counted=False)
    broken = tuple(c for c in outcomes if _result(c, "charge") == "broken")
    return StepPreview(
        direction=direction,
        hex=hex_,
        offer=offer,
        breaks=share(broken, lambda c: True),
        dice=tuple(sorted({face for c in broken for face in c.faces("charge")})),
        sides=next((e.sides for c in outcomes for e in c.events if _rolled(e, "charge")), 0),
        stuck=share(outcomes, lambda c: _result(c, "marsh") == "stuck"),
        hit=share(outcomes, lambda c: any(e.facts["result"] != "miss" for e in _fire(c, unit))),
        guns=tuple(sorted({str(e.facts["unit"]) for c in outcomes for e in _fire(c, unit)})),
    )


def _rolled(event: ev.Event, purpose: str) -> TypeGuard[ev.Rolled]:
    return isinstance(event, ev.Rolled) and event.purpose == purpose


def _remark(chance: Chance, kind: str) -> ev.Noted | None:
    return next((e for e in chance.events if isinstance(e, ev.Noted) and e.kind == kind), None)


def _result(chance: Chance, kind: str) -> str:
    """What the referee remarked of a charge or a marsh, "" when there was none."""
    remark = _remark(chance, kind)
    return str(remark.facts["result"]) if remark is not None else ""


def _fire(chance: Chance, unit: str) -> list[ev.Noted]:
    """The shots at the unit."""
    return [
        e
        for e in chance.events
        if isinstance(e, ev.Noted) and e.kind == "fire" and e.facts.get("target") == unit
    ]
