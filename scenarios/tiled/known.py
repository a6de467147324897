"""What the map of a battle may hold, by its rulebook and its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.scenario import SITES, Scenario
from engine.scenario_builder.build import terrains
from scenarios.tiled.document import tile_words
from scenarios.tiled.facts import facts_of, line_layers
from scenarios.tiled.reader import Known


def lands(battle: Scenario) -> tuple[str, ...]:
    """The terrains of the rulebook as this battle plays it."""
    return terrains(battle.charts, battle.options)


def known_of(battle: Scenario, printed: Mapping[str, Any]) -> Known:
    """What may be painted on the map of a battle."""
    words = tile_words(lands(battle))
    facts = facts_of(battle, printed)
    zones = (*battle.side_ids, *battle.charts.get("other_zones", ()))
    stacking = frozenset(battle.charts.get("stacking", ()))
    exits = {*facts.areas["exits"], *(battle.side_ids if "exits" in battle.charts else ())}
    return Known(
        tiles={
            "terrain": frozenset(lands(battle)),
            "levels": frozenset(word for word in words if word.startswith("level ")),
            "hills": frozenset(word for word in words if word.startswith("rises ")),
            "sites": frozenset(SITES),
            "springs": frozenset({"spring"}),
        },
        lines=line_layers(battle.charts),
        of_hexes=frozenset(battle.charts.get("linear", ())),
        areas={
            "objectives": frozenset(facts.areas["objectives"]),
            "zones": frozenset(map(str, zones)),
            "reinforcements": frozenset(facts.areas["reinforcements"]),
            "conditions": frozenset(facts.areas["conditions"]),
            "exits": frozenset(exits),
        },
        units=frozenset(battle.counters),
        stacking=frozenset(u.id for u in battle.counters.values() if u.kind in stacking),
    )
