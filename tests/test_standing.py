"""Standing orders: questions answered beforehand, in every rulebook, and unseen by everybody else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.referee import referee as command
from bot.script.runner import run
from bot.script.table import Laid
from bot.table import Table
from engine.commands import Command, Instruct, Step, Volley
from engine.errors import NotOnTable
from engine.events import Answered, Asked, Event, Instructed
from engine.evolve import replay
from engine.ledger import ForcedDice, SeededDice
from engine.referee import chances, play, start
from engine.standing import fits
from engine.state import Question, State
from engine.systems import SYSTEMS
from engine.view import look
from scenarios import read
from storage import Entry
from tests.bot.tables import laid as battle

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


def table(text: str) -> Laid:
    return run(read(text)).laid


def obeyed(laid: Laid, side: str, order: Command, *dice: int) -> tuple[Event, ...]:
    return play(laid.system, laid.scenario, laid.state, side, order, ForcedDice(dice))


def told(laid: Laid, side: str, kind: str, answer: str) -> Laid:
    """The table after a side has given a standing order."""
    events = obeyed(laid, side, Instruct(kind=kind, answer=answer))
    return replace(laid, state=replay(laid.state, events))


def chosen(answer: str, question: Question = KEPT) -> str | None:
    return fits(State(standing={"red": {"rout": answer}}), question)


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


def test_nobody_is_bound_by_what_the_other_side_has_said() -> None:
    assert fits(State(standing={"blue": {"rout": "cover"}}), KEPT) is None


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
    laid = told(table(PURSUIT), "orange", "pursuit", "yes")

    assert laid.state.standing == {"orange": {"pursuit": "yes"}}
    assert (laid.state.active, laid.state.phase) == (frozenset({"blue"}), "combat")


def test_an_answer_is_taken_back() -> None:
    laid = told(told(table(PURSUIT), "orange", "pursuit", "yes"), "orange", "pursuit", "")

    assert laid.state.standing == {"orange": {}}


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Instruct(kind="weather", answer="yes"), "no_such_standing"),
        (Instruct(kind="pursuit", answer="perhaps"), "no_such_answer"),
    ],
)
def test_what_no_rulebook_asks_cannot_be_answered(order: Instruct, reason: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        obeyed(table(PURSUIT), "blue", order)

    assert refused.value.reason == reason


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_takes_answers_only_to_what_it_asks(name: str) -> None:
    system = SYSTEMS[name]

    assert set(system.standing) <= set(system.answers)
    assert all(system.standing.values())


@pytest.mark.parametrize(
    "script",
    [
        PURSUIT,
        "place: {b1: 0505, o1: 0605}",
        "system: art_of_tactic\nplace: {R1: 0505, B1: 0705}",
        "system: desastre_colonial\nplace: {c1: 0505 infantry, n1: 0902 infantry}",
    ],
)
def test_nobody_else_sees_a_standing_order(script: str) -> None:
    laid = table(script)
    own, other = laid.scenario.side_ids
    state = replace(laid.state, standing={own: {"anything": "yes"}, other: {"anything": "no"}})

    known = {viewer: laid.system.seen(laid.scenario, state, viewer).standing for viewer in (own, other, "")}

    assert known == {own: {own: {"anything": "yes"}}, other: {other: {"anything": "no"}}, "": {}}


def test_only_its_own_side_is_told_and_no_picture_changes() -> None:
    laid = table(PURSUIT)
    events = obeyed(laid, "orange", Instruct(kind="pursuit", answer="yes"))
    after = replace(laid, state=replay(laid.state, events))

    assert [(type(e), e.only) for e in events] == [(Instructed, "orange")]
    for viewer in ("blue", ""):
        shown = [look(at.system, at.scenario, at.state, viewer, events) for at in (laid, after)]
        assert shown[0] == shown[1]


def test_what_the_other_side_has_said_is_in_no_forecast() -> None:
    laid = table(FIRE)
    volley = Volley(target="c1", shooters=("n1",))

    def forecast(at: Laid) -> object:
        seen = at.system.seen(at.scenario, at.state, "native")
        return chances(at.system, at.scenario, seen, "native", volley)

    bound = told(laid, "colonial", "chief_protects", "no")
    assert chances(laid.system, laid.scenario, bound.state, "native", volley) != forecast(laid)
    assert forecast(bound) == forecast(laid)


def test_a_script_shows_a_side_its_own_standing_orders_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(PURSUIT + "orders: [blue instruct pursuit no, orange instruct pursuit yes]")

    printed = CliRunner().invoke(command, [str(file), "--view", "blue"]).output
    lines = [json.loads(line) for line in printed.splitlines()]

    assert lines[-1]["table"]["standing"] == {"blue": {"pursuit": "no"}}
    assert lines[0]["command"] == {"is": "instruct", "kind": "pursuit", "answer": "no"}
    assert lines[1]["events"] == []
    assert not {"command", "text"} & set(lines[1])


def at_ormes() -> Table:
    """Ormes in blue's first movement, as the referee knows it."""
    at = battle("ormes")
    begun = start(at.system, at.scenario, SeededDice(b"a"))
    entry = Entry(kind="start", at=at.game.created, seq=1, events=begun)
    return replace(at, entries=(entry,))


def entered(at: Table, side: str, order: Command) -> Table:
    """The table with one more order of a side in its log."""
    events = play(at.system, at.scenario, at.state, side, order, SeededDice(b"a"), at.last + 1)
    entry = Entry(
        kind="order", side=side, who=1, at=at.game.created, seq=at.last + 1, command=order, events=events
    )
    return at.added(entry)


def first_move(at: Table, side: str) -> Command:
    """A step that some unit of a side can make."""
    found = (
        Step(unit=unit.id, hex=hex_)
        for unit in at.state.fielded(side)
        for hex_, offer in at.system.shows.steps(at.scenario, at.state, unit.id).items()
        if offer.refusal is None and not offer.charges
    )
    return next(found)


@pytest.mark.parametrize("who", ["own", "other"])
def test_an_order_can_be_taken_back_past_a_standing_order(who: str) -> None:
    at = at_ormes()
    side = at.state.player
    step = first_move(at, side)
    moved = entered(at, side, step)
    speaker = side if who == "own" else at.scenario.enemy(side)
    after = entered(moved, speaker, Instruct(kind="advance", answer="yes"))

    newest, why = after.takes_back(side)

    assert why == ""
    assert newest == moved.entries[-1]


def test_nobody_counts_the_standing_orders_of_others() -> None:
    at = at_ormes()
    own, other = at.state.player, at.scenario.enemy(at.state.player)
    after = entered(at, other, Instruct(kind="advance", answer="yes"))

    assert after.seen(own).stamp == at.seen(own).stamp
    assert after.seen("").stamp == at.seen("").stamp
    assert after.seen(other).stamp == at.seen(other).stamp + 1


def test_where_nobody_wants_to_be_asked_nothing_waits_unless_he_says_so() -> None:
    plain = next(run(read(ROUT)).outcomes())
    asked = next(run(read(ROUT + "standing: {colonial: {follow: ask}}")).outcomes())

    def kinds(events: tuple[Event, ...]) -> list[str]:
        return [e.question.kind for e in events if isinstance(e, Asked)]

    assert "follow" not in kinds(plain.events)
    assert "follow" in kinds(asked.events)
