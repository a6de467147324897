"""What takes the other side's consent, in words; and what was taken back by it."""

from __future__ import annotations

from bot.page import Page, Press, press_id
from bot.say.names import Names
from bot.say.report import cut, lines
from bot.say.status import press
from bot.table import Table
from bot.words import Words, speak
from engine.commands import Done, Expired, Seal
from storage import Entry, Letter, departed

KINDS = frozenset({"undo_asked", "undo_refused", "undo_agreed"})
"""The letters about an undo that is not free."""
LONGEST_TOLD = 600
"""Characters of what is told again of an order."""


def page_of(words: Words, table: Table, letter: Letter) -> Page | None:
    """The page of such a letter, for everybody; None when there is nothing to say any more.

    `table` is the referee's own.
    """
    body, side = letter.body, str(letter.body.get("side", ""))
    if letter.kind == "undo_asked":
        return _asked(words, table, side, int(body["stamp"]), int(body["target"]), int(body["user"]))
    if letter.kind == "undo_refused":
        names = Names(words, table)
        facts = {"side": names.side(side), "player": names.person(int(body["user"]))}
        return Page(text=words("undo.told_refused", **facts))
    return _undone(words, table.at(int(body["last"])), int(body["seq"]), str(body["how"]), int(body["user"]))


def said(language: str, topic: str, key: str) -> Page:
    """What became of a request, for the one who asked or answered."""
    return Page(text=speak(language)(f"{topic}.{key}"))


def question(
    names: Names, table: Table, topic: str, side: str, stamp: int, facts: dict[str, str], *more: str
) -> Page | None:
    """The question to those who play against a side; None when more has happened since. `table` is the
    referee's own."""
    if stamp != len(table.known_to("")) or not table.playing:
        return None
    words, game = names.words, table.game
    asked = [s.user for s in game.seats if s.user is not None and s.user not in _people(table, side)]
    pings = tuple(user for user in dict.fromkeys(asked) if not departed(user))
    yes, no = (
        Press(label=words(f"button.{verb}"), id=press_id(game.id, stamp, verb, side), style=style)
        for verb, style in ((f"{topic}yes", "success"), (f"{topic}no", "danger"))
    )
    text = [words(f"{topic}.ask", ping="".join(f"<@{user}>, " for user in pings), **facts), *more]
    return Page(text="\n".join(text), rows=((yes, no),), pings=pings)


def done(names: Names, key: str, user: int) -> Page:
    """That something was taken back, with a way on for a user who decides now."""
    table = names.table
    decides = any(user in _people(table, side) for side in table.owing)
    orders = (press(names, "panel", "button.orders", "primary"),) if decides else ()
    return Page(text=names.words(f"undo.{key}"), rows=((*orders, press(names, "map", "button.map")),))


def _asked(words: Words, table: Table, side: str, stamp: int, target: int, user: int) -> Page | None:
    """The question whether an order may be taken back; None when more has happened since."""
    if stamp != len(table.known_to("")):
        return None
    names = Names(words, table)
    facts = {"player": names.person(user), "side": names.side(side), "what": _what(words, table, target)}
    more = (*_quoted(words, table, target), *_since(words, table, target), words("undo.known"))
    return question(names, table, "undo", side, stamp, facts, *more)


def _undone(words: Words, then: Table, target: int, how: str, user: int) -> Page:
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


def _people(table: Table, side: str) -> frozenset[int]:
    return frozenset(s.user for s in table.seats(side) if s.user is not None)


def _entry(table: Table, seq: int) -> Entry:
    return next(e for e in table.entries if e.seq == seq)


def _what(words: Words, table: Table, seq: int) -> str:
    """What kind of order it was. Its words stand below, as everybody was told them."""
    command = _entry(table, seq).command
    if isinstance(command, Done):
        names = Names(words, table.at(seq - 1))
        return words("undo.what_done", phase=names.phase(names.table.state.phase))
    if isinstance(command, Seal):
        return words("undo.what_sealed")
    return words("undo.what_expired" if isinstance(command, Expired) else "undo.what_order")


def _quoted(words: Words, table: Table, seq: int, mark: str = "") -> list[str]:
    """What everybody was told of an order; nothing of what merely follows from the end of a phase."""
    entry = _entry(table, seq)
    if isinstance(entry.command, (Done, Seal, Expired)):
        return []
    names = Names(words, table.at(seq))
    told = [
        line for text in lines(names, [e for e in entry.events if not e.only]) for line in text.split("\n")
    ]
    text = cut(names, told, LONGEST_TOLD)
    return [f"> {mark}{line}{mark}" for line in text.split("\n") if line]


def _since(words: Words, table: Table, seq: int) -> list[str]:
    """How many orders that everybody knows of were given after it."""
    public = {e.seq for e in table.known_to("")}
    n = sum(e.seq > seq and e.kind == "order" and e.seq in public for e in table.living)
    return [words("undo.since", n=n)] if n else []
