"""The Manoeuvre phase, which a Stratege may call once, or as often as the scenario says (PP-MOV-42 to 49).

It is a phase for moving like the Movement phase; what differs for a step (who may, not into contact) is in
`step_cost`.
"""

from __future__ import annotations

from engine import events as ev
from engine.battle.weather import slowed
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.pousse_pion import command
from engine.systems.pousse_pion.marks import CALLED, OF_A_PHASE
from engine.systems.pousse_pion.movement.step_cost import MANOEUVRE
from engine.systems.pousse_pion.units import in_order, max_mv

TASK = "stratege"
RULE = "PP-MOV-43"


def candidates(scn: Scenario, state: State, side: str) -> tuple[str, ...]:
    """The Strateges of a side that may call a Manoeuvre phase now: in order, with uses left (PP-MOV-43)."""
    uses = int(scn.chart("manoeuvre", "uses"))
    return tuple(
        unit.id
        for unit in state.units_on_map(side)
        if TASK in unit.traits and in_order(state, unit) and unit["manoeuvres"] < uses
    )


def ask(scn: Scenario, ledger: Ledger) -> None:
    """Ask the owner of the first general on the agenda whether to call the phase; by default not."""
    general = ledger.state.units[ledger.state.agenda[0].about[0]]
    question = Question(
        kind=MANOEUVRE, side=general.side, about=general.id, options=("yes", "no"), default="no"
    )
    ledger.tell(ev.Asked(question=question, rule=RULE))


def answer(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Begin the phase, or leave it to the next general (PP-MOV-43)."""
    others = ledger.state.agenda[0].about[1:]
    ledger.tell(ev.Popped())
    if option == "yes":
        begin(scn, ledger, question.about)
    elif others:
        ledger.tell(ev.Pushed(kind=TASK, about=others, rule=RULE))


def begin(scn: Scenario, ledger: Ledger, general_id: str) -> None:
    """Begin the phase: the general and the units they command have half their MV, no other unit moves
    (PP-MOV-44, PP-MOV-47)."""
    state = ledger.state
    side, used = state.player, state.units[general_id]["manoeuvres"]
    remove_marks(ledger, OF_A_PHASE, state.units)
    ledger.tell(ev.Began(phase=MANOEUVRE, turn=state.turn, player=side, rule="PP-MOV-42"))
    command.check_command(scn, ledger)
    ledger.note("manoeuvre", RULE, unit=general_id)
    value = "manoeuvres"
    ledger.tell(ev.Changed(unit=general_id, value=value, was=used, now=used + 1, rule=RULE))
    for unit in called(scn, ledger.state, ledger.state.units[general_id]):
        ledger.tell(ev.Marked(name=CALLED, on=unit.id, rule="PP-MOV-44"))
        half = max_mv(unit) // int(scn.chart("manoeuvre", "mv_divided_by"))
        _set(ledger, unit, slowed(scn, ledger.state, half), "PP-MOV-47")
    ledger.tell(ev.Owed(sides=(side,)))


def called(scn: Scenario, state: State, general: Unit) -> tuple[Unit, ...]:
    """The general and the troops under their command where they stand (PP-MOV-44, PP-CMD-01, 02, 08)."""
    return tuple(
        unit
        for unit in state.units_on_map(general.side)
        if unit.id == general.id or _led_by(scn, state, unit, general)
    )


def _led_by(scn: Scenario, state: State, unit: Unit, general: Unit) -> bool:
    """Whether troops are within the radius of a general in order who may command them (PP-MOV-43)."""
    within = scn.grid.distance(unit.place, general.place) <= general["cd"]
    return within and unit.kind != "general" and general in command.superiors(state, unit)


def end(scn: Scenario, ledger: Ledger) -> None:
    """Give the units that were called their whole MV back (PP-MOV-49)."""
    state = ledger.state
    for unit in state.units.values():
        if state.marked(unit.id, CALLED):
            _set(ledger, unit, max_mv(unit), "PP-MOV-49")


def _set(ledger: Ledger, unit: Unit, points: int, rule: str) -> None:
    if points != unit["mp"]:
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=points, rule=rule))
