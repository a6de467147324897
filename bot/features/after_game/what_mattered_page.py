"""The page of what mattered: each moment in words and on the map, what was done and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core import forecast
from bot.features.advice.order_words import order_in_words
from bot.features.after_game.judged_orders import Moment
from bot.i18n.names import Names, percent
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.ui.page import Embed, Page, Picture
from bot.ui.plain_text import unmarked
from engine.commands import Attack, Bombard, Charge, Command, Move, Volley, Write
from engine.errors import Refused
from engine.hexes import Hex
from engine.state import State
from engine.view import Trail, View, look
from engine.view.overlays import OverlayRequest
from opponent.advice.alternatives import unit_of

FIGHTS = (Attack, Bombard, Charge, Volley)
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
    lines = list(_lines(then, moment))
    picture = _picture(then, number, moment, " ".join(unmarked(line) for line in lines[:2]))
    return Embed(title=title, text="\n".join(lines), tone=order.side, picture=picture)


def _lines(names: Names, moment: Moment) -> Iterator[str]:
    words, comparison = names.words, moment.comparison
    given, better = comparison.given, comparison.others[0]
    assert given is not None
    yield words("mattered.played", order=order_in_words(names, given.command), share=percent(given.value))
    yield words("mattered.better", order=order_in_words(names, better.command), share=percent(better.value))
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
    done, other = (_path(names, side, state, o.command) for o in (given, better))
    view = replace(
        view_of(names, "", (), OverlayRequest()), zones={}, clashes=(), plans=(), trails=(), proposed_moves=()
    )
    view = _with_arrow(view, side, given.command, done, hollow=False)
    view = _with_arrow(view, side, better.command, other, hollow=True)
    picture = picture_of(names, view, _crop(view, state, given.command, (*done, *other)))
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


def _with_arrow(view: View, side: str, command: Command, path: tuple[Hex, ...], *, hollow: bool) -> View:
    if len(path) < 2:
        return view
    if isinstance(command, FIGHTS):
        arrows = ((path[0], path[-1]),)
        return replace(view, charges_by_order=arrows) if hollow else replace(view, charges_by_step=arrows)
    trails = (Trail(unit=unit_of(command), side=side, path=path, manner="step"),)
    return replace(view, proposed_moves=trails) if hollow else replace(view, trails=trails)


def _path(names: Names, side: str, state: State, command: Command) -> tuple[Hex, ...]:
    """Where the arrow of an order runs; () for one without."""
    unit = state.units.get(unit_of(command))
    if unit is None or unit.hex is None:
        return ()
    if isinstance(command, FIGHTS):
        target = state.units.get(command.target)
        return (unit.hex, target.hex) if target is not None and target.hex else ()
    if isinstance(command, Move):
        return command.path if command.path[:1] == (unit.hex,) else (unit.hex, *command.path)
    if isinstance(command, Write):
        written = state.altered(envelopes={side: {unit.id: command.order}})
        known = look(names.game.system, names.game.scenario, written, side)
        plan = next((p for p in known.plans if p.unit == unit.id), None)
        if plan is not None and not plan.path and plan.target:
            return unit.hex, plan.target
        return plan.path if plan is not None else ()
    return ()


def _crop(view: View, state: State, command: Command, path: Sequence[Hex]) -> frozenset[str] | None:
    """The surroundings of the arrows, of the unit without any; None: the whole map."""
    question = state.questions[0].about if state.questions else ""
    unit = state.units.get(unit_of(command)) or state.units.get(question)
    middle = list(path) or ([unit.hex] if unit is not None and unit.hex else [])
    hexes = frozenset[str]().union(*(view.grid.within(h, AROUND) for h in middle if h in view.grid))
    return hexes or None
