"""A battle stated in a script: a small map and its counters, or a battle by name with some entries changed.

Nothing here is checked as strictly as in the author's folder: a corps may lack its leader, a unit may stand
alone. Everything left out has a default (docs/referee-scripts.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import scenarios
from engine import box
from engine.box import charts as charting
from engine.box import mapsheet
from engine.box.page import Page, guess, whole
from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, Army, Counter, HexPrint, Objective, Scenario
from engine.state import ELIMINATED

GRID = ("columns", "rows", "stands_on", "shoved")
GROUND = ("fill", "legend", "terrain", "levels", "names")
SIDES = (*mapsheet.WATERS, *mapsheet.CROSSINGS, *mapsheet.WAYS)
MAP = (*GRID, *GROUND, *SIDES)
BATTLE = ("scenario", "system", "turns", "options", "charts", "objectives", "zones", "map", *MAP)
PLACES = ("at", "place", "hex")
COUNTER = ("id", "side", "kind", "corps", "name", "symbol", "traits")
SIZE = 9
TURNS = 12
CORPS = ("I", "II")
SYSTEM = "morne_plaine"
BOXES = {"off_map": OFF_MAP, "eliminated": ELIMINATED}

PRINTED: Mapping[str, Mapping[str, int]] = {  # what a counter has when a script does not say
    "infantry": {"cs": 4, "ma": 3, "mv": 4},
    "cavalry": {"cs": 3, "ma": 6, "mv": 4},
    "artillery": {"cs": 1, "ma": 3, "mv": 3, "bv": 5, "range": 3},
    "leader": {"cs": 1, "ma": 6, "radius": 3},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What a script says of one counter. `present` are values that differ from the printed ones."""

    at: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    printed: Mapping[str, int] = field(default_factory=dict)
    present: Mapping[str, int] = field(default_factory=dict)


def battle(page: Page, units: Mapping[str, Stated]) -> Scenario:
    """The scenario of a script. `units` are those it states (see `stated`). Raises BadScenario."""
    if "scenario" in page:
        return _changed(page, _named(page))
    return _inline(page, units)


def _named(page: Page) -> Scenario:
    """The battle that is named, or the folder of one."""
    name = page.text("scenario", most=400)
    for key in (*MAP, "map", "zones", "system"):
        if key in page:
            raise page.wrong("cannot be stated together with a battle by name", key, at=key)
    try:
        if "/" in name:
            return scenarios.open_box(Path(name))
        return scenarios.load(str(name))
    except BadScenario as error:
        if error.where:
            raise
        raise page.wrong(error.what, "scenario") from error


def _changed(page: Page, found: Scenario) -> Scenario:
    """A battle with the options, charts, length and objectives a script states."""
    rules = charting.values(box.merged(scenarios.charts(found.system), page.page("charts").entries))
    chosen = charting.options(page.page("options"), rules["options"])
    options = {**found.options, **{name: chosen[name] for name in page.page("options").entries}}
    return replace(
        found,
        charts={**found.charts, **{name: rules[name] for name in page.page("charts").entries}},
        options=options,
        turns=page.number("turns", 1, 99, default=found.turns),
        objectives=_objectives(page, found.grid, found.side_ids) or found.objectives,
    )


