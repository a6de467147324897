"""Read what players are told of a battle: before they choose it, and as it begins."""

from __future__ import annotations

from collections.abc import Iterable

from engine.scenario import EVEN, LEVELS, UNMEASURED, About, Background, FirstMinute, Measured
from engine.scenario_builder.battle_facts.handicap import given_in
from engine.scenario_builder.mapping_reader import MappingReader

MOST_MINUTES = 6000
PLAYED_BY = ("rules", "easy", "normal", "hard")
"""Rules of thumb alone, or a level of the computer player."""
MOST_GAMES = 100_000
LONGEST = 320
"""Characters of a sentence of the first minute."""
LONGEST_STORY = 1200
"""Characters of what happened, and of how it was made into a battle."""
LONGEST_SOURCE = 160


def about(reader: MappingReader, sides: Iterable[str]) -> About | None:
    """Level, length and balance; None where the battle does not say them."""
    if "about" not in reader:
        return None
    entry = reader.mapping("about")
    entry.allow_only("level", "minutes", "balance", "measured")
    return About(
        level=entry.choice("level", LEVELS),
        minutes=entry.number("minutes", 1, MOST_MINUTES, default=0),
        balance=entry.choice("balance", (EVEN, UNMEASURED, *sides), default=UNMEASURED),
        measured=_measured(entry, tuple(sides)),
    )


def _measured(reader: MappingReader, sides: tuple[str, ...]) -> Measured | None:
    """The games that the computer player played against itself; None where they were not counted."""
    if "measured" not in reader:
        return None
    entry = reader.mapping("measured")
    entry.allow_only("by", "won", "drawn", "gives", "points", "draw")
    won = entry.mapping("won")
    won.allow_only(*sides)
    measured = Measured(
        by=entry.choice("by", PLAYED_BY),
        won={side: won.number(side, 0, MOST_GAMES) for side in sides},
        drawn=entry.number("drawn", 0, MOST_GAMES, default=0),
        handicap=given_in(entry, sides) if "gives" in entry else None,
    )
    if not measured.games:
        raise entry.mistake("counts no game", "won")
    return measured


def first_minute(reader: MappingReader) -> FirstMinute | None:
    """What is at stake, and what the first question means; None where the battle does not say it."""
    if "first_minute" not in reader:
        return None
    entry = reader.mapping("first_minute")
    entry.allow_only("stake", "question")
    return FirstMinute(
        stake=entry.words("stake", most=LONGEST), question=entry.words("question", most=LONGEST)
    )


def background(reader: MappingReader) -> Background | None:
    """The battle as it was, its conversion and sources; None for one that never was."""
    if "background" not in reader:
        return None
    entry = reader.mapping("background")
    entry.allow_only("history", "design", "sources")
    sources = entry.texts("sources")
    for number, source in enumerate(sources, 1):
        if len(source) > LONGEST_SOURCE:
            raise entry.mistake(
                f"source {number} has {len(source)} characters; the limit is {LONGEST_SOURCE}", "sources"
            )
    return Background(
        history=entry.words("history", most=LONGEST_STORY),
        design=entry.words("design", most=LONGEST_STORY),
        sources=tuple(map(str, sources)),
    )
