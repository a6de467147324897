"""Which hexes a picture shows: the whole map, or what somebody wants to see of it. Draws nothing.

A phone is about 390 points wide. With `COLUMNS` hexes across it a hex is 37 points wide: the numbers of
counters are read at a glance and those of hexes when looked for. With more of them they are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from itertools import accumulate

from engine.hexes import Grid, Hex
from engine.view import View

COLUMNS, ROWS = 10, 9
"""Hexes across and down that are still read on a phone."""
SPARE = 1
"""A map larger than that by so many hexes is shown whole all the same: its edges tell more than they cost."""
LEAST = (8, 6)
"""Columns and rows of the smallest crop: fewer tell nobody where he is."""
MARGIN = 1
"""Hexes of surroundings."""
FOUGHT, HALTED, ARRIVED, PASSED = 12, 8, 4, 1
"""What a hex counts where something has just happened, when not everything can be seen."""


def whole(view: View) -> frozenset[Hex]:
    """Every hex of the map."""
    return frozenset(view.grid)


def action(view: View) -> frozenset[Hex]:
    """What a picture is about, as much of it as is read on a phone: the overlays asked for, those who can
    fight, what has just happened, where units are placed; else most of the counters.

    The whole map when it is hardly larger.
    """
    wanted = _overlaid(view) or _of(view, view.fighters) or _happened(view) or _set_up(view)
    return _window(view.grid, wanted or _standing(view), _standing(view))


def last_fights(view: View) -> frozenset[Hex]:
    """Fire and fights just now with their surroundings, else the melees that go on, else the action."""
    fought = _fought(view) or _melees(view)
    if not fought:
        return action(view)
    box = _box(view.grid, fought, MARGIN)
    if box[1] - box[0] < COLUMNS and box[3] - box[2] < ROWS:
        return _rectangle(view.grid, box)
    return _window(view.grid, fought, _standing(view))


def unit(view: View, id_: str) -> frozenset[Hex]:
    """The surroundings of a counter, with as much of its reach as is read on a phone.

    The action for a counter that is not on the map.
    """
    counter = view.counter(id_)
    if counter is None or counter.hex is None:
        return action(view)
    return around(view, counter.hex, [*view.reach, *_overlaid(view)])


def around(view: View, hex_: Hex, also: Iterable[Hex] = ()) -> frozenset[Hex]:
    """The surroundings of a hex, and of other hexes `also` as many as are read on a phone."""
    wanted = Counter(also)
    wanted[hex_] += len(wanted) + 1
    near = view.grid.within(hex_, min(COLUMNS, ROWS) // 2)
    wanted.update(near)
    return _window(view.grid, wanted, {})


def corps(view: View, side: str, name: str) -> frozenset[Hex]:
    """All counters of a corps on the map, with a margin: wider than a phone when the corps is.

    The action when none of them is on the map.
    """
    found = [c.hex for c in view.counters if c.side == side and c.corps == name and c.hex]
    return _rectangle(view.grid, _box(view.grid, found, MARGIN)) if found else action(view)


def army(view: View, side: str) -> frozenset[Hex]:
    """A side's counters and where they are ordered to go, as many as are read on a phone."""
    own = Counter(c.hex for c in view.counters if c.hex and c.side == side)
    for plan in view.plans:
        own.update(plan.path[1:] if plan.side == side else ())
    return _window(view.grid, own, _standing(view))


# --- what counts --------------------------------------------------------------------------------------


def _overlaid(view: View) -> Counter[Hex]:
    """What lies over the map because it was asked for."""
    found: Counter[Hex] = Counter()
    if not view.asked:
        return found
    for zone in (*view.zones.values(), *view.setup.values(), *view.fields.values()):
        found.update(zone)
    found.update(h for lead in view.command.leads for h in lead.hexes)
    found.update(view.aspects.keys())
    found.update(h for entry in view.entries for h in entry.hexes)
    found.update(h for goal in view.objectives for h in goal.hexes)
    found.update(h for plan in view.plans for h in (*plan.path, *([plan.target] if plan.target else [])))
    found.update(_of(view, {id_ for c in view.clashes for id_ in (c.attacker, c.defender, *c.helpers)}))
    if view.sight is not None:
        found.update([view.sight.hex, *view.sight.seen, *view.sight.hidden])
    if view.way is not None:
        found.update([view.way.start, *(pace.hex for pace in view.way.paces)])
    return found + _happened(view)


