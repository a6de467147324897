"""The buttons by which a unit that moves engages an enemy beside it, where the fight itself comes later."""

from __future__ import annotations

from bot import leads, offers
from bot.page import LONGEST_LABEL, Press, press_id
from bot.say import assault
from bot.say.names import Names
from engine.commands import Attack, Step

IN_A_ROW = 5


def possible(names: Names) -> bool:
    """Whether enemies are engaged while units move."""
    return leads.takes(names.table, Attack) and leads.takes(names.table, Step)


def presses(names: Names, side: str, unit: str) -> list[tuple[Press, ...]]:
    """One button an enemy, with the dice of both sides where the rulebook knows them by now."""
    table = names.table
    if not possible(names):
        return []
    made = []
    for order in offers.commands(table, side, unit):
        if isinstance(order, Attack):
            id_ = press_id(table.game.id, table.stamp, "strike", unit, order.target)
            attack, defence = assault.dice(names, unit, order.target)
            facts = {"target": names.unit(order.target), "attack": attack, "defence": defence}
            label = names.words("button.engage_dice" if attack else "button.engage", **facts)
            made.append(Press(label=label[:LONGEST_LABEL], id=id_, style="danger"))
    return [tuple(made[:IN_A_ROW])] if made else []
