"""The map in words: everything in /game board, the most important in the alt text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import scenarios
from bot.core.game import Game
from bot.core.report_segments import parts, segments
from bot.features.dice import luck_page as dice_luck_page
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.features.sharing import page as sharing_page
from bot.features.sharing import public_moments
from bot.i18n.catalogue import Catalogue, catalogue_for, languages
from bot.i18n.names import Names
from bot.reports import phase_report, text_map
from bot.reports.map_picture import LONGEST_ALT, alt, picture, view_of
from bot.reports.setup_text import rows
from bot.ui.page import Page, Picture
from engine.events import Event, Moved
from engine.view import View
from engine.view.overlays import OverlayRequest
from tests.bot.sample_games import game_after, game_with_log, new_game, vaux
from tests.long_forms import FIRST_BATTLES, long_but

GAMES = {"tutorial": 12, "ormes": 60, "nonaka": 40}
NUMBERS = {
    "morne_plaine": {"sw": "strength", "se": "movement", "ne": "morale", "nw": "bombardment"},
    "art_of_tactic": {"sw": "figures", "nw": "defense", "ne": "fortitude"},
}


def described(game: Game, viewer: str = "", recent: Sequence[Event] = ()) -> tuple[Names, View, str]:
    """What one viewer is told in /game board, and the view of his picture."""
    names = Names(catalogue_for(), game.seen(viewer))
    view = view_of(names, viewer, recent, OverlayRequest())
    return names, view, "\n\n".join("\n".join(s) for s in text_map.sections(names, view))


@pytest.fixture(params=GAMES)
def played_game(request: Any) -> tuple[Names, View, str]:
    game, recent = game_after(request.param, GAMES[request.param])
    return described(game, recent=recent[-20:])


def is_of(line: str, unit: str) -> bool:
    """Whether a line is a counter's: its short name comes first, then the long one or its kind."""
    return line.startswith((f"{unit} (", f"{unit}, "))


def test_every_counter_is_named_with_place_numbers_and_states(played_game: tuple[Names, View, str]) -> None:
    names, view, text = played_game

    lines = {c.id: next(line for line in text.splitlines() if is_of(line, c.id)) for c in view.counters}

    assert not [c.id for c in view.counters if c.hex and f" {c.hex} " not in f"{lines[c.id]} "]
    kinds = NUMBERS[names.game.system.name]
    numbers = [
        (c.id, f"{kinds[corner]} {n}")
        for c in view.counters
        for corner, n in c.face.corners.items()
        if corner in kinds
    ]
    assert not [(id_, number) for id_, number in numbers if number not in lines[id_]]
    states = [(c.id, catalogue_for()(f"state.{s}")) for c in view.counters for s in c.face.states]
    assert not [(id_, state) for id_, state in states if state not in lines[id_]]


def test_every_formation_stands_together(played_game: tuple[Names, View, str]) -> None:
    _, view, text = played_game

    blocks = [
        {c.id for c in view.counters if any(is_of(line, c.id) for line in block.splitlines())}
        for block in text.split("\n\n")
    ]
    corps: dict[tuple[str, str], set[str]] = {}
    for counter in view.counters:
        if counter.hex:
            corps.setdefault((counter.side, counter.corps), set()).add(counter.id)

    assert not [members for members in corps.values() if members not in blocks]


def test_every_zone_objective_owner_and_score_is_told(played_game: tuple[Names, View, str]) -> None:
    names, view, text = played_game

    assert not [side for side, zone in view.zones.items() if zone and rows(view.grid, zone) not in text]
    goals = {
        o.id: next(x for x in text.splitlines() if catalogue_for().localized(o.name) in x)
        for o in view.objectives
    }
    assert not [o.id for o in view.objectives if not all(h in goals[o.id] for h in o.hexes)]
    owned = [(o.id, f"held by {names.side(o.owner)}") for o in view.objectives if o.owner]
    assert not [(id_, owner) for id_, owner in owned if owner not in goals[id_]]
    assert not [side for side, n in view.scores.items() if f"{names.side(side)}: {n} point" not in text]


def test_every_move_shot_and_fight_just_now_is_told(played_game: tuple[Names, View, str]) -> None:
    _, view, text = played_game

    assert not [t.unit for t in view.trails if ", ".join(t.path) not in text]
    assert not [s for s in view.shots if f"{s.source} at {s.target}" not in text]
    assert not [c for c in view.clashes if c.odds and f" at {c.odds}" not in text]


