"""Probes of Art of Tactic: ground and slopes."""

from __future__ import annotations

from typing import Any

from engine.errors import Refused
from engine.systems.art_of_tactic.combat.line_of_sight import visible
from engine.systems.art_of_tactic.movement.paths import check_path
from engine.systems.art_of_tactic.orders.ambush import terrain_allows_ambush
from tests.engine.charts.probes import OF_SCRIPTS, Entry, Probes, position

CARDS = ("ashigaru_yari", "mounted_samurai", "ninja")
PATHS = ("02{} 03{} 04{}", "02{} 03{}", "02{}")
ORDERS = ("march", "run", "assault", "move_and_fire")


def _legal(system: str, second: dict[str, str], charts: dict[str, Any]) -> list[str]:
    """What is said of each path over the second hex of a row, stated so, by every order that follows one."""
    rows = {f"R{row}": f"010{row} {card}" for row, card in enumerate(CARDS, start=1)}
    at, heard = position(system, {"columns": "6", "rows": "3", "place": rows, "charts": charts, **second}), []
    for id_ in rows:
        for order in ORDERS:
            for path in PATHS:
                try:
                    words = path.replace("{}", f"0{id_[1]}").split()
                    check_path(at.scenario, at.state.units[id_], order, tuple(words))
                    heard.append("")
                except Refused as refused:
                    heard.append(f"{refused.rule} {refused.reason} {refused.facts}")
    return heard


def ground(system: str, way: Entry, chart: Any) -> object:
    """terrain_move.TERRAIN: who may pass it, how, who sees past it and may hide in it; the same in a battle
    whose own charts let cavalry in."""
    terrain = way[1]
    place = {f"R{n}": f"{n}05 {card}".rjust(len(card) + 5, "0") for n, card in enumerate(CARDS, start=4)}
    at = position(system, {"place": place, "terrain": {terrain: "0405 0505 0605"}})
    hidden = [terrain_allows_ambush(at.scenario, unit) for unit in at.state.units.values()]
    beside = {"terrain": {terrain: "0201 0202 0203"}}
    opened = {"terrain_move": {terrain: {"cavalry": "yes"}}}
    sight = visible(at.scenario, "0305", "0505")
    return hidden, sight, _legal(system, beside, {}), _legal(system, beside, opened)


def slope(system: str, way: Entry, chart: Any) -> object:
    """slopes.LEVELS: who may climb so many levels, how; the same in a battle whose own charts let infantry
    climb them."""
    climb, script = way[1], {"place": {"R1": "0405 ashigaru_yari"}}
    at = position(system, script if climb == "0" else {**script, "levels": {climb: "0505"}})
    zones = at.system.display.zones(at.scenario, at.state)
    hill = {"levels": {climb: "0201-0603"} if climb != "0" else {}}
    opened = {"slopes": {climb: {"infantry_march": "yes"}}}
    return zones, _legal(system, hill, {}), _legal(system, hill, opened)


ART_OF_TACTIC: Probes = (("terrain_move.*", ground), ("slopes.*", slope), *OF_SCRIPTS)
