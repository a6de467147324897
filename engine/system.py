"""The shape of a rulebook: a value made of phases and functions. No rule of any game is here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.commands import Command
from engine.errors import Refused
from engine.events import Event
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit

# Arguments are the rulebook's own: a side that speaks, the command it gives.
Decide = Callable[[Scenario, Ledger, str, Any], None]
Step = Callable[[Scenario, Ledger], None]
Settle = Callable[[Scenario, Ledger, Question, str], None]
Veil = Callable[[Scenario, State, str], State]
# (scenario, the table before it, what happens): the one side that may know of it, or "" for everybody.
Audience = Callable[[Scenario, State, Event], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A command a side may give now, and its price in movement points where it has one."""

    command: Command
    cost: int | None = None


# (scenario, state, side, unit): what the side may do, with one unit or, for "", apart from any.
Offer = Callable[[Scenario, State, str, str], Iterable[Option]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase: which function obeys which command, what may be done, which commands need no turn."""

    name: str
    takes: Mapping[type[Command], Decide]
    offers: Offer
    anytime: frozenset[type[Command]] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a counter shows its numbers: text by corner (nw, ne, sw, se), cannonballs, stripes, states.

    States are words a picture and a text can both show: demoralised, victorious, fired, moved ...
    `headings` are the ways the counter looks, base by base, in twelfths of a turn clockwise from north; none
    where its facing says it all. `bases` are the bases it stands on.
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
    """A fight that is possible: who, whom, who helps, totals in strength points, odds column."""

    attacker: str
    defender: str
    helpers: tuple[str, ...] = ()
    shields: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    odds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A way to a hex: the hexes entered, its whole cost in movement points, the cost of each step.

    `left` are the movement points that remain on arrival; `ends` says that they are of no use, since the
    movement ends there.
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
    charge; or the refusal it would meet.

    `may_charge` is a unit that could be charged by way of that hex, which is an order of its own; `across`
    the friend in that hex who would only be passed; `least` says that the cost is all the unit has left,
    since one hex is always allowed; `back` that the step would be taken back, and its `cost` given back.
    """

    cost: int = 0
    charges: str = ""
    refusal: Refused | None = None
    may_charge: str = ""
    across: str = ""
    least: bool = False
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """A step of a way: the hex entered, its cost and the movement points left then.

    `charges` is the unit it would charge; `ends` says that movement ends there, `test` that a die may end it.
    """

    hex: Hex
    cost: int
    left: int
    charges: str = ""
    ends: bool = False
    test: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A path somebody asks about, as far as it can be gone, and the first hex that cannot be entered, with
    the rule and the reason."""

    unit: str
    start: Hex
    paces: tuple[Pace, ...]
    barred: Hex = ""
    rule: str = ""
    reason: str = ""

    @property
    def cost(self) -> int:
        """The whole cost in movement points."""
        return sum(pace.cost for pace in self.paces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A leader's command: the hexes he reaches and the units he has in command. `corps` is the one he leads,
    "" where he may lead anybody; `barred` are hexes as near that enemies keep him from."""

    leader: str
    side: str
    corps: str
    hexes: frozenset[Hex]
    units: tuple[str, ...] = ()
    barred: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leadership:
    """The leaders of some sides, and the units that are in nobody's command."""

    leads: tuple[Lead, ...] = ()
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
    """What a unit could fire at from where it stands: hexes in range (`reach`, in hexes) that it sees, those
    it does not with the hexes that block, enemies in range; why it cannot fire at all now, "" when it can.
    `arc` are the hexes its guns bear on, in range or not; none of them where it fires all round."""

    unit: str
    hex: Hex
    reach: int
    seen: frozenset[Hex]
    hidden: Mapping[Hex, tuple[Hex, ...]]
    targets: tuple[Target, ...] = ()
    reason: str = ""
    arc: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Hexes where counters of a side come onto the map or leave it: `kind` is "entry" or "exit", `turn` the
    first in which they may (0 for any), `units` those that wait for it."""

    side: str
    hexes: frozenset[Hex]
    kind: str = "entry"
    turn: int = 0
    units: tuple[str, ...] = ()


def no_fields(scenario: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Nobody waits to fire."""
    return {}


def no_leadership(scenario: Scenario, state: State, side: str) -> Leadership:
    """Nobody leads, nobody needs it."""
    return Leadership()


def no_sight(scenario: Scenario, state: State, unit: str) -> Sight | None:
    """Nobody fires."""
    return None


def no_entries(scenario: Scenario, state: State) -> tuple[Entry, ...]:
    """Nobody comes or goes."""
    return ()


def all_alike(scenario: Scenario, state: State, unit: str) -> frozenset[Hex] | None:
    """It makes no difference which enemy's zone a unit leaves."""
    return None


def no_contacts(scenario: Scenario, state: State) -> tuple[tuple[Hex, Hex], ...]:
    """It need not be shown who touches whom."""
    return ()


def no_proposals(scenario: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """No movement waits for an answer."""
    return ()


def all_round(scenario: Scenario, state: State, unit: str) -> Mapping[Hex, str]:
    """It makes no difference from which side a unit is met."""
    return {}


def strongest(unit: Unit) -> int:
    """The strength points of a unit."""
    return unit["cs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shows:
    """What pictures and words need to ask a rulebook, always of the table as somebody may know it.

    `ways`: a path of a unit, by an order ("" for the likeliest), priced as the rulebook's own movement does.
    `fields`: by unit, the hexes it waits to fire into. `leadership`: of one side. `sight`: of a unit, None
    when it never fires. `costly`: the hexes that a unit would pay more to leave, for an enemy's zone; None
    where all zones are alike.
    `contacts`: pairs of hexes whose units touch. `proposals`: movements that wait for an answer, by unit,
    path and manner. `strength`: what a unit puts into a fight, now. `aspects`: which of the hexes around a
    unit are its "front", "flank" or "rear".
    """

    face: Callable[[Scenario, State, Unit], Face]
    zones: Callable[[Scenario, State], Mapping[str, frozenset[Hex]]]
    clashes: Callable[[Scenario, State], Iterable[Clash]]
    owners: Callable[[Scenario, State], Mapping[str, str]]
    scores: Callable[[Scenario, State], Mapping[str, int]]
    routes: Callable[[Scenario, State, str], Mapping[Hex, Route]]
    steps: Callable[[Scenario, State, str], Mapping[Hex, StepOffer]]
    ways: Callable[[Scenario, State, str, tuple[Hex, ...], str], Way]
    fields: Callable[[Scenario, State], Mapping[str, frozenset[Hex]]] = no_fields
    leadership: Callable[[Scenario, State, str], Leadership] = no_leadership
    sight: Callable[[Scenario, State, str], Sight | None] = no_sight
    entries: Callable[[Scenario, State], tuple[Entry, ...]] = no_entries
    costly: Callable[[Scenario, State, str], frozenset[Hex] | None] = all_alike
    contacts: Callable[[Scenario, State], tuple[tuple[Hex, Hex], ...]] = no_contacts
    proposals: Callable[[Scenario, State], tuple[tuple[str, tuple[Hex, ...], str], ...]] = no_proposals
    strength: Callable[[Unit], int] = strongest
    aspects: Callable[[Scenario, State, str], Mapping[Hex, str]] = all_round


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An order that may be written for a unit: the words it must have besides its name, in the order a player
    is asked for them, and those it may have (path, target, facing, max_range, prefer, with). `refusal`: why
    it cannot be written now, whatever it says."""

    order: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    refusal: Refused | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How a rulebook's secret orders are written. Every function takes the table as the side may know it.

    `cards` (of a unit): every order of its card. `check` (unit, order) raises IllegalOrder. `steps` (unit,
    order): the next hexes its path could have, given the words so far. `targets` (unit, order): whom it could
    name. `default` (unit): the order carried out when none is written.
    """

    cards: Callable[[Scenario, State, str], tuple[Card, ...]]
    check: Callable[[Scenario, State, str, Mapping[str, str]], None]
    steps: Callable[[Scenario, State, str, Mapping[str, str]], Mapping[Hex, StepOffer]]
    targets: Callable[[Scenario, State, str, Mapping[str, str]], tuple[str, ...]]
    default: Callable[[Scenario, State, str], str]


def told_openly(scenario: Scenario, state: State, event: Event) -> str:
    """Whoever the event itself names."""
    return event.only


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A rulebook as a value. `writing`: where its orders are written in secret. `stages`: phases that play
    themselves, one after another, each told in a post of its own. `secrets` is asked through `seen`."""

    name: str
    phases: Mapping[str, Phase]
    opening: Step
    follow: Step
    answers: Mapping[str, Settle]
    resign: Decide
    marks: frozenset[str]
    secrets: Veil
    shows: Shows
    timeout: Decide
    audience: Audience = told_openly
    writing: Writing | None = None
    stages: frozenset[str] = frozenset()
    going_on: frozenset[str] = frozenset()
    """Phases that go on with what the one before began: they are told of together."""
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The answers a side may give beforehand, by kind of question; "*" for whatever the question offers."""
    trials: Mapping[str, Decide] = field(default_factory=dict)
    """What a judge may have carried out on any table, by name; each takes a Try."""
    fortune: Mapping[str, str] = field(default_factory=dict)
    """Which faces whoever rolls wishes for, "high" or "low", by the purpose of the roll; lots have none."""
    begins: Mapping[str, Step] = field(default_factory=dict)
    """What is asked when a phase begins that consists of a question, by phase: for tables that are stated."""
    markers: frozenset[str] = frozenset()
    """The marks that lie on a unit by themselves and may be put on or taken off by a judge."""
    turns: str = ""
    """The rule by which sides take turns."""
    sequence: str = ""
    """The rule that says which phase follows which."""

    def seen(self, scenario: Scenario, state: State, viewer: str) -> State:
        """The table as a viewer may know it, a spectator being "": the only door to it.

        Nobody knows what others have answered beforehand, whatever the rulebook.
        """
        known = self.secrets(scenario, state, viewer)
        if not known.standing.keys() - {viewer}:
            return known
        own = {side: answers for side, answers in known.standing.items() if side == viewer}
        return known.kept(("seen", viewer), lambda: replace(known, standing=own))
