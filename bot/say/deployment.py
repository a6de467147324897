"""Set-up in words: who still waits off the map, the zones, the button that takes a unit up again."""

from __future__ import annotations

from itertools import groupby

from bot import offers
from bot.page import Press, press_id
from bot.say.names import Names
from bot.say.rows import apart
from engine.commands import Place, Unplace
from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP
from engine.state import State, Unit
from engine.view import View


def possible(names: Names, state: State | None = None) -> bool:
    """Whether units are being placed, now or on another table of the same game."""
    phase = names.table.system.phases.get((state or names.table.state).phase)
    return phase is not None and Place in phase.takes


def setting_up(names: Names, state: State) -> bool:
    """Whether that is the set-up itself, not a later phase that places units as well."""
    return possible(names, state) and state.phase == "setup"


def waiting(names: Names, side: str) -> tuple[Unit, ...]:
    """The units of a side that are still off the map."""
    return tuple(u for u in names.table.state.units.values() if u.side == side and u.place == OFF_MAP)


def text(names: Names, side: str) -> str:
    """What is left to do."""
    left = waiting(names, side)
    phase = names.table.state.phase
    if f"panel.{phase}" in names.words:
        here = [id_ for id_ in offers.able(names.table, side) if _can_be_placed(names, side, id_)]
        return names.words(f"panel.{phase}", n=len(here), units=names.units(here) or "–")
    if not left:
        return names.words("panel.all_placed")
    units = ", ".join(names.unit(u.id) for u in left)
    return names.words("panel.set_up", n=len(left), units=units)


def _can_be_placed(names: Names, side: str, unit: str) -> bool:
    return any(isinstance(c, Place) for c in offers.commands(names.table, side, unit))


def lift(names: Names, side: str, unit: str) -> tuple[Press, ...]:
    """The button that takes a unit off the map again."""
    table = names.table
    if not any(isinstance(c, Unplace) for c in offers.commands(table, side, unit) if unit):
        return ()
    id_ = press_id(table.game.id, table.stamp, "lift", unit)
    return (Press(label=names.words("button.lift", unit=names.unit(unit)), id=id_),)


def zones(names: Names, view: View) -> list[str]:
    """Where units may be placed, for those who cannot see the picture."""
    told = [
        names.words("alt.zone", side=names.side(side), hexes=rows(view.grid, view.setup[side]))
        for side, _ in view.sides
        if side in view.setup
    ]
    return [names.words("alt.setup", zones=apart(names.words, told))] if told else []


def rows(grid: Grid, hexes: frozenset[Hex]) -> str:
    """Hexes as stretches of rows.

    >>> rows(Grid(columns=4, rows=2), frozenset({"0101", "0201", "0401", "0302"}))
    '0101-0201, 0401, 0302'
    """
    places = sorted((grid.place(h)[1], grid.place(h)[0]) for h in hexes)
    stretches = []
    for _, run in groupby(enumerate(places), key=lambda pair: (pair[1][0], pair[1][1] - pair[0])):
        labels = [grid.label(column, row) for _, (row, column) in run]
        stretches.append(labels[0] if len(labels) == 1 else f"{labels[0]}-{labels[-1]}")
    return ", ".join(stretches)
