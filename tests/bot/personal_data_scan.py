"""Where a database names a person, by number or by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import exists, literal, select, union_all

from storage import ReadTransaction, Store
from storage.personal_columns import COLUMNS, MESSAGES
from storage.tables import metadata

FILLED = union_all(
    *(select(literal(table.name)).where(exists(select(table))) for table in metadata.sorted_tables)
)
"""The names of the tables with rows in them, most of which have none."""


async def traces(store: Store, user: int, name: str) -> list[str]:
    """The places where a person is named: table, column, and where in its JSON."""
    return sorted({where async for where, _, names in _cells(store) if names in (user, str(user), name)})


async def untold(store: Store, people: dict[int, str]) -> list[str]:
    """The places where one of these people is named, and which the catalogue does not know."""
    known = {*people, *map(str, people), *people.values()}
    strange = {where async for where, expected, names in _cells(store) if not expected and names in known}
    async with store.reading() as tx:
        messages = await _rows(tx, metadata.tables["letters"])
    return sorted(strange | {message["kind"] for message in messages} - set(MESSAGES))


async def _cells(store: Store) -> Any:
    """Every stored value: where, whether the catalogue says that it is about people, and the value."""
    async with store.reading() as tx:
        filled = {name for (name,) in await tx.session.execute(FILLED)}
        everything = [(t, await _rows(tx, t)) for t in metadata.sorted_tables if t.name in filled]
    for table, rows in everything:
        for row in rows:
            for column, value in row.items():
                kind = COLUMNS.get(table.name, {}).get(column, "impersonal")
                for path, leaf in _leaves(value):
                    known = kind not in ("impersonal", "secret")
                    if table.name == "letters" and column == "body":
                        known = bool(path) and path[0] in MESSAGES.get(row["kind"], frozenset())
                    yield ".".join([table.name, column, row.get("kind", ""), *path]), known, leaf


async def _rows(tx: ReadTransaction, table: Any) -> list[Any]:
    return list((await tx.session.execute(select(table))).mappings())


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What stands in a value, however deep."""
    if isinstance(value, str) and not path and value[:1] in ("{", "["):
        with suppress(ValueError):  # a name may begin like that, too
            value = json.loads(value)
    if isinstance(value, dict):
        for name, inner in value.items():
            yield (*path, "key"), name
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, path or ("",))
    else:
        yield path, value
