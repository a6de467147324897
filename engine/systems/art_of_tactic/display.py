"""What pictures and words show of an Art of Tactic table: counters, zones, melees, ways to go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.display import Clash, CounterFace, Route, StepOffer
from engine.hexes import Hex
from engine.rules.line_of_sight import in_reach
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.attack_side import attack_side
from engine.systems.art_of_tactic.combat.engagement import faced_enemy
from engine.systems.art_of_tactic.combat.modified_values import attack_value, defense
from engine.systems.art_of_tactic.marks import ENGAGED, HIDDEN, PUT_TO_FLIGHT
from engine.systems.art_of_tactic.movement.paths import (
    movement_value,
    must_end,
    next_hexes,
    shortest_paths,
)
from engine.systems.art_of_tactic.orders.allowed_orders import order_refusal
from engine.systems.art_of_tactic.unit_card import HESITANT, PANICKED, SHAKEN, figures_lost, is_ranged
from engine.systems.art_of_tactic.zones.kill_zone import kill_zone, may_have_kill_zone
from engine.systems.art_of_tactic.zones.zone_of_control import zone_of_side

MORALE = {HESITANT: "hesitant", SHAKEN: "shaken", PANICKED: "panicked"}
WAYS = ("retreat", "march", "run")  # orders that only need a path, cheapest first


def face(scn: Scenario, state: State, unit: Unit) -> CounterFace:
    """Figures lower left, Attack against infantry and cavalry lower right, Defense upper left, Fortitude
    upper right, all as on the card but the figures; ammunition, where it is known, as balls."""
    return CounterFace(
        corners={
            "sw": str(unit["figures"]),
            "se": f"{unit['attack_inf']}/{unit['attack_cav']}",
            "nw": str(unit["defense"]),
            "ne": str(unit["fortitude"]),
        },
        balls=unit["ammo"] if is_ranged(unit) else 0,
        states=tuple(_states(scn, state, unit)),
        losses=figures_lost(unit),
    )


def _states(scn: Scenario, state: State, unit: Unit) -> Iterator[str]:
    """The markers beside a counter, the worst first (3.2)."""
    if unit["morale"] in MORALE:
        yield MORALE[unit["morale"]]
    if state.marked(unit.id, PUT_TO_FLIGHT):
        yield "flees"
    if state.targets_of_mark(unit.id, ENGAGED):
        yield "engaged"
    if state.marked(unit.id, HIDDEN):
        yield "hidden"
    for value, name in (("fatigue", "tired"), ("honor", "honor"), ("commander", "commander")):
        if unit[value] > 0:
            yield name


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Zones of control and Defense Zones by side."""
    return {side: zone_of_side(scn, state, side) for side in scn.side_ids}


def clashes(scn: Scenario, state: State) -> Iterator[Clash]:
    """Every attack of the melees there are: Attack Value and Defense as they stand now (AT-MEL-21 to -26)."""
    for unit in state.units_on_map():
        target = faced_enemy(scn, state, unit.id)
        if target is not None:
            side = attack_side(scn, state, unit, target)
            yield Clash(
                attacker=unit.id,
                defender=target.id,
                attack=attack_value(scn, state, unit, target, side).total,
                defence=defense(scn, state, target).total,
            )


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """A shortest path to every hex where a March, else a Run, could lead; of a unit in melee a Retreat.

    What is left, in hexes, is counted by the order that leads on farthest from there.
    """
    unit, routes = state.units[unit_id], dict[Hex, Route]()
    for order in WAYS:
        if order_refusal(scn, state, unit, order) is None:
            most = movement_value(scn, unit, order)
            for hex_, path in shortest_paths(scn, unit, order).items():
                left = 0 if must_end(scn, unit, order, path) else most - len(path)
                known = routes.get(hex_)
                if known is None:
                    routes[hex_] = Route(path=path, cost=len(path), steps=(1,) * len(path), left=left)
                elif left > known.left:
                    routes[hex_] = replace(known, left=left)
    return routes


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The first step into each neighbouring hex by the same orders; refused where none of them allows it."""
    unit, offers = state.units[unit_id], dict[Hex, StepOffer]()
    if unit.hex is None:
        return {}
    for order in WAYS:
        refusal = order_refusal(scn, state, unit, order)
        for hex_, step in next_hexes(scn, unit, order, ()).items():
            offered = StepOffer(refusal=refusal) if refusal is not None else step
            if hex_ not in offers or offers[hex_].refusal is not None:
                offers[hex_] = offered
    return offers


def fields(scn: Scenario, state: State) -> dict[str, frozenset[Hex]]:
    """Kill Zones by unit: of orders that lie open, and of those in envelopes one may see (AT-DZ-11)."""
    written = [pair for envelope in (state.orders, *state.envelopes.values()) for pair in envelope.items()]
    zones = {}
    for id_, words in written:
        unit = state.units[id_]
        kills = words.get("order") in scn.chart("zones", "kill_zone_orders") and words.get("max_range")
        spent = unit.values.get("ammo", 1) < 1  # an enemy's ammunition is not known
        if unit.hex is None or not kills or not is_ranged(unit) or spent:
            continue
        if may_have_kill_zone(scn, state, unit):
            zones[id_] = kill_zone(
                scn, unit.hex, words["facing"], in_reach(scn, state, int(words["max_range"]))
            )
    return zones
