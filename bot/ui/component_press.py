"""A press of a button or a choice in a menu, as features see it: what its id says. An id may be forged: an
argument that is missing, or no number, is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import SupportsIndex, overload

from engine.errors import NotOnTable

_WHOLE = re.compile(r"-?[0-9]{1,19}")  # Discord's numbers have 19


class IdArguments(tuple[str, ...]):
    """What a button is about. A part that is not there is refused, not an error of ours."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, key: slice) -> IdArguments: ...

    def __getitem__(self, key: SupportsIndex | slice) -> str | IdArguments:
        """A part, or several. Raises NotOnTable."""
        if isinstance(key, slice):
            return IdArguments(super().__getitem__(key))
        try:
            return super().__getitem__(key)
        except IndexError:
            raise unknown_component() from None


def parse_int(text: str) -> int:
    """The whole number of a part, or of a line that was chosen in a menu. Raises NotOnTable.

    >>> parse_int("-12")
    -12
    """
    if not _WHOLE.fullmatch(text) or abs(int(text)) >= 1 << 63:
        raise unknown_component()
    return int(text)


def unknown_component() -> NotOnTable:
    """Why a forged button does nothing."""
    return NotOnTable("", "strange_button")


NOTHING = IdArguments()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentPress:
    """A button that was pressed, a choice made in a menu (`chosen`; of several, all are `picked`), or a form
    with what was chosen in it (`answers`, by the names of its questions)."""

    game_id: int
    stamp: int
    verb: str
    arguments: IdArguments = NOTHING
    chosen: str = ""
    picked: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
