"""An order of the log as players type it: `move line-1 0708 0707`.

An order that cannot be typed, or would be read as another one, is written as a group instead:
`{is:write unit:R3 order:{order:march path:"0402 0403"}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import codec
from engine import commands as co
from engine.codec import Unreadable
from engine.errors import Refused
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from notation import order_text
from notation.leader_orders import SQUARE
from notation.order_words import OrderContext
from notation.record.values import read_value, text_of


def order_line(command: co.Command, system: System, scenario: Scenario, state: State, side: str) -> str:
    """The text of a command, which `read_order` reads as the same in that position."""
    spell = _SPELLED.get(type(command))
    text = spell(command, scenario, state) if spell is not None else ""
    if text and _reads_as(text, command, system, scenario, state, side):
        return text
    return text_of(codec.to_json(command))


def read_order(text: str, system: System, scenario: Scenario, state: State, side: str) -> co.Command:
    """The command that a text means in a position. Raises ValueError, which says what is wrong."""
    try:
        if not text.startswith("{"):
            return order_text.read_in(OrderContext(system, scenario, state, side, verbs=()), text)
        command = codec.from_json(read_value(text))
    except Unreadable as error:
        raise ValueError(f"no order that this program knows: {error}") from error
    except Refused as error:
        facts = ", ".join(f"{name}: {fact}" for name, fact in error.facts.items() if fact)[:200]
        raise ValueError(f"this order cannot be read ({error.reason}; {facts})") from error
    if not isinstance(command, co.Command):
        raise ValueError("an order is expected, not an event")
    return command


def _reads_as(
    text: str, command: co.Command, system: System, scenario: Scenario, state: State, side: str
) -> bool:
    """Whether a text is read as that very command, down to the order of its parts."""
    try:
        again = read_order(text, system, scenario, state, side)
    except ValueError:
        return False
    return type(again) is type(command) and str(codec.to_json(again)) == str(codec.to_json(command))


def _spoken(*words: str) -> str:
    return " ".join(word for word in words if word)


def _written(command: Any) -> str:
    order = dict(command.order)
    kind = order.pop("order", "")
    words = [command.unit, kind.replace("_", " ") if order or kind else "no order"]
    words += [order.pop(name) for name in ("target", "facing", "with") if name in order]
    for name, word in (("max_range", "range"), ("prefer", "prefer"), ("path", "via")):
        words += [word, order.pop(name)] if name in order else []
    return "" if order else _spoken(*words)


def _facing(facing: Mapping[str, int], unit: str, scenario: Scenario, state: State, *, square: bool) -> str:
    """Where the bases of a unit face, by name; "" when a number has none."""
    names = tuple(scenario.grid.directions if square else scenario.charts.get("vertices", ()))
    if not all(0 <= number < len(names) for number in facing.values()):
        return ""
    return _spoken(*(word for base, number in facing.items() for word in (base, names[number])))


def _faced(command: Any, scenario: Scenario, state: State) -> str:
    square = state.marked(command.unit, SQUARE)
    return _spoken(
        "face", command.unit, _facing(command.facing, command.unit, scenario, state, square=square)
    )


def _formed(command: Any, scenario: Scenario, state: State) -> str:
    square = command.formation == SQUARE
    facing = _facing(command.facing, command.unit, scenario, state, square=square)
    return _spoken("form", command.unit, command.formation, facing)


def _shared(given: Mapping[str, Iterable[int]]) -> str:
    return _spoken("share", *(_spoken(unit, *map(str, dice)) for unit, dice in given.items()))


_SPELLED: Mapping[type[co.Command], Callable[[Any, Scenario, State], str]] = {
    co.Move: lambda c, *_: _spoken("move", c.unit, *c.path),
    co.Step: lambda c, *_: _spoken("step", c.unit, c.hex),
    co.Release: lambda *_: "release",
    co.Attack: lambda c, *_: _spoken("attack", c.unit, c.target),
    co.Bombard: lambda c, *_: _spoken("bombard", c.unit, c.target),
    co.Charge: lambda c, *_: _spoken("charge", c.unit, c.target),
    co.Rally: lambda *_: "rally",
    co.Place: lambda c, *_: _spoken("place", c.unit, c.hex),
    co.Unplace: lambda c, *_: _spoken("unplace", c.unit),
    co.Write: lambda c, *_: _written(c),
    co.Seal: lambda *_: "lock",
    co.Unseal: lambda *_: "unlock",
    co.Answer: lambda c, *_: _spoken("answer", c.option),
    co.Activate: lambda c, *_: _spoken("activate", c.chief),
    co.Lead: lambda c, *_: _spoken("lead", c.chief, *c.units, "with", str(c.dice)),
    co.Share: lambda c, *_: _shared(c.given),
    co.Face: _faced,
    co.Form: _formed,
    co.Volley: lambda c, *_: _spoken("fire", c.target, "by", *c.shooters),
    co.Instruct: lambda c, *_: _spoken("instruct", c.kind, c.answer or "off"),
    co.Done: lambda *_: "done",
    co.Resign: lambda *_: "resign",
    co.Draw: lambda *_: "draw",
    co.Expired: lambda *_: "expired",
}
