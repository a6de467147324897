"""Probes of Morne Plaine and Pousse-pion: costs of steps, results of attacks."""

from __future__ import annotations

from typing import Any

import scenarios
from engine.commands import Attack
from engine.errors import BadScenario
from engine.events import Noted
from engine.ledger import ForcedDice
from engine.referee import play
from engine.scenario_builder import map_text
from engine.scenario_builder.charts import chart_values
from engine.scenario_builder.mapping_reader import MappingReader
from tests.engine.charts.probes import OF_SCRIPTS, Entry, Probes, position

FEATURES = {"stream": "streams", "river": "rivers", "major_river": "major_rivers", "ru": "rivulets",
            "steep_slope": "steep_slopes", "abattis": "abattis"}  # fmt: skip
"""How hexsides are stated that stand in the way."""
CLIMBS = {"double_contour": "2", "triple_contour": "3", "steep_slope": "1"}
STRENGTH, MORALE = {"morne_plaine": "cs", "pousse_pion": "vc"}, {"morne_plaine": "mv", "pousse_pion": "mo"}
RATIOS = (
    *((1, defence) for defence in range(8, 1, -1)),
    *((2, 3), (1, 1), (3, 2)),
    *((attack, 1) for attack in range(2, 9)),
)
"""An attack and a defence for each column."""


def cost_of_a_step(system: str, script: dict[str, Any]) -> object:
    """What b1 pays from 0101 to 0201, with no way round; None where it does not get there."""
    at = position(system, {"phase": "movement", "columns": "2", "rows": "1", **script})
    route = at.system.display.routes(at.scenario, at.state, "b1").get("0201")
    return None if route is None else route.cost


def cost_of_terrain(system: str, way: Entry, chart: Any) -> object:
    """movement_cost.TERRAIN.KIND, and that of the switch."""
    table, terrain, kind = way
    words = "infantry trait dromedary" if kind == "dromedary" else kind
    script: dict[str, Any] = {"place": {"b1": f"0101 {words}"}, "terrain": {terrain: "0201"}}
    if table.startswith("later"):
        script["options"] = {"later_chart": "yes", "dromedaries": "yes"}
    return cost_of_a_step(system, script)


def cost_of_obstacle(system: str, way: Entry, chart: Any) -> object:
    """obstacle_cost.OBSTACLE.KIND, and that of the switch."""
    table, obstacle, kind = way
    script: dict[str, Any] = {"place": {"b1": f"0101 {kind}"}}
    if obstacle in FEATURES:
        script[FEATURES[obstacle]] = "0101 E"
    if obstacle in CLIMBS:
        script["levels"] = {CLIMBS[obstacle]: "0201"}
    if table.endswith("after_generals"):
        script["options"] = {"obstacles.break": "after_generals"}
    return cost_of_a_step(system, script)


def fought(
    system: str, attack: int, defence: int, die: int, climb: int = 0, morale: tuple[int, int] = (4, 4)
) -> object:
    """What the referee notes of an attack of so many on so many with that die."""
    strength, of_morale = STRENGTH[system], MORALE[system]
    script: dict[str, Any] = {
        "phase": "combat",
        "place": {
            "b1": f"0405 infantry {strength} {attack} {of_morale} {morale[0]}",
            "o1": f"0505 infantry {strength} {defence} {of_morale} {morale[1]}",
        },
    }
    if climb:
        script["levels"] = {"1": "0505" if climb > 0 else "0405"}
    at = position(system, script)
    dice = ForcedDice([die, *[1] * 30])
    events = play(at.system, at.scenario, at.state, "blue", Attack(unit="b1", target="o1"), dice)
    return next(dict(e.facts) for e in events if isinstance(e, Noted) and e.kind == "attack")


def result(system: str, way: Entry, chart: Any) -> object:
    """crt.rows.ROW.COLUMN: the first row and the last need ground a level lower or higher."""
    row = int(way[2])
    return fought(system, *RATIOS[int(way[3])], min(6, max(1, row)), {0: 1, 7: -1}.get(row, 0))


def column(system: str, way: Entry, chart: Any) -> object:
    """crt.columns.COLUMN, at the ratio it stands for."""
    return fought(system, *RATIOS[int(way[2])], 3)


def ends_of_the_table(system: str, way: Entry, chart: Any) -> object:
    """crt.die_min and crt.die_max."""
    return fought(system, 4, 4, 6, -1, (5, 1)), fought(system, 4, 4, 1, 1, (1, 5))


def morale_gap(system: str, way: Entry, chart: Any) -> object:
    """combat.drm.morale_difference.DIFFERENCE."""
    gap = {"4_or_more": 4, "-4_or_less": -4}.get(way[-1]) or int(way[-1])
    return fought(system, 4, 4, 3, 0, (5 + min(0, gap), 5 - max(0, gap)))


def bridge_of_a_way(system: str, way: Entry, chart: Any) -> object:
    """ways_bridge: whether a way over water is a bridge."""
    at = position(system, {"streams": "0405 E", "roads": "0405 0505"})
    return at.scenario.hexside("0405", "0505")


def steep_road(system: str, way: Entry, chart: Any) -> object:
    """steepest_road: how many levels a road may climb on a battle's map."""
    at = position(system, {"levels": {"9": "0505"}})
    rules = chart_values({**scenarios.charts(system)})
    page = MappingReader({"roads": ["0405 0505"]}, "map")
    try:
        return map_text.hexsides(page, at.scenario.grid, at.scenario.hexes, rules)
    except BadScenario as error:
        return str(error)


COMBAT: Probes = (
    ("crt.rows.*", result),
    ("crt.columns.*", column),
    ("crt.die_*", ends_of_the_table),
    ("combat.drm.morale_difference.*", morale_gap),
    ("movement_cost.*", cost_of_terrain),
    *OF_SCRIPTS,
)
MORNE_PLAINE: Probes = (("later_movement_cost.*", cost_of_terrain), *COMBAT)
POUSSE_PION: Probes = (
    ("obstacle_cost*", cost_of_obstacle),
    ("ways_bridge", bridge_of_a_way),
    ("steepest_road", steep_road),
    *COMBAT,
)
