"""Messages about the present: status messages, which the bot edits, and turn pings, which it deletes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, select

from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.tables import status_messages, turn_pings


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusMessage:
    """The message that shows the status of a game or a server: `kind` "game" or "server", `about` its id.

    `digest` is a hash of what it shows, "" when that is not known; `message` is 0 until it is posted.
    """

    kind: str
    about: int
    channel: int
    message: int = 0
    pinned: bool = False
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPing:
    """A message that asks a side to act, by the `kind` of outbox message it was.

    It is obsolete once that side has given an order after entry `after` of which both sides know.
    """

    message: int
    game: int
    channel: int
    kind: str
    side: str
    after: int


_STATUS_MESSAGE = select(status_messages).where(
    status_messages.c.kind == bindparam("kind"), status_messages.c.about == bindparam("about")
)


class StatusMessageQueries(QueryBase):
    """Queries about status messages."""

    @remembered(status_messages)
    async def get(self, kind: str, about: int) -> StatusMessage | None:
        """The status message of a game or of a server."""
        row = (await self._run(_STATUS_MESSAGE, {"kind": kind, "about": about})).mappings().first()
        return None if row is None else _status_message(row)

    @query
    async def all(self, kind: str | None = None) -> list[StatusMessage]:
        """All status messages; those of one kind."""
        statement = select(status_messages).order_by(status_messages.c.kind, status_messages.c.about)
        if kind is not None:
            statement = statement.where(status_messages.c.kind == kind)
        return [_status_message(row) for row in (await self._run(statement)).mappings()]


class StatusMessageRepository(StatusMessageQueries, RepositoryBase):
    """Changes to status messages."""

    async def save(self, status: StatusMessage) -> None:
        """Save where a status message is and what it shows."""
        values = {
            "channel": status.channel,
            "message": status.message,
            "pinned": int(status.pinned),
            "said": status.digest,
        }
        await self._upsert(status_messages, {"kind": status.kind, "about": status.about}, values)

    async def delete(self, kind: str, about: int) -> None:
        """Delete the record of a status message."""
        await self._run(
            delete(status_messages).where(status_messages.c.kind == kind, status_messages.c.about == about)
        )


class TurnPingQueries(QueryBase):
    """Queries about turn pings."""

    @remembered(turn_pings)
    async def all(self, game: int | None = None) -> list[TurnPing]:
        """The turn pings not yet deleted, oldest first; those of one game."""
        statement = select(turn_pings).order_by(turn_pings.c.message)
        if game is not None:
            statement = statement.where(turn_pings.c.game == game)
        return [TurnPing(**row) for row in (await self._run(statement)).mappings()]


class TurnPingRepository(TurnPingQueries, RepositoryBase):
    """Changes to turn pings."""

    async def save(self, ping: TurnPing) -> None:
        """Save a turn ping that was posted."""
        values = {name: getattr(ping, name) for name in ("game", "channel", "kind", "side", "after")}
        await self._upsert(turn_pings, {"message": ping.message}, values)

    async def delete(self, message: int) -> None:
        """Delete the record of a turn ping whose message is gone."""
        await self._run(delete(turn_pings).where(turn_pings.c.message == message))


def _status_message(row: Any) -> StatusMessage:
    return StatusMessage(
        kind=row["kind"],
        about=row["about"],
        channel=row["channel"],
        message=row["message"],
        pinned=bool(row["pinned"]),
        digest=row["said"],
    )
