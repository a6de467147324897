"""How a game ended, in a few words."""

from __future__ import annotations

from bot.say.names import Names


def outcome(names: Names) -> str:
    """How the game ended, in a few words; "" before its end."""
    result = names.table.state.result
    if result is None:
        return ""
    if not result.winner:
        return names.words("over.drawn")
    level = names.words.get(f"level.{result.level}", result.level)
    return names.words("over.won", sign="", side=names.side(result.winner), level=level).strip()
