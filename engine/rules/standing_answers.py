"""Standing answers: what a side has laid ready for questions to come, and which option that means."""

from __future__ import annotations

from engine.commands import Instruct
from engine.errors import NotOnTable
from engine.state import Question, State
from engine.system import System

ASK = "ask"
"""The standing answer that asks for the question each time."""
ANY = "*"
"""Among the answers of a kind: any."""


def chosen_option(state: State, question: Question) -> str | None:
    """The option that the standing answer of its side chooses, or None where the question is to be asked.

    An answer means the option that it is, or one that begins with it: "cover" is "cover 0305". Among several
    it is the default, else the first.
    """
    answer = state.standing.get(question.side, {}).get(question.kind, ASK)
    if answer == ASK:
        return None
    matching = [o for o in question.options if o == answer or o.startswith(f"{answer} ")]
    return question.default if question.default in matching else next(iter(matching), None)


def check_standing_answer(system: System, order: Instruct) -> None:
    """Raises NotOnTable unless a rulebook asks questions of that kind, to which that may be an answer.

    Any may be withdrawn, and every side may ask to be asked.
    """
    if order.kind not in system.standing_answers:
        raise NotOnTable("", "no_such_standing", kind=order.kind, known=tuple(system.standing_answers))
    answers = system.standing_answers[order.kind]
    if ANY not in answers and order.answer not in ("", ASK, *answers):
        raise NotOnTable("", "no_such_answer", kind=order.kind, answer=order.answer, known=answers)
