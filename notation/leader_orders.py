"""Typed orders of rulebooks with leaders and bases: `c9 leads c1 c2 with 3`, `share c1 7 3, c2 5`,
`c1 faces left E right NNE`, `c1 forms square N`, `fire n2 by c1 c2/left`, and `instruct keep no` of any.

Read only where a rulebook takes such orders; a standing order everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.commands import Activate, Command, Face, Form, Instruct, Lead, Share, Volley
from engine.errors import NotOnTable
from engine.state import Unit
from notation.order_words import FRENCH, OrderContext, match, target_of, unit_of

ACTIVATE = ("activate", "activates", "active", "activer")
LEAD = ("lead", "leads", "command", "commands", "commande", "commander")
SHARE = ("share", "shares", "deal", "deals", "partage", "répartir", "répartit")
FACE = ("face", "faces", "oriente", "orienter")
FORM = ("form", "forms", "forme", "former")
FIRE = ("fire", "fires", "volley", "shoot", "shoots", "tire", "tirer")
BY, WITH = ("by", "with", "par"), ("with", "avec", "on")
INSTRUCT = ("instruct", "standing", "consigne")
SQUARE, LINE = "square", "line"
FORMATIONS = {"square": SQUARE, "carré": SQUARE, "carre": SQUARE, "line": LINE, "ligne": LINE}
KINDS: Mapping[type[Command], tuple[str, ...]] = {
    Activate: ACTIVATE,
    Lead: LEAD,
    Share: SHARE,
    Face: FACE,
    Form: FORM,
    Volley: FIRE,
}
VERBS_SHOWN: Mapping[str, type[Command]] = {
    "activate": Activate,
    "lead": Lead,
    "share": Share,
    "face": Face,
    "form": Form,
    "fire": Volley,
}
"""The verbs to suggest, where a rulebook has such orders."""
IDLE = frozenset(
    {"at", "to", "towards", "and", "dice", "die", "give", "gives", "the", "->", "vers", "et", "à"}
)


def read(context: OrderContext, words: Sequence[str]) -> Command | None:
    """The order a line means, or None when it is none of these. Raises NotOnTable as `orders.read` does."""
    first = words[0].lower()
    if first in INSTRUCT and match(context.state, words[0], context.scenario) is None:
        return instruction(words[1:])
    known = {kind: verbs for kind, verbs in KINDS.items() if is_order_of(context, kind)}
    if not known:
        return None
    rest = words_apart(words)
    if match(context.state, rest[0], context.scenario) is None:
        kind = next((kind for kind, verbs in known.items() if first in verbs), None)
        if kind is not None:
            return _spoken(context, kind, rest[1:])
    try:
        unit, base, after = _shooter(context, rest)
    except NotOnTable:
        return None
    kind = next((kind for kind, verbs in known.items() if after and after[0].lower() in verbs), None)
    if kind is None or (kind is Volley and not base) or (base and kind not in (Volley, Face)):
        return None
    if kind is Volley:
        target = target_of(context, unit, _significant(after[1:]), after[0])
        return Volley(target=target.id, shooters=(f"{unit.id}/{base}",))
    return _of(context, kind, unit, [base, *after[1:]] if base else after[1:])


def words_apart(words: Sequence[str]) -> list[str]:
    """The words without the commas, semicolons and colons between them."""
    apart = (word.rstrip(":") for part in words for word in re.split(r"[\s,;]+", part))
    return [word for word in apart if word]


def instruction(words: Sequence[str]) -> Instruct:
    """A standing order: a kind of question, and what is answered; nothing to be asked again."""
    if not words:
        raise NotOnTable("", "unknown_order", order="instruct", near=("instruct",))
    answer = " ".join(words[1:])
    return Instruct(kind=words[0].lower(), answer="" if answer in ("off", "none_any_more") else answer)


def is_order_of(context: OrderContext, kind: type[Command]) -> bool:
    """Whether the rulebook has such an order."""
    return any(kind in phase.takes for phase in context.system.phases.values())


def _significant(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.lower() not in IDLE]


def _spoken(context: OrderContext, kind: type[Command], rest: Sequence[str]) -> Command | None:
    """An order that begins with its verb."""
    if kind is Share:
        return share(context, rest)
    if kind is Volley:
        return _volley(context, rest)
    unit, after = unit_of(context, rest, kind.__name__.lower())
    return _of(context, kind, unit, after)


def _of(context: OrderContext, kind: type[Command], unit: Unit, rest: Sequence[str]) -> Command:
    """An order of a unit, the words after its verb."""
    if kind is Activate:
        return Activate(chief=unit.id)
    if kind is Lead:
        return _lead(context, unit, rest)
    return face(context, unit, rest) if kind is Face else form(context, unit, rest)


def face(context: OrderContext, unit: Unit, rest: Sequence[str]) -> Face:
    """A turn in place, the words after the verb."""
    square = context.state.marked(unit.id, SQUARE)
    return Face(unit=unit.id, facing=_facing(context, unit, _significant(rest), square=square))


def form(context: OrderContext, unit: Unit, rest: Sequence[str]) -> Form:
    """A change of formation, the words after the verb."""
    words = _significant(rest)
    formation = FORMATIONS.get(words[0].lower(), "") if words else ""
    if not formation:
        raise NotOnTable("", "which_formation", unit=unit.id, formations=(SQUARE, LINE))
    facing = _facing(context, unit, words[1:], square=formation == SQUARE) if words[1:] else {}
    return Form(unit=unit.id, formation=formation, facing=facing)


def _lead(context: OrderContext, chief: Unit, rest: Sequence[str]) -> Lead:
    """`c1 c2 with 3`, or as a slash command has it `c1 c2 3`: the units, then how many dice."""
    last = len(rest) - 1
    bare = last > 0 and rest[last].isdecimal() and match(context.state, rest[last]) is None
    at = next((n for n, word in enumerate(rest) if word.lower() in WITH), last if bare else len(rest))
    number = next((word for word in rest[at:] if word.isdecimal()), "")
    if not number:
        raise NotOnTable("", "how_many_dice", unit=chief.id)
    units = _units(context, rest[:at])
    if not units:  # to command no unit passes the initiative: only `done` does that on purpose
        raise NotOnTable("", "whom_to_lead", unit=chief.id)
    return Lead(chief=chief.id, units=tuple(u.id for u in units), dice=int(number))


def _units(context: OrderContext, words: Sequence[str]) -> list[Unit]:
    """The units named one after another."""
    units, remaining = [], _significant(words)
    while remaining:
        unit, remaining = unit_of(context, remaining, "lead")
        units.append(unit)
    return units


def share(context: OrderContext, rest: Sequence[str]) -> Share:
    """`c1 7 3 c2 5`: every unit, then the dice it is given."""
    dice: dict[str, tuple[int, ...]] = {}
    remaining, unit = _significant(rest), ""
    while remaining:
        if unit and remaining[0].isdecimal() and match(context.state, remaining[0]) is None:
            dice[unit] = (*dice[unit], int(remaining.pop(0)))
        else:
            counter, remaining = unit_of(context, remaining, "share")
            unit = counter.id
            dice.setdefault(unit, ())
    return Share(given=dice)


def _volley(context: OrderContext, rest: Sequence[str]) -> Volley | None:
    """`n2 by c1 c2/left`, or as a slash command has it `n2 c1 c2/left`: the target, then the units that fire;
    None if no unit is named."""
    words = _significant(rest)
    at = next((n for n, word in enumerate(words) if word.lower() in BY), None)
    if at is None:
        aimed = match(context.state, words[0], context.scenario) if len(words) > 1 else None
        if aimed is None or aimed.side == context.side:
            return None
        words, at = [words[0], BY[0], *words[1:]], 1
    own = next((u for u in context.state.units.values() if u.side == context.side), None)
    if not words[:at] or own is None:
        raise NotOnTable("", "what_target", unit=context.side, order="fire")
    target = target_of(context, own, words[:at], "fire")
    shooters, remaining = [], words[at + 1 :]
    while remaining:
        unit, base, remaining = _shooter(context, remaining)
        shooters.append(f"{unit.id}/{base}" if base else unit.id)
    return Volley(target=target.id, shooters=tuple(shooters))


def _shooter(context: OrderContext, words: Sequence[str]) -> tuple[Unit, str, list[str]]:
    """The unit the first words name, the base that is meant ("" for all), and the words after it."""
    for at, word in enumerate(words if match(context.state, words[0], context.scenario) is None else ()):
        whole, _, base = word.rpartition("/")
        unit = match(context.state, " ".join((*words[:at], whole))) if whole and base else None
        if unit is not None:
            return unit, base.lower(), list(words[at + 1 :])
    shooter, remaining = unit_of(context, words, "")
    return shooter, "", remaining


def _facing(context: OrderContext, unit: Unit, words: Sequence[str], *, square: bool) -> dict[str, int]:
    """Where the bases are to face: together, or named one by one. A square is turned as a whole."""
    charts = context.scenario.charts
    names = context.scenario.grid.directions if square else tuple(charts.get("vertices", ()))
    if square and len(words) == 1:
        side = _way(words[0], names)
        first = str(charts.get("square_side", "left"))
        other = "right" if first == "left" else "left"
        return {first: side, other: (side + len(names) // 2) % len(names)}
    bases = tuple(unit.facing)
    if len(words) == 1:
        return dict.fromkeys(bases, _way(words[0], names))
    if not words or len(words) % 2:
        raise NotOnTable("", "which_facing", unit=unit.id, directions=names)
    pairs = zip(words[::2], words[1::2], strict=True)
    return {base.lower(): _way(way, names) for base, way in pairs}


def _way(word: str, names: Sequence[str]) -> int:
    """The number of the direction a word means, in English or French."""
    plain = word.upper()
    for way in (plain, FRENCH.get(plain, plain), plain.replace("O", "W")):
        if way in names:
            return names.index(way)
    raise NotOnTable("", "no_such_direction", direction=word, directions=tuple(names))
