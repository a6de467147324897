"""What a single step of one's own will costs, or why it is forbidden (PP-MOV, PP-ZOC-08 to 15).

Changes nothing. Moving, listing moves and planning all ask `toll`. Charges, pursuits and retreats do not: for
them there are no ways, no surcharge and no minimum movement (PP-MOV-20, PP-MOV-26), they ask `ground.price`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Toll
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.pousse_pion import reinforcements
from engine.systems.pousse_pion.ground import clear, contacts, price, way
from engine.systems.pousse_pion.marks import BEGUN, CALLED, CHARGED, FIRED, PAID, STOPPED, UNCOMMANDED
from engine.systems.pousse_pion.values import exposed
from engine.systems.pousse_pion.zoc import controlled, dear

MANOEUVRE = "manoeuvre"
PRICED_BY = frozenset({BEGUN, PAID})
"""The marks of a unit that its next step is priced by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transit(Footing):
    """A unit on the hex of a friend it passes: where its crossing began and the friends passed (PP-MOV-37)."""

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
    if unit.hex is None and unit.place != RESERVE:
        gone = unit.place == ELIMINATED
        return Barred("PP-GEN-18" if gone else "PP-GEN-20", "unit_eliminated" if gone else "unit_off_map", facts)
    if state.phase == MANOEUVRE and CALLED not in marks:
        return Barred("PP-MOV-44", "not_called", facts)
    if unit.place == RESERVE:
        early = reinforcements.barred(scn, state, unit)
        if early is not None:
            return early
    if CHARGED in marks:
        return None
    if STOPPED in marks:
        return Barred("PP-ZOC-06", "stopped_by_zone", facts)
    if FIRED in marks and ("horse" not in unit.traits or UNCOMMANDED in marks):
        return Barred("PP-FIR-15" if "horse" in unit.traits else "PP-FIR-14", "fired_before", facts)
    if unit["mp"] < 1:
        return Barred("PP-MOV-46", "no_points_left", facts)
    return None


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of the step from where the unit stands to a hex, or why it is forbidden."""
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
    closed = _closed(scn, state, unit, at, to)
    if closed is not None:
        return closed.about(facts)
    if at.hex == RESERVE:
        return reinforcements.toll(scn, state, unit, at, to)
    along = usable_way(scn, state, unit, at, to)
    needs = _needs(scn, state, unit, at, to, along)
    if isinstance(needs, Barred):
        return needs.about(facts)
    friend = friend_at(state, unit, to)
    shut = _shut(scn, state, unit, to) or (friend and _in_the_way(scn, state, unit, friend))
    if shut:
        return shut.about(facts)
    price = _paid(scn, state, unit, at, to, along, needs, friend)
    if isinstance(price, Toll) and friend is not None:
        price = _past(scn, state, unit, at, price, friend)
    return price.about(facts) if isinstance(price, Barred) else price


def _paid(scn, state, unit, at, to, along, needs, friend) -> Toll | Barred: ...


def _closed(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Barred | None:
    """What forbids a step before anything is asked about the ground."""
    started = state.pointed(unit.id, CHARGED)
    if started:  # PP-CHG-23, PP-MOV-32
        back = to in started
        return Barred("PP-MOV-32", "charge_stays_made") if back else Barred("PP-CHG-23", "charged_before")
    if at.hex == RESERVE:
        return None
    if not scn.grid.adjacent(at.hex, to):
        return Barred("PP-MOV-02", "not_neighbours")
    enemy = next((u for u in state.on(to) if u.side != unit.side), None)
    if enemy is not None:
        return Barred("PP-GEN-14", "enemy_there", {"by": enemy.id})
    return Barred("PP-MOV-46", "no_points_left") if at.left < 1 else None


def usable_way(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> str:
    """The way a step can follow: road, track or "" (PP-MOV-20, PP-ZOC-21).

    That the unit's own side moves it, in a phase for moving, is so for whoever asks here.
    """
    along = way(scn, at.hex, to)
    return "" if along and controlled(scn, state, at.hex, scn.enemy(unit.side)) else along


def _needs(
    scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex, along: str
) -> int | Barred:
    """The full price of a step in MV: of the way (PP-MOV-19, 21, 22), or else of terrain, hexside and leaving
    an enemy zone (PP-MOV-05, PP-ZOC-08)."""
    if along == "road":
        return int(scn.chart("road_step")[PAID in at.marks])
    if along:
        return int(scn.chart("track_step"))
    ground = price(scn, unit.kind, at.hex, to)
    if isinstance(ground, Barred):
        return ground
    return ground + (int(scn.chart("zoc", "exit")) if dear(scn, state, unit, at.hex) else 0)


def _shut(scn: Scenario, state: State, unit: Unit, to: Hex) -> Barred | None:
    """Enemy contact that is closed to a unit, or in a Manoeuvre phase to all (PP-MOV-48, PP-ZOC-15)."""
    manoeuvre = state.phase == MANOEUVRE
    if not manoeuvre and not exposed(unit):
        return None
    by = contacts(scn, state, to, scn.enemy(unit.side))
    if not by:
        return None
    if manoeuvre:
        return Barred("PP-MOV-48", "contact_in_manoeuvre", {"by": by[0].id})
    return Barred("PP-ZOC-15", "contact_closed", {"by": by[0].id})


def friend_at(state: State, unit: Unit, hex_: Hex) -> Unit | None:
    """The friend on a hex, if any; once a step is checked nobody else can be there."""
    return next((other for other in state.on(hex_) if other.id != unit.id), None)


def _in_the_way(scn: Scenario, state: State, unit: Unit, friend: Unit) -> Barred | None:
    """Why a friend cannot be passed where he stands (PP-MOV-34)."""
    here = friend.place
    if not clear(scn, here):
        facts: dict[str, Fact] = {"by": friend.id, "terrain": scn.terrain(here)}
        return Barred("PP-MOV-34", "friend_not_in_the_open", facts)
    if contacts(scn, state, here, scn.enemy(unit.side)):
        return Barred("PP-MOV-34", "friend_in_contact", {"by": friend.id})
    return None


def _past(scn: Scenario, state: State, unit: Unit, at: Footing, price: Toll, friend: Unit) -> Toll | Barred:
    """The step onto the hex of a friend: legal when the unit can go on to an empty one (PP-MOV-35, 36)."""
    passed = at.passed if isinstance(at, Transit) else frozenset({at.hex})
    then = price.footing
    over = Transit(hex=then.hex, left=then.left, marks=then.marks, passed=passed | {then.hex})
    if not onward(scn, state, unit, over):
        return Barred("PP-MOV-35", "nowhere_beyond", {"by": friend.id})
    return replace(price, footing=over, passing=True)


def onward(scn: Scenario, state: State, unit: Unit, over: Footing) -> dict[Hex, Toll]:
    """How a unit on the hex of a friend can go on, clockwise from NE (PP-MOV-35 to 37)."""
    tolls = {to: toll(scn, state, unit, over, to) for to in scn.grid.neighbours(over.hex).values()}
    return {to: price for to, price in tolls.items() if isinstance(price, Toll)}
