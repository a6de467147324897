"""What is in the outbox, as pages. A letter says only what it is about; words are found when it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot import announcements, sharing, timekeeper, wagers
from bot.chapters import Chapter, Part, ended_by, parts
from bot.desk import Desk
from bot.due import called, due, stands
from bot.page import Page
from bot.say import agreed_draw, calls, consent, finding, lobby, marshal, posts, privacy
from bot.say.names import Names, plain
from bot.table import Table
from bot.words import Words, speak
from engine.commands import Expired
from storage import Letter

LanguageIn = Callable[[int, int], str]
"""The language of a channel, given its number and its server's (0: not known)."""


async def page_of(
    desk: Desk, letter: Letter, tongue: LanguageIn, earlier: Sequence[Letter] = ()
) -> Page | None:
    """The page of a letter, for everybody in its channel; None when there is nothing to say any more.

    Of a report: with those of the same player-turn that its message tells `earlier`.
    """
    table = await desk.table(letter.game) if letter.game is not None else None
    words = speak(tongue(letter.channel, table.game.guild if table is not None else 0))
    if letter.kind == "welcome":
        return posts.welcome(words)
    if letter.kind == "closed":
        return Page(text=words("lobby.closed", title=plain(str(letter.body.get("title", "")))))
    if letter.kind == "removed":
        return marshal.removed(words, letter)
    if table is None:
        return None
    if letter.kind in announcements.KINDS:
        return await announcements.page_of(desk, Names(words, table), table, letter)
    if letter.kind == "lobby":
        if table.game.status != "lobby":
            return None  # its message is the board of the game now
        about = await announcements.of_lobby(desk, Names(words, table))
        door = await desk.store.ask(lambda r: r.door(table.game.id))
        return lobby.lobby(Names(words, table), invited(letter), about, door)
    if letter.kind == "invitation":
        return await _invitation(desk, Names(words, table), letter)
    if letter.kind == "seated":
        return lobby.seated(Names(words, table), str(letter.body["side"]), int(letter.body["user"]))
    if letter.kind == "gone":
        return privacy.gone(Names(words, table), letter.body)
    if letter.kind == "risen":
        return lobby.risen(Names(words, table), str(letter.body["side"]), str(letter.body["name"]))
    if letter.kind == "call":
        return await _call(desk, Names(words, table), table, letter)
    if letter.kind == "ready":
        then = table.at(int(letter.body["last"]))
        return posts.expired(Names(words, then)) if isinstance(then.entries[-1].command, Expired) else None
    if letter.kind == "struck":
        then = table.at(int(letter.body["last"]))
        return posts.taken_back(Names(words, then), then.entries[-1].side)
    if letter.kind == sharing.KIND:
        return await sharing.page_of(desk, words, letter)
    if letter.kind in marshal.KINDS:
        return await asyncio.to_thread(marshal.post, words, table, letter)
    if letter.kind in consent.KINDS:
        return await asyncio.to_thread(consent.page_of, words, table, letter)
    if letter.kind in agreed_draw.KINDS:
        return agreed_draw.page_of(words, table, letter)
    if letter.kind == "report":
        until = await announcements.due(desk, Names(words, table))
        page = await asyncio.to_thread(_report, words, table, letter, earlier, until)
        told = [x for x in (*earlier, letter) if page is not None and not x.body.get("part")]
        fought = [line for x in told for line in await wagers.settled(desk, words, table, x)]
        return replace(page, text="\n".join([page.text, *fought]).strip()) if page and fought else page
    return None


def invited(letter: Letter) -> tuple[int, ...]:
    """The users whom the post of a lobby calls."""
    found = letter.body.get("invited") or ()
    return (found,) if isinstance(found, int) else tuple(found)


async def _invitation(desk: Desk, names: Names, letter: Letter) -> Page | None:
    """The call of somebody to an open game."""
    game, body = names.table.game.id, letter.body
    door = await desk.store.ask(lambda r: r.door(game))
    clock = await desk.store.ask(lambda r: timekeeper.terms_of(r, game))
    return finding.invitation(names, door, clock, int(body["user"]), str(body["side"]), int(body["by"]))


def _report(words: Words, table: Table, letter: Letter, earlier: Sequence[Letter], until: str) -> Page | None:
    """A report, below those its message tells already; `table` is the table as it is now. `until` says until
    when there is time for what is to be decided now."""
    told = posts.NOTHING
    for before in earlier:
        if (found := _part(words, table, before)) is not None:
            names, chapter, part, called = found
            told = told.then(posts.tell(names, chapter, part, called=called))
    if (found := _part(words, table, letter)) is None:
        return None
    names, chapter, part, called = found
    then = table.at(chapter.last)
    now, before_now = table.state, then.state
    same = (now.turn, now.phase, now.player) == (before_now.turn, before_now.phase, before_now.player)
    current = same and (table.owing == then.owing or bool({*table.owing} & {*then.owing} and then.together))
    calling = current and called
    page = posts.report(names, chapter, part, current=current, called=calling, earlier=told)
    if page is not None and current and part.last:
        page = wagers.asked(names, then, page)
    if page is None or not until or calling or not current or not part.last:
        return page
    return replace(page, text=f"{page.text}\n{until}")


def _part(words: Words, table: Table, letter: Letter) -> tuple[Names, Chapter, Part, bool] | None:
    """What a report is about, and whether a call goes out besides; `names` are those of the table then."""
    last, number = int(letter.body["last"]), int(letter.body.get("part", 0))
    then = table.at(last)
    chapter = ended_by(then, last)
    if chapter is None or number >= len(split := parts(then, chapter)):
        return None
    part = split[number]
    called = part.last and bool(due(table.at(last - 1) if last > 1 else None, then))
    return Names(words, then.until(part.stop)), chapter, part, called


async def _call(desk: Desk, names: Names, table: Table, letter: Letter) -> Page | None:
    """The call to a side; None when it has acted meanwhile."""
    side, last = str(letter.body["side"]), int(letter.body["last"])
    paused = await desk.store.ask(lambda r: r.pause(table.game.id)) is not None
    if paused or not stands(table, side, last):
        return None
    return calls.call(names, side, called(table, side, last), await desk.times(table))
