"""Which button or menu leads to an order: by what its id and its values say, never by what is written on it.

An id is kind:game:stamp:verb[:about ...]. Of all that can be pressed, what names most of the order's words
(its unit, its hex, its target, its number) is the way to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from engine.commands import Answer, Command, Move

Json = dict[str, Any]

VERBS = {
    "Answer": ("answer",),
    "Done": ("done",),
    "Seal": ("lock",),
    "Rally": ("rally",),
    "Activate": ("activate",),
    "Lead": ("lead", "muster"),
    "Share": ("share",),
    "Volley": ("volley", "shooters"),
    "Turn": ("turn",),
}
"""The verbs of the buttons for orders that name no hex and no target, by the command's class."""
OPENS = "panel"
PAGES = ("hexes", "units", "aims")
SURE = "yes"
TAKES_BACK = ("undo", "unstep", "strikeout", "unlock", "resign", "release", "lift")
ELSEWHERE = ("map", "why", "whys", "log", "board", "status", "help", "guide", "standing", "instruct")
LONGER = ("rose", "step", "write", "give", "type", "orderform", "placeform", "clockform")
NO_WAY = {*TAKES_BACK, *ELSEWHERE, *LONGER}
"""Verbs that lead to no order, or by a longer way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button of a message, or what is chosen in a menu of it."""

    message: str
    custom_id: str
    values: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        """What it does."""
        return self.custom_id.split(":")[3]

    @property
    def meaning(self) -> tuple[str, ...]:
        """What it does and to whom, without the moment at which it was shown."""
        _, game, _, *rest = self.custom_id.split(":")
        return (game, *rest, *self.values)


def words(command: Command, question: Sequence[str] = ()) -> tuple[str, ...]:
    """What tells an order from others; `question` are the answers that it may be one of."""
    if isinstance(command, Answer):
        return (str(list(question).index(command.option)),)
    if isinstance(command, Move):
        return (command.unit, command.path[-1])
    found: list[str] = []
    for field in fields(command):
        found += _texts(getattr(command, field.name))
    return tuple(dict.fromkeys(found))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in _texts(part)]
    if isinstance(value, (tuple, list, frozenset)):
        return [text for part in value for text in _texts(part)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def presses(message: str, components: Sequence[Json], wanted: Sequence[str]) -> Iterator[Press]:
    """All that can be pressed in a message; of a menu that takes several, those that are wanted together."""
    for part in components:
        custom_id = str(part.get("custom_id", ""))
        if part.get("disabled") or custom_id.count(":") < 3:
            continue
        values = [str(o["value"]) for o in part.get("options") or ()]
        if not values:
            yield Press(message=message, custom_id=custom_id)
        elif part.get("max_values", 1) > 1:
            together = tuple(v for v in values if _said(v) & set(wanted))[: part["max_values"]]
            if together and set(together) != {o["value"] for o in part["options"] if o.get("default")}:
                yield Press(message=message, custom_id=custom_id, values=together)
        else:
            yield from (Press(message=message, custom_id=custom_id, values=(v,)) for v in values)


def best(offered: Sequence[Press], command: Command, wanted: Sequence[str], tried: set[Any]) -> Press | None:
    """What leads nearest to an order; None when nothing that has not been tried does."""
    ranked = [(_worth(press, command, wanted), press) for press in offered if press.meaning not in tried]
    worth, press = max(ranked, key=lambda pair: pair[0], default=(0, None))
    return press if worth > 0 else None


def _worth(press: Press, command: Command, wanted: Sequence[str]) -> int:
    """How many of the order's words a press says, and whether its verb is the order's; pages turn last."""
    verbs = VERBS.get(type(command).__name__, ())
    if press.verb in NO_WAY or (press.verb == "answer") != isinstance(command, Answer):
        return 0
    if press.verb in PAGES and not press.values:
        return 1
    if press.values and not set().union(*map(_said, press.values)) & set(wanted):
        return 0
    said = set().union(*(_said(part) for part in press.meaning[2:]))
    named, fits = len(said & set(wanted)), press.verb in verbs
    return 2 * named + 3 * fits + (fits and SURE in said)


def _said(text: str) -> set[str]:
    return {text, *text.replace(",", ":").replace(" ", ":").split(":")}
