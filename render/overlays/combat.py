"""Possible combats: who fights whom, at what odds, with whose support; melees; enemies in contact."""

from __future__ import annotations

import math

from engine.view import View
from render.counters.counter_layers import counter_obstacles
from render.counters.stacking import counter_centres
from render.geometry.curves import shortened
from render.geometry.label_placement import ARROW_HEAD, SIGN, Obstacle, best_place, box_around, places_near
from render.geometry.layout import Point
from render.labels.label_obstacles import map_obstacles
from render.labels.place_names import name_obstacles
from render.overlays.movement_arrows import head_boxes
from render.overlays.objectives import flag_obstacles
from render.paint.canvas import Canvas, draw_tag, tag_half_size
from render.paint.theme import Colour, rim_colour
from render.paint.view_cache import once_per_picture
from render.view_facts import in_full

LONG, WIDE = 0.15, 0.1  # of a bar between enemies in contact: half its length, its width, in radii
PLATE = 0.45  # height of the odds, in radii
NEAR, BESIDE = (0.36, 0.36), (1.5, 0.8)  # how far from the hexside they may stand: alone, with a chance
BLADES = 0.2  # radius of the sign of a melee, in radii


def supports(canvas: Canvas, view: View) -> None:
    """Lines from supporting units to the hexside of the combat, under the counters."""
    at = counter_centres(canvas, view)
    for clash in view.clashes:
        if clash.attacker not in at or clash.defender not in at:
            continue
        front = _front(at[clash.attacker], at[clash.defender])
        for unit in (*clash.helpers, *clash.shields):
            if unit in at:
                draw_support(canvas, at[unit], front, canvas.r, unit in clash.shields, in_full(view))


def frames(canvas: Canvas, view: View) -> None:
    """Frames around the units in a few possible combats, under the badges: whole for attackers and defenders,
    only corners for supporters, so that they differ without colour."""
    if not in_full(view):
        return
    at, known = counter_centres(canvas, view), [c for c in view.clashes if c.odds]
    fighting = {u for c in known for u in (c.attacker, c.defender)}
    helping = {u for c in known for u in (*c.helpers, *c.shields)}
    for unit in sorted(helping & at.keys()):
        draw_corners(canvas, at[unit], canvas.layout.side * (1.0 if unit not in fighting else 1.16))
    for unit in sorted(fighting & at.keys()):
        draw_frame(canvas, at[unit], canvas.layout.side, canvas.theme.clash)


def clashes(canvas: Canvas, view: View) -> None:
    """The odds of every possible combat, on its hexside; the signs of melees."""
    middle = counter_centres(canvas, view)
    for n, at in clashes_at(canvas, view).items():
        clash = view.clashes[n]
        side = next(c.side for c in view.counters if c.id == clash.attacker)
        chance, size = _chance(view, clash.defender), canvas.r * PLATE
        odds, likely = tag_half_size(clash.odds, size)[0], tag_half_size(chance, size)[0] if chance else 0.0
        draw_odds(canvas, (at[0] - likely, at[1]), clash.odds, side, size)
        if chance:
            ink, letters = canvas.theme.symbol_ink, canvas.theme.selection
            draw_tag(canvas, (at[0] + odds, at[1]), chance, ink, letters, size)
    for attacker, defender in _one_sided(view):
        if {attacker, defender} <= middle.keys():
            side = next(c.side for c in view.counters if c.id == attacker)
            draw_attack_wedge(canvas, middle[attacker], middle[defender], side)
    for at in melees_at(canvas, view).values():
        draw_crossed_blades(canvas, at, canvas.r * BLADES)


@once_per_picture
def clashes_at(canvas: Canvas, view: View) -> dict[int, Point]:
    """The middle of the odds, by the combat's index in the view: on the hexside, clear of letters."""
    if not view.clashes:
        return {}
    at = counter_centres(canvas, view)
    spared = [
        *map_obstacles(canvas, view), *name_obstacles(canvas, view), *flag_obstacles(canvas, view),
        *counter_obstacles(canvas, view),
        *(Obstacle(box=box, weight=ARROW_HEAD) for box in head_boxes(canvas, view)),
    ]  # fmt: skip
    centres = {}
    for n, clash in enumerate(view.clashes):
        if clash.attacker not in at or clash.defender not in at or not clash.odds:
            continue
        half = odds_half_size(canvas, view, clash.odds, clash.defender)
        room = BESIDE if _chance(view, clash.defender) else NEAR
        places = places_near(_front(at[clash.attacker], at[clash.defender]), canvas.r, *room)
        centres[n] = best_place(places, half, spared, canvas.r)
        spared.append(Obstacle(box=box_around(centres[n], half), weight=SIGN))
    return centres


@once_per_picture
def melees_at(canvas: Canvas, view: View) -> dict[tuple[str, str], Point]:
    """The middle of the blades of each melee: on the hexside, clear of the facings of its units."""
    at, half = counter_centres(canvas, view), (canvas.r * BLADES, canvas.r * BLADES)
    spared = [*map_obstacles(canvas, view), *flag_obstacles(canvas, view), *counter_obstacles(canvas, view)]
    centres = {}
    for a, b in melees(view):
        centres[a, b] = best_place(
            places_near(_front(at[a], at[b]), canvas.r, 0.4, 0.4), half, spared, canvas.r
        )
        spared.append(Obstacle(box=box_around(centres[a, b], half), weight=SIGN))
    return centres


def odds_half_size(canvas: Canvas, view: View, odds: str, defender: str) -> Point:
    """Half the width and height of the odds of a combat, with the chance beside them where one is known."""
    size, chance = canvas.r * PLATE, _chance(view, defender)
    wide, tall = tag_half_size(odds, size)
    return wide + (tag_half_size(chance, size)[0] if chance else 0.0), tall


