"""Probes of Désastre Colonial: terrain, weapons, what a counter has where a battle says nothing."""

from __future__ import annotations

from typing import Any

import scenarios
from engine.commands import Bombard
from engine.events import Rolled
from engine.ledger import SeededDice
from engine.referee import play
from engine.scenario_builder.charts import chart_values
from engine.scenario_builder.counter_notation import preset_values
from engine.systems.desastre_colonial.general.values import weapon_range
from engine.systems.desastre_colonial.terrain import sight, terrain
from tests.engine.charts.probes import OF_SCRIPTS, Entry, Probes, position


def ground(system: str, way: Entry, chart: Any) -> object:
    """terrain.NAME.PROPERTY: who is slowed, seen and covered by it, beside an edge or in a hex."""
    name = way[1]
    edges = {lies: how for how, lies in chart["linear"].items()}
    lies = {edges[name]: "0404 N"} if name in edges else {"terrain": {name: "0403"}}
    place = {"c1": "0405 cavalry", "n1": "0402", "n2": "0404" if name in edges else "0403"}
    at = position(system, {"phase": "movement", **lies, "place": {"c1": place["c1"], "n1": "0112"},
                           "marks": {"c1": "ordered"}})  # fmt: skip
    routes = at.system.display.routes(at.scenario, at.state, "c1")
    return (
        {hex_: route.cost for hex_, route in routes.items()},
        sight.blocked(at.scenario, at.state, "0405", "0402"),
        terrain.cover_from(at.scenario, at.state, place["n2"], "0402"),
    )


def arm(system: str, way: Entry, chart: Any) -> object:
    """weapons.WEAPON: its range, the dice it rolls, what stands on a counter."""
    script = {
        "phase": "fire",
        "place": {"c1": f"0505 weapon {way[1]} facing NNE", "n1": "0504"},
        "marks": {"c1": "activated"},
    }
    at = position(system, script)
    unit = at.state.units["c1"]
    order, dice = Bombard(unit="c1", target="n1"), SeededDice(b"")
    events = play(at.system, at.scenario, at.state, "colonial", order, dice)
    rolled = next((len(event.dice) for event in events if isinstance(event, Rolled)), 0)
    face = at.system.display.counter_face(at.scenario, at.state, unit)
    return rolled, weapon_range(at.scenario, unit), dict(face.corners)


def preset(system: str, way: Entry, chart: Any) -> object:
    """presets.NUMBER: what is printed on a counter where a battle does not say."""
    return preset_values(chart_values(scenarios.charts(system)), "colonial", "infantry")


def corps(system: str, way: Entry, chart: Any) -> object:
    """corps: whether counters belong to corps."""
    return position(system, {"place": {"c1": "0505"}}).state.units["c1"].corps


def length(system: str, way: Entry, chart: Any) -> object:
    """turn_limit: the length of a battle that does not say."""
    return position(system, {}).scenario.turns


DESASTRE_COLONIAL: Probes = (
    ("terrain.*", ground),
    ("weapons.*", arm),
    ("presets.*", preset),
    ("corps", corps),
    ("turn_limit", length),
    *OF_SCRIPTS,
)
