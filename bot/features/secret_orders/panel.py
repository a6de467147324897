"""The panel for secret orders: the sheet of the side, and the orders of a unit, word by word.

All of it is for one side alone. Each page is made from the table as that side may know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.core.game import Game
from bot.core.order_rules.undo_rules import undoable_entry
from bot.features.lessons.page import lesson_note, lesson_press, skip_press
from bot.features.orders.destinations import LETTERS
from bot.features.secret_orders import order_builder
from bot.features.secret_orders.order_builder import possible
from bot.i18n.names import Names
from bot.reports import written_orders
from bot.reports.event_lines import cut
from bot.reports.map_picture import close_up, picture_of
from bot.ui import refusals, units
from bot.ui.menus import ROWS, Row, button, head, paged
from bot.ui.page import (
    LONGEST_LABEL,
    MOST_CHOICES,
    Button,
    Choice,
    Embed,
    Menu,
    Page,
    Picture,
    button_id,
    menu_id,
)
from bot.ui.plain_text import shortened, unmarked
from engine.commands import Seal
from engine.events import Written
from engine.evolve import evolve
from engine.state import Unit
from engine.system import OrderCard, PlannedStop
from engine.view import look
from render import crops

__all__ = ["ask", "orders", "page", "possible", "read_only", "sheet"]

LONGEST_LINE = 100
LONGEST_SHEET = 3600


# --- the sheet ------------------------------------------------------------------------------------


def sheet(names: Names, side: str) -> Embed:
    """Every order of a side, and what the others do without one."""
    game, words = names.game, names.words
    have = order_builder.written(game, side)
    lines = []
    for unit in order_builder.own(game, side):
        if unit.id in have:
            lines.append(written_orders.line(names, unit.id, have[unit.id]))
        else:
            rest = written_orders.kind(names, order_builder.default(game, unit.id))
            lines.append(words("sheet.default", unit=names.full(unit.id), order=rest))
    title = words("sheet.head", n=len(have), units=len(lines))
    lines = [*(_stop(names, stop) for stop in order_builder.stops(game, side)), *lines]
    return Embed(title=title, text=cut(names, lines, LONGEST_SHEET), tone=side)


def _stop(names: Names, stop: PlannedStop) -> str:
    facts = {"unit": names.unit(stop.unit), "hex": stop.hex, "others": names.units(stop.met)}
    return names.words(f"sheet.stop_{stop.reason}", **facts, rule=stop.rule)


def page(names: Names, side: str, *, unit: str = "", number: int = 0, notice: Sequence[str] = ()) -> Page:
    """What a side sees while orders are written: its sheet, or the orders of the unit chosen."""
    game = names.game
    if side not in game.owing:
        return _locked(names, side, notice)
    if any(mine.id == unit for mine in order_builder.led(game, side)):
        return orders(names, side, unit, notice=notice)
    waiting = order_builder.waiting(game, side)
    status = names.words("sheet.left" if waiting else "sheet.all", n=len(waiting))
    return Page(
        text="\n".join([head(names, side), *notice, status]),
        embeds=(*lesson_note(names, side), sheet(names, side)),
        picture=plans(names, side),
        rows=(*_units(names, side, "", number), _buttons(names, side)),
    )


def _locked(names: Names, side: str, notice: Sequence[str]) -> Page:
    """What a side sees whose orders are locked while the other still writes."""
    buttons = (button(names, "unlock", "button.unlock"), button(names, "panel", "button.sheet"))
    waits = names.words("sheet.locked", sides=names.played(names.game.owing))
    return Page(
        text="\n".join([*notice, waits]),
        embeds=(sheet(names, side),),
        picture=plans(names, side),
        rows=((*buttons, button(names, "status", "button.status")),),
    )


def read_only(names: Names, side: str) -> Page:
    """The sheet alone, with the way back to the panel."""
    if side not in names.game.owing:
        return _locked(names, side, ())
    rows = (_buttons(names, side), (button(names, "panel", "button.orders"),))
    notes = (*lesson_note(names, side), sheet(names, side))
    return Page(text=head(names, side), embeds=notes, picture=plans(names, side), rows=rows)


def plans(names: Names, side: str) -> Picture:
    """The side's units with the orders of its own envelope."""
    game = names.game
    view = look(game.system, game.scenario, game.state, side)
    return picture_of(names, view, crops.army(view, side))


