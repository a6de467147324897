"""The step panel of a unit, for one player alone: a close-up, the six next steps, their price, what may
happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.core.order_rules.step_preview import StepPreview, check, step_previews
from bot.core.order_rules.undo_rules import undoable_entry
from bot.core.report_segments import since_last_report
from bot.features.orders import attack_panel
from bot.features.orders import panel as orders_panel
from bot.features.orders.panel_sections import PanelRequest, sections
from bot.i18n.names import Names, percent
from bot.reports.map_picture import close_up
from bot.ui import refusals, units
from bot.ui.menus import ROWS, fitted, head
from bot.ui.page import Button, Embed, Page, Picture, button_id
from engine.commands import Release, Step
from engine.display import StepOffer
from engine.errors import Refused
from engine.events import Moved
from engine.view import look


def page(names: Names, side: str, unit: str, *, notice: Sequence[str] = (), pictured: bool = True) -> Page:
    """The step panel of a unit; where none can be opened now, the orders panel, `pictured` or not."""
    game = names.game
    try:
        if not game.playing or not unit:
            return orders_panel.panel(names, side, notice=notice, pictured=pictured)
        check(game, side, unit, Step)
    except Refused:
        return orders_panel.panel(names, side, notice=notice, pictured=pictured)
    previews = step_previews(game, side, unit)
    text = [head(names, side), *notice, units.about(names, unit), *_in_hand(names, unit)]
    remarks = [line for o in previews for line in _remarks(names, unit, o)] + _all_closed(names, previews)
    notes = (Embed(text="\n".join(remarks), tone=side),) if remarks else ()
    rides = attack_panel.rides(names, side, unit)
    request = PanelRequest(names=names, side=side, unit=unit)
    under_unit = [row for section in sections() for row in section.under_unit(request)]
    return Page(
        panel=game.record.id,
        tone=side,
        text="\n".join(text),
        embeds=(*orders_panel.top_notes(names, side), *notes, *attack_panel.notes(names, rides)),
        picture=_picture(names, side, unit, previews),
        rows=fitted(
            [
                *_directions(names, unit, previews),
                *attack_panel.presses(names, rides)[:1],
                *under_unit,
                *attack_panel.engages(names, side, unit),
                _last(names, side, unit),
            ]
        ),
    )


def _in_hand(names: Names, unit: str) -> list[str]:
    """The steps it has made in hand."""
    hand = names.game.state.selection
    if hand is None or hand.unit != unit or not hand.steps:
        return []
    way = [*(step.origin for step in hand.steps), names.game.state.units[unit].place]
    return [names.words("step_panel.in_hand", path=" → ".join(way))]


def _remarks(names: Names, unit: str, o: StepPreview) -> list[str]:
    """What the dice may do on a step: the charge, the marsh, fire in reaction."""
    words, at, lines = names.words, {"direction": names.way(o.direction), "hex": o.hex}, []
    if o.offer.charges:
        enemy = names.game.state.units[o.offer.charges]
        key = "charge" if o.dice else "charge_hopeless" if o.counted else "charge_uncounted"
        dice = str(o.dice[0]) if len(o.dice) == 1 else f"{o.dice[0]}-{o.dice[-1]}" if o.dice else ""
        facts = {"target": names.typed(enemy.id), "there": enemy.hex, "dice": dice, "sides": o.sides}
        lines.append(words(f"step_panel.{key}", chance=percent(o.breaks), **facts, **at))
    if o.stuck:
        lines.append(words("step_panel.marsh", chance=percent(o.stuck), **at))
    for what in ("across", "least", "back"):
        if getattr(o.offer, what):
            friend = names.unit(o.offer.across)
            lines.append(words(names.own("step_panel", what), cost=o.offer.cost, friend=friend, **at))
    if o.guns:
        lines.append(
            words(names.own("step_panel", "fire"), guns=names.units(o.guns), chance=percent(o.hit), **at)
        )
    return lines


def _all_closed(names: Names, previews: Sequence[StepPreview]) -> list[str]:
    """Why no step is possible, where one reason holds for all; a press on any closed one asks for its own."""
    words = names.words
    refused = [o.offer.refusal for o in previews if o.offer.refusal is not None]
    why = {words("step_panel.reason", reason=refusals.reason(words, r, names), rule=r.rule) for r in refused}
    if len(refused) < sum(bool(o.hex) for o in previews) or len(why) != 1:
        return []
    return [words("step_panel.all_closed", reason=reason) for reason in why]


def _directions(names: Names, unit: str, previews: Iterable[StepPreview]) -> list[tuple[Button, ...]]:
    """The buttons of the step panel, laid out as the directions lie."""
    by = {o.direction: o for o in previews}
    return [tuple(_direction(names, unit, by[d]) for d in row if d in by) for row in ROWS]


def _direction(names: Names, unit: str, o: StepPreview) -> Button:
    game, offer = names.game, o.offer
    closed = not o.hex or offer.refusal is not None
    key = "button.step_closed" if closed else f"button.{_manner(offer)}"
    return Button(
        label=names.words(key, direction=names.way(o.direction), cost=offer.cost),
        id=button_id(game.record.id, game.stamp, "step", unit, o.hex or o.direction),
        style="secondary" if closed else "danger" if offer.charges else "primary",
        disabled=not o.hex,
    )


def _manner(offer: StepOffer) -> str:
    """What sort of step it would be."""
    if offer.back:
        return "step_back_taken"
    if offer.across:
        return "step_across"
    return "step_charge" if offer.charges else "step_least" if offer.least else "step"


def _last(names: Names, side: str, unit: str) -> tuple[Button, ...]:
    """Lesson, undo, done, map."""
    game, words = names.game, names.words
    game_id, last, hand = game.record.id, game.stamp, game.state.selection
    let_go = hand is not None and hand.unit == unit
    done = button_id(game_id, last, "release") if let_go else button_id(game_id, last, "panel")
    buttons = [
        Button(label=words("button.step_done", unit=names.unit(unit)), id=done, style="success"),
        Button(label=words("button.map"), id=button_id(game_id, last, "map")),
    ]
    newest = undoable_entry(game, side)[0]
    if newest is not None and isinstance(newest.command, (Step, Release)):
        buttons.insert(0, Button(label=words("button.undo"), id=button_id(game_id, last, "unstep", unit)))
    return (*orders_panel.first_buttons(names, side), *buttons, *orders_panel.last_buttons(names, side))


def _picture(names: Names, side: str, unit: str, previews: Iterable[StepPreview]) -> Picture:
    """The unit close up, its way so far, the letters of the directions, the price of each step."""
    game = names.game
    way = [e for e in since_last_report(game) if isinstance(e, Moved) and e.unit == unit]
    view = look(game.system, game.scenario, game.state, side, way, in_hand=unit)
    view = replace(view, letters={o.hex: names.way(o.direction) for o in previews if o.hex in view.steps})
    return close_up(names, view, game.state.units[unit].place)
