"""Free facing after a rout or an advance: kept, unless the owner wants to be asked (DC-ROU-30, DC-MEL-33)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.marks import ROUTED
from engine.systems.desastre_colonial.values import bases

FACE = "face"
"""Task and question: which way a base is to look."""
KEEP = "keep"


def free(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Let the owner of a unit turn its bases as he likes, one after another."""
    for base in reversed(bases(ledger.state.units[unit_id])):
        push(ledger, FACE, unit_id, base, rule=rule)


def _ask(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    unit_id, base = about
    if alive(ledger, unit_id):
        name = unit_id if base == "unit" else f"{unit_id}/{base}"
        options = (KEEP, *scn.chart("vertices"))
        ask(scn, ledger, FACE, ledger.state.units[unit_id].side, name, options, KEEP)


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Turn a base, or leave it as it is."""
    unit_id, _, base = question.about.partition("/")
    if option != KEEP:
        facing = {base or "unit": list(scn.chart("vertices")).index(option)}
        rule = "DC-ROU-30" if ledger.state.marked(unit_id, ROUTED) else "DC-MEL-33"
        ledger.tell(ev.Turned(unit=unit_id, facing=facing, rule=rule))


TASKS = {FACE: _ask}
ANSWERS = {FACE: settle}
