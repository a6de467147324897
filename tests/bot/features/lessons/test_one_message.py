"""The lesson in a thread of your own is one public message: presses edit it, the next report takes over."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.model.permissions import Permission
from tests.bot.features.lessons.test_threads import LESSON, threads


async def lesson(harness: Any, book: str = "morne_plaine") -> tuple[Any, str]:
    """Anna's new lesson, and its thread."""
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system=book)
    await harness.quiet()
    thread: str = threads(harness)[0]["id"]
    return anna, thread


def copies(anna: Any, thread: str) -> list[Any]:
    """The messages with a lesson to press."""
    return [m for m in anna.sees(thread) if LESSON in m.labels]


async def follow(harness: Any, anna: Any, thread: str, presses: int) -> list[Any]:
    """What was seen after each press of the only lesson there is."""
    seen = []
    for _ in range(presses):
        (page,) = copies(anna, thread)
        await anna.click(page, LESSON)
        await harness.quiet()
        seen.append(copies(anna, thread))
    return seen


@pytest.mark.parametrize(
    ("book", "presses"),
    [("morne_plaine", 6), ("pousse_pion", 6), ("art_of_tactic", 6), ("desastre_colonial", 2)],
)
async def test_there_is_one_lesson_at_any_time_and_nothing_private(
    harness: Any, book: str, presses: int
) -> None:
    anna, thread = await lesson(harness, book)

    seen = await follow(harness, anna, thread, presses)

    assert [len(messages) for messages in seen] == [1] * presses
    assert not [m for m in anna.sees(thread) if m.ephemeral]


async def test_the_message_advances_in_place_until_a_report_takes_over(harness: Any) -> None:
    anna, thread = await lesson(harness)
    (first,) = copies(anna, thread)
    words, number = first.words, first.id

    await anna.click(first, LESSON)
    await harness.quiet()
    (second,) = copies(anna, thread)

    assert "Page 1 of" in words
    assert "Page 2 of" in second.words
    assert second.id == number


@pytest.mark.long
async def test_what_was_reported_stays_in_the_thread(harness: Any) -> None:
    anna, thread = await lesson(harness)

    await follow(harness, anna, thread, 6)

    words = "\n".join(m.words for m in anna.sees(thread))
    assert "begins" in words
    assert "🔵 Blue · movement · turn 1" in words
    assert [m.id for m in anna.sees(thread)].index(copies(anna, thread)[0].id) == len(anna.sees(thread)) - 1


async def test_a_press_on_an_old_copy_shows_the_present_page_there(harness: Any) -> None:
    anna, thread = await lesson(harness)
    (old,) = copies(anna, thread)
    await anna.slash(thread, "unit bombard", unit="gun-1", target="militia")
    await harness.quiet()
    last = (await harness.game()).last

    await anna.click(old, LESSON)
    await harness.quiet()

    again = next(m for m in anna.sees(thread) if m.id == old.id)
    assert "Page 2 of" in again.words
    assert (await harness.game()).last == last, "the old press orders nothing"


async def test_what_is_asked_before_a_phase_ends_is_asked_below_the_lesson_and_privately(
    harness: Any,
) -> None:
    anna, thread = await lesson(harness)
    (page,) = copies(anna, thread)
    words = page.words

    asked = await anna.click(page, "Done with bombardment")

    (question,) = asked.followups
    assert "End it anyway?" in question.words
    assert question.ephemeral
    assert copies(anna, thread)[0].words == words


async def test_another_person_in_the_thread_does_not_change_the_message(harness: Any) -> None:
    harness.sandbox.permit_bot("battle", deny=Permission.CREATE_PRIVATE_THREADS)
    anna, thread = await lesson(harness)
    (page,) = copies(anna, thread)
    words = page.words

    refused = await harness.person("Bruno").click(page, LESSON)
    await harness.quiet()

    assert refused.ephemeral
    assert copies(anna, thread)[0].words == words


async def test_the_status_message_is_no_lesson_and_stays(harness: Any) -> None:
    anna, thread = await lesson(harness)
    status = next(m for m in anna.sees(thread) if "Give orders" in m.labels and LESSON not in m.labels)
    words = status.words

    asked = await anna.click(status, "Give orders")
    await harness.quiet()

    assert asked.ephemeral
    assert next(m for m in anna.sees(thread) if m.id == status.id).words == words
