"""What a single step of one's own will costs, or why it is forbidden (PP-MOV, PP-ZOC-08 to 15).

Changes nothing. Moving, listing moves and planning all ask `toll`. Charges, pursuits and retreats do not: for
them there are no ways, no surcharge and no minimum movement (PP-MOV-20, PP-MOV-26); they ask `ground.price`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Toll
from engine.rules.zoc import Zones
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.pousse_pion import minimum, reinforcements
from engine.systems.pousse_pion.ground import clear, contact
from engine.systems.pousse_pion.marks import BEGUN, CALLED, CHARGED, FIRED, PAID, STOPPED, UNCOMMANDED
from engine.systems.pousse_pion.minimum import Minimum
from engine.systems.pousse_pion.survey import goings
from engine.systems.pousse_pion.values import exposed
from engine.systems.pousse_pion.zoc import controlled, dear

MANOEUVRE = "manoeuvre"
PRICED_BY = frozenset({BEGUN, PAID})
"""The marks of a unit that its next step is priced by."""
CONTACT = Zones(spreads=contact, has=lambda scn, state, unit: True)
"""The hexes in contact with units, found as the hexes are that they control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transit(Footing):
    """A unit on the hex of a friend it passes: the hex its crossing began on and those of friends since."""

    passed: frozenset[Hex]


def footing(state: State, unit: Unit) -> Footing:
    """How a unit stands before its next step."""
    return Footing(hex=unit.place, left=unit["mp"], marks=state.names_on(unit.id) & PRICED_BY)