def _inline(page: Page, units: Mapping[str, Stated]) -> Scenario:
    system = str(page.text("system", default=SYSTEM))
    if not (scenarios.HERE / "charts" / f"{system.replace('_', '-')}.yaml").exists():
        raise page.wrong(f"there is no rulebook {system!r}", "system")
    rules = charting.values(box.merged(scenarios.charts(system), page.page("charts").entries))
    options = charting.options(page.page("options"), rules.get("options", {}))
    sheet = _sheet(page)
    grid = _grid(sheet)
    hexes = _hexes(sheet, grid, terrains(rules))
    edges: Mapping[str, Any] = rules["own_edge"]
    armies = tuple(Army(id=s, name={"en": s, "fr": s}, home=str(edge)) for s, edge in edges.items())
    sides = tuple(army.id for army in armies)
    zones = page.page("zones")
    zones.only(*sides)
    return Scenario(
        id="script",
        system=system,
        title={"en": "Script", "fr": "Script"},
        intro={"en": "", "fr": ""},
        turns=page.number("turns", 1, 99, default=TURNS),
        sides=armies,
        grid=grid,
        hexes=hexes,
        hexsides=mapsheet.hexsides(_listed(sheet), grid, hexes, sound=False),
        counters=_counters(page, units, sides, rules, grid),
        objectives=_objectives(page, grid, sides),
        zones={str(name): mapsheet.area(zones, name, grid) for name in zones.entries},
        options=options,
        charts=rules,
    )


