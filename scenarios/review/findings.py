"""What makes a battle a bad one, though it can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.hexes import Hex
from scenarios.review.keys import entries_along, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding: what is wrong in plain words, the hexes where it is, the key of the text that it is about
    ("units[3]", "map.roads"; "" for the battle as a whole)."""

    what: str
    hexes: tuple[Hex, ...] = ()
    key: str = ""


def source_line(printed: Mapping[str, Any], finding: Finding) -> str:
    """File and line of what a finding is about, "" where the text does not know: the entry of its key, or the
    row or name in it that mentions one of its hexes."""
    *_, entry = [printed, *entries_along(printed, steps(finding.key))]
    if isinstance(entry, list) or finding.key.startswith("map."):
        parts = entry if isinstance(entry, (list, dict)) else ()
        entry = next((part for part in parts if any(hex_ in str(part) for hex_ in finding.hexes)), entry)
    return str(getattr(entry, "where", ""))
