"""When a channel that refused the bot is written to again: a real database, no Discord."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.connection.lost_permissions import AGAIN, REFUSED, LostPermissions
from bot.core.game_service import GameService
from bot.runtime.metrics import Metrics
from tests.patience import PATIENCE

HERE, THERE = 1, 2
HIDDEN, FORBIDDEN, CLOSED, GONE = 50001, 50013, 50083, 10003


class Rights:
    """The permissions, of a Discord where these are missing (None: nothing is known)."""

    def __init__(self, games: GameService) -> None:
        self.missing: tuple[str, ...] | None = ()
        self.steady = 0.0
        self.regained: list[int] = []
        self.games = games
        places: Any = SimpleNamespace(
            missing_in=lambda number: self.missing, missing=lambda number, held: held
        )
        self.lost = LostPermissions(games, places, Metrics(), lambda: self.steady)
        self.lost.subscribe(self._regained)

    async def _regained(self, channel: int) -> None:
        self.regained.append(channel)

    async def given_up(self, *reasons: str, channel: int = HERE) -> list[int]:
        async with self.games.store.writing() as tx:
            ids = [await tx.outbox.add(game=None, channel=channel, kind="x", body={}) for _ in reasons]
            for id_, why in zip(ids, reasons, strict=True):
                await tx.outbox.give_up(id_, why)
        return ids

    async def waiting(self) -> list[int]:
        async with asyncio.timeout(PATIENCE):
            while not self.lost.idle:
                await asyncio.sleep(0.001)
        return [post.id for post in await self.games.store.outbox.waiting()]


@pytest.fixture
def rights(games: GameService) -> Rights:
    return Rights(games)


async def test_what_was_given_up_for_want_of_rights_is_sent_once_they_are_back(rights: Rights) -> None:
    lacking, *_ = await rights.given_up(REFUSED[FORBIDDEN], "the channel is gone", "refused: 400")
    rights.missing = ("send_messages",)
    rights.lost.refused(HERE, FORBIDDEN)
    rights.lost.refused(THERE, GONE)
    rights.lost.look_everywhere()
    before = await rights.waiting()
    rights.missing = ()
    rights.lost.look(HERE)
    after = await rights.waiting()
    rights.lost.look(HERE)

    assert before == []
    assert after == [lacking]
    assert rights.lost.idle, "once"
    assert rights.regained == [HERE]
    assert rights.lost.blocked_reason(HERE) == rights.lost.blocked_reason(THERE) == ""


async def test_where_no_cause_is_known_it_is_tried_again_after_a_while(rights: Rights) -> None:
    await rights.given_up(REFUSED[HIDDEN])
    rights.lost.refused(HERE, HIDDEN)
    blocked = rights.lost.blocked_reason(HERE)
    rights.steady = AGAIN - 1
    rights.lost.look(HERE)
    early = await rights.waiting()
    still = rights.lost.blocked_reason(HERE)
    rights.steady = AGAIN
    free = rights.lost.blocked_reason(HERE)
    rights.lost.look(HERE)

    assert blocked == still == REFUSED[HIDDEN]
    assert free == ""
    assert early == []
    assert len(await rights.waiting()) == 1


async def test_a_right_that_is_seen_to_be_missing_blocks_however_long_it_takes(rights: Rights) -> None:
    rights.missing = ("send_messages",)
    rights.lost.refused(HERE, FORBIDDEN)
    rights.steady = 9 * AGAIN

    assert rights.lost.blocked_reason(HERE) == REFUSED[FORBIDDEN]


async def test_what_rights_someone_sees_says_nothing_of_a_thread_that_is_closed(rights: Rights) -> None:
    await rights.given_up(REFUSED[CLOSED])
    rights.missing = None
    rights.lost.refused(HERE, FORBIDDEN)
    held: Any = ()
    rights.lost.look(HERE, held)
    closed = await rights.waiting()
    rights.missing = ()
    rights.lost.look(HERE)

    assert closed == []
    assert len(await rights.waiting()) == 1
