"""Lines of sight between the centres of hexes, and how far weather lets units see. Which hexes block is for
the rulebook to say, what weather there is for the battle."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from fractions import Fraction
from functools import lru_cache

from engine.hexes import Grid, Hex
from engine.scenario import Scenario, Weather
from engine.state import State

# The six corners of a hex from its centre, in thirds of the axial steps, clockwise.
_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
LASTS, PAST = "weather", "weather_over"
"""Marks on the name of a weather: a die has let it begin; a die has ended it."""


def blocking_hexes(
    grid: Grid, a: Hex, b: Hex, blocks: Callable[[Hex], bool], *, border_blocks: bool = False
) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes (O-1, AT-RNG-06, DC-TER-16).

    A hex cut by the line blocks when `blocks` says so. Where the line runs along a hexside, the hexes on both
    sides must block; with `border_blocks` the outside of the map does, so that the one hex decides. A corner
    that is only touched never blocks, nor do the two hexes themselves.
    """
    if grid.distance(a, b) < 2:
        return ()
    line = hexes_between(grid, a, b)
    blocking = [hex_ for hex_, cut in line if cut and blocks(hex_)]
    along_sides = [hex_ for hex_, cut in line if not cut]
    for hex_ in along_sides:
        over = [other for other in along_sides if _share_hexside(grid, a, b, hex_, other)]
        if blocks(hex_) and (any(blocks(other) for other in over) or (border_blocks and not over)):
            blocking.append(hex_)
    return tuple(blocking)


def is_above_line(scn: Scenario, a: Hex, b: Hex, hex_: Hex, high: Container[str]) -> bool:
    """Whether a hex stands above the line from one level to the other, at its own place along it. Terrains
    that are `high` stand a level above their ground."""
    top = scn.hexes[hex_].level + (scn.terrain(hex_) in high)
    return top > scn.hexes[a].level + fraction_along(scn.grid, a, b, hex_) * scn.slope(a, b)


@lru_cache(maxsize=1 << 12)
def hexes_between(grid: Grid, a: Hex, b: Hex) -> tuple[tuple[Hex, bool], ...]:
    """The hexes between two others that the line cuts (True) or follows along a hexside (False)."""
    labels, (q, r) = _labels(grid), grid.cubes[a]
    steps = _steps_between(*_offset(grid, a, b))
    return tuple(sorted((labels[q + u, r + v], cut) for u, v, cut in steps if (q + u, r + v) in labels))


@lru_cache(maxsize=1 << 12)
def _steps_between(bq: int, br: int) -> tuple[tuple[int, int, bool], ...]:
    """The same of a line that goes so many axial steps, wherever it begins: the steps to each hex."""
    away, (_, whole) = max(abs(bq), abs(br), abs(bq + br)), _part(bq, br, bq, br)
    between: list[tuple[int, int, bool]] = []
    for hq in range(-away, away + 1):
        for hr in range(max(-away, -away - hq), min(away, away - hq) + 1):
            off = max(abs(bq - hq), abs(br - hr), abs(bq + br - hq - hr))
            if off > away or not 0 < _part(bq, br, hq, hr)[0] < whole:
                continue
            sides = [bq * (3 * hr + v) - br * (3 * hq + u) for u, v in _CORNERS]
            if min(sides) < 0 < max(sides):
                between.append((hq, hr, True))
            elif sides.count(0) == 2:
                between.append((hq, hr, False))
    return tuple(between)


@lru_cache(maxsize=16)
def _labels(grid: Grid) -> dict[tuple[int, int], Hex]:
    """The hexes by their axial places."""
    return {cube: label for label, cube in grid.cubes.items()}


def entered_from(grid: Grid, a: Hex, b: Hex) -> Hex | None:
    """The neighbour of b across whose hexside the line from a comes in; None when it comes in at a corner."""
    crossed = entered_across(grid, a, b)
    return crossed[0] if len(crossed) == 1 else None


