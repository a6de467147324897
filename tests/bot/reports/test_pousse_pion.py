"""What is said of Pousse-pion: reports, panels, refusals and legends of whole games, without any Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import opponent
from bot.core.game import Game
from bot.core.order_rules import legal_orders
from bot.core.order_rules.forecast import MOST, TRIALS, forecast
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.features.rulebook import charts as rulebook_charts
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import event_lines, map_picture
from bot.ui import refusals
from engine import referee
from engine.commands import Attack, Charge, Done, Move
from engine.errors import IllegalOrder
from engine.events import Event, Marked, Moved, Noted
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.view import View, look
from render.page.legend_keys import legend_keys
from scenarios.presentation import presentation
from tests.bot.sample_games import new_game

PLAINLY = re.compile(r"[{}]|\bNone\b|not possible now \(")
RULE = re.compile(r"`PP-[A-Z]{3}-\d\d`")
SILENT = ("result/", "order/")


@cache
def played_game(name: str, seed: bytes) -> tuple[tuple[Game, tuple[Event, ...]], ...]:
    """A game of the computer with itself: each state the referee knows, with the events of the next order."""
    game, dice = new_game(name), SeededDice(seed)
    state, steps = game.state, []
    while state.result is None:
        side = state.questions[0].side if state.questions else min(state.active)
        order = opponent.choose(game.system, game.scenario, state, side)
        events = referee.play(game.system, game.scenario, state, side, order, dice, order=len(steps) + 1)
        steps.append((_with(game, state), events))
        state = replay(state, events)
    return (*steps, (_with(game, state), ()))


def _with(game: Game, state: State) -> Game:
    """The same game in another state."""
    return replace(game, state=state)


def event_sentences(name: str, seed: bytes) -> Iterator[tuple[Event, str]]:
    """Every event of a game and what is said of it alone."""
    for game, events in played_game(name, seed):
        names = Names(catalogue_for(), game.seen(""))
        for event in events:
            yield event, "\n".join(event_lines.lines(names, [event], full=True))


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_everything_that_happens_is_told_with_its_rule(seed: bytes) -> None:
    kinds = (Moved, Noted)
    said = [(event, text) for event, text in event_sentences("gue", seed) if isinstance(event, kinds)]

    assert [text for _, text in said if PLAINLY.search(text)] == []
    silent = {e.kind for e, text in said if isinstance(e, Noted) and not text}
    assert silent <= {"crossed"}, "a path tells whom and passes"
    remarks = [(e.kind, text) for e, text in said if isinstance(e, Noted) and text]
    idle = [text for kind, text in remarks if kind == "passed"]
    assert idle
    assert all(text.startswith("-# Nothing to do: ") for text in idle)
    assert [text for kind, text in remarks if kind != "passed" and not RULE.search(text)] == []


def test_disorder_and_command_are_told_of_both_sides() -> None:
    names = Names(catalogue_for(), new_game("gue").seen(""))
    marks = [Marked(name="uncommanded", on=u, rule="PP-CMD-03") for u in ("line-1", "karst", "line-2")]

    said = event_lines.lines(
        names, [Marked(name="disordered", on="linz", rule="PP-MOR-03"), *marks], full=True
    )

    assert said == [
        "🟠 **linz (Regiment Linz)** falls into **disorder** `PP-MOR-03`",
        "🔵 Now out of command: line-1 (1st Line) and line-2 (2nd Line) `PP-CMD-03`",
        "🟠 Now out of command: karst (Grenadiers Karst) `PP-CMD-03`",
    ]


def test_a_path_past_friends_is_one_line_with_its_whole_price() -> None:
    game = new_game("gue")
    ended = referee.play(game.system, game.scenario, game.state, "blue", Done(), SeededDice(b"a"))
    state = replay(game.state, ended)
    order = Move(unit="line-1", path=("0608", "0607", "0606", "0605"))
    events = referee.play(game.system, game.scenario, state, "blue", order, SeededDice(b"a"), order=2)

    said = event_lines.lines(Names(catalogue_for(), _with(game, state).seen("")), events)

    assert said[0] == "🔵 **line-1 (1st Line)** 0609 → 0608 → 0607 → 0606 → 0605 · 2 MV, 1 left"


def views(name: str, seed: bytes) -> Iterator[tuple[Names, View]]:
    """The pictures of a game: every tenth state, with trails; the step panel of every unit that can move."""
    for number, (game, events) in enumerate(played_game(name, seed)):
        side = game.state.questions[0].side if game.state.questions else min(game.state.active, default="")
        if number % 10 and not game.state.questions:
            continue
        names = Names(catalogue_for(), game.seen(side))
        yield names, look(game.system, game.scenario, game.state, side, events)
        for unit in legal_orders.able(names.game, side)[:3] if not game.state.questions else ():
            seen = (game.system, game.scenario, game.state, side)
            yield names, look(*seen, in_hand=unit)


@pytest.mark.long
def test_every_sign_on_a_picture_has_its_words_in_the_legend() -> None:
    wordless = {
        key
        for names, view in views("plateau", b"4")
        for key in legend_keys(view)
        if not map_picture.caption(names, view).word(key) and not key.startswith(SILENT)
    }

    assert wordless == set()


@pytest.mark.long
def test_the_pictures_of_a_game_show_what_is_new_in_it() -> None:
    drawn = {key.split("/")[0] for _, view in views("plateau", b"4") for key in legend_keys(view)}

    assert {"ru", "double_contour", "triple_contour", "steep_slope", "abattis", "contact"} <= drawn
    assert {"dear", "cheap", "across", "entry", "trail"} <= drawn


@pytest.mark.long
def test_every_panel_of_a_game_can_be_read() -> None:
    unread = []
    for number, (game, _) in enumerate(played_game("gue", b"1")):
        if number % 4 and not game.state.questions:
            continue
        side = game.state.questions[0].side if game.state.questions else min(game.state.active, default="")
        names = Names(catalogue_for(), game.seen(side))
        able = legal_orders.able(names.game, side)[:2] if not game.state.questions else ()
        pages = [orders_panel.panel(names, side, pictured=False)]
        pages += [orders_panel.panel(names, side, unit=unit) for unit in able]
        pages += [step_panel.page(names, side, unit) for unit in able]
        texts = ["\n".join((page.text, *(note.text for note in page.embeds))) for page in pages]
        unread += [text for text in texts if PLAINLY.search(text)]

    assert unread == []


def test_what_could_happen_in_too_many_ways_is_tried_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game, order = next(
        (game, offer.command)
        for game, _ in played_game("gue", b"1")
        if game.state.phase == "combat" and not game.state.questions
        for side in game.state.active
        for offer in referee.options(game.system, game.scenario, game.state, side)
        if isinstance(offer.command, Attack)
    )
    exact = forecast(game, min(game.state.active), order)
    monkeypatch.setattr("bot.core.order_rules.forecast.MOST", 5)
    fresh = replace(game, state=replace(game.state))  # what was worked out is remembered with the state

    tried = forecast(fresh, min(game.state.active), order)

    assert (exact.sampled, tried.sampled) == (0, TRIALS)
    assert MOST > 5
    assert abs(float(exact.beaten - tried.beaten)) < 0.2


def test_charges_sum_to_certainty_PP_CHG_17() -> None:
    game, order = next(
        (game, offer.command)
        for game, _ in played_game("gue", b"2")
        for side in game.state.active
        if not game.state.questions
        for offer in referee.options(game.system, game.scenario, game.state, side)
        if isinstance(offer.command, Charge)
    )

    forecast_ = forecast(game, min(game.state.active), order)

    assert 0 < sum(share for _, share in forecast_.results) <= 1
    assert forecast_.remark.facts["malus"] is not None


def test_the_tables_are_made_of_the_charts() -> None:
    charts = new_game("gue").scenario.charts
    said = {
        id_: rulebook_charts.embed(catalogue_for(), charts, chart).text
        for id_, chart in presentation("pousse_pion").charts.items()
    }

    assert {*said} == {"steps", "obstacles", "results", "shots"}
    assert "woods" in said["steps"].lower()
    assert " 3" in said["steps"]
    assert re.search(r"river +– +2 +– +–|river +2 +– +– +–", said["obstacles"])
    assert "9*/0" in said["results"]
    assert re.search(r"^5 +5 +4 +3 +2 +1$", said["shots"], re.M)


def test_a_refusal_names_what_stands_in_the_way_of_a_charge_PP_CHG_05() -> None:
    names = Names(catalogue_for(), new_game("gue").seen("blue"))
    facts = {"unit": "cuir-1", "target": "militia", "hex": "0807"}

    by = refusals.sentence(
        catalogue_for(), IllegalOrder("PP-CHG-05", "between_not_open", **facts, by="huss-1"), names
    )
    ground = refusals.sentence(
        catalogue_for(), IllegalOrder("PP-CHG-05", "between_not_open", **facts, terrain="built_up"), names
    )

    assert "1st Hussars" in by
    assert "are there" in by
    assert "ride through houses at **0807**" in ground
    assert by.endswith("(`/rule PP-CHG-05`)")
