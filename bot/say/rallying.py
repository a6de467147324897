"""Who rallies, by which condition, and how much: before the phase is carried out."""

from __future__ import annotations

from bot.say.names import Names
from bot.say.rows import apart
from engine.commands import Rally
from engine.events import Noted
from engine.ledger import ForcedDice
from engine.referee import play


def rally_text(names: Names, side: str) -> str:
    """What carrying the rally phase out would do: the referee is asked, nothing changes."""
    table, words = names.table, names.words
    events = play(table.system, table.scenario, table.state, side, Rally(), ForcedDice(()))
    gains = [
        words(
            "panel.gain",
            unit=names.bold(str(e.facts["unit"])),
            points=e.facts["points"],
            conditions=words(f"condition.{e.facts['conditions']}"),
        )
        for e in events
        if isinstance(e, Noted) and e.kind == "rally"
    ]
    return words("panel.can_rally", units=apart(words, gains)) if gains else words("panel.nobody_rallies")
