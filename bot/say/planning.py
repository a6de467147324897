"""The panel of a side that writes its orders in secret: its sheet, the orders of a unit, word after word.

All of it is for one side alone. Each page is made from the table as that side may know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot import planning
from bot.page import LONGEST_LABEL, MOST_CHOICES, Choice, Menu, Note, Page, Picture, Press, menu_id, press_id
from bot.planning import possible
from bot.say import ordered, refusals, units
from bot.say.board import close_up, shown
from bot.say.lessons import lesson_note, lesson_press, skip_press
from bot.say.menus import ROWS, Row, head, paged, press
from bot.say.names import Names
from bot.say.report import cut
from bot.table import Table
from engine.commands import Seal
from engine.events import Written
from engine.evolve import evolve
from engine.state import Unit
from engine.system import Card
from engine.view import look
from render import crops

__all__ = ["ask", "orders", "page", "possible", "read_only", "sheet"]

LONGEST_LINE = 100
LONGEST_SHEET = 3600


# --- the sheet ------------------------------------------------------------------------------------


def sheet(names: Names, side: str) -> Note:
    """Every order of a side, and what the others do without one."""
    table, words = names.table, names.words
    have = planning.written(table, side)
    told = []
    for unit in planning.own(table, side):
        if unit.id in have:
            told.append(ordered.line(names, unit.id, have[unit.id]))
        else:
            rest = ordered.kind(names, planning.default(table, unit.id))
            told.append(words("sheet.default", unit=names.unit(unit.id), order=rest))
    title = words("sheet.head", n=len(have), units=len(told))
    return Note(title=title, text=cut(names, told, LONGEST_SHEET), tone=side)


def page(names: Names, side: str, *, unit: str = "", number: int = 0, told: Sequence[str] = ()) -> Page:
    """What a side sees while orders are written: its sheet, or the orders of the unit chosen."""
    table = names.table
    if side not in table.owing:
        return _locked(names, side, told)
    if any(mine.id == unit for mine in planning.led(table, side)):
        return orders(names, side, unit, told=told)
    left = planning.waiting(table, side)
    said = names.words("sheet.left" if left else "sheet.all", n=len(left))
    return Page(
        text="\n".join([head(names, side), *told, said]),
        notes=(*lesson_note(names, side), sheet(names, side)),
        picture=plans(names, side),
        rows=(*_units(names, side, "", number), _buttons(names, side)),
    )


def _locked(names: Names, side: str, told: Sequence[str]) -> Page:
    """What a side sees whose orders are locked while the other still writes."""
    buttons = (press(names, "unlock", "button.unlock"), press(names, "panel", "button.sheet"))
    waits = names.words("sheet.locked", sides=names.played(names.table.owing))
    return Page(
        text="\n".join([*told, waits]),
        notes=(sheet(names, side),),
        picture=plans(names, side),
        rows=((*buttons, press(names, "status", "button.status")),),
    )


def read_only(names: Names, side: str) -> Page:
    """The sheet alone, with the way back to the panel."""
    if side not in names.table.owing:
        return _locked(names, side, ())
    rows = (_buttons(names, side), (press(names, "panel", "button.orders"),))
    notes = (*lesson_note(names, side), sheet(names, side))
    return Page(text=head(names, side), notes=notes, picture=plans(names, side), rows=rows)


def plans(names: Names, side: str) -> Picture:
    """The side's units with the orders of its own envelope."""
    table = names.table
    view = look(table.system, table.scenario, table.state, side)
    return shown(names, view, crops.army(view, side))


def _units(names: Names, side: str, chosen: str, number: int = 0) -> list[Row]:
    """The menu of units, those without an order first."""
    table = names.table
    left = planning.waiting(table, side)
    mine = sorted(planning.led(table, side), key=lambda u: u.id not in left)
    choices = [_unit(names, side, u, u.id == chosen) for u in mine]
    at = next((n for n, c in enumerate(choices) if c.chosen), 0) // MOST_CHOICES if chosen else number
    turn = None if chosen else ("units", ())
    return paged(names, choices, at, ("pick", ()), turn, ("choose_unit", "choose_one"))


def _unit(names: Names, side: str, unit: Unit, chosen: bool) -> Choice:
    table, words = names.table, names.words
    have = planning.written(table, side).get(unit.id)
    label = words("sheet.unit" if have else "sheet.unit_free", name=names.unit(unit.id), hex=unit.hex)
    about = ordered.order(names, have) if have else units.symbol(names, unit)
    return Choice(label=label[:LONGEST_LINE], value=unit.id, about=about[:LONGEST_LINE], chosen=chosen)


