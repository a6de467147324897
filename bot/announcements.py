"""What is told of time in public: letters about clocks and absences, the lines other posts have of it."""

from __future__ import annotations

from dataclasses import replace

from bot import timekeeper
from bot.clock import terms
from bot.desk import Desk
from bot.page import Page
from bot.say import calls, marshal, timing
from bot.say.names import Names
from bot.table import Table
from storage import Letter

KINDS = frozenset({"clock", "reminder", "overdue", "wanted", "relieved", "vacation"})
"""The letters that are about time."""


async def page_of(desk: Desk, names: Names, table: Table, letter: Letter) -> Page | None:
    """The page of a letter about time, for everybody; None when there is nothing to say any more.

    `table` is the referee's own, of which `names` tell.
    """
    body = letter.body
    if letter.kind == "clock":
        clock = await desk.store.ask(lambda r: r.clock(table.game.id))
        if clock is None:
            return None
        if "number" in body:
            return timing.proposal(names, clock.proposed, int(body["number"]))
        return timing.changed(names, terms.stored(clock.terms))
    if letter.kind == "reminder":
        page = timing.reminder(names, await desk.times(table), body)
        return page and replace(page, rows=(calls.presses(names),))
    if letter.kind == "overdue":
        then = Names(names.words, table.at(int(body["last"])))
        return timing.overdue(then, str(body["side"]), str(body["what"]))
    if letter.kind == "wanted":
        return timing.wanted(names, str(body["side"]))
    if letter.kind == "relieved":
        return timing.relieved(names, body)
    return timing.vacation(names.words, body)


async def of_lobby(desk: Desk, names: Names) -> list[str]:
    """What a lobby says of time: what was agreed, and how far its players can be relied on."""
    game = names.table.game
    clock = await desk.store.ask(lambda r: timekeeper.terms_of(r, game.id))
    people = await desk.store.ask(lambda r: r.players(s.user for s in game.seats if s.user is not None))
    return [*([timing.agreed(names.words, clock)] if clock else []), *timing.people(names, people)]


async def about(desk: Desk, names: Names) -> list[str]:
    """What the status of a game says of time: what was agreed, and until when each side has time."""
    if names.table.game.status == "lobby":
        return await of_lobby(desk, names)
    found = await desk.times(names.table) if names.table.playing else None
    pause = await desk.paused(names.table.game.id) if names.table.playing else None
    halted = [] if pause is None else [marshal.paused(names, pause.reason, timing.stamp(pause.since, "R"))]
    return (
        halted
        if found is None
        else [*halted, timing.agreed(names.words, found.terms), *timing.lines(names, found)]
    )


async def due(desk: Desk, names: Names) -> str:
    """Until when there is time for what is to be decided now, in one short line."""
    return timing.call(names, await desk.times(names.table))
