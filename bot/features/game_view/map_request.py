"""A request for a map: as typed, and parsed against the position the player may know. Judges no rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial

import render
from bot.core.game import Game
from engine.errors import NotOnTable
from engine.hexes import Hex
from engine.scenario import SYMBOL_SETS as SYMBOL_SETS
from engine.state import Unit
from engine.view import View
from engine.view.overlays import NEEDS_UNIT, OVERLAYS, OverlayRequest
from notation import order_text
from notation.order_words import LONGEST
from render import crops

AREAS = ("whole", "action", "unit", "corps", "fight")
THEMES = tuple(render.THEMES)

Area = Callable[[View], frozenset[Hex]]
"""Which hexes of a view are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRequest:
    """What was typed, "" for what was not. `overlay` names any number of them, `path` is for one."""

    area: str = ""
    unit: str = ""
    corps: str = ""
    overlay: str = ""
    path: str = ""
    theme: str = ""
    symbols: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedMapRequest:
    """The wish understood: which hexes, which unit, what lies over the map, how it looks. `symbols` is ""
    for those of the rulebook."""

    area: Area
    unit: Unit | None
    overlay_request: OverlayRequest
    theme: str
    symbols: str
    full: bool
    """Whether it is about the whole map."""
    fights: bool
    """Whether it is about the last fights."""
    corps: tuple[str, str] = ("", "")
    """The side and name of the corps it is about, if it is about one."""


def read(wish: MapRequest, game: Game) -> ParsedMapRequest:
    """What is wanted. `game` is as the asker may know it.

    Raises NotOnTable: no_such_unit and its like, no_such_area, area_needs, no_such_corps, no_overlay,
    overlay_needs_unit, no_theme, no_symbols, path_from_nowhere; what a path cannot be.
    """
    unit = game.unit_named(wish.unit) if wish.unit.strip() else None
    overlays = read_overlays(wish.overlay)
    needy = sorted(overlays & NEEDS_UNIT, key=OVERLAYS.index)
    if needy and unit is None:
        raise NotOnTable("", "overlay_needs_unit", overlay=needy[0])
    path: tuple[Hex, ...] = ()
    if unit is not None and wish.path.strip():
        path, overlays = _path(wish.path, game, unit), overlays | {"path"}
    elif wish.path.strip():
        raise NotOnTable("", "overlay_needs_unit", overlay="path")
    name = _area_of(wish)
    return ParsedMapRequest(
        area=_area(name, wish, game, unit),
        unit=unit,
        overlay_request=OverlayRequest(overlays=overlays, unit=unit.id if unit else "", path=path),
        theme=_one(wish.theme, THEMES, "no_theme"),
        symbols=_one(wish.symbols, SYMBOL_SETS, "no_symbols") if wish.symbols.strip() else "",
        full=name == "whole",
        fights=name == "fight",
        corps=_corps(wish.corps, game, unit) if name == "corps" else ("", ""),
    )


def read_overlays(text: str) -> frozenset[str]:
    """The overlays named in a text, by their names or how these begin. Raises NotOnTable no_overlay."""
    return frozenset(_one(word, OVERLAYS, "no_overlay") for word in _words(text))


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;+&]+", text[:LONGEST].casefold()) if word]


def completions(text: str) -> list[tuple[str, ...]]:
    """How a list of overlays can go on: lists that end with one more, or with what has been begun."""
    *before, last = _words(text) or [""]
    if text[-1:].isspace() or last in OVERLAYS:
        before, last = [*before, *([last] if last else [])], ""
    known = list(dict.fromkeys(word for word in before if word in OVERLAYS))
    matches = [(*known, name) for name in OVERLAYS if name not in known and name.startswith(last)]
    return [tuple(known), *matches] if known and not last else matches


def corps_of(game: Game) -> Mapping[str, tuple[str, str]]:
    """Every corps with a counter on the map, by what is typed: "blue i" is blue's corps I, "red" all of red
    where it has no corps."""
    units = sorted(game.state.units_on_map(), key=lambda u: (game.scenario.side_ids.index(u.side), u.corps))
    return {f"{u.side} {u.corps}".strip().casefold(): (u.side, u.corps) for u in units}


# --- one word each ------------------------------------------------------------------------------------


def _one(text: str, known: Iterable[str], reason: str) -> str:
    """The word of `known` that is meant, by its beginning at least; the first of them when none is named."""
    word = text.strip().casefold()
    matches = [name for name in known if name.startswith(word)]
    if word in matches or len(matches) == 1 or not word:
        return word if word in matches else matches[0]
    near = tuple(matches or get_close_matches(word, known, n=3))
    raise NotOnTable("", reason, asked=text.strip()[:LONGEST], known=tuple(known), near=near)


def _area_of(wish: MapRequest) -> str:
    """The name of the area: the one named, else that of what is named, else the whole map."""
    if wish.area.strip():
        return _one(wish.area, AREAS, "no_such_area")
    return "unit" if wish.unit.strip() else "corps" if wish.corps.strip() else "whole"


def _area(name: str, wish: MapRequest, game: Game, unit: Unit | None) -> Area:
    if name == "unit":
        if unit is None:
            raise NotOnTable("", "area_needs", word="unit")
        return partial(crops.unit, id_=unit.id)
    if name == "corps":
        side, corps = _corps(wish.corps, game, unit)
        return partial(crops.corps, side=side, name=corps)
    return {"action": crops.action, "fight": crops.last_fights}.get(name, crops.whole)


def _corps(text: str, game: Game, unit: Unit | None) -> tuple[str, str]:
    """The side and name of a corps: as typed, by its name alone where one side has it, else the unit's."""
    known, word = corps_of(game), " ".join(text.split()).casefold()
    if not word and unit is None:
        raise NotOnTable("", "area_needs", word="corps")
    if unit is not None and not word:
        return unit.side, unit.corps
    alike = [key for key, (_, name) in known.items() if name.casefold() == word]
    key = word if word in known else alike[0] if len(alike) == 1 else ""
    if not key:
        near = tuple(alike or get_close_matches(word, known, n=3))
        raise NotOnTable("", "no_such_corps", asked=text.strip()[:LONGEST], near=near)
    return known[key]


def _path(text: str, game: Game, unit: Unit) -> tuple[Hex, ...]:
    """The hexes of a requested path. Raises NotOnTable; a unit off the map has no path."""
    if unit.hex is None:
        raise NotOnTable("", "path_from_nowhere", unit=unit.id)
    return order_text.read_path(text[:LONGEST], game.scenario, unit)
