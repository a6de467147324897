"""A tournament of one server is played on another one, whose shard is another process's: its games are opened
there, clocks run there, and each thing happens once."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from league.model import Result
from sandbox.model.world import PersonPlan, World
from storage import Store
from tests.bot.cli.shards.seen_on_discord import seen
from tests.bot.cli.shards.servers import one_server_a_shard
from tests.bot.cli.shards.test_two_processes import PATIENCE, Bot, Process, in_world
from tests.bot.features.tournaments import play
from tests.storage.postgres_server import Postgres

HOME, AWAY = play.CHANNEL, "elsewhere"
SERVERS = {"Home": (HOME,), "Away": (AWAY,)}
GUESTS = (1, 2, 3, 4)
"""Players on the other server alone; player 0, who organises, is at home alone."""


def world() -> World:
    plan = one_server_a_shard(SERVERS)
    home, away = plan.guilds
    people = [
        PersonPlan(name=f"Player {n}", guilds=("Away",) if n in GUESTS else ("Home",)) for n in range(5)
    ]
    guilds = (home, replace(away, locale="fr"))
    return replace(plan, guilds=guilds, people=(*plan.people, *people))


@dataclass
class Side:
    """One process with its only client, as the functions of `play` use a bot."""

    made: Bot
    process: Process
    shard: int

    def __post_init__(self) -> None:
        self.sandbox = self.made.sandbox
        self.store: Store = self.process.store
        self.bot = self.process.client(self.shard)
        self.bot.drawing_process.draw = play.dot

    def person(self, name: str) -> Any:
        return self.sandbox.person(name)


@pytest.fixture
async def sides(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Side, Side]]:
    async with in_world(world(), tmp_path, postgres, monkeypatch) as bot:
        one, two = await bot.start("0/2"), await bot.start("1/2")
        await bot.until(lambda: one.shards == {0} and two.shards == {1})
        yield Side(bot, one, 0), Side(bot, two, 1)


def there(away: Side, n: int, **about: Any) -> Any:
    return replace(play.actor(away, n, AWAY), **about)


async def followed(home: Side, away: Side, **terms: Any) -> int:
    """A tournament that the other server follows, with all guests; its number."""
    tournament = await play.announced(home, **terms)
    page = await home.bot.services.tournament_servers.invite(
        play.actor(home, 0), await play.event(home, tournament)
    )
    [code] = re.findall(r"`([A-Z0-9-]{14})`", page.text)
    await away.bot.services.tournament_servers.follow(there(away, 1, manages=True), code)
    for n in GUESTS:
        actor = there(away, n)
        await play.service(away).join(actor, await play.service(away).get(actor, tournament))
    return tournament


async def until(side: Side, tournament: int, true: Callable[[Any], bool]) -> Any:
    """The tournament as soon as something is so."""
    async with asyncio.timeout(PATIENCE):
        while not true(event := await play.event(side, tournament)):
            await asyncio.sleep(0.05)
    return event


async def under_way(side: Side, tournament: int, number: int) -> Any:
    """The tournament as soon as the games of a round are played, by their clocks."""

    def opened(event: Any) -> bool:
        games = list(event.open_games())
        return event.round == number and len(games) == 2 and all(each.game.game for each in games)

    event = await until(side, tournament, opened)
    for open_ in event.open_games():
        async with asyncio.timeout(PATIENCE):
            while side.bot.workers.deadlines.moment(open_.game.game) is None:
                await asyncio.sleep(0.05)
    return event


async def until_posted(side: Side) -> None:
    async with asyncio.timeout(PATIENCE):
        while await side.store.outbox.waiting():
            await asyncio.sleep(0.05)


@pytest.mark.long  # quick: tests/bot/features/tournaments/servers/
async def test_its_games_are_played_on_a_server_of_another_process_and_all_happens_once(
    sides: tuple[Side, Side],
) -> None:
    home, away = sides
    bot = home.made
    tournament = await followed(home, away, rounds=2, by_itself=True, clock="1d", round_hours=72)
    for channel, words in ((HOME, "Players: 4"), (AWAY, "4 sur ")):
        await bot.post(channel, words)
    await play.service(home).start(play.actor(home, 0), await play.event(home, tournament))

    first = await under_way(away, tournament, 1)
    for open_ in first.open_games():
        await play.ended(away, open_, Result.FIRST_WINS)
    second = await under_way(away, tournament, 2)

    games = [open_.game.game for event in (first, second) for open_ in event.open_games()]
    bot.clock.passes(days=1, hours=1)
    for side in sides:
        side.bot.workers.deadlines.wake(None)
    for game in games[2:]:
        channel = (await away.store.games.get(game)).channel
        async with asyncio.timeout(PATIENCE):
            while not await away.store.outbox.of_game(game, "overdue"):
                await asyncio.sleep(0.05)
        assert channel != int(bot.sandbox.channel(AWAY)["id"])
    bot.clock.passes(days=2)
    for side in sides:
        await side.bot.workers.tournaments.wake_all()
    over = await until(home, tournament, lambda event: event.status == "over")
    await until_posted(home)

    records = [await home.store.games.get(game) for game in games]
    assert {record.guild for record in records} == {int(bot.sandbox.channel(AWAY)["guild_id"])}
    assert len({record.channel for record in records}) == len(await home.store.games.all()) == 4
    threads = bot.sandbox.state.threads(parent=bot.sandbox.channel(AWAY)["id"])
    assert {int(thread["id"]) for thread in threads} == {record.channel for record in records}
    assert [len(round_.pairings) for round_ in over.rounds] == [2, 2]
    assert all(game.result for round_ in over.rounds for p in round_.pairings for game in p.games)
    for game in games:
        assert (await home.store.log.chain(game)).broken is None
    async with home.store.reading() as tx:
        sql = "SELECT kind, channel, game, body FROM letters WHERE posted IS NOT NULL"
        posts = Counter(tuple(row) for row in await tx.session.execute(text(sql)))
    assert not [post for post, times in posts.items() if times > 1]
    kinds = Counter((kind, channel) for kind, channel, _, _ in posts)
    for name in (HOME, AWAY):
        channel = int(bot.sandbox.channel(name)["id"])
        told = {kind: n for (kind, where), n in kinds.items() if where == channel and "tournament" in kind}
        followed_here = {"tournament_followed": 1} if name == HOME else {}
        assert told == {**followed_here, "tournament_round": 2, "tournament_over": 1}
        words = [message.words for message in bot.sandbox.messages(name, "Clara")]
        [card] = [said for said in words if said.startswith("## 🏆 Open\n")]
        assert ("Swiss" if name == HOME else "suisse") in card
    found = seen(bot.sandbox.exchanges)
    assert not found.doubled
    overdue = Counter(game for kind, _, game, _ in posts if kind == "overdue")
    assert set(overdue) == set(games[2:])
