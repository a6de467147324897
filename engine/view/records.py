"""What one viewer may see of a game: records ready to be drawn or told. No rule is asked after this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.display import Clash, CounterFace, Leadership, MapEntry, PricedPath, Route, Sight
from engine.hexes import Grid, Hex
from engine.scenario import COUNTRIES, Weather, Words
from engine.state import Result
from engine.view.outcomes import Outcome
from engine.view.trails import Halt, Shot, Trail


@dataclass(frozen=True, slots=True, kw_only=True)
class HexView:
    """A hex: main terrain, level, name of the place; what is drawn on top, and by how many levels it
    is to look higher."""

    hex: Hex
    terrain: str
    level: int
    name: str
    site: str = ""
    rise: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HexsideView:
    """A hexside that carries something. `slope` counts levels from `low` up to `high` (0 when level, or where
    relief is printed as contours: then `contour` names those that run close together, as the charts do).
    `linear` names a terrain that lies along it, on the edge of the hex `of`."""

    low: Hex
    high: Hex
    slope: int = 0
    water: str = ""
    crossing: str = ""
    road: bool = False
    track: bool = False
    contour: str = ""
    steep: bool = False
    abattis: bool = False
    linear: str = ""
    of: Hex = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterView:
    """A counter that a viewer can see. `hex` is None when it is in a box."""

    id: str
    name: str
    side: str
    kind: str
    symbol: str
    corps: str
    hex: Hex | None
    box: str
    face: CounterFace
    facing: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveView:
    """An objective: its hexes, its owner ("" for none), points by side, how it is scored."""

    id: str
    name: Words
    hexes: frozenset[Hex]
    owner: str
    points: Mapping[str, int]
    scored: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """A written order the viewer may see: in their own envelope (`secret`) or open beside the unit.

    `path` begins with the hex of the unit; `facing` is the number of a direction or None.
    """

    unit: str
    side: str
    order: str
    path: tuple[Hex, ...] = ()
    target: Hex | None = None
    facing: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontHex:
    """A hex near the front: the side whose nearest counter is nearest, and by how many hexes."""

    side: str
    lead: float


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything one viewer may see, ready to be drawn or told. No rule is asked after this.

    Of the selected unit: `reach` holds the hexes it can get to; `steps` the cost of its next step, in
    movement points, by neighbouring hex; `closed` the neighbours it may not enter; `passing` those it could
    only pass; `back` the one to which a step would be taken back; `costly_to_leave` the hexes that cost it
    more to leave (None where all are alike). `charges_by_step` are the charges that a step would make, from
    the hex entered to the hex charged; `charges_by_order` those that are orders of their own, from the hex
    between.

    In a combat phase `fighters` can attack or be attacked; with an `attacker` chosen, `clashes` are its own
    only. `fields_of_fire` are, by unit, the hexes it waits to fire into. While units are placed, `setup`
    holds the zones of both sides (MP-SET-5). `contacts` are pairs of hexes whose units touch,
    `proposed_moves` movements that wait for an answer. `letters` stand in the hexes that a player chooses
    by letter, `chances` on those of the targets to choose from; `danger` are the hexes in reach that enemies
    could fire at. `outcomes` are what recent fights did to units. `heat` is how much happened in each hex
    over many games, from 0 to 1. `front` are the hexes between the armies, where a front line is wanted (see
    `engine.view.front_line`).

    Shown on request only (see `engine.view.overlays`): `command`, `sight`, `priced_path`, and `aspects`,
    which of the hexes around the selected unit are its front, flank or rear; `overlays` names those asked
    for.
    """

    scenario: str
    title: Words
    grid: Grid
    hexes: Mapping[Hex, HexView]
    hexsides: tuple[HexsideView, ...]
    sides: tuple[tuple[str, Words], ...]
    counters: tuple[CounterView, ...]
    zones: Mapping[str, frozenset[Hex]]
    clashes: tuple[Clash, ...]
    objectives: tuple[ObjectiveView, ...]
    scores: Mapping[str, int]
    turn: int
    turns: int
    phase: str
    player: str
    result: Result | None
    trails: tuple[Trail, ...] = ()
    shots: tuple[Shot, ...] = ()
    reach: Mapping[Hex, Route] = field(default_factory=dict)
    selected: str = ""
    steps: Mapping[Hex, int] = field(default_factory=dict)
    closed: frozenset[Hex] = frozenset()
    charges_by_step: tuple[tuple[Hex, Hex], ...] = ()
    fighters: frozenset[str] = frozenset()
    attacker: str = ""
    setup: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    plans: tuple[PlanView, ...] = ()
    halts: tuple[Halt, ...] = ()
    fields_of_fire: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    entries: tuple[MapEntry, ...] = ()
    length: str = ""
    """In how many turns the battle ends: "8", or "6–8" where a die decides; "" like `turns`."""
    weather: tuple[Weather, ...] = ()
    """The weather and light that limit sight or slow moves now."""
    costly_to_leave: frozenset[Hex] | None = None
    contacts: tuple[tuple[Hex, Hex], ...] = ()
    passing: frozenset[Hex] = frozenset()
    back: frozenset[Hex] = frozenset()
    charges_by_order: tuple[tuple[Hex, Hex], ...] = ()
    proposed_moves: tuple[Trail, ...] = ()
    letters: Mapping[Hex, str] = field(default_factory=dict)
    chances: Mapping[Hex, str] = field(default_factory=dict)
    danger: frozenset[Hex] = frozenset()
    heat: Mapping[Hex, float] = field(default_factory=dict)
    command: Leadership = field(default_factory=Leadership)
    sight: Sight | None = None
    priced_path: PricedPath | None = None
    aspects: Mapping[Hex, str] = field(default_factory=dict)
    overlays: frozenset[str] = frozenset()
    outcomes: tuple[Outcome, ...] = ()
    country: str = COUNTRIES[0]
    front: Mapping[Hex, FrontHex] = field(default_factory=dict)

    def counter(self, id_: str) -> CounterView | None:
        """The counter of that id, when the viewer can see it."""
        return next((c for c in self.counters if c.id == id_), None)
