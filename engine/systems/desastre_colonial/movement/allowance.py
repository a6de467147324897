"""Movement allowances: how many hexes a whole move may have, and what limits it (5.2, DC-MOV-04 to 08).

A move starts as a march. Coming within 2 hexes of an enemy unit makes all of it tactical (DC-MOV-07), slowing
terrain limits all of it to one hex (DC-TER-04). So a move under way remembers its hexes and its limits, as
values and marks of the unit. A free move is a march without these limits (DC-VAG-02, DC-TER-08).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle.weather import slowed
from engine.hexes import Hex
from engine.rules.movement import Barred, MoveState
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.marks import MOVED, SLOWED, TACTICAL
from engine.systems.desastre_colonial.terrain import terrain

FREE_MOVE = "free_move"
"""The phase of the free move (DC-VAG-01)."""
LIMITS = frozenset({TACTICAL, SLOWED})
"""The marks of a unit that limit its move."""
ONLY_TACTICAL, ONLY_SLOWED, NO_LIMITS = frozenset({TACTICAL}), frozenset({SLOWED}), frozenset[str]()
NO_HEXES: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSoFar(MoveState):
    """A counter between two steps: the hex its move started in, the hexes it has made, and the hexes of the
    friends it is passing through, with the hex it came from."""

    start: Hex
    made: int = 0
    passed: frozenset[Hex] = NO_HEXES


def move_so_far(state: State, unit: Unit) -> MoveSoFar:
    """The move of a counter before its next step."""
    started = state.targets_of_mark(unit.id, MOVED)
    if not started:
        return MoveSoFar(hex=unit.place, left=unit["mp"], start=unit.place)
    limits = state.marks_on(unit.id) & LIMITS
    return MoveSoFar(hex=unit.place, left=unit["mp"], marks=limits, start=min(started), made=unit["gone"])


# --- table 5.2 ----------------------------------------------------------------------------------------------


def row(unit: Unit) -> str:
    """The row of table 5.2 for a counter (DC-CAP-02, DC-CAP-08)."""
    if values.is_chief(unit):
        return values.CHIEF
    if values.gunlike(unit):
        if "horse_artillery" in unit.traits:
            return "horse_artillery"
        return "artillery_team" if "team" in unit.traits else "artillery_no_team"
    if values.skirmisher(unit):
        return "skirmisher_mounted" if values.mounted(unit) else "skirmisher_foot"
    return "cavalry" if values.mounted(unit) else "infantry"


def tactical(scn: Scenario, unit: Unit) -> int:
    """Hexes of a tactical move (DC-MOV-06)."""
    name = ("tactical move", unit.kind, unit.traits)
    return scn.cached(name, lambda: int(scn.chart("movement", "tactical", row(unit))))


def march(scn: Scenario, unit: Unit) -> int:
    """Hexes of a march, which is nowhere tactical (DC-MOV-08)."""
    return tactical(scn, unit) * int(scn.chart("movement", "march_multiplier"))


def whole_move(scn: Scenario, state: State, unit: Unit, limits: frozenset[str]) -> int:
    """Hexes of a whole move under these limits (DC-MOV-07, DC-MOV-08, DC-TER-04), less what the weather of
    the battle takes."""
    hexes = tactical(scn, unit) if TACTICAL in limits else march(scn, unit)
    hexes = slowed(scn, state, hexes)
    return min(hexes, int(scn.chart("movement", "slow_cap"))) if SLOWED in limits else hexes


# --- limits -------------------------------------------------------------------------------------------------


def limits_so_far(scn: Scenario, state: State, unit: Unit, at: MoveSoFar) -> frozenset[str]:
    """What limits a move before its next step; before the first, its starting hex decides (DC-MOV-04,
    DC-TER-05, DC-TER-08)."""
    if at.made or state.phase == FREE_MOVE:
        return at.marks
    return _limits(scn, state, unit, at.hex, slow=terrain.slow(scn, state, at.hex))


def limits_entering(scn: Scenario, state: State, unit: Unit, origin: Hex, to: Hex) -> frozenset[str]:
    """What limits a move because of a step from one hex to another (DC-MOV-04, DC-TER-04, DC-TER-08)."""
    if state.phase == FREE_MOVE:
        return frozenset()
    slow = terrain.slow(scn, state, to) or terrain.slow_between(scn, origin, to)
    return _limits(scn, state, unit, to, slow=slow)


def _limits(scn: Scenario, state: State, unit: Unit, hex_: Hex, *, slow: bool) -> frozenset[str]:
    slows = slow and not ignores_slow_terrain(unit)
    if tactical_enemy(scn, state, unit, hex_):
        return LIMITS if slows else ONLY_TACTICAL
    return ONLY_SLOWED if slows else NO_LIMITS


def ignores_slow_terrain(unit: Unit) -> bool:
    """Whether slowing terrain does not limit a unit: foot skirmishers (DC-TER-07)."""
    return values.skirmisher(unit) and not values.mounted(unit)


def left_from_here(scn: Scenario, state: State, unit: Unit) -> int:
    """Hexes a counter could still make at most, by what its move has met so far."""
    at = move_so_far(state, unit)
    return whole_move(scn, state, unit, limits_so_far(scn, state, unit, at)) - at.made


def used_up(scn: Scenario, state: State, unit: Unit, at: MoveSoFar, limits: frozenset[str]) -> Barred | None:
    """Why no hex of a move is left, or None."""
    hexes = whole_move(scn, state, unit, limits)
    if at.made < hexes:
        return None
    if SLOWED in limits:
        return _slowed(scn, state, at, hexes)
    if TACTICAL in limits:
        return Barred("DC-MOV-06", "tactical_limit", {"most": hexes})
    return Barred("DC-MOV-08", "march_limit", {"most": hexes})


def _slowed(scn: Scenario, state: State, at: MoveSoFar, most: int) -> Barred:
    """Why slowing terrain leaves no hex of a move: its start, the hex it has reached, or what it crossed on
    the way (DC-TER-04, DC-TER-05)."""
    if terrain.slow(scn, state, at.start):
        name = terrain.at(scn, state, at.start)
        return Barred("DC-TER-05", "slowed_already", {"kind": "start", "terrain": name, "most": most})
    if terrain.slow(scn, state, at.hex):
        return Barred("DC-TER-04", "slowed_already", {"most": most})
    return Barred("DC-TER-04", "slowed_already", {"kind": "crossing", "most": most})


# --- enemies nearby -----------------------------------------------------------------------------------------


def tactical_enemy(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> str:
    """The nearest enemy unit that makes a move through a hex tactical, or "" (DC-MOV-04, DC-MOV-05)."""
    return _nearest_enemy(scn, state, unit, hex_, int(scn.chart("movement", "zone")))


def free_move_enemy(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> str:
    """The nearest enemy unit that forbids a free move in a hex, or "" (DC-VAG-02)."""
    return _nearest_enemy(scn, state, unit, hex_, int(scn.chart("free_move", "distance")))


def _nearest_enemy(scn: Scenario, state: State, unit: Unit, hex_: Hex, reach: int) -> str:
    """The nearest enemy unit up to `reach` hexes from a hex, the first by id of equals, or ""."""
    side = scn.enemy(unit.side)
    return state.cached(("near", side, reach), lambda: _nearest_by_hex(scn, state, side, reach)).get(hex_, "")


def _nearest_by_hex(scn: Scenario, state: State, side: str, reach: int) -> dict[Hex, str]:
    nearest: dict[Hex, tuple[int, str]] = {}
    for unit in values.troops(state, side):
        for hex_, distance in _distances(scn, unit.place, reach).items():
            nearest[hex_] = min(nearest.get(hex_, (distance, unit.id)), (distance, unit.id))
    return {hex_: unit_id for hex_, (_, unit_id) in nearest.items()}


def _distances(scn: Scenario, centre: Hex, reach: int) -> dict[Hex, int]:
    def measure() -> dict[Hex, int]:
        return {hex_: scn.grid.distance(centre, hex_) for hex_ in scn.grid.within(centre, reach)}

    return scn.cached(("within", centre, reach), measure)
