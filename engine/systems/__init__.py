"""The rulebooks, one package each."""

from __future__ import annotations

from engine.system import System
from engine.systems import art_of_tactic, desastre_colonial, morne_plaine, pousse_pion

ALL = (morne_plaine.SYSTEM, pousse_pion.SYSTEM, art_of_tactic.SYSTEM, desastre_colonial.SYSTEM)
SYSTEMS: dict[str, System] = {system.name: system for system in ALL}
"""The rulebooks by name, those that were registered included."""


def register(system: System) -> None:
    """Add a rulebook. Its charts, rules and battles are added by `scenarios.register`, which calls this."""
    assert system.name not in SYSTEMS, f"there are two rulebooks {system.name!r}"
    SYSTEMS[system.name] = system


def find(name: str) -> System:
    """The rulebook of that name; KeyError when there is none."""
    return SYSTEMS[name]
