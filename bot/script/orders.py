"""One typed order, as players write it, read into a command: `1/I NE NE E`, `gun-2 fires b-4`.

Reading judges no rule: what cannot be read is NotOnTable, what is not allowed is for the referee to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Command,
    Done,
    Expired,
    Move,
    Place,
    Rally,
    Release,
    Resign,
    Step,
    Unplace,
    Unseal,
)
from engine.errors import Fact, IllegalOrder, NotOnTable
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import System

ALONE: Mapping[str, type[Command]] = {
    **dict.fromkeys(("done", "pass", "end", "next", "fini"), Done),
    **dict.fromkeys(("rally", "ralliement"), Rally),
    **dict.fromkeys(("release", "deselect"), Release),
    **dict.fromkeys(("resign", "surrender"), Resign),
    **dict.fromkeys(("expired", "abandon"), Expired),
    "unseal": Unseal,
}
FIRE = ("bombard", "bombards", "fire", "fires", "shoot", "shoots", "bombarde", "tire")
FIGHT = ("attack", "attacks", "attaque")
MOVE = ("move", "moves")
STEP = ("step", "steps")
PLACE = ("place", "put")
UNPLACE = ("unplace", "lift")
ANSWER = ("answer", "reply")
VERBS = (*ALONE, *FIRE, *FIGHT, *MOVE, *STEP, *PLACE, *UNPLACE, *ANSWER)
GOAL = ("->", "=>", "→", ">", "to")
FARTHEST = {"morne_plaine": "MP-MOV-3"}
"""The rule of each rulebook that says how far a unit gets."""
GONE = {"morne_plaine": "MP-GEN-12"}
"""The rule of each rulebook that takes a unit off the map."""
IDLE = frozenset({"at", "on", "the", "by", "via"})
FRENCH = {"NO": "NW", "SO": "SW", "O": "W"}

_TIMES = re.compile(r"(?:(\d)[x*]?)?([A-Za-z]{1,2})(?:[x*]?(\d))?")
_FIELD = re.compile(r"(?:(?<=\s)|^)(?:unit|path|target|hex|option|to):\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Desk:
    """What an order is read against: the table as the side may know it."""

    system: System
    scenario: Scenario
    state: State
    side: str


def read(text: str, system: System, scenario: Scenario, state: State, side: str) -> Command:
    """The command a line means. `state` is the table as `side` may know it.

    Raises NotOnTable when it cannot be read: empty_order, unknown_order, no_such_unit, no_such_hex,
    no_such_direction, off_the_map, nobody_there, two_units_there, what_target, which_unit. Raises
    IllegalOrder out_of_reach when `unit -> hex` is too far to say which step fails.
    """
    desk = Desk(system, scenario, state, side)
    words = _words(text)
    if not words:
        raise NotOnTable("", "empty_order")
    verb = words[0].lower()
    if verb in VERBS and not _is_unit(desk, words[0]):
        return _spoken(desk, verb, words[1:])
    if state.questions and words == [option for option in words if option in state.questions[0].options]:
        return Answer(option=words[0])
    return _named(desk, words)


def _words(text: str) -> list[str]:
    """The words of a line; the slash and the field names of a slash command are left out."""
    plain = text.strip()
    if plain.startswith("/"):
        plain = _FIELD.sub(" ", plain[1:])
    for arrow in ("->", "=>", "→"):
        plain = plain.replace(arrow, f" {arrow} ")
    return [word for word in plain.split() if word not in (",", ";")]


def _spoken(desk: Desk, verb: str, rest: Sequence[str]) -> Command:
    """An order that begins with its verb."""
    if verb in ALONE:
        if rest:
            raise NotOnTable("", "unknown_order", order=" ".join((verb, *rest)), near=(verb,))
        return ALONE[verb]()
    if verb in ANSWER:
        return Answer(option=" ".join(rest))
    unit, after = _unit(desk, rest, verb)
    if verb in MOVE:
        return _move(desk, unit, after)
    return _doing(desk, verb, unit, after)


def _named(desk: Desk, words: Sequence[str]) -> Command:
    """An order that begins with a unit."""
    unit, after = _unit(desk, words, "")
    if not after:
        raise NotOnTable("", "unknown_order", order=" ".join(words), near=VERBS_SHOWN)
    verb = after[0].lower()
    if verb in MOVE:
        return _move(desk, unit, after[1:])
    if verb in (*FIRE, *FIGHT, *STEP, *PLACE, *UNPLACE):
        return _doing(desk, verb, unit, after[1:])
    return _move(desk, unit, after)


VERBS_SHOWN = ("move", "attack", "bombard", "rally", "done", "place", "unplace", "step", "release", "answer")


def _doing(desk: Desk, verb: str, unit: Unit, rest: Sequence[str]) -> Command:
    """Fire, attack, step, place or unplace, once the unit is known."""
    words = [word for word in rest if word.lower() not in IDLE and word not in GOAL]
    if verb in UNPLACE:
        return Unplace(unit=unit.id)
    if verb in (*FIRE, *FIGHT):
        make: Callable[..., Command] = Bombard if verb in FIRE else Attack
        return make(unit=unit.id, target=_target(desk, unit, words, verb).id)
    path = _path(desk.scenario, unit, words)
    if len(path) != 1:
        raise NotOnTable("", "one_hex_only", order=verb, unit=unit.id)
    return Step(unit=unit.id, hex=path[0]) if verb in STEP else Place(unit=unit.id, hex=path[0])


def _move(desk: Desk, unit: Unit, rest: Sequence[str]) -> Command:
    """A path spelled out, or the cheapest way to a goal."""
    if rest and rest[0].lower() in GOAL:
        return Move(unit=unit.id, path=_way(desk, unit, rest[1:]))
    path = _path(desk.scenario, unit, rest)
    if path[:1] == (unit.hex,):  # some write the hex where it stands first
        path = path[1:]
    return Move(unit=unit.id, path=path)


def _way(desk: Desk, unit: Unit, rest: Sequence[str]) -> tuple[Hex, ...]:
    """The cheapest way to a hex. Where there is none at all, the hex itself: the referee will say why."""
    goal = _path(desk.scenario, unit, rest)
    if len(goal) != 1:
        raise NotOnTable("", "one_hex_only", order="->", unit=unit.id)
    routes = desk.system.shows.routes(desk.scenario, desk.state, unit.id)
    route = routes.get(goal[0])
    if route is not None:
        return route.path
    here, grid = unit.hex, desk.scenario.grid
    if here == goal[0]:
        return ()
    if here is None or not routes or grid.adjacent(here, goal[0]):
        return goal
    before = [h for h in grid.neighbours(goal[0]).values() if h in routes]
    if before:  # the last step is what cannot be made: the referee knows why
        return (*routes[min(before, key=lambda h: (routes[h].cost, h))].path, goal[0])
    near = min(routes, key=lambda h: (grid.distance(h, goal[0]), routes[h].cost, h))
    facts: dict[str, Fact] = {"from": here, "near_hex": near, "near_cost": routes[near].cost}
    rule = FARTHEST.get(desk.system.name, "")
    raise IllegalOrder(rule, "out_of_reach", unit=unit.id, hex=goal[0], has=unit["mp"], **facts)


def read_path(text: str, scenario: Scenario, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit is to enter: labels, directions from where it then stands, or both mixed.

    Raises NotOnTable: no_such_hex, no_such_direction, off_the_map; IllegalOrder when a direction is to be
    taken from nowhere.
    """
    return _path(scenario, unit, _words(text))


