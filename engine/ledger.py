"""The only way rules change the state or use chance: record events, roll dice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Protocol

from engine import events as ev
from engine.errors import Fact
from engine.evolve import evolve
from engine.state import State

Outcome = Callable[[int], Hashable]
"""What a face of a die means. Faces that mean the same have the same consequences, but for what notes and
questions show of them; of several dice rolled together only how many show what counts, not which."""


class Dice(Protocol):
    """A source of random numbers. `key` identifies the roll within the game."""

    def draw(self, key: str, sides: int) -> int:
        """A number from 1 to `sides`."""


class SeededDice:
    """Every roll derived from a secret seed, the players' salts and the roll's key.

    The number is HMAC-SHA256(seed, salts + "/" + key), read as a whole number, modulo `sides`, plus 1.
    """

    def __init__(self, seed: bytes, salts: Sequence[str] = ()) -> None:
        self._seed = seed
        self._salts = "/".join(salts)

    def draw(self, key: str, sides: int) -> int:
        """The number of that key; always the same one."""
        mac = hmac.new(self._seed, f"{self._salts}/{key}".encode(), hashlib.sha256)
        return int.from_bytes(mac.digest()) % sides + 1


class RoundNeeded(Exception):
    """A public die was asked for before the beacon's round was known; nothing was decided by it."""


class PublicDice:
    """Every roll derived from a secret seed, the players' words, a round of a public beacon and its own key.

    The number is HMAC-SHA256(seed, words + "/" + randomness + "/" + key), read as a whole number, modulo
    `sides`, plus 1; the randomness in hexadecimal. Without `randomness` each draw raises RoundNeeded.
    """

    def __init__(self, seed: bytes, salts: Sequence[str], randomness: bytes | None) -> None:
        self._dice = None if randomness is None else SeededDice(seed, (*salts, randomness.hex()))

    def draw(self, key: str, sides: int) -> int:
        """The number of that key. Raises RoundNeeded."""
        if self._dice is None:
            raise RoundNeeded
        return self._dice.draw(key, sides)


class OutOfDice(Exception):
    """A forced list of dice has run out; `sides` is the die that was wanted."""

    def __init__(self, sides: int, purpose: str = "") -> None:
        super().__init__(f"no die left for {purpose or 'a roll'} (1-{sides})")
        self.sides = sides


class ForcedDice:
    """Dice that fall as a list says. Raises OutOfDice after the last, ValueError for a bad face."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)
        self.used = 0

    def draw(self, key: str, sides: int) -> int:
        """The next face of the list."""
        if self.used >= len(self._faces):
            raise OutOfDice(sides, key)
        face = self._faces[self.used]
        if not 1 <= face <= sides:
            raise ValueError(f"{key}: a die of {sides} has no {face}")
        self.used += 1
        return face


def rolled_by_stream(events: Iterable[ev.Event]) -> dict[str, int]:
    """How many rolls of each stream are among the events of a log whose dice fall by stream. Those of orders
    that were taken back count, so that no key occurs twice."""
    keys = (event.key for event in events if isinstance(event, ev.Rolled))
    return dict(Counter(key.rpartition("/")[0] for key in keys))


class Ledger:
    """A state, the events recorded on it, and dice. `order` numbers the causing order, `undo` the newest
    undo that took dice back; `before` holds the state before each event.

    With `rolled` dice fall by stream: the key of a roll is its side, its purpose, and how many rolls of that
    stream there were, whatever else happened. `rolled` counts the earlier ones (`rolled_by_stream`).
    """

    def __init__(
        self,
        state: State,
        dice: Dice,
        order: int = 0,
        undo: int = 0,
        rolled: Mapping[str, int] | None = None,
    ) -> None:
        self.state = state
        self.events: list[ev.Event] = []
        self.before: list[State] = []
        self._dice = dice
        self._order = order
        self._undo = undo
        self._rolls = 0
        self._rolled = None if rolled is None else Counter(rolled)

    def tell(self, *events: ev.Event) -> None:
        """Record these events, in order, and apply them."""
        for event in events:
            self.before.append(self.state)
            self.events.append(event)
            self.state = evolve(self.state, event)

    def roll(
        self,
        purpose: str,
        *,
        sides: int,
        rule: str,
        by: str = "",
        key: str = "",
        outcome: Outcome | None = None,
    ) -> int:
        """Roll one die: a number from 1 to `sides`, recorded with its purpose and rule."""
        return self.pool(purpose, 1, sides=sides, rule=rule, by=by, key=key, outcome=outcome)[0]

    def pool(
        self,
        purpose: str,
        count: int,
        *,
        sides: int,
        rule: str,
        by: str = "",
        key: str = "",
        outcome: Outcome | None = None,
    ) -> tuple[int, ...]:
        """Roll several dice as one event. The key of each: causing order, counter, ordinal of the die.

        Where a rulebook resolves several things at the same time it states a key of its own, one that occurs
        once a game, so that no roll depends on which is computed first. After dice were taken back the number
        of that undo follows it: what is played again is rolled again, with a key that has not occurred.
        Where dice fall by stream, none of these matter.

        `outcome` says what a face means, where several mean the same: chances count those as one.
        """
        self._rolls += 1
        if key and self._undo:
            key = f"{key}/u{self._undo}"
        key = key or f"{self._order}/{self._rolls}"
        if self._rolled is not None:
            key = self._next_of_stream(by, purpose)
        dice = self._draw(key, count, sides, outcome)
        self.tell(ev.Rolled(purpose=purpose, key=key, sides=sides, dice=dice, by=by, rule=rule))
        return dice

    def _next_of_stream(self, by: str, purpose: str) -> str:
        """The next key of the stream of a unit's side, or of a side itself, for that purpose."""
        assert self._rolled is not None
        unit = self.state.units.get(by)
        stream = f"{unit.side if unit is not None else by}/{purpose}"
        self._rolled[stream] += 1
        return f"{stream}/{self._rolled[stream]}"

    def _draw(self, key: str, count: int, sides: int, outcome: Outcome | None) -> tuple[int, ...]:
        """The faces of so many dice; whatever they mean, they fall as they fall."""
        return tuple(self._dice.draw(f"{key}/{n}", sides) for n in range(1, count + 1))

    def note(self, kind: str, rule: str, **facts: Fact) -> None:
        """Record a note of the referee."""
        self.tell(ev.Noted(kind=kind, facts=facts, rule=rule))
