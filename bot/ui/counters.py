"""One counter in a sentence easily heard: what it is, where, how strong, in what state, who is near."""

from __future__ import annotations

import re

from bot.i18n.names import Names
from bot.ui import facings, units
from engine.hexes import Hex
from engine.view import CounterView, View

CORNERS = ("sw", "se", "nw", "ne", "s")
"""The numbers on a counter, the most important first."""
_DICE = re.compile(r"(\d+)D(\d+)/(\d+)")
_PAIR = re.compile(r"(\d+)/(\d+)")


def line(names: Names, view: View, counter: CounterView) -> str:
    """A counter: both names, kind, hex and ground, numbers, front, states; enemies it touches and whose zone
    of control it stands in."""
    words, face = names.words, counter.face
    parts = [words("board.unit", unit=names.full(counter.id), kind=kind(names, counter))]
    if counter.hex:
        parts.append(place(names, view, counter.hex))
    parts += _numbers(names, counter)
    parts += _fronts(names, view, counter) if counter.hex else []
    states = [words.get(f"state.{state}", state.replace("_", " ")) for state in face.states]
    parts += [state for state in states if state not in ", ".join(parts).split(", ")]
    return "".join([", ".join(parts), *_near(names, view, counter)])


def kind(names: Names, counter: CounterView) -> str:
    """What kind of counter it is."""
    return names.words.get(f"symbol.{counter.symbol}", (counter.symbol or counter.kind).replace("_", " "))


def place(names: Names, view: View, hex_: Hex) -> str:
    """A hex, its terrain, the name of the place."""
    ground = view.hexes[hex_]
    key = "board.place_named" if ground.name else "board.place"
    return names.words(key, hex=hex_, terrain=terrain(names, view, hex_), name=ground.name)


def terrain(names: Names, view: View, hex_: Hex) -> str:
    """What grows or stands in a hex."""
    kind = view.hexes[hex_].terrain
    return names.words.get(f"terrain.{kind}", kind.replace("_", " "))


def _numbers(names: Names, counter: CounterView) -> list[str]:
    """The numbers on a counter, each with what it is called in this rulebook, and what else it can do."""
    face = counter.face
    numbers = [(corner, face.corners[corner]) for corner in CORNERS if corner in face.corners]
    numbers += [(what, str(n)) for what, n in (("balls", face.balls), ("stripes", face.stripes)) if n]
    numbers += [("losses", str(face.losses))] if face.losses else []
    unit = names.game.state.units.get(counter.id)
    traits = units.traits(names, unit) if unit is not None else []
    return [text for text in (*(_number(names, what, n) for what, n in numbers), *traits) if text]


def _number(names: Names, what: str, n: str) -> str:
    """A number and what it means, nothing abbreviated; "" for a sign that `units.traits` says better."""
    words, head = names.words, f"board.numbers.{names.game.system.name}"
    if dice := _DICE.fullmatch(n):
        return words("board.numbers.dice", n=dice[1], die=dice[2], radius=dice[3])
    if (pair := _PAIR.fullmatch(n)) and f"{head}.{what}_two" in words:
        return words(f"{head}.{what}_two", n=pair[1], other=pair[2])
    return words.get(f"{head}.{what}", words.get(f"board.numbers.{what}", "", n=n), n=n)


def _fronts(names: Names, view: View, counter: CounterView) -> list[str]:
    """Which way a counter looks, base by base where that differs."""
    if counter.face.headings:
        return [names.words("turning.looks", facing=facings.headed(names, counter.face.headings))]
    ways = view.grid.directions
    return [names.words("board.front", way=names.way(ways[n % len(ways)])) for n in counter.facing.values()]


def _near(names: Names, view: View, counter: CounterView) -> list[str]:
    """The enemies it touches, each with its direction; whose zone of control it stands in."""
    if not counter.hex:
        return []
    words, lines = names.words, []
    if touched := touching(names, view, counter):
        lines.append(words("board.touches", enemies=words.join_list(touched)))
    for side, zone in view.zones.items():
        if side != counter.side and counter.hex in zone:
            lines.append(words("board.in_zone", side=names.side(side)))
    return lines


def touching(names: Names, view: View, counter: CounterView) -> list[str]:
    """The enemies in neighbouring hexes, or in its own, each with where."""
    if not counter.hex:
        return []
    ways = {hex_: way for way, hex_ in view.grid.neighbours(counter.hex).items()}
    return [
        names.words("board.touched", name=names.unit(c.id), hex=c.hex, way=names.way(ways[c.hex]))
        if c.hex in ways
        else names.unit(c.id)
        for c in view.counters
        if c.side != counter.side and c.hex and (c.hex in ways or c.hex == counter.hex)
    ]
