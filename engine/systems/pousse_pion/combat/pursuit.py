"""Pursuit after a combat won (PP-PUR): the owner is asked at once, before the next combat."""

from __future__ import annotations

from engine import events as ev
from engine.display import ProposedMove
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.movement import Barred, proposed_move
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.pousse_pion.movement import step_effects
from engine.systems.pousse_pion.terrain import off_way_cost

PURSUIT = "pursuit"


def refusal(scn: Scenario, state: State, unit: Unit, to: Hex) -> Barred | None:
    """Why a unit may not pursue into the hex its enemy held; None when it may (PP-PUR-02 to 05)."""
    there = state.on(to)
    if there:
        return Barred("PP-PUR-02", "occupied_place", {"hex": to, "by": there[0].id})
    for hex_ in (unit.place, to):
        if scn.terrain(hex_) in scn.chart("pursuit_closed"):
            return Barred("PP-PUR-03", "no_pursuit_here", {"hex": hex_, "terrain": scn.terrain(hex_)})
    cost = off_way_cost(scn, unit.kind, unit.place, to)
    if isinstance(cost, Barred):
        return cost
    if cost > unit["mp"]:
        return Barred("PP-PUR-02", "too_far", {"hex": to, "needs": cost, "has": unit["mp"]})
    return None


def propose(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """Ask the owner of the victor whether it pursues, where it may (PP-PUR-01, 06)."""
    unit = ledger.state.units[unit_id]
    if refusal(scn, ledger.state, unit, to) is not None:
        return
    question = Question(kind=PURSUIT, side=unit.side, about=unit_id, options=("yes", "no"), default="no")
    ledger.tell(
        ev.Pushed(kind=PURSUIT, about=(unit_id, to), rule="PP-PUR-06"),
        ev.Asked(question=question, rule="PP-PUR-06"),
    )


def answer(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's answer about a pursuit (PP-PUR-06 to 08)."""
    unit_id, to = ledger.state.agenda[0].about
    ledger.tell(ev.Popped())
    if option != "yes":
        return
    state = ledger.state
    unit = state.units[unit_id]
    cost = off_way_cost(scn, unit.kind, unit.place, to)
    assert isinstance(cost, int), f"{unit_id} to {to}: {cost}"
    before = step_effects.before_step(scn, state, unit)
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=to, manner="pursuit", rule="PP-PUR-01"))
    if cost:
        left = unit["mp"] - cost
        ledger.tell(ev.Changed(unit=unit_id, value="mp", was=unit["mp"], now=left, rule="PP-PUR-04"))
    step_effects.apply_effects(scn, ledger, before, step_effects.PURSUIT)


def proposed_moves(scn: Scenario, state: State) -> tuple[ProposedMove, ...]:
    """The pursuit that its owner is asked about."""
    return proposed_move(state, PURSUIT, PURSUIT)
