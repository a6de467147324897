"""How often an order goes to the database: counted, since that is what its time depends on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.bot.features.batch_orders.test_batch_orders import at_ormes
from tests.database_visits import noted


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What SQLite's threads are asked to do."""
    return noted(monkeypatch)


async def test_a_typed_order_and_its_undo_are_one_visit_each(harness: Any, visits: list[str]) -> None:
    anna = await at_ormes(harness)
    await anna.slash("battle", "move", unit="line-1", path="NE")
    await anna.slash("battle", "undo")
    await harness.quiet()

    made = {}
    for name, options in (("move", {"unit": "line-1", "path": "NE"}), ("undo", {})):
        visits.clear()
        reply = await anna.slash("battle", name, options)
        made[name] = list(visits)
        await harness.quiet()
        assert reply.ephemeral

    for name, asked in made.items():
        # The end of another's transaction may fall in between; statements and writes of any are named.
        others = [sql for sql in asked if not re.search(r"\bFROM (letters|boards|settings)\b|^commit$", sql)]
        assert others == ["write_at_once"], f"{name}: only the status message that follows may be looked for"
    assert [entry.kind for entry in await harness.bot.store.log.entries(1)][-4:] == ["order", "undo"] * 2


async def test_an_order_after_which_a_snapshot_is_kept_is_one_visit_too(
    harness: Any, visits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await at_ormes(harness)
    await anna.slash("battle", "move", unit="line-1", path="NE")
    await anna.slash("battle", "undo")
    await harness.quiet()
    before = (await harness.bot.store.log.entries(1))[-1].seq
    monkeypatch.setattr("bot.core.game.EVENTS_APART", 1)
    visits.clear()
    await anna.slash("battle", "move", unit="line-1", path="NE")

    assert "write_at_once" in visits
    assert not [sql for sql in visits if "INSERT" in sql or "DELETE" in sql], (
        "each write waits for the others"
    )
    await harness.quiet()
    loaded = await harness.bot.store.games.load(1)
    assert loaded.snapshot.seq == before
