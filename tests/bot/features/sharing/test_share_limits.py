"""Who may share a picture of a game, where, and how often. A real database, no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.core.channels import PostTarget
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.sharing.service import KIND, MOST, WITHIN, Sharing
from storage import Store
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, begun, by
from tests.empty_database import empty_database

NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)


class Table:
    """A game of which pictures of the map are shared, by a clock that tests move."""

    def __init__(self) -> None:
        self.now = NOON

    async def open(self, path: Path) -> None:
        self.store = await Store.open(path, clock=lambda: self.now)
        games = GameService(self.store, clock=lambda: self.now)
        self.game = await begun(games)
        self.sharing = Sharing(games, self._draw)

    async def _draw(self, film: Any) -> None:
        """No film is shared here."""

    async def share(self, actor: Actor, channel: int, **lacks: Any) -> str:
        """Why the map is not shared there; "" where it is."""
        spot = PostTarget(**{"channel": channel, "asker_lacks": (), "bot_lacks": ()} | lacks)
        page = await self.sharing.share(actor, "map", spot)
        return next((note.cause[1] for note in page.embeds if note.cause[1]), "")

    async def shared(self) -> list[int]:
        return [post.channel for post in await self.store.outbox.of_game(self.game, KIND)]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    table = Table()
    await table.open(empty_database(tmp_path / "games.db"))
    yield table
    await table.store.close()


async def test_a_picture_goes_only_where_its_author_may_post(table: Table) -> None:
    assert await table.share(by(ANNA), 5, asker_lacks=("send_messages",)) == "share_forbidden"
    assert await table.share(by(ANNA), 5, bot_lacks=("send_messages",)) == "cannot_write_there"
    assert await table.shared() == []


async def test_the_same_picture_is_shared_once_in_a_channel_and_an_interaction_shares_once(
    table: Table,
) -> None:
    asked = by(ANNA)
    answers = [await table.share(asked, 5) for _ in range(2)]

    assert answers == ["", ""]
    assert await table.share(by(BRUNO), 5) == "shared_before"
    assert await table.share(by(ANNA), 6) == ""
    assert await table.shared() == [5, 6]


async def test_a_player_shares_three_pictures_of_a_game_in_ten_minutes_and_keeps_no_other_from_it(
    table: Table,
) -> None:
    first = [await table.share(by(ANNA), channel) for channel in range(5, 5 + MOST)]

    assert first == [""] * MOST
    assert await table.share(by(ANNA), 9) == "shared_often"
    assert await table.share(by(BRUNO), 9) == ""
    table.now += WITHIN - timedelta(microseconds=1)
    assert await table.share(by(ANNA), 10) == "shared_often"
    table.now += timedelta(microseconds=1)
    assert await table.share(by(ANNA), 10) == ""
