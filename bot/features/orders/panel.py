"""The orders panel, for one player alone: units that can act, where to, whom to attack, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from bot.core.order_rules import legal_orders
from bot.core.order_rules.legal_orders import Target
from bot.core.order_rules.undo_rules import undoable_entry
from bot.core.report_segments import since_last_report
from bot.features.orders import attack_panel, destination_menu
from bot.features.orders.panel_sections import PanelPart, PanelRequest, sections
from bot.i18n.names import Names, percent
from bot.reports import battle_preview, questions, setup_text
from bot.reports.map_picture import picture, picture_of, view_of
from bot.reports.setup_text import rally_text
from bot.ui import units
from bot.ui.menus import button, fitted, head, paged
from bot.ui.page import MOST_CHOICES, Button, Choice, Embed, Page, Picture, button_id
from engine.commands import Bombard, Done, Rally, Step
from engine.events import Event, Moved
from engine.view.overlays import OverlayRequest
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
    notice: Sequence[str] = (),
    pictured: bool = True,
) -> Page:
    """What `side` can do now: `notice`, menus, buttons. `unit` is chosen; `page` is that of the open menu,
    `picked` what has been ticked in one where several can be."""
    request = PanelRequest(names=names, side=side, unit=unit, page=page, picked=picked)
    notice = notice if unit else (*_first_minute(names, side), *notice)
    return replace(_panel(request, notice, pictured), panel=names.game.record.id, tone=side)


def _first_minute(names: Names, side: str) -> tuple[str, ...]:
    """What is at stake, until a side, or the one who reads it, has given an order, and what the first
    question means, to whom it is put first; lessons tell it themselves."""
    game = names.game
    given = [entry for entry in game.active_entries if entry.side]
    begun = game.state.turn > 1 or any(
        side == e.side or (e.who is not None and e.who == game.reader) for e in given
    )
    if begun or not game.playing or side not in game.owing or game.scenario.lessons:
        return ()
    told = battle_preview.first_minute(names)
    return told[:1] if given and not game.simultaneous else told


def _panel(request: PanelRequest, notice: Sequence[str], pictured: bool) -> Page:
    names, side, unit, game = request.names, request.side, request.unit, request.names.game
    if game.playing:
        for section in sections():
            if (whole := section.replace_panel(request, notice)) is not None:
                return whole
    if not game.playing or side not in game.owing:
        return _waiting(names, side, notice, pictured)
    text = [head(names, side), *notice]
    around = unit = unit or _default_unit(request)
    part = _first_part(replace(request, unit=unit))
    text, rows, notes = [*text, *part.text], [*part.rows], [*part.notes]
    assaults = attack_panel.assaults(names, side, unit)
    unit = unit if unit in legal_orders.able(game, side) else ""
    request = replace(request, unit=unit)
    if unit and not game.state.questions:
        for section in sections():
            own = section.of_unit(request)
            rows, notes = [*rows, *own.rows], [*notes, *own.notes]
        rows += [row for section in sections() for row in section.under_unit(request)]
        rows += attack_panel.engages(names, side, unit)
    strikes = attack_panel.targets(names, side, unit)
    rides = attack_panel.rides(names, side, unit)
    rows += attack_panel.presses(names, (*strikes, *rides))
    rows += [*attack_panel.presses(names, assaults, "assault"), *_buttons(request)]
    return Page(
        text="\n".join(text),
        embeds=(*top_notes(names, side), *notes, *attack_panel.notes(names, (*strikes, *rides, *assaults))),
        picture=_picture(request, around, strikes) if pictured or unit else None,
        rows=fitted(rows),
    )


def top_notes(names: Names, side: str) -> tuple[Embed, ...]:
    """What features put above all other notes."""
    return tuple(note for section in sections() for note in section.top_notes(names, side))


def first_buttons(names: Names, side: str) -> tuple[Button, ...]:
    """What features put before all other buttons."""
    return tuple(button for section in sections() for button in section.first_buttons(names, side))


def last_buttons(names: Names, side: str) -> tuple[Button, ...]:
    """What features put after all other buttons."""
    return tuple(button for section in sections() for button in section.last_buttons(names, side))


def _first_part(request: PanelRequest) -> PanelPart:
    """What must be decided before anything else, or the menus of the phase."""
    names = request.names
    if names.game.state.questions:
        answers = tuple(questions.answers(names, request.page))
        return PanelPart(text=(questions.question(names),), rows=answers)
    decisions = (section.decision(request) for section in sections())
    return next((part for part in decisions if part is not None), None) or _menus(request)


def _default_unit(request: PanelRequest) -> str:
    """The unit selected before the player selects any."""
    if request.names.game.state.questions:
        return ""
    return next(filter(None, (section.default_unit(request) for section in sections())), "")


def _picture(request: PanelRequest, around: str, strikes: Sequence[Target] = ()) -> Picture:
    """The map around the selected unit, with its reach, its fights, or what it can fire at; `around` one that
    can do no more."""
    names, side, unit = request.names, request.side, request.unit
    recent = trails(names.game, unit)
    if attack_panel.possible(names) and not names.game.state.questions:
        return attack_panel.picture(names, side, recent, unit, strikes)
    own = next(filter(None, (section.picture(request, recent) for section in sections())), None)
    if own is not None:
        return own
    if any(isinstance(c, Bombard) for c in legal_orders.commands(names.game, side, unit) if unit):
        return _aiming(names, side, unit)
    area = partial(crops.unit, id_=around) if around else crops.action
    return destination_menu.with_letters(names, unit, picture(names, side, recent, unit, area=area))


def _aiming(names: Names, side: str, unit: str) -> Picture:
    """The range of a unit that can bombard, what it sees, and the chance to hit each target."""
    shown = OverlayRequest(overlays=frozenset({"sight", "objectives"}), unit=unit)
    view = view_of(names, side, (), shown)
    view = replace(view, chances=attack_panel.chances(names, legal_orders.targets(names.game, side, unit)))
    return picture_of(names, view, crops.unit(view, unit))


def trails(game: Game, unit: str) -> tuple[Event, ...]:
    """What has happened since the last post; with a unit chosen, only its own way: its reach must be seen."""
    recent = since_last_report(game)
    return tuple(e for e in recent if isinstance(e, Moved) and e.unit == unit) if unit else recent


def _waiting(names: Names, side: str, notice: Sequence[str], pictured: bool) -> Page:
    """What is shown to a side that has nothing to decide."""
    game, words = names.game, names.words
    text = list(notice)
    if not game.playing:
        over = "lesson_over" if is_lesson(game.record) else "game_over"
        text.append(words(f"refusal.{over}" if game.record.status == "over" else "refusal.not_started"))
    else:
        owing = game.owing[0] if game.owing else game.state.player
        key = "panel.wait_partner" if game.seat(owing).bot else "panel.wait"
        phase = names.phase(game.state.phase)
        facts = {"side": names.side(owing), "player": names.player(owing), "phase": phase}
        if game.state.questions and side == game.state.player:
            text.append(words("panel.wait_answer", **facts))
        elif not game.state.player and game.owing:
            text.append(words("panel.wait_together", sides=names.played(game.owing)))
        else:
            text.append(words(key, turn=game.state.turn, **facts))
    buttons: tuple[Button, ...] = (
        button(names, "map", "button.map"),
        button(names, "status", "button.status"),
    )
    if game.playing and side:
        buttons = (button(names, "panel", "button.orders"), *buttons)
    if game.playing and side and undoable_entry(game, side)[0] is not None:
        buttons = (button(names, "undo", "button.undo"), *buttons)
    if game.playing and side and game.system.standing_answers:
        buttons = (*buttons, button(names, "standing", "button.standing"))
    image = picture(names, side, since_last_report(game)) if pictured else None
    return Page(text="\n".join(text), picture=image, rows=(buttons,))


def _menus(request: PanelRequest) -> PanelPart:
    """The menu of units and, when one is selected, the menu of what it can do."""
    names, side, unit, page = request.names, request.side, request.unit, request.page
    game, words = names.game, names.words
    rallies = Rally in game.system.phases[game.state.phase].takes
    text = [rally_text(names, side)] if rallies else []
    able = legal_orders.able(game, side)
    if not able:
        return PanelPart(text=tuple(text) if rallies else (words("panel.none_left"),))
    if setup_text.possible(names):
        able = tuple(sorted(able, key=lambda id_: game.state.units[id_].hex is not None))  # off the map first
        text.append(setup_text.text(names, side))
    else:
        own = next(filter(None, (section.menu_text(request) for section in sections())), "")
        text.append(own or words("panel.units_left", n=len(able)))
    if unit not in able:
        choices = [units.choice(names, game.state.units[id_], unit) for id_ in able]
        rows = paged(names, choices, page, ("pick", ()), ("units", ()), ("choose_unit", "choose_one"))
        moved = [units.about(names, unit)] if unit in game.state.units else []
        return PanelPart(text=(*text, *moved), rows=tuple(rows))
    at = able.index(unit) // MOST_CHOICES
    first = [units.choice(names, game.state.units[id_], unit) for id_ in able]
    rows = paged(names, first, at, ("pick", ()), None, ("choose_unit", "choose_one"))
    text.append(units.about(names, unit))
    hexes = destination_menu.choices(names, unit)
    keys = ("choose_hex", "choose_hex_one")
    choices = hexes or _targets(names, side, unit)
    rows += paged(names, choices, page, ("go", (unit,)), ("hexes", (unit,)), keys)
    if hexes and not setup_text.possible(names):
        turn = rows.pop() if isinstance(rows[-1], tuple) else ()
        assert isinstance(turn, tuple)
        rows.append((*turn, destination_menu.type_button(names, unit)))
    return PanelPart(text=tuple(text), rows=tuple(rows))


def _targets(names: Names, side: str, unit: str) -> list[Choice]:
    """Whom the unit can bombard, each with its chances."""
    game, words, choices = names.game, names.words, []
    if not any(isinstance(c, Bombard) for c in legal_orders.commands(game, side, unit)):
        return []
    for target in legal_orders.targets(game, side, unit):
        enemy, f = game.state.units[target.target], target.forecast
        facts = {
            "name": names.full(enemy.id),
            "hex": enemy.hex,
            "mv": units.mv(names, enemy),
            "strength": units.strength(names, enemy),
        }
        hits = percent(1 - dict(f.results)["miss"])
        away = game.scenario.grid.distance(game.state.units[unit].place, enemy.place)
        label = words("panel.target_fire", chance=hits, **facts)
        more = words("panel.hits_about", away=away, **facts)
        choices.append(Choice(label=label[:LONGEST_LINE], value=enemy.id, about=more[:LONGEST_LINE]))
    return choices


def _buttons(request: PanelRequest) -> list[tuple[Button, ...]]:
    """Steps of the selected unit, done, undo; map and form, in a row of their own where need be."""
    names, side, unit = request.names, request.side, request.unit
    game, words = names.game, names.words
    lesson = first_buttons(names, side)
    buttons = list(lesson)
    if any(isinstance(c, Step) for c in legal_orders.commands(game, side, unit) if unit):
        id_ = button_id(game.record.id, game.stamp, "steps", unit)
        buttons.append(Button(label=words("button.step_by_step"), id=id_))
    if not game.state.questions and {Done, Rally} & set(game.system.phases[game.state.phase].takes):
        rallies = Rally in game.system.phases[game.state.phase].takes
        label = (
            words("button.rally") if rallies else words("button.done", phase=names.phase(game.state.phase))
        )
        style = "secondary" if lesson else "success"
        id_, waits = button_id(game.record.id, game.stamp, "done"), bool(setup_text.waiting(names, side))
        buttons.append(
            Button(label=label, id=id_, style=style, disabled=waits and setup_text.possible(names))
        )
    buttons += setup_text.lift(names, side, unit)
    buttons += destination_menu.place_button(names, side)
    buttons += [own for section in sections() for own in section.unit_buttons(request)]
    if undoable_entry(game, side)[0] is not None:
        buttons.append(button(names, "undo", "button.undo"))
    others = [button(names, "map", "button.map")]
    if not game.state.questions:
        others.append(button(names, "write", "button.write"))
    elif game.system.standing_answers:
        others.append(button(names, "standing", "button.standing"))
    others += last_buttons(names, side)
    rows = (
        [(*buttons, *others)]
        if len(buttons) + len(others) <= MOST_IN_A_ROW
        else [tuple(buttons), tuple(others)]
    )
    return [row for row in rows if row]


def with_notice(page: Page, line: str) -> Page:
    """The page with one more line under its head."""
    first, _, rest = page.text.partition("\n")
    return replace(page, text="\n".join(part for part in (first, line, rest) if part))


def with_note(page: Page, note: Embed) -> Page:
    """The page with one more note before the others."""
    return replace(page, embeds=(note, *page.embeds))