def value_names(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Every number a counter of a rulebook may have."""
    return tuple(dict.fromkeys((*(name for names in rules["kinds"].values() for name in names), "mp")))


def terrains(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Every terrain a rulebook has a price for."""
    later = rules.get("later_movement_cost", {})
    return tuple(dict.fromkeys((*rules.get("terrains", ()), *later)))


def _sheet(page: Page) -> Page:
    """The entries of the map, whether they stand under `map` or beside it."""
    sheet = page.page("map")
    sheet.only(*MAP)
    loose = {name: page.entries[name] for name in MAP if name in page}
    for name in loose:
        if name in sheet:
            raise page.wrong("is stated here and under `map`", name)
    at = sheet.at if "map" in page else page.at
    return Page({**sheet.entries, **loose}, sheet.path if "map" in page else page.path, at)


def _grid(sheet: Page) -> Grid:
    return Grid(
        columns=sheet.number("columns", 1, 99, default=SIZE),
        rows=sheet.number("rows", 1, 99, default=SIZE),
        stands_on=sheet.choice("stands_on", ("point", "side"), default="point"),
        shoved=sheet.choice("shoved", ("odd", "even"), default="even"),
    )


def _hexes(sheet: Page, grid: Grid, known: tuple[str, ...]) -> dict[Hex, HexPrint]:
    """Every hex: rows of letters as in a battle's map, or only the hexes that differ from `fill`."""
    fill = sheet.choice("fill", known, default=known[0] if known else "clear")
    digits = {str(n): n for n in range(10)}
    terrain: dict[Hex, str] = dict.fromkeys(grid, fill)
    levels: dict[Hex, int] = {}
    if isinstance(sheet.entries.get("terrain", {}), Mapping):
        terrain |= _differing(sheet.page("terrain"), grid, {name: name for name in known})
    else:
        legend = sheet.page("legend")
        meant = {letter: legend.choice(letter, known) for letter in legend.entries}
        terrain |= dict(mapsheet.filled(sheet, "terrain", grid, meant))
    if isinstance(sheet.entries.get("levels", {}), Mapping):
        levels |= _differing(sheet.page("levels"), grid, digits)
    else:
        levels |= dict(mapsheet.filled(sheet, "levels", grid, digits))
    names = sheet.page("names")
    titles = {hex_at(names, label, grid): str(names.text(label)) for label in names.entries}
    return {h: HexPrint(terrain=terrain[h], level=levels.get(h, 0), name=titles.get(h, "")) for h in grid}


def _differing(page: Page, grid: Grid, known: Mapping[str, Any]) -> dict[Hex, Any]:
    """`{"0302 0303": woods}` or `{woods: 0302 0303}`: what stands on which hexes."""
    found: dict[Hex, Any] = {}
    for name in page.entries:
        if name in known and grid.read(name) is None:
            found |= dict.fromkeys(mapsheet.area(page, name, grid), known[name])
        else:
            turned = Page({name: name}, page.path, page.at)
            hexes = mapsheet.area(turned, name, grid)
            found |= dict.fromkeys(hexes, known[page.choice(name, known)])
    return found


def _listed(sheet: Page) -> Page:
    """The map with every list of hexsides as a list, also where a script has only one text."""
    entries = {
        name: [entry] if name in SIDES and isinstance(entry, str) else entry
        for name, entry in sheet.entries.items()
    }
    return Page(entries, sheet.path, sheet.at)


def hex_at(page: Page, name: str, grid: Grid, text: str = "") -> Hex:
    """A hex as it stands in a script, "0304" or "3,4". Raises BadScenario when the map has none such."""
    text = text or name
    found = grid.read(text)
    if found is None:
        first, last = grid.label(1, 1), grid.label(grid.columns, grid.rows)
        raise page.wrong(f"{str(text)!r} is no hex of the map ({first} to {last})", name, at=text)
    return found


def _objectives(page: Page, grid: Grid, sides: tuple[str, ...]) -> tuple[Objective, ...]:
    """Objectives by id, or as a list like in a battle's file."""
    entries = page.entries.get("objectives", {})
    if isinstance(entries, Mapping):
        table = page.page("objectives")
        pages = [(str(id_), table.page(id_)) for id_ in table.entries]
    else:
        pages = [(str(p.text("id")), p) for p in page.pages("objectives")]
    return tuple(_objective(id_, p, grid, sides) for id_, p in pages)


def _objective(id_: str, page: Page, grid: Grid, sides: tuple[str, ...]) -> Objective:
    page.only("id", "name", "hexes", "scored", "points", "owner")
    points = page.entries.get("points", "1")
    if isinstance(points, str):
        worth = dict.fromkeys(sides, page.number("points", 0, 99, default=1))
    else:
        table = page.page("points")
        table.only(*sides)
        worth = {side: table.number(side, 0, 99, default=0) for side in sides}
    return Objective(
        id=id_,
        name={"en": id_, "fr": id_},
        hexes=mapsheet.area(page, "hexes", grid),
        scored=page.choice("scored", ("occupied", "passing"), default="occupied"),
        points=worth,
        owner=page.choice("owner", sides) if "owner" in page else "",
    )


def stated(page: Page) -> dict[str, Stated]:
    """What a script says of its counters, under `place` or `units`, by id."""
    found: dict[str, Stated] = {}
    for part in ("units", "place"):
        if not isinstance(page.entries.get(part, {}), Mapping):
            found |= {str(p.text("id")): _from_table(p) for p in page.pages(part)}
            continue
        for id_, entry in page.page(part).entries.items():
            if not id_.strip() or len(id_) > 40:
                raise page.page(part).wrong("is no name for a unit", id_, at=id_)
            if id_ in found:
                raise page.page(part).wrong("is stated twice", id_, at=id_)
            if isinstance(entry, Mapping):
                found[str(id_)] = _from_table(page.page(part).page(id_))
            else:
                found[str(id_)] = _from_words(page.page(part), id_)
    return found


def _from_table(page: Page) -> Stated:
    values = page.page("values")
    numbers = [(name, page.text(name)) for name in page.entries if name not in (*COUNTER, *PLACES, "values")]
    numbers += [(name, values.text(name)) for name in values.entries]
    printed, present = _numbers(page, numbers)
    traits = page.entries.get("traits", ())
    places = [str(page.text(name)) for name in PLACES if name in page]
    return Stated(
        at="".join(places[:1]),
        words={n: str(page.text(n)) for n in COUNTER if n in page and n not in ("id", "traits")},
        traits=frozenset(traits.split() if isinstance(traits, str) else page.texts("traits")),
        printed=printed,
        present=present,
    )


def _from_words(page: Page, id_: str) -> Stated:
    """`0304 cavalry cs 5 mv 2/4 corps II trait horse`: a place, a kind, then names and numbers."""
    text = page.text(id_)
    at, *rest = text.split()
    words: dict[str, str] = {}
    traits: set[str] = set()
    numbers: list[tuple[str, str]] = []
    queue: Iterator[str] = iter(rest)
    for word in queue:
        if word in PRINTED:
            words["kind"] = word
            continue
        after = next(queue, "")
        if not after:
            raise page.wrong(f"what about {word!r}? Say a kind, or a name and a value", id_)
        if word == "trait":
            traits.add(after)
        elif word in COUNTER[1:]:
            words[word] = after
        else:
            numbers.append((word, after))
    printed, present = _numbers(page, numbers, id_)
    return Stated(at=at, words=words, traits=frozenset(traits), printed=printed, present=present)


def _numbers(
    page: Page, numbers: Iterable[tuple[str, str]], key: str = ""
) -> tuple[dict[str, int], dict[str, int]]:
    """Printed and present numbers: "4" is both, "2/4" is 2 left of 4."""
    printed: dict[str, int] = {}
    present: dict[str, int] = {}
    for name, text in numbers:
        left, slash, whole_ = text.partition("/")
        now, full = whole(left), whole(whole_) if slash else whole(left)
        if now is None or full is None or now < 0 or full < 0 or not name.isidentifier():
            raise page.wrong(f"{name} {text}: should be a name and a number, as mv 4 or mv 2/4", key or name)
        if now > full:
            raise page.wrong(f"{name} {text}: {now} left are more than the {full} printed", key or name)
        present[name] = now
        if name != "mp":
            printed[name] = full
    return printed, present


def _counters(
    page: Page, units: Mapping[str, Stated], sides: tuple[str, ...], rules: Mapping[str, Any], grid: Grid
) -> dict[str, Counter]:
    """The counters of a stated battle. Refuses two on a hex, and ids that are hexes or sides."""
    found: dict[str, Counter] = {}
    standing: dict[str, str] = {}
    for id_, unit in units.items():
        if grid.read(id_) is not None or id_ in sides:
            raise unit_page(page, id_).wrong("would also be the name of a hex or side", id_, at=id_)
        made = counter(page, id_, unit, sides, rules)
        place = place_of(page, grid, id_, unit.at) if unit.at else OFF_MAP
        if place in standing:
            raise unit_page(page, id_).wrong(f"{standing[place]} stands on {place} already", id_)
        if not place.startswith("@"):
            standing[place] = id_
        found[id_] = replace(made, place=place)
    return found


def place_of(page: Page, grid: Grid, id_: str, text: str) -> str:
    """The hex or box where a script puts a counter. Raises BadScenario when the map has no such hex."""
    if text in BOXES or text in BOXES.values():
        return BOXES.get(text, text)
    return hex_at(unit_page(page, id_), id_, grid, text)


def unit_page(page: Page, id_: str) -> Page:
    """The entry of a script that states a counter."""
    for part in ("place", "units"):
        if isinstance(page.entries.get(part), Mapping) and id_ in page.page(part):
            return page.page(part)
    return page


def counter(page: Page, id_: str, unit: Stated, sides: tuple[str, ...], rules: Mapping[str, Any]) -> Counter:
    """A counter that exists in this script alone. Its side is that whose name begins like its id."""
    kinds: Mapping[str, Any] = rules["kinds"]
    kind = unit.words.get("kind", "infantry")
    side = unit.words.get("side") or next((s for s in sides if s[0] == id_[0].lower()), "")
    if side not in sides:
        what = f"{id_!r}: of which side? Begin its id with {' or '.join(sides)}"
        raise unit_page(page, id_).wrong(what, id_, at=id_)
    if kind not in kinds and kind not in PRINTED:
        raise unit_page(page, id_).wrong(f"{kind!r} is no kind{guess(kind, kinds)}", id_)
    values = {**PRINTED.get(kind, {}), **unit.printed}
    corps = unit.words.get("corps", CORPS[sides.index(side) % len(CORPS)])
    return Counter(
        id=id_,
        side=side,
        kind=kind,
        name=unit.words.get("name", ""),
        corps="" if corps in ("none", "-") else corps,
        symbol=unit.words.get("symbol", kind),
        traits=unit.traits,
        values=values,
    )
