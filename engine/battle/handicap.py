"""Handicap: what one side gives the other before a battle begins, so that unequal sides have equal chances.

The players agree on it, so what happens here cites no rule. Points count for the side that gets them from the
start. With the draw, a game that would be drawn is won by that side.
"""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Handicap, Scenario


def kind(given: Handicap) -> str:
    """What is given: "points", "draw" or "both"."""
    return "both" if given.points and given.draw else "draw" if given.draw else "points"


def points(scn: Scenario, side: str) -> int:
    """The points that a side has been given."""
    given = scn.handicap
    return given.points if given is not None and given.gives != side else 0


def has_draw(scn: Scenario, side: str) -> bool:
    """Whether a game that would be drawn is won by this side."""
    given = scn.handicap
    return given is not None and given.draw and given.gives != side


def winner_of_draw(scn: Scenario) -> str:
    """The side that wins a game that would be drawn; "" for neither."""
    return next((side for side in scn.side_ids if has_draw(scn, side)), "")


def tell(scn: Scenario, ledger: Ledger) -> None:
    """Say at the end what was given, where anything was."""
    given = scn.handicap
    if given is not None:
        gets = scn.enemy(given.gives)
        ledger.note("handicap", "", how=kind(given), side=given.gives, gets=gets, points=given.points)
