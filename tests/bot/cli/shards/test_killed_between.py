"""A process is killed between what it has done and what it was about to write down; another one of the same
bot takes its shard over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from engine.commands import Done
from sandbox import Fault, Sandbox
from sandbox.client.person import Reply
from sandbox.model.world import GuildPlan, World
from storage import WHOLE, Store
from tests.bot.cli.shards.test_killed_process import PATIENCE, process, until_all_are
from tests.bot.workers.test_outbox_sender import NOTHING
from tests.storage.postgres_server import Postgres

CHANNEL = "north"
WORLD = World(guilds=(GuildPlan(name=CHANNEL, channels=(CHANNEL,), id=str(10**9 << 22)),), joined=True)


class Playing:
    """Anna and Bruno play at Ormes; `one` has the only shard, `two` would take it over."""

    def __init__(self, sandbox: Sandbox, store: Store, one: Any) -> None:
        self.sandbox = sandbox
        self.store = store
        self.one = one
        self.games = GameService(store)
        self.anna, self.bruno = sandbox.person("Anna"), sandbox.person("Bruno")
        self.anna.timeout = self.bruno.timeout = PATIENCE

    async def begin(self) -> None:
        await self.anna.slash(CHANNEL, "game new", battle="ormes", side="blue")
        await self.bruno.slash(CHANNEL, "game join")
        await self.anna.slash(CHANNEL, "game start")
        await self.until(self.all_posted)

    async def game(self) -> Any:
        return await self.games.game((await self.store.games.all())[-1].id)

    async def all_posted(self) -> bool:
        """Whether nothing waits to be posted, and the board of the game stands."""
        return not await self.store.outbox.waiting() and bool(await self.store.status_messages.all())

    async def until(self, true: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await true():
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """The first one is gone, and the second one has its shard."""
        self.one.kill()
        await self.one.wait()
        self.sandbox.faults.clear()

    def calls(self) -> list[str]:
        said = self.sandbox.messages(CHANNEL, "Anna")
        return [m.text for m in said if "🔔" in m.text or m.text == NOTHING]


@pytest.fixture
async def playing(tmp_path: Path, postgres: Postgres) -> AsyncIterator[Playing]:
    address = postgres.at(postgres.fresh())
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(world=WORLD, join_delay=0.05))
        one = await stack.enter_async_context(process(sandbox, address, tmp_path / "one", 1))
        await until_all_are(sandbox, 1)
        await stack.enter_async_context(process(sandbox, address, tmp_path / "two", 1))
        store = await Store.open(address, shared=True)
        made = Playing(sandbox, store, one)
        await made.begin()
        yield made
        await store.close()
    assert not [name for name in ("one", "two") if "Traceback" in (tmp_path / name / "log").read_text()]


@pytest.mark.long  # quick: tests/bot/workers/test_outbox_sender.py
@pytest.mark.promise(1)
async def test_a_call_that_discord_took_just_before_the_kill_is_deleted_when_it_has_served(
    playing: Playing,
) -> None:
    call = Fault(method="POST", path="/channels/*/messages", status=0, trickle=600)
    playing.sandbox.faults.append(call)  # the report of the phase is an edit
    await playing.anna.slash(CHANNEL, "done")

    async def is_called() -> bool:
        return bool(playing.calls())

    await playing.until(is_called)
    await playing.kill()
    assert [post.kind for post in await playing.store.outbox.waiting()] == ["call"]
    game, channel = await playing.game(), playing.sandbox.channel(CHANNEL)
    bruno = Actor(
        user=int(playing.bruno.id),
        name="Bruno",
        interaction=1,
        guild=int(channel["guild_id"]),
        channel=int(channel["id"]),
    )
    await playing.games.order(game.record.id, bruno, Done())
    await until_all_are(playing.sandbox, 1)
    await playing.until(playing.all_posted)

    async def only_the_next_call() -> bool:
        return all(str(playing.bruno.id) not in text and text != NOTHING for text in playing.calls())

    await playing.until(only_the_next_call)


@pytest.mark.long  # quick: tests/bot/transport/test_pending_answers.py
@pytest.mark.promise(7)
async def test_what_a_killed_process_was_asked_is_answered_by_the_one_that_takes_over(
    playing: Playing,
) -> None:
    game = await playing.game()
    async with playing.store.holding(game.record.id):  # who decides about the game waits
        made = await playing.anna.slash(CHANNEL, "done", wait=False)

        async def is_noted() -> bool:
            return [a.interaction for a in await playing.store.pending_answers.left(WHOLE)] == [
                int(made.interaction.id)
            ]

        await playing.until(is_noted)
        await playing.kill()
    answer = playing.sandbox.state.records.interactions[made.interaction.id]

    async def is_answered() -> bool:
        return "Nothing was done in the game" in Reply(playing.sandbox, answer).words

    await playing.until(is_answered)
    await playing.until(lambda: _none_left(playing))
    assert (await playing.game()).owing == game.owing


@pytest.mark.long  # quick: tests/bot/transport/test_pending_answers.py
@pytest.mark.promise(7)
async def test_what_a_killed_process_had_done_is_told_by_the_one_that_takes_over(playing: Playing) -> None:
    before = await playing.game()
    playing.sandbox.faults.append(Fault(method="PATCH", path="/webhooks/*", status=0, delay=600, times=9))
    made = await playing.anna.slash(CHANNEL, "done", wait=False)

    async def is_done() -> bool:
        return await playing.store.receipts.get(int(made.interaction.id)) is not None

    await playing.until(is_done)
    await playing.kill()
    answer = playing.sandbox.state.records.interactions[made.interaction.id]

    async def is_answered() -> bool:
        return "I was interrupted" in Reply(playing.sandbox, answer).words

    await playing.until(is_answered)
    await playing.until(lambda: _none_left(playing))
    assert len((await playing.game()).entries) == len(before.entries) + 1


async def _none_left(playing: Playing) -> bool:
    return not await playing.store.pending_answers.left(WHOLE)
