"""Which hexes a picture must show: the whole map, or a part of it. Draws nothing.

Discord shows a picture at most 550 points wide and 350 high, in a card on a phone about 280 wide. With as
many hexes as `CLOSE` across and down, counters and the numbers of hexes are easy to read; with as many as
`FAR` the numbers on counters still are; with as many as `WIDE` a reader sees which counter is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from itertools import accumulate

from engine.hexes import Grid, Hex
from engine.view import View

Span = tuple[int, int]
"""Columns and rows."""
CLOSE: Mapping[str, Span] = {"point": (10, 6), "side": (12, 6)}
FAR: Mapping[str, Span] = {"point": (12, 10), "side": (13, 9)}
WIDE: Mapping[str, Span] = {"point": (14, 12), "side": (15, 12)}
"""Columns and rows by what hexes stand on."""
SPARE = 1
"""A map that is larger by this many hexes is still shown whole."""
LEAST = (8, 5)
"""Columns and rows of the smallest crop: fewer do not show where on the map it is."""
MARGIN = 1
"""Hexes of surroundings."""
FOUGHT, HALTED, ARRIVED, PASSED = 12, 8, 4, 1
"""The weight of a hex where something has just happened, when not everything fits."""
NEAR_FOE = 4
"""The weight of a hex in reach near the enemy, of one farther off being 1."""


def whole(view: View) -> frozenset[Hex]:
    """Every hex of the map."""
    return frozenset(view.grid)


def action(view: View) -> frozenset[Hex]:
    """The part of the map that matters most: all units and all that has happened while they can be read; else
    the units of the side to play with what has happened; else as much of that as is easy to read, requested
    overlays, fighters, events and who may fight next first. While nothing has happened, all units of the side
    to play."""
    happened = _happened(view)
    if happened:
        for hex_ in _engaged(view):
            happened.update({hex_: FOUGHT, **dict.fromkeys(view.grid.neighbours(hex_).values(), ARRIVED)})
    shown = _overlaid(view) or _of(view, view.fighters) or happened
    wanted = shown or _set_up(view)
    own = Counter(c.hex for c in view.counters if c.hex and c.side == view.player) or _standing(view)
    limit = (FAR if shown else WIDE)[view.grid.stands_on]
    for hexes in ({*wanted, *_standing(view)}, {*wanted, *own}):
        if hexes and _fits(view.grid, hexes, limit):
            return _rectangle(view.grid, _box(view.grid, hexes, 0))
    if own and not wanted:
        return _rectangle(view.grid, _box(view.grid, own, 0))
    return _window(view.grid, wanted or _standing(view), _standing(view))


def last_fights(view: View) -> frozenset[Hex]:
    """The latest fire and combats with their surroundings, else continuing melees, else the action."""
    fought = _fought(view) or _melees(view)
    if not fought:
        return action(view)
    if _fits(view.grid, fought, CLOSE[view.grid.stands_on]):
        return _rectangle(view.grid, _box(view.grid, fought, MARGIN))
    return _window(view.grid, fought, _standing(view))


def unit(view: View, id_: str) -> frozenset[Hex]:
    """The surroundings of a counter with its reach and targets, while that can be read; else the most of
    it that is easy to read, hexes to choose from and those near the enemy first.

    The action for a counter that is not on the map.
    """
    counter = view.counter(id_)
    if counter is None or counter.hex is None:
        return action(view)
    hexes = {counter.hex, *view.reach, *view.letters, *view.chances}
    if _fits(view.grid, hexes, FAR[view.grid.stands_on]):
        return _rectangle(view.grid, _box(view.grid, hexes, 0))
    foes = {c.hex for c in view.counters if c.hex and c.side != counter.side}
    weights = Counter({hex_: NEAR_FOE if _near(view.grid, hex_, foes) else 1 for hex_ in view.reach})
    weights.update(dict.fromkeys((*view.letters, *view.chances), NEAR_FOE))
    weights.update(_overlaid(view))
    return around(view, counter.hex, weights)


def around(view: View, hex_: Hex, also: Mapping[Hex, int] | None = None) -> frozenset[Hex]:
    """The surroundings of a hex, with as many of the hexes in `also` as are easy to read."""
    wanted = Counter(also or {})
    wanted[hex_] += sum(wanted.values()) + 1
    near = view.grid.within(hex_, min(CLOSE[view.grid.stands_on]) // 2)
    wanted.update(near)
    return _window(view.grid, wanted, {})


def corps(view: View, side: str, name: str) -> frozenset[Hex]:
    """All counters of a corps on the map, with a margin.

    The action when none of them is on the map.
    """
    hexes = [c.hex for c in view.counters if c.side == side and c.corps == name and c.hex]
    return _rectangle(view.grid, _box(view.grid, hexes, MARGIN)) if hexes else action(view)


def army(view: View, side: str) -> frozenset[Hex]:
    """A side's counters and where they are ordered to go, with the enemy's while all can be read."""
    own = Counter(c.hex for c in view.counters if c.hex and c.side == side)
    for plan in view.plans:
        own.update(plan.path[1:] if plan.side == side else ())
    for hexes in ({*own, *_standing(view)}, {*own}):
        if hexes and _fits(view.grid, hexes, WIDE[view.grid.stands_on]):
            return _rectangle(view.grid, _box(view.grid, hexes, 0))
    return _window(view.grid, own, _standing(view))


# --- what counts --------------------------------------------------------------------------------------


def _overlaid(view: View) -> Counter[Hex]:
    """The hexes of requested overlays, weighted."""
    weights: Counter[Hex] = Counter()
    if not view.overlays:
        return weights
    for zone in (*view.zones.values(), *view.setup.values(), *view.fields_of_fire.values()):
        weights.update(zone)
    weights.update(h for lead in view.command.leaders for h in lead.hexes)
    weights.update(view.aspects.keys())
    weights.update(h for entry in view.entries for h in entry.hexes)
    weights.update(h for goal in view.objectives for h in goal.hexes)
    weights.update(h for plan in view.plans for h in (*plan.path, *([plan.target] if plan.target else [])))
    weights.update(_of(view, {id_ for c in view.clashes for id_ in (c.attacker, c.defender, *c.helpers)}))
    if view.sight is not None:
        weights.update([view.sight.hex, *view.sight.seen, *view.sight.hidden])
    if view.priced_path is not None:
        weights.update([view.priced_path.start, *(pace.hex for pace in view.priced_path.steps)])
    return weights + _happened(view)


def _fought(view: View) -> Counter[Hex]:
    """The hexes of recent fire, combats, halts, charges, retreats, advances and proposals, weighted."""
    weights: Counter[Hex] = Counter()
    for shot in view.shots:
        weights.update({shot.source: FOUGHT, shot.target: FOUGHT})
    for halt in view.halts:
        weights.update({halt.hex: HALTED, **({halt.towards: HALTED} if halt.towards else {})})
    for trail in view.trails:
        if trail.manner not in ("step", "crossing"):
            weights.update(dict.fromkeys(trail.path, HALTED))
    for trail in view.proposed_moves:
        weights.update(dict.fromkeys(trail.path, FOUGHT))
    return Counter({hex_: n for hex_, n in weights.items() if hex_ in view.grid})


def _happened(view: View) -> Counter[Hex]:
    """The hexes of recent combats and moves, weighted."""
    weights = _fought(view)
    for trail in view.trails:
        weights.update(dict.fromkeys(trail.path, PASSED))
        weights.update({trail.path[-1]: ARRIVED})
    return weights


def _set_up(view: View) -> Counter[Hex]:
    """The zones where units are being placed."""
    return Counter(hex_ for zone in view.setup.values() for hex_ in zone)


def _near(grid: Grid, hex_: Hex, foes: Iterable[Hex]) -> bool:
    """Whether an enemy stands near a hex."""
    return any(grid.distance(hex_, foe) <= MARGIN + 2 for foe in foes)


def _standing(view: View) -> Counter[Hex]:
    """The counters on the map."""
    return Counter(c.hex for c in view.counters if c.hex)


def _of(view: View, ids: Container[str]) -> Counter[Hex]:
    """Where these counters stand."""
    return Counter(c.hex for c in view.counters if c.hex and c.id in ids)


def _engaged(view: View) -> Counter[Hex]:
    """Where units stand that may fight next."""
    return _of(view, {id_ for c in view.clashes for id_ in (c.attacker, c.defender)})


def _melees(view: View) -> Counter[Hex]:
    """Where units are engaged."""
    return _of(view, {id_ for c in view.clashes if not c.odds for id_ in (c.attacker, c.defender)})


# --- rectangles of hexes ------------------------------------------------------------------------------

Box = tuple[int, int, int, int]
"""First and last column, first and last row."""


def _rectangle(grid: Grid, box: Box) -> frozenset[Hex]:
    return frozenset(
        grid.label(column, row) for column in range(box[0], box[1] + 1) for row in range(box[2], box[3] + 1)
    )


def _fits(grid: Grid, hexes: Iterable[Hex], limit: Span) -> bool:
    """Whether hexes lie within so many columns and rows."""
    left, right, top, bottom = _box(grid, hexes, 0)
    return right - left < limit[0] and bottom - top < limit[1]


def _box(grid: Grid, hexes: Iterable[Hex], margin: int) -> Box:
    """The smallest box around hexes with a margin, on the map, not smaller than LEAST."""
    places = [grid.column_and_row(h) for h in hexes if h in grid]
    first, last = _span([c for c, _ in places], margin, LEAST[0], grid.columns)
    top, bottom = _span([r for _, r in places], margin, LEAST[1], grid.rows)
    return first, last, top, bottom


def _span(places: list[int], margin: int, least: int, most: int) -> tuple[int, int]:
    """First and last place with a margin, at least `least` of them, within 1 and `most`."""
    low, high = min(places) - margin, max(places) + margin
    short = max(0, least - (high - low + 1))
    low, high = low - short // 2, high + short - short // 2
    low, high = (low + max(0, 1 - low), high + max(0, 1 - low))
    low, high = (low - max(0, high - most), high - max(0, high - most))
    return max(1, low), high


def _window(grid: Grid, wanted: Mapping[Hex, int], beside: Mapping[Hex, int]) -> frozenset[Hex]:
    """The box, easy to read, that holds most of `wanted`; then most of `beside`; then the best centred."""
    columns, rows = CLOSE[grid.stands_on]
    wide = grid.columns if grid.columns <= columns + SPARE else columns
    high = grid.rows if grid.rows <= rows + SPARE else rows
    if (wide, high) == (grid.columns, grid.rows):
        return frozenset(grid)
    known = [(*grid.column_and_row(h), n) for h, n in _spread(grid, wanted).items()]
    sums = [_sums(grid, _spread(grid, wanted)), _sums(grid, beside)]
    boxes = [
        (c, c + wide - 1, r, r + high - 1)
        for c in range(1, grid.columns - wide + 2)
        for r in range(1, grid.rows - high + 2)
    ]
    held = {box: tuple(_held(s, box) for s in sums) for box in boxes}
    best = max(held.values())
    return _rectangle(grid, min((b for b in boxes if held[b] == best), key=lambda b: _off(b, known)))


def _spread(grid: Grid, wanted: Mapping[Hex, int]) -> Counter[Hex]:
    """The weights, and a little weight for the neighbours."""
    weights: Counter[Hex] = Counter()
    for hex_, n in wanted.items():
        weights[hex_] += 8 * n
        weights.update(dict.fromkeys(grid.neighbours(hex_).values(), 1))
    return weights


def _sums(grid: Grid, counted: Mapping[Hex, int]) -> list[list[int]]:
    """By column and row, the weight of all hexes up to there (a summed-area table)."""
    sums = [[0] * (grid.rows + 1)]
    for column in range(1, grid.columns + 1):
        own = accumulate((counted.get(grid.label(column, r), 0) for r in range(1, grid.rows + 1)), initial=0)
        sums.append([a + b for a, b in zip(sums[-1], own, strict=True)])
    return sums


def _held(sums: list[list[int]], box: Box) -> int:
    """The weight of the hexes in a box."""
    left, right, top, bottom = box
    return sums[right][bottom] - sums[left - 1][bottom] - sums[right][top - 1] + sums[left - 1][top - 1]


def _off(box: Box, known: list[tuple[int, int, int]]) -> float:
    """The squared distance from the middle of a box to the centre of the weights in it."""
    inside = [(c, r, n) for c, r, n in known if box[0] <= c <= box[1] and box[2] <= r <= box[3]]
    total = sum(n for _, _, n in inside) or 1
    x, y = sum(c * n for c, _, n in inside) / total, sum(r * n for _, r, n in inside) / total
    return ((box[0] + box[1]) / 2 - x) ** 2 + ((box[2] + box[3]) / 2 - y) ** 2