def _units(names: Names, side: str, chosen: str, number: int = 0) -> list[Row]:
    """The menu of units, those without an order first."""
    game = names.game
    waiting = order_builder.waiting(game, side)
    mine = sorted(order_builder.led(game, side), key=lambda u: u.id not in waiting)
    choices = [_unit(names, side, u, u.id == chosen) for u in mine]
    at = next((n for n, c in enumerate(choices) if c.chosen), 0) // MOST_CHOICES if chosen else number
    turn = None if chosen else ("units", ())
    return paged(names, choices, at, ("pick", ()), turn, ("choose_unit", "choose_one"))


def _unit(names: Names, side: str, unit: Unit, chosen: bool) -> Choice:
    game, words = names.game, names.words
    have = order_builder.written(game, side).get(unit.id)
    label = words("sheet.unit" if have else "sheet.unit_free", name=names.full(unit.id), hex=unit.hex)
    about = written_orders.order(names, have) if have else units.symbol(names, unit)
    return Choice(label=label[:LONGEST_LINE], value=unit.id, about=about[:LONGEST_LINE], chosen=chosen)


def _buttons(names: Names, side: str, unit: str = "") -> tuple[Button, ...]:
    """The lesson's order, lock, strike out, take back, write, sheet."""
    game, words = names.game, names.words
    game_id, stamp = game.record.id, game.stamp
    buttons = []
    if unit:
        if unit in order_builder.written(game, side):
            id_ = button_id(game_id, stamp, "strikeout", unit)
            buttons.append(Button(label=words("button.strike_out"), id=id_))
        buttons.append(button(names, "panel", "button.sheet"))
    else:
        buttons.append(button(names, "orderform", "button.order_form"))
        buttons.append(button(names, "write", "button.write"))
        buttons.append(button(names, "status", "button.status"))
    if undoable_entry(game, side)[0] is not None:
        buttons.insert(0, button(names, "undo", "button.undo"))
    if Seal in game.system.phases[game.state.phase].takes:
        style = "secondary" if order_builder.waiting(game, side) else "success"
        buttons.insert(
            0, Button(label=words("button.lock"), id=button_id(game_id, stamp, "lock"), style=style)
        )
    presses = (*lesson_press(names, side), *buttons, *skip_press(names, side))
    return presses[:5]  # no more stand in a row


# --- the orders of a unit ---------------------------------------------------------------------------


def orders(names: Names, side: str, unit: str, *, notice: Sequence[str] = ()) -> Page:
    """What a unit can be ordered; its order so far."""
    game, words = names.game, names.words
    text = [head(names, side), *notice, units.about(names, unit)]
    have = order_builder.written(game, side).get(unit)
    text.append(
        words("sheet.has", order=written_orders.order(names, have))
        if have
        else words("sheet.without", order=written_orders.kind(names, order_builder.default(game, unit)))
    )
    rows: list[Row] = _units(names, side, unit)[:1]
    cards = sorted(order_builder.cards(game, unit), key=lambda card: card.refusal is not None)
    if cards:
        choices = tuple(_kind(names, c, have or {}) for c in cards[:MOST_CHOICES])
        id_ = menu_id(game.record.id, game.stamp, "kind", unit)
        rows.append(Menu(id=id_, hint=words("sheet.choose_order"), choices=choices))
    rows.append(_buttons(names, side, unit))
    return Page(
        text="\n".join(text),
        embeds=lesson_note(names, side),
        picture=_near(names, side, unit, {}),
        rows=tuple(rows),
    )


