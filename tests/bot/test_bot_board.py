"""The table in words says what the picture shows: all of it in /board, the most important in its alt text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.page import Page
from bot.say import muster
from bot.say.board import LONGEST_ALT, alt, view_of
from bot.say.deployment import rows
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine.events import Event
from engine.overlays import Asked
from engine.view import View
from tests.bot.tables import laid, played, vaux

GAMES = {"tutorial": 12, "ormes": 60, "nonaka": 40}
NUMBERS = {
    "morne_plaine": {"sw": "CS", "se": "MA", "ne": "MV", "nw": "BV"},
    "art_of_tactic": {"sw": "figures", "se": "Attack", "nw": "Defense", "ne": "Fortitude"},
}


def told(table: Table, viewer: str = "", recent: Sequence[Event] = ()) -> tuple[Names, View, str]:
    """What one viewer is told in /board, and the view of his picture."""
    names = Names(speak(), table.seen(viewer))
    view = view_of(names, viewer, recent, Asked())
    return names, view, "\n\n".join("\n".join(s) for s in muster.sections(names, view))


@pytest.fixture(params=GAMES)
def game(request: Any) -> tuple[Names, View, str]:
    table, recent = played(request.param, GAMES[request.param])
    return told(table, recent=recent[-20:])


def test_every_counter_is_named_with_place_numbers_and_states(game: tuple[Names, View, str]) -> None:
    names, view, text = game

    lines = {c.id: next(line for line in text.splitlines() if f"({c.id})" in line) for c in view.counters}

    assert not [c.id for c in view.counters if c.hex and f" {c.hex} " not in f"{lines[c.id]} "]
    kinds = NUMBERS[names.table.system.name]
    numbers = [(c.id, f"{kinds[corner]} {n}") for c in view.counters for corner, n in c.face.corners.items()]
    assert not [(id_, number) for id_, number in numbers if number not in lines[id_]]
    states = [(c.id, speak()(f"state.{s}")) for c in view.counters for s in c.face.states]
    assert not [(id_, state) for id_, state in states if state not in lines[id_]]


def test_every_formation_stands_together(game: tuple[Names, View, str]) -> None:
    _, view, text = game

    blocks = [set(re.findall(r"\(([\w-]+)\), ", block)) for block in text.split("\n\n")]
    corps: dict[tuple[str, str], set[str]] = {}
    for counter in view.counters:
        if counter.hex:
            corps.setdefault((counter.side, counter.corps), set()).add(counter.id)

    assert not [members for members in corps.values() if members not in blocks]


def test_every_zone_objective_owner_and_score_is_told(game: tuple[Names, View, str]) -> None:
    names, view, text = game

    assert not [side for side, zone in view.zones.items() if zone and rows(view.grid, zone) not in text]
    goals = {o.id: next(x for x in text.splitlines() if speak().of(o.name) in x) for o in view.objectives}
    assert not [o.id for o in view.objectives if not all(h in goals[o.id] for h in o.hexes)]
    owned = [(o.id, f"held by {names.side(o.owner)}") for o in view.objectives if o.owner]
    assert not [(id_, owner) for id_, owner in owned if owner not in goals[id_]]
    assert not [side for side, n in view.scores.items() if f"{names.side(side)}: {n} point" not in text]


def test_every_move_shot_and_fight_just_now_is_told(game: tuple[Names, View, str]) -> None:
    _, view, text = game

    assert not [t.unit for t in view.trails if " → ".join(t.path) not in text]
    assert not [s for s in view.shots if f"{s.source} at {s.target}" not in text]
    assert not [c for c in view.clashes if c.odds and f" at {c.odds}" not in text]


def test_alt_text_is_short_and_begins_with_what_the_picture_is_of(game: tuple[Names, View, str]) -> None:
    names, view, _ = game

    text = alt(names, view)

    assert len(text) <= LONGEST_ALT
    assert text.startswith(f"Map of {speak().of(view.title)}")
    placed = {f"{c.id} {c.hex}" for c in view.counters if c.hex}
    named = {place for place in placed if place in text}
    left_out = sum(int(n) for n in re.findall(r"(\d+) more", text.split("Objectives")[0]))
    assert len(placed) - len(named) <= left_out, "units that are not named are counted"


def test_where_hidden_units_stand_is_in_nobodys_words_but_their_own_sides() -> None:
    (blue, *_), (names, view, text) = told(vaux(), "blue"), told(vaux(), "orange")
    before, empty, nothing = told(laid("vaux"), "orange")

    placed = next(line for line in told(vaux(), "blue")[2].splitlines() if "(line-7)" in line)

    assert "0708" in placed
    assert "line-7 0708" in alt(blue, told(vaux(), "blue")[1])
    assert (text, alt(names, view)) == (nothing, alt(before, empty))


def test_secret_orders_are_told_to_their_own_side_alone() -> None:
    table, _ = played("nonaka", 4)
    assert [side for side, orders in table.state.envelopes.items() if orders] == ["blue"]

    texts = {viewer: told(table, viewer)[2] for viewer in ("blue", "red", "")}

    assert [viewer for viewer, text in texts.items() if "Orders you know of" in text] == ["blue"]


def test_what_does_not_fit_on_a_page_is_in_a_file_with_everything() -> None:
    table, recent = played("ormes", 60)
    names, view, text = told(table, recent=recent)

    page: Page = muster.page(names, view)

    assert len(page.notes[0].text) <= 4096
    assert [p.name for p in page.papers] == ["board.txt"]
    assert text in page.papers[0].text
    assert "board.txt" in page.notes[0].text


async def test_the_board_is_told_to_the_asker_alone(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    lobby = await anna.slash("battle", "board")
    await anna.slash("battle", "game start")
    await house.quiet()

    reply = await house.person("Clara").slash("battle", "board")

    assert lobby.ephemeral
    assert reply.ephemeral
    assert "Orange, corps III" in reply.words
    assert "1st Line (line-1), infantry, 0709" in reply.words
