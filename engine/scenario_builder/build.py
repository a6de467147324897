"""Build the whole scenario: armies, counters, objectives, zones, lessons."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine import commands
from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario import COUNTRIES, OFF_MAP, SYMBOL_SETS, Army, Counter, Lesson, Objective, Scenario
from engine.scenario_builder import charts, map_text
from engine.scenario_builder.battle_facts.exits import exits
from engine.scenario_builder.battle_facts.forbidden import refuse_forbidden
from engine.scenario_builder.battle_facts.handicap import handicap
from engine.scenario_builder.battle_facts.length import ending
from engine.scenario_builder.battle_facts.reinforcements import reinforcements, units_listed
from engine.scenario_builder.battle_facts.weather import weather
from engine.scenario_builder.counters import CounterRules, counters, row_of
from engine.scenario_builder.introduction import about, background, first_minute
from engine.scenario_builder.mapping_reader import ANY_TURN, LONG, MOST_TURNS, MappingReader
from engine.scenario_builder.position_checks import position_faults
from engine.scenario_builder.unit_cards import YES

ENTRIES = (
    *("id", "system", "title", "intro", "turns", "ends", "sides", "options", "charts"),
    *("objectives", "reinforcements", "exits", "weather", "zones", "lessons", "map", "types", "units"),
    *("about", "first_minute", "background", "handicap"),
)
SCORED = ("occupied", "passing")
SLASH_NAMES = {"volley": "fire", "instruct": "standing"}
SLASH_GROUPS = ("/unit", "/plan")
"""Groups of slash commands that give orders: the verb is the second word."""
"""Orders whose slash command has another name."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_ORDERS = {
    name.lower()
    for name, kind in vars(commands).items()
    if isinstance(kind, type) and issubclass(kind, commands.Command) and kind is not commands.Command
}


def build(printed: Mapping[str, Any]) -> Scenario:
    """The scenario that a text describes: nested mappings, lists and texts, charts already merged into it.

    The result carries the text as `printed`, plain and ready for JSON; building that again makes an equal
    scenario. Raises BadScenario for the first mistake found.
    """
    reader = MappingReader.of(printed)
    reader.allow_only(*ENTRIES)
    refuse_forbidden(reader, str(reader.entries.get("system", "")))
    rules = charts.chart_values(reader.mapping("charts").entries)
    reader.mapping("charts").choice("symbol_set", SYMBOL_SETS, default=SYMBOL_SETS[0])
    grid = map_text.grid(reader.mapping("map"), rules.get("map_features", ()), rules.get("sheet", {}))
    options = charts.options(reader.mapping("options"), rules.get("options", {}))
    hexes = map_text.hexes(reader.mapping("map"), grid, terrains(rules, options))
    armies = _armies(reader, rules)
    sides = tuple(army.id for army in armies)
    if "first_initiative" in rules:
        reader.mapping("charts").choice("first_initiative", sides)
    scored, usual = tuple(rules.get("scored", SCORED)), rules.get("objective_points")
    whole = partial(
        Scenario,
        id=_id(reader),
        system=str(reader.text("system")),
        title=reader.words("title"),
        intro=reader.words("intro", most=LONG),
        turns=reader.number("turns", 1, MOST_TURNS, default=rules.get("turn_limit")),
        sides=armies,
        grid=grid,
        hexes=hexes,
        hexsides=map_text.hexsides(reader.mapping("map"), grid, hexes, rules),
        objectives=tuple(_objective(p, grid, sides, scored, usual) for p in reader.mappings("objectives")),
        zones=_zones(reader, grid, (*sides, *rules.get("other_zones", ()))),
        options=options,
        charts=rules,
        country=reader.mapping("map").choice("country", COUNTRIES, default=COUNTRIES[0]),
        about=about(reader, sides),
        first_minute=first_minute(reader),
        background=background(reader),
        printed=plain(printed),
    )
    units = counters(reader, _counter_rules(reader, grid, armies, rules, options))
    known = whole.keywords
    _check_distinct_ids(reader, grid, sides, units, known["objectives"])
    _check_setup_room(reader, units, known["zones"], options, rules.get("stacking", ()))
    _check_arrivals(reader, units, known["turns"])
    for id_, what in position_faults(units.values(), rules, lambda hex_: hexes[hex_].terrain):
        raise row_of(reader, "units", id_).mistake(what)
    pages = reader.mappings("lessons")
    return whole(
        counters=units,
        ending=ending(reader, known["turns"]),
        handicap=handicap(reader, sides),
        exits=exits(reader, grid, sides, known["turns"], rules),
        weather=weather(reader, known["turns"], rules),
        reinforcements=reinforcements(reader, grid, units, known["turns"]),
        lessons=tuple(_lesson(p, known["turns"], grid, sides, units, rules) for p in pages),
    )


