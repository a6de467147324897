"""Objectives held by the side that passed last, and the end of a game by points."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Objective, Scenario
from engine.state import State

OWNS = "owns"  # mark on an objective, pointing at the side that passed last


def capture(ledger: Ledger, objective: Objective, side: str, rule: str) -> bool:
    """Give an objective to a side; whether it changed hands."""
    holders = ledger.state.targets_of_mark(objective.id, OWNS)
    if holders == {side}:
        return False
    for old in sorted(holders):
        ledger.tell(ev.Unmarked(name=OWNS, on=objective.id, to=old, rule=rule))
    ledger.tell(ev.Marked(name=OWNS, on=objective.id, to=side, rule=rule))
    ledger.note("objective", rule, objective=objective.id, side=side)
    return True


def last_to_pass(state: State, objective: Objective) -> str:
    """The side that passed an objective last; "" when none has."""
    return min(state.targets_of_mark(objective.id, OWNS), default="")


def end(
    scn: Scenario, ledger: Ledger, points: Mapping[str, int], reason: str, rule: str, wins_draw: str = ""
) -> None:
    """End the game: the difference of victory points gives winner and level. Where there is none, who
    `wins_draw` wins as if by one point."""
    first, second = scn.side_ids
    gap = points[first] - points[second]
    winner = wins_draw if gap == 0 else first if gap > 0 else second
    level = str(scn.chart("victory_levels", str(min(4, abs(gap) or int(winner != "")))))
    ledger.tell(ev.Ended(winner=winner, level=level, reason=reason, rule=rule))
