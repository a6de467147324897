"""A suggested order on a private page: what it is, its chances, what it gains, what it exposes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from bot.core.order_rules import forecast
from bot.core.order_rules.forecast import Fight
from bot.features.advice.order_on_map import around, path_of, with_arrow
from bot.features.advice.order_words import order_in_words
from bot.features.game_view import odds_page
from bot.i18n.names import Names, percent
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.ui.page import Button, Embed, Page, Picture, button_id
from bot.ui.plain_text import unmarked
from engine.commands import Attack, Bombard, Charge, Command, Move, Volley
from engine.errors import Refused
from engine.view.overlays import OverlayRequest
from opponent.advice.alternatives import Outcome, unit_of
from opponent.advice.suggestions import Advice

LITTLE = 0.05
"""Points or units below which nothing is said of them."""
MOST_NAMED = 4
"""Units that are named one by one."""
AROUND = 2
"""Hexes around the order that the picture shows."""
HOLLOW = ("may_charge", "proposal")
"""The keys of hollow arrows in a legend."""


def seal(command: Command) -> str:
    """A short name of a command, so that a button gives the very order beside it."""
    return hashlib.sha256(repr(command).encode()).hexdigest()[:12]


def suggestion(names: Names, side: str, advice: Advice, number: int) -> Page:
    """One suggestion, with a button that gives the order and one that asks for the next."""
    outcome, words = advice.suggestions[number], names.words
    game = names.game
    text = "\n".join(_reasons(names, side, advice, outcome))
    title = words("advice.title", n=number + 1, most=len(advice.suggestions))
    note = Embed(title=title, text=f"{order_in_words(names, outcome.command)}\n{text}")
    press = button_id(game.record.id, game.stamp, "advdo", number, seal(outcome.command))
    buttons = [Button(label=words("button.advice_do"), id=press, style="primary")]
    if len(advice.suggestions) > 1:
        following = (number + 1) % len(advice.suggestions)
        id_ = button_id(game.record.id, game.stamp, "advise", following)
        buttons.append(Button(label=words("button.advice_other"), id=id_))
    return Page(
        embeds=(note, *_chances(names, side, outcome.command)),
        picture=_picture(names, side, outcome.command),
        rows=(tuple(buttons),),
        foot=words("advice.foot"),
    )


def _reasons(names: Names, side: str, advice: Advice, outcome: Outcome) -> Iterator[str]:
    words = names.words
    if not outcome.samples:
        yield words("advice.thumb")
        return
    yield words("advice.value", share=percent(outcome.value))
    instead = advice.instead
    if instead is not None and instead.command != outcome.command:
        yield words("advice.instead", share=percent(instead.value))
    yield from _gains(names, outcome)
    yield from _exposes(names, side, outcome)


def _gains(names: Names, outcome: Outcome) -> Iterator[str]:
    """What it gains in the playouts."""
    words, parts = names.words, []
    if abs(outcome.points) >= LITTLE:
        key = "advice.points_up" if outcome.points > 0 else "advice.points_down"
        parts.append(words(key, n=words.number(abs(outcome.points), 1)))
    if outcome.enemy_lost >= LITTLE:
        parts.append(words("advice.enemy_lost", n=words.number(outcome.enemy_lost, 1)))
    what = words.join_list(parts) if parts else words("advice.nothing_at_once")
    yield words("advice.gains", what=what, n=outcome.samples)


def _exposes(names: Names, side: str, outcome: Outcome) -> Iterator[str]:
    """What it exposes: losses in the playouts, enemies beside where the unit would stand."""
    words, parts, unit = names.words, [], unit_of(outcome.command)
    if outcome.own_lost >= LITTLE:
        parts.append(words("advice.own_lost", n=words.number(outcome.own_lost, 1)))
    if outcome.unit_lost > 0 and unit in names.game.state.units:
        share = percent(outcome.unit_lost)
        parts.append(words("advice.unit_lost", unit=names.unit(unit), share=share))
    if isinstance(outcome.command, Move) and (near := _beside(names, side, outcome.command.path[-1])):
        parts.append(words("advice.beside", units=names.units(near[:MOST_NAMED])))
    what = words.join_list(parts) if parts else words("advice.nothing_exposed")
    yield words("advice.exposes", what=what)


def _beside(names: Names, side: str, hex_: str) -> list[str]:
    """The enemies next to a hex."""
    around = set(names.game.scenario.grid.neighbours(hex_).values())
    units = names.game.state.units_on_map()
    return sorted(unit.id for unit in units if unit.side != side and unit.place in around)


def _chances(names: Names, side: str, command: Command) -> tuple[Embed, ...]:
    """The exact chances of a fight."""
    if not isinstance(command, Attack | Bombard | Charge | Volley):
        return ()
    fight: Fight = command
    try:
        return odds_page.page(names, [forecast.forecast(names.game, side, fight)]).embeds
    except Refused:
        return ()


def _picture(names: Names, side: str, command: Command) -> Picture:
    """The hexes around the order, a hollow arrow for where it leads; the map where it leads nowhere."""
    state = names.game.state
    path = path_of(names, side, state, command)
    view = view_of(names, side, (), OverlayRequest())
    if path:
        view = replace(view, clashes=(), proposed_moves=(), trails=())
        view = with_arrow(view, side, state, command, path, hollow=True)
    shown = picture_of(names, view, around(view, state, command, path, AROUND))
    legend = dict(shown.caption.legend) | dict.fromkeys(HOLLOW, names.words("advice.legend"))
    told = unmarked(order_in_words(names, command))
    return replace(
        shown, caption=replace(shown.caption, legend=legend), alt=f"{told}. {shown.alt}"[:LONGEST_ALT]
    )
