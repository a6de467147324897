"""Export and erase everything stored about one user, by the catalogue of personal data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Column, Table, delete, func, select, update

from storage import row_mapping
from storage.personal_columns import (
    COLUMNS,
    ENTRY_KEYS,
    TEXT_COLUMNS,
    TEXT_KEYS,
    USER_KEYS,
    columns,
    columns_of_games,
)
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.queries.league.personal import erase_from_tournaments, export_seasons, export_tournaments
from storage.queries.league.ratings import RatingRepository
from storage.records import Json
from storage.row_mapping import Row
from storage.tables import clocks, entries, games, outbox, seats

SNOWFLAKE = 1 << 40
"""Discord's ids are larger."""

RowsNaming = Mapping[Table, tuple[Column[Any], list[Row]]]


class PrivacyQueries(QueryBase):
    """Queries about everything stored about a user."""

    @query
    async def games_naming(self, user: int) -> list[int]:
        """The games in which a user is named anywhere."""
        named: set[int | None] = set()
        for table, column in (*columns_of_games("user"), *columns_of_games("owner")):
            key = games.c.id if table is games else table.c.get("game")
            if key is not None:
                named |= set((await self._run(select(key).where(column == user).distinct())).scalars())
        for table, column in columns("json"):
            named |= {row["game"] for row in await self._rows_naming(table, column, user)}
        return sorted(game for game in named if game is not None)

    @query
    async def export(self, user: int) -> Json:
        """Everything stored about a user, without what others may keep secret from them."""
        owned = {}
        for table, column in columns("owner"):
            owned_rows = select(table).where(column == user).order_by(*table.primary_key.columns)
            mine = (await self._run(owned_rows)).mappings()
            if values := [_owned(table, row) for row in mine]:
                owned[table.name] = values
        naming = {t: (column, await self._rows_naming(t, column, user)) for t, column in columns("json")}
        played = [await self._export_game(game, user, naming) for game in await self.games_naming(user)]
        loose = [_message(row, user) for row in naming[outbox][1] if row["game"] is None]
        tournaments = await export_tournaments(self._session, user)
        told = {"tournaments": tournaments} if tournaments else {}
        told |= {"seasons": announced} if (announced := await export_seasons(self._session, user)) else {}
        return {"user": user, **owned, "games": played, **told, "letters": loose}

    async def _export_game(self, game: int, user: int, naming: RowsNaming) -> Json:
        """What one game stores about a user."""
        record = (await self._run(select(games).where(games.c.id == game))).mappings().one()
        sat = select(seats.c.side, seats.c.name, seats.c.corps)
        sat = sat.where(seats.c.game == game, seats.c.user == user).order_by(seats.c.place)
        gave = select(*(entries.c[name] for name in ("at", "kind", "side", "command", "struck")))
        gave = gave.where(entries.c.game == game, entries.c.who == user).order_by(entries.c.seq)
        exported: Json = {
            name: record[name] for name in ("id", "guild", "channel", "scenario", "status", "created")
        }
        exported["opened"] = record["owner"] == user
        exported["seats"] = [_decoded(row) for row in (await self._run(sat)).mappings()]
        orders = [_decoded(row) for row in (await self._run(gave)).mappings()]
        exported["orders"] = [{**order, "struck": order["struck"] is not None} for order in orders]
        for table, column in columns_of_games("user"):
            if table not in (games, seats, entries):
                mine = select(table).where(table.c.game == game, column == user)
                rows = (await self._run(mine.order_by(*table.primary_key.columns))).mappings()
                if told := [_uncounted(_decoded(row)) for row in rows]:
                    exported[table.name] = told
        for table, (column, named) in naming.items():
            here = [row for row in named if row["game"] == game]
            if here and table is outbox:
                exported["letters"] = [_message(row, user) for row in here]
            elif here:
                exported[table.name] = [_without_others(json.loads(row[column.name]), user) for row in here]
        return exported

    async def _rows_naming(self, table: Table, column: Column[Any], user: int) -> list[Row]:
        """The rows whose JSON names a user."""
        likely = await self._run(
            select(table).where(column.like(f"%{user}%")).order_by(*table.primary_key.columns)
        )
        return [row for row in likely.mappings().all() if user in _numbers(json.loads(row[column.name]))]


