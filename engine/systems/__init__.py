"""The rulebooks, one package each."""

from __future__ import annotations

from engine.system import System
from engine.systems import art_of_tactic, desastre_colonial, morne_plaine, pousse_pion

ALL = (morne_plaine.SYSTEM, pousse_pion.SYSTEM, art_of_tactic.SYSTEM, desastre_colonial.SYSTEM)
SYSTEMS = {system.name: system for system in ALL}


def find(name: str) -> System:
    """The rulebook of that name; KeyError when there is none."""
    return SYSTEMS[name]
