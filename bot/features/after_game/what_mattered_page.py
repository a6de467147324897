"""The page of what mattered: each moment in words and on the map, what was done and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.game import Game
from bot.core.order_rules import forecast
from bot.features.advice.order_on_map import FIGHTS, around, path_of, with_arrow
from bot.features.advice.order_words import order_in_words
from bot.features.after_game.judged_orders import Moment
from bot.i18n.names import Names, percent
from bot.reports import event_lines
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.ui.page import Embed, Page, Picture
from bot.ui.plain_text import unmarked
from engine.commands import Command
from engine.errors import Refused
from engine.evolve import replay
from engine.view.overlays import OverlayRequest

AROUND = 2
"""Hexes around what happened that a picture shows."""
LITTLE = 0.05
"""Points or units below which nothing is said of them."""


def page(names: Names, moments: Sequence[Moment], looked_at: int, orders: int) -> Page:
    """The moments of a finished game in which nothing is hidden any more (`names` are those of its table)."""
    words = names.words
    head = words("mattered.title", title=names.title)
    how = words("mattered.how", n=looked_at, all=orders)
    if not moments:
        return Page(embeds=(Embed(title=head, text=words("mattered.nothing"), footer=how),))
    notes = [_note(names, number, moment) for number, moment in enumerate(moments, start=1)]
    return Page(embeds=(Embed(title=head, text=words("mattered.lead"), footer=how), *notes))


def _note(names: Names, number: int, moment: Moment) -> Embed:
    """One moment: when, what was played, what would have been better, on the map."""
    order, game = moment.order, names.game
    words = names.words
    then = Names(words, replace(game, state=order.before, entries=(), bases=(), viewer=""))
    facts = {
        "number": number,
        "turn": order.turn,
        "sign": names.sign(order.side),
        "side": names.side(order.side),
    }
    title = words("mattered.moment", phase=then.phase(order.before.phase), **facts)
    lines = list(_lines(then, game, moment))
    picture = _picture(then, number, moment, " ".join(unmarked(line) for line in lines[:2]))
    return Embed(title=title, text="\n".join(lines), tone=order.side, picture=picture)


def _lines(names: Names, game: Game, moment: Moment) -> Iterator[str]:
    words, comparison = names.words, moment.comparison
    given, better = comparison.given, comparison.others[0]
    assert given is not None
    yield words("mattered.played", order=order_in_words(names, given.command), share=percent(given.value))
    yield words("mattered.better", order=order_in_words(names, better.command), share=percent(better.value))
    if came := _came(names, game, moment):
        yield words("mattered.came", told=came)
    for outcome in (better, given):
        if chance := _chances(names, moment.order.side, outcome.command):
            yield chance
    parts = []
    if (points := better.points - given.points) >= LITTLE:
        parts.append(words("mattered.points", n=words.number(points, 1)))
    if (saved := given.own_lost - better.own_lost) >= LITTLE:
        parts.append(words("mattered.saved", n=words.number(saved, 1)))
    if (beaten := better.enemy_lost - given.enemy_lost) >= LITTLE:
        parts.append(words("mattered.beaten", n=words.number(beaten, 1)))
    if parts:
        yield words("mattered.because", what=words.join_list(parts), n=given.samples)


def _came(names: Names, game: Game, moment: Moment) -> str:
    """What came of a fight, in plain words; "" of another order."""
    if not isinstance(moment.order.command, FIGHTS):
        return ""
    events = next((e.events for e in game.entries if e.seq == moment.order.seq), ())
    after = Names(names.words.without_rules, replace(game, state=replay(moment.order.before, events)))
    return event_lines.fight_line(after, events)


def _chances(names: Names, side: str, command: Command) -> str:
    """The exact chances of a fight, "" of another order."""
    if not isinstance(command, FIGHTS):
        return ""
    try:
        chances = forecast.forecast(names.game, side, command)
    except Refused:
        return ""
    return names.words(
        "mattered.sampled" if chances.sampled else "mattered.chances",
        order=order_in_words(names, command),
        target=names.unit(command.target),
        hurt=percent(chances.hurt),
        beaten=percent(chances.beaten),
        gone=percent(chances.own.gone),
        unit=names.unit(forecast.striker(command)),
        n=chances.sampled,
    )


# --- on the map ---------------------------------------------------------------------------------------------


def _picture(names: Names, number: int, moment: Moment, told: str) -> Picture:
    """The position before the order: solid arrows for what was done, hollow ones for what was better."""
    given, better = moment.comparison.given, moment.comparison.others[0]
    assert given is not None
    state, side = moment.order.before, moment.order.side
    done, other = (path_of(names, side, state, o.command) for o in (given, better))
    view = replace(
        view_of(names, "", (), OverlayRequest()), zones={}, clashes=(), plans=(), trails=(), proposed_moves=()
    )
    view = with_arrow(view, side, state, given.command, done, hollow=False)
    view = with_arrow(view, side, state, better.command, other, hollow=True)
    picture = picture_of(names, view, around(view, state, given.command, (*done, *other), AROUND))
    legend = dict(picture.caption.legend)
    for key in ("menace", *(k for k in legend if k.startswith("trail/"))):
        legend[key] = names.words("mattered.legend_played")
    for key in ("may_charge", "proposal"):
        legend[key] = names.words("mattered.legend_better")
    return replace(
        picture,
        caption=replace(picture.caption, legend=legend),
        alt=f"{told} {picture.alt}"[:LONGEST_ALT],
        name=f"moment-{number}.png",
    )
