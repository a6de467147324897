"""The orders panel, for one player alone: units that can act, where to, whom to attack, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot import leads, offers
from bot.books import solo
from bot.chapters import since_chapter
from bot.page import MOST_CHOICES, Choice, Note, Page, Picture, Press, press_id
from bot.say import asking, assault, deployment, engaging, leading, planning, turning, units, volley
from bot.say.board import picture
from bot.say.lessons import lesson_note, lesson_press, skip_press
from bot.say.menus import Row, fitted, head, paged, press
from bot.say.names import Names, percent
from bot.say.rallying import rally_text
from bot.table import Table
from engine.commands import Bombard, Done, Lead, Rally, Step
from engine.events import Event, Moved
from engine.overlays import Asked
from render import crops

LONGEST_LINE = 100
MOST_IN_A_ROW = 5


def panel(
    names: Names,
    side: str,
    *,
    unit: str = "",
    page: int = 0,
    picked: Sequence[str] = (),
    told: Sequence[str] = (),
    pictured: bool = True,
) -> Page:
    """What `side` can do now: `told`, menus, buttons. `unit` is chosen; `page` is that of the open menu,
    `picked` what has been ticked in one where several can be."""
    table = names.table
    if table.playing and planning.possible(table):
        return planning.page(names, side, unit=unit, number=page, told=told)
    if not table.playing or side not in table.owing:
        return _waiting(names, side, told, pictured)
    text = [head(names, side), *told]
    around = unit = _only_one(names, side, unit)
    rows, notes = _asked(names, side, unit, page, picked, text)
    unit = unit if unit in offers.able(table, side) else ""
    if unit and not table.state.questions:
        made, more = leading.parts(names, side, unit, picked)
        rows, notes = [*rows, *made], [*notes, *more]
        rows += [*turning.menu(names, side, unit), *engaging.presses(names, side, unit)]
    strikes = assault.targets(names, side, unit)
    rides = assault.rides(names, side, unit)
    rows += [*assault.presses(names, (*strikes, *rides)), *_buttons(names, side, unit)]
    return Page(
        text="\n".join(text),
        notes=(*lesson_note(names, side), *notes, *assault.notes(names, (*strikes, *rides))),
        picture=_picture(names, side, unit, around) if pictured or unit else None,
        rows=fitted(rows),
    )


def _asked(
    names: Names, side: str, unit: str, page: int, picked: Sequence[str], text: list[str]
) -> tuple[list[Row], list[Note]]:
    """What is to be decided before anything else, or the menus of the phase; its words are added to the
    text."""
    if names.table.state.questions:
        text.append(asking.question(names))
        return list(asking.answers(names, page)), []
    if leading.sharing(names):
        text.append(leading.pool(names))
        return list(leading.given(names, side)), []
    if volley.possible(names):
        text.append(volley.text(names, side, unit))
        rows, notes = volley.parts(names, side, unit, picked, page)
        return list(rows), list(notes)
    return list(_menus(names, side, unit, page, text)), []


def _only_one(names: Names, side: str, unit: str) -> str:
    """The unit chosen; where only one leader can command, he is, before anybody chooses him."""
    if unit or not leading.possible(names) or names.table.state.questions:
        return unit
    found = leads.chiefs(names.table, side)
    return found[0] if len(found) == 1 else ""


def _picture(names: Names, side: str, unit: str, around: str) -> Picture:
    """The table around the unit chosen, with its reach or its fights; `around` one that can do no more."""
    recent = trails(names.table, unit)
    if assault.possible(names) and not names.table.state.questions:
        return assault.picture(names, side, recent, unit)
    if unit and leads.takes(names.table, Lead) and not names.table.state.questions:
        shown = frozenset({"command", "reach"} if leads.takes(names.table, Step) else {"command"})
        area = partial(crops.unit, id_=unit)
        return picture(names, side, recent, area=area, asked=Asked(overlays=shown, unit=unit))
    return picture(
        names, side, recent, unit, area=partial(crops.unit, id_=around) if around else crops.action
    )


def trails(table: Table, unit: str) -> tuple[Event, ...]:
    """What has happened since the last post; with a unit chosen, only its own way: its reach must be seen."""
    recent = since_chapter(table)
    return tuple(e for e in recent if isinstance(e, Moved) and e.unit == unit) if unit else recent


def _waiting(names: Names, side: str, told: Sequence[str], pictured: bool) -> Page:
    """What is shown to a side that has nothing to decide."""
    table, words = names.table, names.words
    text = list(told)
    if not table.playing:
        over = "lesson_over" if solo(table.game) else "game_over"
        text.append(words(f"refusal.{over}" if table.game.status == "over" else "refusal.not_started"))
    else:
        owing = table.owing[0] if table.owing else table.state.player
        key = "panel.wait_partner" if table.seat(owing).bot else "panel.wait"
        phase = names.phase(table.state.phase)
        facts = {"side": names.side(owing), "player": names.player(owing), "phase": phase}
        if table.state.questions and side == table.state.player:
            text.append(words("panel.wait_answer", **facts))
        elif not table.state.player and table.owing:
            text.append(words("panel.wait_together", sides=names.played(table.owing)))
        else:
            text.append(words(key, turn=table.state.turn, **facts))
    buttons: tuple[Press, ...] = (
        press(names, "map", "button.map"),
        press(names, "status", "button.status"),
    )
    if table.playing and side:
        buttons = (press(names, "panel", "button.orders"), *buttons)
    if table.playing and side and table.takes_back(side)[0] is not None:
        buttons = (press(names, "undo", "button.undo"), *buttons)
    if table.playing and side and table.system.standing:
        buttons = (*buttons, press(names, "standing", "button.standing"))
    shown = picture(names, side, since_chapter(table)) if pictured else None
    return Page(text="\n".join(text), picture=shown, rows=(buttons,))


def _menus(names: Names, side: str, unit: str, page: int, text: list[str]) -> list[Row]:
    """The menu of units and, when one is chosen, the menu of what it can do."""
    table, words = names.table, names.words
    if table.state.phase == "rally":
        text.append(rally_text(names, side))
    able = offers.able(table, side)
    if not able:
        if table.state.phase != "rally":
            text.append(words("panel.none_left"))
        return []
    if deployment.possible(names):
        able = tuple(sorted(able, key=lambda id_: table.state.units[id_].hex is not None))  # who waits first
        text.append(deployment.text(names, side))
    elif leading.possible(names):
        text.append(leading.text(names, unit))
    else:
        text.append(words("panel.units_left", n=len(able)))
    if unit not in able:
        choices = [units.choice(names, table.state.units[id_], unit) for id_ in able]
        return paged(names, choices, page, ("pick", ()), ("units", ()), ("choose_unit", "choose_one"))
    at = able.index(unit) // MOST_CHOICES
    first = [units.choice(names, table.state.units[id_], unit) for id_ in able]
    rows = paged(names, first, at, ("pick", ()), None, ("choose_unit", "choose_one"))
    text.append(units.about(names, unit))
    choices = _hexes(names, unit) or _targets(names, side, unit)
    keys = ("choose_hex", "choose_hex_one")
    return rows + paged(names, choices, page, ("go", (unit,)), ("hexes", (unit,)), keys)


def _hexes(names: Names, unit: str) -> list[Choice]:
    """Where the unit can go, each with its cost and what it means."""
    table, words = names.table, names.words
    enemy = table.scenario.enemy(table.state.units[unit].side)
    zone = table.system.shows.zones(table.scenario, table.state).get(enemy, frozenset())
    found = []
    for hex_, route in offers.routes(table, unit).items():
        printed = table.scenario.hexes[hex_]
        key = "place" if deployment.possible(names) else "hex"
        key = names.own("panel", f"{key}_named" if printed.name else key)
        told = (
            [words.get(f"terrain.{printed.terrain}", printed.terrain)] if printed.terrain != "clear" else []
        )
        told += [words("panel.charge", units=names.units(route.charges))] if route.charges else []
        told += [words("panel.enters_zone")] if hex_ in zone else []
        told += [" ".join(route.path)] if len(route.path) > 1 else []
        found.append(
            Choice(
                label=words(key, hex=hex_, name=printed.name, cost=route.cost)[:LONGEST_LINE],
                value=hex_,
                about=" · ".join(told)[:LONGEST_LINE],
            )
        )
    return found


def _targets(names: Names, side: str, unit: str) -> list[Choice]:
    """Whom the unit can bombard, each with its chances."""
    table, words, found = names.table, names.words, []
    if not any(isinstance(c, Bombard) for c in offers.commands(table, side, unit)):
        return []
    for target in offers.targets(table, side, unit):
        enemy, f = table.state.units[target.target], target.forecast
        facts = {
            "name": names.unit(enemy.id),
            "hex": enemy.hex,
            "mv": units.mv(names, enemy),
            "strength": units.strength(names, enemy),
        }
        hits = percent(1 - dict(f.results)["miss"])
        away = table.scenario.grid.distance(table.state.units[unit].place, enemy.place)
        label = words("panel.target_fire", chance=hits, **facts)
        more = words("panel.hits_about", away=away, **facts)
        found.append(Choice(label=label[:LONGEST_LINE], value=enemy.id, about=more[:LONGEST_LINE]))
    return found


def _buttons(names: Names, side: str, unit: str) -> list[tuple[Press, ...]]:
    """Lesson, the rose of the unit chosen, done, undo; map and form, in a row of their own where need be."""
    table, words = names.table, names.words
    lesson = lesson_press(names, side)
    found = list(lesson)
    if any(isinstance(c, Step) for c in offers.commands(table, side, unit) if unit):
        id_ = press_id(table.game.id, table.stamp, "rose", unit)
        found.append(Press(label=words("button.rose"), id=id_, style="primary"))
    if not table.state.questions and {Done, Rally} & set(table.system.phases[table.state.phase].takes):
        rallies = table.state.phase == "rally"
        label = (
            words("button.rally") if rallies else words("button.done", phase=names.phase(table.state.phase))
        )
        style = "secondary" if lesson else "success"
        id_, waits = press_id(table.game.id, table.stamp, "done"), bool(deployment.waiting(names, side))
        found.append(Press(label=label, id=id_, style=style, closed=waits and deployment.possible(names)))
    found += [*deployment.lift(names, side, unit), *leading.presses(names, side, unit)]
    if table.takes_back(side)[0] is not None:
        found.append(press(names, "undo", "button.undo"))
    others = [press(names, "map", "button.map")]
    if not table.state.questions:
        others.append(press(names, "write", "button.write"))
    elif table.system.standing:
        others.append(press(names, "standing", "button.standing"))
    others += skip_press(names, side)
    rows = [(*found, *others)] if len(found) + len(others) <= MOST_IN_A_ROW else [tuple(found), tuple(others)]
    return [row for row in rows if row]


def told(page: Page, line: str) -> Page:
    """The page with one more line under its head."""
    first, _, rest = page.text.partition("\n")
    return replace(page, text="\n".join(part for part in (first, line, rest) if part))


def with_note(page: Page, note: Note) -> Page:
    """The page with one more note before the others."""
    return replace(page, notes=(note, *page.notes))
