"""The outbox of messages to post, and the receipts of interactions that were answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from storage import row_mapping
from storage.errors import AlreadyAnswered, ConstraintViolated
from storage.processes.leases import WHOLE, Share, shard_of
from storage.queries.base import QueryBase, RepositoryBase, Write, insert_if_new, query, remembered
from storage.records import Json, OutboxMessage, Receipt
from storage.tables import WHOLE as WHOLE_NUMBER
from storage.tables import games, outbox, receipts

_RECEIPT = select(receipts).where(receipts.c.interaction == bindparam("interaction"))
_GUILD = select(games.c.guild).where(games.c.id == bindparam("of_game", type_=WHOLE_NUMBER)).scalar_subquery()
_ADD = (
    insert(outbox)
    .values(guild=func.coalesce(bindparam("server", type_=WHOLE_NUMBER), _GUILD))
    .returning(outbox.c.id)
)
_LAST_POSTED = (
    select(outbox)
    .where(
        outbox.c.game == bindparam("game"),
        outbox.c.kind == bindparam("kind"),
        outbox.c.posted.is_not(None),
    )
    .order_by(outbox.c.id.desc())
    .limit(1)
)
_WAITING = (outbox.c.posted.is_(None), outbox.c.failed == "")


class OutboxQueries(QueryBase):
    """Queries about messages to post."""

    @query
    async def get(self, id: int) -> OutboxMessage | None:  # noqa: A002
        """One message, posted or not."""
        row = (await self._run(select(outbox).where(outbox.c.id == id))).mappings().first()
        return row_mapping.outbox_message(row) if row else None

    @query
    async def waiting(
        self, limit: int = 100, channel: int | None = None, *, but: str = "", share: Share = WHOLE
    ) -> list[OutboxMessage]:
        """The messages neither posted nor given up, oldest first; of one channel; of all kinds but one; of a
        share of the servers."""
        waiting = select(outbox).where(*_WAITING, outbox.c.kind != but, *share.of(outbox.c.guild))
        if channel is not None:
            waiting = waiting.where(outbox.c.channel == channel)
        result = await self._run(waiting.order_by(outbox.c.id).limit(limit))
        return [row_mapping.outbox_message(row) for row in result.mappings()]

    @query
    async def waiting_by_shard(self, count: int) -> dict[int, tuple[int, datetime]]:
        """How many messages wait, and since when the oldest one, by the shard of so many to which their
        servers belong; without those for which none waits."""
        shard = shard_of(outbox.c.guild, count).label("shard")
        waiting = select(shard, func.count(), func.min(outbox.c.at)).where(*_WAITING).group_by(shard)
        rows: Sequence[Any] = (await self._run(waiting)).all()
        return {row[0]: (row[1], datetime.fromisoformat(row[2])) for row in rows}

    @remembered(outbox)
    async def waiting_channels(self, but: str = "", share: Share = WHOLE) -> list[int]:
        """The channels with waiting messages of all kinds but one, of a share of the servers, by their oldest
        one."""
        waiting = select(outbox.c.channel).where(*_WAITING, outbox.c.kind != but)
        waiting = waiting.where(*share.of(outbox.c.guild))
        result = await self._run(waiting.group_by(outbox.c.channel).order_by(func.min(outbox.c.id)))
        return [int(channel) for channel in result.scalars()]

    @query
    async def first_waiting(self, but: str = "", share: Share = WHOLE) -> set[int]:
        """The oldest waiting message of each channel, of all kinds but one, of a share of the servers."""
        oldest = select(func.min(outbox.c.id)).where(*_WAITING, outbox.c.kind != but)
        oldest = oldest.where(*share.of(outbox.c.guild)).group_by(outbox.c.channel)
        return {int(id_) for id_ in (await self._run(oldest)).scalars()}

    @remembered(outbox)
    async def is_waiting(self, channel: int, but: str = "") -> bool:
        """Whether a message of any kind but one waits to be posted in that channel."""
        mine = (outbox.c.channel == channel, outbox.c.kind != but)
        waiting = select(outbox.c.id).where(*mine, *_WAITING).limit(1)
        return (await self._run(waiting)).first() is not None

    @remembered(outbox)
    async def waiting_of(self, kind: str) -> list[OutboxMessage]:
        """The waiting messages of a kind about games, oldest first."""
        waiting = select(outbox).where(*_WAITING, outbox.c.kind == kind, outbox.c.game.is_not(None))
        result = await self._run(waiting.order_by(outbox.c.id))
        return [row_mapping.outbox_message(row) for row in result.mappings()]

    @query
    async def last_posted(self, game: int, kind: str) -> OutboxMessage | None:
        """The newest posted message of that kind."""
        row = (await self._run(_LAST_POSTED, {"game": game, "kind": kind})).mappings().first()
        return row_mapping.outbox_message(row) if row else None

    @query
    async def posted_since(self, game: int, message: int) -> list[OutboxMessage]:
        """The posted messages of a game from the first that became this Discord message on, oldest first."""
        first = select(func.min(outbox.c.id)).where(outbox.c.game == game, outbox.c.posted == message)
        mine = (
            outbox.c.game == game,
            outbox.c.posted.is_not(None),
            outbox.c.id >= first.scalar_subquery(),
        )
        result = await self._run(select(outbox).where(*mine).order_by(outbox.c.id))
        return [row_mapping.outbox_message(row) for row in result.mappings()]

    @query
    async def of_game(self, game: int, kind: str) -> list[OutboxMessage]:
        """Every message of that kind about a game, oldest first, posted or not."""
        mine = select(outbox).where(outbox.c.game == game, outbox.c.kind == kind)
        return [
            row_mapping.outbox_message(row)
            for row in (await self._run(mine.order_by(outbox.c.id))).mappings()
        ]

    @query
    async def blocked_channels(self, reasons: Collection[str], share: Share = WHOLE) -> list[int]:
        """The channels where nothing was posted since a message was given up for one of these reasons, of a
        share of the servers."""
        posted = outbox.alias()
        last = select(func.max(posted.c.id)).where(
            posted.c.channel == outbox.c.channel, posted.c.posted.is_not(None)
        )
        since = outbox.c.id > func.coalesce(last.scalar_subquery(), 0)
        mine = (outbox.c.failed.in_(reasons), since, *share.of(outbox.c.guild))
        blocked = select(outbox.c.channel).where(*mine).distinct()
        return [int(channel) for channel in (await self._run(blocked)).scalars()]


class OutboxRepository(OutboxQueries, RepositoryBase):
    """Changes to messages to post."""

    async def add(
        self, *, game: int | None, channel: int, kind: str, body: Json, guild: int | None = None
    ) -> int:
        """Add a message to a channel of a server, by default that of its game; its id, which is the nonce to
        send it with."""
        row = {
            "server": guild,
            "of_game": game,
            "game": game,
            "channel": channel,
            "kind": kind,
            "body": row_mapping.to_text(body),
            "failed": "",
            "at": row_mapping.stamp(self._session.now()),
        }
        return int((await self._run(_ADD, row)).scalar_one())

    async def set_game(self, id_: int, game: int) -> bool:
        """Say of a message without a game that it is about this one; False if it is about one already."""
        mine = update(outbox).where(outbox.c.id == id_, outbox.c.game.is_(None))
        return bool((await self._run(mine.values(game=game))).rowcount)

    async def mark_posted(self, id: int, message: int) -> None:  # noqa: A002
        """The message became that Discord message. Raises LookupError when there is no such message."""
        await self._mark(id, posted=message, failed="")

    async def give_up(self, id: int, reason: str) -> None:  # noqa: A002
        """Stop trying to post a message. Raises LookupError when there is no such message."""
        if not reason:
            raise ValueError("a message is given up for a reason")
        await self._mark(id, failed=reason)

    async def _mark(self, id_: int, **changes: Any) -> None:
        if (await self._run(update(outbox).where(outbox.c.id == id_).values(**changes))).rowcount != 1:
            raise LookupError(f"no outbox message {id_}")

    async def retry(self, channel: int, reasons: Collection[str], limit: int) -> int:
        """Let messages to a channel that were given up for one of these reasons wait again: the newest, and
        none older than what was posted there since; how many."""
        last = select(func.coalesce(func.max(outbox.c.id), 0)).where(
            outbox.c.channel == channel, outbox.c.posted.is_not(None)
        )
        given_up = (outbox.c.channel == channel, outbox.c.failed.in_(reasons))
        after = int((await self._run(last)).scalar_one())
        newest = select(outbox.c.id).where(*given_up, outbox.c.id > after).order_by(outbox.c.id.desc())
        ids = list((await self._run(newest.limit(limit))).scalars())
        await self._run(update(outbox).where(outbox.c.id.in_(ids)).values(failed=""))
        return len(ids)


class ReceiptQueries(QueryBase):
    """Queries about interactions that were answered."""

    @query
    async def get(self, interaction: int) -> Receipt | None:
        """How that interaction was answered."""
        row = (await self._run(_RECEIPT, {"interaction": interaction})).mappings().first()
        return row_mapping.receipt(row) if row else None


class ReceiptRepository(ReceiptQueries, RepositoryBase):
    """Changes to receipts."""

    async def add(self, receipt: Receipt) -> bool:
        """Keep how an interaction is answered; False, and no change, when it was answered before."""
        new = await self._insert_new(receipts, _receipt_row(receipt))
        if new:
            self._session.answered.append((receipt.interaction, receipt.game))
        return new

    async def add_once(self, receipt: Receipt) -> None:
        """Keep how an interaction is answered. Where it was answered before, the transaction raises
        AlreadyAnswered, at the latest when it ends, and writes nothing."""

        async def refused(error: ConstraintViolated | None) -> Exception:
            return error or AlreadyAnswered()

        insertion = insert_if_new(self._session.dialect, receipts)
        self._session.defer(
            Write(statement=insertion, parameters=_receipt_row(receipt), rows=1, refused=refused)
        )
        self._session.answered.append((receipt.interaction, receipt.game))

    async def delete_before(self, interaction: int, most: int) -> int:
        """Delete the receipts of interactions with a lower id (Discord's ids grow with time), the oldest ones
        first, so many at most; how many."""
        old = select(receipts.c.interaction).where(receipts.c.interaction < interaction)
        oldest = old.order_by(receipts.c.interaction).limit(most)
        return int((await self._run(delete(receipts).where(receipts.c.interaction.in_(oldest)))).rowcount)


def _receipt_row(receipt: Receipt) -> Json:
    return {
        "interaction": receipt.interaction,
        "game": receipt.game,
        "outcome": row_mapping.to_text(receipt.outcome),
    }