def _kind(names: Names, card: OrderCard, have: Mapping[str, str]) -> Choice:
    """An order of a unit's card: what it does, or why it cannot be given now."""
    words, kind = names.words, written_orders.kind(names, card.order)
    if card.refusal is None:
        label, about = kind, written_orders.about(names, card)
    else:
        label = words("sheet.not_now", order=kind)
        about = unmarked(refusals.reason(words, card.refusal, names))
    return Choice(
        label=label[:LONGEST_LINE],
        value=card.order,
        about=shortened(about, LONGEST_LINE),
        chosen=have.get("order") == card.order,
    )


# --- word after word --------------------------------------------------------------------------------


def ask(names: Names, side: str, unit: str, words: Mapping[str, str], need: str, number: int = 0) -> Page:
    """The page on which one word of an order is chosen: path, target, with, facing, max_range."""
    catalogue = names.words
    text = [
        head(names, side),
        units.about(names, unit),
        catalogue("sheet.so_far", order=written_orders.order(names, words)),
        catalogue.get(f"sheet.ask.{need}", need),
    ]
    rows: list[Row]
    if need == "path":
        rows = _path(names, unit, words)
    elif need == "facing":
        rows = _facing(names, unit, words)
    else:
        rows = _menu(names, unit, words, need, number)
    rows.append(_back(names, unit, words, need))
    return Page(text="\n".join(text), picture=_near(names, side, unit, words), rows=tuple(rows))


def _directions(names: Names, buttons: Mapping[str, Button]) -> list[Row]:
    """Buttons as the directions lie."""
    return [tuple(buttons[d] for d in row if d in buttons) for row in ROWS if any(d in buttons for d in row)]


def _path(names: Names, unit: str, words: Mapping[str, str]) -> list[Row]:
    """The six directions, the forbidden ones closed."""
    game, grid = names.game, names.game.scenario.grid
    near = grid.neighbours(order_builder.tip(game, unit, words))
    offers = order_builder.steps(game, unit, words)
    buttons = {}
    for way in grid.directions:
        hex_ = near.get(way, "")
        offer = offers.get(hex_) if hex_ else None
        closed = offer is None or offer.refusal is not None
        about = (
            order_builder.pack(game, unit, order_builder.with_step(words, hex_))
            if not closed
            else (unit, way)
        )
        buttons[way] = Button(
            label=names.words(f"button.way{'_closed' * closed}", direction=names.way(way), hex=hex_),
            id=button_id(game.record.id, game.stamp, "way", *about),
            style="secondary" if closed else "primary",
            disabled=closed,
        )
    return [*_goals(names, unit, words), *_directions(names, buttons)]


def _goals(names: Names, unit: str, words: Mapping[str, str]) -> list[Row]:
    """The whole path at once, by the hex it leads to: lettered as on the picture."""
    game = names.game
    choices = [
        Choice(label=_goal(names, path, letter)[:LONGEST_LINE], value=" ".join(path), about=" ".join(path))
        for path, letter in zip(order_builder.goals(game, unit, words), LETTERS, strict=False)
    ]
    if not choices:
        return []
    id_ = menu_id(game.record.id, game.stamp, "aim", *order_builder.pack(game, unit, words), "path")
    return [Menu(id=id_, hint=names.words("panel.choose_hex_one"), choices=tuple(choices))]


def _goal(names: Names, path: Sequence[str], letter: str) -> str:
    name = names.game.scenario.hexes[path[-1]].name
    key = "sheet.goal_named" if name else "sheet.goal"
    told = names.words(key, hex=path[-1], name=name, n=len(path))
    return names.words("panel.lettered", letter=letter, told=told)


def _facing(names: Names, unit: str, words: Mapping[str, str]) -> list[Row]:
    game = names.game
    buttons = {
        way: Button(
            label=names.way(way),
            id=button_id(
                game.record.id,
                game.stamp,
                "word",
                *order_builder.pack(game, unit, {**words, "facing": way}),
            ),
            style="primary",
        )
        for way in game.scenario.grid.directions
    }
    return _directions(names, buttons)


