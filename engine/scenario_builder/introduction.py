"""Read what players are told of a battle: before they choose it, and as it begins."""

from __future__ import annotations

from collections.abc import Iterable

from engine.scenario import EVEN, LEVELS, UNMEASURED, About, FirstMinute
from engine.scenario_builder.mapping_reader import MappingReader

MOST_MINUTES = 6000
LONGEST = 320
"""Characters of a sentence of the first minute."""


def about(reader: MappingReader, sides: Iterable[str]) -> About | None:
    """Level, length and balance; None where the battle does not say them."""
    if "about" not in reader:
        return None
    entry = reader.mapping("about")
    entry.allow_only("level", "minutes", "balance")
    return About(
        level=entry.choice("level", LEVELS),
        minutes=entry.number("minutes", 1, MOST_MINUTES),
        balance=entry.choice("balance", (EVEN, UNMEASURED, *sides), default=UNMEASURED),
    )


def first_minute(reader: MappingReader) -> FirstMinute | None:
    """What is at stake, and what the first question means; None where the battle does not say it."""
    if "first_minute" not in reader:
        return None
    entry = reader.mapping("first_minute")
    entry.allow_only("stake", "question")
    return FirstMinute(
        stake=entry.words("stake", most=LONGEST), question=entry.words("question", most=LONGEST)
    )
