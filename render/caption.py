"""The words on a picture, all made elsewhere and already in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.view import View
from render.prints import by_print

TOLD_STATES = (
    "demoralised", "victorious", "disordered", "uncommanded", "stuck", "stopped", "charged", "fired",
    "moved", "attacked", "defended", "commander", "honor", "hesitant", "shaken", "panicked", "flees",
    "hidden", "tired", "square", "skirmisher", "team", "fragile", "low_ammo", "commanded", "activated",
    "done", "routed", "smoke", "active", "deactivated", "at_risk",
)  # fmt: skip
FLIGHTS = frozenset({"rout", "flight"})
"""Manners of moving of those who have lost their nerve."""
MANNERS = ("step", "charge", "advance", "pursuit", "retreat", "rout", "flight", "aside")
FEW = 3  # possible fights that may be drawn in full; with more of them, only their odds


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """Title line, line below, and words by key (see `legend_keys`). A key without words is left out.

    `header` is the title, `sub` what is happening ("Turn 3 of 12 · Combat · Blue to play").
    """

    header: str = ""
    sub: str = ""
    legend: Mapping[str, str] = field(default_factory=dict)

    def word(self, key: str) -> str:
        """The words of a key, or "" when nobody gave any."""
        return self.legend.get(key, "")


def in_full(view: View) -> bool:
    """Whether possible fights are drawn in full, with all who take part: a few, those of one attacker, or all
    of them on request."""
    return bool(view.attacker) or "supports" in view.asked or len([c for c in view.clashes if c.odds]) <= FEW


def legend_keys(view: View) -> tuple[str, ...]:
    """The keys whose words the picture of this view can use, in the order it shows them.

    Besides these a caption may give "result/<result>" for the tags of shots.
    """
    return tuple(dict.fromkeys((*_sides(view), *_ground(view), *_table(view))))


def _sides(view: View) -> Iterator[str]:
    """Names of the sides (for the score) and of the boxes where counters off the map lie."""
    yield from (f"side/{side}" for side, _ in view.sides)
    yield from sorted({f"box/{c.box}" for c in view.counters if c.hex is None and c.box})


@by_print
def _ground(view: View) -> tuple[str, ...]:
    """What is printed on the map."""
    return tuple(_printed(view))


def _printed(view: View) -> Iterator[str]:
    order = (
        "plains",
        "light_woods",
        "heavy_woods",
        "rice_fields",
        "rocky_ground",
        "ravine",
        "clear",
        "tall_grass",
        "scrub",
        "brambles",
        "wood",
        "rocks",
        "rocky_hills",
        "rough",
        "coppice",
        "orchard",
        "woods",
        "village",
        "built_up",
        "marsh",
        "hollow",
        "lake",
    )
    found = {h.terrain for h in view.hexes.values()}
    yield from (f"terrain/{t}" for t in (*order, *sorted(found - {*order})) if t in found)
    sides = view.hexsides
    wet = {w for s in sides for w in (s.water, s.linear)}
    yield from (w for w in ("ru", "stream", "river", "major_river") if w in wet)
    yield from (c for c in ("bridge", "ford") if any(s.crossing == c for s in sides))
    if any(s.road for s in sides):
        yield "road"
    if any(s.track for s in sides):
        yield "track"
    yield from (f"slope/{n}" for n in (1, 2, 3) if any(min(s.slope, 3) == n for s in sides))
    yield from (c for c in ("double_contour", "triple_contour") if any(s.contour == c for s in sides))
    if any(s.steep for s in sides):
        yield "steep_slope"
    if any(s.abattis for s in sides):
        yield "abattis"
    if any(s.linear == "wall" for s in sides):
        yield "wall"


def _known(kind: str, order: tuple[str, ...], found: set[str]) -> Iterator[str]:
    """Keys of one kind: those with an order of their own first, the others by name."""
    yield from (f"{kind}/{name}" for name in (*order, *sorted(found - {*order})) if name in found)


def _plans(view: View) -> Iterator[str]:
    """Written orders: their names are used on plates, not in the legend."""
    secret = [p for p in view.plans if p.secret]
    if any(p.path for p in secret):
        yield "plan"
    if any(p.facing is not None for p in view.plans):
        yield "front"
    if view.fields:
        yield "field"
    if any(p.target for p in secret):
        yield "aim"
    yield from (f"order/{name}" for name in sorted({p.order for p in secret}))


def _overlays(view: View) -> Iterator[str]:
    """What is shown on request: entries, command, range and sight, a path."""
    yield from (f"entry/{kind}" for kind in ("entry", "exit") if any(e.kind == kind for e in view.entries))
    leads = view.command.leads
    yield from (f"command/{side}" for side, _ in view.sides if any(x.side == side for x in leads))
    if any(lead.units for lead in leads):
        yield "tie"
    if any(lead.barred for lead in leads):
        yield "cut_off"
    if view.command.unled:
        yield "unled"
    yield from (f"aspect/{kind}" for kind in ("front", "flank", "rear") if kind in view.aspects.values())
    if view.sight is not None:
        yield "range"
        if view.sight.arc:
            yield "arc"
        if any(not (t.by or t.reason or view.sight.reason) for t in view.sight.targets):
            yield "fire"
        if any((t.reason or view.sight.reason) and not t.by for t in view.sight.targets):
            yield "spared"
        if view.sight.hidden:
            yield from ("unseen", "screen")
        if any(t.by for t in view.sight.targets):
            yield "stop"
    if view.way is not None:
        if view.way.paces:
            yield from ("way", "price", "left")
        if any(p.test for p in view.way.paces):
            yield "test"
        if any(p.charges for p in view.way.paces):
            yield "lunge"
        if view.way.barred:
            yield "barred"


def _told_as(manner: str) -> str:
    """What an arrow is in the legend: who passes friends marches, too."""
    return "step" if manner == "crossing" else manner


def _enemy_zones(view: View) -> Iterator[str]:
    """The enemy's zones as the unit in hand feels them: which cost it more to leave, which do not."""
    chosen = view.counter(view.selected)
    if view.dear is None or chosen is None:
        return
    for side, zone in view.zones.items():
        if side != chosen.side:
            if zone & view.dear:
                yield f"dear/{side}"
            if zone - view.dear:
                yield f"cheap/{side}"


