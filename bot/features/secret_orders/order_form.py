"""A secret order in one form: the unit, what it is to do, and in words where to, at whom, facing which way.

A form cannot change while it is open, so it offers what any of the units can do; what the chosen one cannot
do is refused when it is sent.
"""

from __future__ import annotations

from bot.core.game import Game
from bot.features.secret_orders import order_builder
from bot.i18n.names import Names
from bot.reports import written_orders
from bot.ui.page import MOST_CHOICES, Choice, Form, Question, form_id
from engine.commands import Command
from engine.errors import IllegalOrder
from notation import order_text

UNIT, ORDER = "unit", "order"
LONGEST = 100


def form(names: Names, side: str) -> Form:
    """The form; the units without an order come first."""
    game, words = names.game, names.words
    waiting = order_builder.waiting(game, side)
    able = [unit for unit in order_builder.led(game, side) if order_builder.open_cards(game, unit.id)]
    if not able:
        raise IllegalOrder("", "nothing_open", side=side)
    able.sort(key=lambda unit: unit.id not in waiting)
    kinds = dict.fromkeys(
        card.order for unit in able[:MOST_CHOICES] for card in order_builder.open_cards(game, unit.id)
    )
    units = tuple(
        Choice(
            label=words("sheet.unit_free", name=names.unit(unit.id), hex=unit.hex),
            value=unit.id,
            chosen=unit.id == able[0].id,
        )
        for unit in able[:MOST_CHOICES]
    )
    orders = tuple(Choice(label=written_orders.kind(names, kind), value=kind) for kind in kinds)
    return Form(
        id=form_id(game.record.id, game.stamp, "secret", able[0].id),
        title=words("sheet.form"),
        questions=(
            Question(name=UNIT, label=words("sheet.form_unit"), choices=units),
            Question(name=ORDER, label=words("sheet.form_order"), choices=orders[:MOST_CHOICES]),
        ),
        label=words("sheet.form_words"),
        hint=words("sheet.form_hint"),
        text="",
        longest=LONGEST,
        optional=True,
    )


def read(game: Game, side: str, unit: str, order: str, text: str) -> Command:
    """The order that was filled in, read like a written line. Raises Refused."""
    known = game.seen(side)
    line = " ".join((unit, order, text))
    return order_text.read(line, known.system, known.scenario, known.state, side)