def test_alt_text_is_short_and_begins_with_what_the_picture_is_of(
    played_game: tuple[Names, View, str],
) -> None:
    names, view, _ = played_game

    text = alt(names, view)

    assert len(text) <= LONGEST_ALT
    assert text.startswith(catalogue_for().localized(view.title))
    placed = {f"{c.id} {c.hex}" for c in view.counters if c.hex}
    named = {place for place in placed if place in text}
    left_out = sum(int(n) for n in re.findall(r"(\d+) more", text.split("Objectives")[0]))
    assert len(placed) - len(named) <= left_out, "units that are not named are counted"


def test_where_hidden_units_stand_is_in_no_ones_words_but_their_own_sides() -> None:
    (blue, *_), (names, view, text) = described(vaux(), "blue"), described(vaux(), "orange")
    before, empty, nothing = described(new_game("vaux"), "orange")

    placed = next(line for line in described(vaux(), "blue")[2].splitlines() if is_of(line, "line-7"))

    assert "0708" in placed
    assert "line-7 0708" in alt(blue, described(vaux(), "blue")[1])
    assert (text, alt(names, view)) == (nothing, alt(before, empty))


def test_secret_orders_are_told_to_their_own_side_alone() -> None:
    game, _ = game_after("nonaka", 4)
    assert [side for side, orders in game.state.envelopes.items() if orders] == ["blue"]

    texts = {viewer: described(game, viewer)[2] for viewer in ("blue", "red", "")}

    assert [viewer for viewer, text in texts.items() if "Known orders" in text] == ["blue"]


def test_what_does_not_fit_on_a_page_is_in_a_file_with_everything() -> None:
    game, recent = game_after("ormes", 60)
    names, view, text = described(game, recent=recent)

    page: Page = text_map.page(names, view)

    assert len(page.embeds[0].text) <= 4096
    assert [p.name for p in page.files] == ["board.txt"]
    assert text in page.files[0].text
    assert "board.txt" in page.embeds[0].text


