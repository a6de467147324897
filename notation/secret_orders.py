"""Secret orders as players write them: `R3 march NE`, `R6 defend E range 3 prefer B2 B7`, `lock`.

Words are put into the envelope as they are meant; whether they make an order is for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Command, Seal, Unseal, Write
from engine.errors import NotOnTable
from engine.hexes import Hex
from engine.state import Unit
from notation.order_words import FRENCH, OrderContext, is_direction, match, path_of, target_of, unit_of

VERBS_SHOWN = (
    *("march", "run", "assault", "defend", "all-around defense", "fire", "fire and retreat"),
    *("move and fire", "ambush", "join", "supplies", "recon", "rest", "retreat", "no order", "lock"),
)
SEAL = ("lock", "seal", "verrouiller")
UNSEAL = ("unlock", "unseal", "déverrouiller")
STRIKE = "no_order"

_SPELLED = {
    "march": "march, marches, marche",
    "run": "run, runs, course, court",
    "assault": "assault, assaults, charge, charges, assaut",
    "move_and_fire": "move and fire, moves and fires, move-and-fire, mouvement et tir, tir en mouvement",
    "defend": "defend, defends, defense, defence, défense, défend, défendre",
    "all_around_defense": (
        "all-around defense, all-around defence, all around defense, all around defence, all-around, "
        "défense tous azimuts"
    ),
    "fire_and_retreat": "fire and retreat, fires and retreats, fire-and-retreat, tir et repli",
    "fire_ranged_weapons": "fire ranged weapons, fire, fires, shoot, shoots, tir, tire",
    "ambush": "ambush, embuscade",
    "join_up": "join up, joins up, join, joins, rejoint, jonction",
    "receive_supplies": "receive supplies, receives supplies, supplies, supply, ravitaillement",
    "reconnaissance": "reconnaissance, recon, scout, scouts",
    "rest": "rest, rests, repos",
    "retreat": "retreat, retreats, retraite",
    "flee": "flee, flees, fuite",
    "panic": "panic, panics, panique",
    "pursue": "pursue, pursues, poursuite",
    "fight_on": "fight on, fights on, continuer le combat",
    STRIKE: "no order, none, nothing, strike, aucun ordre",
}
VERBS = {
    tuple(words.split()): order
    for order, spelled in _SPELLED.items()
    for words in (*spelled.split(", "), order)
}
"""What each order may be called, word by word."""
TARGETED = ("assault", "move_and_fire", "fire_ranged_weapons", "reconnaissance")
TURNED = ("defend", "fire_and_retreat", "ambush")
FIELDS = {
    **dict.fromkeys(("range", "max_range", "portée"), "max_range"),
    **dict.fromkeys(("prefer", "prefers", "préfère"), "prefer"),
    **dict.fromkeys(("via", "path", "then", "par"), "path"),
}
DIGITS = 3
"""A number with fewer digits, right after where a unit looks, is how far it may fire: no hex has so few."""
IDLE = frozenset({"at", "on", "to", "the", "with", "facing", "towards", "->", "→"})


def read(context: OrderContext, words: Sequence[str]) -> Command | None:
    """The secret order a line means, or None when it is none. `context` is what the side may know.

    Raises NotOnTable as `orders.read` does.
    """
    first = words[0].lower()
    if len(words) == 1 and first in (*SEAL, *UNSEAL):
        return Seal() if first in SEAL else Unseal()
    length, order = order_named(words)
    if order and match(context.state, words[0]) is None:
        unit, after = unit_of(context, words[length:], order)
        return Write(unit=unit.id, order=written(context, unit, order, after))
    try:
        unit, after = unit_of(context, words, "")
    except NotOnTable:
        return None
    length, order = order_named(after)
    return Write(unit=unit.id, order=written(context, unit, order, after[length:])) if order else None


def order_named(words: Sequence[str]) -> tuple[int, str]:
    """How many of the first words name an order, and which; the longest name counts."""
    for length in range(min(len(words), 3), 0, -1):
        if (order := VERBS.get(tuple(word.lower() for word in words[:length]))) is not None:
            return length, order
    return 0, ""


def written(context: OrderContext, unit: Unit, order: str, rest: Sequence[str]) -> dict[str, str]:
    """The words of an order by name: path, target, facing, max_range, prefer, with; none to strike it out.

    Of another side's unit nothing is read but the order: whatever it says, it is refused for that.
    """
    if order == STRIKE:
        return {}
    if unit.side != context.side:
        return {"order": order}
    fields = _fields([word for word in rest if word.lower() not in IDLE])
    order_words = {"order": order}
    plain = fields[""]
    if order in TARGETED:
        target, plain = _target(context, unit, plain, order)
        order_words |= {"target": target} if target else {}
    elif order in TURNED and plain:
        order_words["facing"] = _facing(context, plain[0])
        plain = plain[1:]
        if plain and plain[0].isdecimal() and len(plain[0]) < DIGITS and not fields["max_range"]:
            fields["max_range"], plain = plain[:1], plain[1:]
    elif order == "join_up" and plain:
        order_words["with"] = target_of(context, unit, plain, order).id
        plain = []
    way = path_of(context.scenario, unit, [*plain, *fields["path"]])
    order_words |= {"path": " ".join(way)} if way else {}
    order_words |= {"max_range": fields["max_range"][0]} if fields["max_range"] else {}
    preferred = [target_of(context, unit, [word], order).id for word in fields["prefer"]]
    return {**order_words, "prefer": " ".join(preferred)} if preferred else order_words


def _fields(words: Sequence[str]) -> dict[str, list[str]]:
    """The words after range, prefer and via, and those before any of them."""
    fields: dict[str, list[str]] = {"": [], "path": [], "max_range": [], "prefer": []}
    field = ""
    for word in words:
        if word.lower() in FIELDS:
            field = FIELDS[word.lower()]
            continue
        fields[field].append(word)
        if field == "max_range":  # a range is one word: a path may follow
            field = ""
    return fields


def _target(context: OrderContext, unit: Unit, words: list[str], order: str) -> tuple[str, list[str]]:
    """The enemy that the first words name, by id, name or hex, and the words after it."""
    for length in range(min(len(words), 5), 0, -1):
        target = match(context.state, " ".join(words[:length]))
        if target is not None:
            return target.id, words[length:]
    if not words:
        return "", []
    hex_: Hex | None = context.scenario.grid.parse(words[0])
    empty = hex_ is not None and not context.state.on(hex_) and len(words) > 1
    if empty or is_direction(context.scenario, words[0]):
        return "", words
    return target_of(context, unit, words[:1], order).id, words[1:]


def _facing(context: OrderContext, word: str) -> str:
    """The direction a word means."""
    ways = context.scenario.grid.directions
    way = FRENCH.get(word.upper(), word.upper())
    if way not in ways:
        raise NotOnTable("", "no_such_direction", direction=word, directions=ways)
    return way
