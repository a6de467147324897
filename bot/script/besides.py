"""What a script expects to lie on the table besides counters and marks: numbers, pools of dice, ground that
has changed, standing orders, what is left to do; and which sides of a unit are which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.script.table import Laid
from bot.script.verdict import ALONE, plain, same
from engine.box import mapsheet
from engine.box.page import Page
from engine.events import Event
from engine.hexes import Hex
from engine.state import State

Held = Callable[[State], Mapping[str, Any]]


def lying(name: str, held: Held) -> Callable[..., Iterator[str]]:
    """A check of what lies there by name; "none" for what does not."""

    def check(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
        had = held(state)
        if page.entries[name] in ALONE:
            if had:
                yield f"{name}: {dict(had)}, not none"
            return
        for key, want in page.page(name).entries.items():
            found = had.get(key)
            none = isinstance(want, str) and want in ALONE and found is None
            if not none and not same(found, want):
                yield f"{name}.{key}: {plain(found)}, not {plain(want)!r}"

    return check


def standing(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Standing orders by side: `{colonial: {keep: no}, native: none}`."""
    table = page.page("standing")
    table.only(*laid.scenario.side_ids)
    for side in table.entries:
        had = dict(state.standing.get(side, {}))
        if isinstance(table.entries[side], str):
            if table.entries[side] in ALONE and had:
                yield f"standing.{side}: {had}, not none"
            continue
        for kind, want in table.page(side).entries.items():
            found = had.get(kind, "none")
            if found != want:
                yield f"standing.{side}.{kind}: {found}, not {str(want)!r}"


def aspects(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Which hexes around a unit are its front, flank and rear: `{c1: {0504: front}}`."""
    return by_hex(page, laid, state, "aspects", lambda u: laid.system.shows.aspects(laid.scenario, state, u))


def by_hex(
    page: Page,
    laid: Laid,
    state: State,
    name: str,
    had: Callable[[str], Mapping[Hex, str]],
    none: str = "none",
) -> Iterator[str]:
    """What hexes are to some units: `had` tells it of a unit; `none` stands for hexes it does not know."""
    table = page.page(name)
    table.only(*state.units)
    for unit in table.entries:
        known, inner = had(unit), table.page(unit)
        for hex_ in inner.entries:
            mapsheet.read_hex(inner, hex_, laid.scenario.grid, hex_)
            found = known.get(hex_, none)
            if found != inner.text(hex_):
                yield f"{name}.{unit}.{hex_}: {found}, not {str(inner.text(hex_))!r}"


CHECKS: Mapping[str, Callable[..., Iterator[str]]] = {
    "numbers": lying("numbers", lambda s: s.tracks),
    "pools": lying("pools", lambda s: s.pools),
    "painted": lying("painted", lambda s: s.terrain),
    "agenda": lying("agenda", lambda s: {t.kind: t.about for t in s.agenda}),
    "standing": standing,
    "aspects": aspects,
}
