"""Fights that are possible: who against whom, at what odds, and who helps."""

from __future__ import annotations

import math

from engine.view import View
from render.arrows import heads, tag, tag_half
from render.canvas import Canvas, once
from render.caption import in_full
from render.curves import shortened
from render.goals import flagged
from render.layout import Point
from render.names import named
from render.pieces import middles
from render.placing import HEAD, SIGN, Obstacle, about, around, best, pieces, printed
from render.theme import Colour, rim_of

PLATE = 0.32  # height of the odds, in radii
BLADES = 0.16  # radius of the sign of a melee, in radii


def supports(canvas: Canvas, view: View) -> None:
    """The lines from those who help to the hexside of the fight, under the counters."""
    at = middles(canvas, view)
    for clash in view.clashes:
        if clash.attacker not in at or clash.defender not in at:
            continue
        front = _front(at[clash.attacker], at[clash.defender])
        for unit in (*clash.helpers, *clash.shields):
            if unit in at:
                support(canvas, at[unit], front, canvas.r, unit in clash.shields, in_full(view))


def frames(canvas: Canvas, view: View) -> None:
    """Frames around all who take part in a few fights, outside their counters and under the badges: whole for
    those who fight, corners alone for those who help, so that no colour is needed."""
    if not in_full(view):
        return
    at, known = middles(canvas, view), [c for c in view.clashes if c.odds]
    fighting = {u for c in known for u in (c.attacker, c.defender)}
    helping = {u for c in known for u in (*c.helpers, *c.shields)}
    for unit in sorted(helping & at.keys()):
        brackets(canvas, at[unit], canvas.layout.side * (1.0 if unit not in fighting else 1.16))
    for unit in sorted(fighting & at.keys()):
        frame(canvas, at[unit], canvas.layout.side, canvas.theme.clash)


def clashes(canvas: Canvas, view: View) -> None:
    """The odds of every fight, on its hexside."""
    middle = middles(canvas, view)
    for n, at in clashes_at(canvas, view).items():
        clash = view.clashes[n]
        side = next(c.side for c in view.counters if c.id == clash.attacker)
        odds(canvas, at, clash.odds, side, canvas.r * PLATE)
    for attacker, defender in _one_sided(view):
        if {attacker, defender} <= middle.keys():
            side = next(c.side for c in view.counters if c.id == attacker)
            strike(canvas, middle[attacker], middle[defender], side)
    for at in melees_at(canvas, view).values():
        blades(canvas, at, canvas.r * BLADES)


@once
def clashes_at(canvas: Canvas, view: View) -> dict[int, Point]:
    """Where the odds stand, by the fight's place in the view: on the hexside, over no letters or badge."""
    if not view.clashes:
        return {}
    at = middles(canvas, view)
    spared = [
        *printed(canvas, view), *named(canvas, view), *flagged(canvas, view), *pieces(canvas, view),
        *(Obstacle(box=box, weight=HEAD) for box in heads(canvas, view)),
    ]  # fmt: skip
    found = {}
    for n, clash in enumerate(view.clashes):
        if clash.attacker not in at or clash.defender not in at or not clash.odds:
            continue
        half = tag_half(clash.odds, canvas.r * PLATE)
        places = about(_front(at[clash.attacker], at[clash.defender]), canvas.r, 0.36, 0.36)
        found[n] = best(places, half, spared, canvas.r)
        spared.append(Obstacle(box=around(found[n], half), weight=SIGN))
    return found


@once
def melees_at(canvas: Canvas, view: View) -> dict[tuple[str, str], Point]:
    """Where the blades of each melee are: on the hexside, but not over which way its units face."""
    at, half = middles(canvas, view), (canvas.r * BLADES, canvas.r * BLADES)
    spared = [*printed(canvas, view), *flagged(canvas, view), *pieces(canvas, view)]
    found = {}
    for a, b in melees(view):
        found[a, b] = best(about(_front(at[a], at[b]), canvas.r, 0.4, 0.4), half, spared, canvas.r)
        spared.append(Obstacle(box=around(found[a, b], half), weight=SIGN))
    return found


def tagged(canvas: Canvas, view: View) -> list[Obstacle]:
    """The odds and the blades as something that other signs spare."""
    r = canvas.r
    odds_at = [(at, tag_half(view.clashes[n].odds, r * PLATE)) for n, at in clashes_at(canvas, view).items()]
    blades_at = [(at, (r * BLADES, r * BLADES)) for at in melees_at(canvas, view).values()]
    return [Obstacle(box=around(at, half), weight=SIGN) for at, half in (*odds_at, *blades_at)]


