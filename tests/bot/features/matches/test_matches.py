"""Players who look for a game are paired by rating and wishes, told once, and open one game."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.features.matches import page as matches_page
from bot.features.matches import service
from bot.i18n.catalogue import catalogue_for, languages
from storage.queries.outbox import OutboxRepository
from tests.bot.page_limits import page_excesses

MORNE, TACTIC = "Morne Plaine", "art_of_tactic"


def told(harness: Any) -> list[Any]:
    """The posts that tell two players of each other."""
    return [m for m in harness.person("Anna").sees("battle") if "both looking for a game" in m.words]


async def seek(harness: Any, name: str, system: str = MORNE, **wishes: Any) -> str:
    reply = await harness.person(name).slash("battle", "lobby seek", system=system, **wishes)
    await harness.quiet()
    return str(reply.words)


async def seekers(harness: Any) -> list[str]:
    guild = int(harness.sandbox.channel("battle")["guild_id"])
    return [s.name for s in await harness.store.seekers.in_guild(guild, harness.clock() - service.HOUR * 999)]


async def test_two_who_look_for_the_same_are_told_and_leave_the_list(harness: Any) -> None:
    said = await seek(harness, "Anna")
    await seek(harness, "Bruno")
    [post] = told(harness)

    assert "I call you both" in said
    assert {user["id"] for user in post.json["mentions"]} == {
        harness.person("Anna").id,
        harness.person("Bruno").id,
    }
    assert MORNE in post.words
    assert await seekers(harness) == []


@pytest.mark.parametrize(
    ("first", "second", "matched"),
    [
        ({"system": MORNE}, {"system": TACTIC}, False),
        ({"system": "*"}, {"system": TACTIC}, True),
        ({"clock": "3d"}, {"clock": "7d"}, False),
        ({"clock": "3d"}, {"clock": "72h"}, True),
        ({"clock": "none"}, {"clock": "3d"}, False),
        ({"clock": "3d"}, {}, True),
        ({"clock": "3d"}, {"clock": "*"}, True),
    ],
)
async def test_wishes_are_respected(
    harness: Any, first: dict[str, Any], second: dict[str, Any], matched: bool
) -> None:
    await seek(harness, "Anna", **first)
    await seek(harness, "Bruno", **second)

    assert len(told(harness)) == matched
    assert await seekers(harness) == ([] if matched else ["Anna", "Bruno"])


async def test_a_clock_that_cannot_be_read_is_refused_and_nothing_is_sought(harness: Any) -> None:
    said = await seek(harness, "Anna", clock="whenever")

    assert "whenever" in said
    assert await seekers(harness) == []


async def test_ratings_far_apart_are_paired_once_the_windows_reach(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.matchmaking._distance", lambda one, two: 600)
    await seek(harness, "Anna")
    await seek(harness, "Bruno")
    early = len(told(harness))
    await harness.later(hours=6)
    for guild in await harness.store.seekers.guilds():
        harness.bot.workers.matchmaker.wake(guild)
    await harness.quiet()

    assert early == 0
    assert len(told(harness)) == 1


async def test_no_one_is_in_two_pairs_however_many_rounds_run_at_once(harness: Any) -> None:
    guild = int(harness.sandbox.channel("battle")["guild_id"])
    harness.bot.workers.matchmaker.rounds._open = False
    for name in ("Anna", "Bruno", "Clara"):
        await harness.person(name).slash("battle", "lobby seek", system=MORNE)

    pairs = await asyncio.gather(*(service.pair(harness.bot.games, guild) for _ in range(4)))
    harness.bot.workers.matchmaker.rounds.start()
    await harness.quiet()

    assert sum(pairs) == 1
    assert len(told(harness)) == 1
    assert len(await seekers(harness)) == 1


async def test_what_interrupts_a_pair_leaves_both_on_the_list(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = int(harness.sandbox.channel("battle")["guild_id"])
    harness.bot.workers.matchmaker.rounds._open = False
    for name in ("Anna", "Bruno"):
        await harness.person(name).slash("battle", "lobby seek", system=MORNE)

    async def killed(*args: Any, **message: Any) -> int:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(OutboxRepository, "add", killed)
        with pytest.raises(asyncio.CancelledError):
            await service.pair(harness.bot.games, guild)
    assert len(await seekers(harness)) == 2

    harness.bot.workers.matchmaker.rounds.start()
    await harness.quiet()
    assert await seekers(harness) == []
    assert len(told(harness)) == 1


async def test_one_of_them_chooses_a_battle_and_one_game_opens_in_a_thread(harness: Any) -> None:
    await seek(harness, "Anna", clock="3d")
    await seek(harness, "Bruno")
    [post] = told(harness)
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))

    stranger = await clara.select(post, None, "ormes")
    opened, again = await anna.select(post, None, "ormes"), await bruno.select(post, None, "vaux")
    await harness.quiet()
    [record] = await harness.store.games.all()
    rules = await harness.store.join_rules.of_game(record.id)

    assert "Only the two players" in stranger.words
    assert f"<#{record.channel}>" in opened.words
    assert f"<#{record.channel}>" in again.words
    assert record.scenario == "ormes"
    assert str(record.channel) != harness.sandbox.channel("battle")["id"]
    assert [seat.user for seat in record.seats] == [int(anna.id), None]
    assert rules.reserved == {"orange": (int(bruno.id),)}
    assert rules.starts_full
    assert (await harness.store.clocks.of_game(record.id)).terms["time"] == "3d"


async def test_a_pair_of_which_one_has_deleted_their_data_is_not_told(harness: Any) -> None:
    await seek(harness, "Anna")
    await seek(harness, "Bruno")
    [letter] = [
        m for m in [await harness.store.outbox.get(n) for n in range(1, 9)] if m and m.kind == "matched"
    ]
    bruno = harness.person("Bruno")
    await bruno.click(await bruno.slash("battle", "me data delete"), "Delete everything")
    await harness.quiet()

    body = (await harness.store.outbox.get(letter.id)).body

    assert bruno.id not in str(body)


@pytest.mark.parametrize("language", languages())
def test_the_longest_post_fits(language: str) -> None:
    systems = ("morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic")
    page = matches_page.matched(
        catalogue_for(language),
        10**9,
        (10**18, 10**18 + 1),
        (1500, 1500),
        systems,
        service.battles(systems),
        "daily 21:00 Europe/Paris",
    )

    assert page_excesses(page) == []
    assert "tutorial" not in {choice.value for choice in page.rows[0].choices}  # type: ignore[union-attr]
