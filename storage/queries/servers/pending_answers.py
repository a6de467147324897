"""Interactions that are being answered, where another process would answer them if this one died."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from storage.processes.leases import Share
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.tables import pending_answers

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""Discord's ids count milliseconds from here, above their lowest 22 bits."""


def first_interaction(at: datetime) -> int:
    """The lowest id that Discord can have given to an interaction made then; 0 before there were any."""
    return max(0, (at - EPOCH) // timedelta(milliseconds=1) << 22)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingAnswer:
    """An interaction and what is needed to answer it: who did it, where, in which language. `replacing`: the
    answer takes the place of the message where it was done."""

    interaction: int
    application: int
    token: str = field(repr=False)
    user: int
    guild: int
    channel: int
    language: str
    replacing: bool = False

    @property
    def made(self) -> datetime:
        """When the person did it."""
        return EPOCH + timedelta(milliseconds=self.interaction >> 22)


class PendingAnswerQueries(QueryBase):
    """Queries about interactions that are being answered."""

    @query
    async def left(self, share: Share) -> list[PendingAnswer]:
        """Those of a share of the servers, oldest first."""
        mine = select(pending_answers).where(*share.of(pending_answers.c.guild))
        rows = await self._run(mine.order_by(pending_answers.c.interaction))
        return [PendingAnswer(**{**row, "replacing": bool(row["replacing"])}) for row in rows.mappings()]


class PendingAnswerRepository(PendingAnswerQueries, RepositoryBase):
    """Changes to them."""

    async def change(self, begun: Sequence[PendingAnswer], ended: Collection[int]) -> None:
        """Note those that are being answered now, and forget those that are not any more."""
        for owing in begun:
            await self._insert_new(pending_answers, {**asdict(owing), "replacing": int(owing.replacing)})
        if ended:
            await self._run(delete(pending_answers).where(pending_answers.c.interaction.in_([*ended])))
