"""The table: counters, marks, numbers, envelopes, questions. The same for every rulebook; no rules here.

Places are hex labels, or boxes whose names begin with "@": "@eliminated", "@off_map", "@hand". A card
is a counter in a box. Units, hexes and sides share one space of names, so a mark may lie on any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.hexes import Hex
from engine.scenario import Kept

ELIMINATED = "@eliminated"
_NOTHING: frozenset[str] = frozenset()

Orders = Mapping[str, Mapping[str, str]]
"""Written orders by unit: words such as {"order": "march", "path": "0402 0403"}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A counter. `printed` never changes; `values` are the present ones (strength, movement points ...).

    `facing` is, by base ("unit" where there is one), the number of a direction of the grid, clockwise from 0;
    or of a corner of the hex, where counters of a rulebook look at corners.
    """

    id: str
    side: str
    kind: str
    place: str
    name: str = ""
    corps: str = ""
    symbol: str = ""
    traits: frozenset[str] = frozenset()
    printed: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    facing: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, value: str) -> int:
        """A present value, 0 when the counter has none of that name."""
        return self.values.get(value, 0)

    @property
    def hex(self) -> Hex | None:
        """Where it stands, or None when it is in a box."""
        return None if self.place.startswith("@") else self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A marker on a unit, hex or side; `to` names what it points at."""

    name: str
    on: str
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A choice a rule waits for. `default` is the legal answer when time runs out; a `secret` answer is told
    to its own side alone."""

    kind: str
    side: str
    about: str
    options: tuple[str, ...]
    default: str
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something left to do, on the agenda."""

    kind: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A step of the unit in hand: the hex it left, the values it had there and the names of its marks."""

    origin: Hex
    had: Mapping[str, int] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The unit in hand and the steps it made in hand."""

    unit: str
    steps: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game ended: the winning side ("" for a draw), the level of victory, why."""

    winner: str
    level: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything on the table. `active` holds the sides that still owe a decision.

    `envelopes` are orders a side has written unseen, by side; `orders` those that lie open beside units.
    `standing` are each side's own answers to questions to come, by the question's kind, unseen by others.
    """

    units: Mapping[str, Unit] = field(default_factory=dict)
    marks: frozenset[Mark] = frozenset()
    tracks: Mapping[str, int] = field(default_factory=dict)
    turn: int = 0
    phase: str = ""
    player: str = ""
    active: frozenset[str] = frozenset()
    selection: Selection | None = None
    pools: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    envelopes: Mapping[str, Orders] = field(default_factory=dict)
    orders: Orders = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    standing: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    agenda: tuple[Task, ...] = ()
    terrain: Mapping[str, str] = field(default_factory=dict)
    result: Result | None = None
    _on: dict[Hex, tuple[Unit, ...]] | None = field(default=None, init=False, repr=False, compare=False)
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def kept(self, name: Hashable, make: Callable[[], Kept]) -> Kept:
        """What `make` finds out about this table, which never changes: found out once, then kept."""
        if name not in self._kept:
            self._kept[name] = make()
        found: Kept = self._kept[name]
        return found

    def on(self, hex_: Hex) -> tuple[Unit, ...]:
        """The counters on a hex."""
        index = self._on
        if index is None:
            index = {}
            for unit in self.units.values():
                if not unit.place.startswith("@"):
                    index[unit.place] = (*index.get(unit.place, ()), unit)
            object.__setattr__(self, "_on", index)
        return index.get(hex_, ())

    def fielded(self, side: str = "") -> Iterable[Unit]:
        """The counters that stand on the map, of one side or of all."""
        return (u for u in self.units.values() if not u.place.startswith("@") and side in ("", u.side))

    def marked(self, on: str, name: str, to: str = "") -> bool:
        """Whether this very mark lies there."""
        return Mark(name=name, on=on, to=to) in self.marks

    def names_on(self, on: str) -> frozenset[str]:
        """The names of the marks on a thing, whatever they point at; for who asks about many things."""
        return self.kept("names", self._names).get(on, _NOTHING)

    def _names(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for mark in self.marks:
            found.setdefault(mark.on, set()).add(mark.name)
        return {on: frozenset(names) for on, names in found.items()}

    def pointed(self, on: str, name: str) -> frozenset[str]:
        """What the marks of that name on a thing point at."""
        return frozenset(m.to for m in self.marks if m.on == on and m.name == name)
