"""Messages that stand for what is so now: boards, which are edited, and calls, which are taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from storage.asking import Asking, Putting
from storage.tables import boards, calls, letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The message that shows how something stands: `kind` "game" or "server", `about` its number.

    `said` is a sum of what it shows, "" when that is not known; `message` is 0 until it is posted.
    """

    kind: str
    about: int
    channel: int
    message: int = 0
    pinned: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A message that calls a side to act, by the `kind` of letter it was; it stands until that side has given
    an order after entry `after` that everybody is told of."""

    message: int
    game: int
    channel: int
    kind: str
    side: str
    after: int


class BoardReading(Asking):
    """Questions about boards and calls."""

    async def board(self, kind: str, about: int) -> Board | None:
        """The board of a game or of a server."""
        mine = (boards.c.kind == kind, boards.c.about == about)
        row = (await self._run(select(boards).where(*mine))).mappings().first()
        return None if row is None else _board(row)

    async def boards(self, kind: str | None = None) -> list[Board]:
        """All boards; those of one kind."""
        wanted = select(boards).order_by(boards.c.kind, boards.c.about)
        if kind is not None:
            wanted = wanted.where(boards.c.kind == kind)
        return [_board(row) for row in (await self._run(wanted)).mappings()]

    async def calls(self, game: int | None = None) -> list[Call]:
        """The calls that have not been taken away, oldest first; those of one game."""
        wanted = select(calls).order_by(calls.c.message)
        if game is not None:
            wanted = wanted.where(calls.c.game == game)
        return [Call(**row) for row in (await self._run(wanted)).mappings()]

    async def waits_for(self, channel: int) -> bool:
        """Whether a letter to that channel is neither posted nor given up."""
        waiting = (letters.c.channel == channel, letters.c.posted.is_(None), letters.c.failed == "")
        return (await self._run(select(letters.c.id).where(*waiting).limit(1))).first() is not None


class BoardWriting(BoardReading, Putting):
    """Changes to them."""

    async def keep_board(self, board: Board) -> None:
        """Keep where a board is and what it shows."""
        about = {
            "channel": board.channel,
            "message": board.message,
            "pinned": int(board.pinned),
            "said": board.said,
        }
        await self._put(boards, {"kind": board.kind, "about": board.about} | about, about)

    async def forget_board(self, kind: str, about: int) -> None:
        """Forget a board."""
        await self._run(delete(boards).where(boards.c.kind == kind, boards.c.about == about))

    async def keep_call(self, call: Call) -> None:
        """Keep a call that was posted."""
        row = {name: getattr(call, name) for name in ("message", "game", "channel", "kind", "side", "after")}
        await self._put(calls, row, row)

    async def forget_call(self, message: int) -> None:
        """Forget a call: it is not there any more."""
        await self._run(delete(calls).where(calls.c.message == message))


def _board(row: Any) -> Board:
    return Board(**{**row, "pinned": bool(row["pinned"])})
