"""Health and measures as a watcher gets them, and a log that can be searched and holds no token."""

from __future__ import annotations

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

from bot import logs, tracing
from bot.watch import Watch, address


@pytest.fixture
async def watched(house: Any) -> AsyncIterator[Any]:
    """An open house, and a function that asks its watch."""
    watch = Watch(house.store, house.bot.gauges)
    watch.bot = house.bot
    port = await watch.open("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def ask(path: str) -> tuple[int, str]:
            async with session.get(path) as answer:
                return answer.status, await answer.text()

        house.ask = ask
        yield house
    await watch.close()


def measured(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    return {
        sample.name + "".join(f" {k}={v}" for k, v in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_what_happens_is_measured(watched: Any) -> None:
    anna = watched.person("Anna")
    await anna.slash("battle", "game new", scenario="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await watched.quiet()
    await anna.slash("battle", "move", unit="nobody", path="NE")
    await anna.slash("battle", "map")

    status, text = await watched.ask("/metrics")

    found = measured(text)
    assert status == 200
    assert found["grognard_acknowledgement_seconds_count"] == 4
    assert found["grognard_answer_seconds_count"] == 4
    assert found["grognard_render_seconds_count"] >= 1
    assert found["grognard_commit_seconds_count"] >= 2
    assert found["grognard_refusals_total reason=no_such_unit rule="] == 1
    assert found["grognard_connected"] == 1
    assert found["grognard_games_playing"] == 1
    assert found["grognard_outbox_letters"] == 0
    assert "Anna" not in text


async def test_all_is_well_until_the_database_cannot_be_written(watched: Any) -> None:
    status, text = await watched.ask("/healthz")
    assert (status, json.loads(text)) == (200, {"loop": True, "discord": True, "database": True})

    with closing(sqlite3.connect(watched.folder / "grognard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, text = await watched.ask("/healthz")
        other.execute("ROLLBACK")

    assert status == 503
    assert json.loads(text) == {"loop": True, "discord": True, "database": False}
    assert (await watched.ask("/healthz"))[0] == 200


async def test_a_bot_that_is_not_connected_is_not_well(watched: Any) -> None:
    await watched.bot.close()

    status, text = await watched.ask("/healthz")

    assert status == 503
    assert json.loads(text)["discord"] is False


@pytest.mark.promise(16)
async def test_a_line_of_the_log_names_interaction_and_game(house: Any) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.AsJson())
    watched = logging.getLogger("bot.desk")
    desk = house.bot.desk
    play = desk.play

    def noisy(*about: Any) -> Any:
        watched.warning("an order")
        return play(*about)

    desk.play = noisy
    watched.addHandler(handler)
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="tutorial", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    await anna.slash("battle", "done")
    watched.removeHandler(handler)

    line = json.loads(written.getvalue().splitlines()[0])
    assert line["says"] == "an order"
    assert line["game"] == (await house.game()).game.id
    assert line["interaction"] > 10**15
    assert line["level"] == "warning"


@pytest.mark.parametrize("form", [logs.AsJson(), logs.AsText()])
@pytest.mark.promise(16)
def test_no_token_gets_into_the_log(form: logging.Formatter) -> None:
    # put together here, so that nobody takes it for a token that was lost
    token = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "Gabcde", "abcdefghijklmnopqrstuvwxyz0123456789ab"))
    try:
        raise RuntimeError(
            f"https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIz/messages Bot {token}"
        )
    except RuntimeError as error:
        record = logging.LogRecord(
            "bot", logging.ERROR, __file__, 1, "sent %s", (token,), (type(error), error, error.__traceback__)
        )
    tracing.interaction.set(0)

    line = form.format(record)

    assert token not in line
    assert "aW50ZXJhY3Rpb246MTIz" not in line
    assert "/webhooks/123/***" in line


@pytest.mark.promise(16)
@pytest.mark.parametrize("form", [logs.AsJson(), logs.AsText()])
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
    ("text", "found"),
    [("9815", ("127.0.0.1", 9815)), ("0.0.0.0:80", ("0.0.0.0", 80)), ("[::1]:9815", ("::1", 9815))],
)
def test_where_it_listens_is_this_machine_unless_said(text: str, found: tuple[str, int]) -> None:
    assert address(text) == found


@pytest.mark.parametrize("text", ["", "host:", "x", "1:99999", "-1"])
def test_no_such_place_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        address(text)
