"""Where in a database somebody is named, by number or by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from storage import Store
from storage.privacy import ABOUT, LETTERS
from storage.tables import metadata


async def traces(store: Store, user: int, name: str) -> list[str]:
    """The places where a person is named: table, column, and where in its JSON."""
    return sorted({where async for where, _, found in _cells(store) if found in (user, str(user), name)})


async def untold(store: Store, people: dict[int, str]) -> list[str]:
    """The places where one of these people is named, and of which storage/privacy.py says nothing."""
    known = {*people, *map(str, people), *people.values()}
    strange = {where async for where, told, found in _cells(store) if not told and found in known}
    letters = await store.ask(lambda reading: _rows(reading, metadata.tables["letters"]))
    return sorted(strange | {letter["kind"] for letter in letters} - set(LETTERS))


async def _cells(store: Store) -> Any:
    """Every single value that is kept: where, whether privacy knows of people there, and the value."""
    for table, rows in await store.ask(_everything):
        for row in rows:
            for column, value in row.items():
                what = ABOUT.get(table.name, {}).get(column, "nothing")
                for path, leaf in _leaves(value):
                    told = what not in ("nothing", "secret")
                    if table.name == "letters" and column == "body":
                        told = bool(path) and path[0] in LETTERS.get(row["kind"], frozenset())
                    yield ".".join([table.name, column, row.get("kind", ""), *path]), told, leaf


async def _everything(reading: Any) -> list[tuple[Any, list[Any]]]:
    return [(table, await _rows(reading, table)) for table in metadata.sorted_tables]


async def _rows(reading: Any, table: Any) -> list[Any]:
    return list((await reading._run(select(table))).mappings())


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
