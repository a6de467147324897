"""Games: their records and seats, and whole games as they are loaded."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    update,
)

from storage import row_mapping
from storage import snapshots as snapshot_rows
from storage.errors import ChannelTaken, ConstraintViolated
from storage.processes.leases import WHOLE, Share
from storage.queries.base import query, remembered
from storage.queries.game_states import GameStateQueries, GameStateRepository
from storage.queries.log import LOG
from storage.records import BY_ORDER, DiceKeys, GameRecord, ImportedRecord, Json, Seat, Status, StoredGame
from storage.row_mapping import Row
from storage.snapshots import Snapshot
from storage.tables import entries, games, imported_records, seats, snapshots

# Statements of every command are built once: to build one takes longer than to run it.
_ID_IN_CHANNEL = (
    select(games.c.id)
    .where(games.c.channel == bindparam("channel"))
    .order_by(games.c.status == "over", games.c.id.desc())
    .limit(1)
)
_GAME = select(games).where(games.c.id == bindparam("game"))
_SEATS = select(seats).where(seats.c.game == bindparam("game")).order_by(seats.c.place)
_SNAPSHOT = [snapshots.c[name] for name in ("seq", "made_by", "seal", "body")]
_SNAPSHOTS = (
    select(*_SNAPSHOT)
    .where(snapshots.c.game == bindparam("game"), snapshots.c.seq < bindparam("before"))
    .order_by(snapshots.c.seq.desc())
)
_OTHER = snapshots.alias()
_NEWEST = select(func.max(_OTHER.c.seq)).where(_OTHER.c.game == games.c.id).correlate(games).scalar_subquery()
_WHOLE = (  # one row per seat, the game and its newest snapshot in each
    select(games, *(c for c in seats.c if c.name != "game"), *_SNAPSHOT)
    .select_from(games)
    .outerjoin(seats, seats.c.game == games.c.id)
    .outerjoin(snapshots, and_(snapshots.c.game == games.c.id, snapshots.c.seq == _NEWEST))
    .where(games.c.id == bindparam("game"))
    .order_by(seats.c.place)
)
_CHANGEABLE = {
    *("status", "seats", "salts", "seals", "options", "printed", "seed", "twin", "randomness", "pictures"),
}


class LastPlayed(NamedTuple):
    """The status of a game, and when it was last written to."""

    status: Status
    at: datetime


class UnfinishedGame(NamedTuple):
    """A game that is not over, as far as a list needs it before it is read."""

    id: int
    channel: int
    status: Status


class GameQueries(GameStateQueries):
    """Queries about games."""

    @query
    async def get(self, game: int) -> GameRecord | None:
        """The record of a game."""
        row = (await self._run(_GAME, {"game": game})).mappings().first()
        if row is None:
            return None
        seated = (await self._run(_SEATS, {"game": game})).mappings()
        return row_mapping.game(row, [row_mapping.seat(each) for each in seated])

    @remembered(games)
    async def id_in_channel(self, channel: int) -> int | None:
        """The id of the unfinished game of a channel, else of the last finished one."""
        game: int | None = (await self._run(_ID_IN_CHANNEL, {"channel": channel})).scalar_one_or_none()
        return game

    @query
    async def in_channel(self, channel: int) -> GameRecord | None:
        """The unfinished game of a channel, else the last finished one."""
        game = await self.id_in_channel(channel)
        return None if game is None else await self.get(game)

    @query
    async def load(self, game: int) -> StoredGame | None:
        """A game with its log, and its newest snapshot that can be used.

        Commands and events are decoded on first access, which may raise Unreadable.
        """
        whole = (await self._run(_WHOLE, {"game": game})).mappings().all()
        if not whole:
            return None
        first, *_ = whole  # each row repeats the game and its snapshot
        seated = [row_mapping.seat(row) for row in whole if row["place"] is not None]
        log = await self._run(LOG, {"game": game, "after": 0})
        entries = tuple([row_mapping.lazy_entry(row) for row in log])
        snapshot = await self._snapshot(game, first, entries[-1].seq if entries else 0)
        return StoredGame(game=row_mapping.game(first, seated), entries=entries, snapshot=snapshot)

    async def _snapshot(self, game: int, newest: Row, last: int) -> Snapshot | None:
        """The newest snapshot that can be used, of no later entry than `last`."""
        if newest["seq"] is None:
            return None
        snapshot = snapshot_rows.read(game, *(newest[column.name] for column in _SNAPSHOT))
        if snapshot is not None and snapshot.seq <= last:
            return snapshot
        older = await self._run(_SNAPSHOTS, {"game": game, "before": min(newest["seq"], last + 1)})
        read = (snapshot_rows.read(game, *tuple(row)) for row in older)
        return next((snapshot for snapshot in read if snapshot is not None), None)

    @query
    async def all(
        self, status: str | None = None, user: int | None = None, guild: int | None = None
    ) -> list[GameRecord]:
        """The games, oldest first; of one status; in which that user has a seat; of a server."""
        where: list[ColumnElement[bool]] = [true()]
        if guild is not None:
            where.append(games.c.guild == guild)
        if status is not None:
            where.append(games.c.status == status)
        if user is not None:
            where.append(games.c.id.in_(select(seats.c.game).where(seats.c.user == user)))
        records = (await self._run(select(games).where(*where).order_by(games.c.id))).mappings().all()
        if not records:
            return []
        seated: dict[int, list[Seat]] = {row["id"]: [] for row in records}
        theirs = select(seats).where(seats.c.game.in_(select(games.c.id).where(*where)))
        for row in (await self._run(theirs.order_by(seats.c.game, seats.c.place))).mappings():
            seated[row["game"]].append(row_mapping.seat(row))
        return [row_mapping.game(row, seated[row["id"]]) for row in records]

    @query
    async def ids_in_guild(self, guild: int) -> list[int]:
        """The games of a server, oldest first."""
        mine = select(games.c.id).where(games.c.guild == guild)
        return list((await self._run(mine.order_by(games.c.id))).scalars())

    @query
    async def unfinished_in_guild(self, guild: int) -> list[UnfinishedGame]:
        """The games of a server that are not over, oldest first."""
        mine = select(games.c.id, games.c.channel, games.c.status)
        mine = mine.where(games.c.guild == guild, games.c.status != "over").order_by(games.c.id)
        return [UnfinishedGame(*row) for row in await self._rows(mine)]

    @query
    async def lobby_ids_in_guild(self, guild: int) -> list[int]:
        """The games of a server that have not begun, newest first."""
        mine = select(games.c.id).where(games.c.guild == guild, games.c.status == "lobby")
        return list((await self._run(mine.order_by(games.c.id.desc()))).scalars())

    @query
    async def ids_in_channel(self, channel: int) -> list[int]:
        """The games of a channel, newest first."""
        mine = select(games.c.id).where(games.c.channel == channel)
        return list((await self._run(mine.order_by(games.c.id.desc()))).scalars())

    @query
    async def last_finished_id_in_channel(self, channel: int) -> int | None:
        """The newest finished game of a channel."""
        mine = select(games.c.id).where(games.c.channel == channel, games.c.status == "over")
        game: int | None = (await self._run(mine.order_by(games.c.id.desc()).limit(1))).scalar_one_or_none()
        return game

    @query
    async def last_played(self, channel: int) -> LastPlayed | None:
        """The status of the unfinished game of a channel, else of the last finished one, and when it was
        last written to; None without any."""
        game = await self.id_in_channel(channel)
        if game is None:
            return None
        newest = select(func.max(entries.c.at)).where(entries.c.game == games.c.id).scalar_subquery()
        mine = select(games.c.status, func.coalesce(newest, games.c.created)).where(games.c.id == game)
        ((status, at),) = await self._rows(mine)
        return LastPlayed(status=status, at=datetime.fromisoformat(at))

    @query
    async def ids_playing(self, share: Share = WHOLE) -> set[int]:
        """The games under way, of a share of the servers."""
        mine = select(games.c.id).where(games.c.status == "playing", *share.of(games.c.guild))
        return set((await self._run(mine)).scalars())

    @query
    async def ids_with_computer(self, share: Share = WHOLE) -> list[int]:
        """The games under way in which the computer player has a seat, of a share of the servers."""
        mine = select(games.c.id).join(seats, seats.c.game == games.c.id).where(*share.of(games.c.guild))
        ids = await self._run(mine.where(seats.c.bot == 1, games.c.status == "playing").distinct())
        return sorted(ids.scalars())

    @query
    async def people_in(self, ids: Collection[int]) -> dict[tuple[int, str], list[int]]:
        """The users on each side of these games, by game and side, a side's holder first."""
        mine = select(seats.c.game, seats.c.side, seats.c.user)
        mine = mine.where(seats.c.game.in_(ids), seats.c.user.is_not(None))
        found: dict[tuple[int, str], list[int]] = {}
        for game, side, user in await self._rows(mine.order_by(seats.c.game, seats.c.place)):
            found.setdefault((game, side), []).append(user)
        return found

    @query
    async def ids_played_by(self, user: int) -> list[int]:
        """The games under way in which that user has a seat."""
        mine = select(games.c.id).join(seats, seats.c.game == games.c.id)
        ids = await self._run(mine.where(seats.c.user == user, games.c.status == "playing").distinct())
        return sorted(ids.scalars())

    @query
    async def imported_record(self, game: int) -> ImportedRecord | None:
        """The record that a game, or the beginning of it, was imported from; None for any other game."""
        mine = select(imported_records).where(imported_records.c.game == game)
        row = (await self._run(mine)).mappings().first()
        return None if row is None else ImportedRecord(packed=bytes(row["record"]), rules=row["rules"])

    @query
    async def imported_in(self, guild: int) -> int:
        """How many games were imported to a server."""
        mine = select(func.count()).select_from(imported_records.join(games)).where(games.c.guild == guild)
        return int((await self._run(mine)).scalar_one())


