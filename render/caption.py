"""The words on a picture, written by the caller in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """Title, line below it, and words by key (see `legend_keys`). A key without words is left out.

    `header` is the title, `sub` what is happening ("Turn 3 of 12 · Combat · Blue to play"); `units` are those
    to be named where they stand outside the picture.
    """

    header: str = ""
    sub: str = ""
    legend: Mapping[str, str] = field(default_factory=dict)
    units: frozenset[str] = frozenset()

    def word(self, key: str) -> str:
        """The words of a key, or "" when it has none."""
        return self.legend.get(key, "")
