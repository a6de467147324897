"""A process of the real program is cut off from the database and from Discord while it works, another one
goes on with its games, and it comes back: nothing is lost or posted twice, and no picture of an old position
follows a newer one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.rest.exchanges import Exchange
from storage import Store
from tests.bot.cli.shards.test_killed_process import PATIENCE, process, until_all_are
from tests.bot.cli.shards.test_many_killed import _told, order_on, world
from tests.cut_line import CutLine
from tests.storage.postgres_server import USER, Postgres

SHARDS = 2
WORKING = 8.0
"""Seconds of play before the line is cut, and again with one process alone."""

BOTH_SIDES: dict[str, Any] = {"scenario": "ormes", "side": "both"}

PAUSE = 1.0
"""Seconds between two orders of a game: posts to a channel come no faster."""

Shown = tuple[str, str]
"""A message and what the picture shows that it was given."""


def pictures(exchanges: Iterable[Exchange]) -> list[Shown]:
    """What pictures messages were given, in the order in which Discord took them."""
    shown = list[Shown]()
    for each in exchanges:
        if each.status not in (200, 201) or "/messages" not in each.path or not each.files:
            continue
        if each.method in ("POST", "PATCH") and each.path.startswith("/channels/"):
            number = str(each.response["id"])
            alt = [a.get("description", "") for a in each.response.get("attachments", [])]
            shown.append((number, repr((alt, sorted(f["size"] for f in each.files)))))
    return shown


def back_to_older_ones(shown: Iterable[Shown]) -> list[Shown]:
    """Pictures that a message had before another one, and was given again."""
    had, now, back = dict[str, set[str]](), dict[str, str](), list[Shown]()
    for message, picture in shown:
        if now.get(message) not in (None, picture) and picture in had[message]:
            back.append((message, picture))
        had.setdefault(message, set()).add(picture)
        now[message] = picture
    return back


def test_a_picture_that_follows_a_newer_one_is_found() -> None:
    shown = [("1", "a"), ("2", "a"), ("1", "b"), ("1", "b"), ("2", "a")]
    assert back_to_older_ones(shown) == []
    assert back_to_older_ones([*shown, ("1", "a")]) == [("1", "a")]


@pytest.mark.long  # quick: test_two_processes.py
async def test_a_process_that_is_cut_off_does_nothing_late(tmp_path: Path, postgres: Postgres) -> None:
    name = postgres.fresh()
    over = asyncio.Event()
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(
            Sandbox(tmp_path / "discord", world=world(SHARDS), join_delay=0.05)
        )
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        socket = postgres.folder / ".s.PGSQL.5432"
        database = await stack.enter_async_context(
            CutLine(partial(asyncio.open_unix_connection, socket)).listening()
        )
        discord = await stack.enter_async_context(
            CutLine(partial(asyncio.open_connection, "127.0.0.1", sandbox.port)).listening()
        )
        through = {
            "GROGNARD_API": f"http://127.0.0.1:{discord.port}/api/v10",
            "GROGNARD_GATEWAY": f"ws://127.0.0.1:{discord.port}/gateway",
        }
        address = f"postgresql://{USER}@127.0.0.1:{database.port}/{name}"
        one = await stack.enter_async_context(process(sandbox, address, tmp_path / "one", SHARDS, **through))
        await stack.enter_async_context(process(sandbox, postgres.at(name), tmp_path / "two", SHARDS))
        await until_all_are(sandbox, SHARDS)
        store = await Store.open(postgres.at(name), shared=True)

        async def holders(number: int) -> None:
            async with asyncio.timeout(PATIENCE):
                while len({s.holder for s in await store.shards.all() if s.holder and s.left > 0}) != number:
                    await asyncio.sleep(0.1)

        await holders(2)
        playing = [
            asyncio.create_task(order_on(sandbox, f"table-{n}", over, BOTH_SIDES, PAUSE))
            for n in range(SHARDS)
        ]
        await asyncio.sleep(WORKING)
        database.cut()
        discord.cut()
        await holders(1)
        await asyncio.sleep(WORKING)
        database.mend()
        discord.mend()
        await holders(2)
        await until_all_are(sandbox, SHARDS)
        await asyncio.sleep(WORKING)
        assert one.returncode is None
        over.set()
        answers = sum(await asyncio.gather(*playing))
        async with asyncio.timeout(PATIENCE):
            while await store.outbox.waiting():
                await asyncio.sleep(0.2)
        await sandbox.settled(PATIENCE, quiet=1.0)
        known = await _told(store)
        games = await store.games.all()
        broken = [game.id for game in games if (await store.log.chain(game.id)).broken is not None]
        await store.close()
        posts = [post.message for post in sandbox.state.records.posts.values() if post.viewer is None]
        own = [m for m in posts if m["author"]["id"] == sandbox.state.bot["id"] and m["type"] == 0]
        boards = [m["channel_id"] for m in own if str(m.get("nonce")).startswith("b")]
        posted = [m for m in own if not str(m.get("nonce")).startswith("b")]
        unknown = [m["content"] or m["components"] for m in posted if int(m["id"]) not in known]
        shown = pictures(sandbox.exchanges)
    print(f"{answers} answers, {len(games)} games, {len(own)} messages, {len(shown)} pictures")
    assert not broken
    assert not unknown
    assert len(boards) == len(set(boards)), "that of a game that is over is not in the database any more"
    assert shown
    assert back_to_older_ones(shown) == []
