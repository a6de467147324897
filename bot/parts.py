"""The parts of a button's id. It may be made up: what is not there, or is no number, is refused."""

from __future__ import annotations

import re
from typing import SupportsIndex, overload

from engine.errors import NotOnTable

_WHOLE = re.compile(r"-?[0-9]{1,19}")  # Discord's numbers have 19


class Parts(tuple[str, ...]):
    """What a button is about. A part that is not there is refused, not an error of ours."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, key: slice) -> Parts: ...

    def __getitem__(self, key: SupportsIndex | slice) -> str | Parts:
        """A part, or several. Raises NotOnTable."""
        if isinstance(key, slice):
            return Parts(super().__getitem__(key))
        try:
            return super().__getitem__(key)
        except IndexError:
            raise strange() from None


def whole(text: str) -> int:
    """The whole number of a part, or of a line that was chosen in a menu. Raises NotOnTable.

    >>> whole("-12")
    -12
    """
    if not _WHOLE.fullmatch(text) or abs(int(text)) >= 1 << 63:
        raise strange()
    return int(text)


def strange() -> NotOnTable:
    """Why a button that nobody made does nothing."""
    return NotOnTable("", "strange_button")