def _fought(view: View) -> Counter[Hex]:
    """Fire, fights, halts, charges, retreats, advances, what is proposed: hexes and what they count."""
    found: Counter[Hex] = Counter()
    for shot in view.shots:
        found.update({shot.source: FOUGHT, shot.target: FOUGHT})
    for halt in view.halts:
        found.update({halt.hex: HALTED, **({halt.towards: HALTED} if halt.towards else {})})
    for trail in view.trails:
        if trail.manner not in ("step", "crossing"):
            found.update(dict.fromkeys(trail.path, HALTED))
    for trail in view.proposals:
        found.update(dict.fromkeys(trail.path, FOUGHT))
    return Counter({hex_: n for hex_, n in found.items() if hex_ in view.grid})


def _happened(view: View) -> Counter[Hex]:
    """Fights and moves just now: hexes and what they count."""
    found = _fought(view)
    for trail in view.trails:
        found.update(dict.fromkeys(trail.path, PASSED))
        found.update({trail.path[-1]: ARRIVED})
    return found


def _set_up(view: View) -> Counter[Hex]:
    """The zones where units are being placed."""
    return Counter(hex_ for zone in view.setup.values() for hex_ in zone)


def _standing(view: View) -> Counter[Hex]:
    """The counters on the map."""
    return Counter(c.hex for c in view.counters if c.hex)


def _of(view: View, ids: Container[str]) -> Counter[Hex]:
    """Where these counters stand."""
    return Counter(c.hex for c in view.counters if c.hex and c.id in ids)


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


def _box(grid: Grid, hexes: Iterable[Hex], margin: int) -> Box:
    """The smallest box around hexes with a margin, on the map, not smaller than LEAST."""
    places = [grid.place(h) for h in hexes]
    first, last = _span([c for c, _ in places], margin, LEAST[0], grid.columns)
    top, bottom = _span([r for _, r in places], margin, LEAST[1], grid.rows)
    return first, last, top, bottom


def _span(found: list[int], margin: int, least: int, most: int) -> tuple[int, int]:
    """From the smallest to the largest with a margin, at least so many, within 1 and `most`."""
    low, high = min(found) - margin, max(found) + margin
    short = max(0, least - (high - low + 1))
    low, high = low - short // 2, high + short - short // 2
    low, high = (low + max(0, 1 - low), high + max(0, 1 - low))
    low, high = (low - max(0, high - most), high - max(0, high - most))
    return max(1, low), high


def _window(grid: Grid, wanted: Mapping[Hex, int], beside: Mapping[Hex, int]) -> frozenset[Hex]:
    """The box a phone can show that holds most of what is wanted; of equal ones most of what is `beside`,
    then the one in whose middle it lies."""
    wide = grid.columns if grid.columns <= COLUMNS + SPARE else COLUMNS
    high = grid.rows if grid.rows <= ROWS + SPARE else ROWS
    if (wide, high) == (grid.columns, grid.rows):
        return frozenset(grid)
    known = [(*grid.place(h), n) for h, n in _spread(grid, wanted).items()]
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
    """What is wanted, and a little of what surrounds it."""
    found: Counter[Hex] = Counter()
    for hex_, n in wanted.items():
        found[hex_] += 8 * n
        found.update(dict.fromkeys(grid.neighbours(hex_).values(), 1))
    return found


def _sums(grid: Grid, counted: Mapping[Hex, int]) -> list[list[int]]:
    """By column and row, what all the hexes up to there count."""
    sums = [[0] * (grid.rows + 1)]
    for column in range(1, grid.columns + 1):
        own = accumulate((counted.get(grid.label(column, r), 0) for r in range(1, grid.rows + 1)), initial=0)
        sums.append([a + b for a, b in zip(sums[-1], own, strict=True)])
    return sums


def _held(sums: list[list[int]], box: Box) -> int:
    """What the hexes in a box count."""
    left, right, top, bottom = box
    return sums[right][bottom] - sums[left - 1][bottom] - sums[right][top - 1] + sums[left - 1][top - 1]


def _off(box: Box, known: list[tuple[int, int, int]]) -> float:
    """How far the middle of a box is from the middle of what is wanted in it (squared)."""
    inside = [(c, r, n) for c, r, n in known if box[0] <= c <= box[1] and box[2] <= r <= box[3]]
    total = sum(n for _, _, n in inside) or 1
    x, y = sum(c * n for c, _, n in inside) / total, sum(r * n for _, r, n in inside) / total
    return ((box[0] + box[1]) / 2 - x) ** 2 + ((box[2] + box[3]) / 2 - y) ** 2
