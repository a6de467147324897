"""/learn, over real sockets: a private thread, found again, started over, or no thread at all."""

from __future__ import annotations

import asyncio
import hashlib
import re
from typing import Any

import pytest

from sandbox.model.permissions import Permission
from sandbox.model.refusals import Refusal
from sandbox.model.world import World
from tests.patience import PATIENCE

THREADS = Permission.CREATE_PRIVATE_THREADS | Permission.CREATE_PUBLIC_THREADS
LESSON = "Do it for me"


def threads(harness: Any) -> list[dict[str, Any]]:
    return harness.sandbox.state.threads(parent=harness.sandbox.channel("battle")["id"])


async def test_learn_opens_a_private_thread_with_the_first_page_in_the_askers_language(build: Any) -> None:
    async with build(world=World().with_locales({"Anna": "fr"})) as harness:
        anna = harness.person("Anna")
        reply = await anna.slash("battle", "learn")
        answer = await anna.slash("battle", "learn", system="morne_plaine")
        await harness.quiet()

        (thread,) = threads(harness)
        assert thread["type"] == 12
        assert thread["thread_metadata"]["invitable"] is False
        assert thread["name"] == "Morne Plaine – leçons"
        assert f"<#{thread['id']}>" in answer.words
        assert reply.labels == ["Morne Plaine", "Pousse-pion", "Art of Tactic", "Désastre Colonial"]
        posts = anna.sees(thread["id"])
        assert len(posts) <= 3
        assert any("D’abord le canon" in p.words for p in posts)


async def test_two_presses_open_one_thread_and_the_second_finds_it(harness: Any) -> None:
    anna = harness.person("Anna")
    reply = await anna.slash("battle", "learn")

    first = await anna.click(reply, "Pousse-pion", wait=False)
    second = await anna.click(reply, "Pousse-pion", wait=False)
    await harness.quiet()
    answer = await anna.slash("battle", "learn", system="pousse_pion")

    assert len(threads(harness)) == 1
    assert len(await harness.store.games.all()) == 1
    assert first is not second
    assert "under way" in answer.words
    restarted = await anna.click(answer, "Start over")
    await harness.quiet()
    assert len(threads(harness)) == 2
    assert [g.status for g in await harness.store.games.all()] == ["over", "playing"]
    assert "are waiting in" in restarted.words
    assert sorted(t["thread_metadata"]["archived"] for t in threads(harness)) == [False, True]
    again = await anna.click(answer, "Start over")
    assert "under way" in again.words
    assert len(threads(harness)) == 2


@pytest.mark.long
async def test_where_no_thread_is_allowed_the_channel_serves_or_it_is_said_who_can_help(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    harness.sandbox.permit_bot("battle", deny=Permission.CREATE_PRIVATE_THREADS)
    await harness.sandbox.settled()
    public = await anna.slash("battle", "learn", system="art_of_tactic")
    await harness.quiet()
    harness.sandbox.permit_bot("battle", deny=THREADS)
    await harness.sandbox.settled()
    here = await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()
    taken = await bruno.slash("battle", "learn", system="morne_plaine")

    assert [t["type"] for t in threads(harness)] == [11]
    assert "Create Private Threads" in public.words
    assert LESSON in here.labels
    assert "Create Private Threads" in taken.words
    assert "another channel" in taken.words


@pytest.mark.long
@pytest.mark.fault(75)
async def test_a_deleted_thread_is_replaced_and_an_archived_one_opened(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()
    (thread,) = threads(harness)
    thread["thread_metadata"] |= {"archived": True}
    harness.sandbox.change_channel(thread)
    await harness.sandbox.settled()
    reply = await anna.slash("battle", "learn", system="morne_plaine")
    (thread,) = threads(harness)
    assert thread["id"] in reply.words
    assert thread["thread_metadata"]["archived"] is False

    await harness.close()
    harness.sandbox.delete_channel(thread)
    await harness.open()
    answer = await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()

    (fresh,) = threads(harness)
    assert fresh["id"] in answer.words
    assert [g.status for g in await harness.store.games.all()] == ["over", "playing"]


async def test_an_empty_thread_of_a_run_that_broke_off_is_swept_away(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()
    channel = harness.bot.get_channel(int(harness.sandbox.channel("battle")["id"]))
    await channel.create_thread(name="left behind")

    await harness.again()
    async with asyncio.timeout(PATIENCE):
        while len(threads(harness)) > 1:
            await asyncio.sleep(0.02)

    assert [t["name"] for t in threads(harness)] == ["Morne Plaine – lessons"]


@pytest.mark.long
async def test_the_pages_praise_say_what_they_wanted_are_skipped_and_come_back(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()
    thread = threads(harness)[0]["id"]

    right = await anna.slash(thread, "unit bombard", unit="gun-1", target="militia")
    assert "✅ **Guns first:**" in right.words
    await anna.slash(thread, "done")
    panel = await anna.slash(thread, "move", unit="cav-1", path="0806")
    assert "waiting for `/move unit:inf-1" in panel.words
    panel = await anna.click(panel, "Skip this page")
    assert "Page 4 of" in panel.words
    panel = await anna.click(panel, "Undo")
    assert "the page you skipped" in panel.words
    assert "Page 3 of" in panel.words
    panel = await anna.slash(thread, "move", unit="inf-1", path="0606")
    assert "no longer possible" in panel.words
    assert "Page 4 of" in panel.words


@pytest.mark.long
async def test_a_new_start_archives_the_old_thread_and_its_buttons_lead_to_learn(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="pousse_pion")
    await harness.quiet()
    (old,) = threads(harness)
    page = next(m for m in anna.sees(old["id"]) if LESSON in m.labels)
    under_way = await anna.slash("battle", "learn", system="pousse_pion")
    await anna.click(under_way, "Start over")
    await harness.quiet()

    pressed = await anna.click(page, LESSON)

    archived = {t["id"]: t["thread_metadata"]["archived"] for t in threads(harness)}
    assert archived[old["id"]] is True
    assert list(archived.values()).count(False) == 1
    assert "`/learn`" in pressed.words
    assert "/game new" not in pressed.words


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50083), (404, 10003)])
async def test_an_old_thread_that_cannot_be_archived_is_no_obstacle(
    harness: Any, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    def refuse(*_: Any) -> Any:
        raise Refusal(status, code, "not this one")

    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="pousse_pion")
    await harness.quiet()
    monkeypatch.setattr("sandbox.rest.channels._change_thread", refuse)
    under_way = await anna.slash("battle", "learn", system="pousse_pion")

    restarted = await anna.click(under_way, "Start over")

    assert "are waiting in" in restarted.words
    assert [g.status for g in await harness.store.games.all()] == ["over", "playing"]


async def test_the_hash_of_the_dice_is_not_read_out_in_lessons_but_can_be_asked_for(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await harness.quiet()
    thread = threads(harness)[0]["id"]
    game = (await harness.store.games.all())[0]

    checked = await anna.slash(thread, "dice verify")

    posts = [m.words for m in harness.sandbox.messages(thread, "Anna") if not m.ephemeral]
    assert posts
    assert not any(re.search(r"[0-9a-f]{64}", words) for words in posts)
    assert hashlib.sha256(game.seed).hexdigest() in checked.words
    assert "posted at the start" not in checked.words
