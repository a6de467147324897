"""What a side can do now, grouped as people choose: a unit first, then a hex or an enemy. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot import corps
from bot.forecast import Forecast, forecast
from bot.table import Table
from engine.commands import Attack, Bombard, Charge, Command, Move, Place
from engine.errors import Refused
from engine.events import Changed
from engine.hexes import Hex
from engine.ledger import ForcedDice, OutOfDice
from engine.referee import options, play
from engine.system import Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An enemy a unit can attack, charge or bombard now, and what comes of it."""

    unit: str
    target: str
    forecast: Forecast


def able(table: Table, side: str) -> tuple[str, ...]:
    """The units that can do something in this phase, in the order of the scenario."""
    every = [u for u in table.state.units.values() if u.side == side or _placed(table, side, u.id)]
    return tuple(u.id for u in every if commands(table, side, u.id))


def commands(table: Table, side: str, unit: str) -> tuple[Command, ...]:
    """What a unit may do now; of another's, where a side may put it. Nothing of a unit that is a mate's."""
    found = table.state.units.get(unit)
    if found is not None and found.side != side:
        return _placed(table, side, unit)
    if not corps.own(table, unit) or (unit and found is None):
        return ()
    return tuple(o.command for o in options(table.system, table.scenario, table.state, side, unit))


def _placed(table: Table, side: str, unit: str) -> tuple[Command, ...]:
    """Where a side may put a unit that is not its own: rarely."""
    phase = table.system.phases.get(table.state.phase)
    if phase is None or Place not in phase.takes:
        return ()
    apart = options(table.system, table.scenario, table.state, side, "")
    return tuple(o.command for o in apart if isinstance(o.command, Place) and o.command.unit == unit)


def routes(table: Table, unit: str) -> dict[Hex, Route]:
    """Where a unit can get to and how, in the order of the map's numbers; set-up costs nothing."""
    found = table.system.shows.routes(table.scenario, table.state, unit)
    side = table.state.units[unit].side
    if any(isinstance(c, Place) for c in commands(table, side, unit)):
        places = (c.hex for c in commands(table, side, unit) if isinstance(c, Place))
        return {h: Route(path=(h,), cost=0, steps=(0,)) for h in sorted(places)}
    if not any(isinstance(c, Move) for c in commands(table, side, unit)):
        return {}
    return {hex_: found[hex_] for hex_ in sorted(found)}


def targets(table: Table, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can attack, charge or bombard now."""
    found = (c for c in commands(table, side, unit) if isinstance(c, (Attack, Bombard, Charge)))
    return tuple(Target(unit=unit, target=c.target, forecast=forecast(table, side, c)) for c in found)


def price(table: Table, side: str, command: Command) -> int | None:
    """Movement points that a legal move takes; None when a die on the way decides. Raises Refused."""
    seen = table.system.seen(table.scenario, table.state, side)
    try:
        told = play(table.system, table.scenario, seen, side, command, ForcedDice(()))
    except OutOfDice:
        return None
    paid = (e for e in told if isinstance(e, Changed) and e.value == "mp" and not e.reason)
    return sum(e.was - e.now for e in paid if e.was > e.now)


def barred(table: Table, side: str, command: Command) -> Refused | None:
    """Why a command would not be obeyed now; None when it would, whatever the dice say."""
    if mates := corps.barred(table, side, corps.ordered(table, command), table.reader):
        return mates
    seen = table.system.seen(table.scenario, table.state, side)
    try:
        play(table.system, table.scenario, seen, side, command, ForcedDice(()))
    except OutOfDice:
        return None
    except Refused as refused:
        return refused
    return None


def order(table: Table, side: str, unit: str, choice: str) -> Command | None:
    """The order behind a choice in the panel: a hex to go to or an enemy; None when it is none now."""
    for command in commands(table, side, unit):
        if isinstance(command, (Attack, Bombard, Charge)) and command.target == choice:
            return command
        if isinstance(command, Place) and command.hex == choice:
            return command
    route = routes(table, unit).get(choice) if unit in table.state.units else None
    return Move(unit=unit, path=route.path) if route else None
