"""An agreed draw or pause in words: the offer, the answer."""

from __future__ import annotations

from bot.core.game import Game
from bot.features.agreements import page as agreements_page
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.page import Button, Page, button_id
from storage import OutboxMessage

KINDS = frozenset({"draw_asked", "draw_refused"})
"""The posts about a draw; what was agreed is told by the report of the end."""


def page_of(words: Catalogue, game: Game, post: OutboxMessage, topic: str) -> Page | None:
    """The page of such a post, for everybody; None when there is nothing to say any more."""
    names, side, user = Names(words, game), str(post.body["side"]), int(post.body["user"])
    if post.kind == f"{topic}_refused":
        return Page(text=words(f"{topic}.told_refused", player=names.person(user)))
    facts = {"player": names.person(user), "side": names.side(side)}
    return agreements_page.question(names, game, topic, side, int(post.body["stamp"]), facts)


def sure(names: Names, side: str, stamp: int) -> Page:
    """Ask a player of both sides to confirm the end of the game."""
    id_ = button_id(names.game.record.id, stamp, "drawsure", side)
    again = Button(label=names.words("button.drawsure"), id=id_, style="danger")
    return Page(text=names.words("draw.sure"), rows=((again,),))
