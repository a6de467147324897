"""A scenario: what is printed on map, counters and charts; objectives. Immutable, and without rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, TypeVar

from engine.hexes import Grid, Hex, Side, hexside

OFF_MAP = "@off_map"
RESERVE = "@reserve"
EXITED = "@exited"
SYMBOL_SETS = ("nato", "period")
"""How counters may be drawn; the first is the default."""
COUNTRIES = ("europe", "japan", "africa", "desert")
"""Where a battle may be: it decides how villages and open ground are drawn; the first is the default."""
SITES = ("tents", "wagons", "kraal", "well", "crag", "mill", "signal", "palisade", "house")
"""What may be drawn in a hex on top of its terrain, without effect in play."""

WEATHERS = ("fog", "rain", "storm", "snow", "dusk", "night", "dust", "mud")
"""What limits sight or slows marches in a battle that says so."""
LEVELS = ("first", "easy", "medium", "hard")
"""How much a battle asks of its players: `first` is one for a first game."""
EVEN, UNMEASURED = "even", "unmeasured"
Kept = TypeVar("Kept")

Words = Mapping[str, str]
"""A text in several languages, by language code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexPrint:
    """A hex as printed: main terrain, level (whole levels), name of the place. Drawn only, without effect in
    play: `site`, one of `SITES`, and `rise`, by how many levels it is to look higher. `spring`: water rises
    beside it."""

    terrain: str
    level: int = 0
    name: str = ""
    site: str = ""
    rise: int = 0
    spring: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HexsidePrint:
    """A hexside as printed: water "", ru, stream, river, major_river; crossing "", bridge, ford; ways over
    it; whether the slope to its higher hex is steep; an abattis on it.

    `linear` is terrain of the charts that lies along it, as an edge of the hex `of`."""

    water: str = ""
    crossing: str = ""
    road: bool = False
    track: bool = False
    steep: bool = False
    abattis: bool = False
    linear: str = ""
    of: Hex = ""


