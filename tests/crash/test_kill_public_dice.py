"""SIGKILL of the real bot while a game of a tournament waits for the public beacon: the order, or the
beginning, stands and is carried out once, with the one round that was promised, also after an outage.

The bot kills itself at a step (`mortal_bot`); the beacon is a relay of its own in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bot.beacon.rounds import posted_at
from sandbox import Sandbox
from storage import backups
from tests.bot.local_beacon import LocalBeacon, local_beacon
from tests.crash.bot_lives import PATIENCE, BotLives
from tests.crash.mortal_bot import CHAIN, Nursery, Step
from tests.crash.test_kill import answered, delivered, judge_posts

PLAYERS = ("Anna", "Bruno")
POSTED = "POST /channels/{channel_id}/messages"
ANNOUNCED = Step("after commit *dice.announce*", 1)
TOLD = Step("after commit *dice.tell*", 1)
NOT_DRAWN = Step("before commit *dice.draw*", 1)
DRAWN = Step("after commit *dice.draw*", 1)
GAMES = "SELECT id, channel, status FROM games ORDER BY id"
ROUNDS = "SELECT game, number, seq, message, round FROM beacon_rounds ORDER BY game, number"
ROLLED = "SELECT game, seq FROM entries WHERE events LIKE '%\"rolled\"%' ORDER BY game, seq"
WAITING = "SELECT game, told FROM announced_orders"
BY_ORDER, BY_ITSELF = "gue", "isandlwana"
"""A battle whose first order rolls; one that rolls before its first order."""

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX"),
    pytest.mark.promise(1, 2, 7),
    pytest.mark.fault(76, 79),
    pytest.mark.timeout(600),
]


class WaitingBots(BotLives):
    """Bots that die over a tournament whose games draw on a public beacon."""

    async def started(self, battle: str, **terms: Any) -> None:
        """Two players enter a tournament; the organiser starts it, and no answer is waited for."""
        await self.sandbox.ready(timeout=PATIENCE)
        anna = self.sandbox.person("Anna")
        more = {"battle": battle, "rounds": 1, "automatic": True, **terms}
        await anna.slash("battle", "tournament new", name="Open", **more)
        for name in PLAYERS:
            await self.sandbox.person(name).slash("battle", "tournament join")
        await anna.slash("battle", "tournament start", wait=False)

    async def opened(self) -> str:
        """Wait until the game is played; its channel."""
        async with asyncio.timeout(PATIENCE):
            while [row[2] for row in self.rows(GAMES)] != ["playing"]:
                await asyncio.sleep(0.02)
            await delivered(self.database)
        return str(self.rows(GAMES)[0][1])

    async def told(self, text: str) -> None:
        """Wait until a post says something."""
        async with asyncio.timeout(PATIENCE):
            while not self.posts(text):
                await asyncio.sleep(0.02)

    def posts(self, text: str) -> list[Any]:
        """The posts that say something, in all channels of the games."""
        channels = {str(row[1]) for row in self.rows(GAMES)}
        posts = (m for channel in channels for m in self.sandbox.messages(channel, "Anna"))
        return [post for post in posts if not post.ephemeral and text in post.words]

    async def drawn(self) -> None:
        """Wait until nothing waits for the beacon any more, and all is posted."""
        async with asyncio.timeout(PATIENCE):
            while self.rows(WAITING) or not self.rows(ROUNDS):
                await asyncio.sleep(0.02)
            await delivered(self.database)
            while any(status != "playing" for _, _, status in self.rows(GAMES)):
                await asyncio.sleep(0.02)
            await delivered(self.database)


@pytest.fixture
async def beacon() -> AsyncIterator[LocalBeacon]:
    async with local_beacon() as beacon:
        yield beacon


@pytest.fixture
async def bots(tmp_path: Path, bots_nursery: Nursery, beacon: LocalBeacon) -> AsyncIterator[WaitingBots]:
    """Bots on no tournament yet; none lives."""
    (tmp_path / "data").mkdir()
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        bots = WaitingBots(tmp_path / "data", sandbox, bots_nursery)
        bots.more = {CHAIN: json.dumps(asdict(beacon.chain)), "GROGNARD_BEACON": beacon.url}
        try:
            yield bots
        finally:
            await bots_nursery.kill()


async def waiting(bots: WaitingBots, battle: str, **terms: Any) -> None:
    """What waits for the beacon has just been written down, and the bot is dead."""
    await bots.live(None if battle == BY_ORDER else ANNOUNCED)
    await bots.started(battle, **terms)
    if battle == BY_ORDER:
        channel = await bots.opened()
        await bots.kill()
        await bots.live(ANNOUNCED)
        await bots.sandbox.ready(timeout=PATIENCE)
        [(user,)] = bots.rows("SELECT user FROM seats WHERE side = 'blue'")
        blue = next(p for p in map(bots.sandbox.person, PLAYERS) if p.id == str(user))
        await blue.slash(channel, "unit bombard", {"unit": "gun-1", "target": "linz"}, wait=False)
    assert await bots.died()


def judge(bots: WaitingBots, beacon: LocalBeacon, games: int = 1) -> None:
    """One order was announced, drew on the first round after its post, and was carried out once."""
    rounds = bots.rows(ROUNDS)
    [post] = bots.posts("first round after this message")
    first = beacon.chain.round_after(posted_at(int(post.id)))
    played = [row[0] for row in bots.rows(GAMES)]
    assert [row[0] for row in rounds] == played
    assert {row[3:] for row in rounds} == {(int(post.id), first)}
    assert len(played) == games
    if games == 1:
        assert bots.rows(ROLLED) == [(rounds[0][0], rounds[0][2])]
    assert len(bots.posts("does not answer")) == 1
    judge_posts(bots.database, bots.sandbox)
    assert not backups.check(bots.database).faults
    assert "Traceback" not in (bots.folder / "log").read_text()


async def carried_out(bots: WaitingBots, beacon: LocalBeacon, games: int) -> None:
    """The next bot finds the beacon again, and all is as if none had died."""
    await bots.live()
    await bots.sandbox.ready(timeout=PATIENCE)
    await answered(bots.sandbox)
    await bots.drawn()
    await bots.kill()
    judge(bots, beacon, games)


async def test_a_game_that_waits_for_the_beacon_begins_once_though_bots_die_before_and_in_an_outage(
    bots: WaitingBots, beacon: LocalBeacon
) -> None:
    beacon.down = True
    await waiting(bots, BY_ITSELF)
    await bots.live(TOLD)
    assert await bots.died()
    assert [told for _, told in bots.rows(WAITING)] == [1]
    assert not bots.rows(ROUNDS)

    beacon.down = False
    await carried_out(bots, beacon, 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("battle", "games", "terms"),
    [(BY_ORDER, 1, {}), (BY_ITSELF, 1, {}), ("ormes", 2, {"duplicate": True})],
    ids=["an order", "a beginning", "a duplicate pair"],
)
async def test_what_waits_for_the_beacon_is_carried_out_once_though_one_bot_after_another_dies(
    bots: WaitingBots, beacon: LocalBeacon, battle: str, games: int, terms: dict[str, Any]
) -> None:
    await waiting(bots, battle, **terms)
    beacon.down = True
    for step in (Step(f"after {POSTED}", 1), TOLD):
        await bots.live(step)
        assert await bots.died()
    assert [told for _, told in bots.rows(WAITING)] == [1]
    await bots.live()
    await bots.told("does not answer")
    await bots.kill()
    assert len(bots.rows(WAITING)) == 1, "it stands through the outage"
    assert not bots.rows(ROUNDS)

    beacon.down = False
    for step in (NOT_DRAWN, DRAWN):
        await bots.live(step)
        assert await bots.died()
    await carried_out(bots, beacon, games)