def _menu(names: Names, unit: str, words: Mapping[str, str], need: str, number: int) -> list[Row]:
    """Whom, or how far, as a menu."""
    game, packed = names.game, order_builder.pack(names.game, unit, words)
    if need == "max_range":
        most = max(1, game.state.units[unit]["range"])
        choices = [Choice(label=names.words("sheet.range", n=n), value=str(n)) for n in range(1, most + 1)]
    else:
        choices = [_target(names, unit, id_) for id_ in order_builder.targets(game, unit, words)]
    aim, turn = ("aim", (*packed, need)), ("aims", (*packed, need))
    return paged(names, choices, number, aim, turn, ("choose_answer_of", "choose_answer"))


def _target(names: Names, unit: str, id_: str) -> Choice:
    game = names.game
    other, mine = game.state.units[id_], game.state.units[unit]
    away = game.scenario.grid.distance(mine.place, other.place) if mine.hex and other.hex else 0
    about = names.words("sheet.target_about", away=away, symbol=units.symbol(names, other))
    label = names.words("sheet.target", name=names.full(id_), hex=other.hex or "–")
    return Choice(label=label[:LONGEST_LINE], value=id_, about=about[:LONGEST_LINE])


def _back(names: Names, unit: str, words: Mapping[str, str], need: str) -> tuple[Button, ...]:
    """Write it, or go on to the next word; a step back; another order; the sheet."""
    game, catalogue = names.game, names.words
    game_id, stamp = game.record.id, game.stamp
    buttons = []
    card = order_builder.card(game, unit, words.get("order", ""))
    if need == "path" and words.get("path"):
        more = card is not None and order_builder.next_word(card, words)
        verb, key = ("word", "button.go_on") if more else ("put", "button.put")
        closed = not more and order_builder.refusal(game, unit, words) is not None
        id_ = button_id(game_id, stamp, verb, *order_builder.pack(game, unit, words))
        buttons.append(Button(label=catalogue(key), id=id_, style="success", disabled=closed))
        back = order_builder.pack(game, unit, order_builder.without_step(words))
        buttons.append(
            Button(label=catalogue("button.step_back"), id=button_id(game_id, stamp, "way", *back))
        )
    other = catalogue("button.other_order", unit=names.unit(unit))[:LONGEST_LABEL]
    buttons.append(Button(label=other, id=button_id(game_id, stamp, "orders", unit)))
    buttons.append(Button(label=catalogue("button.sheet"), id=button_id(game_id, stamp, "panel")))
    return tuple(buttons)


# --- pictures ---------------------------------------------------------------------------------------


def _near(names: Names, side: str, unit: str, words: Mapping[str, str]) -> Picture:
    """The unit close up, with the orders of its side, its own as far as it is chosen, and the next steps."""
    game = names.game
    state = game.state
    if words:
        state = evolve(state, Written(side=side, unit=unit, order=words, only=side))
    view = look(game.system, game.scenario, state, side)
    offers = order_builder.steps(game, unit, words) if words and _asks_path(game, unit, words) else {}
    near = game.scenario.grid.neighbours(order_builder.tip(game, unit, words))
    view = replace(
        view,
        selected=unit,
        letters={h: names.way(way) for way, h in near.items() if h in offers and offers[h].refusal is None},
        steps={h: len(words.get("path", "").split()) + 1 for h, o in offers.items() if o.refusal is None},
        closed=frozenset(h for h, o in offers.items() if o.refusal is not None),
    )
    if offers:
        goals = zip(order_builder.goals(game, unit, words), LETTERS, strict=False)
        view = replace(view, letters={path[-1]: letter for path, letter in goals})
    return close_up(names, view, order_builder.tip(game, unit, words))


def _asks_path(game: Game, unit: str, words: Mapping[str, str]) -> bool:
    card = order_builder.card(game, unit, words.get("order", ""))
    return card is not None and "path" in card.needs
