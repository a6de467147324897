"""Read how a battle may end before its last turn."""

from __future__ import annotations

from engine.scenario import Ending
from engine.scenario_builder.mapping_reader import ANY_TURN, MappingReader


def ending(reader: MappingReader, turns: int) -> Ending | None:
    """From which turn on a die may end the battle; None where its length is fixed. Raises BadScenario."""
    if "ends" not in reader:
        return None
    entry = reader.mapping("ends")
    entry.allow_only("turn", "die")
    if turns < 2:
        raise reader.mistake("a battle of one turn cannot end earlier", "ends")
    return Ending(turn=entry.number("turn", 1, turns - 1, own=ANY_TURN), least=entry.number("die", 2, 6))
