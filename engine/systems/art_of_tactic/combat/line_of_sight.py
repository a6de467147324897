"""Line of sight over woods, villages and hills (AT-RNG-06 to AT-RNG-10, R-48). Units never block."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.line_of_sight import blocking_hexes, too_far
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.marks import HIDDEN


def in_sight(scn: Scenario, state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another; no unit sees a hidden one (AT-RNG-06, AT-RNG-12), or farther than the
    weather of the battle lets it."""
    if unit.hex is None or target.hex is None or state.marked(target.id, HIDDEN):
        return False
    away = scn.grid.distance(unit.hex, target.hex)
    return visible(scn, unit.hex, target.hex) and not too_far(scn, state, away)


def visible(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether two hexes see each other, which depends on the map alone and is symmetric (AT-RNG-10)."""
    return not blockers(scn, a, b)


def blockers(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line of sight between two others (AT-RNG-06)."""
    return blocking_hexes(scn.grid, a, b, lambda hex_: _hides(scn, hex_, a, b) and _hides(scn, hex_, b, a))


def _hides(scn: Scenario, hex_: Hex, eye: Hex, goal: Hex) -> bool:
    """Whether a hex in between hides the goal from the eye, without regard to the opposite direction.

    Woods and villages hide everything behind them (AT-RNG-07), but from higher ground only the hex directly
    behind them (AT-RNG-09).
    """
    if _hill_hides(scn, hex_, eye, goal):
        return True
    if scn.chart("terrain_move", scn.terrain(hex_), "los") != "block":
        return False
    return scn.slope(eye, hex_) >= 0 or scn.grid.adjacent(hex_, goal)


def _hill_hides(scn: Scenario, hex_: Hex, eye: Hex, goal: Hex) -> bool:
    """Whether a hex hides the goal by its height (AT-RNG-08, R-48).

    A hex above both ends does. Any other hides nothing from units on the same hill; from an end above it, it
    hides only the hex directly behind it, unless that is higher than it, too.
    """
    above_eye, above_goal = scn.slope(eye, hex_), scn.slope(goal, hex_)
    if scn.hexes[hex_].level == 0:
        return False
    if above_eye > 0 and above_goal > 0:
        return True
    if {eye, goal} & _hill(scn, hex_):
        return False
    return above_eye >= 0 or (above_goal >= 0 and scn.grid.adjacent(hex_, goal))


def _hill(scn: Scenario, hex_: Hex) -> frozenset[Hex]:
    """The connected hexes of a hill, whatever their levels above the plain."""
    hill, edge = {hex_}, [hex_]
    while edge:
        neighbours = scn.grid.neighbours(edge.pop()).values()
        more = {h for h in neighbours if scn.hexes[h].level > 0} - hill
        hill |= more
        edge += more
    return frozenset(hill)
