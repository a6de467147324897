"""Checks of batch orders without a bot: any text is judged, and nothing changes."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from bot.core.game import Game, lay
from bot.features.batch_orders.check import LONGEST, MOST_LINES, check_lines, clean, lines
from engine import referee
from engine.commands import Done, Expired
from engine.ledger import ForcedDice, SeededDice
from engine.systems import find
from storage import Entry, GameRecord, Seat

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
WORDS = (
    *("NE", "E", "SE", "NW", "2NE", "NEx3", "9NE", "²NE", "->", "=>", ">", "to"),
    *("0704", "0708", "0807", "0101", "9999", "٠٧٠٤", "０７０４", "7,4", "(3,4)", "#", "/", ";", "-", "+"),
    *("attacks", "fires", "attack", "bombard", "place", "unplace", "move", "step", "done", "rally"),
    *("release", "answer", "yes", "unit:", "path:", "@everyone", "``", "🐎"),
)


@cache
def game_seen_by_blue(battle: str) -> Game:
    """A battle that has just begun, as Blue knows it."""
    scenario = scenarios.load(battle)
    events = referee.start(find(scenario.system), scenario, SeededDice(b"plan"))
    seats = tuple(Seat(side=side, user=n, name=side) for n, side in enumerate(scenario.side_ids, 1))
    game = GameRecord(
        id=1, guild=1, channel=1, scenario=battle, printed=dict(scenario.printed), options={},
        status="playing", seed=b"plan", salts=(), seats=seats, owner=1, created=NOON, revision=1,
    )  # fmt: skip
    return lay(game, [Entry(seq=1, kind="start", at=NOON, events=events)]).seen("blue")


@st.composite
def texts(draw: st.DrawFn, battle: str) -> str:
    """Lines of words that orders are made of, in any order, and lines of anything."""
    units = [word for u in game_seen_by_blue(battle).state.units.values() for word in (u.id, u.name)]
    words = st.lists(st.sampled_from([*units, *WORDS]), max_size=5).map(" ".join)
    orders = st.tuples(st.sampled_from(units), st.sampled_from(WORDS), st.sampled_from(WORDS)).map(" ".join)
    return "\n".join(draw(st.lists(st.one_of(orders, words, st.text(max_size=30)), max_size=12)))


@pytest.mark.long
@given(st.data(), st.sampled_from(("ormes", "vaux", "tutorial")))
@settings(max_examples=60, deadline=None)
def test_any_text_is_judged_and_nothing_is_changed(data: st.DataObject, battle: str) -> None:
    now = game_seen_by_blue(battle)
    before = now.state

    plan = check_lines(now, "blue", clean(data.draw(texts(battle))))

    assert now.state == before
    assert all((v.refused is not None) == (v.kind == "refused") or v.kind == "later" for v in plan.verdicts)
    assert [v.line for v in plan.verdicts] == sorted(plan.good + plan.bad, key=lambda line: line.number)


@pytest.mark.long
@given(st.data(), st.sampled_from(("ormes", "vaux")))
@settings(max_examples=60, deadline=None)
def test_what_is_sure_is_obeyed_and_leads_where_the_plan_says(data: st.DataObject, battle: str) -> None:
    now = game_seen_by_blue(battle)
    state = now.state

    for verdict in check_lines(now, "blue", clean(data.draw(texts(battle)))).verdicts:
        if verdict.kind == "sure":
            assert verdict.command is not None
            events = referee.play(now.system, now.scenario, state, "blue", verdict.command, ForcedDice(()))
            assert events == verdict.events
        state = verdict.state


@given(st.text(max_size=200))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert len(clean(text * 100)) <= LONGEST


def test_lines_are_numbered_as_typed_and_remarks_are_left_out() -> None:
    parsed = lines("# first\n\nline-1 NE # second\n   \n  done")

    assert [(line.number, line.text) for line in parsed] == [(3, "line-1 NE"), (5, "done")]


def test_only_so_many_lines_are_looked_at() -> None:
    plan = check_lines(game_seen_by_blue("ormes"), "blue", "cav-1 NE\n" * (MOST_LINES + 7))

    assert (len(plan.verdicts), plan.cut) == (MOST_LINES, 7)


def test_after_a_phase_in_an_open_position_no_refusal_is_certain() -> None:
    now = game_seen_by_blue("tutorial")

    plan = check_lines(now, "blue", "gun-1 fires militia\ndone\nguard attacks militia")

    assert isinstance(plan.verdicts[1].command, Done)
    assert [v.kind for v in plan.verdicts] == ["dice", "sure", "later"]


def test_a_draw_is_not_agreed_among_orders_which_ask_no_one() -> None:
    plan = check_lines(game_seen_by_blue("ormes"), "blue", "draw")

    assert [v.refused.reason for v in plan.verdicts] == ["draw_alone"]


def test_a_game_is_not_given_up_among_other_orders() -> None:
    plan = check_lines(game_seen_by_blue("ormes"), "blue", "line-1 NE\nresign\nline-2 NE\nabandon")

    assert [v.kind for v in plan.verdicts] == ["sure", "refused", "sure", "refused"]
    assert plan.verdicts[1].refused.reason == "resign_alone"
    assert isinstance(plan.verdicts[3].command, Expired)
    assert plan.verdicts[3].refused.facts == {"line": 2}


def test_no_phase_is_ended_after_a_line_that_was_refused() -> None:
    now = game_seen_by_blue("ormes")

    plan = check_lines(now, "blue", "cav-9 NE\nline-1 NE\ndone\nline-2 NE")
    fine = check_lines(now, "blue", "line-1 NE\ndone")

    assert [v.kind for v in plan.verdicts] == ["refused", "sure", "refused", "sure"]
    assert (plan.verdicts[2].refused.reason, plan.verdicts[2].refused.facts) == ("line_before", {"line": 1})
    assert plan.good == (plan.verdicts[1].line, plan.verdicts[3].line)
    assert [v.kind for v in fine.verdicts] == ["sure", "sure"]
