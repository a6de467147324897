"""Units that a Faux Pas relocates before the battle: where each may go, and their placement (5.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import events as ev
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.order_checks import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import SCATTERED
from engine.systems.desastre_colonial.general.values import NATIVE, by_id, troops
from engine.systems.desastre_colonial.setup.setup import too_near_enemy
from engine.systems.desastre_colonial.terrain.terrain import impassable

ROWS, REACH, OWN_ZONE = "rows", "reach", "zone"
"""The zones of a relocation: the rows of the charts, a number of hexes from where it stands, its set-up
zone."""
RULE = "DC-FAU-04"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relocation:
    """The relocation of a unit, as its mark SCATTERED points at it: its zone, the hexes of REACH, and whether
    the unit has been placed."""

    zone: str
    hexes: int = 0
    placed: bool = False

    def encode(self) -> str:
        """The relocation as text.

        >>> Relocation(zone=REACH, hexes=2).encode(), Relocation(zone=ROWS, placed=True).encode()
        ('reach/2', 'put/rows/0')
        """
        return f"{PLACED if self.placed else ''}{self.zone}/{self.hexes}"

    @classmethod
    def decode(cls, text: str) -> Relocation:
        """The relocation of that text.

        >>> Relocation.decode("put/reach/2")
        Relocation(zone='reach', hexes=2, placed=True)
        """
        zone, _, hexes = text.removeprefix(PLACED).partition("/")
        return cls(zone=zone, hexes=int(hexes), placed=text.startswith(PLACED))


PLACED = "put/"
COMPANION = "put/with"
"""What SCATTERED points at on a Chief who goes with the first unit placed."""


def relocate(ledger: Ledger, unit_id: str, relocation: Relocation) -> None:
    """Have a unit wait for its new hex."""
    ledger.tell(ev.Marked(name=SCATTERED, on=unit_id, to=relocation.encode(), rule=RULE))


def relocations(state: State) -> Iterator[tuple[Unit, Relocation]]:
    """The units relocated by the present effect, placed or waiting."""
    for mark in state.marks:
        if mark.name == SCATTERED and mark.to != COMPANION:
            yield state.units[mark.on], Relocation.decode(mark.to)


def waiting(state: State) -> tuple[Unit, ...]:
    """The units that wait for their new hex, by id."""
    return by_id(unit for unit, relocation in relocations(state) if not relocation.placed)


def check(scn: Scenario, state: State, unit: Unit, to: Hex) -> None:
    """Raises IllegalOrder unless a waiting unit may be placed in a hex: empty, in its zone, not next to a
    Native unit, in contact with the units placed before by the same effect (5.12)."""
    if unit not in waiting(state):
        raise IllegalOrder(RULE, "not_waiting", unit=unit.id, hex=to)
    if any(other.id != unit.id for other in state.on(to)) or impassable(scn, state, to):
        raise IllegalOrder(RULE, "occupied_place", unit=unit.id, hex=to)
    outside = _outside_zone(scn, state, unit, to)
    if outside is not None:
        raise outside
    if unit.side == NATIVE:
        too_near = too_near_enemy(scn, state, unit, to)
        if too_near is not None:
            raise too_near
        return
    enemy = next((enemy for enemy in troops(state, NATIVE) if scn.grid.adjacent(enemy.place, to)), None)
    if enemy is not None:
        raise IllegalOrder(RULE, "next_to_enemy", unit=unit.id, hex=to, by=enemy.id)
    placed = [other for other, relocation in relocations(state) if relocation.placed]
    if placed and not any(scn.grid.adjacent(to, other.place) for other in placed):
        raise IllegalOrder(RULE, "apart_from_others", unit=unit.id, hex=to)


def _outside_zone(scn: Scenario, state: State, unit: Unit, to: Hex) -> IllegalOrder | None:
    """The refusal to place a waiting unit outside the zone of its relocation, or None (5.12)."""
    relocation = Relocation.decode(min(state.targets_of_mark(unit.id, SCATTERED)))
    if relocation.zone == ROWS:
        rows = scn.chart("faux_pas", "rows")
        if scn.grid.column_and_row(to)[1] in rows:
            return None
        known = tuple(map(str, rows))
        return IllegalOrder(RULE, "outside_zone", kind=ROWS, unit=unit.id, hex=to, rows=known)
    if relocation.zone == REACH:
        away, most = scn.grid.distance(unit.place, to), relocation.hexes
        if away <= most:
            return None
        return IllegalOrder(RULE, "outside_zone", kind=REACH, unit=unit.id, hex=to, away=away, most=most)
    if to in scn.zones.get(unit.side, frozenset(scn.grid)):
        return None
    return IllegalOrder(RULE, "outside_zone", unit=unit.id, hex=to)


def hexes_for(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes where a waiting unit may be placed, by label."""
    return tuple(hex_ for hex_ in sorted(scn.grid) if refusal(check, scn, state, unit, hex_) is None)


def place(ledger: Ledger, unit: Unit, to: Hex) -> None:
    """Place a waiting unit; a Chief who goes with the scattered units goes with the first of them (5.12)."""
    for text in sorted(ledger.state.targets_of_mark(unit.id, SCATTERED)):
        placed = replace(Relocation.decode(text), placed=True)
        ledger.tell(ev.Unmarked(name=SCATTERED, on=unit.id, to=text, rule=RULE))
        ledger.tell(ev.Marked(name=SCATTERED, on=unit.id, to=placed.encode(), rule=RULE))
    _put(ledger, unit, to)
    for chief in companions(ledger.state):
        ledger.tell(ev.Unmarked(name=SCATTERED, on=chief.id, to=COMPANION, rule=RULE))
        _put(ledger, chief, to)


def add_companion(ledger: Ledger, chief_id: str) -> None:
    """Have a Chief go with the first unit placed."""
    ledger.tell(ev.Marked(name=SCATTERED, on=chief_id, to=COMPANION, rule=RULE))


def companions(state: State) -> tuple[Unit, ...]:
    """The Chiefs who go with the first unit placed."""
    marks = (mark for mark in state.marks if mark.name == SCATTERED and mark.to == COMPANION)
    return tuple(state.units[mark.on] for mark in marks)


def _put(ledger: Ledger, unit: Unit, to: Hex) -> None:
    if unit.place != to:
        ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=to, manner="scattered", rule=RULE))