def _path(scenario: Scenario, unit: Unit, words: Iterable[str]) -> tuple[Hex, ...]:
    path: list[Hex] = []
    here = unit.hex
    for word in _parts(words):
        for hex_ in _leg(scenario, unit, here, word):
            path.append(hex_)
            here = hex_
    return tuple(path)


def _parts(words: Iterable[str]) -> Iterable[str]:
    """Words of a path, apart: "0704-0705" and "NE,E" are two each, "7,4" is one hex."""
    for word in words:
        if re.fullmatch(r"\(?\d{1,2}[,.;:/]\d{1,2}\)?", word):
            yield word
        else:
            yield from (part for part in re.split(r"[,;>+-]+", word) if part)


def _leg(scenario: Scenario, unit: Unit, here: Hex | None, word: str) -> list[Hex]:
    """The hexes one word of a path means: a label, or a direction once or several times."""
    label = scenario.grid.read(word)
    if label is not None:
        return [label]
    found = _TIMES.fullmatch(word)
    if word[:1].isdigit() and (found is None or word.isdigit()):
        corner = scenario.grid.label(scenario.grid.columns, scenario.grid.rows)
        raise NotOnTable("", "no_such_hex", hex=word, last=corner)
    way = FRENCH.get(found[2].upper(), found[2].upper()) if found is not None else ""
    if found is None or way not in scenario.grid.directions:
        raise NotOnTable("", "no_such_direction", direction=word, directions=scenario.grid.directions)
    if here is None:
        reason = "unit_eliminated" if unit.place == ELIMINATED else "unit_off_map"
        raise IllegalOrder(GONE.get(scenario.system, ""), reason, unit=unit.id)
    hexes: list[Hex] = []
    for _ in range(int(found[1] or found[3] or 1)):
        there = scenario.grid.neighbours(here).get(way)
        if there is None:
            raise NotOnTable("", "off_the_map", unit=unit.id, direction=way, hex=here)
        hexes.append(there)
        here = there
    return hexes