def _chance(view: View, defender: str) -> str:
    """The chance of beating the defender in a combat that a player may choose."""
    return next((view.chances.get(c.hex or "", "") for c in view.counters if c.id == defender), "")


def odds_obstacles(canvas: Canvas, view: View) -> list[Obstacle]:
    """The odds and the blades as obstacles for other labels."""
    r = canvas.r
    odds_at = [
        (at, odds_half_size(canvas, view, view.clashes[n].odds, view.clashes[n].defender))
        for n, at in clashes_at(canvas, view).items()
    ]
    blades_at = [(at, (r * BLADES, r * BLADES)) for at in melees_at(canvas, view).values()]
    return [Obstacle(box=box_around(at, half), weight=SIGN) for at, half in (*odds_at, *blades_at)]


def _front(a: Point, b: Point) -> Point:
    """The middle between two counters: on their hexside when they are neighbours."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def draw_frame(canvas: Canvas, at: Point, side: float, colour: Colour) -> None:
    """A thin square frame around a counter, clear of it."""
    half, wide = side * 0.545, max(2.0, side * 0.045)
    x, y = at
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.rectangle(
            (x - half - 1, y - half - 1, x + half + 1, y + half + 1), side * 0.15, hollow=wide + side * 0.03
        )
    with canvas.pen.ink(colour) as nib:
        nib.rectangle((x - half, y - half, x + half, y + half), side * 0.14, hollow=wide)


def draw_corners(canvas: Canvas, at: Point, side: float) -> None:
    """The corners of a square frame around a supporting counter."""
    half, leg, wide = side * 0.55, side * 0.24, max(2.5, side * 0.055)
    for colour, more in ((canvas.theme.white, side * 0.05), (canvas.theme.support, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                x, y = at[0] + dx * half, at[1] + dy * half
                nib.line([(x - dx * leg, y), (x, y), (x, y - dy * leg)], wide + more)


def draw_support(canvas: Canvas, start: Point, end: Point, unit: float, shield: bool, bold: bool) -> None:
    """A line of support from a counter to the hexside of the combat; a defender's is dashed."""
    wide = unit * (0.05 if bold else 0.035)
    line = shortened([start, end], unit * 0.3, 0)
    if len(line) < 2:
        return
    for colour, more in ((canvas.theme.white, max(1.5, unit * 0.035)), (canvas.theme.support, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if shield:
                nib.dashes(line, wide + more, unit * 0.16, unit * 0.1)
            else:
                nib.line(line, wide + more)


def draw_odds(canvas: Canvas, at: Point, text: str, side: str, size: float) -> None:
    """The odds on a plate in the attacker's colour, `size` pixels high."""
    army = canvas.army(side)
    draw_tag(canvas, at, text, army.body, army.letters, size)


def melees(view: View) -> list[tuple[str, str]]:
    """The pairs of units in melee (combats without odds), each once."""
    seen = {c.id for c in view.counters if c.hex}
    pairs = {(min(c.attacker, c.defender), max(c.attacker, c.defender)) for c in view.clashes if not c.odds}
    return sorted(pair for pair in pairs if seen.issuperset(pair))


def _one_sided(view: View) -> list[tuple[str, str]]:
    """Attacker and defender of each combat without odds in which the defender does not strike back."""
    pairs = {(c.attacker, c.defender): None for c in view.clashes if not c.odds}
    return [(a, b) for a, b in pairs if (b, a) not in pairs]


def draw_attack_wedge(canvas: Canvas, start: Point, end: Point, side: str) -> None:
    """A wedge from an attacker's edge towards its target, in the attacker's colour: who attacks whom."""
    (ax, ay), (bx, by), r = start, end, canvas.r
    size = math.dist(start, end) or 1.0
    ux, uy = (bx - ax) / size, (by - ay) / size

    def at(along: float, aside: float) -> Point:
        return ax + ux * along - uy * aside, ay + uy * along + ux * aside

    foot, tip, half = size / 2 - r * 0.28, size / 2 + r * 0.28, r * 0.16
    wedge = [at(foot, -half), at(tip, 0), at(foot, half)]
    with canvas.pen.ink(rim_colour(canvas.army(side).body)) as nib:
        nib.outline(wedge, r * 0.09)
        nib.polygon(wedge)
    with canvas.pen.ink(canvas.army(side).body) as nib:
        nib.polygon(wedge)


def draw_crossed_blades(canvas: Canvas, at: Point, size: float) -> None:
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


def contacts(canvas: Canvas, view: View) -> None:
    """A bar for every pair of hexes in contact, except where the sign of a combat already shows it."""
    at = {c.id: c.hex for c in view.counters}
    fights = {frozenset({at.get(c.attacker), at.get(c.defender)}) for c in view.clashes}
    for a, b in view.contacts:
        if {a, b} <= {*canvas.layout.visible(2.5)} and frozenset({a, b}) not in fights:
            draw_contact(canvas, canvas.layout.centre(a), canvas.layout.centre(b), canvas.r)


def draw_contact(canvas: Canvas, a: Point, b: Point, unit: float) -> None:
    """A bar over the middle between two points, dark within white, with a dot at each end."""
    size = math.dist(a, b) or 1.0
    u, v = (b[0] - a[0]) / size * unit * LONG, (b[1] - a[1]) / size * unit * LONG
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    ends = [(x - u, y - v), (x + u, y + v)]
    for colour, more in ((canvas.theme.white, 0.07), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(ends, unit * (WIDE + more), ends=False)
            for end in ends:
                nib.dot(end, unit * (WIDE * 0.85 + more / 2))
