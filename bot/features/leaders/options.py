"""The referee's options for leaders: units to command, ways to share dice, joint fire. Pure.

A choice on its way is kept nowhere: its units stand in the ids of the buttons that go on with it, as their
numbers among the units of their side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from engine.commands import Activate, Bombard, Command, Lead, Share, Volley
from engine.errors import Refused

MOST_DICE = 12
"""No leader rolls more."""
MOST_SHARES = 20
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandReach:
    """Whom a leader can command now (`able`), why not the others, how many dice they may roll at most."""

    chief: str
    able: tuple[str, ...]
    barred: Mapping[str, Refused]
    most: int


def takes(game: Game, kind: type[Command]) -> bool:
    """Whether such an order belongs to the phase that is open."""
    phase = game.system.phases.get(game.state.phase)
    return phase is not None and kind in phase.takes


def fires_together(game: Game) -> bool:
    """Whether units of this rulebook fire together at one enemy."""
    return any(Volley in phase.takes for phase in game.system.phases.values())


def chiefs(game: Game, side: str) -> tuple[str, ...]:
    """The leaders who can be activated, or can command units, now."""
    own = (u.id for u in game.state.units_on_map(side))
    kinds = (Activate, Lead)
    return tuple(
        id_ for id_ in own if any(isinstance(c, kinds) for c in legal_orders.commands(game, side, id_))
    )


def reach(game: Game, side: str, chief: str) -> CommandReach:
    """Whom a leader could command alone, each asked for by itself."""
    able, barred = [], {}
    for unit in game.state.units_on_map(side):
        if unit.id == chief or unit.kind == game.state.units[chief].kind:
            continue
        refused = legal_orders.barred(game, side, Lead(chief=chief, units=(unit.id,), dice=1))
        if refused is None:
            able.append(unit.id)
        else:
            barred[unit.id] = refused
    return CommandReach(
        chief=chief,
        able=tuple(able),
        barred=barred,
        most=max(numbers(game, side, chief, able[:1]), default=0) if able else 0,
    )


def numbers(game: Game, side: str, chief: str, units: Sequence[str]) -> tuple[int, ...]:
    """How many dice a leader may roll for these units."""
    every = (n for n in range(1, MOST_DICE + 1) if n >= len(units))
    numbers: list[int] = []
    for n in every:
        if legal_orders.barred(game, side, Lead(chief=chief, units=tuple(units), dice=n)) is None:
            numbers.append(n)
        elif numbers:
            break
    return tuple(numbers)


def dice_allocations(game: Game, side: str) -> tuple[Share, ...]:
    """The best ways to share the dice out."""
    return tuple(c for c in legal_orders.commands(game, side, "") if isinstance(c, Share))[:MOST_SHARES]


# --- fire -----------------------------------------------------------------------------------------


def aims(game: Game, side: str) -> Mapping[str, tuple[str, ...]]:
    """The enemies that can be fired at now, as they stand in the scenario, each with the units that can."""
    named: dict[str, list[str]] = {}
    for unit in game.state.units_on_map(side):
        for command in legal_orders.commands(game, side, unit.id):
            if isinstance(command, Bombard):
                named.setdefault(command.target, []).append(unit.id)
    return {id_: tuple(named[id_]) for id_ in game.state.units if id_ in named}


def shooters(game: Game, side: str, target: str) -> tuple[str, ...]:
    """Who can fire at an enemy now: units, and their bases one by one where several can."""
    shooters: list[str] = []
    for id_ in aims(game, side).get(target, ()):
        unit = game.state.units[id_]
        bases = [f"{unit.id}/{base}" for base in unit.facing] if len(unit.facing) > 1 else []
        able = [
            b for b in bases if legal_orders.barred(game, side, Volley(target=target, shooters=(b,))) is None
        ]
        shooters += [unit.id, *able] if len(able) > 1 else able or [unit.id]
    return tuple(shooters)


def apart(chosen: Iterable[str]) -> tuple[str, ...]:
    """A group of fire in which no base is named twice: a whole unit stands for its bases."""
    named = tuple(dict.fromkeys(chosen))
    return tuple(s for s in named if "/" not in s or s.partition("/")[0] not in named)


def everybody(able: Sequence[str]) -> tuple[str, ...]:
    """All of those who can fire: whole units, and bases of those that cannot fire as a whole."""
    whole = tuple(s for s in able if "/" not in s)
    return apart((*whole, *(s for s in able if s.partition("/")[0] not in whole)))


# --- in the ids of buttons ------------------------------------------------------------------------


def pack(game: Game, chosen: Iterable[str]) -> str:
    """Units, or bases of them, in few letters.

    A unit is its number among all, a base has its own behind a hyphen: "3.7-1".
    """
    order = {id_: n for n, id_ in enumerate(game.state.units)}
    parts = []
    for name in chosen:
        unit, _, base = name.partition("/")
        bases = list(game.state.units[unit].facing)
        parts.append(f"{order[unit]}-{bases.index(base)}" if base else str(order[unit]))
    return ".".join(parts)


def unpack(game: Game, packed: str) -> tuple[str, ...]:
    """The units and bases that stand in an id; what no longer fits is left out."""
    units, ids = list(game.state.units), []
    for part in packed.split(".") if packed else ():
        number, _, base = part.partition("-")
        if not _NUMBER.fullmatch(number) or int(number) >= len(units):
            continue
        id_ = units[int(number)]
        bases = list(game.state.units[id_].facing)
        if base and not (_NUMBER.fullmatch(base) and int(base) < len(bases)):
            continue
        ids.append(f"{id_}/{bases[int(base)]}" if base else id_)
    return tuple(ids)
