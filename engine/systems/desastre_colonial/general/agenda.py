"""Questions and tasks: what waits for an answer, and what is left to do.

Each chapter defines its own; the system's `__init__` collects them in `TASKS` and `ANSWERS`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.standing_answers import ASK, chosen_option
from engine.scenario import Scenario
from engine.state import Question
from engine.system import AnswerHandler

CarryOut = Callable[[Scenario, Ledger, tuple[str, ...]], None]

TASKS: dict[str, CarryOut] = {}
"""The function that carries out each kind of task."""
ANSWERS: dict[str, AnswerHandler] = {}
"""The function that carries out the answer to each kind of question."""
YES, NO = "yes", "no"


def ask(
    scn: Scenario,
    ledger: Ledger,
    kind: str,
    side: str,
    about: str,
    options: tuple[str, ...],
    default: str,
    *,
    rule: str = "",
) -> None:
    """Ask a side a question, or settle it at once where there is nothing to choose (7.1).

    Kinds that the charts call quiet are asked only of a side whose standing order says so. Otherwise its
    standing order answers, or the default.
    """
    question = Question(kind=kind, side=side, about=about, options=options, default=default)
    if len(options) == 1:
        ANSWERS[kind](scn, ledger, question, options[0])
    elif kind in scn.chart("quiet") and not _wants_to_be_asked(ledger, question):
        ANSWERS[kind](scn, ledger, question, chosen_option(ledger.state, question) or default)
    else:
        ledger.tell(ev.Asked(question=question, rule=rule))


def _wants_to_be_asked(ledger: Ledger, question: Question) -> bool:
    return ledger.state.standing.get(question.side, {}).get(question.kind) == ASK


def push(ledger: Ledger, kind: str, *about: str, rule: str = "") -> None:
    """Put a task on top of the agenda: the task to carry out first is pushed last."""
    ledger.tell(ev.Pushed(kind=kind, about=about, rule=rule))


def pop(ledger: Ledger, kind: str) -> tuple[str, ...]:
    """Take the task on top of the agenda, which is of this kind; what it is about."""
    task = ledger.state.agenda[0]
    assert task.kind == kind, f"{task.kind} instead of {kind}"
    ledger.tell(ev.Popped())
    return task.about


def carry_on(scn: Scenario, ledger: Ledger) -> None:
    """Take the task on top of the agenda and carry it out."""
    task = ledger.state.agenda[0]
    ledger.tell(ev.Popped())
    TASKS[task.kind](scn, ledger, task.about)
