"""Read the weather and light of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.scenario import WEATHERS, Weather
from engine.scenario_builder.mapping_reader import ANY_TURN, MappingReader

MOST_SIGHT, MOST_SLOWS = 12, 3


def weather(reader: MappingReader, turns: int, rules: Mapping[str, Any]) -> tuple[Weather, ...]:
    """What limits sight or slows moves, and when; sight alone where orders are written, with paths as long as
    the order says. Raises BadScenario."""
    effects = ("sight",) if "step_orders" in rules else ("sight", "slows")
    read: list[Weather] = []
    for page in reader.mappings("weather"):
        page.allow_only("kind", "turn", "until", "die", "lifts", *effects)
        turn = page.number("turn", 1, turns, own=ANY_TURN)
        one = Weather(
            kind=page.choice("kind", WEATHERS),
            turn=turn,
            until=page.number("until", turn, turns, default=turns, own=ANY_TURN),
            sight=page.number("sight", 1, MOST_SIGHT, default=0),
            slows=page.number("slows", 1, MOST_SLOWS, default=0) if "slows" in effects else 0,
            least=page.number("die", 2, 6, default=0),
            lifts=page.number("lifts", 2, 6, default=0),
        )
        if not one.sight and not one.slows:
            raise page.mistake(f"has no effect: say {' or '.join(effects)}", "kind")
        if one.least and turn == 1:
            raise page.mistake("a die is rolled from turn 2 on", "turn")
        if one.lifts and one.until == turns:
            raise page.mistake("lifts after the last turn", "lifts")
        if one.kind in (other.kind for other in read):
            raise page.mistake(f"there is {one.kind} already; one entry for each kind", "kind")
        read.append(one)
    return tuple(read)
