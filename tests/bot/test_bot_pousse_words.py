"""What is said of Pousse-pion: reports, panels, refusals and legends of whole games, without any Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import opponent
from bot import offers
from bot.forecast import MOST, TRIALS, forecast
from bot.say import board, panel, refusals, report, rose, tables
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine import referee
from engine.commands import Attack, Charge, Done, Move
from engine.errors import IllegalOrder
from engine.events import Event, Marked, Moved, Noted
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.view import View, look
from render.caption import legend_keys
from tests.bot.tables import laid

PLAINLY = re.compile(r"[{}]|\bNone\b|not possible now \(")
RULE = re.compile(r"`PP-[A-Z]{3}-\d\d`")
SILENT = ("result/", "order/")


@cache
def game(name: str, seed: bytes) -> tuple[tuple[Table, tuple[Event, ...]], ...]:
    """A game of two sparring partners: every table as the referee knows it, what the next order brings."""
    table, dice = laid(name), SeededDice(seed)
    state, found = table.state, []
    while state.result is None:
        side = state.questions[0].side if state.questions else min(state.active)
        order = opponent.choose(table.system, table.scenario, state, side)
        told = referee.play(table.system, table.scenario, state, side, order, dice, order=len(found) + 1)
        found.append((_with(table, state), told))
        state = replay(state, told)
    return (*found, (_with(table, state), ()))


def _with(table: Table, state: State) -> Table:
    """The same table in another state."""
    return replace(table, state=state)


def told(name: str, seed: bytes) -> Iterator[tuple[Event, str]]:
    """Every event of a game and what is said of it alone."""
    for table, events in game(name, seed):
        names = Names(speak(), table.seen(""))
        for event in events:
            yield event, "\n".join(report.lines(names, [event]))


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_everything_that_happens_is_told_with_its_rule(seed: bytes) -> None:
    kinds = (Moved, Noted)
    said = [(event, text) for event, text in told("gue", seed) if isinstance(event, kinds)]

    assert [text for _, text in said if PLAINLY.search(text)] == []
    silent = {e.kind for e, text in said if isinstance(e, Noted) and not text}
    assert silent <= {"crossed"}, "a path tells whom it passes"
    untold = [text for e, text in said if isinstance(e, Noted) and text and not RULE.search(text)]
    assert [text for text in untold if "it passes" not in text] == []


def test_disorder_and_command_are_told_of_both_sides() -> None:
    names = Names(speak(), laid("gue").seen(""))
    marks = [Marked(name="uncommanded", on=u, rule="PP-CMD-03") for u in ("line-1", "karst", "line-2")]

    said = report.lines(names, [Marked(name="disordered", on="linz", rule="PP-MOR-03"), *marks])

    assert said == [
        "🟠 **Regiment Linz** is in **disorder** `PP-MOR-03`",
        "🔵 Out of command now: 1st Line and 2nd Line `PP-CMD-03`",
        "🟠 Out of command now: Grenadiers Karst `PP-CMD-03`",
    ]


def test_a_path_past_friends_is_one_line_with_its_whole_price() -> None:
    table = laid("gue")
    ended = referee.play(table.system, table.scenario, table.state, "blue", Done(), SeededDice(b"a"))
    state = replay(table.state, ended)
    order = Move(unit="line-1", path=("0608", "0607", "0606", "0605"))
    events = referee.play(table.system, table.scenario, state, "blue", order, SeededDice(b"a"), order=2)

    said = report.lines(Names(speak(), _with(table, state).seen("")), events)

    assert said[0] == "🔵 **1st Line** 0609 → 0608 → 0607 → 0606 → 0605 · 2 MV, 1 left"


def views(name: str, seed: bytes) -> Iterator[tuple[Names, View]]:
    """The pictures of a game: every tenth table, with trails; and the rose of every unit that can move."""
    for number, (table, events) in enumerate(game(name, seed)):
        side = table.state.questions[0].side if table.state.questions else min(table.state.active, default="")
        if number % 10 and not table.state.questions:
            continue
        names = Names(speak(), table.seen(side))
        yield names, look(table.system, table.scenario, table.state, side, events)
        for unit in offers.able(names.table, side)[:3] if not table.state.questions else ():
            seen = (table.system, table.scenario, table.state, side)
            yield names, look(*seen, in_hand=unit)


def test_every_sign_on_a_picture_has_its_words_in_the_legend() -> None:
    wordless = {
        key
        for names, view in views("plateau", b"4")
        for key in legend_keys(view)
        if not board.caption(names, view).word(key) and not key.startswith(SILENT)
    }

    assert wordless == set()


def test_the_pictures_of_a_game_show_what_is_new_in_it() -> None:
    found = {key.split("/")[0] for _, view in views("plateau", b"4") for key in legend_keys(view)}

    assert {"ru", "double_contour", "triple_contour", "steep_slope", "abattis", "contact"} <= found
    assert {"dear", "cheap", "across", "entry", "trail"} <= found


def test_every_panel_of_a_game_can_be_read() -> None:
    unread = []
    for number, (table, _) in enumerate(game("gue", b"1")):
        if number % 4 and not table.state.questions:
            continue
        side = table.state.questions[0].side if table.state.questions else min(table.state.active, default="")
        names = Names(speak(), table.seen(side))
        able = offers.able(names.table, side)[:2] if not table.state.questions else ()
        pages = [panel.panel(names, side, pictured=False)]
        pages += [panel.panel(names, side, unit=unit) for unit in able]
        pages += [rose.page(names, side, unit) for unit in able]
        texts = ["\n".join((page.text, *(note.text for note in page.notes))) for page in pages]
        unread += [text for text in texts if PLAINLY.search(text)]

    assert unread == []


def test_what_could_happen_in_too_many_ways_is_tried_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table, order = next(
        (table, offer.command)
        for table, _ in game("gue", b"1")
        if table.state.phase == "combat" and not table.state.questions
        for side in table.state.active
        for offer in referee.options(table.system, table.scenario, table.state, side)
        if isinstance(offer.command, Attack)
    )
    exact = forecast(table, min(table.state.active), order)
    monkeypatch.setattr("bot.forecast.MOST", 5)

    tried = forecast(table, min(table.state.active), order)

    assert (exact.sampled, tried.sampled) == (0, TRIALS)
    assert MOST > 5
    assert abs(float(exact.beaten - tried.beaten)) < 0.2


def test_charges_sum_to_certainty_PP_CHG_17() -> None:
    table, order = next(
        (table, offer.command)
        for table, _ in game("gue", b"2")
        for side in table.state.active
        if not table.state.questions
        for offer in referee.options(table.system, table.scenario, table.state, side)
        if isinstance(offer.command, Charge)
    )

    found = forecast(table, min(table.state.active), order)

    assert 0 < sum(share for _, share in found.results) <= 1
    assert found.remark.facts["malus"] is not None


def test_the_tables_are_made_of_the_charts() -> None:
    charts = laid("gue").scenario.charts
    said = {key: tables.note(speak(), charts, key).text for key in ("steps", "obstacles", "results", "shots")}

    assert "woods" in said["steps"].lower()
    assert " 3" in said["steps"]
    assert re.search(r"river +– +2 +– +–|river +2 +– +– +–", said["obstacles"])
    assert "9*/0" in said["results"]
    assert re.search(r"^5 +5 +4 +3 +2 +1$", said["shots"], re.M)


def test_a_refusal_names_what_stands_in_the_way_of_a_charge_PP_CHG_05() -> None:
    names = Names(speak(), laid("gue").seen("blue"))
    facts = {"unit": "cuir-1", "target": "militia", "hex": "0807"}

    by = refusals.sentence(
        speak(), IllegalOrder("PP-CHG-05", "between_not_open", **facts, by="huss-1"), names
    )
    ground = refusals.sentence(
        speak(), IllegalOrder("PP-CHG-05", "between_not_open", **facts, terrain="built_up"), names
    )

    assert "1st Hussars" in by
    assert "stands there" in by
    assert "ride through houses at **0807**" in ground
    assert by.endswith("(`/rule PP-CHG-05`)")