async def test_the_board_is_told_to_the_asker_alone(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    lobby = await anna.slash("battle", "game board")
    await anna.slash("battle", "game start")
    await harness.quiet()

    reply = await harness.person("Clara").slash("battle", "game board")

    assert lobby.ephemeral
    assert reply.ephemeral
    assert "Orange, corps III" in reply.words
    assert "line-1 (1st Line), infantry, 0709" in reply.words


# --- heard by those who see nothing -------------------------------------------------------------------


def silent(text: str) -> str:
    """What of a text a screen reader would stumble over: pictures among the letters, markdown."""
    signs = [c for c in text if unicodedata.category(c) in ("So", "Sk", "Cf", "Mn")]
    return "".join(signs) + "".join(mark for mark in ("**", "`", "__") if mark in text)


def pages(game: Game, words: Catalogue) -> Iterator[tuple[str, Page]]:
    """A page with each kind of picture that this game has now."""
    for side in game.owing:
        names = Names(words, game.seen(side))
        yield "panel", orders_panel.panel(names, side)
        own = [u for u in game.state.units_on_map(side) if u.hex][:2]
        for unit in own:
            yield "unit", orders_panel.panel(names, side, unit=unit.id)
            yield "rose", step_panel.page(names, side, unit.id)
            request = OverlayRequest(overlays=frozenset({"reach", "zones", "sight", "command"}), unit=unit.id)
            yield "map", Page(picture=picture(names, side, overlays=request))
    for chapter in segments(game)[-2:]:
        for part in parts(game, chapter):
            then = Names(words, game.at(chapter.last).until(part.stop))
            yield "report", phase_report.report(then, chapter, part)
    yield "luck", dice_luck_page.page(Names(words, game), "")
    for what in public_moments.WHAT:
        if (moment := public_moments.latest(game, what)) is not None:
            yield f"share {what}", sharing_page.page(words, moment, what, name="Zoë", caption="")


@pytest.mark.parametrize(("battle", "orders"), [("ormes", 44), ("gue", 44), ("nonaka", 20), ("puits", 44)])
@pytest.mark.parametrize("language", long_but(["en"], languages()))
def test_every_kind_of_picture_says_what_it_shows(battle: str, orders: int, language: str) -> None:
    game, words = game_with_log(battle, orders), catalogue_for(language)

    pictures = [(kind, page.picture) for kind, page in pages(game, words) if page.picture is not None]

    kinds = {"panel", "unit", "map", "report", "luck", "share phase", "share map"}
    assert kinds - {kind for kind, _ in pictures} == set()
    title = words.localized(game.scenario.title)
    assert not [(kind, p.alt) for kind, p in pictures if not 40 <= len(p.alt) <= LONGEST_ALT]
    heads = {id(p): p.card.title + ". " for kind, p in pictures if kind in ("share phase", "share fight")}
    assert not [(kind, p.alt) for kind, p in pictures if not p.alt.startswith(heads.get(id(p), ""))]
    after = [(kind, p.alt.removeprefix(heads.get(id(p), ""))) for kind, p in pictures]
    assert not [(kind, alt) for kind, alt in after if title not in alt[: len(title) + 12]]
    assert not [(kind, silent(p.alt)) for kind, p in pictures if silent(p.alt)]
    texts = [
        (kind, p.describe()) for kind, p in pictures if isinstance(p, Picture) and p.describe is not None
    ]
    assert not [
        (kind, silent(text)) for kind, text in texts if silent(text.replace("`", "")) or len(text) > 2100
    ]


@pytest.mark.parametrize(("battle", "orders"), [("ormes", 44), ("gue", 44), ("nonaka", 20), ("puits", 44)])
def test_words_in_place_of_a_picture_never_end_in_a_heading(battle: str, orders: int) -> None:
    pictures = [
        p.picture
        for _, p in pages(game_with_log(battle, orders), catalogue_for("fr"))
        if isinstance(p.picture, Picture)
    ]

    texts = [picture.describe() for picture in pictures if picture.describe is not None]

    cut = re.compile(r":\n.*`/plateau` dit tout\.$|:$")
    assert texts
    assert [text[-120:] for text in texts if cut.search(text)] == []


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_what_stands_and_moves_in_a_battle_has_words_of_its_own(battle: str) -> None:
    game, _ = game_after(battle, 20)

    ways = {e.manner for t in game.entries for e in t.events if isinstance(e, Moved)} | {"crossing"}

    assert {f"symbol.{u.symbol}" for u in game.state.units.values() if u.symbol} - {*catalogue_for()} == set()
    assert {f"legend.trail.{way}" for way in ways} - {*catalogue_for()} == set()


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_every_unit_of_every_battle_is_named_once_and_nothing_is_silent(battle: str) -> None:
    game, _ = game_after(battle, 20)

    for viewer in (*game.scenario.side_ids, ""):
        names, view, text = described(game, viewer)
        lines = text.splitlines()
        seen = [c.id for c in view.counters]

        assert [id_ for id_ in seen if sum(is_of(line, id_) for line in lines) != 1] == []
        assert [line for line in lines if silent(line)] == []
        part = 0
        while part < len(heads := list(text_map.sections(names, view))):
            page = text_map.page(names, view, first=part)
            assert len(page.embeds[0].text) <= 4096
            assert heads[part][0] in page.embeds[0].text
            part += 4


def test_what_is_near_a_hex_tells_its_neighbours_and_who_is_how_far_away() -> None:
    names, view, _ = described(new_game("ormes"))

    text = "\n".join(line for section in text_map.sections(names, view, near="0709") for line in section)

    assert "E: 0809" in text
    assert "Here, Blue: line-1 (1st Line)" in text
    assert "2 hexes E, Blue: line-2 (2nd Line)" in text
    assert "jager (" not in text


@pytest.mark.long
async def test_a_part_of_the_board_and_the_way_to_another_section(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="plateau", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()

    whole = await anna.slash("battle", "game board")
    further = await anna.select(whole, whole.selects[0]["custom_id"], "6")
    mine = await anna.slash("battle", "game board", part="mine")
    near = await anna.slash("battle", "game board", near="rochet")
    nowhere = await anna.slash("battle", "game board", near="9999")

    label = whole.selects[0]["options"][6]["label"]
    assert f"### {label}" in further.words
    assert "### Orange" not in mine.words
    assert "Terrain around 0714" in near.words
    assert "9999" in nowhere.words
