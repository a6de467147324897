"""The map and the units of Morne Plaine as the rules file speaks of them, without a line of the engine."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.engine.reference.hexes import Hex, Side, away

COVERED = ("woods", "village")


@dataclass
class Map:
    """What is printed: hexes without an entry are clear and at level 0."""

    size: int
    ground: dict[Hex, str] = field(default_factory=dict)
    levels: dict[Hex, int] = field(default_factory=dict)
    water: dict[Side, str] = field(default_factory=dict)
    bridges: set[Side] = field(default_factory=set)
    fords: set[Side] = field(default_factory=set)
    roads: set[Side] = field(default_factory=set)
    tracks: set[Side] = field(default_factory=set)
    objectives: set[Hex] = field(default_factory=set)

    def has(self, at: Hex) -> bool:
        return all(1 <= number <= self.size for number in at)

    def terrain(self, at: Hex) -> str:
        return self.ground.get(at, "clear")

    def slope(self, a: Hex, b: Hex) -> int:
        return abs(self.levels.get(a, 0) - self.levels.get(b, 0))

    def barred(self, a: Hex, b: Hex) -> bool:
        """A river without bridge or ford (MP-MOV-8, MP-GEN-35)."""
        side = frozenset((a, b))
        return self.water.get(side) in ("river", "major_river") and side not in self.bridges | self.fords

    def wet(self, a: Hex, b: Hex) -> bool:
        """An unbridged stream, or a ford."""
        side = frozenset((a, b))
        return side not in self.bridges and (self.water.get(side) == "stream" or side in self.fords)

    def contact(self, a: Hex, b: Hex) -> bool:
        """4.2."""
        return away(a, b) == 1 and self.slope(a, b) <= 1 and not self.barred(a, b)

    def dry(self, a: Hex, b: Hex) -> bool:
        """Neighbours with no water and no steep slope between: zones, leaders beside their units (4.2)."""
        return away(a, b) == 1 and self.slope(a, b) <= 1 and frozenset((a, b)) not in self.water

    def on_road(self, at: Hex) -> bool:
        return any(at in side for side in self.roads)


@dataclass
class Man:
    """A unit; `corps` is "" when it is independent (O-8). `at` is None when it is eliminated."""

    id: str
    side: str
    kind: str
    at: Hex | None
    corps: str
    cs: int
    ma: int
    mv: int = 0
    printed_mv: int = 0
    bv: int = 0
    reach: int = 0
    radius: int = 0
    horse: bool = False
    mp: int = 0
    free: bool = True
    marks: set[str] = field(default_factory=set)
    charged: set[str] = field(default_factory=set)

    @property
    def mounted(self) -> bool:
        return self.kind in ("cavalry", "leader")

    @property
    def demoralised(self) -> bool:
        return self.kind != "leader" and self.mv == 0

    @property
    def nerve(self) -> int:
        """MP-GEN-25."""
        return self.cs + self.radius if self.kind == "leader" else self.mv

    def lose(self, strength: int = 0, morale: int = 0) -> None:
        """MP-MOR-4, MP-GEN-12; leaders have no morale to lose."""
        morale = 0 if self.kind == "leader" else morale
        self.cs -= strength + max(0, morale - self.mv)
        self.mv = max(0, self.mv - morale)
        if self.cs <= 0:
            self.at = None
