"""Line of sight (rules file, 4.7; R-48): who sees whom over woods, villages and hills. Units never block."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.sight import screens
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.marks import HIDDEN


def in_sight(scn: Scenario, state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another where both stand; nobody sees a hidden one (AT-RNG-06, AT-RNG-12)."""
    if unit.hex is None or target.hex is None or state.marked(target.id, HIDDEN):
        return False
    return visible(scn, unit.hex, target.hex)


def visible(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether two hexes see each other: a matter of the map alone, and symmetric (AT-RNG-06 to AT-RNG-10)."""
    return not blockers(scn, a, b)


def blockers(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that keep two others from seeing each other (AT-RNG-06)."""
    return screens(scn.grid, a, b, lambda hex_: _hides(scn, hex_, a, b) and _hides(scn, hex_, b, a))


def _hides(scn: Scenario, hex_: Hex, eye: Hex, goal: Hex) -> bool:
    """Whether a hex between hides the goal from the eye's own point of view.

    Woods and villages hide all behind them (AT-RNG-07), but from higher ground only the hex directly behind
    (AT-RNG-09).
    """
    if _hill_hides(scn, hex_, eye, goal):
        return True
    if scn.chart("terrain_move", scn.terrain(hex_), "los") != "block":
        return False
    return scn.slope(eye, hex_) >= 0 or scn.grid.adjacent(hex_, goal)


def _hill_hides(scn: Scenario, hex_: Hex, eye: Hex, goal: Hex) -> bool:
    """Whether a hex hides the goal by its height (AT-RNG-08, R-48).

    Above both ends it always does. Otherwise not for those on the same hill, nor for an end above it, except
    that from there it still hides the hex directly behind, unless that is higher than it, too.
    """
    over_eye, over_goal = scn.slope(eye, hex_), scn.slope(goal, hex_)
    if scn.hexes[hex_].level == 0:
        return False
    if over_eye > 0 and over_goal > 0:
        return True
    if {eye, goal} & _hill(scn, hex_):
        return False
    return over_eye >= 0 or (over_goal >= 0 and scn.grid.adjacent(hex_, goal))


def _hill(scn: Scenario, hex_: Hex) -> frozenset[Hex]:
    """The connected hexes of a hill, whatever their levels above the plain."""
    found, edge = {hex_}, [hex_]
    while edge:
        near = scn.grid.neighbours(edge.pop()).values()
        more = {h for h in near if scn.hexes[h].level > 0} - found
        found |= more
        edge += more
    return frozenset(found)
