"""What is in the outbox, as pages. A letter says only what it is about; words are found when it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot import announcements
from bot.chapters import ended_by, parts
from bot.desk import Desk
from bot.page import Page
from bot.say import consent, lobby, posts
from bot.say.names import Names, plain
from bot.table import Table
from bot.words import Words, speak
from storage import Letter

LanguageIn = Callable[[int, int], str]
"""The language of a channel, given its number and its server's (0: not known)."""


async def page_of(desk: Desk, letter: Letter, tongue: LanguageIn) -> Page | None:
    """The page of a letter, for everybody in its channel; None when there is nothing to say any more."""
    table = await desk.table(letter.game) if letter.game is not None else None
    words = speak(tongue(letter.channel, table.game.guild if table is not None else 0))
    if letter.kind == "welcome":
        return posts.welcome(words)
    if letter.kind == "closed":
        return Page(text=words("lobby.closed", title=plain(str(letter.body.get("title", "")))))
    if table is None:
        return None
    if letter.kind in announcements.KINDS:
        return await announcements.page_of(desk, Names(words, table), table, letter)
    if letter.kind == "lobby":
        about = await announcements.of_lobby(desk, Names(words, table))
        return lobby.lobby(Names(words, table), letter.body.get("invited"), about)
    if letter.kind == "seated":
        return lobby.seated(Names(words, table), str(letter.body["side"]), int(letter.body["user"]))
    if letter.kind == "risen":
        return lobby.risen(Names(words, table), str(letter.body["side"]), str(letter.body["name"]))
    if letter.kind == "ready":
        return posts.ready(Names(words, table.at(int(letter.body["last"]))))
    if letter.kind == "answered":
        return posts.answered(Names(words, table.at(int(letter.body["last"]))))
    if letter.kind == "struck":
        then = table.at(int(letter.body["last"]))
        return posts.taken_back(Names(words, then), then.entries[-1].side)
    if letter.kind in consent.KINDS:
        return await asyncio.to_thread(consent.page_of, words, table, letter)
    if letter.kind == "report":
        number = int(letter.body.get("part", 0))
        due = await announcements.due(desk, Names(words, table))
        return await asyncio.to_thread(_report, words, table, int(letter.body["last"]), number, due)
    return None


def _report(words: Words, table: Table, last: int, number: int, due: str) -> Page | None:
    """A part of the report of the chapter that ended with entry `last`; `table` is the table as it is now.
    `due` says until when there is time for what is to be decided now."""
    then = table.at(last)
    chapter = ended_by(then, last)
    if chapter is None or number >= len(split := parts(then, chapter)):
        return None
    now, before, part = table.state, then.state, split[number]
    same = (now.turn, now.phase, now.player) == (before.turn, before.phase, before.player)
    current = same and (table.owing == then.owing or bool({*table.owing} & {*then.owing} and then.together))
    page = posts.report(Names(words, then.until(part.stop)), chapter, part, current=current)
    return replace(page, text=f"{page.text}\n{due}") if due and current and part.last else page
