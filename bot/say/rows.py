"""Many things in a row, in little room."""

from __future__ import annotations

from collections.abc import Sequence

from bot.say.names import Names
from bot.words import Words


def apart(words: Words, parts: Sequence[str]) -> str:
    """The parts in a row, with that language's semicolon between them."""
    return words("alt.apart").join(parts)


def row(names: Names, parts: Sequence[str], longest: int) -> str:
    """The parts in a row; those that do not fit are counted."""
    kept: list[str] = []
    for part in parts:
        if len(apart(names.words, [*kept, part])) > longest:
            return apart(names.words, [*kept, names.words("alt.more", n=len(parts) - len(kept))])
        kept.append(part)
    return apart(names.words, kept)