@lru_cache(maxsize=1 << 12)
def entered_across(grid: Grid, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The neighbour of b across whose hexside the line from a comes in; the two on either side of the corner
    at which it comes in; none when one of those two is off the map."""
    at_corner = []
    for near in grid.neighbours(b).values():
        q, r = _offset(grid, b, near)
        shared = (c for c in _CORNERS if (c[0] - 3 * q, c[1] - 3 * r) in _CORNERS)
        ends = [_side_of(grid, a, b, b, corner) for corner in shared]
        if fraction_along(grid, a, b, near) < 1 and min(ends) < 0 < max(ends):
            return (near,)
        if fraction_along(grid, a, b, near) < 1 and 0 in ends:
            at_corner.append(near)
    return tuple(at_corner) if len(at_corner) == 2 else ()


def fraction_along(grid: Grid, a: Hex, b: Hex, hex_: Hex) -> Fraction:
    """How far along the line from a (0) to b (1) the centre of a hex lies."""
    return Fraction(*_part(*_offset(grid, a, b), *_offset(grid, a, hex_)))


def _part(bq: int, br: int, hq: int, hr: int) -> tuple[int, int]:
    """How far along a line of so many axial steps a hex lies that is so many from its beginning: that part,
    and the whole of it."""
    return 2 * bq * hq + bq * hr + br * hq + 2 * br * hr, 2 * (bq * bq + bq * br + br * br)


def _share_hexside(grid: Grid, a: Hex, b: Hex, one: Hex, other: Hex) -> bool:
    """Whether two hexes lie on either side of the same hexside that the line follows."""
    return grid.adjacent(one, other) and fraction_along(grid, a, b, one) == fraction_along(grid, a, b, other)


def _side_of(grid: Grid, a: Hex, b: Hex, hex_: Hex, corner: tuple[int, int]) -> int:
    """On which side of the line a corner of a hex lies: the sign tells, 0 is on it."""
    (bq, br), (hq, hr) = _offset(grid, a, b), _offset(grid, a, hex_)
    return bq * (3 * hr + corner[1]) - br * (3 * hq + corner[0])


def _offset(grid: Grid, a: Hex, b: Hex) -> tuple[int, int]:
    """The axial steps from one hex to another."""
    (aq, ar), (bq, br) = grid.cubes[a], grid.cubes[b]
    return bq - aq, br - ar


# --- weather and light of the battle ------------------------------------------------------------------------


def present_weather(scn: Scenario, state: State) -> tuple[Weather, ...]:
    """The weather of the present turn."""
    if not scn.weather or state.result is not None:
        return ()
    return state.cached("weather", lambda: tuple(w for w in scn.weather if _holds(state, w)))


def _holds(state: State, weather: Weather) -> bool:
    if state.turn < weather.turn or state.marked(weather.kind, PAST):
        return False
    return (not weather.least or state.marked(weather.kind, LASTS)) and (
        state.turn <= weather.until or bool(weather.lifts)
    )


def sight_limit(scn: Scenario, state: State) -> int:
    """The hexes that a unit sees at most now; 0 where nothing limits them."""
    return min((w.sight for w in present_weather(scn, state) if w.sight), default=0)


def in_reach(scn: Scenario, state: State, hexes: int) -> int:
    """So many hexes, or those that can be seen now if they are fewer."""
    limit = sight_limit(scn, state)
    return min(hexes, limit) if limit else hexes


def too_far(scn: Scenario, state: State, away: int) -> bool:
    """Whether something so many hexes away cannot be seen now."""
    return away > in_reach(scn, state, away)


def weather_facts(scn: Scenario, state: State) -> Mapping[str, str | int]:
    """What is told of sight that is limited."""
    limiting = min((w for w in present_weather(scn, state) if w.sight), key=lambda w: w.sight)
    return {"weather": limiting.kind, "most": limiting.sight}
