"""Retreats (PP-RET; 4.14 of the rules file): carried out as `refuge` finds the ways, and drawn where it finds
equals. And what a failed morale test brings (PP-MOR-03, PP-MOR-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.scenario import Scenario
from engine.systems.pousse_pion import arrival
from engine.systems.pousse_pion.losses import disorder, lose, test
from engine.systems.pousse_pion.refuge import Choice, can_retreat, candidates, landings, payable
from engine.systems.pousse_pion.values import in_order

Moved = frozenset[str]
"""The units that a cascade has moved so far (PP-RET-13)."""


def tested(scn: Scenario, ledger: Ledger, unit_id: str, malus: int, rule: str) -> bool:
    """Test the morale of a unit and let it bear what follows; whether it passed (PP-MOR-01 to 04)."""
    passed = test(scn, ledger, unit_id, malus, rule)
    obey(scn, ledger, unit_id, passed, rule)
    return passed


def obey(scn: Scenario, ledger: Ledger, unit_id: str, passed: bool, rule: str) -> None:
    """Let a unit bear the outcome of its test: nothing, disorder, or when in disorder already a retreat, told
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
    found = candidates(scn, ledger.state, ledger.state.units[unit_id], moved)
    if not found:
        eliminate(ledger, unit_id, "PP-RET-08")
        return moved
    choice = _draw(ledger, unit_id, "retreat", found)
    landing = _landing(scn, ledger, unit_id, choice, moved) if choice.friend else None
    if landing is not None:
        _cross(scn, ledger, unit_id, choice, landing, rule)
        return moved
    _pay(scn, ledger, unit_id, choice.cost)
    if not alive(ledger, unit_id):
        return moved
    if choice.friend:
        moved = _push(scn, ledger, unit_id, choice, moved)
    _leave(scn, ledger, unit_id, (choice,), rule)
    return moved


def _draw(ledger: Ledger, unit_id: str, purpose: str, equals: Sequence[Choice]) -> Choice:
    """One of several equals, by lot (PP-RET-07)."""
    if len(equals) == 1:
        return equals[0]
    drawn = equals[ledger.roll(purpose, sides=len(equals), rule="PP-RET-07", by=unit_id) - 1]
    hexes = tuple(choice.hex for choice in equals)
    ledger.note("refuge", "PP-RET-07", unit=unit_id, hexes=hexes, hex=drawn.hex)
    return drawn


def _landing(scn: Scenario, ledger: Ledger, unit_id: str, over: Choice, moved: Moved) -> Choice | None:
    """Where a unit lands beyond a friend, or None when it has to push him (PP-RET-09, PP-RET-11; C-02, C-03).

    Of equals in enemy contact one may cost more than another. If the one drawn costs too much and the friend
    cannot be pushed, those that can be paid are drawn from: he is in the way only because of them.
    """
    state, unit = ledger.state, ledger.state.units[unit_id]
    best = landings(scn, state, unit, over.hex)
    fit = [choice for choice in best if payable(unit, over, choice)]
    if not fit:
        return None
    drawn = _draw(ledger, unit_id, "landing", best)
    if payable(unit, over, drawn):
        return drawn
    if can_retreat(scn, state, state.units[over.friend], moved):
        return None
    return _draw(ledger, unit_id, "landing", fit)


def _cross(scn: Scenario, ledger: Ledger, unit_id: str, over: Choice, landing: Choice, rule: str) -> None:
    """Pass a friend, who is not affected, to the hex beyond (PP-RET-09, PP-RET-10)."""
    ledger.note("crossed", "PP-RET-09", unit=unit_id, friend=over.friend, hex=over.hex)
    _pay(scn, ledger, unit_id, over.cost + landing.cost)
    _leave(scn, ledger, unit_id, (over, landing), rule)


def _push(scn: Scenario, ledger: Ledger, unit_id: str, choice: Choice, moved: Moved) -> Moved:
    """Make the friend in the way test his morale and retreat first, passed or not (PP-RET-11 to 13)."""
    friend = choice.friend
    ledger.note("pushed", "PP-RET-11", unit=unit_id, friend=friend, hex=choice.hex)
    if not test(scn, ledger, friend, 0, "PP-RET-12"):
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


def _leave(scn: Scenario, ledger: Ledger, unit_id: str, legs: Sequence[Choice], rule: str) -> None:
    """Go, and bear what comes of it; the zones of a hex only passed do not count (PP-RET-16, 17, 20)."""
    before = arrival.setting_out(scn, ledger.state, ledger.state.units[unit_id])
    for leg in legs:
        origin = ledger.state.units[unit_id].place
        ledger.tell(ev.Moved(unit=unit_id, origin=origin, hex=leg.hex, manner="retreat", rule=rule))
        effects = arrival.RETREAT if leg is legs[-1] else arrival.PASSING
        arrival.arrive(scn, ledger, replace(before, origin=origin), effects)
