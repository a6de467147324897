"""Who commands which units of a side that several people share: corps by corps, or unit by unit. Pure.

Unassigned units are shared by the side, and so is everything that is not an order for a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.game import Game
from engine.commands import Activate, Attack, Command, Done, Lead, Share, Step, Volley
from engine.errors import NotYours
from engine.scenario import Counter
from engine.state import Unit
from storage import Seat

Member = Unit | Counter
"""A unit, or what is printed of it."""


def members(game: Game, side: str) -> tuple[Member, ...]:
    """Every unit of a side, wherever it is; before the game begins, as printed."""
    known = game.state.units or game.scenario.counters
    return tuple(unit for unit in known.values() if unit.side == side)


def commander(game: Game, unit: Member) -> Seat | None:
    """The player a unit is assigned to; None if it is shared. An assignment of the unit itself comes before
    one of its corps."""
    mates = [s for s in game.record.seats if s.corps and s.side == unit.side and s.user is not None]
    by_name = next((seat for seat in mates if unit.id in seat.corps), None)
    return by_name or next((seat for seat in mates if unit.corps and unit.corps in seat.corps), None)


def divided(game: Game, side: str) -> bool:
    """Whether anybody on a side commands units alone."""
    return any(seat.corps for seat in game.seats(side))


def may(game: Game, unit: str, who: int | None) -> bool:
    """Whether a player may give orders to a unit under the side's assignments; the referee always may."""
    counter = game.state.units.get(unit)
    if who is None or counter is None:
        return True
    seat = commander(game, counter)
    return seat is None or seat.user == who


def may_order(game: Game, unit: str) -> bool:
    """The same for the viewer of the game."""
    return may(game, unit, game.reader)


def ordered(game: Game, command: Command) -> tuple[str, ...]:
    """The units that a command is an order for.

    Where every attack will be fought and only the next is chosen, that is the whole side's to say.
    """
    phase = game.system.phases.get(game.state.phase)
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


def barred(game: Game, side: str, units: Iterable[str], who: int | None) -> NotYours | None:
    """Why a player may not give an order to these units of their side; None when they may."""
    for id_ in units:
        counter = game.state.units.get(id_)
        if counter is None or counter.side != side or may(game, id_, who):
            continue
        seat = commander(game, counter)
        assert seat is not None
        return NotYours("", "mates_unit", unit=id_, mate=str(seat.user))
    return None


def check(game: Game, side: str, command: Command, who: int | None) -> None:
    """Raises NotYours for an order to a unit that a mate commands alone."""
    if refused := barred(game, side, ordered(game, command), who):
        raise refused


def check_unit(game: Game, unit: str) -> None:
    """Raises NotYours when the viewer of the game may not give orders to that unit of their side."""
    counter = game.state.units.get(unit)
    if counter is not None and (refused := barred(game, counter.side, (unit,), game.reader)):
        raise refused
