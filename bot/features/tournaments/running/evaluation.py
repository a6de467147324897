"""Why the computer player decides a game for a side, in words. Pure."""

from __future__ import annotations

from bot.i18n.names import Names
from league.model import Result
from opponent import Leads

LEAST_LEAD = 0.05
"""Logits by which a side must be ahead in something to have it told."""


def reason(names: Names, result: Result, leads: Leads) -> str:
    """The chances and what they come from, in the words of a channel; `leads` are those of the first side."""
    first, second = (names.side(side) for side in names.game.scenario.side_ids[:2])
    ahead = 1 if leads.chance >= 0.5 else -1
    parts = {"points": leads.points * ahead, "units": leads.units * ahead, "way": leads.way * ahead}
    more, less = (
        names.words.join_list([names.words(f"evaluation.{part}") for part in chosen])
        for chosen in (
            [part for part, lead in parts.items() if lead >= LEAST_LEAD],
            [part for part, lead in parts.items() if lead <= -LEAST_LEAD],
        )
    )
    key = "even" if result is Result.DRAW else "mixed" if less else "won"
    return names.words(
        f"evaluation.{key}",
        side=first if ahead > 0 else second,
        percent=round(100 * (leads.chance if ahead > 0 else 1 - leads.chance)),
        ahead=more,
        behind=less,
    )