def _front(a: Point, b: Point) -> Point:
    """The middle between two counters: on their hexside when they are neighbours."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def frame(canvas: Canvas, at: Point, side: float, colour: Colour) -> None:
    """A thin square frame around a counter, clear of it."""
    half, wide = side * 0.56, max(2.0, side * 0.045)
    x, y = at
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.box_at(
            (x - half - 1, y - half - 1, x + half + 1, y + half + 1), side * 0.15, hollow=wide + side * 0.03
        )
    with canvas.pen.ink(colour) as nib:
        nib.box_at((x - half, y - half, x + half, y + half), side * 0.14, hollow=wide)


def brackets(canvas: Canvas, at: Point, side: float) -> None:
    """The corners of a square frame around a counter that helps in a fight."""
    half, leg, wide = side * 0.57, side * 0.3, max(2.5, side * 0.075)
    for colour, more in ((canvas.theme.white, side * 0.05), (canvas.theme.support, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                x, y = at[0] + dx * half, at[1] + dy * half
                nib.line([(x - dx * leg, y), (x, y), (x, y - dy * leg)], wide + more)


def support(canvas: Canvas, start: Point, end: Point, unit: float, shield: bool, bold: bool) -> None:
    """A line of support from a counter to the hexside of the fight; a defender's is dashed."""
    wide = unit * (0.085 if bold else 0.05)
    line = shortened([start, end], unit * 0.3, 0)
    if len(line) < 2:
        return
    for colour, more in ((canvas.theme.white, max(2.0, unit * 0.05)), (canvas.theme.support, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if shield:
                nib.dashes(line, wide + more, unit * 0.16, unit * 0.1)
            else:
                nib.line(line, wide + more)


def odds(canvas: Canvas, at: Point, text: str, side: str, size: float) -> None:
    """The odds on a plate in the attacker's colour, `size` pixels high."""
    army = canvas.army(side)
    tag(canvas, at, text, army.body, army.letters, size)


def melees(view: View) -> list[tuple[str, str]]:
    """The pairs of units that fight without odds, each once."""
    seen = {c.id for c in view.counters if c.hex}
    pairs = {(min(c.attacker, c.defender), max(c.attacker, c.defender)) for c in view.clashes if not c.odds}
    return sorted(pair for pair in pairs if seen.issuperset(pair))


def _one_sided(view: View) -> list[tuple[str, str]]:
    """Attacker and defender of each fight without odds in which the defender does not strike back."""
    pairs = {(c.attacker, c.defender): None for c in view.clashes if not c.odds}
    return [(a, b) for a, b in pairs if (b, a) not in pairs]


def strike(canvas: Canvas, start: Point, end: Point, side: str) -> None:
    """A wedge from an attacker's edge towards its target, in the attacker's colour: who attacks whom."""
    (ax, ay), (bx, by), r = start, end, canvas.r
    size = math.dist(start, end) or 1.0
    ux, uy = (bx - ax) / size, (by - ay) / size

    def at(along: float, aside: float) -> Point:
        return ax + ux * along - uy * aside, ay + uy * along + ux * aside

    foot, tip, half = size / 2 - r * 0.28, size / 2 + r * 0.28, r * 0.16
    wedge = [at(foot, -half), at(tip, 0), at(foot, half)]
    with canvas.pen.ink(rim_of(canvas.army(side).body)) as nib:
        nib.outline(wedge, r * 0.09)
        nib.polygon(wedge)
    with canvas.pen.ink(canvas.army(side).body) as nib:
        nib.polygon(wedge)


def blades(canvas: Canvas, at: Point, size: float) -> None:
    """Two crossed blades: a melee without odds."""
    for colour, share in ((canvas.theme.symbol_ink, 1.08), (canvas.theme.white, 0.96)):
        with canvas.pen.ink(colour) as nib:
            nib.dot(at, size * share)

    def spot(u: float, v: float) -> Point:
        return at[0] + u * size, at[1] + v * size

    with canvas.pen.ink(canvas.theme.clash) as nib:
        for lean in (-1, 1):
            nib.line([spot(-lean * 0.56, 0.56), spot(lean * 0.56, -0.56)], size * 0.2)
            hilt = [spot(-lean * 0.3 + end * 0.2, 0.3 + end * lean * 0.2) for end in (-1, 1)]
            nib.line(hilt, size * 0.16)
