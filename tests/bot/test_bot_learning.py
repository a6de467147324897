"""/learn, over real sockets: a private thread, found again, begun anew, and what happens without threads."""

from __future__ import annotations

import asyncio
from typing import Any

from sandbox.permissions import Permission
from sandbox.world import World

THREADS = Permission.CREATE_PRIVATE_THREADS | Permission.CREATE_PUBLIC_THREADS
LESSON = "Do it for me"


def threads(house: Any) -> list[dict[str, Any]]:
    return house.sandbox.state.threads(parent=house.sandbox.channel("battle")["id"])


async def test_learn_opens_a_private_thread_with_the_first_page_in_the_askers_language(build: Any) -> None:
    async with build(world=World().speaking({"Anna": "fr"})) as house:
        anna = house.person("Anna")
        shown = await anna.slash("battle", "learn")
        answer = await anna.slash("battle", "learn", system="morne_plaine")
        await house.quiet()

        (thread,) = threads(house)
        assert thread["type"] == 12
        assert thread["thread_metadata"]["invitable"] is False
        assert thread["name"] == "Morne Plaine – leçons"
        assert f"<#{thread['id']}>" in answer.words
        assert shown.labels == ["Morne Plaine", "Pousse-pion", "Art of Tactic", "Désastre Colonial"]
        posts = anna.sees(thread["id"])
        assert len(posts) <= 3
        assert any("D’abord le canon" in p.words for p in posts)


async def test_two_presses_open_one_thread_and_the_second_finds_it(house: Any) -> None:
    anna = house.person("Anna")
    shown = await anna.slash("battle", "learn")

    first = await anna.click(shown, "Pousse-pion", wait=False)
    second = await anna.click(shown, "Pousse-pion", wait=False)
    await house.quiet()
    answer = await anna.slash("battle", "learn", system="pousse_pion")

    assert len(threads(house)) == 1
    assert len(await house.store.games()) == 1
    assert first is not second
    assert "under way" in answer.words
    anew = await anna.click(answer, "Begin anew")
    await house.quiet()
    assert len(threads(house)) == 2
    assert [g.status for g in await house.store.games()] == ["over", "playing"]
    assert "wait in" in anew.words
    again = await anna.click(answer, "Begin anew")
    assert "under way" in again.words
    assert len(threads(house)) == 2


async def test_where_no_thread_is_allowed_the_channel_serves_or_it_is_said_who_can_help(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    house.sandbox.permit_bot("battle", deny=Permission.CREATE_PRIVATE_THREADS)
    await house.sandbox.settled()
    public = await anna.slash("battle", "learn", system="art_of_tactic")
    await house.quiet()
    house.sandbox.permit_bot("battle", deny=THREADS)
    await house.sandbox.settled()
    here = await anna.slash("battle", "learn", system="morne_plaine")
    await house.quiet()
    taken = await bruno.slash("battle", "learn", system="morne_plaine")

    assert [t["type"] for t in threads(house)] == [11]
    assert "Create Private Threads" in public.words
    assert LESSON in here.labels
    assert "Create Private Threads" in taken.words
    assert "another channel" in taken.words


async def test_a_deleted_thread_is_replaced_and_an_archived_one_opened(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await house.quiet()
    (thread,) = threads(house)
    thread["thread_metadata"] |= {"archived": True}
    house.sandbox.change_channel(thread)
    await house.sandbox.settled()
    found = await anna.slash("battle", "learn", system="morne_plaine")
    (thread,) = threads(house)
    assert thread["id"] in found.words
    assert thread["thread_metadata"]["archived"] is False

    await house.close()
    house.sandbox.delete_channel(thread)
    await house.open()
    answer = await anna.slash("battle", "learn", system="morne_plaine")
    await house.quiet()

    (fresh,) = threads(house)
    assert fresh["id"] in answer.words
    assert [g.status for g in await house.store.games()] == ["over", "playing"]


async def test_an_empty_thread_of_a_run_that_broke_off_is_swept_away(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await house.quiet()
    channel = house.bot.get_channel(int(house.sandbox.channel("battle")["id"]))
    await channel.create_thread(name="left behind")

    await house.again()
    async with asyncio.timeout(10):
        while len(threads(house)) > 1:
            await asyncio.sleep(0.02)

    assert [t["name"] for t in threads(house)] == ["Morne Plaine – lessons"]


async def test_the_pages_praise_say_what_they_wanted_are_skipped_and_come_back(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "learn", system="morne_plaine")
    await house.quiet()
    thread = threads(house)[0]["id"]

    right = await anna.slash(thread, "bombard", unit="gun-1", target="militia")
    assert "✅ **Guns first:**" in right.words
    await anna.slash(thread, "done")
    panel = await anna.slash(thread, "move", unit="cav-1", path="0806")
    assert "waits for `/move unit:inf-1" in panel.words
    panel = await anna.click(panel, "Skip this page")
    assert "Page 4 of" in panel.words
    panel = await anna.click(panel, "Undo")
    assert "the page you skipped" in panel.words
    assert "Page 3 of" in panel.words
    panel = await anna.slash(thread, "move", unit="inf-1", path="0606")
    assert "not possible any more" in panel.words
    assert "Page 4 of" in panel.words
