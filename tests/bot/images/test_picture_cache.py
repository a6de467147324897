"""Pictures are drawn once each, their map once, and never larger than the channel accepts."""

from __future__ import annotations

import asyncio
import io
import pickle
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from bot.cli import settings
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.images.picture_cache import LARGEST, MOST_KEPT, PictureCache
from bot.images.view_transfer import MOST_MAPS, Sender, unpack_view
from bot.reports.map_picture import picture
from bot.ui.page import Picture
from render import crops
from tests.bot.sample_games import new_game

SMALL = 60_000
"""Bytes: a channel that takes less than a picture of the tutorial."""


@pytest.fixture(scope="module")
def tutorial() -> Picture:
    return picture(Names(catalogue_for(), new_game("tutorial")), area=crops.whole)


class Counting(DrawingProcess):
    """A painter that says what it was asked for."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.requests: list[Picture] = []

    async def draw(self, picture: Picture) -> bytes:
        self.requests.append(picture)
        return await super().draw(picture)


@pytest.fixture
async def painter(tmp_path: Path) -> AsyncIterator[Counting]:
    made = Counting(cache=tmp_path / "cache")
    yield made
    await made.close()


def again(picture: Picture) -> Picture:
    """An equal picture of which nothing is the same object."""
    return pickle.loads(pickle.dumps(replace(picture, describe=None)))  # type: ignore[no-any-return]


@pytest.mark.long
async def test_equal_pictures_are_drawn_once_while_drawing_and_after(
    painter: Counting, tutorial: Picture
) -> None:
    gallery = PictureCache(painter)

    together = await asyncio.gather(gallery.png(tutorial), gallery.png(again(tutorial)))
    later = await gallery.png(again(tutorial))

    assert len(painter.requests) == 1
    assert together == [later, later]


@pytest.mark.long
async def test_a_viewer_who_sees_less_gets_another_picture(painter: Counting, tutorial: Picture) -> None:
    less = replace(tutorial, view=replace(tutorial.view, counters=tutorial.view.counters[1:]))
    dark = replace(tutorial, theme="dark")
    gallery = PictureCache(painter)

    made = {await gallery.png(p) for p in (tutorial, less, dark)}

    assert len(made) == len(painter.requests) == 3


@pytest.mark.long
async def test_a_request_that_is_cancelled_does_not_stop_the_others(
    painter: Counting, tutorial: Picture
) -> None:
    gallery = PictureCache(painter)
    gone, stays = (asyncio.create_task(gallery.png(tutorial)) for _ in range(2))
    await asyncio.sleep(0)

    gone.cancel()

    assert (await stays).startswith(b"\x89PNG")
    assert len(painter.requests) == 1


@pytest.mark.long
async def test_what_could_not_be_drawn_is_tried_again(painter: Counting, tutorial: Picture) -> None:
    gallery = PictureCache(painter)
    with pytest.raises(DrawingFailed):
        await gallery.png(replace(tutorial, theme="no such theme"))

    with pytest.raises(DrawingFailed):
        await gallery.png(replace(tutorial, theme="no such theme"))

    assert len(painter.requests) == 2
    assert (await gallery.png(tutorial)).startswith(b"\x89PNG")


class Quick(DrawingProcess):
    """A painter whose pictures are their own words."""

    async def draw(self, picture: Picture) -> bytes:
        return picture.alt.encode()


async def test_only_the_last_few_pictures_are_kept(tutorial: Picture) -> None:
    gallery = PictureCache(Quick())
    for number in range(3 * MOST_KEPT):
        await gallery.png(replace(tutorial, alt=str(number)))

    assert len(gallery._pictures) == MOST_KEPT


@pytest.mark.parametrize(("size", "kept"), [(1_500_000, 2), (5_000_000, 1)])
async def test_what_is_kept_is_bounded_in_bytes(tutorial: Picture, size: int, kept: int) -> None:
    gallery = PictureCache(Quick())
    for number in range(5):
        await gallery.png(replace(tutorial, alt=f"{number}" * size), LARGEST)

    assert len(gallery._pictures) == kept


@pytest.mark.long
async def test_a_picture_too_large_is_drawn_smaller(painter: Counting, tutorial: Picture) -> None:
    gallery = PictureCache(painter)

    full, small = await gallery.png(tutorial), await gallery.png(tutorial, SMALL)

    assert len(full) > SMALL >= len(small)
    assert Image.open(io.BytesIO(small)).width < Image.open(io.BytesIO(full)).width


async def test_a_picture_that_cannot_be_small_enough_is_left_out(tutorial: Picture) -> None:
    with pytest.raises(DrawingFailed):
        await PictureCache(Quick()).png(tutorial, 100)


# --- the drawing process ---------------------------------------------------------------------------------


def test_a_printed_map_is_sent_once(tutorial: Picture) -> None:
    sender = Sender()

    first, second = sender.wrap(tutorial), sender.wrap(again(tutorial))
    arrived = [unpack_view(pickle.loads(pickle.dumps(parcel))) for parcel in (first, second)]

    assert (first.printed is None, second.printed is None) == (False, True)
    assert arrived == [tutorial, tutorial]


def test_a_map_that_changes_in_play_is_another_map(tutorial: Picture) -> None:
    hexes = dict(tutorial.view.hexes)
    hexes["0101"] = replace(hexes["0101"], terrain="marsh")
    changed = replace(tutorial, view=replace(tutorial.view, hexes=hexes))
    sender = Sender()

    arrived = [unpack_view(sender.wrap(p)) for p in (tutorial, changed, tutorial)]

    assert arrived == [tutorial, changed, tutorial]


def test_more_maps_than_are_kept_arrive_all_the_same(tutorial: Picture) -> None:
    first = next(iter(tutorial.view.hexes.values()))
    maps = [
        replace(tutorial, view=replace(tutorial.view, hexes={"0101": replace(first, level=n)}))
        for n in range(2 * MOST_MAPS)
    ]
    sender = Sender()

    assert [unpack_view(sender.wrap(p)) for p in [*maps, *maps]] == [*maps, *maps]


@pytest.mark.long
async def test_a_new_drawing_process_is_sent_its_maps_again(painter: Counting, tutorial: Picture) -> None:
    before = await painter.draw(tutorial)
    painter._drop()

    assert await painter.draw(tutorial) == before


@pytest.mark.long
async def test_printed_maps_are_kept_in_the_folder_it_was_given(painter: Counting, tutorial: Picture) -> None:
    await painter.draw(tutorial)

    assert list((painter._cache or Path()).rglob("*.png"))


# --- what the channel takes ------------------------------------------------------------------------------


@pytest.mark.long
async def test_answers_and_posts_keep_within_what_the_channel_takes(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.gateway.interactions.FILE_BYTES", SMALL)
    monkeypatch.setattr("sandbox.messages.uploads.FILE_BYTES", SMALL)
    monkeypatch.setattr(discord.Guild, "filesize_limit", SMALL)
    anna = harness.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await harness.quiet()

    reply = await anna.slash("tutorial", "map")
    post = [m for m in anna.sees("tutorial") if m.attachments and not m.ephemeral][-1]

    assert all(0 < len(message.file(0)) <= SMALL for message in (reply, post))


# --- where it is kept ------------------------------------------------------------------------------------


def test_the_cache_lies_beside_the_games_or_where_the_host_says(tmp_path: Path) -> None:
    beside = settings.read(tmp_path / "games", {}, tmp_path)
    named = settings.read(tmp_path / "games", {"GROGNARD_CACHE": str(tmp_path / "elsewhere")}, tmp_path)

    assert beside.cache == tmp_path / "games" / "cache"
    assert named.cache == tmp_path / "elsewhere"


def test_without_a_word_it_lies_where_the_system_keeps_caches(tmp_path: Path) -> None:
    configuration = settings.read(None, {}, tmp_path)

    assert configuration.cache == settings.default_cache(configuration.data)
    assert configuration.data not in configuration.cache.parents
