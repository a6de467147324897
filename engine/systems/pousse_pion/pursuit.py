"""Pursuit after a combat won (PP-PUR): the owner is asked at once, before the next combat."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import Barred, proposed
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.pousse_pion import arrival
from engine.systems.pousse_pion.ground import price

PURSUIT = "pursuit"


def refused(scn: Scenario, state: State, unit: Unit, to: Hex) -> Barred | None:
    """Why a unit may not pursue into the hex its enemy held; None when it may (PP-PUR-02 to 05)."""
    there = state.on(to)
    if there:
        return Barred("PP-PUR-02", "occupied_place", {"hex": to, "by": there[0].id})
    for hex_ in (unit.place, to):
        if scn.terrain(hex_) in scn.chart("pursuit_closed"):
            return Barred("PP-PUR-03", "no_pursuit_here", {"hex": hex_, "terrain": scn.terrain(hex_)})
    cost = price(scn, unit.kind, unit.place, to)
    if isinstance(cost, Barred):
        return cost
    if cost > unit["mp"]:
        return Barred("PP-PUR-02", "too_far", {"hex": to, "needs": cost, "has": unit["mp"]})
    return None


def propose(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """Ask the owner of the victor whether it pursues, where it may (PP-PUR-01, 06)."""
    unit = ledger.state.units[unit_id]
    if refused(scn, ledger.state, unit, to) is not None:
        return
    question = Question(kind=PURSUIT, side=unit.side, about=unit_id, options=("yes", "no"), default="no")
    ledger.tell(
        ev.Pushed(kind=PURSUIT, about=(unit_id, to), rule="PP-PUR-06"),
        ev.Asked(question=question, rule="PP-PUR-06"),
    )


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's word on a pursuit (PP-PUR-06 to 08)."""
    unit_id, to = ledger.state.agenda[0].about
    ledger.tell(ev.Popped())
    if option != "yes":
        return
    state = ledger.state
    unit = state.units[unit_id]
    cost = price(scn, unit.kind, unit.place, to)
    assert isinstance(cost, int), f"{unit_id} to {to}: {cost}"
    before = arrival.setting_out(scn, state, unit)
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=to, manner="pursuit", rule="PP-PUR-01"))
    if cost:
        left = unit["mp"] - cost
        ledger.tell(ev.Changed(unit=unit_id, value="mp", was=unit["mp"], now=left, rule="PP-PUR-04"))
    arrival.arrive(scn, ledger, before, arrival.PURSUIT)


def proposals(scn: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """The pursuit its owner is asked about: unit, the hex it stands on and the one it would take, manner."""
    return proposed(state, PURSUIT, PURSUIT)
