"""Buttons and menus of the order panel."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale
from bot.features.orders import destination_menu
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Form, Page
from engine.commands import Answer, Attack, Charge, Command, Done, Resign, Unplace
from engine.errors import NotOnTable
from notation import slash_orders

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("panel")
async def panel(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show what can be done."""
    return await services.orders.panel(actor, press.game_id)


@BUTTONS.on("units")
async def units(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page of the menu of units."""
    return await services.orders.panel(actor, press.game_id, page=parse_int(press.arguments[0]))


@BUTTONS.on("pick", "target")
async def pick(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose a unit."""
    return await services.orders.panel(actor, press.game_id, unit=press.chosen)


@BUTTONS.on("hexes")
async def hexes(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page of the menu of hexes or targets."""
    return await services.orders.panel(
        actor, press.game_id, unit=press.arguments[0], page=parse_int(press.arguments[1])
    )


@BUTTONS.on("go")
async def go(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Carry out what was chosen for a unit."""
    unit = press.arguments[0]

    def read(game: Game, side: str) -> Command:
        visible = game.seen(side)
        command = legal_orders.order(visible, side, unit, press.chosen) if side in game.owing else None
        if command is None:
            raise Stale
        return command

    return await services.orders.order(actor, press.game_id, read, stamp=press.stamp, unit=unit)


@BUTTONS.on("type", opens_form=True)
async def type_hex(services: PlayServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a unit's hex is typed."""
    return await services.orders.hex_form(actor, press.game_id, press.arguments[0])


@BUTTONS.on_form("goto")
async def typed_hex(services: PlayServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Move a unit to the hex that was typed."""
    unit = form.arguments[0]

    def read(game: Game, side: str) -> Command:
        return destination_menu.read(game.seen(side), side, unit, text)

    return await services.orders.order(actor, form.game_id, read, stamp=form.stamp, unit=unit)


@BUTTONS.on("placeform", opens_form=True)
async def place_form(services: PlayServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a unit is placed."""
    return await services.orders.place_form(actor, press.game_id)


@BUTTONS.on_form("placed")
async def placed(services: PlayServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Place the unit of the form on the hex that was typed."""
    unit = form.answers.get(destination_menu.UNIT, "")

    def read(game: Game, side: str) -> Command:
        return slash_orders.place(game.order_context(side), unit, text)

    return await services.orders.order(actor, form.game_id, read, stamp=form.stamp, same_phase=True)


@BUTTONS.on("steps", "rose")  # rose: on messages of earlier versions
async def steps(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Open the step panel of a unit."""
    return await services.selected_unit.open(actor, press.game_id, press.arguments[0])


@BUTTONS.on("step")
async def step(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Move the unit in hand one hex."""
    return await services.selected_unit.step(
        actor, press.game_id, press.arguments[0], press.arguments[1], press.stamp
    )


@BUTTONS.on("unstep")
async def unstep(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Take back the last step."""
    return await services.selected_unit.undo(actor, press.game_id, press.arguments[0], press.stamp)


@BUTTONS.on("release")
async def release(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Deselect the unit."""
    return await services.selected_unit.release(actor, press.game_id, press.stamp)


@BUTTONS.on("strike")
async def strike(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Carry out an attack that was worked out."""
    order = Attack(unit=press.arguments[0], target=press.arguments[1])
    return await _give(services, actor, press, order, order.unit)


@BUTTONS.on("assault")
async def assault(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """End the movement and carry out an attack that was worked out."""
    order = Attack(unit=press.arguments[0], target=press.arguments[1])
    sure = press.arguments[2:] == ("yes",)
    return await services.orders.assault(actor, press.game_id, order, stamp=press.stamp, sure=sure)


@BUTTONS.on("ride")
async def ride(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Carry out a charge that was worked out."""
    order = Charge(unit=press.arguments[0], target=press.arguments[1])
    return await _give(services, actor, press, order, order.unit)


@BUTTONS.on("lift")
async def lift(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Take a unit off the map again, during set-up."""
    order = Unplace(unit=press.arguments[0])
    return await _give(services, actor, press, order, order.unit)


@BUTTONS.on("answer")
async def reply(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Answer the question that waits."""

    def read(game: Game, side: str) -> Command:
        choices = game.state.questions[0].options if game.state.questions else ()
        number = parse_int(press.chosen or press.arguments[0])
        if not 0 <= number < len(choices):
            raise NotOnTable("", "nothing_open", side=side)
        return Answer(option=choices[number])

    return await services.orders.order(actor, press.game_id, read, stamp=press.stamp)


@BUTTONS.on("done")
async def done(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """End the phase: the one that was open when the button was shown."""
    sure = press.arguments == ("yes",)
    return await services.orders.end(actor, press.game_id, Done(), "done", stamp=press.stamp, sure=sure)


@BUTTONS.on("undo")
async def undo(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Take back the last order."""
    return await services.orders.undo(actor, press.game_id, stamp=press.stamp)


@BUTTONS.on("resign")
async def resign(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the game up: asked for once, confirmed by this button, for the side it names."""

    def read(game: Game, side: str) -> Command:
        if game.playing and press.arguments[:1] != (side,):
            raise Stale
        return Resign()

    return await services.orders.order(actor, press.game_id, read, stamp=press.stamp, same_phase=True)


async def _give(
    services: PlayServices, actor: Actor, press: ComponentPress, command: Command, unit: str
) -> Page:
    """Carry out the order that the button names."""
    return await services.orders.order(actor, press.game_id, command, stamp=press.stamp, unit=unit)
