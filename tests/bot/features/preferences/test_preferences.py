"""Preferences: each player's colours, or words instead of pictures; pictures shared with others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.features.game_view.map_request import MapRequest
from bot.features.preferences import model as preferences_model
from bot.features.preferences import page as preferences_page
from bot.features.preferences.model import PlayerPreferences
from bot.features.sharing import page as sharing_page
from bot.features.sharing import public_moments
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports.map_picture import picture
from bot.ui.page import Page, Picture
from engine.errors import NotOnTable
from render import THEMES
from render.paint.palette import palette_colours
from sandbox import Permission
from tests.bot.sample_games import game_with_log, new_game


def test_words_no_one_knows_are_no_preference() -> None:
    kept = {"theme": "dark", "symbols": "runes", "overlays": "zones tea reach", "pictures": "", "hat": "red"}
    kept["numbers"] = "margin"

    assert preferences_model.from_stored(kept) == PlayerPreferences(
        theme="dark", overlays=("zones", "reach"), numbers="margin"
    )
    assert preferences_model.from_stored(
        preferences_model.to_stored(preferences_model.from_stored(kept))
    ) == preferences_model.from_stored(kept)


def test_preferences_are_changed_and_taken_back_one_by_one() -> None:
    dark = preferences_model.changed(
        PlayerPreferences(), {"theme": "dark", "symbols": "", "overlays": "zon, comm", "pictures": ""}
    )

    assert dark == PlayerPreferences(theme="dark", overlays=("zones", "command"))
    assert preferences_model.changed(dark, {"overlays": "usual"}) == PlayerPreferences(theme="dark")
    with pytest.raises(NotOnTable) as refused:
        preferences_model.changed(dark, {"overlays": "weather"})
    assert refused.value.reason == "no_overlay"


def test_what_is_named_this_time_counts_more_than_what_is_preferred() -> None:
    liked = PlayerPreferences(theme="dark", symbols="period", overlays=("zones", "sight"), numbers="margin")
    usual = Page(picture=picture(Names(catalogue_for(), new_game("ormes"))))
    assert isinstance(usual.picture, Picture)
    fixed = Page(picture=replace(usual.picture, fixed=frozenset({"theme"})))

    assert preferences_model.with_usual_overlays(liked, MapRequest()).overlay == "zones"
    assert (
        preferences_model.with_usual_overlays(liked, MapRequest(unit="line-1")).overlay == "zones sight reach"
    )
    assert preferences_model.with_usual_overlays(liked, MapRequest(overlay="command")).overlay == "command"
    dressed, kept = (
        preferences_model.dressed(liked, usual).picture,
        preferences_model.dressed(liked, fixed).picture,
    )
    assert isinstance(dressed, Picture)
    assert (dressed.theme, dressed.symbols, dressed.margin) == ("dark", "period", True)
    assert isinstance(kept, Picture)
    assert (kept.theme, kept.symbols) == ("light", "period")


def test_a_page_in_words_tells_what_the_picture_shows_and_keeps_the_rest() -> None:
    drawing = picture(Names(catalogue_for(), new_game("ormes")))

    page = preferences_page.in_words(catalogue_for(), Page(text="Turn 1", picture=drawing))

    assert (page.picture, page.text) == (None, "Turn 1")
    assert "line-1 (1st Line), infantry, 0709" in page.embeds[0].text


def theme_of(message: Any) -> str:
    """The theme of a message's picture, by the palette of its PNG."""
    data = message.file(0)
    at = data.index(b"PLTE") + 4
    return next(name for name in THEMES if palette_colours(name)[:60] == data[at : at + 60])


