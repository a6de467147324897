"""Pages of requests that need the other side's consent, and of undone orders."""

from __future__ import annotations

from bot.core.game import Game
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names
from bot.reports.event_lines import cut, lines
from bot.ui.menus import button
from bot.ui.page import Button, Page, button_id
from engine.commands import Done, Expired, Seal
from storage import Entry, OutboxMessage, departed

KINDS = frozenset({"undo_asked", "undo_refused", "undo_agreed"})
"""The posts about an undo that is not free."""
LONGEST_TOLD = 600
"""Characters of what is told again of an order."""


def page_of(words: Catalogue, game: Game, post: OutboxMessage) -> Page | None:
    """The page of such a post, for everybody; None when there is nothing to say any more.

    `game` is the referee's own.
    """
    body, side = post.body, str(post.body.get("side", ""))
    if post.kind == "undo_asked":
        return _undo_question(words, game, side, int(body["stamp"]), int(body["target"]), int(body["user"]))
    if post.kind == "undo_refused":
        names = Names(words, game)
        facts = {"side": names.side(side), "player": names.person(int(body["user"]))}
        return Page(text=words("undo.told_refused", **facts))
    return _undone(words, game.at(int(body["last"])), int(body["seq"]), str(body["how"]), int(body["user"]))


def outcome(language: str, topic: str, key: str) -> Page:
    """What became of a request, for the one who asked or answered."""
    return Page(text=catalogue_for(language)(f"{topic}.{key}"))


def question(
    names: Names, game: Game, topic: str, side: str, stamp: int, facts: dict[str, str], *more: str
) -> Page | None:
    """The question to those who play against a side; None when more has happened since. `game` is the
    referee's own."""
    if stamp != len(game.known_to("")) or not game.playing:
        return None
    words, record = names.words, game.record
    users = [s.user for s in record.seats if s.user is not None and s.user not in _people(game, side)]
    pings = tuple(user for user in dict.fromkeys(users) if not departed(user))
    yes, no = (
        Button(label=words(f"button.{verb}"), id=button_id(record.id, stamp, verb, side), style=style)
        for verb, style in ((f"{topic}yes", "success"), (f"{topic}no", "danger"))
    )
    text = [words(f"{topic}.ask", ping="".join(f"<@{user}>, " for user in pings), **facts), *more]
    return Page(text="\n".join(text), rows=((yes, no),), pings=pings)


def done(names: Names, key: str, user: int) -> Page:
    """That something was taken back, with a way on for a user who decides now."""
    game = names.game
    decides = any(user in _people(game, side) for side in game.owing)
    orders = (button(names, "panel", "button.orders", "primary"),) if decides else ()
    return Page(text=names.words(f"undo.{key}"), rows=((*orders, button(names, "map", "button.map")),))


def _undo_question(
    words: Catalogue, game: Game, side: str, stamp: int, target: int, user: int
) -> Page | None:
    """The question whether an order may be taken back; None when more has happened since."""
    if stamp != len(game.known_to("")):
        return None
    names = Names(words, game)
    facts = {"player": names.person(user), "side": names.side(side), "what": _what(words, game, target)}
    more = (*_quoted(words, game, target), *_since(words, game, target), words("undo.known"))
    return question(names, game, "undo", side, stamp, facts, *more)


def _undone(words: Catalogue, then: Game, target: int, how: str, user: int) -> Page:
    """What was taken back, and who decides now. `then` is the table just after it."""
    names, undo = Names(words, then), then.entries[-1]
    before = then.at(undo.seq - 1)
    facts = {"side": names.side(undo.side), "player": names.person(user)}
    text = [
        words(f"undo.undone_{how}", what=_what(words, before, target), **facts),
        *_quoted(words, before, target, "~~"),
        *_since(words, before, target),
        words("undo.known"),
    ]
    if then.owing:
        facts = {"sides": names.played(then.owing), "phase": names.phase(then.state.phase)}
        text.append(words("undo.now", turn=then.state.turn, **facts))
    return Page(text="\n".join(text))


def _people(game: Game, side: str) -> frozenset[int]:
    return frozenset(s.user for s in game.seats(side) if s.user is not None)


def _entry(game: Game, seq: int) -> Entry:
    return next(e for e in game.entries if e.seq == seq)


def _what(words: Catalogue, game: Game, seq: int) -> str:
    """What kind of order it was. Its words stand below, as everybody was told them."""
    command = _entry(game, seq).command
    if isinstance(command, Done):
        names = Names(words, game.at(seq - 1))
        return words("undo.what_done", phase=names.phase(names.game.state.phase))
    if isinstance(command, Seal):
        return words("undo.what_sealed")
    return words("undo.what_expired" if isinstance(command, Expired) else "undo.what_order")


def _quoted(words: Catalogue, game: Game, seq: int, mark: str = "") -> list[str]:
    """What everybody was told of an order; nothing of what merely follows from the end of a phase."""
    entry = _entry(game, seq)
    if isinstance(entry.command, (Done, Seal, Expired)):
        return []
    names = Names(words, game.at(seq))
    texts = [
        line for text in lines(names, [e for e in entry.events if not e.only]) for line in text.split("\n")
    ]
    text = cut(names, texts, LONGEST_TOLD)
    return [f"> {mark}{line}{mark}" for line in text.split("\n") if line]


def _since(words: Catalogue, game: Game, seq: int) -> list[str]:
    """How many orders that everybody knows of were given after it."""
    public = {e.seq for e in game.known_to("")}
    n = sum(e.seq > seq and e.kind == "order" and e.seq in public for e in game.active_entries)
    return [words("undo.since", n=n)] if n else []
