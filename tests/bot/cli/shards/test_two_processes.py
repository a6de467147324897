"""Two processes share the shards of one bot over one database; what belongs to a server happens once, though
one of them is cut off."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from prometheus_client.parser import text_string_to_metric_families

from bot.cli.settings import Settings
from bot.cli.shards import renewals
from bot.cli.shards import runner as running
from bot.cli.shards.introductions import SharedIdentifyBudget
from bot.cli.shards.runner import ShardRunner
from bot.cli.shards.setting import read_setting
from bot.runtime.health_server import HealthServer
from bot.runtime.metrics import Metrics
from sandbox import Sandbox
from sandbox.client.person import Reply
from sandbox.model.world import World
from storage import WHOLE, DatabaseTrouble, Share, Store
from tests.bot.cli.shards.servers import one_server_a_shard
from tests.bot.conftest import PATIENT, printed_maps
from tests.bot.manual_clock import ManualClock
from tests.bot.shared_drawing_process import SharedDrawingProcess
from tests.storage.postgres_server import Postgres

CHANNELS = ("north", "east", "south", "west")
SHARDS = len(CHANNELS)
WORLD = one_server_a_shard({name: (name,) for name in CHANNELS})
PATIENCE = 60.0


class Process:
    """What a process is made of: a store of its own, and a client for each shard it has."""

    def __init__(
        self, store: Store, runner: ShardRunner, health_server: HealthServer, stop: asyncio.Event
    ) -> None:
        self.store = store
        self.health_server = health_server
        self.runner = runner
        self._stop = stop
        self._task = asyncio.create_task(runner.run())

    @property
    def shards(self) -> set[int]:
        """Those whose clients are connected."""
        known = self.runner._running.items()
        return {n for n, each in known if (bot := each.supervisor._bot) is not None and bot.is_ready()}

    def client(self, shard: int) -> Any:
        return self.runner._running[shard].supervisor._bot

    async def told(self, metric: str) -> dict[int, float]:
        """What its metrics say of each shard."""
        port = await self.health_server.open("127.0.0.1", 0)
        async with aiohttp.request("GET", f"http://127.0.0.1:{port}/metrics") as answer:
            families = {family.name: family for family in text_string_to_metric_families(await answer.text())}
        await self.health_server.close()
        return {int(sample.labels["shard"]): sample.value for sample in families[metric].samples}

    async def stop(self) -> None:
        self._stop.set()
        assert await self._task == 0
        await self.store.close()


class Bot:
    """A sandbox with a server of each shard, and processes."""

    def __init__(self, sandbox: Sandbox, address: str, folder: Path) -> None:
        self.sandbox = sandbox
        self.clock = ManualClock()
        self._address = address
        self._folder = folder
        self.processes: list[Process] = []

    async def start(
        self, setting: str = f"auto/{SHARDS}", pace: int = 0, clock: ManualClock | None = None
    ) -> Process:
        """Another process, with so many milliseconds between sessions, and the clock of its machine."""
        clock = clock or self.clock
        data = self._folder / str(len(self.processes))
        data.mkdir()
        store = await Store.open(self._address, clock=clock, shared=True)
        config = Settings(
            data=data,
            cache=data,
            token=self.sandbox.token,
            api=self.sandbox.api_base,
            gateway=self.sandbox.gateway_url,
            backups=data,
        )
        stop = asyncio.Event()
        cache = printed_maps(self._folder)
        options = {"clock": clock, "steady": clock.steady, "calm": 0.0, "lock_step": 0.0}
        health_server = HealthServer(store, Metrics())
        runner = ShardRunner(
            health_server,
            config,
            read_setting(setting),
            stop,
            budget=SharedIdentifyBudget(store, pace=pace),
            timeout=0.05,
            drawing_process=SharedDrawingProcess(cache=cache),
            timeouts=PATIENT,
            **options,
        )
        self.processes.append(Process(store, runner, health_server, stop))
        return self.processes[-1]

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.02)

    def said(self, channel: str, words: str) -> int:
        """How many messages with such words there are in a channel."""
        return sum(words in message.words for message in self.sandbox.messages(channel, "Clara"))

    async def post(self, channel: str, words: str) -> None:
        await self.until(lambda: self.said(channel, words))


@pytest.fixture
async def bot(tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    async with in_world(WORLD, tmp_path, postgres, monkeypatch) as made:
        yield made


@contextlib.asynccontextmanager
async def in_world(
    world: World, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Bot]:
    """A bot that has no process yet."""
    monkeypatch.setattr(running, "STEP", 0.1)
    monkeypatch.setattr(renewals, "STEP", 0.1)
    address = postgres.at(postgres.fresh())
    async with Sandbox(tmp_path / "discord", world=world, join_delay=0.05) as sandbox:
        discord.http.Route.BASE = sandbox.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
        made = Bot(sandbox, address, tmp_path)
        yield made
        with contextlib.suppress(AssertionError):
            await asyncio.gather(*(process.stop() for process in made.processes))


def hear_no_more(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process go on as if it had its leases for ever."""

    async def no_round() -> running.Round:
        return running.Round()

    monkeypatch.setattr(process.runner.keeper, "step", no_round)
    monkeypatch.setattr(process.runner.keeper, "go_on", lambda sessions: ())
    process.runner.keeper.renewals.sign({})