def terrains(rules: Mapping[str, Any], options: Mapping[str, str]) -> tuple[str, ...]:
    """The terrains there are: more of them where the later chart is in use."""
    later = rules.get("later_movement_cost", {}) if options.get("later_chart") == "yes" else {}
    return tuple(dict.fromkeys((*rules.get("terrains", ()), *later)))


def plain(thing: Any) -> Any:
    """The same text in plain dicts, lists and strings, without memory of files and lines."""
    if isinstance(thing, Mapping):
        return {sys.intern(str(name)): plain(entry) for name, entry in thing.items()}
    return [plain(entry) for entry in thing] if isinstance(thing, (list, tuple)) else sys.intern(str(thing))


def _id(reader: MappingReader) -> str:
    id_ = reader.text("id")
    if not _ID.fullmatch(id_):
        raise reader.mistake(f"{str(id_)!r}: small letters, digits and hyphens only, 40 at most", "id")
    return str(id_)


def _armies(reader: MappingReader, rules: Mapping[str, Any]) -> tuple[Army, ...]:
    edges: Mapping[str, Any] = rules.get("own_edge", {})
    armies: list[Army] = []
    for p in reader.mappings("sides"):
        p.allow_only("id", "name", "home", "corps")
        id_ = p.choice("id", edges) if edges else str(p.text("id"))
        if id_ in (army.id for army in armies):
            raise p.mistake(f"there are two sides {id_!r}", "id")
        home = p.choice("home", ("north", "south", "east", "west"), default=str(edges.get(id_, "")) or None)
        armies.append(Army(id=id_, name=p.words("name"), home=home))
    if len(armies) != 2:
        raise reader.mistake(f"should name two sides, first player first, not {len(armies)}", "sides")
    return tuple(armies)


def _counter_rules(
    reader: MappingReader,
    grid: Grid,
    armies: Iterable[Army],
    rules: Mapping[str, Any],
    options: Mapping[str, str],
) -> CounterRules:
    cards = reader.mapping("charts").mapping("units")
    return CounterRules(
        grid=grid,
        homes={army.id: army.home for army in armies},
        corps=_corps(reader),
        charts=rules,
        corps_optional="corps_leader" not in rules or options.get("independent_units") == "yes",
        cards={name: cards.mapping(name) for name in cards.entries},
        listed=units_listed(reader),
    )


def _corps(reader: MappingReader) -> dict[str, str]:
    """The side of every corps, in the order of the strips on the counters."""
    sides: dict[str, str] = {}
    for p in reader.mappings("sides"):
        for corps in p.texts("corps"):
            if corps in sides:
                raise p.mistake(f"there are two corps {str(corps)!r}", "corps", at=corps)
            sides[corps] = str(p.get("id"))
    return sides


def _objective(
    reader: MappingReader, grid: Grid, sides: Iterable[str], scored: Iterable[str], usual: int | None
) -> Objective:
    """An objective; `usual` is what it is worth where that is not said, None where it must be."""
    reader.allow_only("id", "name", "hexes", "scored", "points", "owner")
    points = reader.mapping("points")
    points.allow_only(*sides)
    return Objective(
        id=str(reader.text("id")),
        name=reader.words("name"),
        hexes=map_text.area(reader, "hexes", grid),
        scored=reader.choice("scored", scored),
        points={side: points.number(side, 0, 99, default=usual) for side in sides},
        owner=reader.choice("owner", sides, default=""),
    )


def _zones(reader: MappingReader, grid: Grid, known: Iterable[str]) -> dict[str, frozenset[Hex]]:
    zones = reader.mapping("zones")
    zones.allow_only(*known)
    areas = {name: map_text.area(zones, name, grid, optional=True) for name in known}
    return {str(name): areas[name] for name in zones.entries}


