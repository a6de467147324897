"""Teams of tournaments: their members, and who plays for them on which board of a round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, insert

from storage import row_mapping
from storage.queries.base import RepositoryBase
from storage.queries.league.records import BoardRecord, MemberRecord
from storage.row_mapping import Row
from storage.tables import tournament_line_ups, tournament_members

_BOARD = ("number", "board", "user", "name")


class TeamRepository(RepositoryBase):
    """Changes to teams."""

    async def save_member(self, tournament: int, member: MemberRecord) -> None:
        """Save a member of a team, or an invitation to it."""
        key = {"tournament": tournament, "team": member.team, "user": member.user}
        values = {
            "name": member.name,
            "board": member.board,
            "status": member.status,
            "since": row_mapping.stamp(member.since),
        }
        await self._upsert(tournament_members, key, values)

    async def remove_members(self, tournament: int, team: int, user: int | None = None) -> None:
        """Strike a member of a team, or (None) all of them, before the team is gone."""
        table = tournament_members
        theirs = [table.c.tournament == tournament, table.c.team == team]
        theirs += [table.c.user == user] if user is not None else []
        await self._run(delete(table).where(*theirs))

    async def add_line_ups(self, tournament: int, round_: int, boards: Iterable[BoardRecord]) -> None:
        """Write down who plays in a round."""
        about = {"tournament": tournament, "round": round_}
        rows = [{**about, **{name: getattr(board, name) for name in _BOARD}} for board in boards]
        if rows:
            await self._run(insert(tournament_line_ups), rows)


def member(row: Row) -> MemberRecord:
    """A member as stored."""
    return MemberRecord(
        **{name: row[name] for name in ("team", "user", "name", "board", "status")},
        since=datetime.fromisoformat(row["since"]),
    )


def board(row: Row) -> BoardRecord:
    """A player on a board as stored."""
    return BoardRecord(**{name: row[name] for name in _BOARD})
