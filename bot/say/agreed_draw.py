"""An agreed draw in words: the offer, the answer."""

from __future__ import annotations

from bot.page import Page, Press, press_id
from bot.say import consent
from bot.say.names import Names
from bot.table import Table
from bot.words import Words
from storage import Letter

KINDS = frozenset({"draw_asked", "draw_refused"})
"""The letters about a draw; what was agreed is told by the report of the end."""


def page_of(words: Words, table: Table, letter: Letter) -> Page | None:
    """The page of such a letter, for everybody; None when there is nothing to say any more."""
    names, side, user = Names(words, table), str(letter.body["side"]), int(letter.body["user"])
    if letter.kind == "draw_refused":
        return Page(text=words("draw.told_refused", player=names.person(user)))
    facts = {"player": names.person(user), "side": names.side(side)}
    return consent.question(names, table, "draw", side, int(letter.body["stamp"]), facts)


def sure(names: Names, side: str, stamp: int) -> Page:
    """Ask once more before somebody who plays both sides ends his game."""
    id_ = press_id(names.table.game.id, stamp, "drawsure", side)
    again = Press(label=names.words("button.drawsure"), id=id_, style="danger")
    return Page(text=names.words("draw.sure"), rows=((again,),))