class PrivacyRepository(PrivacyQueries, RepositoryBase):
    """Erasing a user."""

    async def erase(self, user: int) -> dict[int, int]:
        """Delete everything stored about a user. Their games stay, where from now on they are a negative
        number, a new one in each; those numbers by game. So do their tournaments, which they leave."""
        await erase_from_tournaments(self._session, user)
        numbers = {game: await self._next_number(game) for game in await self.games_naming(user)}
        await RatingRepository(self._session).recount_games_of(user)
        for table, column in columns("owner"):
            await self._run(delete(table).where(column == user))
        for game, number in numbers.items():
            for table, column in columns_of_games("user"):
                key = games.c.id if table is games else table.c.game
                changed: Json = {column.name: number}
                changed |= {name: "" for name, kind in COLUMNS[table.name].items() if kind == "name"}
                await self._run(update(table).where(key == game, column == user).values(changed))
        for table, column in columns("json"):
            for row in await self._rows_naming(table, column, user):
                number = numbers.get(row["game"], -1)
                left = _without(json.loads(row[column.name]), user, number)
                text = row_mapping.to_text(
                    {} if table is clocks else left
                )  # their proposal of a clock lapses
                this = [key == row[key.name] for key in table.primary_key.columns]
                await self._run(update(table).where(*this).values({column.name: text}))
        return numbers

    async def _next_number(self, game: int) -> int:
        """The number for the next user to be erased from a game."""
        numbers = [0]
        for table, column in columns_of_games("user"):
            key = games.c.id if table is games else table.c.game
            least = (await self._run(select(func.min(column)).where(key == game))).scalar_one()
            numbers += [] if least is None else [least]
        bodies = await self._run(select(outbox.c.body).where(outbox.c.game == game))
        for text in bodies.scalars():
            body: Json = json.loads(text) if "-" in text else {}
            named = (body[name] for name in USER_KEYS & body.keys())
            numbers += [number for number in named if isinstance(number, int)]
        return min(numbers) - 1


def _decoded(row: Row) -> Json:
    """A row with its JSON decoded."""
    return {name: value if name in TEXT_COLUMNS else _json(value) for name, value in row.items()}


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[", '"') else value


def _owned(table: Table, row: Row) -> Json:
    """A row owned by a user, without the referee's secrets; of a what-if only the orders in it."""
    open_ = {name: row[name] for name, kind in COLUMNS[table.name].items() if kind in ("owned", "impersonal")}
    decoded = _decoded(open_)
    if table.name == "whatifs":
        log = [dict(zip(row_mapping.ENTRY, each, strict=True)) for each in decoded["entries"]]
        names = ("seq", "at", "side", "command", "struck")
        decoded["entries"] = [{name: _json(entry[name]) for name in names} for entry in log]
    return decoded


def _message(row: Row, user: int) -> Json:
    about = {name: row[name] for name in ("kind", "channel", "posted", "at")}
    return {**about, "body": _without_others(_uncounted(json.loads(row["body"])), user)}


def _uncounted(values: Json) -> Json:
    """Values without those that count entries of the log."""
    return {name: value for name, value in values.items() if name not in ENTRY_KEYS}


def _numbers(value: Any) -> Iterator[int]:
    """The numbers in JSON, among which are all users."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.isdecimal():
                yield int(name)
            yield from _numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner)
    elif isinstance(value, int | str) and str(value).isdecimal():
        yield int(value)


def _without_others(value: Any, user: int) -> Any:
    """JSON without the ids and names of other users."""
    if isinstance(value, dict):
        own = _author(value) in (user, None)
        kept = {n: v for n, v in value.items() if n not in USER_KEYS or v == user or isinstance(v, list)}
        return {n: _without_others(v, user) for n, v in kept.items() if n not in TEXT_KEYS or own}
    if isinstance(value, list):
        return [_without_others(v, user) for v in value if not _is_other(v, user)]
    return value


def _is_other(value: Any, user: int) -> bool:
    return isinstance(value, int) and value > SNOWFLAKE and value != user


def _without(value: Any, user: int, number: int) -> Any:
    """JSON in which a user is replaced by a number, has no name, and is in no list."""
    if isinstance(value, dict):
        gone = TEXT_KEYS if _author(value) == user else frozenset()
        renamed = {str(number) if name == str(user) else name: v for name, v in value.items()}
        return {n: "" if n in gone else _without(v, user, number) for n, v in renamed.items()}
    if isinstance(value, list):
        return [_without(v, user, number) for v in value if not (type(v) is int and v == user)]
    if value == str(user):
        return str(number)
    return number if type(value) is int and value == user else value


def _author(body: Json) -> Any:
    """The user whose name and text are in a body."""
    return body.get("user", body.get("by"))
