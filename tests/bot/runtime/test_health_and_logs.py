"""Health endpoint, metrics and logs: complete, searchable, without tokens."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.runtime import health_server
from bot.runtime import logging as runtime_logging
from bot.runtime import logging as runtime_logging_module
from bot.runtime.health_server import HealthServer, address
from bot.runtime.metrics import Metrics
from storage import Store
from storage.postgres.connection import connect
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres


@pytest.fixture
async def health_harness(harness: Any) -> AsyncIterator[Any]:
    """A running bot with `ask`, which requests a path of its health server."""
    watch = HealthServer(harness.store, harness.bot.metrics)
    watch.watch(harness.bot)
    port = await watch.open("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def ask(path: str) -> tuple[int, str]:
            async with session.get(path) as answer:
                return answer.status, await answer.text()

        harness.ask = ask
        yield harness
    await watch.close()


def measured(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    return {
        sample.name + "".join(f" {k}={v}" for k, v in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.long
async def test_what_happens_is_measured(health_harness: Any) -> None:
    anna = health_harness.person("Anna")
    await anna.slash("battle", "game new", battle="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await health_harness.quiet()
    await anna.slash("battle", "move", unit="nobody", path="NE")
    await anna.slash("battle", "map")

    status, text = await health_harness.ask("/metrics")

    samples = measured(text)
    assert status == 200
    assert samples["grognard_acknowledgement_seconds_count"] == 4
    assert samples["grognard_answer_seconds_count"] == 4
    assert samples["grognard_render_seconds_count"] >= 1
    assert samples["grognard_commit_seconds_count"] >= 2
    assert samples["grognard_refusals_total reason=no_such_unit rule="] == 1
    assert samples["grognard_connected shard=0"] == 1
    assert samples["grognard_games_playing"] == 1
    assert samples["grognard_outbox_letters shard=0"] == 0
    assert samples["grognard_outbox_age_seconds shard=0"] == 0
    assert samples["grognard_pictures_waiting"] == 0
    assert samples["grognard_writes_waiting"] == 0
    assert "Anna" not in text


async def write(store: Store) -> None:
    async with store.writing() as tx:
        await tx.check_writable()


@pytest.mark.long
async def test_what_is_late_and_what_waits_is_measured(health_harness: Any) -> None:
    anna, bot = health_harness.person("Anna"), health_harness.bot
    await anna.slash("battle", "game new", battle="ormes", side="blue", options="clock=3d")
    await health_harness.person("Bruno").slash("battle", "game join")
    await anna.slash("battle", "game start")
    await health_harness.quiet()
    async with health_harness.store.writing() as tx:  # no one is woken for it
        await tx.outbox.add(game=None, channel=1, kind="welcome", body={})
    due = bot.workers.deadlines.moment((await health_harness.game()).record.id)
    health_harness.clock.passes(seconds=(due - health_harness.clock()).total_seconds() + 90)
    over, store = asyncio.Event(), health_harness.store
    drawing = asyncio.create_task(bot.drawing_process.queue.run(over.wait))
    waiting = asyncio.create_task(bot.drawing_process.queue.run(over.wait))

    async with store.writing():
        writing = asyncio.create_task(write(store))
        await asyncio.sleep(0)
        samples = measured((await health_harness.ask("/metrics"))[1])

    over.set()
    await asyncio.gather(drawing, waiting, writing)
    assert samples["grognard_writes_waiting"] == 1
    assert samples["grognard_writes_age_seconds"] > 0
    assert 90 <= samples["grognard_deadline_lag_seconds shard=0"] < 90 + PATIENCE
    assert samples["grognard_outbox_letters shard=0"] == 1
    assert samples["grognard_outbox_age_seconds shard=0"] > 90
    assert samples["grognard_pictures_waiting"] == 2
    bot.workers.deadlines.wake(None)
    await health_harness.quiet()
    assert measured((await health_harness.ask("/metrics"))[1])["grognard_deadline_lag_seconds shard=0"] == 0


async def test_all_is_well_until_the_database_cannot_be_written(health_harness: Any) -> None:
    status, text = await health_harness.ask("/healthz")
    assert (status, json.loads(text)) == (200, {"loop": True, "discord": True, "database": True})

    with closing(sqlite3.connect(health_harness.folder / "grognard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, text = await health_harness.ask("/healthz")
        other.execute("ROLLBACK")

    assert status == 503
    assert json.loads(text) == {"loop": True, "discord": True, "database": False}
    assert (await health_harness.ask("/healthz"))[0] == 200


async def test_who_asks_for_metrics_waits_for_no_database_that_does_not_answer(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_server, "ANSWERED_IN", 0.1)
    store = await Store.open(postgres.at(postgres.fresh()), shared=True)
    watch = HealthServer(store, Metrics())
    port = await watch.open("127.0.0.1", 0)
    locked = await connect(postgres.at("games_fresh"))
    await locked.execute("BEGIN; LOCK TABLE games, guilds")
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def ask(path: str) -> str:
            async with session.get(path) as answer:
                return await answer.text()

        first, second = measured(await ask("/metrics")), measured(await ask("/metrics"))
        failed = "grognard_failures_total kind=database"
        assert (first[failed], second[failed]) == (1, 2)
        assert not json.loads(await ask("/healthz"))["database"]
        assert await locked.fetchval(waiting) == 2  # each is asked once, and still waits
        await locked.execute("ROLLBACK")
        async with asyncio.timeout(PATIENCE):
            while measured(await ask("/metrics")).get("grognard_games_playing") is None:
                await asyncio.sleep(0.01)
            while not json.loads(await ask("/healthz"))["database"]:
                await asyncio.sleep(0.01)
    await locked.close()
    await watch.close()
    await store.close()


async def test_a_bot_that_is_not_connected_is_not_well(health_harness: Any) -> None:
    await health_harness.bot.close()

    status, text = await health_harness.ask("/healthz")

    assert status == 503
    assert json.loads(text)["discord"] is False


@pytest.mark.long
@pytest.mark.promise(16)
async def test_a_line_of_the_log_names_interaction_and_game(harness: Any) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(runtime_logging.JsonFormatter())
    logger = logging.getLogger("bot.core.game_service")
    games = harness.bot.games
    play = games.play

    def noisy(*about: Any) -> Any:
        logger.warning("an order")
        return play(*about)

    games.play = noisy
    logger.addHandler(handler)
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    await anna.slash("battle", "done")
    logger.removeHandler(handler)

    line = json.loads(written.getvalue().splitlines()[0])
    assert line["says"] == "an order"
    assert line["game"] == (await harness.game()).record.id
    assert line["interaction"] > 10**15
    assert line["level"] == "warning"


@pytest.mark.parametrize("form", [runtime_logging.JsonFormatter(), runtime_logging.TextFormatter()])
@pytest.mark.promise(16)
def test_no_token_gets_into_the_log(form: logging.Formatter) -> None:
    # assembled here so that it is not mistaken for a leaked token
    token = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "Gabcde", "abcdefghijklmnopqrstuvwxyz0123456789ab"))
    try:
        raise RuntimeError(
            f"https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIz/messages Bot {token}"
        )
    except RuntimeError as error:
        record = logging.LogRecord(
            "bot", logging.ERROR, __file__, 1, "sent %s", (token,), (type(error), error, error.__traceback__)
        )
    runtime_logging_module.interaction.set(0)

    line = form.format(record)

    assert token not in line
    assert "aW50ZXJhY3Rpb246MTIz" not in line
    assert "/webhooks/123/***" in line


@pytest.mark.promise(16)
@pytest.mark.parametrize("form", [runtime_logging.JsonFormatter(), runtime_logging.TextFormatter()])
def test_a_traceback_tells_nothing_that_anybody_wrote(form: logging.Formatter) -> None:
    typed = "yari-3 " + "march"
    try:
        try:
            {}[typed]
        except KeyError as error:
            raise AssertionError(f"g1:1:{typed}") from error
    except AssertionError as error:
        record = logging.LogRecord(
            "bot", logging.ERROR, __file__, 1, "failed", (), (type(error), error, error.__traceback__)
        )

    line = form.format(record)

    assert typed not in line
    assert "KeyError" in line
    assert "AssertionError" in line


@pytest.mark.parametrize(
    ("text", "expected"),
    [("9815", ("127.0.0.1", 9815)), ("0.0.0.0:80", ("0.0.0.0", 80)), ("[::1]:9815", ("::1", 9815))],
)
def test_where_it_listens_is_this_machine_unless_said(text: str, expected: tuple[str, int]) -> None:
    assert address(text) == expected


@pytest.mark.parametrize("text", ["", "host:", "x", "1:99999", "-1"])
def test_no_such_place_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        address(text)
