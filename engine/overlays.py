"""What a viewer may ask to see on a map: a view that holds some overlays and no others, in any rulebook.

Nothing is asked of the table but what the viewer may know of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.events import Event
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Leadership, System, Way
from engine.view import Trail, View, fights, look

OVERLAYS = (
    "zones", "supports", "reach", "path", "charges", "sight", "command", "objectives", "trails", "fights",
    "retreats", "entries", "plans", "facing",
)  # fmt: skip
NEEDS_UNIT = frozenset({"reach", "path", "sight", "facing"})
CHARGES = frozenset({"charge", "assault"})
RETREATS = frozenset({"retreat", "flee", "panic", "pull_back", "rout", "aside", "flight"})
"""Manners of moving."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which overlays a viewer asks for, and what they are about.

    `unit` is about whom; `path` and `order` what it might do ("" for what it has been told, else the
    likeliest); `sides` whose command, nobody named being one's own, or everybody's for a spectator.
    """

    overlays: frozenset[str] = frozenset()
    unit: str = ""
    path: tuple[Hex, ...] = ()
    order: str = ""
    sides: tuple[str, ...] = ()


def look_for(
    system: System,
    scenario: Scenario,
    state: State,
    asked: Asked,
    viewer: str = "",
    recent: Sequence[Event] = (),
) -> View:
    """What `viewer` sees of a table with the overlays asked for and no other; everything when none is named.

    A unit that is not there, or not on the map, shows nothing. Raises ValueError for an unknown overlay.
    """
    if asked.overlays - {*OVERLAYS}:
        raise ValueError(f"no such overlay: {sorted(asked.overlays - {*OVERLAYS})}")
    seen = system.seen(scenario, state, viewer)
    unit = seen.units.get(asked.unit)
    chosen = unit if unit is not None and unit.hex is not None else None
    reach = chosen is not None and (not asked.overlays or "reach" in asked.overlays)
    view = look(
        system, scenario, state, viewer, recent, selected=chosen.id if chosen is not None and reach else ""
    )
    return _overlaid(system, scenario, seen, viewer, asked, chosen, view) if asked.overlays else view


def kind(trail: Trail) -> str:
    """The overlay a trail belongs to."""
    if trail.manner in CHARGES:
        return "charges"
    return "retreats" if trail.manner in RETREATS else "trails"


def _overlaid(
    system: System,
    scenario: Scenario,
    seen: State,
    viewer: str,
    asked: Asked,
    unit: Unit | None,
    view: View,
) -> View:
    """The view with what is asked for besides, and without what is not."""
    shows, wanted = system.shows, asked.overlays
    menaces: tuple[tuple[Hex, Hex], ...] = ()
    lunges: tuple[tuple[Hex, Hex], ...] = ()
    if unit is not None and "charges" in wanted:
        offers = shows.steps(scenario, seen, unit.id)
        menaces = tuple((h, seen.units[o.charges].place) for h, o in offers.items() if o.charges)
        lunges = tuple((h, seen.units[o.may_charge].place) for h, o in offers.items() if o.may_charge)
    view = replace(
        view,
        selected=unit.id if unit is not None else "",
        menaces=menaces,
        lunges=lunges,
        dear=shows.costly(scenario, seen, unit.id) if unit is not None and "zones" in wanted else None,
        sight=shows.sight(scenario, seen, unit.id) if unit is not None and "sight" in wanted else None,
        way=_way(system, scenario, seen, asked, unit) if unit is not None and "path" in wanted else None,
        command=_command(system, scenario, seen, _sides(scenario, asked, viewer))
        if "command" in wanted
        else Leadership(),
        aspects=shows.aspects(scenario, seen, unit.id) if unit is not None and "facing" in wanted else {},
        asked=wanted,
    )
    return _alone(view, wanted, unit.id if unit is not None else "")


def _alone(view: View, wanted: frozenset[str], unit: str) -> View:
    """The view without any overlay that is not wanted."""
    if "supports" in wanted and unit:
        view = _about(view, unit)
    return replace(
        view,
        zones=view.zones if "zones" in wanted else {},
        clashes=view.clashes if "supports" in wanted else (),
        contacts=view.contacts if "supports" in wanted else (),
        proposals=view.proposals if "trails" in wanted else (),
        objectives=view.objectives if "objectives" in wanted else (),
        trails=tuple(t for t in view.trails if kind(t) in wanted),
        halts=view.halts if "trails" in wanted else (),
        shots=view.shots if "fights" in wanted else (),
        setup=view.setup if "entries" in wanted else {},
        entries=view.entries if "entries" in wanted else (),
        plans=view.plans if "plans" in wanted else (),
        fields=view.fields if "plans" in wanted else {},
    )


def _about(view: View, unit: str) -> View:
    """The view with only the fights a unit would be part of; those it could begin itself if there are any."""
    if any(c.attacker == unit and c.odds for c in view.clashes):
        return fights(view, unit)
    return replace(
        view,
        clashes=tuple(c for c in view.clashes if unit in (c.attacker, c.defender, *c.helpers, *c.shields)),
    )


def _sides(scenario: Scenario, asked: Asked, viewer: str) -> tuple[str, ...]:
    return asked.sides or ((viewer,) if viewer else scenario.side_ids)


def _command(system: System, scenario: Scenario, seen: State, sides: Sequence[str]) -> Leadership:
    """The command of several sides."""
    each = [system.shows.leadership(scenario, seen, side) for side in sides]
    return Leadership(
        leads=tuple(lead for one in each for lead in one.leads),
        unled=tuple(unit for one in each for unit in one.unled),
    )


def _way(system: System, scenario: Scenario, seen: State, asked: Asked, unit: Unit) -> Way | None:
    """The path asked about; else the one the unit has been told to go, as far as the viewer may know."""
    path, order = asked.path, asked.order
    if not path:
        told = [orders[unit.id] for orders in (*seen.envelopes.values(), seen.orders) if unit.id in orders]
        words = told[0] if told else {}
        path, order = tuple(words.get("path", "").split()), words.get("order", "")
    return system.shows.ways(scenario, seen, unit.id, path, order) if path else None
