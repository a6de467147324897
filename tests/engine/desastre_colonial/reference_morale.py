"""Morale in Désastre Colonial again, sentence by sentence as the rules file has it (4.8, 4.10) and
without a line of the engine: who stands where, what counts for him, where he may run.

Sight is reckoned in floating-point numbers here on purpose; the engine's is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import dist as apart
from math import sqrt

Hex = tuple[int, int]
"""Column and row, from 1."""

SIZE = 12
GONE: Hex = (99, 99)
CLOCKWISE = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # axial, hexsides 0 to 5 (3.4)
COVER = {"scrub": 1, "rocks": 1, "rocky_hills": 1, "wood": 1, "village": 2}
OBSTACLES = frozenset({"tall_grass", "wood", "village"})
RANGES = {"art_bronze": 3, "art_steel": 10, "mg": 6, "": 0}
HALF = sqrt(3) / 2


def label(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}" if at != GONE else "@eliminated"


def axial(at: Hex) -> tuple[int, int]:
    """Even columns lie half a hex lower."""
    return at[0] - 1, at[1] - 1 - (at[0] - 1) // 2


@cache
def around(at: Hex) -> tuple[Hex, ...]:
    """The six hexes around one, clockwise from north, on the map or not."""
    q, r = axial(at)
    return tuple((q + dq + 1, r + dr + 1 + (q + dq) // 2) for dq, dr in CLOCKWISE)


def near(at: Hex) -> list[Hex]:
    return [hex_ for hex_ in around(at) if all(1 <= number <= SIZE for number in hex_)]


@cache
def away(a: Hex, b: Hex) -> int:
    (q, r), (s, t) = axial(a), axial(b)
    return (abs(q - s) + abs(r - t) + abs(q + r - s - t)) // 2


def from_edge(at: Hex) -> int:
    return min(at[0] - 1, SIZE - at[0], at[1] - 1, SIZE - at[1])


def everywhere() -> Iterator[Hex]:
    return ((c, r) for c in range(1, SIZE + 1) for r in range(1, SIZE + 1))


@dataclass(frozen=True)
class Unit:
    """A unit as the rules file speaks of it: `faces` the corners its two bases look at."""

    id: str
    at: Hex
    arm: str = "infantry"
    cohesion: int = 3
    losses: int = 0
    weapon: str = ""
    traits: frozenset[str] = frozenset()
    faces: tuple[int, int] = (0, 0)
    square: bool = False
    done: bool = False
    tested: bool = False

    @property
    def side(self) -> str:
        return self.id[0]

    @property
    def fragile(self) -> bool:
        return self.losses >= 3

    @property
    def mounted(self) -> bool:
        return self.arm == "cavalry" or "mounted" in self.traits

    @property
    def gun(self) -> bool:
        return self.arm in ("artillery", "machine_gun")

    @property
    def skirmisher(self) -> bool:
        return "skirmisher" in self.traits


@dataclass(frozen=True)
class Board:
    """Who stands where; chiefs by id and hex."""

    units: tuple[Unit, ...]
    chiefs: tuple[tuple[str, Hex], ...]

    def get(self, id_: str) -> Unit | None:
        return next((unit for unit in self.units if unit.id == id_), None)

    def there(self, at: Hex, but: str = "") -> Unit | None:
        return next((unit for unit in self.units if unit.at == at and unit.id != but), None)

    def put(self, unit: Unit) -> Board:
        return replace(self, units=tuple(unit if old.id == unit.id else old for old in self.units))

    def without(self, id_: str) -> Board:
        return replace(self, units=tuple(unit for unit in self.units if unit.id != id_))

    def led(self, ids: frozenset[str], to: Hex) -> Board:
        """The same with these chiefs in a hex."""
        return replace(self, chiefs=tuple((id_, to if id_ in ids else at) for id_, at in self.chiefs))


# --- ground and sight ---------------------------------------------------------------------------------------


def centre(at: Hex) -> tuple[float, float]:
    q, r = axial(at)
    return 1.5 * q, 2 * HALF * (r + q / 2)


def chord(a: Hex, b: Hex, hex_: Hex, scale: float) -> tuple[float, float]:
    """The part of the line from a to b that lies in a hex drawn larger or smaller."""
    (x0, y0), (x1, y1), (cx, cy) = centre(a), centre(b), centre(hex_)
    low, high = 0.0, 1.0
    for nx, ny in ((0.0, 1.0), (0.0, -1.0), (HALF, 0.5), (HALF, -0.5), (-HALF, 0.5), (-HALF, -0.5)):
        along = nx * (x1 - x0) + ny * (y1 - y0)
        room = HALF * scale - (nx * (x0 - cx) + ny * (y0 - cy))
        if abs(along) < 1e-12:
            if room < 0:
                return 0, 0
        elif along > 0:
            high = min(high, room / along)
        else:
            low = max(low, room / along)
    return (low, high) if high > low else (0, 0)


@cache
def between(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Groups of hexes on the line: sight is blocked where all hexes of one group block (DC-TER-16, C-02)."""
    length = apart(centre(a), centre(b))
    alone: list[tuple[Hex, ...]] = []
    shared: dict[float, list[Hex]] = {}
    for hex_ in everywhere():
        if hex_ in (a, b):
            continue
        low, high = chord(a, b, hex_, 1 - 1e-6)
        if (high - low) * length > 1e-3:
            alone.append((hex_,))
            continue
        low, high = chord(a, b, hex_, 1 + 1e-6)
        if (high - low) * length > 0.1:
            shared.setdefault(round((low + high) * length / 2, 3), []).append(hex_)
    return (*alone, *map(tuple, shared.values()))


