"""Pictures of the steps of a turn when something goes wrong, and when only the words are edited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import map_picture
from bot.transport import cards, messages
from bot.ui.page import Embed, Page
from tests.bot.features.secret_orders.test_secret_turns import shot_and_march, shown
from tests.bot.sample_games import new_game


def no_ink(parcel: Any) -> bytes:
    """A drawing process without colours."""
    raise ValueError("no ink")


def turn(steps: int) -> Page:
    """A report of so many steps, drawn."""
    picture = map_picture.picture(Names(catalogue_for(), new_game("takase")))
    notes = [
        Embed(
            title=f"Step {n}",
            text="words",
            picture=replace(picture, alt=f"step {n}", name=f"step-{n}.png"),
            png=b"png",
        )
        for n in range(1, steps + 1)
    ]
    return Page(embeds=tuple(notes))


def parts(view: Any) -> list[dict[str, Any]]:
    """The components within the frame of a card."""
    (box,) = view.to_components()
    found: list[dict[str, Any]] = box["components"]
    return found


@pytest.mark.long
async def test_a_step_that_cannot_be_drawn_says_so_and_the_turn_is_told(harness: Any, caplog: Any) -> None:
    harness.bot.drawing_process._job = no_ink

    report, _ = await shot_and_march(harness)

    assert "**kiba-1 (Kibamusha Tsuge)** runs 1310 → 1309 → 1208" in report.words
    assert report.words.count("picture could not be drawn") == 2
    assert not [part for part in shown(report) if part.endswith(".png")]
    harness.broken = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]


def test_an_edit_of_the_words_keeps_the_picture_of_each_step() -> None:
    page = turn(3)
    undrawn = Page(embeds=tuple(Embed(title=n.title, text=n.text, picture=n.picture) for n in page.embeds))

    edit = messages.as_text_edit(undrawn)

    assert "attachments" not in edit
    urls = [p["items"][0]["media"]["url"] for p in parts(edit["view"]) if p["type"] == 12]
    assert urls == [f"attachment://step-{n}.png" for n in (1, 2, 3)]


def test_each_step_has_a_gallery_of_its_own_and_its_file() -> None:
    page = turn(4)

    message = messages.as_message(page, None)

    galleries = [p["items"] for p in parts(message["view"]) if p["type"] == 12]
    assert [len(items) for items in galleries] == [1] * 4
    assert [file.filename for file in message["files"]] == [f"step-{n}.png" for n in (1, 2, 3, 4)]
    assert [file.description for file in message["files"]] == [f"step {n}" for n in (1, 2, 3, 4)]


def test_pictures_of_steps_count_against_the_parts_of_a_card() -> None:
    crowded = turn(18)

    assert cards.fits(turn(4))
    assert not cards.fits(crowded)
