"""What a side can do now, grouped as people choose: a unit first, then a hex or an enemy. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.game import Game
from bot.core.order_rules import unit_control
from bot.core.order_rules.forecast import Forecast, forecast
from engine.commands import Attack, Bombard, Charge, Command, Done, Move, Place
from engine.display import Route
from engine.errors import Refused
from engine.events import Changed
from engine.evolve import replay
from engine.hexes import Hex
from engine.ledger import ForcedDice, OutOfDice
from engine.referee import each_option, options, play
from notation.safe_paths import safe_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An enemy a unit can attack, charge or bombard now, and what comes of it."""

    unit: str
    target: str
    forecast: Forecast


def able(game: Game, side: str) -> tuple[str, ...]:
    """The units that can do something in this phase, in the order of the scenario."""
    every = [u for u in game.state.units.values() if u.side == side or _placed(game, side, u.id)]
    return tuple(u.id for u in every if _can_act(game, side, u.id))


def commands(game: Game, side: str, unit: str) -> tuple[Command, ...]:
    """What a unit may do now; of another's, where a side may put it. Nothing of a unit that is a mate's."""
    if _is_others(game, side, unit):
        return _placed(game, side, unit)
    if not unit_control.may_order(game, unit):
        return ()
    return game.state.cached(("commands", side, unit), lambda: tuple(_options(game, side, unit)))


def _can_act(game: Game, side: str, unit: str) -> bool:
    """Whether there is any of these, which is known before all are."""
    if _is_others(game, side, unit):
        return bool(_placed(game, side, unit))
    if not unit_control.may_order(game, unit):
        return False
    return game.state.cached(("can_act", side, unit), lambda: any(True for _ in _options(game, side, unit)))


def _is_others(game: Game, side: str, unit: str) -> bool:
    counter = game.state.units.get(unit)
    return counter is not None and counter.side != side


def _options(game: Game, side: str, unit: str) -> Iterator[Command]:
    if not unit or unit in game.state.units:
        yield from (o.command for o in each_option(game.system, game.scenario, game.state, side, unit))


def _placed(game: Game, side: str, unit: str) -> tuple[Command, ...]:
    """Where a side may put a unit that is not its own: rarely."""
    phase = game.system.phases.get(game.state.phase)
    if phase is None or Place not in phase.takes:
        return ()
    apart = options(game.system, game.scenario, game.state, side, "")
    return tuple(o.command for o in apart if isinstance(o.command, Place) and o.command.unit == unit)


def routes(game: Game, unit: str) -> dict[Hex, Route]:
    """Where a unit can get to and how, in the order of the map's numbers; set-up costs nothing."""
    routes = game.system.display.routes(game.scenario, game.state, unit)
    side = game.state.units[unit].side
    if any(isinstance(c, Place) for c in commands(game, side, unit)):
        places = (c.hex for c in commands(game, side, unit) if isinstance(c, Place))
        return {h: Route(path=(h,), cost=0, steps=(0,)) for h in sorted(places)}
    if not any(isinstance(c, Move) for c in commands(game, side, unit)):
        return {}
    return {hex_: routes[hex_] for hex_ in sorted(routes)}


def targets(game: Game, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can attack, charge or bombard now."""
    attacks = (c for c in commands(game, side, unit) if isinstance(c, (Attack, Bombard, Charge)))
    return tuple(Target(unit=unit, target=c.target, forecast=forecast(game, side, c)) for c in attacks)


def attacks_follow(game: Game, side: str) -> bool:
    """Whether a side may attack next if it ends this phase: a phase in which units move."""
    takes = game.system.phases[game.state.phase].takes
    if not {Move, Done} <= set(takes) or Attack in takes or side not in game.owing:
        return False
    try:
        events = play(game.system, game.scenario, game.state, side, Done(), ForcedDice(()))
    except (OutOfDice, Refused):
        return False
    then = replay(game.state, events)
    ready = then.result is None and not then.questions and side in then.active
    return ready and Attack in game.system.phases[then.phase].takes


def next_unit(game: Game, side: str, after: str) -> str:
    """The unit to take up after an order for `after`: the next that can act and has had no order in this
    phase, "" when there is none."""
    done = {getattr(entry.command, "unit", "") for entry in game.actions_this_phase(side)}
    order = list(game.state.units)
    start = order.index(after) + 1 if after in order else 0
    waiting = [unit for unit in able(game, side) if unit not in done]
    return next((unit for unit in (*order[start:], *order[:start]) if unit in waiting), "")


def price(game: Game, side: str, command: Command) -> int | None:
    """Movement points that a legal move takes; None when a die on the way decides. Raises Refused."""
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    try:
        events = play(game.system, game.scenario, visible, side, command, ForcedDice(()))
    except OutOfDice:
        return None
    paid = (e for e in events if isinstance(e, Changed) and e.value == "mp" and not e.reason)
    return sum(e.was - e.now for e in paid if e.was > e.now)


def barred(game: Game, side: str, command: Command) -> Refused | None:
    """Why a command would not be obeyed now; None when it would, whatever the dice say."""
    if mates := unit_control.barred(game, side, unit_control.ordered(game, command), game.reader):
        return mates
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    try:
        play(game.system, game.scenario, visible, side, command, ForcedDice(()))
    except OutOfDice:
        return None
    except Refused as refused:
        return refused
    return None


def order(game: Game, side: str, unit: str, choice: str) -> Command | None:
    """The order behind a choice in the panel: a hex to go to, the path of a charge or an enemy; None when it
    is none now. Raises Refused for a hex to which every path brings more than was named."""
    for command in commands(game, side, unit):
        if isinstance(command, (Attack, Bombard, Charge)) and command.target == choice:
            return command
        if isinstance(command, Place) and command.hex == choice:
            return command
    if unit not in game.state.units:
        return None
    path = tuple(choice.split())
    reachable = routes(game, unit)
    if len(path) > 1:
        return Move(unit=unit, path=path) if path[-1] in reachable else None
    route = reachable.get(choice)
    if route is None:
        return None
    way = safe_path(game.system, game.scenario, game.state, side, unit, route)
    return Move(unit=unit, path=way)
