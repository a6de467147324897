"""What is kept about people: said here column by column, told to them, taken away from them.

Whoever adds a column or a kind of letter says here what in it is about a person; a test fails until then. A
person who is forgotten becomes, in each of his games, a number below zero that means nobody anywhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from sqlalchemy import Column, Table, delete, func, select, update

from storage import rows
from storage.asking import Asking, Putting
from storage.records import Json
from storage.rows import Row
from storage.tables import clocks, entries, games, letters, metadata, seats

What = Literal["nothing", "whose", "own", "secret", "who", "name", "inside", "words"]
"""nothing: about nobody. whose: the row is about that user alone; the rest of it is his own, or a secret of
the referee. who: a user at a game, and in the same row the name he had. inside: JSON that names users. words:
what somebody wrote for others to read; it stays with the game."""


def _row(*columns: str, **other: What) -> dict[str, What]:
    return {**dict.fromkeys(columns, "nothing"), **other}


ABOUT: Mapping[str, Mapping[str, What]] = {
    "games": _row(
        *(
            "id",
            "guild",
            "channel",
            "scenario",
            "printed",
            "options",
            "status",
            "seed",
            "created",
            "revision",
        ),
        owner="who",
        salts="words",
    ),
    "seats": _row("game", "place", "side", "bot", "corps", user="who", name="name"),
    "entries": _row("game", "seq", "kind", "side", "events", "at", "struck", who="who", command="own"),
    "snapshots": _row("game", "seq", "made_by", "seal", "body"),
    "receipts": _row("interaction", "game", "outcome"),
    "letters": _row("id", "game", "channel", "kind", "posted", "failed", "at", body="inside"),
    "drafts": _row("game", user="whose", number="own", text="own"),
    "guilds": _row("id", "since", "gone"),
    "players": _row(
        user="whose",
        zone="own",
        quiet_from="own",
        quiet_till="own",
        reminder="own",
        hours_set="own",
        kept="own",
        missed="own",
    ),
    "vacations": _row(user="whose", starts="own", ends="own", first="own", last="own"),
    "clocks": _row("game", "terms", proposed="inside"),
    "dials": _row("game", "side", "period", "left", "since", "ran", "late", reminded="inside"),
    "wanted": _row("game", "side", "since", user="who"),
    "pulses": _row("id", "at"),
    "whatifs": _row(
        "game", user="whose", side="own", after="secret", seed="secret", faces="own", entries="own"
    ),
    "seekers": _row("guild", user="whose", name="own", systems="own", note="own", since="own"),
    "doors": _row("game", "least", kept="inside"),
    "boards": _row("kind", "about", "channel", "message", "pinned", "said"),
    "calls": _row("message", "game", "channel", "kind", "side", "after"),
    "tastes": _row(user="whose", chosen="own"),
    "settings": _row("guild", "name", "value"),
    "tongues": _row("channel", "language"),
    "pauses": _row("game", "since", by="who", reason="words"),
    "predictions": _row("game", "after", user="whose", name="own", guess="own"),
}
"""Every column of every table, and what in it is about a person."""

LETTERS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("welcome", "closed", "call", "report", "ready", "struck", "clock", "overdue", "ruling"), frozenset()
    ),
    **dict.fromkeys(("seated", "reminder", "wanted", "gone"), frozenset({"user"})),
    **dict.fromkeys(("risen", "vacation"), frozenset({"user", "name"})),
    "lobby": frozenset({"invited"}),
    **dict.fromkeys(("relieved", "replaced"), frozenset({"user", "name", "taker"})),
    "removed": frozenset({"by"}),
    "invitation": frozenset({"user", "by"}),
    "share": frozenset({"by", "name", "caption"}),
    **{f"{topic}_{what}": frozenset({"user"}) for topic in ("undo", "draw") for what in ("asked", "refused")},
    "undo_agreed": frozenset({"user"}),
}
"""Every kind of letter, and where in its body people are named."""
PEOPLE = frozenset().union(*LETTERS.values()) - {"name", "caption"}
OWN_WORDS = frozenset({"name", "caption"})
"""What in a body is said by, or of, its `user`; by whom it is where there is none."""
PLACES = frozenset({"seq", "last", "first", "start", "stop", "target"})
"""Where in a body entries of the log are counted, among them those that others still keep secret."""
SNOWFLAKE = 1 << 40
"""Discord's numbers are larger."""


