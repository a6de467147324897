"""The buttons by which a unit that moves engages an enemy beside it, where the fight itself comes later."""

from __future__ import annotations

from bot.core import legal_orders
from bot.features.leaders import options as leaders_options
from bot.features.orders import attack_panel
from bot.i18n.names import Names
from bot.ui.page import LONGEST_LABEL, Button, button_id
from engine.commands import Attack, Step

IN_A_ROW = 5


def possible(names: Names) -> bool:
    """Whether enemies are engaged while units move."""
    return leaders_options.takes(names.game, Attack) and leaders_options.takes(names.game, Step)


def presses(names: Names, side: str, unit: str) -> list[tuple[Button, ...]]:
    """One button an enemy, with the dice of both sides where the rulebook knows them by now."""
    game = names.game
    if not possible(names):
        return []
    buttons = []
    for order in legal_orders.commands(game, side, unit):
        if isinstance(order, Attack):
            id_ = button_id(game.record.id, game.stamp, "strike", unit, order.target)
            attack, defence = attack_panel.dice(names, unit, order.target)
            facts = {"target": names.unit(order.target), "attack": attack, "defence": defence}
            label = names.words("button.engage_dice" if attack else "button.engage", **facts)
            buttons.append(Button(label=label[:LONGEST_LABEL], id=id_, style="danger"))
    return [tuple(buttons[:IN_A_ROW])] if buttons else []