PLAIN = HexsidePrint()


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """A side: its id, name, and the edge of the map it calls home ("north", "south" ...)."""

    id: str
    name: Words
    home: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter as printed. `place` is where it starts, `formation` the mark of how it stands there, if any;
    `called` is its name in every language, where it has several; `plural` lists the languages in which the
    name is plural ("Lancers").

    One in the reserve `arrives` in that game turn and `enters` by that hex of the map's edge, unless a
    `Reinforcement` of the scenario says when and where it comes.
    """

    id: str
    side: str
    kind: str
    name: str = ""
    corps: str = ""
    symbol: str = ""
    place: str = OFF_MAP
    traits: frozenset[str] = frozenset()
    values: Mapping[str, int] = field(default_factory=dict)
    facing: Mapping[str, int] = field(default_factory=dict)
    formation: str = ""
    arrives: int = 0
    enters: Hex = ""
    called: Words = field(default_factory=dict)
    plural: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """Hexes worth victory points by side. `scored` is "occupied" or "passing" (MP-VIC-2, MP-VIC-3)."""

    id: str
    name: Words
    hexes: frozenset[Hex]
    scored: str
    points: Mapping[str, int]
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What must have happened: a unit of `by` stands on one of the hexes `held`; so many (`number`) of the
    units `lost` are eliminated. A part that names nothing asks for nothing."""

    held: frozenset[Hex] = frozenset()
    by: str = ""
    lost: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforcement:
    """Units of a side that come onto the map from game turn `turn` on, each by one of `hexes`.

    With `least`, a six-sided die is rolled in each turn until it shows that face or more, but not after turn
    `latest` (0: for ever), in which they come without it. With `when`, nothing of this happens before its
    condition holds. A `secret` one is unknown to the enemy until its units come.
    """

    id: str
    side: str
    units: tuple[str, ...]
    turn: int
    hexes: frozenset[Hex]
    name: Words = field(default_factory=dict)
    least: int = 0
    latest: int = 0
    when: Condition | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """From `turn` on the battle ends with a game turn if a six-sided die shows `least` or more."""

    turn: int
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """What the side `gives` gives the other: points of the game (lost units where losses decide), and, with
    `draw`, the win of a game that would be drawn."""

    gives: str
    points: int = 0
    draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """Hexes by which units of a side leave the map for good from game turn `turn` on. Each that is no leader
    is worth `points` to its side, up to `most` of them (0: all). Where the rulebook counts no points, so many
    units (`needed`) must leave for its side to win."""

    id: str
    side: str
    hexes: frozenset[Hex]
    name: Words = field(default_factory=dict)
    turn: int = 1
    points: int = 0
    most: int = 0
    needed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """Weather or light of `kind` from game turn `turn` to `until`. While it lasts no unit sees or fires
    farther than `sight` hexes (0: as far as ever), and moves have `slows` points or hexes less.

    With `least`, a six-sided die is rolled at the start of each turn from `turn` on, and it begins when that
    shows so much or more. With `lifts`, it ends after `until` only when a die shows that or more.
    """

    kind: str
    turn: int
    until: int
    sight: int = 0
    slows: int = 0
    least: int = 0
    lifts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A page of a tutorial: open once `side` owes a decision in `phase` of `turn`, after the pages before it.

    `until` names the kind of command that completes it ("move", "done" ...); `try_it` is the command to type,
    and whatever has the same effect is as good, but on an `exact` page, where the way matters or the unit.
    """

    turn: int
    phase: str
    side: str
    text: Words
    until: str
    try_it: str = ""
    exact: bool = False


Z = 1.96
"""Standard deviations of a 95 % interval."""
FAIR = (0.45, 0.55)
"""The shares of points between which a battle is called even."""


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share that came out in so many games, by Wilson."""
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Games of the computer player against itself: its level, the games won by each side, those drawn; what
    would make them even, where that is known."""

    by: str
    won: Mapping[str, int]
    drawn: int
    handicap: Handicap | None = None

    @property
    def games(self) -> int:
        """How many games."""
        return sum(self.won.values()) + self.drawn

    @property
    def favoured(self) -> str:
        """The side that took more points, the first where both took half."""
        return max(self.won, key=lambda side: self.won[side])

    @property
    def share(self) -> float:
        """The share of points of the favoured side, a draw being half a win."""
        return (self.won[self.favoured] + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(self.share, self.games)

    @property
    def is_even(self) -> bool:
        """Whether neither side is favoured."""
        return self.share <= FAIR[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What players are told of a battle before they choose it: its level, minutes at the table for two (0: as
    estimated), the side it favours: EVEN for none, UNMEASURED where never counted; the games counted."""

    level: str
    minutes: int = 0
    balance: str = UNMEASURED
    measured: Measured | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstMinute:
    """What is said as a battle begins: what is at stake, what the first question means."""

    stake: Words
    question: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """The battle as it was: what happened, how it was made into this one, and by which sources."""

    history: Words
    design: Words
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A battle before it is played. `printed` is the text it was built from, stored with every game."""

    id: str
    system: str
    title: Words
    intro: Words
    turns: int
    sides: tuple[Army, ...]
    grid: Grid
    hexes: Mapping[Hex, HexPrint]
    hexsides: Mapping[Side, HexsidePrint]
    counters: Mapping[str, Counter]
    objectives: tuple[Objective, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    ending: Ending | None = None
    handicap: Handicap | None = None
    exits: tuple[Exit, ...] = ()
    weather: tuple[Weather, ...] = ()
    zones: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    charts: Mapping[str, Any] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()
    country: str = COUNTRIES[0]
    about: About | None = None
    first_minute: FirstMinute | None = None
    background: Background | None = None
    printed: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def cached(self, name: Hashable, make: Callable[[], Kept]) -> Kept:
        """What `make` computes about this scenario, which never changes: computed once."""
        if name not in self._kept:
            self._kept[name] = make()
        value: Kept = self._kept[name]
        return value

    def hexside(self, a: Hex, b: Hex) -> HexsidePrint:
        """What is printed on the hexside between two neighbours."""
        return self.hexsides.get(hexside(a, b), PLAIN)

    def terrain(self, hex_: Hex) -> str:
        """Main terrain of a hex as printed."""
        return self.hexes[hex_].terrain

    def slope(self, a: Hex, b: Hex) -> int:
        """Levels climbed from a to b: negative when b is lower."""
        return self.hexes[b].level - self.hexes[a].level

    def chart(self, *keys: str) -> Any:
        """An entry of the charts."""
        entry: Any = self.charts
        for key in keys:
            entry = entry[key]
        return entry

    def option(self, name: str) -> str:
        """How a switch or optional rule is set; "" when the scenario does not name it."""
        return self.options.get(name, "")

    @property
    def side_ids(self) -> tuple[str, ...]:
        """The sides, first player first."""
        return tuple(army.id for army in self.sides)

    @property
    def first_side(self) -> str:
        """The side that begins: the first player, unless the battle says who has the first initiative."""
        return str(self.charts.get("first_initiative") or self.side_ids[0])

    def enemy(self, side: str) -> str:
        """The other of two sides."""
        return self.cached("enemies", self._enemies)[side]

    def _enemies(self) -> Mapping[str, str]:
        sides = self.side_ids
        return {side: next((other for other in sides if other != side), "") for side in sides}

    @property
    def length(self) -> str:
        """In how many game turns it ends: "8", or "6–8" where a die decides."""
        return str(self.turns) if self.ending is None else f"{self.ending.turn}–{self.turns}"

    def arrivals(self) -> tuple[Reinforcement, ...]:
        """All reinforcements, the earliest first: those listed, and counters that say alone when they come,
        together where side, turn and hex are the same."""
        return self.cached("arrivals", self._arrivals)

    def _arrivals(self) -> tuple[Reinforcement, ...]:
        alone: dict[tuple[str, int, Hex], list[str]] = {}
        for counter in self.counters.values():
            if counter.enters:
                alone.setdefault((counter.side, counter.arrives, counter.enters), []).append(counter.id)
        single = (
            Reinforcement(id=units[0], side=side, units=tuple(units), turn=turn, hexes=frozenset({hex_}))
            for (side, turn, hex_), units in alone.items()
        )
        return tuple(sorted((*self.reinforcements, *single), key=lambda r: r.turn))

    def arrival_of(self, unit: str) -> Reinforcement | None:
        """The reinforcement that a unit belongs to, if any."""
        by_unit = self.cached("arrival of", lambda: {id_: r for r in self.arrivals() for id_ in r.units})
        return by_unit.get(unit)

    def objectives_at(self, hex_: Hex) -> tuple[Objective, ...]:
        """The objectives a hex belongs to."""
        return tuple(o for o in self.objectives if hex_ in o.hexes)
