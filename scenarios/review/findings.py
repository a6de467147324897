"""What makes a battle a bad one, though it can be played."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding: what is wrong in plain words, the hexes where it is, the key of the text that it is about
    ("units[3]", "map.roads"; "" for the battle as a whole)."""

    what: str
    hexes: tuple[Hex, ...] = ()
    key: str = ""
