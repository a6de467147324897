"""The commands a player can give. Every system takes some of these; none contains a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.hexes import Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that a side gives to the referee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Move a unit along a path of adjacent hexes; the hex it stands on is left out. One selection."""

    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Command):
    """Move the unit by one hex and keep it selected."""

    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Command):
    """Deselect the selected unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Attack an enemy unit."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombard(Command):
    """Fire at an enemy unit from afar."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Command):
    """Charge an enemy unit."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rally(Command):
    """Carry out the rally phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Command):
    """Put a unit on a hex during set-up."""

    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplace(Command):
    """Take a unit off the map during set-up."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Write(Command):
    """Write a secret order for a unit; an empty one withdraws it.

    `order` maps words to values: "order" is its name, others as the rulebook asks ("path": "0402 0403").
    """

    unit: str
    order: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal(Command):
    """Lock this side's secret orders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseal(Command):
    """Unlock this side's secret orders, before the other side has locked its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Command):
    """Choose one of the options of the pending question."""

    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate(Command):
    """Activate a leader, who then gives commands."""

    chief: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(Command):
    """Have a leader command these units with that number of dice."""

    chief: str
    units: tuple[str, ...]
    dice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Command):
    """Distribute the dice of a command among the units commanded: the faces by unit."""

    given: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Command):
    """Turn a unit where it stands: by base, the number of the direction or vertex to face."""

    unit: str
    facing: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Command):
    """Put a unit into a formation, "square" or "line"; by base, its facing then (empty: unchanged)."""

    unit: str
    formation: str
    facing: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley(Command):
    """Fire at one enemy with several units: "c1" is every base of it that can, "c1/left" one base."""

    target: str
    shooters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruct(Command):
    """Lay an answer ready for questions of a kind; "" withdraws it. At any time, unseen by others."""

    kind: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Command):
    """Nothing more in this phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Command):
    """Give the game up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Command):
    """Agree to a draw. The caller makes sure that the other side has offered one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired(Command):
    """A side has run out of time: what it has to decide gets its legal default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAction:
    """What a judge has carried out in a position. No player can give it, no game stores it."""

    kind: str
    unit: str
    length: int = 0
