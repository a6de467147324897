"""The whole scenario out of its text: armies, counters, objectives, zones, lessons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import commands
from engine.box import charts, mapsheet
from engine.box.counters import Muster, counters, row
from engine.box.page import LONG, Page
from engine.box.possible import faults
from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, SYMBOL_SETS, Army, Counter, Lesson, Objective, Scenario

ENTRIES = (
    *("id", "system", "title", "intro", "turns", "sides", "options", "charts"),
    *("objectives", "zones", "lessons", "map", "types", "units"),
)
SCORED = ("occupied", "passing")
TYPED = {"volley": "fire", "instruct": "standing"}
"""Orders whose slash command has another name."""
MOST_TURNS = 99

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
    page = Page.of(printed)
    page.only(*ENTRIES)
    rules = charts.values(page.page("charts").entries)
    page.page("charts").choice("symbol_set", SYMBOL_SETS, default=SYMBOL_SETS[0])
    grid = mapsheet.grid(page.page("map"), rules.get("map_features", ()))
    options = charts.options(page.page("options"), rules.get("options", {}))
    hexes = mapsheet.hexes(page.page("map"), grid, _terrains(rules, options))
    armies = _armies(page, rules)
    sides = tuple(army.id for army in armies)
    units = counters(page, _muster(page, grid, armies, rules, options))
    scored = tuple(rules.get("scored", SCORED))
    objectives = tuple(_objective(p, grid, sides, scored) for p in page.pages("objectives"))
    _apart(page, grid, sides, units, objectives)
    zones = _zones(page, grid, (*sides, *rules.get("other_zones", ())))
    _enter(page, units, zones, options, rules.get("stacking", ()))
    turns = page.number("turns", 1, MOST_TURNS, default=rules.get("turn_limit"))
    _in_time(page, units, turns)
    for id_, what in faults(units.values(), rules, lambda hex_: hexes[hex_].terrain):
        raise row(page, "units", id_).wrong(what)
    return Scenario(
        id=_id(page),
        system=str(page.text("system")),
        title=page.words("title"),
        intro=page.words("intro", most=LONG),
        turns=turns,
        sides=armies,
        grid=grid,
        hexes=hexes,
        hexsides=mapsheet.hexsides(page.page("map"), grid, hexes, rules),
        counters=units,
        objectives=objectives,
        zones=zones,
        options=options,
        charts=rules,
        lessons=tuple(_lesson(p, turns, grid, sides, units, rules) for p in page.pages("lessons")),
        printed=plain(printed),
    )


def _terrains(rules: Mapping[str, Any], options: Mapping[str, str]) -> tuple[str, ...]:
    """The terrains there are: more of them where the later chart is in use."""
    later = rules.get("later_movement_cost", {}) if options.get("later_chart") == "yes" else {}
    return tuple(dict.fromkeys((*rules.get("terrains", ()), *later)))


def plain(thing: Any) -> Any:
    """The same text in plain dicts, lists and strings, without memory of files and lines."""
    if isinstance(thing, Mapping):
        return {str(name): plain(entry) for name, entry in thing.items()}
    return [plain(entry) for entry in thing] if isinstance(thing, (list, tuple)) else str(thing)


def _id(page: Page) -> str:
    id_ = page.text("id")
    if not _ID.fullmatch(id_):
        raise page.wrong(f"{str(id_)!r}: small letters, digits and hyphens only, 40 at most", "id")
    return str(id_)


def _armies(page: Page, rules: Mapping[str, Any]) -> tuple[Army, ...]:
    edges: Mapping[str, Any] = rules.get("own_edge", {})
    found: list[Army] = []
    for p in page.pages("sides"):
        p.only("id", "name", "home", "corps")
        id_ = p.choice("id", edges) if edges else str(p.text("id"))
        if id_ in (army.id for army in found):
            raise p.wrong(f"there are two sides {id_!r}", "id")
        home = p.choice("home", ("north", "south", "east", "west"), default=str(edges.get(id_, "")) or None)
        found.append(Army(id=id_, name=p.words("name"), home=home))
    if len(found) != 2:
        raise page.wrong(f"should name two sides, first player first, not {len(found)}", "sides")
    return tuple(found)


def _muster(
    page: Page, grid: Grid, armies: Iterable[Army], rules: Mapping[str, Any], options: Mapping[str, str]
) -> Muster:
    cards = page.page("charts").page("units")
    return Muster(
        grid=grid,
        homes={army.id: army.home for army in armies},
        corps=_corps(page),
        charts=rules,
        alone="corps_leader" not in rules or options.get("independent_units") == "yes",
        cards={name: cards.page(name) for name in cards.entries},
    )


def _corps(page: Page) -> dict[str, str]:
    """The side of every corps, in the order of the strips on the counters."""
    found: dict[str, str] = {}
    for p in page.pages("sides"):
        for corps in p.texts("corps"):
            if corps in found:
                raise p.wrong(f"there are two corps {str(corps)!r}", "corps", at=corps)
            found[corps] = str(p.text("id"))
    return found


def _objective(page: Page, grid: Grid, sides: Iterable[str], scored: Iterable[str]) -> Objective:
    page.only("id", "name", "hexes", "scored", "points", "owner")
    points = page.page("points")
    points.only(*sides)
    return Objective(
        id=str(page.text("id")),
        name=page.words("name"),
        hexes=mapsheet.area(page, "hexes", grid),
        scored=page.choice("scored", scored),
        points={side: points.number(side, 0, 99) for side in sides},
        owner=page.choice("owner", sides) if "owner" in page else "",
    )


def _zones(page: Page, grid: Grid, known: Iterable[str]) -> dict[str, frozenset[Hex]]:
    zones = page.page("zones")
    zones.only(*known)
    return {str(name): mapsheet.area(zones, name, grid) for name in zones.entries}


def _enter(
    page: Page,
    units: Mapping[str, Counter],
    zones: Mapping[str, frozenset[Hex]],
    options: Mapping[str, str],
    stacking: Iterable[str],
) -> None:
    """Refuse units off the map that no set-up could bring onto it."""
    waiting = [unit for unit in units.values() if unit.place == OFF_MAP]
    if waiting and options.get("setup") == "no":
        what = f"{waiting[0].id!r} waits off the map, and the option `setup` says no"
        raise row(page, "units", waiting[0].id).wrong(what, "place")
    standing = {unit.place for unit in units.values() if unit.kind not in stacking}
    for side in {unit.side for unit in waiting}:
        room = len(zones.get(side, frozenset()) - standing)
        needed = sum(unit.side == side and unit.kind not in stacking for unit in waiting)
        if room < needed:
            raise page.wrong(f"{needed} units of {side} are to be set up on {room} hexes", f"zones.{side}")


def _in_time(page: Page, units: Mapping[str, Counter], turns: int) -> None:
    """Refuse reinforcements that would arrive after the end."""
    for unit in units.values():
        if unit.arrives > turns:
            what = f"{unit.id!r} would arrive in turn {unit.arrives}, the battle has {turns}"
            raise row(page, "units", unit.id).wrong(what, "arrives")


def _apart(
    page: Page, grid: Grid, sides: Iterable[str], units: Iterable[str], objectives: Iterable[Objective]
) -> None:
    """Refuse a name that could mean two things on the table."""
    taken = dict.fromkeys(sides, "a side")
    for id_ in units:
        if grid.read(id_) is not None:
            raise _two_meanings(page, "units", id_, "a hex")
        if id_ in taken:
            raise _two_meanings(page, "units", id_, taken[id_])
    taken.update(dict.fromkeys(units, "a unit"))
    for objective in objectives:
        if grid.read(objective.id) is not None or objective.id in taken:
            raise _two_meanings(page, "objectives", objective.id, taken.get(objective.id, "a hex"))
        taken[objective.id] = "an objective"


def _two_meanings(page: Page, name: str, id_: str, other: str) -> BadScenario:
    return row(page, name, id_).wrong(f"{id_!r} would also be the name of {other}", "id")


def _lesson(
    page: Page,
    turns: int,
    grid: Grid,
    sides: Iterable[str],
    units: Iterable[str],
    rules: Mapping[str, Any],
) -> Lesson:
    page.only("turn", "phase", "side", "text", "until", "try_it", "exact")
    until = page.choice("until", _ORDERS) if "until" in page else ""
    try_it = str(page.text("try_it")) if "try_it" in page else ""
    _check_order(page, try_it, until, grid, units)
    return Lesson(
        turn=page.number("turn", 1, turns),
        phase=page.choice("phase", rules.get("phases", ())),
        side=page.choice("side", sides),
        text=page.words("text", most=LONG),
        until=until,
        try_it=try_it,
        exact="exact" in page and page.choice("exact", ("yes", "no")) == "yes",
    )


def _check_order(page: Page, order: str, until: str, grid: Grid, units: Iterable[str]) -> None:
    """Refuse a command to try whose hexes or units do not exist, or that does not complete its page."""
    if order and until and not _completes(order.split(), until, units):
        raise page.wrong(f"{order!r} does not complete a page that waits for {until!r}", "try_it")
    for found in re.finditer(r"(\w+):((?:(?!\s\w+:).)*)", order):
        words = found[2].split()
        if found[1] in ("path", "hex"):
            for word in words:
                mapsheet.read_hex(page, "try_it", grid, word, at=page.text("try_it"))
        elif found[1] in ("unit", "target") and found[2].strip() not in units:
            raise page.wrong(f"there is no unit {found[2].strip()!r}", "try_it")


def _completes(words: Sequence[str], until: str, units: Iterable[str]) -> bool:
    """Whether an order is of the kind a page waits for. Secret orders and answers are typed without a slash;
    a step taken back is a move, too; some orders are typed by another name."""
    if until == "write":
        return len(words) > 1 and words[0] in units
    if until == "answer":
        return len(words) == 1
    if until == "seal":
        return list(words) == ["lock"]
    return words[0] == f"/{TYPED.get(until, until)}" or (until == "move" and words[0] == "/back")
