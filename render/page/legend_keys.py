"""Which legend entries a view needs: the keys of its signs, in the order the legend shows them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.view import View
from render.map_cache import once_per_map
from render.view_facts import FLIGHTS, in_full

STATES = (
    "demoralised", "victorious", "disordered", "uncommanded", "stuck", "stopped", "charged", "fired",
    "moved", "attacked", "defended", "commander", "honor", "hesitant", "shaken", "panicked", "flees",
    "hidden", "tired", "square", "skirmisher", "team", "fragile", "low_ammo", "commanded", "activated",
    "done", "routed", "smoke", "active", "deactivated", "at_risk",
)  # fmt: skip

ALIKE = (
    ("step", "march", "crossing", "free", "chief", "aside", "conform"),
    ("run", "move_and_fire"),
    ("charge", "assault"),
    ("advance",),
    ("pursuit", "pursue"),
    ("retreat", "pull_back"),
    ("rout", "flee", "panic", "flight"),
)
"""Manners of movement whose arrows look alike."""


def legend_keys(view: View) -> tuple[str, ...]:
    """The keys whose words the picture of this view can use, in the legend's order.

    A caption may also give "result/<result>" for the plates of results.
    """
    return tuple(dict.fromkeys((*_sides(view), *_ground(view), *_table(view))))


def new_keys(view: View) -> tuple[str, ...]:
    """The keys of what has just happened and of what was asked for, without states, ground and objectives."""
    known = ("objective", "losses", "selected")
    return tuple(
        key for key in dict.fromkeys(_table(view)) if key not in known and not key.startswith("state/")
    )


def _sides(view: View) -> Iterator[str]:
    """Names of the sides (for the score) and of the boxes of counters off the map."""
    yield from (f"side/{side}" for side, _ in view.sides)
    yield from sorted({f"box/{c.box}" for c in view.counters if c.hex is None and c.box})


@once_per_map
def _ground(view: View) -> tuple[str, ...]:
    """The signs of the printed map."""
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
    terrains = {h.terrain for h in view.hexes.values()}
    yield from (f"terrain/{t}" for t in (*order, *sorted(terrains - {*order})) if t in terrains)
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


def _known(kind: str, order: tuple[str, ...], names: set[str]) -> Iterator[str]:
    """Keys of one kind: those with an order of their own first, the others by name."""
    yield from (f"{kind}/{name}" for name in (*order, *sorted(names - {*order})) if name in names)


def _plans(view: View) -> Iterator[str]:
    """Written orders: their names are used on plates, not in the legend."""
    secret = [p for p in view.plans if p.secret]
    if any(p.path for p in secret):
        yield "plan"
    if any(p.facing is not None for p in view.plans):
        yield "front"
    if view.fields_of_fire:
        yield "field"
    if any(p.target for p in secret):
        yield "aim"
    yield from (f"order/{name}" for name in sorted({p.order for p in secret}))


def _overlays(view: View) -> Iterator[str]:
    """Overlays on request: entries, command, line of sight, a path."""
    yield from (f"entry/{kind}" for kind in ("entry", "exit") if any(e.kind == kind for e in view.entries))
    leads = view.command.leaders
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
    if view.priced_path is not None:
        if view.priced_path.steps:
            yield from ("way", "price", "left")
        if any(p.test for p in view.priced_path.steps):
            yield "test"
        if any(p.charges for p in view.priced_path.steps):
            yield "lunge"
        if view.priced_path.barred:
            yield "barred"


def _arrows(view: View) -> Iterator[str]:
    """The arrows of movements: one entry for each that looks different, by the commonest of its manners."""
    manners = {t.manner for t in view.trails}
    for alike in ALIKE:
        yield from [f"trail/{manner}" for manner in alike if manner in manners][:1]
    known = {manner for alike in ALIKE for manner in alike}
    if manners - known and not manners & {*ALIKE[0]}:
        yield f"trail/{min(manners - known)}"


def _enemy_zones(view: View) -> Iterator[str]:
    """The enemy's zones of control: those that cost the unit in hand more to leave, and the others."""
    chosen = view.counter(view.selected)
    if view.costly_to_leave is None or chosen is None:
        return
    for side, zone in view.zones.items():
        if side != chosen.side:
            if zone & view.costly_to_leave:
                yield f"dear/{side}"
            if zone - view.costly_to_leave:
                yield f"cheap/{side}"


def _table(view: View) -> Iterator[str]:
    """Everything on the map now."""
    if view.objectives:
        yield "objective"
    yield from (f"setup/{side}" for side, _ in view.sides if view.setup.get(side))
    felt = tuple(_enemy_zones(view))
    hatched = {key.partition("/")[2] for key in felt}
    yield from (f"zone/{side}" for side, _ in view.sides if view.zones.get(side) and side not in hatched)
    yield from felt
    if view.contacts:
        yield "contact"
    if any(c.odds for c in view.clashes):
        yield from ("clash", "odds") if in_full(view) else ("odds",)
    if view.chances:
        yield "chance"
    if any(not c.odds for c in view.clashes):
        yield "melee"
    if any(c.helpers or c.shields for c in view.clashes):
        yield "support"
    yield from _arrows(view)
    if any(p.manner not in FLIGHTS for p in view.proposed_moves):
        yield "proposal"
    if any(p.manner in FLIGHTS for p in view.proposed_moves):
        yield "flight"
    yield from _known("shot", ("bombard", "reaction", "attack", "charge"), {s.kind for s in view.shots})
    yield from (f"halt/{r}" for r in ("encounter", "blocked") if any(h.reason == r for h in view.halts))
    yield from _plans(view)
    if view.selected:
        yield "selected"
    if view.reach:
        yield "reach"
    if any(route.charges for route in view.reach.values()):
        yield "arrival_charge"
    if view.danger:
        yield "danger"
    ends = any(route.ends and route.left > 0 for route in view.reach.values())
    if ends or any(
        p.ends and p.left > 0 for p in (view.priced_path.steps[-1:] if view.priced_path is not None else ())
    ):
        yield "ends"
    yield from _overlays(view)
    if view.steps:
        yield "step"
    if view.closed - {c.hex for c in view.counters}:
        yield "closed"
    if view.charges_by_step:
        yield "menace"
    if view.charges_by_order:
        yield "may_charge"
    if view.passing & view.steps.keys():
        yield "across"
    if view.back:
        yield "back"
    if view.fighters:
        yield "fighter"
    if any(c.face.losses for c in view.counters if c.hex):
        yield "losses"
    states = {s for c in view.counters if c.hex for s in c.face.states}
    yield from (f"state/{s}" for s in STATES if s in states)
