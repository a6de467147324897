"""What can happen in a game: a few kinds of event, the same for every rulebook. Facts, never intentions.

Events only grow: a new field gets a default, a name keeps its meaning. `rule` names the rule that made
it happen. `only` names the one side that may know of it ("" for all).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import Fact
from engine.hexes import Hex
from engine.state import Question, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    rule: str = ""
    only: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced(Event):
    """A counter enters the game and is put where it says."""

    counter: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event):
    """A phase begins; `owing` are the sides that have to act in it."""

    phase: str
    turn: int
    player: str
    owing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed(Event):
    """The sides that have to act now."""

    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A counter goes from a hex to a hex: manner is step, back (a step taken back), charge, retreat,
    advance ..."""

    unit: str
    origin: Hex
    hex: Hex
    manner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A counter goes to a hex or box from a hex or box without travelling: set-up, elimination."""

    unit: str
    origin: str
    place: str
    manner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """A counter faces another way, base by base."""

    unit: str
    facing: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """A number changes: a value of a unit, or a track when `unit` is empty."""

    value: str
    was: int
    now: int
    unit: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Event):
    """A marker is put on a unit, hex, objective or side."""

    name: str
    on: str
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked(Event):
    """A marker is taken off."""

    name: str
    on: str
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected(Event):
    """A unit is selected."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Event):
    """The selected unit is deselected."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """Dice were rolled. `key` is what the roll was derived from, `by` the unit that rolled or tested."""

    purpose: str
    key: str
    sides: int
    dice: tuple[int, ...]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled(Event):
    """A pool of dice holds these now."""

    pool: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Event):
    """A secret order is written for a unit; an empty one is withdrawn."""

    side: str
    unit: str
    order: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event):
    """A side locks its secret orders."""

    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsealed(Event):
    """A side unlocks its secret orders."""

    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """A side's secret orders are revealed; they are then laid open one by one."""

    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Event):
    """An order lies open beside a unit; an empty one removes it."""

    unit: str
    order: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """A question is asked."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    """The first question is answered and gone."""

    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructed(Event):
    """A side lays an answer ready for questions of a kind, unseen; "" withdraws it."""

    side: str
    kind: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed(Event):
    """Something left to do is put on top of the agenda."""

    kind: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Popped(Event):
    """The top of the agenda is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted(Event):
    """Terrain of a hex or hexside changes in play."""

    thing: str
    terrain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Event):
    """The referee's note: why a number is what it is. Changes nothing."""

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The game is over."""

    winner: str
    level: str
    reason: str
