"""What players type, read against the table as their side may know it. Judges no rule."""

from __future__ import annotations

from collections.abc import Callable

from bot.script import orders
from bot.table import Table
from engine.commands import (
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Place,
    Rally,
    Release,
    Resign,
    Step,
    Unplace,
)
from engine.errors import NotOnTable
from engine.hexes import Hex
from engine.state import Unit

Reader = Callable[[Table, str], Command]
"""Makes a command out of a table and the side that speaks."""

LONGEST = 300


def move(unit: str, path: str) -> Reader:
    """A move along directions or hexes, or to a destination by the cheapest way."""

    def read(table: Table, side: str) -> Command:
        mover = unit_id(table, side, unit)
        there = table.scenario.grid.read(path.strip().lstrip("->=→ "))
        way = f"-> {there}" if there is not None else path[:LONGEST]
        return _read(table, side, f"/move unit:{mover} path:{way}")

    return read


def step(unit: str, hex_: Hex) -> Reader:
    """One step of a unit, which stays in hand."""
    return lambda table, side: Step(unit=unit, hex=hex_)


def release() -> Reader:
    """The unit in hand let go."""
    return lambda table, side: Release()


def attack(unit: str, target: str) -> Reader:
    """An attack by one unit on another."""
    return lambda table, side: Attack(unit=unit_id(table, side, unit), target=unit_id(table, side, target))


def bombard(unit: str, target: str) -> Reader:
    """A bombardment by one unit of another."""
    return lambda table, side: Bombard(unit=unit_id(table, side, unit), target=unit_id(table, side, target))


def charge(unit: str, target: str) -> Reader:
    """A charge by one unit on another."""
    return lambda table, side: Charge(unit=unit_id(table, side, unit), target=unit_id(table, side, target))


def back() -> Reader:
    """The last step of the unit in hand, taken back where the rulebook knows such a thing."""
    return lambda table, side: _read(table, side, "back")


def place(unit: str, where: str) -> Reader:
    """A unit put on a hex during set-up."""

    def read(table: Table, side: str) -> Command:
        mine = read_unit(table.seen(side), unit)
        path = orders.read_path(where[:LONGEST], table.scenario, mine)
        if len(path) != 1:
            raise NotOnTable("", "one_hex_only", order="place", unit=mine.id)
        return Place(unit=mine.id, hex=path[0])

    return read


def unplace(unit: str) -> Reader:
    """A unit taken off the map again during set-up."""
    return lambda table, side: Unplace(unit=unit_id(table, side, unit))


def secret(unit: str, order: str, target: str, facing: str, path: str, reach: str) -> Reader:
    """An order to be written in secret, its words as they were typed."""

    def read(table: Table, side: str) -> Command:
        if table.system.writing is None:
            raise NotOnTable("", "no_secret_orders")
        mine = unit_id(table, side, unit)
        aimed = unit_id(table, side, target) if target.strip() else ""
        parts = [mine, order, aimed, facing, f"via {path}" if path.strip() else ""]
        parts.append(f"range {reach}" if reach.strip() else "")
        return _read(table, side, " ".join(part.strip()[:LONGEST] for part in parts if part.strip()))

    return read


def rally() -> Reader:
    """The rally phase."""
    return lambda table, side: Rally()


def done() -> Reader:
    """The end of the phase."""
    return lambda table, side: Done()


def resign() -> Reader:
    """The end of the game."""
    return lambda table, side: Resign()


def lesson() -> Reader:
    """The order that the open page of the tutorial proposes."""

    def read(table: Table, side: str) -> Command:
        page = table.lesson(side)
        if page is None or not page.try_it:
            raise NotOnTable("", "no_lesson")
        return _read(table, side, page.try_it)

    return read


def _read(table: Table, side: str, text: str) -> Command:
    return orders.read(text, table.system, table.scenario, table.seen(side).state, side)


def unit_id(table: Table, side: str, text: str) -> str:
    """The id of the unit somebody means: by id, by name, or by the hex it alone stands on."""
    return read_unit(table.seen(side), text).id


def read_unit(table: Table, text: str) -> Unit:
    """The unit somebody means, on the table as he knows it. Raises NotOnTable, with ids he may have meant."""
    return orders.read_unit(text.strip()[:LONGEST], table.state, table.scenario)
