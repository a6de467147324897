"""Several processes of the real program share the shards of one bot on the simulated Discord, while one after
the other is killed, the database is restarted, and one is cut off from the database and from Discord: no
order is lost or doubled, no ping doubled, each deadline acted on once, no picture of an old position follows
a newer one."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.core import game_clock
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.i18n.catalogue import catalogue_for
from sandbox import Sandbox
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer
from sandbox.model.world import World
from storage import Store, backups
from storage.store import utc_now
from tests.bot.cli.shards.seen_on_discord import Shown, back_to_older_ones, known, seen
from tests.bot.cli.shards.servers import one_server_a_shard
from tests.bot.cli.shards.test_killed_process import process, until_all_are
from tests.crash.test_kill import REFUSAL
from tests.crash.troubles import CUT, Crew, Form, Troubles
from tests.cut_line import CutLine
from tests.storage.postgres_server import USER, Postgres, a_server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

QUICK = Form(orders=40, games=8, processes=2, kill_every=4.0, between=5, restarts=1, cuts=1, cut=14.0)
LONG = Form(orders=2000, games=200, processes=4, kill_every=8.0, between=20, restarts=2, cuts=3, cut=16.0)
FORM = LONG if os.environ.get("SOAK") else QUICK
SHARDS = 16 if FORM is LONG else 2
PATIENCE = 7200.0 if FORM is LONG else 400.0
LATE_EVERY = 5
"""Of so many games one is left alone until its deadline has passed."""
ALLOWANCE = timedelta(days=3)
FIRST_LATE, MORE = timedelta(seconds=20), timedelta(seconds=10)
"""When the first deadline passes, and how much later each of the others."""
BATTLES = ("quatre-bras", "hougoumont")
"""Long ones: a game has some 25 orders to end a phase."""
GONE = "deleted"
PAUSE = 0.5
"""Seconds between two orders of a shard."""


@dataclass
class Play:
    """The games, each in a channel of its own, and the orders that players saw confirmed: their games by
    their interactions."""

    sandbox: Sandbox
    games: dict[int, str] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)
    confirmed: dict[int, int] = field(default_factory=dict)
    unanswered: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self, url: str) -> None:
        """Games under way, a player on each side; some by a clock that soon runs out."""
        now, numbers = utc_now(), count(1)
        when = [now]
        store = await Store.open(url, shared=True, clock=lambda: when[0])
        service = GameService(store, clock=lambda: when[0])
        anna, bruno = (self.sandbox.person(name) for name in ("Anna", "Bruno"))
        for n in range(FORM.games):
            late = n % LATE_EVERY == 0
            when[0] = now - ALLOWANCE + FIRST_LATE + MORE * (n // LATE_EVERY) if late else now
            options, battle = f"clock={ALLOWANCE.days}d" if late else "", BATTLES[n % len(BATTLES)]
            channel = self.sandbox.channel(_channel(n))

            def actor(person: Any, channel: Any = channel) -> Actor:
                about = {"guild": int(channel["guild_id"]), "channel": int(channel["id"])}
                return Actor(user=int(person.id), name=person.name, interaction=next(numbers), **about)

            game = (await seating.create_game(service, actor(anna), battle, "", None, options)).record.id
            guest = seating.Person(user=int(bruno.id), name=bruno.name)
            await seating.join(service, game, actor(bruno), "", guest)
            await seating.start(service, game, actor(anna))
            async with store.writing() as tx:
                await game_clock.update_clocks(tx, await service.game(game), when[0])
            self.games[game] = _channel(n)
            if late:
                self.late.add(game)
        await store.close()

    async def go_on(self, shard: int) -> None:
        """Play the games of a shard: the player whose turn it is ends their phase."""
        chance, turn = random.Random(shard), Counter[int]()
        mine = sorted({n for n, channel in self.games.items() if channel in _channels(shard)} - self.late)
        people = [self.sandbox.person(name) for name in ("Anna", "Bruno")]
        for person in people:
            person.timeout = 10.0
        while not self.over.is_set():
            game = chance.choice(mine)
            try:
                reply = await people[turn[game] % 2].slash(self.games[game], "done")
            except (NoAnswer, InvalidInput, TimeoutError):
                self.unanswered += 1
            else:
                if reply.message is None or REFUSAL in reply.colours:
                    turn[game] += 1  # the opponent is to move, or it was not known whether it was done
                else:
                    self.confirmed[int(reply.interaction.id)] = game
            await asyncio.sleep(PAUSE)


def _channel(game: int) -> str:
    return f"table-{game}"


def _channels(shard: int) -> list[str]:
    return [_channel(n) for n in range(shard, FORM.games, SHARDS)]


def world() -> World:
    """A server of each shard, with a channel for each game."""
    return one_server_a_shard({f"shard-{n}": _channels(n) for n in range(SHARDS)})


@pytest.fixture
def server() -> Iterator[Postgres]:
    """One that the test may stop."""
    with a_server("max_connections=100", "fsync=off", "full_page_writes=off") as made:
        yield made


@pytest.mark.long  # quick: test_two_processes.py
@pytest.mark.timeout(PATIENCE + 60)
@pytest.mark.promise(1, 2, 7)
async def test_whatever_fails_each_thing_happens_once_and_none_is_lost(
    tmp_path: Path, server: Postgres
) -> None:
    name = server.empty()
    address = server.at(name)
    await (await Store.open(address)).close()
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(world=world(), join_delay=0.05))
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        play = Play(sandbox)
        await play.begin(address)
        database = CutLine(partial(asyncio.open_unix_connection, server.folder / ".s.PGSQL.5432"))
        discord = CutLine(partial(asyncio.open_connection, "127.0.0.1", sandbox.port))
        lines = [await stack.enter_async_context(line.listening()) for line in (database, discord)]
        through = {
            "GROGNARD_API": f"http://127.0.0.1:{discord.port}/api/v10",
            "GROGNARD_GATEWAY": f"ws://127.0.0.1:{discord.port}/gateway",
        }

        @asynccontextmanager
        async def member(number: int) -> AsyncIterator[Any]:
            where, more = address, {"GROGNARD_CACHE": str(tmp_path / "cache")}
            if number == CUT:
                where = f"postgresql://{USER}@127.0.0.1:{database.port}/{name}"
                more |= through
            async with process(sandbox, where, tmp_path / str(number), SHARDS, **more) as begun:
                yield begun
            await asyncio.sleep(1)  # as long as what starts it again would wait

        async with Crew(member).at_work(FORM.processes) as crew, asyncio.timeout(PATIENCE):
            await until_all_are(sandbox, SHARDS, PATIENCE)
            began = asyncio.get_running_loop().time()
            playing = [asyncio.create_task(play.go_on(shard)) for shard in range(SHARDS)]
            troubles = Troubles(FORM, server, lines, crew, lambda: len(play.confirmed))
            await troubles.run()
            play.over.set()
            await asyncio.gather(*playing)
            seconds = asyncio.get_running_loop().time() - began
            await until_all_are(sandbox, SHARDS, PATIENCE)
            store = await Store.open(address, shared=True)
            overdue = await all_is_done(store, play)
            await no_more_calls(sandbox)
        print(
            f"{len(play.confirmed)} orders, {play.unanswered} unanswered, in {seconds:.0f} s;"
            f" {troubles.kills} kills, {troubles.restarts} restarts, {troubles.cuts} cuts;"
            f" ends {dict(crew.ends)}; {sandbox.gateway.identifies} sessions,"
            f" {sandbox.gateway.resumes} resumed"
        )
        await judge_games(store, play)
        assert overdue == dict.fromkeys(play.late, 1)
        assert (await store.players.get(int(sandbox.person("Anna").id))).deadlines_missed == len(play.late)
        await judge_messages(store, sandbox)
        await store.close()
    await asyncio.to_thread(backups.copy, address, tmp_path / "copy.db")
    report = await asyncio.to_thread(backups.check, tmp_path / "copy.db")
    assert (report.faults, report.games) == ([], FORM.games)
    assert -signal.SIGKILL in crew.ends


async def all_is_done(store: Store, play: Play) -> dict[int, int]:
    """Wait until each deadline was acted on and all is posted; how often it was, by game."""
    while True:
        posts = {game: len(await store.outbox.of_game(game, "overdue")) for game in play.late}
        if all(posts.values()) and not await store.outbox.waiting():
            return posts
        await asyncio.sleep(0.5)


async def no_more_calls(sandbox: Sandbox, quiet: float = 1.0) -> None:
    """Wait until nothing has been asked of Discord for a while. What was being answered when the server of
    the database died, and then its process too, has no answer (docs/scale.md): that is not waited for."""
    while sandbox.activity.calls or time.monotonic() - sandbox.activity.quiet_since < quiet:
        await asyncio.sleep(0.05)


async def judge_games(store: Store, play: Play) -> None:
    """Each confirmed order has an entry of its own, no entry was made twice, every log is whole."""
    made = dict[tuple[int, int], int]()
    for interaction, game in play.confirmed.items():
        receipt = await store.receipts.get(interaction)
        assert receipt is not None, f"the order {interaction} of game {game} is lost"
        entry = (game, int(receipt.outcome["seq"]))
        assert entry not in made, f"{entry} was confirmed by {interaction} and {made[entry]}"
        made[entry] = interaction
    async with store.reading() as tx:
        run = tx.session.execute
        given = "SELECT game, seq FROM entries WHERE kind = 'order' AND who IS NOT NULL"
        entries = Counter((row[0], row[1]) for row in await run(text(given)))
        answered = "SELECT game, outcome::json->>'seq' FROM receipts WHERE outcome LIKE '%%\"seq\":%%'"
        receipts = Counter((row[0], int(row[1])) for row in await run(text(answered)))
    assert {*made} <= {*entries}
    assert entries == Counter({entry: n for entry, n in receipts.items() if entry in entries})
    broken = [game for game in play.games if (await store.log.chain(game)).broken is not None]
    assert not broken


async def judge_messages(store: Store, sandbox: Sandbox) -> None:
    """Each post is one message, which the database knows; no ping says what another one says; no message
    went back to an older picture."""
    found, told = seen(sandbox.exchanges), await known(store)
    print(f"{len(found.posts)} messages, {len(found.pings)} pings, {len(found.pages)} pages")
    assert found.posts
    assert found.pings
    assert not found.doubled
    unknown = [_words(sandbox, n) for n in found.posts - told]
    late = catalogue_for()("too_late")  # told at once, without a post
    print(f"{sum(words.endswith(late) for words in unknown)} were told that their command came too late")
    assert not [words for words in unknown if not words.endswith(late)]
    assert {_words(sandbox, n) for n in found.silent} <= {GONE}
    async with store.reading() as tx:
        sql = "SELECT game, kind, body FROM letters WHERE posted IS NOT NULL AND game IS NOT NULL"
        letters = Counter(tuple(row) for row in await tx.session.execute(text(sql)))
    assert not [letter for letter, times in letters.items() if times > 1]
    assert found.pages
    assert back_to_older_ones(found.pages) == []


def _words(sandbox: Sandbox, message: int) -> Any:
    with suppress(KeyError):
        return sandbox.state.records.posts[str(message)].message["content"]
    return GONE


def test_a_page_that_follows_a_newer_one_is_found() -> None:
    shown = [Shown("1", 1, "a"), Shown("2", 1, "a"), Shown("1", 1, "b"), Shown("1", 1, "b")]
    assert back_to_older_ones([*shown, Shown("2", 1, "a"), Shown("1", 2, "c")]) == []
    assert back_to_older_ones([*shown, Shown("1", 1, "a")]) == [Shown("1", 1, "a")]
    assert back_to_older_ones([Shown("1", 2, "a"), Shown("1", 1, "b")]) == [Shown("1", 1, "b")]