async def begin(bot: Bot, channel: str) -> None:
    """Anna and Bruno play by a clock; it is Anna's turn."""
    anna, bruno = bot.sandbox.person("Anna"), bot.sandbox.person("Bruno")
    anna.timeout = bruno.timeout = PATIENCE
    await anna.slash(channel, "game new", battle="ormes", side="blue", options="clock=3d")
    await bruno.slash(channel, "game join")
    await anna.slash(channel, "game start")
    await bot.post(channel, "your orders, please")


@pytest.mark.long  # quick: the next one, and tests/storage/postgres/test_shards.py
async def test_they_share_the_shards_and_one_takes_over_what_the_other_one_had(
    bot: Bot, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await bot.start(), await bot.start()
    await bot.until(lambda: len(one.shards) == len(two.shards) == SHARDS // 2)
    assert one.shards.isdisjoint(two.shards)
    shards = (min(one.shards), min(two.shards))
    played = [CHANNELS[shard] for shard in shards]
    for channel in played:
        await begin(bot, channel)

    # The first one hears no more of its leases, and goes on as if it had them.
    cut_off = [one.client(shard) for shard in one.shards]
    hear_no_more(one, monkeypatch)
    held = " OR ".join(f"shard = {shard}" for shard in one.shards)
    await asyncio.to_thread(postgres.sql, "games_fresh", f"UPDATE shards SET expires = 0 WHERE {held}")
    await bot.until(lambda: len(two.shards) == SHARDS)
    assert (bot.sandbox.gateway.identifies, bot.sandbox.gateway.resumes) == (SHARDS, SHARDS // 2)
    assert {guild.name for shard in two.shards for guild in two.client(shard).guilds} == {*CHANNELS}

    bot.clock.passes(days=3, hours=1)
    for client in (*cut_off, *(two.client(shard) for shard in two.shards)):
        client.workers.deadlines.wake(None)
    for channel in played:
        for words in ("is out of time", "skips the rest of its player-turn", "your move"):
            await bot.post(channel, words)
    await bot.until(lambda: all(client.workers.deadlines._task.done() for client in cut_off))
    for channel in played:
        for words in ("is out of time", "skips the rest of its player-turn", "your move"):
            assert bot.said(channel, words) == 1, (channel, words)
    games = await two.store.games.all()
    for game in games:
        kinds = [post.kind for post in await two.store.outbox.of_game(game.id, "overdue")]
        assert kinds == ["overdue"]
        assert (await two.store.log.chain(game.id)).broken is None
    assert len(games) == len(played)


@pytest.mark.long
@pytest.mark.parametrize("seconds", [60, -60], ids=["ahead", "behind"])
async def test_where_the_clock_of_a_machine_is_wrong_its_games_are_played_on_and_a_deadline_passes_once(
    bot: Bot, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    one = await bot.start()
    await bot.until(lambda: len(one.shards) == SHARDS)
    await begin(bot, "north")
    hear_no_more(one, monkeypatch)
    wrong = ManualClock()
    wrong.jumps(seconds=seconds)
    gone = "UPDATE shards SET expires = 0", "DELETE FROM shard_processes"
    await asyncio.to_thread(postgres.sql, "games_fresh", *gone)
    two = await bot.start(clock=wrong)
    await bot.until(lambda: len(two.shards) == SHARDS)
    assert (await bot.sandbox.person("Anna").slash("north", "map")).message is not None

    wrong.passes(days=2, hours=23, minutes=50)
    two.client(0).workers.deadlines.wake(None)
    await bot.until(lambda: two.client(0).workers.deadlines._task.done())
    assert not bot.said("north", "is out of time")
    wrong.passes(minutes=15)
    two.client(0).workers.deadlines.wake(None)
    await bot.post("north", "is out of time")
    bot.clock.passes(days=3, hours=1)
    one.client(0).workers.deadlines.wake(None)
    await bot.until(lambda: one.client(0).workers.deadlines._task.done())
    [game] = await two.store.games.all()
    assert [post.kind for post in await two.store.outbox.of_game(game.id, "overdue")] == ["overdue"]
    assert bot.said("north", "is out of time") == 1


@pytest.mark.long
async def test_shards_that_were_taken_in_trouble_get_their_clients_later(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, troubles = ShardRunner._few_servers, [DatabaseTrouble("lost", path="")]

    async def few(runner: ShardRunner, share: Share) -> bool:
        if troubles:
            raise troubles.pop()
        return await asked(runner, share)

    monkeypatch.setattr(ShardRunner, "_few_servers", few)
    one = await bot.start()
    await bot.until(lambda: len(one.shards) == SHARDS)
    assert not troubles


@pytest.mark.long
async def test_a_process_that_stops_gives_its_shards_to_the_others(bot: Bot) -> None:
    one = await bot.start()
    await bot.until(lambda: len(one.shards) == SHARDS)
    two = await bot.start()
    await bot.until(lambda: len(one.shards) == len(two.shards) == SHARDS // 2)
    for process in (one, two):
        assert await process.told("grognard_connected") == dict.fromkeys(process.shards, 1)
        assert await process.told("grognard_outbox_letters") == dict.fromkeys(process.shards, 0)
    await bot.processes.pop(0).stop()
    await bot.until(lambda: len(two.shards) == SHARDS)
    assert await two.told("grognard_deadline_lag_seconds") == dict.fromkeys(two.shards, 0)
    assert all(row.holder for row in await two.store.shards.all())


@pytest.mark.long
async def test_sessions_of_one_bucket_are_begun_one_after_the_other(bot: Bot) -> None:
    bot.sandbox.gateway.max_concurrency, bot.sandbox.gateway.pace = 2, 0.1  # of 300: a busy machine is late
    await bot.start(pace=300)
    two = await bot.start(pace=300)
    await bot.until(lambda: len(two.shards) == SHARDS // 2 and bot.sandbox.gateway.identifies >= SHARDS)
    assert bot.sandbox.gateway.identifies == SHARDS  # none was refused


async def test_fixed_shards_are_all_that_a_process_takes_and_another_number_of_them_is_refused(
    bot: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    one = await bot.start(f"1,3/{SHARDS}")
    await bot.until(lambda: one.shards == {1, 3})
    other = await bot.start("0-1/8")
    assert await other._task == 1
    assert "GROGNARD_SHARDS (4 is in use" in capsys.readouterr().err
    await bot.processes.pop().store.close()
    assert one.shards == {1, 3}


@pytest.mark.long  # quick: tests/bot/transport/test_pending_answers.py
async def test_what_a_process_was_answering_is_answered_by_the_one_that_takes_its_shards_over(
    bot: Bot, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await bot.start()
    await bot.until(lambda: len(one.shards) == SHARDS)
    anna = bot.sandbox.person("Anna")
    anna.timeout = PATIENCE
    await anna.slash("north", "game new", battle="ormes", side="both")
    await anna.slash("north", "game start")
    hear_no_more(one, monkeypatch)
    games = one.client(0).games
    [game] = await one.store.games.all()
    async with games.locked(game.id):
        made = await anna.slash("north", "done", wait=False)
        pending = one.client(0).interactions.pending_answers
        await bot.until(lambda: pending.known_to_others(int(made.interaction.id)))
        taken = "UPDATE shards SET expires = 0, holder = 'another', epoch = epoch + 100"
        await asyncio.to_thread(postgres.sql, "games_fresh", taken)
    late = await anna.slash("north", "done")
    assert "Another process of the bot has just taken this server over" in late.words

    two = await bot.start()
    await bot.until(lambda: len(two.shards) == SHARDS)
    answered = bot.sandbox.state.records.interactions[made.interaction.id]
    # With the patience of tests an interaction that Discord delivers again is not too late to be carried out.
    # Which of the two is carried out then is chance; the other one is told that it came too early.
    ends = ("Nothing was done in the game", "you play Orange", "You sent that before")

    def is_told() -> bool:
        reply = Reply(bot.sandbox, answered)
        return reply.message is not None and any(words in reply.words for words in ends)

    await bot.until(is_told)
    await bot.until(lambda: not two.client(0).interactions.pending_answers.left(bot.clock()))
    await two.client(0).interactions.pending_answers.written()
    assert await two.store.pending_answers.left(WHOLE) == []
