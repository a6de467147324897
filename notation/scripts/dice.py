"""Dice that fall as a script says: in a row, by purpose and unit, or from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.events import Event, Rolled
from engine.ledger import Dice, SeededDice
from engine.scenario_builder.mapping_reader import MappingReader
from notation.scripts.position import integers

Play = Callable[[Dice], tuple[Event, ...]]


class NoDie(Exception):
    """A roll for which the script states no face, or one the die does not have."""

    def __init__(self, purpose: str, by: str, sides: int, face: int | None = None) -> None:
        what = f"no die of {sides} is left" if face is None else f"a die of {sides} has no {face}"
        super().__init__(f"{what} for {purpose}{' of ' + by if by else ''}")


@dataclass(slots=True)
class Cup:
    """The dice a script has left: faces in a row, faces by "purpose unit", and a seed for the rest."""

    row: list[int] = field(default_factory=list)
    named: dict[str, list[int]] = field(default_factory=dict)
    seed: SeededDice | None = None

    @property
    def left(self) -> int:
        """Faces stated and not used."""
        return len(self.row) + sum(map(len, self.named.values()))


def cup(page: MappingReader, *, bare: bool = True) -> Cup:
    """The dice of a script (or of one order). With none stated at all, and `bare`, those of an empty seed."""
    cup = Cup()
    entry = page.entries.get("dice", ())
    if isinstance(entry, Mapping):
        table = page.mapping("dice")
        cup.named = {" ".join(name.split()): list(integers(table, name)) for name in table.entries}
    elif "dice" in page:
        cup.row = list(integers(page, "dice"))
    if "seed" in page or (bare and "dice" not in page):
        salts = [str(text) for text in page.texts("salts")]
        cup.seed = SeededDice(page.text("seed", default="-").encode(), salts)
    return cup


def roll(play: Play, cup: Cup) -> tuple[Event, ...]:
    """The events of an order when its dice fall as the cup says; the faces used are taken out of the cup.

    What each die is for is known only once it has fallen, so an order is played again for each of its
    dice, up to that die with the faces known. Playing changes nothing. Raises NoDie.
    """
    row, named = list(cup.row), {name: list(faces) for name, faces in cup.named.items()}
    known: list[int] = []
    while True:
        trial = _Trial(known)
        events = play(trial)
        if len(trial.rolls) <= len(known):
            cup.row, cup.named = row, named
            return events
        key, sides = trial.rolls[len(known)]
        rolled = _nth(events, len(known))
        known.append(_face(rolled, key, sides, row, named, cup.seed))


class _Trial:
    """Known faces first, ones after them; remembers what was asked of it."""

    def __init__(self, known: list[int]) -> None:
        self._known = known
        self.rolls: list[tuple[str, int]] = []

    def draw(self, key: str, sides: int) -> int:
        """The next known face, or 1."""
        self.rolls.append((key, sides))
        at = len(self.rolls) - 1
        return self._known[at] if at < len(self._known) else 1


def _nth(events: tuple[Event, ...], ordinal: int) -> Rolled:
    """The roll that the die of this ordinal belongs to."""
    dice: Iterator[Rolled] = (e for e in events if isinstance(e, Rolled) for _ in e.dice)
    for at, rolled in enumerate(dice):
        if at == ordinal:
            return rolled
    raise AssertionError("a die fell off the record")


def _face(
    rolled: Rolled, key: str, sides: int, row: list[int], named: dict[str, list[int]], seed: Dice | None
) -> int:
    """The face of one die: by purpose and unit, then by either alone, then in the row, then by the seed."""
    for name in (f"{rolled.purpose} {rolled.by}", f"{rolled.by} {rolled.purpose}", rolled.by, rolled.purpose):
        if named.get(name):
            return _has(rolled, sides, named[name].pop(0))
    if row:
        return _has(rolled, sides, row.pop(0))
    if seed is None:
        raise NoDie(rolled.purpose, rolled.by, sides)
    return seed.draw(key, sides)


def _has(rolled: Rolled, sides: int, face: int) -> int:
    if not 1 <= face <= sides:
        raise NoDie(rolled.purpose, rolled.by, sides, face)
    return face
