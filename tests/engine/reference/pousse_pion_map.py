"""The map and the units of Pousse-pion as the rules file speaks of them, without a line of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.engine.reference.hexes import Hex, Side, away

CLASSES = ("infantry", "general", "cavalry", "artillery")
OBSTACLES: dict[str, tuple[int | None, ...]] = {  # 5.2, by class; None is forbidden
    "rivulet": (0, 0, 0, 0),
    "stream": (1, 1, 1, 2),
    "river": (2, None, None, None),
    "great_river": (None, None, None, None),
    "double": (1, 1, 1, 2),
    "triple": (None, None, None, None),
    "steep": (1, 1, 1, None),
    "abattis": (1, 1, 1, 1),
}
AFTER_GENERALS = {"stream": (1, 1, 2, 2), "river": (2, 2, None, None), "double": (1, 1, 2, 2)}
COVER = ("woods", "built_up")


@dataclass
class Map:
    """What is printed: hexes without an entry are clear and at level 0."""

    size: int
    ground: dict[Hex, str] = field(default_factory=dict)
    levels: dict[Hex, int] = field(default_factory=dict)
    water: dict[Side, str] = field(default_factory=dict)
    steep: set[Side] = field(default_factory=set)
    abattis: set[Side] = field(default_factory=set)
    roads: set[Side] = field(default_factory=set)
    tracks: set[Side] = field(default_factory=set)

    def has(self, at: Hex) -> bool:
        return all(1 <= number <= self.size for number in at)

    def terrain(self, at: Hex) -> str:
        return self.ground.get(at, "clear")

    def level(self, at: Hex) -> int:
        return self.levels.get(at, 0)

    def way(self, a: Hex, b: Hex) -> str:
        side = frozenset((a, b))
        return "road" if side in self.roads else "track" if side in self.tracks else ""

    def obstacles(self, a: Hex, b: Hex) -> set[str]:
        """What lies between two neighbours; a double contour that is a steep slope is that (PP-MOV-17)."""
        side, climb = frozenset((a, b)), abs(self.level(a) - self.level(b))
        lies = {self.water.get(side, "")} | ({"abattis"} if side in self.abattis else set())
        lies |= {"steep"} if side in self.steep else set()
        lies |= {"triple"} if climb >= 3 else {"double"} if climb == 2 and side not in self.steep else set()
        return lies - {""}

    def contact(self, a: Hex, b: Hex) -> bool:
        """PP-GEN-12."""
        closed = self.obstacles(a, b) & {"river", "great_river", "triple"}
        return away(a, b) == 1 and (not closed or self.way(a, b) != "")

    def cost(self, cls: str, a: Hex, b: Hex, switches: Mapping[str, str]) -> int | None:
        """The cost of a step without a way: terrain and obstacles (5.1, 5.2)."""
        table = OBSTACLES | (AFTER_GENERALS if switches.get("obstacles.break") == "after_generals" else {})
        if self.terrain(a) == self.terrain(b) == "built_up" or self.terrain(b) == "clear":
            total = 1
        else:
            total = 2 if cls in ("general", "infantry") else 3
        for obstacle in self.obstacles(a, b):
            more = table[obstacle][CLASSES.index(cls)]
            if more is None:
                return None
            if obstacle != "double" or self.level(b) > self.level(a):
                total += more
        return total


@dataclass
class Man:
    """A unit: `main` its Cd, Vc or Vt. `at` is None when it is eliminated."""

    id: str
    side: str
    cls: str
    at: Hex | None
    corps: str
    main: int
    most_mv: int
    mo: int
    most_mo: int
    reach: int = 0
    traits: frozenset[str] = frozenset()
    mv: int = 0
    order: bool = True
    commanded: bool = True
    free: bool = True
    marks: set[str] = field(default_factory=set)

    @property
    def fights(self) -> bool:
        """PP-GEN-05."""
        return self.cls in ("infantry", "cavalry")

    def lose(self, mo: int, main: int) -> None:
        """PP-MOR-07, -08, PP-GEN-18: points of morale that are not there come off the main characteristic."""
        self.main = max(0, self.main - main - max(0, mo - self.mo))
        self.mo = max(0, self.mo - mo)
        if self.main == 0:
            self.at = None
