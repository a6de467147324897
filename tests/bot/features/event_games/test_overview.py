"""All games of a server at a glance: the late ones first, a page at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.event_games.page import A_PAGE
from bot.features.lobby import seating
from bot.features.lobby.create import NewGame, add, read_setup
from bot.features.lobby.seating import Person
from bot.features.lobby.start import begin
from storage import JoinRules
from tests.bot.features.event_games.test_rights import actor


async def games_with_clocks(harness: Any, hours: list[int]) -> list[int]:
    """Games of Anna and Bruno in channels of their own, with so many hours a turn (0: no clock)."""
    games, place = harness.bot.games, harness.sandbox.channel("battle")
    people = [Person(user=int(harness.person(name).id), name=name) for name in ("Anna", "Bruno")]
    ids = []
    for number, length in enumerate(hours):
        threads = harness.bot.services.threads
        thread = await threads.open(int(place["id"]), f"board {number}", [], ("public",))
        setup = read_setup("ormes", f"clock={length}h late=wait" if length else "", "UTC")
        new = NewGame(
            guild=int(place["guild_id"]),
            channel=thread.channel,
            owner=int(harness.person("Clara").id),
            battle=setup.battle,
            seats=[seating.seat(s, p) for s, p in zip(setup.battle.side_ids, people, strict=True)],
            clock=setup.clock,
            rules=JoinRules(starts_full=True),
        )
        async with games.store.writing() as tx:
            ids.append(await add(tx, games, new))
        games.notify(ids[-1])
        await begin.begin_full(games, ids[-1])
    await harness.quiet()
    return ids


async def test_the_late_come_first_then_by_deadline_then_those_without_a_clock(harness: Any) -> None:
    none, two_days, one_day = await games_with_clocks(harness, [0, 48, 24])
    marshal = harness.person("Marshal")
    listed = await harness.bot.services.event_games.overview(actor(harness, "Marshal", manages=True))
    before = [int(s.button.id.split(":")[1]) for s in listed.sections]

    await harness.later(hours=30)
    page = await marshal.slash("parlour", "marshal games")

    assert before == [one_day, two_days, none]
    assert page.words.count("is late") == 1
    assert page.words.index("is late") < page.words.index("No clock")
    assert "3 unfinished games" in page.words


@pytest.mark.long
async def test_many_games_come_in_pages(harness: Any) -> None:
    await games_with_clocks(harness, [24] * (A_PAGE + 1))
    marshal = harness.person("Marshal")

    first = await marshal.slash("parlour", "marshal games")
    listed = first.words.count("turn 1 of 8")
    second = await marshal.click(first, "›")

    assert listed == A_PAGE
    assert second.words.count("turn 1 of 8") == 1