@dataclass(frozen=True)
class Rules:
    """The terrain of a position, and the switches that differ from the default."""

    ground: Mapping[Hex, str]
    switches: Mapping[str, str] = field(default_factory=dict)

    def on(self, name: str, position: str) -> bool:
        return self.switches.get(name) == position

    def cover(self, at: Hex) -> int:
        return COVER.get(self.ground.get(at, ""), 0)

    def lake(self, at: Hex) -> bool:
        return self.ground.get(at) == "lake"

    def colonial(self, unit: Unit) -> bool:
        """DC-GEN-33."""
        if self.on("morale.by", "kind") and {"native_kind", "colonial_kind"} & unit.traits:
            return "native_kind" not in unit.traits
        return unit.side == "c"

    def sees(self, board: Board, a: Hex, b: Hex) -> bool:
        """DC-TER-10 to 17, C-01."""
        high = "rocky_hills" in (self.ground.get(a), self.ground.get(b))
        solid = {unit.at for unit in board.units if not unit.skirmisher}
        if high or self.on("los.units_block", "no"):
            solid = set()

        def blocks(hex_: Hex) -> bool:
            ground = self.ground.get(hex_)
            return ground == "rocky_hills" or (ground in OBSTACLES and not high) or hex_ in solid

        return not any(all(map(blocks, group)) for group in between(a, b))

    def circumstances(self, board: Board, me: Unit) -> Iterator[str]:
        """The ids that count, each as often as it does (DC-MOR-A1 to F6)."""
        friends = [unit for unit in board.units if unit.side == me.side and unit.id != me.id]
        enemies = [unit for unit in board.units if unit.side != me.side]
        close = [unit for unit in enemies if away(unit.at, me.at) == 1]
        beside = [unit for unit in friends if away(unit.at, me.at) == 1]
        if me.losses >= 3:
            yield "A1"
        if me.losses >= 4:
            yield "A2"
        yield from ("A3" for unit in beside if unit.fragile)
        guns = [unit for unit in enemies if unit.gun and away(unit.at, me.at) <= RANGES[unit.weapon]]
        if any(self.sees(board, gun.at, me.at) for gun in guns):
            yield "A4"
        for enemy in close:
            held = any(away(unit.at, enemy.at) == 1 and not unit.fragile for unit in friends)
            if enemy.cohesion > me.cohesion and not held:
                yield "A5"
        ways = [around(me.at).index(enemy.at) for enemy in close if not me.square]
        if any(all(way not in (v, (v + 1) % 6) for v in me.faces) for way in ways):
            yield "A6"
        if any(all(way in ((v + 3) % 6, (v + 4) % 6) for v in me.faces) for way in ways):
            yield "A7"
        if any(unit.arm == "cavalry" and away(unit.at, me.at) <= 2 for unit in enemies):
            yield "A8"
        yield from ("F1" for unit in beside if not unit.fragile)
        if any(id_[0] == me.side and at == me.at for id_, at in board.chiefs):
            yield "F2"
        if self.cover(me.at) >= 1:
            yield "F3"
        if self.cover(me.at) >= 2:
            yield "F4"
        if me.square:
            yield "F5"
        if not any(away(unit.at, me.at) <= 2 for unit in enemies):
            yield "F6"

    def free(self, board: Board, at: Hex, me: Unit) -> bool:
        """Free of friends and enemies; a lone friendly Chief does not count (DC-ROU-34, 35, C-03)."""
        held = any(at == there and id_[0] != me.side for id_, there in board.chiefs)
        return not self.lake(at) and board.there(at, me.id) is None and not held

    def goals(self, board: Board, me: Unit) -> set[Hex]:
        """Where a colonial unit may run: the nearest of either kind (DC-ROU-07 to 14, 35)."""

        def shut(at: Hex) -> bool:
            held = board.there(at) is not None
            return at == me.at or (held and not any(self.free(board, hex_, me) for hex_ in near(at)))

        def enemy(at: Hex) -> bool:
            unit = board.there(at)
            led = any(there == at and id_[0] != me.side for id_, there in board.chiefs)
            return led or (unit is not None and unit.side != me.side)

        covers = [at for at in everywhere() if self.cover(at) and not shut(at) and not enemy(at)]
        led = [at for id_, at in board.chiefs if id_[0] == me.side and at != GONE and not shut(at)]
        goals_: set[Hex] = set()
        for hexes in filter(None, (covers, led)):
            least = min(away(me.at, at) for at in hexes)
            goals_ |= {at for at in hexes if away(me.at, at) == least}
        return goals_
