"""Turn pings: short posts that mention the players who must act, deleted once they have."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.game_clock import GameClock
from bot.features.time_control import page as time_control_page
from bot.i18n.names import Names
from bot.ui.page import Button, Page, button_id


def call(names: Names, side: str, users: Iterable[int], clock: GameClock | None) -> Page:
    """The call to the people on a side; `clock` says until when they have time."""
    state, words, people = names.game.state, names.words, tuple(users)
    kind = "question" if state.questions else "together" if len(names.game.owing) > 1 else "move"
    facts = {"sign": names.sign(side), "side": names.side(side), "phase": names.headed(state.phase)}
    ping = words.join_list([f"<@{user}>" for user in people])
    text = words(f"call.{kind}", ping=ping, turn=state.turn, **facts)
    return Page(text=text + until(names, side, clock), rows=(presses(names),), pings=people)


def last_to_lock(names: Names, side: str, users: Iterable[int], clock: GameClock | None) -> Page:
    """The notice to the people on the only side that has not locked its orders."""
    words, state, people = names.words, names.game.state, tuple(users)
    ping = words.join_list([f"<@{user}>" for user in people])
    facts = {"sign": names.sign(side), "side": names.side(side), "phase": names.headed(state.phase)}
    text = words("call.last_to_lock", ping=ping, turn=state.turn, **facts)
    return Page(text=text + until(names, side, clock), rows=(presses(names),), pings=people)


def comes_next(names: Names, side: str, user: int) -> Page:
    """The notice to a player that the side before theirs has begun its turn."""
    playing = names.game.state.player
    facts = {"sign": names.sign(side), "side": names.side(side), "other": names.side(playing)}
    return Page(text=names.words("call.next", ping=f"<@{user}>", **facts), pings=(user,))


def daily(names: Names, side: str, user: int) -> Page:
    """The daily reminder of a player whose game has no clock, with a button that ends these reminders."""
    words = names.words
    facts = {"sign": names.sign(side), "side": names.side(side), "turn": names.game.state.turn}
    text = words("call.daily", ping=f"<@{user}>", phase=names.headed(names.game.state.phase), **facts)
    id_ = button_id(names.game.record.id, 0, "nodaily", user)
    off = Button(label=words("button.nodaily"), id=id_)
    return Page(text=text, rows=((*presses(names), off),), pings=(user,))


def until(names: Names, side: str, clock: GameClock | None) -> str:
    """The deadline of a side, to append to a line; "" without a clock."""
    at = None if clock is None else clock.deadline(side)
    if at is None:
        return ""
    return names.words("call.until", at=time_control_page.stamp(at), within=time_control_page.stamp(at, "R"))


def within(names: Names, side: str, clock: GameClock | None) -> str:
    """The same, shorter: how long it is until then."""
    at = None if clock is None else clock.deadline(side)
    return "" if at is None else names.words("call.within", within=time_control_page.stamp(at, "R"))


def presses(names: Names) -> tuple[Button, ...]:
    """The buttons of a post that stands while the game goes on: they fit any state of it."""
    game_id, words = names.game.record.id, names.words
    orders = Button(label=words("button.orders"), id=button_id(game_id, 0, "panel"), style="primary")
    return (orders, Button(label=words("button.map"), id=button_id(game_id, 0, "map")))
