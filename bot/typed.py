"""What players type, read against the table as their side may know it. Judges no rule."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot import tutor
from bot.script import orders
from bot.table import Table
from engine.commands import (
    Activate,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Instruct,
    Lead,
    Place,
    Rally,
    Release,
    Resign,
    Step,
    Unplace,
    Volley,
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


def activate(chief: str) -> Reader:
    """A leader activated."""
    return lambda table, side: Activate(chief=unit_id(table, side, chief))


def lead(chief: str, units: str, dice: int) -> Reader:
    """A leader's command over units, with so many dice (0: as many as he may roll)."""

    def read(table: Table, side: str) -> Command:
        named = tuple(unit_id(table, side, word) for word in _listed(units))
        return Lead(chief=unit_id(table, side, chief), units=named, dice=dice)

    return read


def share(dice: str) -> Reader:
    """The dice of a command shared out."""
    return lambda table, side: _read(table, side, f"share {dice[:LONGEST]}")


def face(unit: str, facing: str) -> Reader:
    """A unit turned where it stands."""
    return lambda table, side: _read(table, side, f"{unit_id(table, side, unit)} faces {facing[:LONGEST]}")


def form(unit: str, formation: str, facing: str) -> Reader:
    """A unit's formation changed."""

    def read(table: Table, side: str) -> Command:
        return _read(
            table, side, f"{unit_id(table, side, unit)} forms {formation} {facing[:LONGEST]}".strip()
        )

    return read


def volley(target: str, units: str) -> Reader:
    """Fire at one enemy by units, or by bases of them ("c1/left")."""

    def read(table: Table, side: str) -> Command:
        named = (word.partition("/") for word in _listed(units))
        found = tuple(f"{unit_id(table, side, unit)}{slash}{base}" for unit, slash, base in named)
        return Volley(target=unit_id(table, side, target), shooters=found)

    return read


def instruct(kind: str, answer: str) -> Reader:
    """A question answered beforehand; "" takes the answer back."""
    return lambda table, side: Instruct(kind=kind.strip(), answer=answer.strip()[:LONGEST])


def _listed(text: str) -> list[str]:
    """The units of a list: apart by commas where there are any, else by blanks."""
    apart = re.split(r"[,;]", text[:LONGEST]) if re.search("[,;]", text) else text[:LONGEST].split()
    return [word.strip() for word in apart if word.strip()]


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
        seen = table.seen(side)
        page = tutor.page(seen, side)
        if page is None or not page.try_it:
            raise NotOnTable("", "no_lesson")
        return tutor.aim(seen, side, page) or _read(table, side, page.try_it)

    return read


def _read(table: Table, side: str, text: str) -> Command:
    return orders.read(text, table.system, table.scenario, table.seen(side).state, side)


def unit_id(table: Table, side: str, text: str) -> str:
    """The id of the unit somebody means: by id, by name, or by the hex it alone stands on."""
    return read_unit(table.seen(side), text).id


def read_unit(table: Table, text: str) -> Unit:
    """The unit somebody means, on the table as he knows it. Raises NotOnTable, with ids he may have meant."""
    return orders.read_unit(text.strip()[:LONGEST], table.state, table.scenario)
