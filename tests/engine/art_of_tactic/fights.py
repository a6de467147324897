"""Fights of Art of Tactic for tests: scripted dice, contacts, a ledger on a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ledger import Ledger
from engine.state import Mark, State
from engine.systems.art_of_tactic.marks import ENGAGED, FACES

MISS = 20


class ScriptedDice:
    """Dice by unit and purpose, "A/melee"; every other die shows `rest`."""

    def __init__(self, faces: Mapping[str, Sequence[int]] | None = None, rest: int = MISS) -> None:
        self.faces = faces or {}
        self.rest = rest

    def draw(self, key: str, sides: int) -> int:
        _turn, _step, _when, unit, purpose, *_by, ordinal = key.split("/")
        faces = self.faces.get(f"{unit}/{purpose}", ())
        return faces[int(ordinal) - 1] if int(ordinal) <= len(faces) else self.rest


def ledger_on(state: State, faces: Mapping[str, Sequence[int]] | None = None, rest: int = MISS) -> Ledger:
    """A ledger on a position, with scripted dice."""
    return Ledger(state, ScriptedDice(faces, rest))


def contact(a: str, b: str) -> list[Mark]:
    """Two units in contact."""
    return [Mark(name=ENGAGED, on=a, to=b), Mark(name=ENGAGED, on=b, to=a)]


def fight(a: str, b: str) -> list[Mark]:
    """Two units in contact who face each other."""
    return [*contact(a, b), Mark(name=FACES, on=a, to=b), Mark(name=FACES, on=b, to=a)]


def private(ledger: Ledger) -> list[tuple[str, str]]:
    """What only one side is told: the kind of event, the side."""
    return [(type(e).__name__, e.only) for e in ledger.events if e.only]