def _buttons(names: Names, side: str, unit: str = "") -> tuple[Press, ...]:
    """The lesson's order, lock, strike out, take back, write, sheet."""
    table, words = names.table, names.words
    game, stamp = table.game.id, table.stamp
    found = []
    if unit:
        if unit in planning.written(table, side):
            id_ = press_id(game, stamp, "strikeout", unit)
            found.append(Press(label=words("button.strike_out"), id=id_))
        found.append(press(names, "panel", "button.sheet"))
    else:
        found.append(press(names, "write", "button.write"))
        found.append(press(names, "status", "button.status"))
    if table.takes_back(side)[0] is not None:
        found.insert(0, press(names, "undo", "button.undo"))
    if Seal in table.system.phases[table.state.phase].takes:
        style = "secondary" if planning.waiting(table, side) else "success"
        found.insert(0, Press(label=words("button.lock"), id=press_id(game, stamp, "lock"), style=style))
    presses = (*lesson_press(names, side), *found, *skip_press(names, side))
    return presses[:5]  # no more stand in a row


# --- the orders of a unit ---------------------------------------------------------------------------


def orders(names: Names, side: str, unit: str, *, told: Sequence[str] = ()) -> Page:
    """What a unit can be ordered; its order so far."""
    table, words = names.table, names.words
    text = [head(names, side), *told, units.about(names, unit)]
    have = planning.written(table, side).get(unit)
    text.append(
        words("sheet.has", order=ordered.order(names, have))
        if have
        else words("sheet.without", order=ordered.kind(names, planning.default(table, unit)))
    )
    rows: list[Row] = _units(names, side, unit)[:1]
    able = planning.open_cards(table, unit)
    if able:
        choices = tuple(_kind(names, c, have or {}) for c in able[:MOST_CHOICES])
        id_ = menu_id(table.game.id, table.stamp, "kind", unit)
        rows.append(Menu(id=id_, hint=words("sheet.choose_order"), choices=choices))
    rows.append(_buttons(names, side, unit))
    return Page(
        text="\n".join(text),
        notes=(*lesson_note(names, side), *_forbidden(names, side, unit)),
        picture=_near(names, side, unit, {}),
        rows=tuple(rows),
    )


def _kind(names: Names, card: Card, have: Mapping[str, str]) -> Choice:
    about = [names.words.get(f"sheet.need.{need}", need) for need in card.needs]
    return Choice(
        label=ordered.kind(names, card.order)[:LONGEST_LINE],
        value=card.order,
        about=", ".join(about)[:LONGEST_LINE],
        chosen=have.get("order") == card.order,
    )


def _forbidden(names: Names, side: str, unit: str) -> tuple[Note, ...]:
    """Why the other orders of its card cannot be given now, those with the same reason together."""
    why: dict[str, list[str]] = {}
    for card in planning.cards(names.table, unit):
        if card.refusal is not None:
            reason = refusals.reason(names.words, card.refusal, names)
            told = names.words("rose.reason", reason=reason, rule=card.refusal.rule)
            why.setdefault(told, []).append(ordered.kind(names, card.order))
    told_ = [names.words("rose.closed", directions=", ".join(k), reason=r) for r, k in why.items()]
    return (Note(text=cut(names, told_, LONGEST_SHEET), tone=side),) if told_ else ()


# --- word after word --------------------------------------------------------------------------------


def ask(names: Names, side: str, unit: str, words: Mapping[str, str], need: str, number: int = 0) -> Page:
    """The page on which one word of an order is chosen: path, target, with, facing, max_range."""
    said = names.words
    text = [
        head(names, side),
        units.about(names, unit),
        said("sheet.so_far", order=ordered.order(names, words)),
        said.get(f"sheet.ask.{need}", need),
    ]
    rows: list[Row]
    notes: tuple[Note, ...] = ()
    if need == "path":
        rows, notes = _path(names, side, unit, words)
    elif need == "facing":
        rows = _facing(names, unit, words)
    else:
        rows = _menu(names, unit, words, need, number)
    rows.append(_back(names, unit, words, need))
    return Page(text="\n".join(text), notes=notes, picture=_near(names, side, unit, words), rows=tuple(rows))


def _rose(names: Names, buttons: Mapping[str, Press]) -> list[Row]:
    """Buttons as the directions lie."""
    return [tuple(buttons[d] for d in row if d in buttons) for row in ROWS if any(d in buttons for d in row)]