def _table(view: View) -> Iterator[str]:
    """What lies on the map at this moment."""
    if view.objectives:
        yield "objective"
    yield from (f"setup/{side}" for side, _ in view.sides if view.setup.get(side))
    felt = tuple(_enemy_zones(view))
    told = {key.partition("/")[2] for key in felt}
    yield from (f"zone/{side}" for side, _ in view.sides if view.zones.get(side) and side not in told)
    yield from felt
    if view.contacts:
        yield "contact"
    if any(c.odds for c in view.clashes):
        yield from ("clash", "odds") if in_full(view) else ("odds",)
    if any(not c.odds for c in view.clashes):
        yield "melee"
    if any(c.helpers or c.shields for c in view.clashes):
        yield "support"
    manners = {_told_as(t.manner) for t in view.trails}
    yield from _known("trail", MANNERS, manners)
    if any(p.manner not in FLIGHTS for p in view.proposals):
        yield "proposal"
    if any(p.manner in FLIGHTS for p in view.proposals):
        yield "flight"
    yield from _known("shot", ("bombard", "reaction", "attack", "charge"), {s.kind for s in view.shots})
    yield from (f"halt/{r}" for r in ("encounter", "blocked") if any(h.reason == r for h in view.halts))
    yield from _plans(view)
    if view.selected:
        yield "selected"
    if view.reach:
        yield "reach"
    ends = any(route.ends and route.left > 0 for route in view.reach.values())
    if ends or any(p.ends and p.left > 0 for p in (view.way.paces[-1:] if view.way is not None else ())):
        yield "ends"
    yield from _overlays(view)
    if view.steps:
        yield "step"
    if view.closed - {c.hex for c in view.counters}:
        yield "closed"
    if view.menaces:
        yield "menace"
    if view.lunges:
        yield "may_charge"
    if view.across & view.steps.keys():
        yield "across"
    if view.back:
        yield "back"
    if view.fighters:
        yield "fighter"
    if any(c.face.losses for c in view.counters if c.hex):
        yield "losses"
    states = {s for c in view.counters if c.hex for s in c.face.states}
    yield from (f"state/{s}" for s in TOLD_STATES if s in states)
