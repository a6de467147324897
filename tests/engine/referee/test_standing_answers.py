"""Standing orders: questions answered beforehand, in every rulebook, and unseen by everyone else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.commands import Command, Instruct, Volley
from engine.errors import NotOnTable
from engine.events import Answered, Asked, Event, Instructed
from engine.evolve import replay
from engine.ledger import ForcedDice
from engine.odds.chances import chances
from engine.referee import play
from engine.rules.standing_answers import chosen_option
from engine.state import Question, State
from engine.systems import SYSTEMS
from engine.view import look
from notation.scripts.position import Position
from notation.scripts.runner import run
from scenarios import read

PURSUIT = """
system: pousse_pion
place: {b1: 0505 vc 8, o1: 0605 vc 1 mo 0, o9: 0909}
phase: combat
player: blue
active: blue
"""
ADVANCE = """
options: {optional_advance: yes}
place: {b1: 0505 cs 8, o1: 0605 cs 1}
order: blue b1 attacks o1
dice: [6]
"""
FIRE = """
system: desastre_colonial
place: {n1: 0504 infantry weapon sb activated facing SSW, c1: 0505 infantry, c9: 0505 chief}
phase: fire
player: native
active: native
"""
ROUT = """
system: desastre_colonial
place: {c1: 0505 infantry losses 3, c9: 0505 chief, c8: 0508 chief}
order: rout c1 1
"""
KEPT = Question(
    kind="rout", side="red", about="r1", options=("chief r9", "cover 0101", "cover 0202"), default="chief r9"
)


def position_from(text: str) -> Position:
    return run(read(text)).position


def obeyed(position: Position, side: str, order: Command, *dice: int) -> tuple[Event, ...]:
    return play(position.system, position.scenario, position.state, side, order, ForcedDice(dice))


def after_standing_order(position: Position, side: str, kind: str, answer: str) -> Position:
    """The position after a side has given a standing order."""
    events = obeyed(position, side, Instruct(kind=kind, answer=answer))
    return replace(position, state=replay(position.state, events))


def chosen(answer: str, question: Question = KEPT) -> str | None:
    return chosen_option(State(standing={"red": {"rout": answer}}), question)


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ("chief", "chief r9"),
        ("cover", "cover 0101"),
        ("cover 0202", "cover 0202"),
        ("cov", None),
        ("ask", None),
    ],
)
def test_an_answer_means_the_option_that_it_is_or_begins(answer: str, option: str | None) -> None:
    assert chosen(answer) == option


def test_among_several_options_the_default_is_meant() -> None:
    assert chosen("cover", replace(KEPT, default="cover 0202")) == "cover 0202"


def test_no_one_is_bound_by_what_the_other_side_has_said() -> None:
    assert chosen_option(State(standing={"blue": {"rout": "cover"}}), KEPT) is None


@pytest.mark.parametrize(
    ("script", "kind", "answer", "moved"),
    [
        (PURSUIT + "order: blue b1 attacks o1\ndice: [4]", "pursuit", "yes", "0605"),
        (PURSUIT + "order: blue b1 attacks o1\ndice: [4]", "pursuit", "no", "0505"),
        (ADVANCE, "advance", "yes", "0605"),
        (ADVANCE, "advance", "no", "0505"),
    ],
)
def test_a_question_answered_beforehand_does_not_wait(
    script: str, kind: str, answer: str, moved: str
) -> None:
    played = run(read(f"{script}\nstanding: {{blue: {{{kind}: {answer}}}}}"))

    outcome = next(played.outcomes())

    assert outcome.refused is None
    assert outcome.state.questions == ()
    assert outcome.state.units["b1"].place == moved
    assert [e.option for e in outcome.events if isinstance(e, Answered)] == [answer]


def test_a_question_that_waits_is_answered_when_its_side_says_so() -> None:
    played = run(read(PURSUIT + "orders: [blue b1 attacks o1, blue instruct pursuit yes]\ndice: [4]"))

    first, second = played.outcomes()

    assert first.state.questions
    assert second.state.units["b1"].place == "0605"


def test_an_answer_is_taken_while_the_other_side_is_to_decide() -> None:
    position = after_standing_order(position_from(PURSUIT), "orange", "pursuit", "yes")

    assert position.state.standing == {"orange": {"pursuit": "yes"}}
    assert (position.state.active, position.state.phase) == (frozenset({"blue"}), "combat")


def test_an_answer_is_taken_back() -> None:
    position = after_standing_order(
        after_standing_order(position_from(PURSUIT), "orange", "pursuit", "yes"), "orange", "pursuit", ""
    )

    assert position.state.standing == {"orange": {}}


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Instruct(kind="weather", answer="yes"), "no_such_standing"),
        (Instruct(kind="pursuit", answer="perhaps"), "no_such_answer"),
    ],
)
def test_what_no_rulebook_asks_cannot_be_answered(order: Instruct, reason: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        obeyed(position_from(PURSUIT), "blue", order)

    assert refused.value.reason == reason


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_takes_answers_only_to_what_it_asks(name: str) -> None:
    system = SYSTEMS[name]

    assert set(system.standing_answers) <= set(system.answers)
    assert all(system.standing_answers.values())


@pytest.mark.parametrize(
    "script",
    [
        PURSUIT,
        "place: {b1: 0505, o1: 0605}",
        "system: art_of_tactic\nplace: {R1: 0505, B1: 0705}",
        "system: desastre_colonial\nplace: {c1: 0505 infantry, n1: 0902 infantry}",
    ],
)
def test_no_one_else_sees_a_standing_order(script: str) -> None:
    position = position_from(script)
    own, other = position.scenario.side_ids
    state = replace(position.state, standing={own: {"anything": "yes"}, other: {"anything": "no"}})

    known = {
        viewer: position.system.as_seen_by(position.scenario, state, viewer).standing
        for viewer in (own, other, "")
    }

    assert known == {own: {own: {"anything": "yes"}}, other: {other: {"anything": "no"}}, "": {}}


def test_only_its_own_side_is_told_and_no_picture_changes() -> None:
    position = position_from(PURSUIT)
    events = obeyed(position, "orange", Instruct(kind="pursuit", answer="yes"))
    after = replace(position, state=replay(position.state, events))

    assert [(type(e), e.only) for e in events] == [(Instructed, "orange")]
    for viewer in ("blue", ""):
        views = [look(at.system, at.scenario, at.state, viewer, events) for at in (position, after)]
        assert views[0] == views[1]


def test_what_the_other_side_has_said_is_in_no_forecast() -> None:
    position = position_from(FIRE)
    volley = Volley(target="c1", shooters=("n1",))

    def forecast(at: Position) -> object:
        seen = at.system.as_seen_by(at.scenario, at.state, "native")
        return chances(at.system, at.scenario, seen, "native", volley)

    bound = after_standing_order(position, "colonial", "chief_protects", "no")
    assert chances(position.system, position.scenario, bound.state, "native", volley) != forecast(position)
    assert forecast(bound) == forecast(position)


def test_without_a_wish_to_be_asked_nothing_waits() -> None:
    plain = next(run(read(ROUT)).outcomes())
    question = next(run(read(ROUT + "standing: {colonial: {follow: ask}}")).outcomes())

    def kinds(events: tuple[Event, ...]) -> list[str]:
        return [e.question.kind for e in events if isinstance(e, Asked)]

    assert "follow" not in kinds(plain.events)
    assert "follow" in kinds(question.events)
