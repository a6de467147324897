"""Which reports share one message: those of one player-turn, while nothing else is told in between.

The message grows with each phase; its picture is the newest. Which letters stand in it is known from the
message they became, so that it goes on growing after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot import calls
from bot.chapters import Chapter, ended_by
from bot.desk import Desk
from bot.page import Page
from bot.post import ALL_NOTES, LONGEST_TEXT
from bot.table import Table
from storage import Letter

REPORT = "report"
MOST_NOTES = 10
"""Embeds in a message."""


async def begun(desk: Desk, table: Table, letter: Letter) -> tuple[Letter, ...]:
    """The reports in whose message this one goes on, oldest first; none when it begins a message."""
    newest = await desk.store.letter_for(table.game.id, REPORT)
    if newest is None or newest.posted is None or newest.id >= letter.id:
        return ()
    message = newest.posted
    since = await desk.store.ask(lambda r: r.letters_since(table.game.id, message))
    told = tuple(x for x in since if x.posted == message)
    between = (x for x in since if x.posted != message and x.id < letter.id and x.channel == letter.channel)
    if any(not calls.passing(x) for x in between) or any(x.channel != letter.channel for x in told):
        return ()
    return told if await asyncio.to_thread(_same_turn, table, told, letter) else ()


async def lingering(desk: Desk, table: Table, letter: Letter) -> tuple[Letter, ...]:
    """The reports of the newest message before a letter, where it may go on saying whose move it was; none
    where the message never said so, or something told since has seen to it."""
    newest = await desk.store.letter_for(table.game.id, REPORT)
    if newest is None or newest.posted is None or newest.id >= letter.id:
        return ()
    message = newest.posted
    since = await desk.store.ask(lambda r: r.letters_since(table.game.id, message))
    told = tuple(x for x in since if x.posted == message)
    if letter.kind == calls.CALL and told[-1].body["last"] == letter.body["last"]:
        return ()  # told and called at once: the report has left that to the call
    seen_to = any(x.kind == calls.CALL and x.id > told[-1].id for x in since)
    return () if seen_to else told


def _same_turn(table: Table, told: Sequence[Letter], letter: Letter) -> bool:
    """Whether a report belongs to the player-turn of others, none of which was taken back before it. How the
    game ended is told by itself: nobody is told of an edit."""
    last = int(letter.body["last"])
    then = table.at(last)
    mine = ended_by(then, last)
    earlier = [ended_by(then, int(x.body["last"])) for x in told]
    return mine is not None and then.state.result is None and all(_goes_on(mine, c) for c in earlier)


def _goes_on(chapter: Chapter, earlier: Chapter | None) -> bool:
    return earlier is not None and chapter.goes_on(earlier)


async def waiting(table: Table, letter: Letter, others: Sequence[Letter]) -> tuple[Letter, ...]:
    """This report and those next to be told in the same message, of those that wait for the channel."""
    found = [letter]
    for other in others:
        if (other.kind, other.game) != (letter.kind, letter.game):
            break
        if not await asyncio.to_thread(_same_turn, table, found, other):
            break
        found.append(other)
    return tuple(found)


def parts_of(letters: Sequence[Letter]) -> tuple[Letter, ...]:
    """The first of some reports and those of the same entry: they were written together, so that a message
    that is posted again after a failure says the same."""
    return tuple(x for x in letters if x.body["last"] == letters[0].body["last"])


def fits(page: Page) -> bool:
    """Whether a message holds all of it."""
    size = sum(len(n.title) + len(n.text) + len(n.footer) for n in page.notes)
    return len(page.text) <= LONGEST_TEXT and size <= ALL_NOTES and len(page.notes) <= MOST_NOTES