def departed(user: int | None) -> bool:
    """Whether a number stands for somebody who was forgotten."""
    return user is not None and user < 0


def mark(user: int) -> str:
    """The letter of somebody who was forgotten, within his game.

    >>> mark(-1), mark(-3), mark(-27)
    ('A', 'C', 'AA')
    """
    number, found = -user, ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


Named = Mapping[Table, tuple[Column[Any], list[Row]]]


class PrivacyReading(Asking):
    """Questions about what is kept of a person."""

    async def games_with(self, user: int) -> list[int]:
        """The games in which he is named anywhere."""
        found: set[int | None] = set()
        for table, column in (*_columns("who"), *_columns("whose")):
            key = games.c.id if table is games else table.c.get("game")
            if key is not None:
                found |= set((await self._run(select(key).where(column == user).distinct())).scalars())
        for table, column in _columns("inside"):
            found |= {row["game"] for row in await self._naming(table, column, user)}
        return sorted(game for game in found if game is not None)

    async def kept_about(self, user: int) -> Json:
        """All that is kept about a person, and nothing of what others must not tell him."""
        own = {}
        for table, column in _columns("whose"):
            mine = (await self._run(select(table).where(column == user))).mappings()
            if told := [_own(table, row) for row in mine]:
                own[table.name] = told
        named = {t: (column, await self._naming(t, column, user)) for t, column in _columns("inside")}
        played = [await self._game_about(game, user, named) for game in await self.games_with(user)]
        loose = [_letter(row, user) for row in named[letters][1] if row["game"] is None]
        return {"user": user, **own, "games": played, "letters": loose}

    async def _game_about(self, game: int, user: int, named: Named) -> Json:
        """What one game keeps of a person."""
        record = (await self._run(select(games).where(games.c.id == game))).mappings().one()
        sat = select(seats.c.side, seats.c.name, seats.c.corps)
        sat = sat.where(seats.c.game == game, seats.c.user == user).order_by(seats.c.place)
        gave = select(*(entries.c[name] for name in ("at", "kind", "side", "command", "struck")))
        gave = gave.where(entries.c.game == game, entries.c.who == user).order_by(entries.c.seq)
        told: Json = {
            name: record[name] for name in ("id", "guild", "channel", "scenario", "status", "created")
        }
        told["opened"] = record["owner"] == user
        told["seats"] = [_read(row) for row in (await self._run(sat)).mappings()]
        orders = [_read(row) for row in (await self._run(gave)).mappings()]
        told["orders"] = [{**order, "struck": order["struck"] is not None} for order in orders]
        for table, column in _columns("who"):
            if table not in (games, seats, entries):
                mine = select(table).where(table.c.game == game, column == user)
                if row := (await self._run(mine)).mappings().first():
                    told[table.name] = _read(row)
        for table, (column, found) in named.items():
            here = [row for row in found if row["game"] == game]
            if here and table is letters:
                told["letters"] = [_letter(row, user) for row in here]
            elif here:
                told[table.name] = [_mine(json.loads(row[column.name]), user) for row in here]
        return told

    async def _naming(self, table: Table, column: Column[Any], user: int) -> list[Row]:
        """The rows whose JSON names a user."""
        likely = await self._run(select(table).where(column.like(f"%{user}%")))
        return [row for row in likely.mappings().all() if user in _people(json.loads(row[column.name]))]


