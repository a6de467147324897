"""Public posts about clocks and absences, and their lines in other posts."""

from __future__ import annotations

from dataclasses import replace

from bot.clock import terms
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.who_acts import still_pending
from bot.features.moderation import page as moderation_page
from bot.features.time_control import page as time_control_page
from bot.features.time_control import turn_ping_page
from bot.i18n.names import Names
from bot.ui.page import Page
from storage import OutboxMessage

KINDS = frozenset({"clock", "reminder", "daily", "overdue", "wanted", "relieved", "vacation"})
"""The posts that are about time."""


async def page_of(games: GameService, names: Names, game: Game, post: OutboxMessage) -> Page | None:
    """The page of a post about time, for everybody; None when there is nothing to say any more.

    `game` is the referee's own, of which `names` tell.
    """
    body = post.body
    if post.kind == "clock":
        clock = await games.store.clocks.of_game(game.record.id)
        if clock is None:
            return None
        if "number" in body:
            return time_control_page.proposal(names, clock.proposed, int(body["number"]))
        return time_control_page.changed(names, terms.stored(clock.terms))
    if post.kind == "reminder":
        page = time_control_page.reminder(names, await games.game_clock(game), body)
        return page and replace(page, rows=(turn_ping_page.presses(names),))
    if post.kind == "daily":
        paused = await games.paused(game.record.id) is not None
        if paused or not still_pending(game, str(body["side"]), int(body["last"])):
            return None
        return turn_ping_page.daily(names, str(body["side"]), int(body["user"]))
    if post.kind == "overdue":
        then = Names(names.words, game.at(int(body["last"])))
        return time_control_page.overdue(then, str(body["side"]), str(body["what"]))
    if post.kind == "wanted":
        return time_control_page.vacancy_post(names, str(body["side"]))
    if post.kind == "relieved":
        return time_control_page.relieved(names, body)
    return time_control_page.vacation(names.words, body)


async def of_lobby(games: GameService, names: Names) -> list[str]:
    """What a lobby says of time: what was agreed, and how far its players can be relied on."""
    record = names.game.record
    clock = await game_clock.terms_of(games.store, record.id)
    people = await games.store.players.get_many(s.user for s in record.seats if s.user is not None)
    return [
        *([time_control_page.agreed(names.words, clock)] if clock else []),
        *time_control_page.people(names, people),
    ]


async def about(games: GameService, names: Names) -> list[str]:
    """What the status of a game says of time: what was agreed, and until when each side has time."""
    if names.game.record.status == "lobby":
        return await of_lobby(games, names)
    clock = await games.game_clock(names.game) if names.game.playing else None
    pause = await games.paused(names.game.record.id) if names.game.playing else None
    halted = (
        []
        if pause is None
        else [moderation_page.paused(names, pause.reason, time_control_page.stamp(pause.since, "R"))]
    )
    return (
        halted
        if clock is None
        else [
            *halted,
            time_control_page.agreed(names.words, clock.terms),
            *time_control_page.lines(names, clock),
        ]
    )


async def due(games: GameService, names: Names) -> str:
    """Until when there is time for what is to be decided now, in one short line."""
    return time_control_page.call(names, await games.game_clock(names.game))
