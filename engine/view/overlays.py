"""Overlays: a view with those a viewer asks for and no others, for any rulebook.

Everything is computed from the state as the viewer may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.display import Leadership, PricedPath
from engine.events import Event
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from engine.view import Trail, View, fights, look

OVERLAYS = (
    "zones", "supports", "reach", "path", "charges", "sight", "command", "objectives", "trails", "fights",
    "retreats", "entries", "plans", "facing", "none",
)  # fmt: skip
NEEDS_UNIT = frozenset({"reach", "path", "sight", "facing"})
CHARGE_MANNERS = frozenset({"charge", "assault"})
RETREAT_MANNERS = frozenset({"retreat", "flee", "panic", "pull_back", "rout", "aside", "flight"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayRequest:
    """Which overlays a viewer asks for, and what they are about; "none" adds nothing.

    `unit`: the unit they are about; `path` and `order`: what it might do ("" for its present order, else the
    likeliest); `sides`: whose command, by default the viewer's own, or that of all for a spectator.
    """

    overlays: frozenset[str] = frozenset()
    unit: str = ""
    path: tuple[Hex, ...] = ()
    order: str = ""
    sides: tuple[str, ...] = ()


def look_with_overlays(
    system: System,
    scenario: Scenario,
    state: State,
    request: OverlayRequest,
    viewer: str = "",
    recent: Sequence[Event] = (),
) -> View:
    """What `viewer` sees of a game with the overlays asked for and no other; everything when none is named.

    A unit that does not exist, or is not on the map, shows nothing. Raises ValueError for an unknown overlay.
    """
    names = request.overlays
    if names - {*OVERLAYS}:
        raise ValueError(f"no such overlay: {sorted(names - {*OVERLAYS})}")
    known = system.as_seen_by(scenario, state, viewer)
    unit = known.units.get(request.unit)
    unit = unit if unit is not None and unit.hex is not None else None
    selected = unit.id if unit is not None and (not names or "reach" in names) else ""
    view = look(system, scenario, state, viewer, recent, selected=selected)
    if not names:
        return view
    view = replace(
        _with_requested_only(view, names, unit),
        selected="" if unit is None else unit.id,
        costly_to_leave=None,
        overlays=names,
    )
    if "command" in names:
        sides = request.sides or ((viewer,) if viewer else scenario.side_ids)
        view = replace(view, command=_command(system, scenario, known, sides))
    return view if unit is None else _with_overlays_of_unit(system, scenario, known, request, unit, view)


def overlay_of(trail: Trail) -> str:
    """The overlay a trail belongs to."""
    if trail.manner in CHARGE_MANNERS:
        return "charges"
    return "retreats" if trail.manner in RETREAT_MANNERS else "trails"


def _with_requested_only(view: View, names: frozenset[str], unit: Unit | None) -> View:
    """The view without the parts that belong to overlays not asked for."""
    if "supports" in names and unit is not None:
        view = _with_fights_of(view, unit.id)
    return replace(
        view,
        zones=view.zones if "zones" in names else {},
        clashes=view.clashes if "supports" in names else (),
        contacts=view.contacts if "supports" in names else (),
        proposed_moves=view.proposed_moves if "trails" in names else (),
        objectives=view.objectives if "objectives" in names else (),
        trails=tuple(t for t in view.trails if overlay_of(t) in names),
        halts=view.halts if "trails" in names else (),
        shots=view.shots if "fights" in names else (),
        outcomes=view.outcomes if "fights" in names else (),
        setup=view.setup if "entries" in names else {},
        entries=view.entries if "entries" in names else (),
        plans=view.plans if "plans" in names else (),
        fields_of_fire=view.fields_of_fire if "plans" in names else {},
    )


def _with_overlays_of_unit(
    system: System, scenario: Scenario, known: State, request: OverlayRequest, unit: Unit, view: View
) -> View:
    """The view with the overlays asked for that are about one unit."""
    display, names = system.display, request.overlays
    if "zones" in names:
        view = replace(view, costly_to_leave=display.costly_to_leave(scenario, known, unit.id))
    if "charges" in names:
        offers = display.next_steps(scenario, known, unit.id).items()
        view = replace(
            view,
            charges_by_step=tuple((h, known.units[o.charges].place) for h, o in offers if o.charges),
            charges_by_order=tuple((h, known.units[o.may_charge].place) for h, o in offers if o.may_charge),
        )
    if "path" in names:
        view = replace(view, priced_path=_priced_path(system, scenario, known, request, unit))
    if "sight" in names:
        view = replace(view, sight=display.sight(scenario, known, unit.id))
    if "facing" in names:
        view = replace(view, aspects=display.aspects(scenario, known, unit.id))
    return view


def _with_fights_of(view: View, unit: str) -> View:
    """The view with only the fights a unit would be part of; those it could begin itself if there are any."""
    if any(c.attacker == unit and c.odds for c in view.clashes):
        return fights(view, unit)
    return replace(
        view,
        clashes=tuple(c for c in view.clashes if unit in (c.attacker, c.defender, *c.helpers, *c.shields)),
    )


def _command(system: System, scenario: Scenario, known: State, sides: Sequence[str]) -> Leadership:
    """The command of several sides."""
    each = [system.display.leadership(scenario, known, side) for side in sides]
    return Leadership(
        leaders=tuple(leader for one in each for leader in one.leaders),
        unled=tuple(unit for one in each for unit in one.unled),
    )


def _priced_path(
    system: System, scenario: Scenario, known: State, request: OverlayRequest, unit: Unit
) -> PricedPath | None:
    """The path asked about; else the one the unit has been ordered to go, as far as the viewer may know."""
    path, order = request.path, request.order
    if not path:
        every = (*known.envelopes.values(), known.orders)
        words = next((orders[unit.id] for orders in every if unit.id in orders), {})
        path, order = tuple(words.get("path", "").split()), words.get("order", "")
    return system.display.price_path(scenario, known, unit.id, path, order) if path else None
