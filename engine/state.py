"""The state of a game: counters, marks, numbers, secret orders, questions. The same for every rulebook.

Places are hex labels, or boxes whose names begin with "@": "@eliminated", "@off_map", "@hand". A card
is a counter in a box. Units, hexes and sides share one space of names, so a mark may lie on any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.hexes import Hex
from engine.scenario import Kept

ELIMINATED = "@eliminated"
HIDDEN = "@hidden"
"""Where the units of the other side are that a viewer may not see."""
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
    """A choice that a rule waits for. `default` is the legal answer when time runs out; a `secret` answer is
    known to its own side only."""

    kind: str
    side: str
    about: str
    options: tuple[str, ...]
    default: str
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task on the agenda."""

    kind: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A step of the selected unit: the hex it left, the values it had there and the names of its marks."""

    origin: Hex
    had: Mapping[str, int] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The selected unit and the steps it has made since."""

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
    """The whole state of a game. `active` holds the sides that still have to act.

    `envelopes` are secret orders by side; `orders` those that lie open beside units. `standing` are the
    answers each side has laid ready, by kind of question, unseen by others.
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
    _names: dict[str, frozenset[str]] | None = field(default=None, init=False, repr=False, compare=False)
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def cached(self, name: Hashable, make: Callable[[], Kept]) -> Kept:
        """What `make` computes about this state, which never changes: computed once."""
        if name not in self._kept:
            self._kept[name] = make()
        value: Kept = self._kept[name]
        return value

    def altered(self, **changes: Any) -> State:
        """This state with other values in some fields; `dataclasses.replace` takes twice as long."""
        state = object.__new__(State)
        for name in _FIELDS:
            object.__setattr__(state, name, changes[name] if name in changes else getattr(self, name))
        object.__setattr__(state, "_on", None if "units" in changes else self._on)
        object.__setattr__(state, "_names", None if "marks" in changes else self._names)
        object.__setattr__(state, "_kept", {})
        return state

    def with_unit(self, unit: Unit) -> State:
        """This state with a counter in place of the one of its id."""
        state = self.altered(units={**self.units, unit.id: unit})
        if self._on is not None:
            changed = [p for p in {self.units[unit.id].place, unit.place} if not p.startswith("@")]
            stands = {hex_: tuple(u for u in state.units.values() if u.place == hex_) for hex_ in changed}
            object.__setattr__(state, "_on", {**self._on, **stands})
        return state

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

    def units_on_map(self, side: str = "") -> Iterable[Unit]:
        """The units on the map, of one side or of all."""
        return (u for u in self.units.values() if not u.place.startswith("@") and side in ("", u.side))

    def marked(self, on: str, name: str, to: str = "") -> bool:
        """Whether exactly this mark lies there."""
        return Mark(name=name, on=on, to=to) in self.marks

    def marks_on(self, on: str) -> frozenset[str]:
        """The names of the marks on a unit, whatever they point at; fast when asked about many units."""
        if self._names is None:
            names_by_thing: dict[str, set[str]] = {}
            for mark in self.marks:
                names_by_thing.setdefault(mark.on, set()).add(mark.name)
            names = {on: frozenset(names) for on, names in names_by_thing.items()}
            object.__setattr__(self, "_names", names)
            return names.get(on, _NOTHING)
        return self._names.get(on, _NOTHING)

    def targets_of_mark(self, on: str, name: str) -> frozenset[str]:
        """What the marks of that name on a unit point at."""
        return frozenset(m.to for m in self.marks if m.on == on and m.name == name)


_FIELDS = tuple(part.name for part in fields(State) if part.init)
