"""Questions, and what is left to do: asked only where there is something to choose (7.1).

What the tasks and answers are is known to every chapter; they are brought together in `TASKS` and `ANSWERS`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.standing import ASK, fits
from engine.state import Question
from engine.system import Settle

Do = Callable[[Scenario, Ledger, tuple[str, ...]], None]

TASKS: dict[str, Do] = {}
"""What carries out each kind of task on the agenda."""
ANSWERS: dict[str, Settle] = {}
"""What follows from the answer to each kind of question."""


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
    """Put a question; where there is nothing to choose, or nobody wants to be asked, go on without it.

    Of the kinds that the charts call quiet the side is asked when its standing order says so, else it gets
    what that says, or the default.
    """
    question = Question(kind=kind, side=side, about=about, options=options, default=default)
    if len(options) == 1 or (kind in scn.chart("quiet") and not _wants(ledger, question)):
        chosen = fits(ledger.state, question) or default
        ANSWERS[kind](scn, ledger, question, options[0] if len(options) == 1 else chosen)
    else:
        ledger.tell(ev.Asked(question=question, rule=rule))


def _wants(ledger: Ledger, question: Question) -> bool:
    return ledger.state.standing.get(question.side, {}).get(question.kind) == ASK


def push(ledger: Ledger, kind: str, *about: str, rule: str = "") -> None:
    """Put something on top of the agenda: what is to be done first is pushed last."""
    ledger.tell(ev.Pushed(kind=kind, about=about, rule=rule))


def carry_on(scn: Scenario, ledger: Ledger) -> None:
    """Take the top of the agenda and do it."""
    task = ledger.state.agenda[0]
    ledger.tell(ev.Popped())
    TASKS[task.kind](scn, ledger, task.about)
