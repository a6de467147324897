"""The dice and cards that lie on the table: what cannot be among them (DC-CMD-14, DC-FIR-17, DC-DRA-07)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial.general.marks import ACTIVE
from engine.systems.desastre_colonial.general.values import chiefs

COMMAND = "command"
"""The pool of a command roll; the other dice are those of a fire roll."""
DECK = "drame."
"""The pool of the cards left of a value begins so: "drame.1"."""


def faults(scn: Scenario, state: State) -> Iterator[tuple[str, str]]:
    """What is wrong with the pools of a position, each with the name of the pool and the rule."""
    for name, faces in state.pools.items():
        if name.startswith(DECK):
            deck = tuple(map(int, scn.chart("drame", "deck")))
            wrong = [card for card in faces if card not in deck]
            if wrong:
                yield name, f"{wrong[0]} is no card of the deck: {', '.join(map(str, deck))} (DC-DRA-07)"
            continue
        most, rule = _greatest(scn, state, name)
        wrong = [face for face in faces if not 1 <= face <= most]
        if wrong:
            yield name, f"a die of {most} has no {wrong[0]} ({rule})"


def _greatest(scn: Scenario, state: State, name: str) -> tuple[int, str]:
    """The greatest face of the dice of a pool, and the rule: for a command roll that of the active Chief."""
    if name != COMMAND:
        return int(scn.chart("fire", "die")), "DC-FIR-17"
    present = tuple(chiefs(state))
    active = [chief for chief in present if state.marked(chief.id, ACTIVE)]
    dice = [chief["die"] for chief in active or present] or scn.chart("bounds", "die", "among")
    return max(map(int, dice)), "DC-CMD-14"
