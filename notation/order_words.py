"""What the words of an order mean on the table: units, hexes, paths, directions, targets.

Reading judges no rule: what cannot be read is NotOnTable, what is not allowed is for the referee to say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from engine.errors import IllegalOrder, NotOnTable
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import System

LONGEST = 300
"""Characters read of a typed unit, path or list."""
IDLE = frozenset({"at", "on", "the", "by", "via"})
FRENCH = {"NO": "NW", "SO": "SW", "O": "W"}

_TIMES = re.compile(r"(?:(\d)[x*]?)?([A-Za-z]{1,2})(?:[x*]?(\d))?")
_NAMES = (
    "unit|path|target|hex|option|to|chief|units|dice|facing|formation|question|answer|"
    "unité|trajet|cible|hexagone|chef|unités|dés|orientation|réponse"
)
_FIELD = re.compile(rf"(?:(?<=\s)|^)(?:{_NAMES}):\s*", re.IGNORECASE)

_GROUP = re.compile(r"^(?:unit|plan|unité)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OrderContext:
    """What an order is read against: the position as the side may know it. `verbs` are those to suggest."""

    system: System
    scenario: Scenario
    state: State
    side: str
    verbs: tuple[str, ...]


def words_of(text: str) -> list[str]:
    """The words of a line; the slash, the group and the field names of a slash command are left out."""
    plain = text.strip()
    if plain.startswith("/"):
        plain = _FIELD.sub(" ", _GROUP.sub("", plain[1:]))
    for arrow in ("->", "=>", "→"):
        plain = plain.replace(arrow, f" {arrow} ")
    return [word for word in plain.split() if word not in (",", ";")]


def read_path(text: str, scenario: Scenario, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit is to enter: labels, directions from where it then stands, or both mixed.

    Raises NotOnTable: no_such_hex, no_such_direction, off_the_map; IllegalOrder when a direction is to be
    taken from nowhere.
    """
    return path_of(scenario, unit, words_of(text))


def path_of(scenario: Scenario, unit: Unit, words: Iterable[str]) -> tuple[Hex, ...]:
    path: list[Hex] = []
    here = unit.hex
    for word in _parts(words):
        for hex_ in _leg(scenario, unit, here, word):
            path.append(hex_)
            here = hex_
    return tuple(path)


def way_of(scenario: Scenario, unit: Unit, words: Iterable[str]) -> tuple[Hex, ...]:
    """A path spelled out. Some write the hex where the unit stands first: it is left out."""
    path = path_of(scenario, unit, words)
    return path[1:] if path[:1] == (unit.hex,) else path


def _parts(words: Iterable[str]) -> Iterable[str]:
    """Words of a path, apart: "0704-0705" and "NE,E" are two each, "7,4" is one hex."""
    for word in (unicodedata.normalize("NFKC", word) for word in words):
        if re.fullmatch(r"\(?\d{1,2}[,.;:/]\d{1,2}\)?", word):
            yield word
        else:
            yield from (part for part in re.split(r"[,;>+-]+", word) if part)


def _leg(scenario: Scenario, unit: Unit, here: Hex | None, word: str) -> list[Hex]:
    """The hexes one word of a path means: a label, or a direction once or several times."""
    label = scenario.grid.parse(word)
    if label is not None:
        return [label]
    match = _TIMES.fullmatch(word)
    if word[:1].isdigit() and (match is None or word.isdigit()):
        corner = scenario.grid.label(scenario.grid.columns, scenario.grid.rows)
        raise NotOnTable("", "no_such_hex", hex=word, last=corner)
    way = FRENCH.get(match[2].upper(), match[2].upper()) if match is not None else ""
    if match is None or way not in scenario.grid.directions:
        raise NotOnTable("", "no_such_direction", direction=word, directions=scenario.grid.directions)
    if here is None:
        reason = "unit_eliminated" if unit.place == ELIMINATED else "unit_off_map"
        raise IllegalOrder(str(scenario.charts.get("gone", "")), reason, unit=unit.id)
    hexes: list[Hex] = []
    for _ in range(int(match[1] or match[3] or 1)):
        there = scenario.grid.neighbours(here).get(way)
        if there is None:
            rule = str(scenario.charts.get("kept_on_map", ""))
            raise NotOnTable(rule, "off_the_map", unit=unit.id, direction=way, hex=here)
        hexes.append(there)
        here = there
    return hexes


def is_direction(scenario: Scenario, word: str) -> bool:
    """Whether a word means a direction, once or several times: NE, 2NE, E3."""
    match = _TIMES.fullmatch(word)
    way = match[2].upper() if match else ""
    return FRENCH.get(way, way) in scenario.grid.directions


