"""Read the counters: types that share numbers, units, corps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, RESERVE, Counter, Words
from engine.scenario_builder import counter_notation
from engine.scenario_builder.map_text import read_hex
from engine.scenario_builder.mapping_reader import LANGUAGES, MappingReader, suggestion
from engine.scenario_builder.unit_cards import YES, with_card

OFF = "off_map"
WAITS = "reserve"
ENTRY = ("arrives", "enters")
TYPE_ENTRIES = ("kind", "symbol", "values", "traits")
MOST = 99

_UNIT = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,14}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterRules:
    """What counters are checked against. `homes` has the edge of each side, `corps` the side of each corps;
    `alone` allows units without one. `cards` are the rulebook's own types, as written. `listed` are the units
    of which a reinforcement says when and where they come."""

    grid: Grid
    homes: Mapping[str, str]
    corps: Mapping[str, str]
    charts: Mapping[str, Any]
    corps_optional: bool
    cards: Mapping[str, MappingReader]
    listed: frozenset[str] = frozenset()

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, first player first."""
        return tuple(self.homes)

    @property
    def has_facing(self) -> bool:
        """Whether it matters which way a counter looks."""
        return "facing" in self.charts

    @property
    def extra_entries(self) -> tuple[str, ...]:
        """What else may be said of a counter: traits by their sort, numbers in one word."""
        return (*self.charts.get("trait_names", ()), *self.charts.get("notations", ()))

    @property
    def has_formations(self) -> bool:
        """Whether a counter may be said to start in a formation."""
        return "formations" in self.charts

    @property
    def has_reserve(self) -> bool:
        """Whether counters may wait in the reserve for a turn to come: unless the charts say no."""
        return bool(self.charts.get("reinforcements", "yes") == "yes")


def counters(reader: MappingReader, counter_rules: CounterRules) -> dict[str, Counter]:
    """The counters by id, in the order of their corps."""
    types = reader.mapping("types")
    shapes = {name: _type_entries(types, name, counter_rules) for name in types.names()}
    counters_by_id: dict[str, Counter] = {}
    ids: dict[str, str] = {}
    places: dict[str, str] = {}
    for p in reader.mappings("units"):
        unit = _counter(_with_type(p, shapes, counter_rules), counter_rules)
        if unit.id.casefold() in ids:
            raise p.mistake(f"there are two units {unit.id!r}; capitals make no difference", "id")
        stacks = unit.kind in counter_rules.charts.get("stacking", ())
        if unit.place in places and not stacks:
            raise p.mistake(f"{unit.place} is already occupied by {places[unit.place]}", "place")
        ids[unit.id.casefold()] = unit.id
        if not unit.place.startswith("@") and not stacks:
            places[unit.place] = unit.id
        counters_by_id[unit.id] = unit
    if not counters_by_id:
        raise reader.mistake("there are no units", "units")
    _check_leaders(reader, counters_by_id, counter_rules)
    order = [*counter_rules.corps, ""]
    return dict(sorted(counters_by_id.items(), key=lambda item: order.index(item[1].corps)))


def _type_entries(types: MappingReader, name: str, counter_rules: CounterRules) -> MappingReader:
    shape = types.mapping(name)
    shape.allow_only(*TYPE_ENTRIES, *counter_rules.extra_entries)
    return shape


def _with_type(
    reader: MappingReader, shapes: Mapping[str, MappingReader], counter_rules: CounterRules
) -> MappingReader:
    """The unit's own entries laid over those of its type; values are laid over one by one."""
    named = reader.entries["type"] if "type" in reader else None
    carded = isinstance(named, str) and named not in shapes and bool(counter_rules.cards)
    more = (
        *(["facing"] if counter_rules.has_facing else ()),
        *(["formation"] if counter_rules.has_formations else ()),
        *(["commander"] if carded else ()),
        *counter_rules.extra_entries,
        *(ENTRY if counter_rules.has_reserve else ()),
    )
    reader.allow_only("id", "side", "name", "plural", "corps", "place", "type", *TYPE_ENTRIES, *more)
    if carded:
        return with_card(reader, counter_rules.cards)
    type_ = reader.choice("type", shapes, default="", own=True)
    if not type_:
        return reader
    shape = shapes[type_]
    values = {**shape.mapping("values").entries, **reader.mapping("values").entries}
    return MappingReader({**shape.entries, **reader.entries, "values": values}, reader.path, reader.at)


def _names(reader: MappingReader) -> Words:
    """What a counter is called: one name for all languages, or one in every language."""
    if isinstance(reader.entries.get("name", ""), str):
        return {LANGUAGES[0]: str(reader.text("name", default=""))}
    return reader.words("name")


def _plural(reader: MappingReader) -> frozenset[str]:
    """The languages in which the name is plural: all of them (`yes`) or those listed."""
    if isinstance(reader.entries.get("plural", ""), str):
        return frozenset(LANGUAGES if reader.choice("plural", YES, default="no") == "yes" else ())
    languages = reader.texts("plural")
    for language in languages:
        if language not in LANGUAGES:
            raise reader.mistake(f"{language!r} is unknown{suggestion(language, LANGUAGES)}", "plural")
    return frozenset(map(str, languages))