def read_unit(text: str, state: State, scenario: Scenario | None = None) -> Unit:
    """The unit of that id or name, capitals and accents apart; with a scenario, also the one on that hex.

    Raises NotOnTable no_such_unit, nobody_there, two_units_there.
    """
    found = _match(state, text)
    if found is not None:
        return found
    hex_ = scenario.grid.read(text) if scenario is not None else None
    if hex_ is None:
        raise NotOnTable("", "no_such_unit", unit=text, near=near(text, state))
    return _alone(state.on(hex_), hex_)


def near(text: str, state: State) -> tuple[str, ...]:
    """Ids of units that may have been meant by a word nobody bears, likeliest first."""
    names = {u.id.casefold(): u.id for u in state.units.values()}
    names |= {u.name.casefold(): u.id for u in state.units.values() if u.name}
    return tuple(dict.fromkeys(names[name] for name in get_close_matches(text.casefold(), names, n=3)))


def _match(state: State, text: str) -> Unit | None:
    if text in state.units:
        return state.units[text]
    folded = text.casefold()
    hits = [u for u in state.units.values() if folded in (u.id.casefold(), u.name.casefold() or u.id)]
    return hits[0] if len(hits) == 1 else None


def _is_unit(desk: Desk, word: str) -> bool:
    return word in desk.state.units


def _unit(desk: Desk, words: Sequence[str], verb: str) -> tuple[Unit, list[str]]:
    """The unit that the first words name, longest name first, and the words after it.

    A hex with one unit on it names that unit, too.
    """
    for length in range(min(len(words), 5), 0, -1):
        found = _match(desk.state, " ".join(words[:length]))
        if found is not None:
            return found, list(words[length:])
    if not words:
        raise NotOnTable("", "which_unit", order=verb)
    hex_ = desk.scenario.grid.read(words[0])
    if hex_ is not None:
        return _standing(desk, hex_, desk.side), list(words[1:])
    if verb:
        raise NotOnTable("", "no_such_unit", unit=words[0], near=near(words[0], desk.state))
    close = (*near(words[0], desk.state), *get_close_matches(words[0].lower(), VERBS_SHOWN, n=2))
    raise NotOnTable("", "no_such_unit", unit=words[0], near=close)


def _target(desk: Desk, unit: Unit, words: Sequence[str], verb: str) -> Unit:
    """The enemy meant: by id, name, or the hex it stands on."""
    if not words:
        raise NotOnTable("", "what_target", unit=unit.id, order=verb)
    text = " ".join(words)
    found = _match(desk.state, text)
    if found is not None:
        return found
    hex_ = desk.scenario.grid.read(text)
    if hex_ is None and _TIMES.fullmatch(text) and unit.hex is not None:
        way = FRENCH.get(text.upper(), text.upper())
        hex_ = desk.scenario.grid.neighbours(unit.hex).get(way)
    if hex_ is None:
        raise NotOnTable("", "no_such_unit", unit=text, near=near(text, desk.state))
    enemies = {other for other in desk.scenario.side_ids if other != unit.side}
    return _standing(desk, hex_, *enemies)


def _standing(desk: Desk, hex_: Hex, *sides: str) -> Unit:
    """The one unit on a hex, of these sides if any of them stands there."""
    there = desk.state.on(hex_)
    return _alone([u for u in there if u.side in sides] or list(there), hex_)


def _alone(units: Sequence[Unit], hex_: Hex) -> Unit:
    """The only unit there. Raises NotOnTable nobody_there, two_units_there."""
    if not units:
        raise NotOnTable("", "nobody_there", hex=hex_)
    if len(units) > 1:
        raise NotOnTable("", "two_units_there", hex=hex_, units=tuple(u.id for u in units))
    return units[0]
