"""Retreats (PP-RET; rules file, 4.14), to the hexes of `retreat_destinations`, drawn among equals.

And what a failed morale test brings (PP-MOR-03, PP-MOR-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.scenario import Scenario
from engine.systems.pousse_pion.combat.retreat_destinations import (
    Destination,
    can_retreat,
    candidates,
    landings,
    payable,
)
from engine.systems.pousse_pion.losses import disorder, lose, morale_test
from engine.systems.pousse_pion.movement import step_effects
from engine.systems.pousse_pion.units import in_order

Moved = frozenset[str]
"""The units that a cascade has moved so far (PP-RET-13)."""


def take_morale_test(scn: Scenario, ledger: Ledger, unit_id: str, malus: int, rule: str) -> bool:
    """Test the morale of a unit and apply the outcome; whether it passed (PP-MOR-01 to 04)."""
    passed = morale_test(scn, ledger, unit_id, malus, rule)
    apply_test_result(scn, ledger, unit_id, passed, rule)
    return passed


def apply_test_result(scn: Scenario, ledger: Ledger, unit_id: str, passed: bool, rule: str) -> None:
    """Apply the outcome of a morale test: nothing, disorder, or when in disorder already a retreat, recorded
    with `rule` (PP-MOR-02 to 04)."""
    if passed:
        return
    if in_order(ledger.state, ledger.state.units[unit_id]):
        disorder(ledger, unit_id, "PP-MOR-03")
    else:
        retreat(scn, ledger, unit_id, rule)


def retreat(scn: Scenario, ledger: Ledger, unit_id: str, rule: str, moved: Moved = frozenset()) -> Moved:
    """Retreat a unit one hex, past or against friends, or eliminate it (PP-RET-02 to 18); the units that the
    cascade has moved then."""
    moved |= {unit_id}
    best = candidates(scn, ledger.state, ledger.state.units[unit_id], moved)
    if not best:
        eliminate(ledger, unit_id, "PP-RET-08")
        return moved
    destination = _draw(ledger, unit_id, "retreat", best)
    landing = _landing(scn, ledger, unit_id, destination, moved) if destination.friend else None
    if landing is not None:
        _cross(scn, ledger, unit_id, destination, landing, rule)
        return moved
    _pay(scn, ledger, unit_id, destination.cost)
    if not alive(ledger, unit_id):
        return moved
    if destination.friend:
        moved = _push(scn, ledger, unit_id, destination, moved)
    _go(scn, ledger, unit_id, (destination,), rule)
    return moved


def _draw(ledger: Ledger, unit_id: str, purpose: str, equals: Sequence[Destination]) -> Destination:
    """One of several equals, by lot (PP-RET-07)."""
    if len(equals) == 1:
        return equals[0]
    drawn = equals[ledger.roll(purpose, sides=len(equals), rule="PP-RET-07", by=unit_id) - 1]
    hexes = tuple(destination.hex for destination in equals)
    ledger.note("refuge", "PP-RET-07", unit=unit_id, hexes=hexes, hex=drawn.hex)
    return drawn


def _landing(
    scn: Scenario, ledger: Ledger, unit_id: str, over: Destination, moved: Moved
) -> Destination | None:
    """Where a unit lands beyond a friend, or None when it has to push it (PP-RET-09, PP-RET-11; C-02, C-03).

    Of equals in enemy contact one may cost more than another. If the one drawn costs too much and the friend
    cannot be pushed, those that can be paid are drawn from: it is in the way only because of them.
    """
    state, unit = ledger.state, ledger.state.units[unit_id]
    best = landings(scn, state, unit, over.hex)
    fit = [destination for destination in best if payable(unit, over, destination)]
    if not fit:
        return None
    drawn = _draw(ledger, unit_id, "landing", best)
    if payable(unit, over, drawn):
        return drawn
    if can_retreat(scn, state, state.units[over.friend], moved):
        return None
    return _draw(ledger, unit_id, "landing", fit)


def _cross(
    scn: Scenario, ledger: Ledger, unit_id: str, over: Destination, landing: Destination, rule: str
) -> None:
    """Pass a friend, who is not affected, to the hex beyond (PP-RET-09, PP-RET-10)."""
    ledger.note("crossed", "PP-RET-09", unit=unit_id, friend=over.friend, hex=over.hex)
    _pay(scn, ledger, unit_id, over.cost + landing.cost)
    _go(scn, ledger, unit_id, (over, landing), rule)


def _push(scn: Scenario, ledger: Ledger, unit_id: str, destination: Destination, moved: Moved) -> Moved:
    """Make the friend in the way test its morale and retreat first, passed or not (PP-RET-11 to 13)."""
    friend = destination.friend
    ledger.note("pushed", "PP-RET-11", unit=unit_id, friend=friend, hex=destination.hex)
    if not morale_test(scn, ledger, friend, 0, "PP-RET-12"):
        disorder(ledger, friend, "PP-RET-12")
    return retreat(scn, ledger, friend, "PP-RET-11", moved)


def _pay(scn: Scenario, ledger: Ledger, unit_id: str, cost: int) -> None:
    """Spend MV on a retreat; a unit that has not enough goes all the same, for a loss (PP-RET-15)."""
    had = ledger.state.units[unit_id]["mp"]
    left = max(0, had - cost)
    if left != had:
        ledger.tell(ev.Changed(unit=unit_id, value="mp", was=had, now=left, rule="PP-RET-15"))
    if had < cost:
        ledger.note("short_of_mv", "PP-RET-15", unit=unit_id, needs=cost, has=had)
        lose(scn, ledger, unit_id, int(scn.chart("retreat", "short_mv_losses")), "PP-RET-15")


def _go(scn: Scenario, ledger: Ledger, unit_id: str, legs: Sequence[Destination], rule: str) -> None:
    """Go, with all effects; the zones of a hex only passed do not count (PP-RET-16, 17, 20)."""
    before = step_effects.before_step(scn, ledger.state, ledger.state.units[unit_id])
    for leg in legs:
        origin = ledger.state.units[unit_id].place
        ledger.tell(ev.Moved(unit=unit_id, origin=origin, hex=leg.hex, manner="retreat", rule=rule))
        effects = step_effects.RETREAT if leg is legs[-1] else step_effects.PASSING
        step_effects.apply_effects(scn, ledger, replace(before, origin=origin), effects)
