"""Playouts step by step: a command carried out with dice that fall alike in playouts that are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from engine.commands import Command
from engine.events import Event
from engine.evolve import evolve
from engine.ledger import ForcedDice, Ledger, Outcome
from engine.referee import go_on, is_settled, obey
from engine.scenario import Scenario
from engine.state import Orders, State
from engine.system import System

MOST_FOLLOWING = 10_000
_NO_DICE = ForcedDice(())


class PlayoutDice:
    """The dice of one playout.

    A roll is named by game turn, unit, purpose and how many such rolls there were: the same attack falls
    alike in two playouts with the same seed and sample. The samples 0, 1, 2 ... of a seed spread each roll
    evenly over its faces, so that a few of them come near the mean. `rolled`: how many dice were rolled so
    far, by game turn, unit and purpose.
    """

    def __init__(self, seed: bytes, sample: int) -> None:
        self._seed = seed
        self._shift = _spread(sample)
        self.rolled: Mapping[tuple[int, str, str], int] = {}

    def faces(self, turn: int, by: str, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """So many faces, each from 1 to `sides`."""
        name = (turn, by, purpose)
        before = self.rolled.get(name, 0)
        self.rolled = {**self.rolled, name: before + count}
        return tuple(self._face(f"{turn}/{by}/{purpose}/{before + n}", sides) for n in range(count))

    def _face(self, name: str, sides: int) -> int:
        drawn = int.from_bytes(blake2b(name.encode(), key=self._seed[:64], digest_size=4).digest())
        return int((drawn / 2**32 + self._shift) % 1.0 * sides) + 1


def _spread(sample: int) -> float:
    """The numbers 0, 1/2, 1/4, 3/4, 1/8 ... for 0, 1, 2, 3, 4 ..."""
    value, part = 0.0, 0.5
    while sample:
        value, part, sample = value + part * (sample & 1), part / 2, sample >> 1
    return value


class _PlayoutLedger(Ledger):
    """A ledger that keeps no history beyond the events of its own command."""

    def __init__(self, state: State, dice: PlayoutDice) -> None:
        super().__init__(state, _NO_DICE)
        self._playout_dice = dice
        self._by, self._purpose = "", ""

    def tell(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

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
        self._by, self._purpose = by, purpose
        return super().pool(purpose, count, sides=sides, rule=rule, by=by, key=key, outcome=outcome)

    def _draw(self, key: str, count: int, sides: int, outcome: Outcome | None) -> tuple[int, ...]:
        return self._playout_dice.faces(self.state.turn, self._by, self._purpose, count, sides)


def after(
    system: System, scenario: Scenario, state: State, side: str, command: Command, dice: PlayoutDice
) -> State:
    """The position after a command and all that follows by itself. Raises Refused like the referee."""
    ledger = _PlayoutLedger(state, dice)
    obey(system, scenario, ledger, side, command)
    for _ in range(MOST_FOLLOWING):
        if is_settled(ledger.state):
            return ledger.state
        go_on(system, scenario, ledger)
    raise RuntimeError(f"{system.name} does not go on: stuck in {ledger.state.phase}")


@dataclass(frozen=True, slots=True)
class Step:
    """A command of a playout, the secret orders it locks, where it led, and the dice rolled until then."""

    side: str
    command: Command
    orders: Mapping[str, Orders]
    state: State
    rolled: Mapping[tuple[int, str, str], int]


class Line:
    """Carries out the commands of a playout, one after another. As long as they are those of another one with
    the same beginning and the same dice (`like`), they lead where they led there."""

    def __init__(
        self, system: System, scenario: Scenario, dice: PlayoutDice, like: Sequence[Step] = ()
    ) -> None:
        self.steps: list[Step] = []
        self._system, self._scenario, self._dice = system, scenario, dice
        self._like = iter(like)

    def after(
        self, state: State, side: str, command: Command, orders: Mapping[str, Orders] | None = None
    ) -> State:
        """The position after a command, which locks these orders. Raises Refused like the referee."""
        orders = orders or {}
        known = next(self._like, None)
        if known is not None and (known.side, known.command, known.orders) == (side, command, orders):
            step = known
            self._dice.rolled = step.rolled
        else:
            self._like = iter(())
            if orders:
                state = state.altered(envelopes={**state.envelopes, **orders})
            state = after(self._system, self._scenario, state, side, command, self._dice)
            step = Step(side, command, orders, state, self._dice.rolled)
        self.steps.append(step)
        return step.state
