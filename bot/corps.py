"""Who commands which units of a side that several people share: corps by corps, or unit by unit. Pure.

A unit that nobody commands is everybody's, and so is whatever is no order for a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.table import Table
from engine.commands import Activate, Attack, Command, Done, Lead, Share, Step, Volley
from engine.errors import NotYours
from engine.scenario import Counter
from engine.state import Unit
from storage import Seat

Member = Unit | Counter
"""A unit, or what is printed of it."""


def members(table: Table, side: str) -> tuple[Member, ...]:
    """Every unit of a side, wherever it is; before the game begins, as printed."""
    known = table.state.units or table.scenario.counters
    return tuple(unit for unit in known.values() if unit.side == side)


def commander(table: Table, unit: Member) -> Seat | None:
    """Who commands a unit alone; None where it is everybody's. Whoever was given the unit itself goes before
    whoever was given its corps."""
    mates = [s for s in table.game.seats if s.corps and s.side == unit.side and s.user is not None]
    by_name = next((seat for seat in mates if unit.id in seat.corps), None)
    return by_name or next((seat for seat in mates if unit.corps and unit.corps in seat.corps), None)


def divided(table: Table, side: str) -> bool:
    """Whether anybody on a side commands units alone."""
    return any(seat.corps for seat in table.seats(side))


def may(table: Table, unit: str, who: int | None) -> bool:
    """Whether somebody may give orders to a unit as far as mates are concerned; the referee always may."""
    found = table.state.units.get(unit)
    if who is None or found is None:
        return True
    seat = commander(table, found)
    return seat is None or seat.user == who


def own(table: Table, unit: str) -> bool:
    """The same of whoever reads the table."""
    return may(table, unit, table.reader)


def ordered(table: Table, command: Command) -> tuple[str, ...]:
    """The units that a command is an order for.

    Where every attack will be fought and only the next is chosen, that is the whole side's to say.
    """
    phase = table.system.phases.get(table.state.phase)
    if isinstance(command, Attack) and phase is not None and not {Done, Step} & set(phase.takes):
        return ()
    return tuple(dict.fromkeys(_named(command)))


def _named(command: Command) -> Iterator[str]:
    if isinstance(command, (Activate, Lead)):
        yield command.chief
    if isinstance(command, Lead):
        yield from command.units
    if isinstance(command, Share):
        yield from (unit for unit, dice in command.given.items() if dice)
    if isinstance(command, Volley):
        yield from (shooter.partition("/")[0] for shooter in command.shooters)
    yield str(getattr(command, "unit", ""))


def barred(table: Table, side: str, units: Iterable[str], who: int | None) -> NotYours | None:
    """Why somebody may not give an order to these units of his side; None when he may."""
    for id_ in units:
        found = table.state.units.get(id_)
        if found is None or found.side != side or may(table, id_, who):
            continue
        seat = commander(table, found)
        assert seat is not None
        return NotYours("", "mates_unit", unit=id_, mate=str(seat.user))
    return None


def check(table: Table, side: str, command: Command, who: int | None) -> None:
    """Raises NotYours for an order to a unit that a mate commands alone."""
    if refused := barred(table, side, ordered(table, command), who):
        raise refused


def check_unit(table: Table, unit: str) -> None:
    """Raises NotYours when whoever reads the table may not give orders to that unit of his side."""
    found = table.state.units.get(unit)
    if found is not None and (refused := barred(table, found.side, (unit,), table.reader)):
        raise refused
