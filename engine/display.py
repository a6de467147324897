"""What pictures and texts ask of a rulebook, and the records it answers with. No rule of any game is here.

A rulebook's `Display` is a set of functions. Each takes the state as one viewer may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from engine.errors import Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterFace:
    """What is printed on a counter now: text by corner (nw, ne, sw, se), cannonballs, stripes, states.

    States are words that pictures and texts can both show: demoralised, victorious, fired, moved ...
    `headings` are the directions its bases look in, in twelfths of a turn clockwise from north; empty where
    the facing of the unit says it all. `bases` is the number of bases it stands on.
    """

    corners: Mapping[str, str] = field(default_factory=dict)
    balls: int = 0
    stripes: int = 0
    states: tuple[str, ...] = ()
    losses: int = 0
    headings: tuple[int, ...] = ()
    bases: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A possible attack: attacker, defender, supporters of each, totals in strength points, odds column."""

    attacker: str
    defender: str
    helpers: tuple[str, ...] = ()
    shields: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    odds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The cheapest path to a hex: the hexes entered, the whole cost and that of each step in movement points.

    `left` are the movement points that remain on arrival; `ends` says that the movement ends there anyway.
    """

    path: tuple[Hex, ...]
    cost: int
    steps: tuple[int, ...]
    charges: tuple[str, ...] = ()
    left: int = 0
    ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOffer:
    """The next step of a unit into a neighbouring hex: its cost in movement points and the unit it would
    charge; or why it is refused.

    `may_charge` is a unit that could be charged by way of that hex, with an order of its own. `across` is the
    friend in that hex, which the unit can only pass. `least` says that the step takes all points the unit has
    left, since one hex is always allowed; `back` that it would be taken back and its `cost` refunded.
    """

    cost: int = 0
    charges: str = ""
    refusal: Refused | None = None
    may_charge: str = ""
    across: str = ""
    least: bool = False
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedStep:
    """A step of a path: the hex entered, its cost, the movement points left after it.

    `charges` is the unit it would charge; `ends` says that movement ends there, `test` that a die may end it.
    """

    hex: Hex
    cost: int
    left: int
    charges: str = ""
    ends: bool = False
    test: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedPath:
    """A path as far as a unit can follow it; the first hex it cannot enter, with the rule and the reason."""

    unit: str
    start: Hex
    steps: tuple[PricedStep, ...]
    barred: Hex = ""
    rule: str = ""
    reason: str = ""

    @property
    def cost(self) -> int:
        """The whole cost in movement points."""
        return sum(step.cost for step in self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderRange:
    """The hexes in reach of a leader and the units in their command. `corps` is the one they lead, "" for
    any; `barred` are hexes just as near that enemies cut them off from."""

    leader: str
    side: str
    corps: str
    hexes: frozenset[Hex]
    units: tuple[str, ...] = ()
    barred: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leadership:
    """The leaders of some sides, and the units out of command."""

    leaders: tuple[LeaderRange, ...] = ()
    unled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An enemy in range: the hexes that block the line to it; why it cannot be fired at, "" when it can."""

    unit: str
    hex: Hex
    by: tuple[Hex, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a unit could fire at from where it stands: the hexes within `reach` that it sees, those it does
    not see with the hexes that block them, the enemies in range. `reason`: why it cannot fire now, "" when it
    can. `arc`: the hexes its weapons bear on, at any range; empty for a unit that fires all round."""

    unit: str
    hex: Hex
    reach: int
    seen: frozenset[Hex]
    hidden: Mapping[Hex, tuple[Hex, ...]]
    targets: tuple[Target, ...] = ()
    reason: str = ""
    arc: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEntry:
    """Hexes where counters of a side come onto the map or leave it: `kind` is "entry" or "exit", `turn` the
    first in which they may (0 for any), `units` those that wait for it."""

    side: str
    hexes: frozenset[Hex]
    kind: str = "entry"
    turn: int = 0
    units: tuple[str, ...] = ()


ProposedMove = tuple[str, tuple[Hex, ...], str]
"""A movement that its owner is asked about: unit, path from the hex where it stands, manner."""


def no_fields_of_fire(scenario: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Default: no unit waits to fire."""
    return {}


def no_leadership(scenario: Scenario, state: State, side: str) -> Leadership:
    """Default: no unit needs a leader."""
    return Leadership()


def no_sight(scenario: Scenario, state: State, unit: str) -> Sight | None:
    """Default: no unit fires."""
    return None


def no_entries(scenario: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Default: no unit enters or leaves the map."""
    return ()


def zones_alike(scenario: Scenario, state: State, unit: str) -> frozenset[Hex] | None:
    """Default: every enemy zone costs the same to leave."""
    return None


def no_contacts(scenario: Scenario, state: State) -> tuple[tuple[Hex, Hex], ...]:
    """Default: contact need not be shown."""
    return ()


def no_proposed_moves(scenario: Scenario, state: State) -> tuple[ProposedMove, ...]:
    """Default: no movement waits for an answer."""
    return ()


def no_aspects(scenario: Scenario, state: State, unit: str) -> Mapping[Hex, str]:
    """Default: units have no front, flank or rear."""
    return {}


def combat_strength(unit: Unit) -> int:
    """Default: the strength points of a unit."""
    return unit["cs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """What pictures and texts ask a rulebook.

    `routes` (unit): the cheapest route to each hex in reach; `costs` and `route`, where a rulebook has a
    faster way to them: the cost of each, and the one to a single hex. `next_steps` (unit): what a step into
    each neighbouring hex would be. `price_path` (unit, path, order): the path priced step by step; `order` ""
    for the likeliest. `fields_of_fire`: by unit, the hexes it waits to fire into. `leadership` (side).
    `sight` (unit): None for a unit that never fires. `costly_to_leave` (unit): the hexes that cost it more to
    leave, for an enemy zone; None where all zones are alike. `contacts`: pairs of hexes whose units touch.
    `strength`: what a unit puts into a fight now. `aspects` (unit): which hexes around it are its "front",
    "flank" or "rear".
    """

    counter_face: Callable[[Scenario, State, Unit], CounterFace]
    zones: Callable[[Scenario, State], Mapping[str, frozenset[Hex]]]
    clashes: Callable[[Scenario, State], Iterable[Clash]]
    objective_owners: Callable[[Scenario, State], Mapping[str, str]]
    scores: Callable[[Scenario, State], Mapping[str, int]]
    routes: Callable[[Scenario, State, str], Mapping[Hex, Route]]
    next_steps: Callable[[Scenario, State, str], Mapping[Hex, StepOffer]]
    price_path: Callable[[Scenario, State, str, tuple[Hex, ...], str], PricedPath]
    fields_of_fire: Callable[[Scenario, State], Mapping[str, frozenset[Hex]]] = no_fields_of_fire
    leadership: Callable[[Scenario, State, str], Leadership] = no_leadership
    sight: Callable[[Scenario, State, str], Sight | None] = no_sight
    entries: Callable[[Scenario, State], tuple[MapEntry, ...]] = no_entries
    costly_to_leave: Callable[[Scenario, State, str], frozenset[Hex] | None] = zones_alike
    contacts: Callable[[Scenario, State], tuple[tuple[Hex, Hex], ...]] = no_contacts
    proposed_moves: Callable[[Scenario, State], tuple[ProposedMove, ...]] = no_proposed_moves
    strength: Callable[[Unit], int] = combat_strength
    aspects: Callable[[Scenario, State, str], Mapping[Hex, str]] = no_aspects
    costs: Callable[[Scenario, State, str], Mapping[Hex, int]] | None = None
    route: Callable[[Scenario, State, str, Hex], Route | None] | None = None

    def reach(self, scenario: Scenario, state: State, unit: str) -> Collection[Hex]:
        """The hexes that a unit can move to, found as fast as the rulebook can."""
        return (self.costs or self.routes)(scenario, state, unit).keys()

    def route_to(self, scenario: Scenario, state: State, unit: str, goal: Hex) -> Route | None:
        """The cheapest route of a unit to one hex, the same as among `routes`; None out of reach."""
        if self.route is not None:
            return self.route(scenario, state, unit, goal)
        return self.routes(scenario, state, unit).get(goal)
