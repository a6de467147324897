"""An order in words, before it is given: "**line-1** moves to 0704"."""

from __future__ import annotations

from bot.i18n.names import Names
from bot.reports import written_orders
from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Lead,
    Move,
    Place,
    Volley,
    Write,
)


def order_in_words(names: Names, command: Command) -> str:
    """What a command says, in one line; of a kind without a sentence of its own, what kind it is."""
    words = names.words
    if isinstance(command, Write):
        return written_orders.line(names, command.unit, command.order)
    if isinstance(command, Answer):
        return words("order_named.answer", option=words.get(f"button.{command.option}", command.option))
    key = names.own("order_named", type(command).__name__.lower())
    facts: dict[str, object] = {"phase": names.phase(names.game.state.phase)}
    if isinstance(command, Move):
        facts |= {"hex": command.path[-1], "path": " → ".join(command.path)}
        key = "order_named.move_by" if len(command.path) > 1 else key
    if isinstance(command, Place):
        facts["hex"] = command.hex
    if isinstance(command, Attack | Bombard | Charge | Volley):
        facts["target"] = names.unit(command.target)
    if isinstance(command, Volley):
        facts["units"] = names.units(dict.fromkeys(s.partition("/")[0] for s in command.shooters))
    if isinstance(command, Lead):
        facts |= {"units": names.units(command.units), "n": command.dice}
    unit = getattr(command, "unit", getattr(command, "chief", ""))
    facts["unit"] = names.unit(unit) if unit else ""
    return words(key if key in words else "order_named.other", **facts)
