"""Building a secret order: units without one, parameters chosen, the next parameter. Pure.

Everything is asked of the rulebook on the table as its side may know it. An order on its way is kept
nowhere: its words stand in the ids of the buttons that go on with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.game import Game
from bot.core.order_rules import unit_control
from engine.commands import Write
from engine.display import StepOffer
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.state import Unit
from engine.system import OrderCard, PlannedStop, SecretOrders

PACKED = ("order", "path", "target", "with", "facing", "max_range")
"""The words of an order as they stand in an id, in this order; the path as numbers of directions."""
MOST_HEXES = 12


def possible(game: Game) -> bool:
    """Whether this is the time for writing orders."""
    phase = game.system.phases.get(game.state.phase)
    return game.system.secret_orders is not None and phase is not None and Write in phase.takes


def _writing(game: Game) -> SecretOrders:
    assert game.system.secret_orders is not None
    assert game.viewer is not None
    return game.system.secret_orders


def written(game: Game, side: str) -> Mapping[str, Mapping[str, str]]:
    """The orders in a side's envelope, by unit."""
    return game.state.envelopes.get(side, {})


def own(game: Game, side: str) -> tuple[Unit, ...]:
    """The units of a side on the map."""
    return tuple(game.state.units_on_map(side))


def cards(game: Game, unit: str) -> tuple[OrderCard, ...]:
    """Every order of a unit's card."""
    return tuple(_writing(game).order_cards(game.scenario, game.state, unit))


def card(game: Game, unit: str, order: str) -> OrderCard | None:
    """One order of a unit's card."""
    return next((c for c in cards(game, unit) if c.order == order), None)


def open_cards(game: Game, unit: str) -> tuple[OrderCard, ...]:
    """Those that can be written now."""
    return tuple(c for c in cards(game, unit) if c.refusal is None)


def default(game: Game, unit: str) -> str:
    """What a unit does without an order."""
    return _writing(game).default_order(game.scenario, game.state, unit)


def led(game: Game, side: str) -> tuple[Unit, ...]:
    """The units of a side that the viewer of the game may order."""
    return tuple(unit for unit in own(game, side) if unit_control.may_order(game, unit.id))


def waiting(game: Game, side: str) -> tuple[str, ...]:
    """The units that they could give an order and that have none yet."""
    have = written(game, side)
    return tuple(u.id for u in led(game, side) if u.id not in have and open_cards(game, u.id))


def stops(game: Game, side: str) -> tuple[PlannedStop, ...]:
    """Units of a side that would stop one another, as its orders stand."""
    return _writing(game).stops(game.scenario, game.state, side)


def next_word(choice: OrderCard, words: Mapping[str, str]) -> str:
    """The word that is to be chosen next, "" when all are there."""
    return next((need for need in choice.needs if not words.get(need)), "")


def steps(game: Game, unit: str, words: Mapping[str, str]) -> Mapping[Hex, StepOffer]:
    """The next hexes of a path."""
    if len(words.get("path", "").split()) >= MOST_HEXES:
        return {}
    return _writing(game).steps(game.scenario, game.state, unit, words)


def goals(game: Game, unit: str, words: Mapping[str, str]) -> list[tuple[Hex, ...]]:
    """Paths on which the one chosen so far can go on, the shortest to each hex: to objectives first, then the
    nearest to the enemy, those that end on a friend last."""
    begun, paths, edge = len(words.get("path", "").split()), dict[Hex, tuple[Hex, ...]](), [dict(words)]
    start, choice = game.state.units[unit].place, card(game, unit, words.get("order", ""))
    while edge:
        fields = edge.pop(0)
        for hex_, offer in steps(game, unit, fields).items():
            if offer.refusal is None and hex_ not in paths and hex_ != start:
                edge.append(with_step(fields, hex_))
                paths[hex_] = tuple(edge[-1]["path"].split())
    whole = choice is not None and set(choice.needs) == {"path"}
    orders = {path: {**words, "path": " ".join(path)} for path in paths.values()}
    able = [path for path, order in orders.items() if not whole or refusal(game, unit, order) is None]
    wanted = {hex_ for objective in game.scenario.objectives for hex_ in objective.hexes}
    side, grid = game.state.units[unit].side, game.scenario.grid
    enemies = [u.place for u in game.state.units_on_map() if u.side != side]
    friends = {u.place for u in game.state.units_on_map(side)}

    def rank(path: tuple[Hex, ...]) -> tuple[bool, bool, int, int, Hex]:
        nearest = min((grid.distance(path[-1], at) for at in enemies), default=0)
        return path[-1] in friends, path[-1] not in wanted, nearest, len(path), path[-1]

    return sorted((path for path in able if len(path) > begun), key=rank)


def walkable(game: Game, unit: str, words: Mapping[str, str]) -> bool:
    """Whether every hex of a path could follow the one before."""
    fields = {name: word for name, word in words.items() if name != "path"}
    for hex_ in words.get("path", "").split():
        offer = steps(game, unit, fields).get(hex_)
        if offer is None or offer.refusal is not None:
            return False
        fields = with_step(fields, hex_)
    return True


def targets(game: Game, unit: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """Whom an order could name."""
    return tuple(_writing(game).targets(game.scenario, game.state, unit, words))


def refusal(game: Game, unit: str, words: Mapping[str, str]) -> Refused | None:
    """Why an order cannot be written as it stands, None when it can."""
    try:
        _writing(game).check(game.scenario, game.state, unit, words)
    except Refused as refused:
        return refused
    return None


def tip(game: Game, unit: str, words: Mapping[str, str]) -> Hex:
    """Where the path chosen so far ends."""
    path = words.get("path", "").split()
    return path[-1] if path else game.state.units[unit].place


def with_step(words: Mapping[str, str], hex_: Hex) -> dict[str, str]:
    """The words with one more hex."""
    return {**words, "path": f"{words.get('path', '')} {hex_}".strip()}


def without_step(words: Mapping[str, str]) -> dict[str, str]:
    """The words with the last hex taken back."""
    path = words.get("path", "").split()[:-1]
    rest = {name: word for name, word in words.items() if name != "path"}
    return {**rest, "path": " ".join(path)} if path else rest


# --- in the ids of buttons ------------------------------------------------------------------------


def pack(game: Game, unit: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """A unit and the words of its order for an id."""
    ways, here, path = game.scenario.grid.directions, game.state.units[unit].place, ""
    for hex_ in words.get("path", "").split():
        near = game.scenario.grid.neighbours(here)
        path += str(next(n for n, way in enumerate(ways) if near.get(way) == hex_))
        here = hex_
    return (unit, *({**words, "path": path}.get(name, "") for name in PACKED))


def unpack(game: Game, about: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The unit and the words in an id. Raises IllegalOrder for what cannot be an order here."""
    unit, fields = about[0], dict(zip(PACKED, about[1:], strict=False))
    if unit not in game.state.units:
        raise IllegalOrder("", "nothing_open", side=game.viewer or "")
    ways, here, path = game.scenario.grid.directions, game.state.units[unit].place, list[Hex]()
    for digit in fields.pop("path", ""):
        way = ways[int(digit)] if digit.isdigit() and int(digit) < len(ways) else ""
        there = game.scenario.grid.neighbours(here).get(way) if not here.startswith("@") else None
        if there is None:
            raise IllegalOrder("", "nothing_open", side=game.viewer or "")
        path.append(there)
        here = there
    return unit, {
        **{name: word for name, word in fields.items() if word},
        **({"path": " ".join(path)} if path else {}),
    }
