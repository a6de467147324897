"""Many things in a row, in little room."""

from __future__ import annotations

from collections.abc import Sequence

from bot.say.names import Names


def row(names: Names, parts: Sequence[str], longest: int) -> str:
    """The parts in a row; those that do not fit are counted."""
    kept: list[str] = []
    for part in parts:
        if len("; ".join([*kept, part])) > longest:
            return "; ".join([*kept, names.words("alt.more", n=len(parts) - len(kept))])
        kept.append(part)
    return "; ".join(kept)