def _counter(reader: MappingReader, counter_rules: CounterRules) -> Counter:
    id_ = reader.text("id")
    if not _UNIT.fullmatch(id_):
        what = f"{str(id_)!r}: only letters, digits and hyphens, 16 at most, for phones"
        raise reader.mistake(what, "id")
    kinds: Mapping[str, Any] = counter_rules.charts.get("kinds", {})
    kind = reader.choice("kind", kinds)
    side = reader.choice("side", counter_rules.sides)
    without = "corps" not in reader and counter_rules.corps_optional
    if "corps" in reader and not counter_rules.corps:
        raise reader.mistake("there are no corps in this battle: leave it out", "corps")
    own = "" if without else reader.choice("corps", counter_rules.corps, own=True)
    if own and counter_rules.corps[own] != side:
        raise reader.mistake(f"{own!r} is a corps of {counter_rules.corps[own]}, not of {side}", "corps")
    place = _place(reader, counter_rules, id_)
    alone = place == RESERVE and id_ not in counter_rules.listed
    if alone and "arrives" not in reader:
        raise reader.mistake(
            "is missing: say when it `arrives` and where it `enters`, or list it in reinforcements", "arrives"
        )
    values = _values(reader, counter_rules, side, kind)
    traits = _traits(reader, counter_rules, side, kind)
    formation = counter_notation.formation(
        reader, counter_rules.charts, side, kind, values.get("bases", 1), traits
    )
    called = _names(reader)
    return Counter(
        id=str(id_),
        side=side,
        kind=kind,
        name=called.get(LANGUAGES[0], ""),
        corps=own,
        symbol=reader.choice("symbol", counter_rules.charts.get("symbols", (kind,)), default=kind),
        place=place,
        traits=traits,
        values=values,
        facing=_facing(reader, counter_rules, side, kind, values.get("bases", 1), formation),
        formation=formation,
        arrives=reader.number("arrives", 1, MOST) if alone else 0,
        enters=entry_hex(reader, counter_rules.grid) if alone else "",
        called=called if len(set(called.values())) > 1 else {},
        plural=_plural(reader),
    )


def _facing(
    reader: MappingReader, counter_rules: CounterRules, side: str, kind: str, bases: int, formation: str
) -> dict[str, int]:
    """Which way a counter looks, base by base; one in formation at hexsides."""
    if formation:
        return counter_notation.square_facing(reader, counter_rules.charts, counter_rules.grid)
    return counter_notation.facing(
        reader, counter_rules.charts, counter_rules.grid, counter_rules.homes[side], kind, bases
    )


def _place(reader: MappingReader, counter_rules: CounterRules, id_: str) -> str:
    """The hex or box where a counter starts. Only one in the reserve says when and where it arrives, unless a
    reinforcement does."""
    text = reader.text("place")
    waits = counter_rules.has_reserve and text == WAITS
    listed = id_ in counter_rules.listed
    for name in ENTRY:
        if name in reader and not waits:
            raise reader.mistake(f"is only for counters in the {WAITS}", name)
        if name in reader and listed:
            raise reader.mistake("is said by its reinforcement already", name)
    if waits:
        return RESERVE
    return OFF_MAP if text == OFF else read_hex(reader, "place", counter_rules.grid, text)


def entry_hex(reader: MappingReader, grid: Grid) -> Hex:
    """The hex of the map's edge by which a counter enters."""
    hex_ = read_hex(reader, "enters", grid, reader.text("enters"))
    if not grid.at_edge(hex_):
        raise reader.mistake(f"{hex_} is not on the edge of the map", "enters")
    return hex_


def _traits(reader: MappingReader, counter_rules: CounterRules, side: str, kind: str) -> frozenset[str]:
    """What is special about a counter: words of the rulebook, where its charts list them."""
    traits = reader.texts("traits")
    for trait in traits:
        counter_notation.known_trait(reader, trait, counter_rules.charts)
    return counter_notation.traits(reader, frozenset(map(str, traits)), counter_rules.charts, side, kind)


def _values(reader: MappingReader, counter_rules: CounterRules, side: str, kind: str) -> dict[str, int]:
    """The numbers printed on the counter: all that its kind has, and no others."""
    needed = tuple(counter_rules.charts["kinds"][kind])
    own = reader.mapping("values")
    values = MappingReader(
        {**counter_notation.numbers(reader, counter_rules.charts), **own.entries}, own.path, own.at
    )
    values.known(*needed)
    for name in values.entries:
        if name not in needed:
            what = f"a counter of kind {kind!r} has no such number{suggestion(name, needed)}"
            raise values.mistake(what, name, at=name)
    usual = counter_notation.preset_values(counter_rules.charts, side, kind)
    return {name: values.number(name, 0, MOST, default=usual.get(name)) for name in needed}


def _check_leaders(reader: MappingReader, units: Mapping[str, Counter], counter_rules: CounterRules) -> None:
    """Refuse a corps without exactly one leader, where the rulebook has leaders."""
    leader = str(counter_rules.charts.get("corps_leader", ""))
    for name in counter_rules.corps:
        members = [unit for unit in units.values() if unit.corps == name]
        leaders = [unit.id for unit in members if unit.kind == leader]
        if not members:
            raise reader.mistake(f"corps {str(name)!r} has no units", "sides", at=name)
        if leader and not leaders:
            raise reader.mistake(f"corps {str(name)!r} has no {leader}", "sides", at=name)
        if leader and len(leaders) > 1:
            what = f"corps {str(name)!r} already has the leader {leaders[0]}"
            raise row_of(reader, "units", leaders[1]).mistake(what, "kind")


def row_of(reader: MappingReader, name: str, id_: str) -> MappingReader:
    """The row of a list with that id."""
    return next(p for p in reader.mappings(name) if p.entries["id"] == id_)