def _check_setup_room(
    reader: MappingReader,
    units: Mapping[str, Counter],
    zones: Mapping[str, frozenset[Hex]],
    options: Mapping[str, str],
    stacking: Iterable[str],
) -> None:
    """Refuse units off the map that no set-up could bring onto it."""
    waiting = [unit for unit in units.values() if unit.place == OFF_MAP]
    if waiting and options.get("setup") == "no":
        what = f"{waiting[0].id!r} waits off the map, and the option `setup` says no"
        raise row_of(reader, "units", waiting[0].id).mistake(what, "place")
    standing = {unit.place for unit in units.values() if unit.kind not in stacking}
    for side in {unit.side for unit in waiting}:
        room = len(zones.get(side, frozenset()) - standing)
        needed = sum(unit.side == side and unit.kind not in stacking for unit in waiting)
        if room < needed:
            raise reader.mistake(
                f"{needed} units of {side} are to be set up on {room} hexes", f"zones.{side}"
            )


def _check_arrivals(reader: MappingReader, units: Mapping[str, Counter], turns: int) -> None:
    """Refuse reinforcements that would arrive after the end."""
    for unit in units.values():
        if unit.arrives > turns:
            what = f"{unit.id!r} would arrive in turn {unit.arrives}, the battle has {turns}"
            raise row_of(reader, "units", unit.id).mistake(what, "arrives")


def _check_distinct_ids(
    reader: MappingReader,
    grid: Grid,
    sides: Iterable[str],
    units: Iterable[str],
    objectives: Iterable[Objective],
) -> None:
    """Refuse an id that could mean two things in a game."""
    taken = dict.fromkeys(sides, "a side")
    for id_ in units:
        if grid.parse(id_) is not None:
            raise _two_meanings(reader, "units", id_, "a hex")
        if id_ in taken:
            raise _two_meanings(reader, "units", id_, taken[id_])
    taken.update(dict.fromkeys(units, "a unit"))
    for objective in objectives:
        if grid.parse(objective.id) is not None or objective.id in taken:
            raise _two_meanings(reader, "objectives", objective.id, taken.get(objective.id, "a hex"))
        taken[objective.id] = "an objective"


def _two_meanings(reader: MappingReader, name: str, id_: str, other: str) -> BadScenario:
    return row_of(reader, name, id_).mistake(f"{id_!r} would also be the name of {other}", "id")


def _lesson(
    reader: MappingReader,
    turns: int,
    grid: Grid,
    sides: Iterable[str],
    units: Iterable[str],
    rules: Mapping[str, Any],
) -> Lesson:
    reader.allow_only("turn", "phase", "side", "text", "until", "try_it", "exact")
    until = reader.choice("until", _ORDERS, default="")
    try_it = str(reader.text("try_it", default=""))
    _check_order(reader, try_it, until, grid, units)
    return Lesson(
        turn=reader.number("turn", 1, turns, own=ANY_TURN),
        phase=reader.choice("phase", rules.get("phases", ())),
        side=reader.choice("side", sides),
        text=reader.words("text", most=LONG),
        until=until,
        try_it=try_it,
        exact=reader.choice("exact", YES, default="no") == "yes",
    )


def _check_order(reader: MappingReader, order: str, until: str, grid: Grid, units: Iterable[str]) -> None:
    """Refuse a command to try whose hexes or units do not exist, or that does not complete its page."""
    if order and until and not _completes(order.split(), until, units):
        raise reader.mistake(f"{order!r} does not complete a page that waits for {until!r}", "try_it")
    for option in re.finditer(r"(\w+):((?:(?!\s\w+:).)*)", order):
        words = option[2].split()
        if option[1] in ("path", "hex"):
            for word in words:
                map_text.read_hex(reader, "try_it", grid, word, at=reader.text("try_it"))
        elif option[1] in ("unit", "target") and option[2].strip() not in units:
            raise reader.mistake(f"there is no unit {option[2].strip()!r}", "try_it")


def _completes(words: Sequence[str], until: str, units: Iterable[str]) -> bool:
    """Whether an order is of the kind a page waits for. Secret orders and answers are typed without a slash;
    a step taken back is a move, too; some orders are typed by another name."""
    if until == "write":
        return len(words) > 1 and words[0] in units
    if until == "answer":
        return len(words) == 1
    if until == "seal":
        return list(words) == ["lock"]
    verb = words[1] if words[0] in SLASH_GROUPS and len(words) > 1 else words[0].removeprefix("/")
    return words[0].startswith("/") and verb in (
        SLASH_NAMES.get(until, until),
        "back" if until == "move" else until,
    )
