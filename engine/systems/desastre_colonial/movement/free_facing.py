"""Free facing after a rout or an advance (DC-ROU-30, DC-MEL-33)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question
from engine.systems.desastre_colonial.general.agenda import ask, push
from engine.systems.desastre_colonial.general.marks import ROUTED
from engine.systems.desastre_colonial.general.values import WHOLE, bases

FACE = "face"
"""Task and question: which vertex a base is to face. The question is about "c1/left", or "c1" for its only
base."""
KEEP = "keep"


def allow(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Let the player of a unit turn its bases, one after another."""
    for base in reversed(bases(ledger.state.units[unit_id])):
        push(ledger, FACE, unit_id, base, rule=rule)


def ask_facing(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask which vertex a base is to face."""
    unit_id, base = about
    if alive(ledger, unit_id):
        subject = unit_id if base == WHOLE else f"{unit_id}/{base}"
        options = (KEEP, *scn.chart("vertices"))
        ask(scn, ledger, FACE, ledger.state.units[unit_id].side, subject, options, KEEP)


def settle_facing(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Turn the base, or keep its facing."""
    unit_id, _, base = question.about.partition("/")
    if option != KEEP:
        facing = {base or WHOLE: list(scn.chart("vertices")).index(option)}
        rule = "DC-ROU-30" if ledger.state.marked(unit_id, ROUTED) else "DC-MEL-33"
        ledger.tell(ev.Turned(unit=unit_id, facing=facing, rule=rule))


TASKS = {FACE: ask_facing}
ANSWERS = {FACE: settle_facing}
