"""Everybody sees the table as he likes, in his colours or in words alone; and shows pictures to others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot import taste
from bot.page import Page, Picture
from bot.say import preferences
from bot.say.board import picture
from bot.say.names import Names
from bot.taste import Taste
from bot.wish import Wish
from bot.words import speak
from engine.errors import NotOnTable
from render import THEMES
from render.palette import colours
from sandbox import Permission
from tests.bot.tables import laid


def test_words_nobody_knows_are_no_preference() -> None:
    kept = {"theme": "dark", "symbols": "runes", "overlays": "zones tea reach", "pictures": "", "hat": "red"}

    assert taste.read(kept) == Taste(theme="dark", overlays=("zones", "reach"))
    assert taste.read(taste.kept(taste.read(kept))) == taste.read(kept)


def test_preferences_are_changed_and_taken_back_one_by_one() -> None:
    dark = taste.changed(Taste(), {"theme": "dark", "symbols": "", "overlays": "zon, comm", "pictures": ""})

    assert dark == Taste(theme="dark", overlays=("zones", "command"))
    assert taste.changed(dark, {"overlays": "usual"}) == Taste(theme="dark")
    with pytest.raises(NotOnTable) as refused:
        taste.changed(dark, {"overlays": "weather"})
    assert refused.value.reason == "no_overlay"


def test_what_is_named_this_time_counts_more_than_what_is_preferred() -> None:
    liked = Taste(theme="dark", symbols="period", overlays=("zones", "sight"))
    shown = Page(picture=picture(Names(speak(), laid("ormes"))))
    assert isinstance(shown.picture, Picture)
    asked = Page(picture=replace(shown.picture, fixed=frozenset({"theme"})))

    assert taste.wished(liked, Wish()).overlay == "zones"
    assert taste.wished(liked, Wish(unit="line-1")).overlay == "zones sight reach"
    assert taste.wished(liked, Wish(overlay="command")).overlay == "command"
    dressed, kept = taste.dressed(liked, shown).picture, taste.dressed(liked, asked).picture
    assert isinstance(dressed, Picture)
    assert (dressed.theme, dressed.symbols) == ("dark", "period")
    assert isinstance(kept, Picture)
    assert (kept.theme, kept.symbols) == ("light", "period")


def test_a_page_in_words_tells_what_the_picture_shows_and_keeps_the_rest() -> None:
    shown = picture(Names(speak(), laid("ormes")))

    told = preferences.in_words(speak(), Page(text="Turn 1", picture=shown))

    assert (told.picture, told.text) == (None, "Turn 1")
    assert "1st Line (line-1), infantry, 0709" in told.notes[0].text


def theme_of(message: Any) -> str:
    """The theme of a message's picture, by the palette of its PNG."""
    data = message.file(0)
    at = data.index(b"PLTE") + 4
    return next(name for name in THEMES if colours(name)[:60] == data[at : at + 60])


async def a_game(house: Any) -> Any:
    """Anna plays both sides at Ormes; it has just begun."""
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna


async def test_preferences_count_for_what_is_shown_to_one_alone(house: Any) -> None:
    anna = await a_game(house)
    set_ = await anna.slash("battle", "preferences", theme="dark", overlays="zones")

    map_, other = await anna.slash("battle", "map"), await house.person("Bruno").slash("battle", "map")
    light = await anna.slash("battle", "map", theme="light")
    await house.again()
    later = await anna.slash("parlour", "preferences")

    assert "Dark" in set_.words
    assert set_.ephemeral
    assert (theme_of(map_), theme_of(other), theme_of(light)) == ("dark", "light", "light")
    assert "Zones of control" in later.words


async def test_words_in_place_of_pictures_and_back_again(house: Any) -> None:
    anna = await a_game(house)
    shown = await anna.slash("battle", "preferences")
    await anna.select(shown, shown.selects[3]["custom_id"], "words")

    public = [m for m in house.sandbox.messages("battle", "Anna") if m.attachments and not m.ephemeral]
    panel = await anna.click(public[-1], "Give orders")
    board = await anna.slash("battle", "board")
    back = await anna.click(await anna.slash("battle", "preferences"), "Everything as usual")
    map_ = await anna.slash("battle", "map")

    assert (panel.attachments, board.attachments) == ([], [])
    assert "shown:" in panel.words
    assert public, "what everybody reads keeps its picture"
    assert "Pictures, as usual" in back.words
    assert len(map_.attachments) == 1


# --- sharing ------------------------------------------------------------------------------------------


async def a_fight(house: Any) -> Any:
    """Anna plays Blue against the sparring partner until shots have been fired and reported."""
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="tutorial", side="blue", partner="true")
    await anna.slash("battle", "game start")
    await house.quiet()
    await anna.slash("battle", "bombard", unit="gun-1", target="militia")
    await anna.slash("battle", "done")
    await house.quiet()
    return anna


async def test_a_picture_is_shared_once_where_the_asker_may_post(house: Any) -> None:
    anna = await a_fight(house)

    done = await anna.slash("battle", "share", channel="parlour", caption="**Look** at @everyone")
    await house.quiet()
    again = await anna.slash("battle", "share", channel="parlour")
    post = house.sandbox.messages("parlour", "Clara")[-1]

    assert done.ephemeral
    assert "<#" in done.words
    assert "Anna" in post.words
    assert "\\*\\*Look\\*\\* at \\@everyone" in post.words
    assert f"<#{house.sandbox.channel('battle')['id']}>" in post.words
    assert len(post.attachments) == 1
    alt = post.attachments[0]["description"]
    assert alt.startswith("First orders. Turn 1 of 3 · bombardment · Blue to play.")
    assert "has been shared" in again.words
    assert not post.json["mentions"]
    assert not post.json["mention_everyone"]


async def test_permissions_of_the_asker_and_of_the_bot_are_checked(house: Any) -> None:
    anna = await a_fight(house)
    nowhere = await anna.slash("battle", "share")
    house.sandbox.permit("Anna", "parlour", deny=Permission.ATTACH_FILES)
    forbidden = await anna.slash("battle", "share", channel="parlour")
    house.sandbox.permit("Anna", "parlour", allow=Permission.ATTACH_FILES)
    house.sandbox.permit_bot("parlour", deny=Permission.SEND_MESSAGES)
    unable = await anna.slash("battle", "share", channel="parlour")
    await house.quiet()

    assert "no gallery" in nowhere.words
    assert "you lack: Attach Files" in forbidden.words
    assert "give me: Send Messages" in unable.words
    assert house.sandbox.messages("parlour", "Marshal") == []


async def test_the_gallery_takes_what_is_shared_without_naming_a_channel(house: Any) -> None:
    anna = await a_fight(house)
    parlour = house.sandbox.channel("parlour")
    async with house.store.writing() as w:
        await w.settle(int(parlour["guild_id"]), "gallery", int(parlour["id"]))
    house.sandbox.permit("Anna", "parlour", deny=Permission.SEND_MESSAGES)

    await anna.slash("battle", "share", what="phase")
    await house.quiet()

    assert "shares a phase" in house.sandbox.messages("parlour", "Clara")[-1].words
