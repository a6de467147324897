"""The menu of where a unit can go: the best hexes by letter, as they stand on the picture; the form in which
a hex is typed."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from bot.features.orders.destinations import Destination, destinations, lettered, letters
from bot.i18n.names import Names
from bot.reports import setup_text
from bot.ui import units
from bot.ui.menus import button
from bot.ui.page import MOST_CHOICES, Button, Choice, Form, Picture, Question, button_id, form_id
from engine.commands import Command
from engine.display import Route
from engine.errors import IllegalOrder
from engine.hexes import Hex
from notation import slash_orders

LONGEST_LINE = 100
UNIT = "unit"
"""The question of the form in which units are placed."""
LONGEST_HEX = 100
"""Characters of a hex, a letter, a place or a path that is typed."""


def choices(names: Names, unit: str) -> list[Choice]:
    """Where the unit can go, the best first, each with its cost and what it means."""
    game = names.game
    if setup_text.possible(names):
        return [_place(names, hex_, route) for hex_, route in legal_orders.routes(game, unit).items()]
    enemy = game.scenario.enemy(game.state.units[unit].side)
    zone = game.system.display.zones(game.scenario, game.state).get(enemy, frozenset())
    return [_choice(names, d, zone) for d in destinations(game, unit)]


def _place(names: Names, hex_: Hex, route: Route) -> Choice:
    label = _label(names, "place", hex_, route)
    return Choice(label=label[:LONGEST_LINE], value=hex_, about=_terrain(names, hex_)[:LONGEST_LINE])


def _choice(names: Names, d: Destination, zone: frozenset[Hex]) -> Choice:
    words = names.words
    label = label_of(names, d)
    if d.letter:
        label = words("panel.lettered", letter=d.letter, told=label)
    parts = [
        words("panel.beside", units=names.units(d.beside)) if d.beside and not d.charges else "",
        _objective(names, d),
        names.way(d.direction),
        _terrain(names, d.hex),
        words("panel.tests_on_way", hexes=" ".join(d.tests)) if d.tests else "",
        words("panel.enters_zone") if d.hex in zone else "",
        " ".join(d.route.path) if len(d.route.path) > 1 else "",
    ]
    about = " · ".join(part for part in parts if part)
    return Choice(label=label[:LONGEST_LINE], value=d.choice, about=about[:LONGEST_LINE])


def label_of(names: Names, d: Destination) -> str:
    """A destination with its cost; a charge by the enemy it is made at."""
    if d.charges:
        cost, place = d.route.cost, names.game.state.units[d.charges[-1]].place
        return names.words("panel.charge_at", units=names.units(d.charges), hex=place, cost=cost)
    return _label(names, "hex", d.hex, d.route)


def _label(names: Names, key: str, hex_: Hex, route: Route) -> str:
    called = names.game.scenario.hexes[hex_].name
    own = names.own("panel", f"{key}_named" if called else key)
    return names.words(own, hex=hex_, name=called, cost=route.cost)


def _terrain(names: Names, hex_: Hex) -> str:
    terrain = names.game.scenario.hexes[hex_].terrain
    return names.words.get(f"terrain.{terrain}", terrain) if terrain != "clear" else ""


def _objective(names: Names, d: Destination) -> str:
    called = (o.name for o in names.game.scenario.objectives if o.id == d.objective)
    return next((names.words("panel.objective", name=names.words.localized(name)) for name in called), "")


def with_letters(names: Names, unit: str, picture: Picture) -> Picture:
    """The picture with the letters of the unit's destinations on it."""
    if not unit or setup_text.possible(names):
        return picture
    return replace(picture, view=replace(picture.view, letters=letters(names.game, unit)))


def type_button(names: Names, unit: str) -> Button:
    """The button that opens the form for a hex."""
    id_ = button_id(names.game.record.id, names.game.stamp, "type", unit)
    return Button(label=names.words("button.type_hex"), id=id_)


def form(names: Names, unit: str) -> Form:
    """The form in which a hex is typed, by its letter, number, name, or as a path."""
    return Form(
        id=form_id(names.game.record.id, names.game.stamp, "goto", unit),
        title=names.words("panel.type_title", unit=names.unit(unit))[:45],
        label=names.words("panel.type_label"),
        hint=names.words("panel.type_hint"),
        text="",
        longest=LONGEST_HEX,
    )


def read(game: Game, side: str, unit: str, text: str) -> Command:
    """The move that was typed in the form: a letter of the picture, the name of a place, a hex or a path.

    Raises Refused; a letter that stands on the picture comes before a direction of that name.
    """
    chosen = lettered(game, unit, text) if unit in game.state.units else None
    if chosen is not None and (command := legal_orders.order(game, side, unit, chosen.choice)) is not None:
        return command
    called = text.strip().casefold()
    places = (h for h, printed in game.scenario.hexes.items() if called and printed.name.casefold() == called)
    return slash_orders.move(game.order_context(side), unit, next(places, text))


def place_button(names: Names, side: str) -> tuple[Button, ...]:
    """The button that opens the form, while units wait to be placed."""
    if not setup_text.possible(names) or not setup_text.waiting(names, side):
        return ()
    return (button(names, "placeform", "button.place_form"),)


def place_form(names: Names, side: str) -> Form:
    """The form for those that wait. Raises IllegalOrder when none does."""
    waiting = setup_text.waiting(names, side) if setup_text.possible(names) else ()
    if not waiting:
        raise IllegalOrder("", "nothing_open", side=side)
    words, game = names.words, names.game
    choices = tuple(units.choice(names, unit, waiting[0].id) for unit in waiting[:MOST_CHOICES])
    return Form(
        id=form_id(game.record.id, game.stamp, "placed", waiting[0].id),
        title=words("panel.place_form"),
        questions=(Question(name=UNIT, label=words("panel.place_unit"), choices=choices),),
        label=words("panel.place_hex"),
        hint=words("panel.place_hint"),
        text="",
        longest=LONGEST_HEX,
    )
