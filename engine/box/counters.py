"""The counters out of text: types that share numbers, units, and the corps they march in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.box import notation
from engine.box.cards import on_card
from engine.box.mapsheet import read_hex
from engine.box.page import LANGUAGES, Page
from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, RESERVE, Counter, Words

OFF = "off_map"
WAITS = "reserve"
ENTRY = ("arrives", "enters")
SHARED = ("kind", "symbol", "values", "traits")
MOST = 99

_UNIT = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,14}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Muster:
    """What counters are checked against. `homes` has the edge of each side, `corps` the side of each corps;
    `alone` allows units without one. `cards` are the rulebook's own types, as written."""

    grid: Grid
    homes: Mapping[str, str]
    corps: Mapping[str, str]
    charts: Mapping[str, Any]
    alone: bool
    cards: Mapping[str, Page]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, first player first."""
        return tuple(self.homes)

    @property
    def faces(self) -> bool:
        """Whether it matters which way a counter looks."""
        return "facing" in self.charts

    @property
    def said(self) -> tuple[str, ...]:
        """What else may be said of a counter: traits by their sort, numbers in one word."""
        return (*self.charts.get("trait_names", ()), *self.charts.get("notations", ()))

    @property
    def formed(self) -> bool:
        """Whether a counter may be said to start in a formation."""
        return "formations" in self.charts

    @property
    def reinforced(self) -> bool:
        """Whether counters may wait in the reserve for a turn to come."""
        return self.charts.get("reinforcements") == "yes"


def counters(page: Page, muster: Muster) -> dict[str, Counter]:
    """The counters by id, in the order of their corps."""
    types = page.page("types")
    shapes = {name: _shape(types, name, muster) for name in types.entries}
    found: dict[str, Counter] = {}
    ids: dict[str, str] = {}
    places: dict[str, str] = {}
    for p in page.pages("units"):
        unit = _counter(_typed(p, shapes, muster), muster)
        if unit.id.casefold() in ids:
            raise p.wrong(f"there are two units {unit.id!r}; capitals make no difference", "id")
        stacks = unit.kind in muster.charts.get("stacking", ())
        if unit.place in places and not stacks:
            raise p.wrong(f"{places[unit.place]} stands on {unit.place} already", "place")
        ids[unit.id.casefold()] = unit.id
        if not unit.place.startswith("@") and not stacks:
            places[unit.place] = unit.id
        found[unit.id] = unit
    if not found:
        raise page.wrong("there are no units", "units")
    _led(page, found, muster)
    order = [*muster.corps, ""]
    return dict(sorted(found.items(), key=lambda item: order.index(item[1].corps)))


def _shape(types: Page, name: str, muster: Muster) -> Page:
    shape = types.page(name)
    shape.only(*SHARED, *muster.said)
    return shape


def _typed(page: Page, shapes: Mapping[str, Page], muster: Muster) -> Page:
    """The unit's own entries laid over those of its type; values are laid over one by one."""
    carded = "type" in page and page.text("type") not in shapes and bool(muster.cards)
    more = (
        *(["facing"] if muster.faces else ()),
        *(["formation"] if muster.formed else ()),
        *(["commander"] if carded else ()),
        *muster.said,
        *(ENTRY if muster.reinforced else ()),
    )
    page.only("id", "side", "name", "corps", "place", "type", *SHARED, *more)
    if "type" not in page:
        return page
    if carded:
        return on_card(page, muster.cards)
    shape = shapes[page.choice("type", shapes)]
    values = {**shape.page("values").entries, **page.page("values").entries}
    return Page({**shape.entries, **page.entries, "values": values}, page.path, page.at)


def _called(page: Page) -> Words:
    """What a counter is called: one name for everybody, or one in every language."""
    if isinstance(page.entries.get("name", ""), str):
        return {LANGUAGES[0]: str(page.text("name", default=""))}
    return page.words("name")