async def a_game(harness: Any) -> Any:
    """Anna plays both sides at Ormes; it has just begun."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


@pytest.mark.long
async def test_preferences_count_for_what_is_shown_to_one_alone(harness: Any) -> None:
    anna = await a_game(harness)
    set_ = await anna.slash("battle", "me look", theme="dark", overlays="zones")

    map_, other = await anna.slash("battle", "map"), await harness.person("Bruno").slash("battle", "map")
    light = await anna.slash("battle", "map", theme="light")
    await harness.again()
    later = await anna.slash("parlour", "me look")

    assert "Dark" in set_.words
    assert set_.ephemeral
    assert (theme_of(map_), theme_of(other), theme_of(light)) == ("dark", "light", "light")
    assert "Zones of control" in later.words


async def test_hex_numbers_stand_in_the_margin_for_one_who_wishes_it(harness: Any) -> None:
    anna = await a_game(harness)
    before = await anna.slash("battle", "map", area="action")

    chosen = await anna.slash("battle", "me look", numbers="margin")
    told = chosen.words
    after = await anna.slash("battle", "map", area="action")
    await anna.select(chosen, chosen.selects[3]["custom_id"], "usual")
    again = await anna.slash("battle", "map", area="action")

    assert "In the margin" in told
    assert len(chosen.selects) == 5
    assert before.file(0) == again.file(0) != after.file(0)


async def test_a_map_offers_dark_colours_at_one_press_until_a_player_has_chosen(harness: Any) -> None:
    anna = await a_game(harness)

    first = await anna.slash("battle", "map")
    told = await anna.click(first, "🌙 Dark maps")
    later = await anna.slash("battle", "map")

    assert told.ephemeral
    assert "Dark" in told.words
    assert (theme_of(first), theme_of(later)) == ("light", "dark")
    assert [b["label"] for b in first.buttons] == ["🌙 Dark maps", "☀️ Keep light maps"]
    assert not later.buttons


async def test_words_in_place_of_pictures_and_back_again(harness: Any) -> None:
    anna = await a_game(harness)
    reply = await anna.slash("battle", "me look")
    await anna.select(reply, reply.selects[4]["custom_id"], "words")

    public = [m for m in harness.sandbox.messages("battle", "Anna") if m.attachments and not m.ephemeral]
    panel = await anna.click(public[-1], "Give orders")
    board = await anna.slash("battle", "game board")
    back = await anna.click(await anna.slash("battle", "me look"), "Reset to defaults")
    map_ = await anna.slash("battle", "map")

    assert (panel.pictures, board.pictures) == ([], [])
    assert "shown:" in panel.words
    assert public, "what everybody reads keeps its picture"
    assert "Pictures (default)" in back.words
    assert len(map_.pictures) == 1


# --- sharing ------------------------------------------------------------------------------------------


async def a_fight(harness: Any) -> Any:
    """Anna plays Blue against the computer player until shots have been fired and reported."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="tutorial", side="blue", partner="true")
    await anna.slash("battle", "game start")
    await harness.quiet()
    await anna.slash("battle", "unit bombard", unit="gun-1", target="militia")
    await anna.slash("battle", "done")
    await harness.quiet()
    return anna


@pytest.mark.long
async def test_a_picture_is_shared_once_where_the_asker_may_post(harness: Any) -> None:
    anna = await a_fight(harness)

    done = await anna.slash("battle", "game picture", channel="parlour", caption="**Look** at @everyone")
    await harness.quiet()
    again = await anna.slash("battle", "game picture", channel="parlour")
    post = harness.sandbox.messages("parlour", "Clara")[-1]

    assert done.ephemeral
    assert "<#" in done.words
    assert "Anna" in post.words
    assert "\\*\\*Look\\*\\* at \\@everyone" in post.words
    assert f"<#{harness.sandbox.channel('battle')['id']}>" in post.words
    assert len(post.pictures) == 1
    alt = post.pictures[0]["description"]
    assert "First orders · Turn 1 of 3 · bombardment · Blue to play." in alt
    assert "already been shared" in again.words
    assert not post.json["mentions"]
    assert not post.json["mention_everyone"]


async def test_permissions_of_the_asker_and_of_the_bot_are_checked(harness: Any) -> None:
    anna = await a_fight(harness)
    harness.sandbox.permit("Anna", "parlour", deny=Permission.ATTACH_FILES)
    forbidden = await anna.slash("battle", "game picture", channel="parlour")
    harness.sandbox.permit("Anna", "parlour", allow=Permission.ATTACH_FILES)
    harness.sandbox.permit_bot("parlour", deny=Permission.SEND_MESSAGES)
    unable = await anna.slash("battle", "game picture", channel="parlour")
    await harness.quiet()

    assert "you are missing permissions: Attach Files" in forbidden.words
    assert "give me: Send Messages" in unable.words
    assert harness.sandbox.messages("parlour", "Marshal") == []


async def test_the_headline_of_a_shared_picture_says_who_took_what_and_who_fell() -> None:
    """In whichever phase of a game that the computer plays both happened first."""
    both = re.compile(
        r"### [^·]+ holds [^·]+ · [^·]+ (is|are) eliminated\n(\*\*(Blue|Orange)\*\* leads|Level at)"
    )

    pages = []
    for orders in range(25, 150, 3):
        moment = public_moments.latest(game_with_log("ormes", orders), "phase")
        assert moment is not None
        pages.append(sharing_page.page(catalogue_for("en"), moment, "phase", name="Anna").text)
        if both.match(pages[-1]):
            break

    assert both.match(pages[-1]), pages


@pytest.mark.long
async def test_without_a_gallery_the_picture_is_posted_here_and_says_who_leads(harness: Any) -> None:
    anna = await a_fight(harness)

    await anna.slash("battle", "game picture", what="map")
    await harness.quiet()

    post = await anna.until("battle", "shares the map")
    assert "**Orange** leads 1 to 0." in post.words
    assert post.pictures[0]["description"]


@pytest.mark.long
async def test_the_gallery_takes_what_is_shared_without_naming_a_channel(harness: Any) -> None:
    anna = await a_fight(harness)
    parlour = harness.sandbox.channel("parlour")
    async with harness.store.writing() as tx:
        await tx.settings.set(int(parlour["guild_id"]), "gallery", int(parlour["id"]))
    harness.sandbox.permit("Anna", "parlour", deny=Permission.SEND_MESSAGES)

    await anna.slash("battle", "game picture", what="phase")
    await harness.quiet()

    assert "shares a phase" in harness.sandbox.messages("parlour", "Clara")[-1].words
