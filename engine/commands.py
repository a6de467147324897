"""What a player can say. Every system takes some of these; none carries a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.hexes import Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something a side says to the referee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Move a unit along hexes, each next to the last; the hex it stands on is left out. One selection."""

    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Command):
    """Move the unit in hand by one hex and keep it in hand."""

    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Command):
    """Let go of the unit in hand."""


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
    """Put a unit's order into this side's envelope, unseen by the other; an empty one takes it out again.

    `order` holds words: "order" names it, others say where or whom as the rulebook asks, "path": "0402 0403".
    """

    unit: str
    order: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal(Command):
    """Close this side's envelope over the orders in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseal(Command):
    """Open one's own envelope again before the other side has closed its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Command):
    """Choose one of the options of the question that waits."""

    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate(Command):
    """Activate a leader, who is then the one to give commands."""

    chief: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(Command):
    """Let a leader command these units with so many dice."""

    chief: str
    units: tuple[str, ...]
    dice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Command):
    """Share the dice of a command out among the units commanded: by unit, the faces it is given."""

    given: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Command):
    """Turn a unit where it stands: by base, the number of the direction or vertex it is to face."""

    unit: str
    facing: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Command):
    """Put a unit into a formation, "square" or "line"; by base, where it faces then (empty: as it does)."""

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
    """Answer questions of a kind beforehand; "" takes the answer back. Any time, unseen by others."""

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
    """Agree to a draw that the other side has offered: that it has, whoever passes this on must know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired(Command):
    """A side's time is over: whatever is open gets its legal default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """What a judge has carried out on a table as it stands. No player can say it, no game keeps it."""

    kind: str
    unit: str
    length: int = 0
