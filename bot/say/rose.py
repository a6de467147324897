"""The rose of a unit, for one player alone: a close-up, the six next steps, their price, what may happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.chapters import since_chapter
from bot.outlook import Outlook, check, outlooks
from bot.page import Note, Page, Picture, Press, press_id
from bot.say import assault, engaging, panel, refusals, turning, units
from bot.say.board import close_up
from bot.say.lessons import lesson_note, lesson_press, skip_press
from bot.say.menus import ROWS, fitted, head
from bot.say.names import Names, percent
from engine.commands import Release, Step
from engine.errors import Refused
from engine.events import Moved
from engine.system import StepOffer
from engine.view import look


def page(names: Names, side: str, unit: str, *, told: Sequence[str] = (), pictured: bool = True) -> Page:
    """The rose of a unit; where none can be opened now, the orders panel with a picture if `pictured`."""
    table = names.table
    try:
        if not table.playing or not unit:
            return panel.panel(names, side, told=told, pictured=pictured)
        check(table, side, unit, Step)
    except Refused:
        return panel.panel(names, side, told=told, pictured=pictured)
    found = outlooks(table, side, unit)
    text = [head(names, side), *told, units.about(names, unit), *_in_hand(names, unit)]
    remarks = [line for o in found for line in _remarks(names, unit, o)] + _closed(names, found)
    notes = (Note(text="\n".join(remarks), tone=side),) if remarks else ()
    rides = assault.rides(names, side, unit)
    return Page(
        text="\n".join(text),
        notes=(*lesson_note(names, side), *notes, *assault.notes(names, rides)),
        picture=_picture(names, side, unit),
        rows=fitted(
            [
                *_directions(names, unit, found),
                *assault.presses(names, rides)[:1],
                *turning.menu(names, side, unit),
                *engaging.presses(names, side, unit),
                _last(names, side, unit),
            ]
        ),
    )


def _in_hand(names: Names, unit: str) -> list[str]:
    """The steps it has made in hand."""
    hand = names.table.state.selection
    if hand is None or hand.unit != unit or not hand.steps:
        return []
    way = [*(step.origin for step in hand.steps), names.table.state.units[unit].place]
    return [names.words("rose.in_hand", path=" → ".join(way))]


def _remarks(names: Names, unit: str, o: Outlook) -> list[str]:
    """What the dice may do on a step: the charge, the marsh, fire in reaction."""
    words, at, found = names.words, {"direction": names.way(o.direction), "hex": o.hex}, []
    if o.offer.charges:
        enemy = names.table.state.units[o.offer.charges]
        key = "rose.charge" if o.dice else "rose.charge_hopeless" if o.counted else "rose.charge_uncounted"
        dice = str(o.dice[0]) if len(o.dice) == 1 else f"{o.dice[0]}-{o.dice[-1]}" if o.dice else ""
        facts = {"target": names.typed(enemy.id), "there": enemy.hex, "dice": dice, "sides": o.sides}
        found.append(words(key, chance=percent(o.breaks), **facts, **at))
    if o.stuck:
        found.append(words("rose.marsh", chance=percent(o.stuck), **at))
    for what in ("across", "least", "back"):
        if getattr(o.offer, what):
            friend = names.unit(o.offer.across)
            found.append(words(names.own("rose", what), cost=o.offer.cost, friend=friend, **at))
    if o.guns:
        found.append(words(names.own("rose", "fire"), guns=names.units(o.guns), chance=percent(o.hit), **at))
    return found


def _closed(names: Names, found: Iterable[Outlook]) -> list[str]:
    """Why the other directions are forbidden, those with the same reason together."""
    words = names.words
    why: dict[str, list[str]] = {}
    for o in found:
        refusal = o.offer.refusal
        if refusal is not None:
            reason = refusals.reason(words, refusal, names)
            why.setdefault(words("rose.reason", reason=reason, rule=refusal.rule), []).append(o.direction)
        elif not o.hex:
            why.setdefault(words("rose.off_map"), []).append(o.direction)
    if len(why) == 1 and len(*why.values()) == len(names.table.scenario.grid.directions):
        return [words("rose.all_closed", reason=reason) for reason in why]
    return [words("rose.closed", directions=names.ways(d), reason=reason) for reason, d in why.items()]


def _directions(names: Names, unit: str, found: Iterable[Outlook]) -> list[tuple[Press, ...]]:
    """The buttons of the rose, laid out as the directions lie."""
    by = {o.direction: o for o in found}
    return [tuple(_direction(names, unit, by[d]) for d in row if d in by) for row in ROWS]


def _direction(names: Names, unit: str, o: Outlook) -> Press:
    table, offer = names.table, o.offer
    closed = not o.hex or offer.refusal is not None
    key = "button.step_closed" if closed else f"button.{_manner(offer)}"
    return Press(
        label=names.words(key, direction=names.way(o.direction), cost=offer.cost),
        id=press_id(table.game.id, table.stamp, "step", unit, o.hex or o.direction),
        style="secondary" if closed else "danger" if offer.charges else "primary",
        closed=closed,
    )


def _manner(offer: StepOffer) -> str:
    """What sort of step it would be."""
    if offer.back:
        return "step_back_taken"
    if offer.across:
        return "step_across"
    return "step_charge" if offer.charges else "step_least" if offer.least else "step"


def _last(names: Names, side: str, unit: str) -> tuple[Press, ...]:
    """Lesson, undo, done, map."""
    table, words = names.table, names.words
    game, last, hand = table.game.id, table.stamp, table.state.selection
    let_go = hand is not None and hand.unit == unit
    done = press_id(game, last, "release") if let_go else press_id(game, last, "panel")
    found = [
        Press(label=words("button.rose_done", unit=names.unit(unit)), id=done, style="success"),
        Press(label=words("button.map"), id=press_id(game, last, "map")),
    ]
    newest = table.takes_back(side)[0]
    if newest is not None and isinstance(newest.command, (Step, Release)):
        found.insert(0, Press(label=words("button.undo"), id=press_id(game, last, "unstep", unit)))
    return (*lesson_press(names, side), *found, *skip_press(names, side))


def _picture(names: Names, side: str, unit: str) -> Picture:
    """The unit close up, its way so far, the price of each step."""
    table = names.table
    way = [e for e in since_chapter(table) if isinstance(e, Moved) and e.unit == unit]
    view = look(table.system, table.scenario, table.state, side, way, in_hand=unit)
    return close_up(names, view, table.state.units[unit].place)