class GameRepository(GameQueries, GameStateRepository):
    """Changes to games."""

    async def create(
        self,
        *,
        guild: int,
        channel: int,
        scenario: str,
        printed: Json,
        options: dict[str, str],
        seed: bytes,
        seats: Sequence[Seat],
        owner: int,
        beacon: str = "",
        rated: bool = True,
        dice_keys: DiceKeys = BY_ORDER,
        imported_after: int = 0,
    ) -> int:
        """Create a game in its lobby; its id. With `imported_after`, that many entries of a record that the
        caller adds with `add_record` are to be the beginning of its log.

        Raises ChannelTaken when there is an unfinished game in that channel.
        """
        row = {
            "guild": guild,
            "channel": channel,
            "scenario": scenario,
            "printed": row_mapping.to_text(printed),
            "options": row_mapping.to_text(options),
            "status": "lobby",
            "seed": seed,
            "salts": row_mapping.to_text([]),
            "owner": owner,
            "created": row_mapping.stamp(self._session.now()),
            "revision": 1,
            "beacon": beacon,
            "rated": int(rated),
            "dice_keys": dice_keys,
            "imported_after": imported_after,
        }
        await self._check_free(channel)
        try:
            game = int((await self._run(insert(games).returning(games.c.id), row)).scalar_one())
        except ConstraintViolated as error:  # another process was quicker
            raise ChannelTaken(channel) from error
        await self._replace_seats(game, seats)
        return game

    async def add_imported(
        self,
        *,
        guild: int,
        channel: int,
        printed: Json,
        source: GameRecord,
        owner: int,
        record: bytes,
    ) -> int:
        """Add a finished game that was played elsewhere, without its log; its id. Everything else is as in
        `source`, but it is not rated. `record` is the compressed record that it comes from."""
        row = {
            "guild": guild,
            "channel": channel,
            "scenario": source.scenario,
            "printed": row_mapping.to_text(printed),
            "options": row_mapping.to_text(source.options),
            "status": "over",
            "seed": source.seed,
            "salts": row_mapping.to_text(list(source.salts)),
            "seals": row_mapping.to_text(list(source.seals)),
            "owner": owner,
            "created": row_mapping.stamp(source.created),
            "revision": 1,
            "rated": 0,
            "dice_keys": source.dice_keys,
            "imported_after": source.imported_after,
        }
        game = int((await self._run(insert(games).returning(games.c.id), row)).scalar_one())
        await self._replace_seats(game, source.seats)
        await self.add_record(game, ImportedRecord(packed=record))
        return game

    async def add_record(self, game: int, record: ImportedRecord) -> None:
        """Keep the record that a game comes from."""
        await self._run(
            insert(imported_records), {"game": game, "record": record.packed, "rules": record.rules}
        )

    async def _check_free(self, channel: int, for_game: int = 0) -> None:
        """Raises ChannelTaken when there is another unfinished game. The unique index would say so too, but
        after a failed statement PostgreSQL refuses the rest of the transaction."""
        others = (games.c.channel == channel, games.c.status != "over", games.c.id != for_game)
        if (await self._run(select(games.c.id).where(*others))).first() is not None:
            raise ChannelTaken(channel)

    async def _replace_seats(self, game: int, seated: Sequence[Seat]) -> None:
        await self._run(delete(seats).where(seats.c.game == game))
        if seated:
            await self._run(insert(seats), row_mapping.seat_rows(game, seated))

    async def update(self, game: int, **fields: Any) -> None:
        """Change status, seats (all of them), salts, seals, options, what is printed, seed, twin, randomness
        or pictures.

        Raises LookupError when there is no such game, TypeError for any other field, ChannelTaken when
        a finished game would be reopened beside another.
        """
        if unknown := fields.keys() - _CHANGEABLE:
            raise TypeError(f"not to be changed: {', '.join(sorted(unknown))}")
        changes = {name: value for name, value in fields.items() if name != "seats"}
        for name in changes.keys() & {"salts", "seals", "options", "printed"}:
            changes[name] = row_mapping.to_text(changes[name])
        channel = (await self._run(select(games.c.channel).where(games.c.id == game))).scalar_one_or_none()
        if channel is None:
            raise LookupError(f"no game {game}")
        if changes.get("status", "over") != "over":
            await self._check_free(channel, for_game=game)
        await self._run(
            update(games).where(games.c.id == game).values(revision=games.c.revision + 1, **changes)
        )
        if "seats" in fields:
            await self._replace_seats(game, fields["seats"])
        self._session.touched.add(game)

    def note_change(self, game: int) -> None:
        """Let other processes hear of a game whose clocks run otherwise, for what is no row of it."""
        self._session.touched.add(game)

    async def delete_lobby(self, game: int) -> None:
        """Delete a game that has not begun. Its receipts and messages stay, without a game.

        Raises LookupError when there is no lobby of that id.
        """
        deleted = await self._run(delete(games).where(games.c.id == game, games.c.status == "lobby"))
        if deleted.rowcount != 1:
            raise LookupError(f"no lobby {game}")
        self._session.touched.add(game)
