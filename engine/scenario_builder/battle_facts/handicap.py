"""Read what one side gives the other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scenario import Handicap
from engine.scenario_builder.mapping_reader import MappingReader
from engine.scenario_builder.unit_cards import YES

MOST_GIVEN = 99
"""Points that a side may give."""


def handicap(reader: MappingReader, sides: Sequence[str]) -> Handicap | None:
    """Who gives how many points and whether the draw; None where nothing is given. Raises BadScenario."""
    if "handicap" not in reader:
        return None
    entry = reader.mapping("handicap")
    entry.allow_only("gives", "points", "draw")
    return given_in(entry, sides)


def given_in(entry: MappingReader, sides: Sequence[str]) -> Handicap:
    """The entries of a handicap, those of other things beside them left alone. Raises BadScenario."""
    given = Handicap(
        gives=entry.choice("gives", sides),
        points=entry.number("points", 0, MOST_GIVEN, default=0),
        draw=entry.choice("draw", YES, default="no") == "yes",
    )
    if not given.points and not given.draw:
        raise entry.mistake("gives neither points nor the draw", "points")
    return given