def around(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Iterable[Hex]:
    """Where a step could lead: to a neighbouring hex, or from the reserve onto the map."""
    if hex_ == RESERVE:
        return reinforcements.entries(scn, state, unit)
    return scn.grid.neighbours(hex_).values() if hex_ in scn.grid else ()


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not move at all now, or None.

    One that has charged is told so by `toll`, since the hex it charged from has a rule of its own.
    """
    facts, marks = {"unit": unit.id, "hex": unit.place}, state.names_on(unit.id)
    away = _away(scn, state, unit)
    if away is not None:
        return away.about(facts)
    if state.phase == MANOEUVRE and CALLED not in marks:
        return Barred("PP-MOV-44", "not_called", facts)
    if CHARGED in marks:
        return None
    if STOPPED in marks:
        return Barred("PP-ZOC-06", "stopped_by_zone", facts)
    if FIRED in marks and ("horse" not in unit.traits or UNCOMMANDED in marks):
        return Barred("PP-FIR-15" if "horse" in unit.traits else "PP-FIR-14", "fired_before", facts)
    return Barred("PP-MOV-46", "no_points_left", facts) if unit["mp"] < 1 else None


def _away(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit that is not on the map stays off it, or None."""
    if unit.place == RESERVE:
        return reinforcements.barred(scn, state, unit)
    if unit.place == ELIMINATED:
        return Barred("PP-GEN-18", "unit_eliminated")
    return Barred("PP-GEN-20", "unit_off_map") if unit.hex is None else None


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of the step from where the unit stands to a hex, or why it is forbidden."""
    ask = reinforcements.toll if at.hex == RESERVE else _toll
    found = _closed(scn, state, unit, at, to) or ask(scn, state, unit, at, to)
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
    return found.about(facts) if isinstance(found, Barred) else found


def _toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The same of a step between neighbours, with no enemy in the way."""
    along = usable_way(scn, state, unit, at, to)
    needs = _needs(scn, state, unit, at, to, along)
    if isinstance(needs, Barred):
        return needs
    friend = next((other for other in state.on(to) if other.id != unit.id), None)
    shut = _shut(scn, state, unit, to)
    if shut is None and friend is not None:
        shut = _in_the_way(scn, state, friend)
    if shut is not None:
        return shut
    then = _then(at, to, along, needs)
    if friend is not None:
        return _past(scn, state, unit, at, Toll(cost=needs, footing=then, way=along), friend)
    stops = controlled(scn, state, to, scn.enemy(unit.side))
    if needs <= at.left:
        return Toll(cost=needs, footing=then, way=along, stops=stops, rule=_rule(along))
    if minimum.allowed(at):
        return Minimum(cost=at.left, footing=then, rule=minimum.RULE, stops=stops, needs=needs)
    return Barred("PP-MOV-27", "too_far", {"needs": needs, "has": at.left})


def _closed(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Barred | None:
    """What forbids a step before anything is asked about the ground."""
    if CHARGED in state.names_on(unit.id):
        back = to in state.pointed(unit.id, CHARGED)
        return Barred("PP-MOV-32", "charge_stays_made") if back else Barred("PP-CHG-23", "charged_before")
    if at.hex == RESERVE:
        return None
    if not scn.grid.adjacent(at.hex, to):
        return Barred("PP-MOV-02", "not_neighbours")
    enemy = next((other for other in state.on(to) if other.side != unit.side), None)
    if enemy is not None:
        return Barred("PP-GEN-14", "enemy_there", {"by": enemy.id})
    if isinstance(at, Transit) and to in at.passed:
        return Barred("PP-MOV-37", "crossing_goes_on")
    return Barred("PP-MOV-46", "no_points_left") if at.left < 1 else None


def usable_way(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> str:
    """The way a step can follow: road, track or "" (PP-MOV-20, PP-ZOC-21).

    That a unit of the side whose turn it is moves of its own will, in a phase for moving, holds for whoever
    asks for a toll.
    """
    along = goings(scn, unit.kind)[at.hex][to].way
    return "" if along and controlled(scn, state, at.hex, scn.enemy(unit.side)) else along


def _needs(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex, along: str) -> int | Barred:
    """The full price of a step in MV: of the way (PP-MOV-19, 21, 22), or else of terrain, hexside and leaving
    an enemy zone (PP-MOV-05, PP-ZOC-08)."""
    if along == "road":
        return int(scn.chart("road_step")[PAID in at.marks])
    if along:
        return int(scn.chart("track_step"))
    ground = goings(scn, unit.kind)[at.hex][to].price
    if isinstance(ground, Barred):
        return ground
    held = controlled(scn, state, at.hex, scn.enemy(unit.side))
    return ground + (int(scn.chart("zoc", "exit")) if held and dear(scn, state, unit, at.hex) else 0)


def _then(at: Footing, to: Hex, along: str, needs: int) -> Footing:
    """How the unit stands after a step: only a paid road step makes the next one free (PP-MOV-22, 23)."""
    free_next = along == "road" and PAID in at.marks
    marks = frozenset({BEGUN}) if free_next else PRICED_BY
    return Footing(hex=to, left=max(0, at.left - needs), marks=marks)


def _rule(along: str) -> str:
    return {"road": "PP-MOV-22", "track": "PP-MOV-21"}.get(along, "PP-MOV-02")


def _shut(scn: Scenario, state: State, unit: Unit, to: Hex) -> Barred | None:
    """Enemy contact that is closed to a unit, or in a Manoeuvre phase to all (PP-MOV-48, PP-ZOC-15)."""
    manoeuvre = state.phase == MANOEUVRE
    if not manoeuvre and not exposed(unit):
        return None
    by = _in_contact(scn, state, to, scn.enemy(unit.side))
    if not by:
        return None
    rule, reason = ("PP-MOV-48", "contact_in_manoeuvre") if manoeuvre else ("PP-ZOC-15", "contact_closed")
    return Barred(rule, reason, {"by": by})


def _in_contact(scn: Scenario, state: State, hex_: Hex, side: str) -> str:
    """A unit of a side in contact with a hex, the first clockwise from NE, or "" (PP-GEN-12)."""
    if hex_ not in CONTACT.zone(scn, state, side):
        return ""
    return CONTACT.controllers(scn, state, hex_, side)[0].id


def _in_the_way(scn: Scenario, state: State, friend: Unit) -> Barred | None:
    """Why a friend cannot be passed where he stands (PP-MOV-34)."""
    here = friend.place
    if not clear(scn, here):
        facts: dict[str, Fact] = {"by": friend.id, "terrain": scn.terrain(here)}
        return Barred("PP-MOV-34", "friend_not_in_the_open", facts)
    if _in_contact(scn, state, here, scn.enemy(friend.side)):
        return Barred("PP-MOV-34", "friend_in_contact", {"by": friend.id})
    return None


def _past(scn: Scenario, state: State, unit: Unit, at: Footing, price_: Toll, friend: Unit) -> Toll | Barred:
    """The step onto a friend's hex: legal when it can be paid and the unit can go on (PP-MOV-35, 36, 45)."""
    if price_.cost > at.left:
        facts: dict[str, Fact] = {"by": friend.id, "needs": price_.cost, "has": at.left}
        if minimum.allowed(at):
            return Barred("PP-MOV-45", "no_minimum_across", facts)
        return Barred("PP-MOV-27", "too_far", facts)
    then = price_.footing
    passed = at.passed if isinstance(at, Transit) else frozenset({at.hex})
    over = Transit(hex=then.hex, left=then.left, marks=then.marks, passed=passed | {then.hex})
    near = scn.grid.neighbours(over.hex).values()
    if not any(isinstance(toll(scn, state, unit, over, further), Toll) for further in near):
        return Barred("PP-MOV-35", "nowhere_beyond", {"by": friend.id})
    return replace(price_, footing=over, rule="PP-MOV-34", passing=True)


def onward(scn: Scenario, state: State, unit: Unit, over: Footing) -> dict[Hex, Toll]:
    """How a unit on the hex of a friend can go on, clockwise from NE, with the price (PP-MOV-35 to 37)."""
    tolls = {to: toll(scn, state, unit, over, to) for to in scn.grid.neighbours(over.hex).values()}
    return {to: found for to, found in tolls.items() if isinstance(found, Toll)}
