"""The question about a big fight, its result, and the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from bot.features.predictions.big_fights import OUTCOMES, Fight
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names, plain
from bot.ui.page import Button, Embed, Page, button_id

MOST_ROWS = 5
FEWEST = 3
"""Finished predictions needed to be on the list."""
MOST_LISTED = 10
MOST_NAMED = 8


class Record(Protocol):
    """A player's record of predictions."""

    @property
    def user(self) -> int:
        """Who."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def settled(self) -> int:
        """Fights that are over."""

    @property
    def right(self) -> int:
        """How many of them they saw."""

    @property
    def open(self) -> int:
        """Fights that are not over."""


def with_question(names: Names, fight: Fight, page: Page) -> Page:
    """A report with the question for spectators, just above its buttons, if there is room for them."""
    if len(page.rows) >= MOST_ROWS:
        return page
    question = names.words("predictions.question", unit=names.typed(fight.unit), hex=fight.hex)
    game_id, stamp = names.game.record.id, names.game.stamp
    presses = tuple(
        Button(label=names.words(names.own("button", f"guess_{o}")), id=button_id(game_id, stamp, "guess", o))
        for o in OUTCOMES
    )
    return replace(page, embeds=(*page.embeds, Embed(text=question)), rows=(*page.rows, presses))


def ended(names: Names, fight: Fight, outcome: str, right: Sequence[str], predictors: int) -> str:
    """How a fight ended, and which spectators saw it."""
    words = names.words
    facts = {"unit": names.typed(fight.unit), "hex": fight.hex, "n": len(right), "of": predictors}
    text = words(f"predictions.ended_{outcome}", **facts)
    if not right:
        return f"{text} {words('predictions.nobody', **facts)}"
    more = len(right) - MOST_NAMED
    listed = [*right[:MOST_NAMED], *([f"+{more}"] if more > 0 else [])]
    return f"{text} {words('predictions.seen', names=words.join_list(listed), **facts)}"


def noted(names: Names, fight: Fight, guess: str) -> Page:
    """A prediction taken."""
    text = names.words(
        names.own("predictions", f"noted_{guess}"), unit=names.typed(fight.unit), hex=fight.hex
    )
    return Page(text=f"{text} {names.words('predictions.until')}")


def board(words: Catalogue, records: Sequence[Record], user: int) -> Page:
    """Who predicts best in a server, and how the asker does."""
    good = [r for r in records if r.settled >= FEWEST]
    good.sort(key=lambda r: (-r.right / r.settled, -r.right, plain(r.name).casefold(), r.user))
    lines = [
        words(
            "predictions.line",
            place=place,
            name=plain(record.name),
            right=record.right,
            n=record.settled,
            percent=round(100 * record.right / record.settled),
        )
        for place, record in enumerate(good[:MOST_LISTED], 1)
    ]
    mine = next((record for record in records if record.user == user), None)
    own = words("predictions.none_of_yours")
    if mine is not None:
        own = words("predictions.yours", right=mine.right, n=mine.settled, open=mine.open)
    text = "\n".join(lines) or words("predictions.nobody_yet", n=FEWEST)
    return Page(
        text=own,
        embeds=(
            Embed(title=words("predictions.title"), text=text, footer=words("predictions.how", n=FEWEST)),
        ),
    )