class PrivacyWriting(PrivacyReading, Putting):
    """Taking it away."""

    async def forget_person(self, user: int) -> dict[int, int]:
        """Take away all that is kept about a person. His games stay: there he is a number below zero from now
        on, another one in each; those numbers by game."""
        numbers = {game: await self._next(game) for game in await self.games_with(user)}
        for table, column in _columns("whose"):
            await self._run(delete(table).where(column == user))
        for game, number in numbers.items():
            for table, column in _columns("who"):
                key = games.c.id if table is games else table.c.game
                changed: Json = {column.name: number}
                changed |= {name: "" for name, what in ABOUT[table.name].items() if what == "name"}
                await self._run(update(table).where(key == game, column == user).values(changed))
        for table, column in _columns("inside"):
            for row in await self._naming(table, column, user):
                number = numbers.get(row["game"], -1)
                left = _without(json.loads(row[column.name]), user, number)
                text = rows.to_text({} if table is clocks else left)  # nobody else proposes it
                this = [key == row[key.name] for key in table.primary_key.columns]
                await self._run(update(table).where(*this).values({column.name: text}))
        return numbers

    async def _next(self, game: int) -> int:
        """The number of the next person to be forgotten in a game."""
        lowest = 0
        for table, column in _columns("who"):
            key = games.c.id if table is games else table.c.game
            found = (await self._run(select(func.min(column)).where(key == game))).scalar_one()
            lowest = min(lowest, found or 0)
        bodies = await self._run(select(letters.c.body).where(letters.c.game == game))
        for body in bodies.scalars():
            known: Json = json.loads(body) if "-" in body else {}
            numbers = (known[name] for name in PEOPLE & known.keys())
            lowest = min(lowest, *(n for n in numbers if isinstance(n, int)), 0)
        return lowest - 1


def _columns(what: What) -> Iterator[tuple[Table, Column[Any]]]:
    """The columns of that sort, each with its table."""
    for name, columns in ABOUT.items():
        for column, about in columns.items():
            if about == what:
                table = metadata.tables[name]
                yield table, table.c[column]


WORDS = ("name", "note")
"""Columns with words of people's own."""


def _read(row: Row) -> Json:
    """A row with its JSON read. What people call themselves and write may look like JSON, and is none."""
    return {name: value if name in WORDS else _json(value) for name, value in row.items()}


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[", '"') else value


def _own(table: Table, row: Row) -> Json:
    """A row of somebody's own, without the referee's secrets; of a what-if only what he ordered in it."""
    told = {name: row[name] for name, what in ABOUT[table.name].items() if what in ("own", "nothing")}
    read = _read(told)
    if table.name == "whatifs":
        log = [dict(zip(rows.ENTRY, each, strict=True)) for each in read["entries"]]
        read["entries"] = [{n: _json(e[n]) for n in ("seq", "at", "side", "command", "struck")} for e in log]
    return read


def _letter(row: Row, user: int) -> Json:
    told = {name: row[name] for name in ("kind", "channel", "posted", "at")}
    body = {name: value for name, value in json.loads(row["body"]).items() if name not in PLACES}
    return {**told, "body": _mine(body, user)}


def _people(value: Any) -> Iterator[int]:
    """The large numbers in JSON, among which are all users."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.isdecimal():
                yield int(name)
            yield from _people(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _people(inner)
    elif isinstance(value, int | str) and str(value).isdecimal():
        yield int(value)


def _mine(value: Any, user: int) -> Any:
    """JSON without other people's numbers and names."""
    if isinstance(value, dict):
        own = _author(value) in (user, None)
        kept = {n: v for n, v in value.items() if n not in PEOPLE or v == user or isinstance(v, list)}
        return {n: _mine(v, user) for n, v in kept.items() if n not in OWN_WORDS or own}
    if isinstance(value, list):
        return [_mine(v, user) for v in value if not (isinstance(v, int) and v > SNOWFLAKE and v != user)]
    return value


def _without(value: Any, user: int, number: int) -> Any:
    """JSON in which somebody is that number, has no name, and is on no list."""
    if isinstance(value, dict):
        gone = OWN_WORDS if _author(value) == user else frozenset()
        called = {str(number) if name == str(user) else name: v for name, v in value.items()}
        return {n: "" if n in gone else _without(v, user, number) for n, v in called.items()}
    if isinstance(value, list):
        return [_without(v, user, number) for v in _but(value, user)]
    if value == str(user):
        return str(number)
    return number if type(value) is int and value == user else value


def _author(body: Json) -> Any:
    """Whose name and words are in a body."""
    return body.get("user", body.get("by"))


def _but(values: Iterable[Any], user: int) -> list[Any]:
    return [v for v in values if not (type(v) is int and v == user)]
