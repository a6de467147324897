"""What pictures and words show of an Art of Tactic table: counters, zones, melees, ways to go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Clash, Face, Route, StepOffer
from engine.systems.art_of_tactic import front, orders, paths, values
from engine.systems.art_of_tactic import zones as zoning
from engine.systems.art_of_tactic.card import HESITANT, PANICKED, SHAKEN, lost, ranged
from engine.systems.art_of_tactic.command import has_access
from engine.systems.art_of_tactic.marks import ENGAGED, FLIES, HIDDEN

MORALE = {HESITANT: "hesitant", SHAKEN: "shaken", PANICKED: "panicked"}
WAYS = ("retreat", "march", "run")  # orders that only need a path, cheapest first


def face(scn: Scenario, state: State, unit: Unit) -> Face:
    """Figures lower left, Attack against infantry and cavalry lower right, Defense upper left, Fortitude
    upper right, all as on the card but the figures; ammunition, where it is known, as balls."""
    return Face(
        corners={
            "sw": str(unit["figures"]),
            "se": f"{unit['attack_inf']}/{unit['attack_cav']}",
            "nw": str(unit["defense"]),
            "ne": str(unit["fortitude"]),
        },
        balls=unit["ammo"] if ranged(unit) else 0,
        states=tuple(_states(scn, state, unit)),
        losses=lost(unit),
    )


def _states(scn: Scenario, state: State, unit: Unit) -> Iterator[str]:
    """The markers beside a counter, the worst first (3.2)."""
    if unit["morale"] in MORALE:
        yield MORALE[unit["morale"]]
    if state.marked(unit.id, FLIES):
        yield "flees"
    if state.pointed(unit.id, ENGAGED):
        yield "engaged"
    if state.marked(unit.id, HIDDEN):
        yield "hidden"
    for value, name in (("fatigue", "tired"), ("honor", "honor"), ("commander", "commander")):
        if unit[value] > 0:
            yield name


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Zones of control and Defense Zones by side."""
    return {side: zoning.zone(scn, state, side) for side in scn.side_ids}


def clashes(scn: Scenario, state: State) -> Iterator[Clash]:
    """Every attack of the melees there are: Attack Value and Defense as they stand now (AT-MEL-21 to -26)."""
    for unit in state.fielded():
        target = front.faced(scn, state, unit.id)
        if target is not None:
            side = front.side(scn, state, unit, target)
            yield Clash(
                attacker=unit.id,
                defender=target.id,
                attack=values.attack(scn, state, unit, target, side).total,
                defence=values.defense(scn, state, target).total,
            )


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """A shortest path to every hex where a March, else a Run, could lead; of a unit in melee a Retreat.

    What is left, in hexes, is counted by the order that leads on farthest from there.
    """
    unit, found = state.units[unit_id], dict[Hex, Route]()
    for order in WAYS:
        if orders.barred(scn, state, unit, order) is None:
            most = paths.movement_value(scn, unit, order)
            for hex_, path in paths.reach(scn, unit, order).items():
                left = 0 if paths.ended(scn, unit, order, path) else most - len(path)
                known = found.get(hex_)
                if known is None:
                    found[hex_] = Route(path=path, cost=len(path), steps=(1,) * len(path), left=left)
                elif left > known.left:
                    found[hex_] = replace(known, left=left)
    return found


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The first step into each neighbouring hex by the same orders; refused where none of them allows it."""
    unit, found = state.units[unit_id], dict[Hex, StepOffer]()
    if unit.hex is None:
        return {}
    for order in WAYS:
        refusal = orders.barred(scn, state, unit, order)
        for hex_, step in paths.steps(scn, unit, order, ()).items():
            offered = StepOffer(refusal=refusal) if refusal is not None else step
            if hex_ not in found or found[hex_].refusal is not None:
                found[hex_] = offered
    return found


def fields(scn: Scenario, state: State) -> dict[str, frozenset[Hex]]:
    """Kill Zones by unit: of orders that lie open, and of those in envelopes one may see (AT-DZ-11)."""
    written = [pair for envelope in (state.orders, *state.envelopes.values()) for pair in envelope.items()]
    found = {}
    for id_, words in written:
        unit = state.units[id_]
        kills = words.get("order") in scn.chart("zones", "kill_zone_orders") and words.get("max_range")
        spent = unit.values.get("ammo", 1) < 1  # an enemy's ammunition is not known
        if unit.hex is None or not kills or not ranged(unit) or spent:
            continue
        if scn.option("kill_zone_needs_commander") == "no" or has_access(scn, state, unit):
            found[id_] = zoning.kill_zone(scn, unit.hex, words["facing"], int(words["max_range"]))
    return found