def read_unit(text: str, state: State, scenario: Scenario | None = None) -> Unit:
    """The unit of that id or name, in any letters and language; with a scenario, also the one on that hex.

    Raises NotOnTable no_such_unit, nobody_there, two_units_there.
    """
    unit = match(state, text, scenario)
    if unit is not None:
        return unit
    hex_ = scenario.grid.parse(text) if scenario is not None else None
    if hex_ is None:
        raise NotOnTable("", "no_such_unit", unit=text, near=near(text, state))
    return _alone(state.on(hex_), hex_)


def near(text: str, state: State) -> tuple[str, ...]:
    """Ids of units similar to an unknown word, likeliest first."""
    names = {u.id.casefold(): u.id for u in state.units.values()}
    names |= {u.name.casefold(): u.id for u in state.units.values() if u.name}
    return tuple(dict.fromkeys(names[name] for name in get_close_matches(text.casefold(), names, n=3)))


def match(state: State, text: str, scenario: Scenario | None = None) -> Unit | None:
    """The unit of that id or name, or of both as menus write them, "gun-1 (Battery Rolland)"; with a
    scenario, its name in any language."""
    if text in state.units:
        return state.units[text]
    folded = _folded(text)
    hits = [u for u in state.units.values() if folded in _called(u, scenario)]
    return hits[0] if len(hits) == 1 else None


def _called(unit: Unit, scenario: Scenario | None) -> set[str]:
    """What a unit answers to. Of one whose name is not known only the id."""
    printed = scenario.counters.get(unit.id) if scenario is not None and unit.name else None
    names = {unit.name, *(printed.called.values() if printed is not None else ())} - {""}
    short = _folded(unit.id)
    return {short, *map(_folded, names), *(f"{short} ({_folded(name)})" for name in names)}


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """A name in small letters, its accents composed in the one way."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def is_unit(context: OrderContext, word: str) -> bool:
    return word in context.state.units


def is_of_unit(context: OrderContext, words: Sequence[str]) -> bool:
    """Whether the words are an order of a unit: its id or name, and more words after that."""
    lengths = range(1, min(len(words), 6))
    return any(
        match(context.state, " ".join(words[:length]), context.scenario) is not None for length in lengths
    )


def unit_of(context: OrderContext, words: Sequence[str], verb: str) -> tuple[Unit, list[str]]:
    """The unit that the first words name, longest name first, and the words after it.

    A hex with one unit on it names that unit, too.
    """
    for length in range(min(len(words), 5), 0, -1):
        unit = match(context.state, " ".join(words[:length]), context.scenario)
        if unit is not None:
            return unit, list(words[length:])
    if not words:
        raise NotOnTable("", "which_unit", order=verb)
    hex_ = context.scenario.grid.parse(words[0])
    if hex_ is not None:
        return standing(context, hex_, context.side), list(words[1:])
    if verb:
        raise NotOnTable("", "no_such_unit", unit=words[0], near=near(words[0], context.state))
    close = (*near(words[0], context.state), *get_close_matches(words[0].lower(), context.verbs, n=2))
    raise NotOnTable("", "no_such_unit", unit=words[0], near=close)


def target_of(context: OrderContext, unit: Unit, words: Sequence[str], verb: str) -> Unit:
    """The enemy meant: by id, name, or the hex it stands on."""
    if not words:
        raise NotOnTable("", "what_target", unit=unit.id, order=verb)
    text = " ".join(words)
    target = match(context.state, text, context.scenario)
    if target is not None:
        return target
    hex_ = context.scenario.grid.parse(text)
    if hex_ is None and _TIMES.fullmatch(text) and unit.hex is not None:
        way = FRENCH.get(text.upper(), text.upper())
        hex_ = context.scenario.grid.neighbours(unit.hex).get(way)
    if hex_ is None:
        raise NotOnTable("", "no_such_unit", unit=text, near=near(text, context.state))
    enemies = {other for other in context.scenario.side_ids if other != unit.side}
    return standing(context, hex_, *enemies)


def standing(context: OrderContext, hex_: Hex, *sides: str) -> Unit:
    """The one unit on a hex, of these sides if any of them stands there."""
    there = context.state.on(hex_)
    return _alone([u for u in there if u.side in sides] or list(there), hex_)


def _alone(units: Sequence[Unit], hex_: Hex) -> Unit:
    """The only unit there. Raises NotOnTable nobody_there, two_units_there."""
    if not units:
        raise NotOnTable("", "nobody_there", hex=hex_)
    if len(units) > 1:
        raise NotOnTable("", "two_units_there", hex=hex_, units=tuple(u.id for u in units))
    return units[0]