def _path(names: Names, side: str, unit: str, words: Mapping[str, str]) -> tuple[list[Row], tuple[Note, ...]]:
    """The six directions, the forbidden ones closed and explained."""
    table, grid = names.table, names.table.scenario.grid
    near = grid.neighbours(planning.tip(table, unit, words))
    offers = planning.steps(table, unit, words)
    buttons, why = {}, dict[str, list[str]]()
    for way in grid.directions:
        hex_ = near.get(way, "")
        offer = offers.get(hex_) if hex_ else None
        closed = offer is None or offer.refusal is not None
        if offer is not None and offer.refusal is not None:
            reason = refusals.reason(names.words, offer.refusal, names)
            why.setdefault(names.words("rose.reason", reason=reason, rule=offer.refusal.rule), []).append(way)
        about = planning.pack(table, unit, planning.with_step(words, hex_)) if not closed else (unit, way)
        buttons[way] = Press(
            label=names.words(f"button.way{'_closed' * closed}", direction=names.way(way), hex=hex_),
            id=press_id(table.game.id, table.stamp, "way", *about),
            style="secondary" if closed else "primary",
            closed=closed,
        )
    told = [names.words("rose.closed", directions=names.ways(d), reason=r) for r, d in why.items()]
    notes = (Note(text="\n".join(told), tone=side),) if told else ()
    return _rose(names, buttons), notes


def _facing(names: Names, unit: str, words: Mapping[str, str]) -> list[Row]:
    table = names.table
    buttons = {
        way: Press(
            label=names.way(way),
            id=press_id(
                table.game.id, table.stamp, "word", *planning.pack(table, unit, {**words, "facing": way})
            ),
            style="primary",
        )
        for way in table.scenario.grid.directions
    }
    return _rose(names, buttons)


def _menu(names: Names, unit: str, words: Mapping[str, str], need: str, number: int) -> list[Row]:
    """Whom, or how far, as a menu."""
    table, packed = names.table, planning.pack(names.table, unit, words)
    if need == "max_range":
        most = max(1, table.state.units[unit]["range"])
        choices = [Choice(label=names.words("sheet.range", n=n), value=str(n)) for n in range(1, most + 1)]
    else:
        choices = [_target(names, unit, id_) for id_ in planning.targets(table, unit, words)]
    aim, turn = ("aim", (*packed, need)), ("aims", (*packed, need))
    return paged(names, choices, number, aim, turn, ("choose_answer_of", "choose_answer"))


def _target(names: Names, unit: str, id_: str) -> Choice:
    table = names.table
    other, mine = table.state.units[id_], table.state.units[unit]
    away = table.scenario.grid.distance(mine.place, other.place) if mine.hex and other.hex else 0
    about = names.words("sheet.target_about", away=away, symbol=units.symbol(names, other))
    label = names.words("sheet.target", name=names.unit(id_), hex=other.hex or "–")
    return Choice(label=label[:LONGEST_LINE], value=id_, about=about[:LONGEST_LINE])


def _back(names: Names, unit: str, words: Mapping[str, str], need: str) -> tuple[Press, ...]:
    """Write it, or go on to the next word; a step back; another order; the sheet."""
    table, said = names.table, names.words
    game, stamp = table.game.id, table.stamp
    found = []
    card = planning.card(table, unit, words.get("order", ""))
    if need == "path" and words.get("path"):
        more = card is not None and planning.asked(card, words)
        verb, key = ("word", "button.go_on") if more else ("put", "button.put")
        closed = not more and planning.refusal(table, unit, words) is not None
        id_ = press_id(game, stamp, verb, *planning.pack(table, unit, words))
        found.append(Press(label=said(key), id=id_, style="success", closed=closed))
        back = planning.pack(table, unit, planning.without_step(words))
        found.append(Press(label=said("button.step_back"), id=press_id(game, stamp, "way", *back)))
    other = said("button.other_order", unit=names.unit(unit))[:LONGEST_LABEL]
    found.append(Press(label=other, id=press_id(game, stamp, "orders", unit)))
    found.append(Press(label=said("button.sheet"), id=press_id(game, stamp, "panel")))
    return tuple(found)


# --- pictures ---------------------------------------------------------------------------------------


def _near(names: Names, side: str, unit: str, words: Mapping[str, str]) -> Picture:
    """The unit close up, with the orders of its side, its own as far as it is chosen, and the next steps."""
    table = names.table
    state = table.state
    if words:
        state = evolve(state, Written(side=side, unit=unit, order=words, only=side))
    view = look(table.system, table.scenario, state, side)
    offers = planning.steps(table, unit, words) if words and _asks_path(table, unit, words) else {}
    view = replace(
        view,
        selected=unit,
        steps={h: len(words.get("path", "").split()) + 1 for h, o in offers.items() if o.refusal is None},
        closed=frozenset(h for h, o in offers.items() if o.refusal is not None),
    )
    return close_up(names, view, planning.tip(table, unit, words))


def _asks_path(table: Table, unit: str, words: Mapping[str, str]) -> bool:
    card = planning.card(table, unit, words.get("order", ""))
    return card is not None and "path" in card.needs
