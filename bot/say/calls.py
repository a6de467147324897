"""Calls: short posts that mention whoever must act, taken away once he has."""

from __future__ import annotations

from collections.abc import Iterable

from bot.page import Page, Press, press_id
from bot.say import timing
from bot.say.names import Names
from bot.timekeeper import Times


def call(names: Names, side: str, users: Iterable[int], found: Times | None) -> Page:
    """The call to the people on a side; `found` says until when they have time."""
    state, words, people = names.table.state, names.words, tuple(users)
    kind = "question" if state.questions else "together" if len(names.table.owing) > 1 else "move"
    facts = {"sign": names.sign(side), "side": names.side(side), "phase": names.headed(state.phase)}
    ping = words.several([f"<@{user}>" for user in people])
    told = words(f"call.{kind}", ping=ping, turn=state.turn, **facts)
    return Page(text=told + until(names, side, found), rows=(presses(names),), pings=people)


def until(names: Names, side: str, found: Times | None) -> str:
    """Until when a side has time, to go on a line; "" where nobody hurries."""
    at = None if found is None else found.deadline(side)
    if at is None:
        return ""
    return names.words("call.until", at=timing.stamp(at), within=timing.stamp(at, "R"))


def within(names: Names, side: str, found: Times | None) -> str:
    """The same, shorter: how long it is until then."""
    at = None if found is None else found.deadline(side)
    return "" if at is None else names.words("call.within", within=timing.stamp(at, "R"))


def presses(names: Names) -> tuple[Press, ...]:
    """The buttons of a post that stands while the game goes on: they fit any state of it."""
    game, words = names.table.game.id, names.words
    orders = Press(label=words("button.orders"), id=press_id(game, 0, "panel"), style="primary")
    return (orders, Press(label=words("button.map"), id=press_id(game, 0, "map")))