def _counter(page: Page, muster: Muster) -> Counter:
    id_ = page.text("id")
    if not _UNIT.fullmatch(id_):
        what = f"{str(id_)!r}: only letters, digits and hyphens, 16 at most, for phones"
        raise page.wrong(what, "id")
    kinds: Mapping[str, Any] = muster.charts.get("kinds", {})
    kind = page.choice("kind", kinds)
    side = page.choice("side", muster.sides)
    own = page.choice("corps", muster.corps) if "corps" in page or not muster.alone else ""
    if own and muster.corps[own] != side:
        raise page.wrong(f"{own!r} is a corps of {muster.corps[own]}, not of {side}", "corps")
    place = _place(page, muster)
    values = _values(page, muster, side, kind)
    traits = _traits(page, muster, side)
    formation = notation.formation(page, muster.charts, side, kind, values.get("bases", 1), traits)
    called = _called(page)
    return Counter(
        id=str(id_),
        side=side,
        kind=kind,
        name=called.get(LANGUAGES[0], ""),
        corps=own,
        symbol=page.choice("symbol", muster.charts.get("symbols", (kind,)), default=kind),
        place=place,
        traits=traits,
        values=values,
        facing=_facing(page, muster, side, kind, values.get("bases", 1), formation),
        formation=formation,
        arrives=page.number("arrives", 1, MOST) if place == RESERVE else 0,
        enters=entry(page, muster.grid) if place == RESERVE else "",
        called=called if len(set(called.values())) > 1 else {},
    )


def _facing(page: Page, muster: Muster, side: str, kind: str, bases: int, formation: str) -> dict[str, int]:
    """Which way a counter looks, base by base; one in formation at hexsides."""
    if formation:
        return notation.square(page, muster.charts, muster.grid)
    return notation.facing(page, muster.charts, muster.grid, muster.homes[side], kind, bases)


def _place(page: Page, muster: Muster) -> str:
    """The hex or box where a counter starts. Only one in the reserve says when and where it arrives."""
    text = page.text("place")
    if muster.reinforced and text == WAITS:
        return RESERVE
    for name in ENTRY:
        if name in page:
            raise page.wrong(f"is said of counters in the {WAITS} only", name)
    return OFF_MAP if text == OFF else read_hex(page, "place", muster.grid, text)


def entry(page: Page, grid: Grid) -> Hex:
    """The hex of the map's edge by which a counter enters."""
    hex_ = read_hex(page, "enters", grid, page.text("enters"))
    if not grid.at_edge(hex_):
        raise page.wrong(f"{hex_} does not lie on the edge of the map", "enters")
    return hex_


def _traits(page: Page, muster: Muster, side: str) -> frozenset[str]:
    """What is special about a counter: words of the rulebook, where its charts list them."""
    found = page.texts("traits")
    for trait in found:
        notation.known_trait(page, trait, muster.charts)
    return notation.traits(page, frozenset(map(str, found)), muster.charts, side)


def _values(page: Page, muster: Muster, side: str, kind: str) -> dict[str, int]:
    """The numbers printed on the counter: all that its kind has, and no others."""
    needed = tuple(muster.charts["kinds"][kind])
    own = page.page("values")
    values = Page({**notation.numbers(page, muster.charts), **own.entries}, own.path, own.at)
    for name in values.entries:
        if name not in needed:
            raise values.wrong(f"a counter of kind {kind!r} has no such number", name, at=name)
    usual = notation.usual(muster.charts, side, kind)
    return {name: values.number(name, 0, MOST, default=usual.get(name)) for name in needed}


def _led(page: Page, units: Mapping[str, Counter], muster: Muster) -> None:
    """Refuse a corps without exactly one leader, where the rulebook has leaders."""
    leader = str(muster.charts.get("corps_leader", ""))
    for name in muster.corps:
        members = [unit for unit in units.values() if unit.corps == name]
        leaders = [unit.id for unit in members if unit.kind == leader]
        if not members:
            raise page.wrong(f"corps {str(name)!r} has no units", "sides", at=name)
        if leader and not leaders:
            raise page.wrong(f"corps {str(name)!r} has no {leader}", "sides", at=name)
        if leader and len(leaders) > 1:
            what = f"corps {str(name)!r} is led by {leaders[0]} already"
            raise row(page, "units", leaders[1]).wrong(what, "kind")


def row(page: Page, name: str, id_: str) -> Page:
    """The page of a list that bears an id."""
    return next(p for p in page.pages(name) if p.entries["id"] == id_)
