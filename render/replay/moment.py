"""The moments of a replay, as the caller hands them over. Draws nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.view import View
from render.caption import Caption

OVERLAYS = ("moves", "fights", "zones", "possible", "orders", "labels")
"""What a reader can show and hide."""
LABELS = (
    "skip", "map", "first", "back_phase", "back", "play", "pause", "forward", "forward_phase", "last",
    "moment", "moment_of", "jump", "speed", "slow", "normal", "fast", "show", "follow", "closer", "wider",
    "whole", "keys", "keys_text", "position", "none", "no_script",
    *(f"overlay_{overlay}" for overlay in OVERLAYS),
)  # fmt: skip
"""The labels of the page that a language must have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayLine:
    """A sentence; `aside`: it only says how the one above it came about."""

    text: str
    aside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentText:
    """When a moment is, what is told of it, and the `zones` each side controls. `part` counts the moments of
    one entry from 1; `player` is the side whose phase it is, "" for both."""

    zones: Mapping[str, frozenset[Hex]]
    entry: int
    part: int
    turn: int
    phase: str
    player: str
    heading: str
    lines: tuple[ReplayLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayMoment(MomentText):
    """What an entry of the log led to in one phase, and the table after it.

    `view` is drawn as it is; `possible` is the same table with all fights that are possible, or None where
    there are none.
    """

    view: View
    caption: Caption
    possible: View | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayText:
    """The words around the map: the battle, who played it, what came of it, the units by id, and the labels
    of the page by name (see LABELS in `document`), in a `language` ("en")."""

    title: str
    subtitle: str
    language: str
    units: Mapping[str, str]
    sides: Mapping[str, str]
    labels: Mapping[str, str]
