"""How long receipts are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.core.requests import receipts
from storage import Receipt, Store, first_interaction

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
WEEK = timedelta(days=7)


async def test_receipts_of_more_than_a_week_ago_are_deleted_however_many_there_are(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "TOGETHER", 5)
    store = await Store.open(database)
    newer = [first_interaction(NOW - WEEK) + n for n in range(3)]
    older = [first_interaction(NOW - WEEK - timedelta(milliseconds=n)) + 7 for n in range(1, 12)]
    async with store.writing() as tx:
        for number in (*older, *newer):
            await tx.receipts.add(Receipt(interaction=number, game=None, outcome={}))

    gone = await receipts.delete_old(store, NOW)

    assert gone == len(older)
    assert [await store.receipts.get(number) for number in older] == [None] * len(older)
    assert all([await store.receipts.get(number) for number in newer])
    assert await receipts.delete_old(store, NOW) == 0
    await store.close()
