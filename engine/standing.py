"""Standing orders: what a side answers beforehand, and which option of a question that means."""

from __future__ import annotations

from engine.commands import Instruct
from engine.errors import NotOnTable
from engine.state import Question, State
from engine.system import System

ASK = "ask"
"""The answer that asks to be asked."""
ANY = "*"
"""Among the answers of a kind: whatever it says."""


def fits(state: State, question: Question) -> str | None:
    """The option that its side has chosen beforehand, or None where it is to be asked.

    An answer means the option that it is, or one that begins with it: "cover" is "cover 0305". Among several
    it is the default, else the first.
    """
    answer = state.standing.get(question.side, {}).get(question.kind, ASK)
    if answer == ASK:
        return None
    found = [o for o in question.options if o == answer or o.startswith(f"{answer} ")]
    return question.default if question.default in found else next(iter(found), None)


def check(system: System, order: Instruct) -> None:
    """Raises NotOnTable unless a rulebook asks questions of that kind, to which that may be an answer.

    Any may be taken back, and everybody may ask to be asked.
    """
    if order.kind not in system.standing:
        raise NotOnTable("", "no_such_standing", kind=order.kind, known=tuple(system.standing))
    answers = system.standing[order.kind]
    if ANY not in answers and order.answer not in ("", ASK, *answers):
        raise NotOnTable("", "no_such_answer", kind=order.kind, answer=order.answer, known=answers)
