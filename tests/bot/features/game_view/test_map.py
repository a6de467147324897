"""/map: area, overlays and look; plain refusals; autocompletion."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

import render
from bot.features.game_view import map_request
from bot.features.game_view.map_request import MapRequest
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports.map_picture import picture
from engine.errors import NotOnTable
from engine.scenario import SYMBOL_SETS
from engine.view.overlays import OVERLAYS
from render import THEMES, crops
from tests.bot.sample_games import new_game, ormes, vaux


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        ("ormes", "movement lower right, morale upper right"),
        ("gue", "morale points upper right"),
        ("puits", "cohesion lower left"),
        ("nonaka", "fortitude upper right"),
    ],
)
async def test_map_and_key_says_what_the_numbers_on_a_counter_are(
    harness: Any, battle: str, said: str
) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=battle, side="both")
    await anna.slash("battle", "game start")

    assert said in (await anna.slash("battle", "map", area="whole")).words
    assert said not in (await anna.slash("battle", "map", area="action")).words


def read(**typed: str) -> map_request.ParsedMapRequest:
    return map_request.read(MapRequest(**typed), ormes())


def refused(**typed: str) -> str:
    with pytest.raises(NotOnTable) as refusal:
        read(**typed)
    return refusal.value.reason


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"area": "moon"}, "no_such_area"),
        ({"area": "unit"}, "area_needs"),
        ({"area": "corps"}, "area_needs"),
        ({"corps": "XXL"}, "no_such_corps"),
        ({"unit": "napoleon"}, "no_such_unit"),
        ({"overlay": "zones, gossip"}, "no_overlay"),
        ({"overlay": "reach"}, "overlay_needs_unit"),
        ({"path": "NE NE"}, "overlay_needs_unit"),
        ({"unit": "line-1", "path": "up"}, "no_such_direction"),
        ({"theme": "pink"}, "no_theme"),
        ({"symbols": "runes"}, "no_symbols"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_reason(typed: dict[str, str], reason: str) -> None:
    assert refused(**typed) == reason


def test_nothing_typed_shows_the_whole_map_in_the_usual_colours() -> None:
    wanted = read()

    assert (wanted.theme, wanted.symbols, wanted.overlay_request.overlays) == ("light", "", frozenset())
    assert wanted.unit is None
    assert wanted.full
    assert not read(area="action").full


def test_words_may_be_begun_and_several_overlays_named() -> None:
    wanted = read(unit="line-1", overlay="Zon + reach,comm", theme="DA", path="0708")

    assert wanted.overlay_request.overlays == {"zones", "reach", "command", "path"}
    assert wanted.overlay_request.path == ("0708",)
    assert wanted.theme == "dark"


def test_a_corps_is_known_by_its_name_where_one_side_alone_has_it() -> None:
    assert set(map_request.corps_of(ormes())) == {"blue i", "blue ii", "orange iii", "orange iv"}
    assert refused(corps="blue iii") == "no_such_corps"
    assert read(corps=" III ").area.keywords == {"side": "orange", "name": "III"}  # type: ignore[attr-defined]


def test_a_corps_that_is_hidden_is_not_on_the_map() -> None:
    """While both sides set up, neither knows of the other's units (MP-SET-6)."""
    own, other = map_request.corps_of(vaux().seen("blue")), map_request.corps_of(vaux().seen("orange"))

    assert [side for side, _ in own.values()] == ["blue"]
    assert not other


def test_lists_of_overlays_go_on() -> None:
    assert map_request.completions("") == [(name,) for name in OVERLAYS]
    assert map_request.completions("zones co") == [("zones", "command")]
    assert map_request.completions("zones")[:2] == [("zones",), ("zones", "supports")]


@pytest.mark.parametrize("kind", ["area", "theme", "symbols", "overlay"])
def test_every_choice_has_words(kind: str) -> None:
    known = {
        "area": map_request.AREAS,
        "theme": tuple(THEMES),
        "symbols": map_request.SYMBOL_SETS,
        "overlay": OVERLAYS,
    }

    assert all(f"{kind}.{name}" in catalogue_for() for name in known[kind])


def test_a_map_too_wide_for_a_phone_is_cropped_unless_the_whole_is_asked_for() -> None:
    names = Names(catalogue_for(), ormes())

    assert picture(names).crop == crops.action(picture(names).view)
    assert picture(names, area=crops.whole).crop is None


@pytest.mark.parametrize(("battle", "symbols"), [("ormes", "nato"), ("takase", "period")])
def test_counters_bear_the_symbols_of_their_rulebook(battle: str, symbols: str) -> None:
    assert picture(Names(catalogue_for(), new_game(battle))).symbols == symbols
    assert SYMBOL_SETS == map_request.SYMBOL_SETS


# --- at the table -------------------------------------------------------------------------------------


async def start_game(harness: Any) -> Any:
    """Anna plays both sides at Ormes."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


async def test_what_is_asked_for_is_shown_to_the_asker_alone(harness: Any) -> None:
    anna = await start_game(harness)

    some = await anna.slash("battle", "map", overlay="zones command", theme="dark", area="corps", corps="II")
    whole = await anna.slash("battle", "map", area="whole")
    wrong = await anna.slash("battle", "map", overlay="gossip")
    reach = await anna.slash("battle", "map", overlay="reach")

    assert all(reply.ephemeral for reply in (some, whole, wrong, reach))
    assert some.file(0).startswith(b"\x89PNG")
    assert "/map area:whole" in some.words
    assert "/map area:whole" not in whole.words
    assert "no overlay “gossip”" in wrong.words
    assert "`unit:`" in reach.words
    assert not wrong.pictures


async def test_the_whole_map_is_as_large_as_it_needs_and_a_part_of_it_as_large_as_discord_shows(
    harness: Any,
) -> None:
    anna = await start_game(harness)

    whole, part = await anna.slash("battle", "map"), await anna.slash("battle", "map", area="action")

    sizes = [Image.open(io.BytesIO(reply.file(0))).size for reply in (whole, part)]
    assert sizes[1][0] == render.BOX[0]
    assert render.BOX[1] <= sizes[1][1] <= render.TALLEST
    assert sizes[0] > (1300, 1000)


async def test_what_can_be_typed_next_is_offered(harness: Any) -> None:
    anna = await start_game(harness)

    overlays = await anna.complete("battle", "map", {"overlay": "zones "}, focused="overlay")
    corps = await anna.complete("battle", "map", {"corps": "blue"}, focused="corps")
    units = await anna.complete("battle", "map", {"unit": "baden"}, focused="unit")

    assert {"name": "Zones of control, Command", "value": "zones command"} in plain(overlays)
    assert [c["value"] for c in plain(corps)] == ["blue i", "blue ii"]
    assert [c["value"] for c in plain(units)] == ["baden"], "of the other side, too: it is in sight"


def plain(options: Any) -> list[dict[str, Any]]:
    return [{"name": c["name"], "value": c["value"]} for c in options]


async def test_the_same_picture_asked_for_at_once_is_drawn_once(harness: Any) -> None:
    await start_game(harness)
    drawn = []
    draw = harness.bot.drawing_process.draw

    async def counted(picture: Any) -> bytes:
        drawn.append(picture)
        return await draw(picture)

    harness.bot.drawing_process.draw = counted
    people = [harness.person(name) for name in ("Bruno", "Clara")]

    replies = await asyncio.gather(*(p.slash("battle", "map", area="whole", theme="dark") for p in people))
    await harness.quiet()

    assert len(drawn) == 1
    assert replies[0].file(0) == replies[1].file(0)
