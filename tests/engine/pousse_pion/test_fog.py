"""What a side may not know in Pousse-pion in a first turn that is played unseen (R-03)."""

from __future__ import annotations

from dataclasses import replace

import scenarios
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import HIDDEN, Question, State, Task
from engine.systems.pousse_pion import SYSTEM


def test_what_is_asked_and_left_to_do_names_no_hex_to_who_does_not_play_R_03() -> None:
    plateau = scenarios.load("plateau")
    unseen = replace(plateau, options={**plateau.options, "setup": "free"})
    begun = replay(State(), referee.start(SYSTEM, plateau, SeededDice(b"a")))
    side = begun.player
    asks = Question(kind="pursue", side=side, about="0505", options=("0605", "0705"), default="0605")
    state = replace(begun, turn=1, questions=(asks,), agenda=(Task(kind="x", about=("0505",)),))

    own = SYSTEM.as_seen_by(unseen, state, side)
    assert (own.questions, own.agenda) == (state.questions, state.agenda)
    for viewer in (unseen.enemy(side), ""):
        seen = SYSTEM.as_seen_by(unseen, state, viewer)
        (question,) = seen.questions
        assert (question.kind, question.side) == ("pursue", side)
        assert (question.about, question.options, question.default, seen.agenda) == ("", (), "", ())
        assert {u.place for u in seen.units.values() if u.side == side} == {HIDDEN}
    open_ = SYSTEM.as_seen_by(plateau, state, "")
    assert (open_.questions, open_.agenda) == (state.questions, state.agenda)
