"""The table in words says what the picture shows: all of it in /board, the most important in its alt text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import scenarios
from bot import moments
from bot.chapters import chapters, parts
from bot.page import Page, Picture
from bot.say import luck, muster, panel, posts, rose, sharing
from bot.say.board import LONGEST_ALT, alt, picture, view_of
from bot.say.deployment import rows
from bot.say.names import Names
from bot.table import Table
from bot.words import Words, languages, speak
from engine.events import Event, Moved
from engine.overlays import Asked
from engine.view import View
from tests.bot.tables import laid, logged, played, vaux

GAMES = {"tutorial": 12, "ormes": 60, "nonaka": 40}
NUMBERS = {
    "morne_plaine": {"sw": "strength", "se": "movement", "ne": "morale", "nw": "bombardment"},
    "art_of_tactic": {"sw": "figures", "nw": "defense", "ne": "fortitude"},
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
    numbers = [
        (c.id, f"{kinds[corner]} {n}")
        for c in view.counters
        for corner, n in c.face.corners.items()
        if corner in kinds
    ]
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

    assert not [t.unit for t in view.trails if ", ".join(t.path) not in text]
    assert not [s for s in view.shots if f"{s.source} at {s.target}" not in text]
    assert not [c for c in view.clashes if c.odds and f" at {c.odds}" not in text]


def test_alt_text_is_short_and_begins_with_what_the_picture_is_of(game: tuple[Names, View, str]) -> None:
    names, view, _ = game

    text = alt(names, view)

    assert len(text) <= LONGEST_ALT
    assert text.startswith(speak().of(view.title))
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


# --- heard by those who see nothing -------------------------------------------------------------------


def silent(text: str) -> str:
    """What of a text a screen reader would stumble over: pictures among the letters, markdown."""
    signs = [c for c in text if unicodedata.category(c) in ("So", "Sk", "Cf", "Mn")]
    return "".join(signs) + "".join(mark for mark in ("**", "`", "__") if mark in text)


def pages(table: Table, words: Words) -> Iterator[tuple[str, Page]]:
    """A page with each kind of picture that this table has now."""
    for side in table.owing:
        names = Names(words, table.seen(side))
        yield "panel", panel.panel(names, side)
        own = [u for u in table.state.fielded(side) if u.hex][:2]
        for unit in own:
            yield "unit", panel.panel(names, side, unit=unit.id)
            yield "rose", rose.page(names, side, unit.id)
            asked = Asked(overlays=frozenset({"reach", "zones", "sight", "command"}), unit=unit.id)
            yield "map", Page(picture=picture(names, side, asked=asked))
    for chapter in chapters(table)[-2:]:
        for part in parts(table, chapter):
            then = Names(words, table.at(chapter.last).until(part.stop))
            yield "report", posts.report(then, chapter, part)
    yield "luck", luck.page(Names(words, table), "")
    for what in moments.WHAT:
        if (moment := moments.latest(table, what)) is not None:
            yield f"share {what}", sharing.page(words, moment, what, name="Zoë", caption="")


@pytest.mark.parametrize(("battle", "orders"), [("ormes", 44), ("gue", 44), ("nonaka", 20), ("puits", 44)])
@pytest.mark.parametrize("language", languages())
def test_every_kind_of_picture_says_what_it_shows(battle: str, orders: int, language: str) -> None:
    table, words = logged(battle, orders), speak(language)

    found = [(kind, page.picture) for kind, page in pages(table, words) if page.picture is not None]

    kinds = {"panel", "unit", "map", "report", "luck", "share phase", "share map"}
    assert kinds - {kind for kind, _ in found} == set()
    title = words.of(table.scenario.title)
    assert not [(kind, p.alt) for kind, p in found if not 40 <= len(p.alt) <= LONGEST_ALT]
    assert not [(kind, p.alt) for kind, p in found if title not in p.alt[: len(title) + 12]]
    assert not [(kind, silent(p.alt)) for kind, p in found if silent(p.alt)]
    told = [(kind, p.told()) for kind, p in found if isinstance(p, Picture) and p.told is not None]
    assert not [
        (kind, silent(text)) for kind, text in told if silent(text.replace("`", "")) or len(text) > 2100
    ]


@pytest.mark.parametrize(("battle", "orders"), [("ormes", 44), ("gue", 44), ("nonaka", 20), ("puits", 44)])
def test_words_in_place_of_a_picture_never_end_in_a_heading(battle: str, orders: int) -> None:
    found = [
        p.picture for _, p in pages(logged(battle, orders), speak("fr")) if isinstance(p.picture, Picture)
    ]

    texts = [picture.told() for picture in found if picture.told is not None]

    cut = re.compile(r":\n.*`/plateau` dit tout\.$|:$")
    assert texts
    assert [text[-120:] for text in texts if cut.search(text)] == []


@pytest.mark.parametrize("battle", scenarios.all())
def test_what_stands_and_moves_in_a_battle_has_words_of_its_own(battle: str) -> None:
    table, _ = played(battle, 20)

    ways = {e.manner for t in table.entries for e in t.events if isinstance(e, Moved)} | {"crossing"}

    assert {f"symbol.{u.symbol}" for u in table.state.units.values() if u.symbol} - {*speak()} == set()
    assert {f"legend.trail.{way}" for way in ways} - {*speak()} == set()


@pytest.mark.parametrize("battle", scenarios.all())
def test_every_unit_of_every_battle_is_named_once_and_nothing_is_silent(battle: str) -> None:
    table, _ = played(battle, 20)

    for viewer in (*table.scenario.side_ids, ""):
        names, view, text = told(table, viewer)
        lines = text.splitlines()
        seen = [c.id for c in view.counters]

        assert [id_ for id_ in seen if sum(f" ({id_}), " in line for line in lines) != 1] == []
        assert [line for line in lines if silent(line)] == []
        part = 0
        while part < len(heads := list(muster.sections(names, view))):
            page = muster.page(names, view, first=part)
            assert len(page.notes[0].text) <= 4096
            assert heads[part][0] in page.notes[0].text
            part += 4


def test_what_is_near_a_hex_tells_its_neighbours_and_who_is_how_far_away() -> None:
    names, view, _ = told(laid("ormes"))

    text = "\n".join(line for section in muster.sections(names, view, near="0709") for line in section)

    assert "E: 0809" in text
    assert "Here, Blue: 1st Line (line-1)" in text
    assert "2 hexes E, Blue: 2nd Line (line-2)" in text
    assert "(jager)" not in text


async def test_a_part_of_the_board_and_the_way_to_another_section(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="plateau", side="both")
    await anna.slash("battle", "game start")
    await house.quiet()

    whole = await anna.slash("battle", "board")
    further = await anna.select(whole, whole.selects[0]["custom_id"], "6")
    mine = await anna.slash("battle", "board", part="mine")
    near = await anna.slash("battle", "board", near="rochet")
    nowhere = await anna.slash("battle", "board", near="9999")

    label = whole.selects[0]["options"][6]["label"]
    assert f"### {label}" in further.words
    assert "### Orange" not in mine.words
    assert "The ground around 0714" in near.words
    assert "9999" in nowhere.words
