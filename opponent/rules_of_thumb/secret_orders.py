"""Secret orders: fire where possible, assault what is near, else move as the plan says, never into friends.

Units get their orders one after another, each taking those of the others into account. A unit with nothing
better to do keeps the rulebook's default. When no unit needs another order, the envelope is sealed. The
rulebook says which orders a unit may be given, where they lead and which targets they may name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from zlib import crc32

from engine.commands import Command, Seal, Write
from engine.errors import Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import SecretOrders, System
from opponent.plans import FALL_BACK, HOLD, Plan
from opponent.rules_of_thumb.evaluation import Evaluation
from opponent.rules_of_thumb.timetable import Path, Timetable

FIRE = "fire_ranged_weapons"
ASSAULT = "assault"
MOVES = ("march", "run")
STAFF, STAFF_DISTANCE = "general_staff", 3
"""A trait, and the distance in hexes that units with it keep from the enemy."""
LONGEST = 6
"""Hexes of a path that is looked at."""


def write_order(system: System, scenario: Scenario, state: State, side: str, plan: Plan) -> Command:
    """The next order to be written, or the seal when there is none."""
    writing = system.secret_orders
    assert writing is not None
    writer = _OrderWriter(writing, scenario, state, side, Evaluation(system, scenario, state, side, plan))
    have = state.envelopes.get(side, {})
    units = sorted((u for u in state.units_on_map(side) if u.id not in have), key=writer.sort_key)
    for unit in units:
        words = writer.order(unit)
        if words:
            return Write(unit=unit.id, order=words)
    return Seal()


class _OrderWriter:
    """Writes one side's orders in one position."""

    def __init__(
        self, writing: SecretOrders, scenario: Scenario, state: State, side: str, evaluation: Evaluation
    ) -> None:
        self.writing = writing
        self.scenario = scenario
        self.seen = state
        self.evaluation = evaluation
        self.plan = evaluation.plan
        self.timetable = Timetable(scenario.grid, state, side, state.envelopes.get(side, {}))

    def sort_key(self, unit: Unit) -> tuple[int, str]:
        """Units nearest the enemy get their orders first."""
        return self.evaluation.nearest_enemy(unit.place), unit.id

    def order(self, unit: Unit) -> Mapping[str, str]:
        """The words of its order; none when it should keep the default."""
        cards = self.writing.order_cards(self.scenario, self.seen, unit.id)
        able = frozenset(card.order for card in cards if card.refusal is None)
        order_words: Mapping[str, str] = {}
        if FIRE in able:
            order_words = self._fire(unit)
        if not order_words and ASSAULT in able and STAFF not in unit.traits:
            order_words = self._assault(unit)
        if not order_words and self.plan.overlooks(f"{self.seen.turn}/{unit.id}/move"):
            return {}
        return order_words or self._move(unit, [way for way in MOVES if way in able])

    def _targets(self, unit: Unit, order: str) -> list[Unit]:
        """The targets it could name, the nearest first, then the weakest."""
        ids = self.writing.targets(self.scenario, self.seen, unit.id, {"order": order})
        grid, units = self.scenario.grid, [self.seen.units[id_] for id_ in ids]
        return sorted(
            (u for u in units if u.hex),
            key=lambda u: (grid.distance(unit.place, u.place), u["figures"], u.id),
        )

    def _fire(self, unit: Unit) -> Mapping[str, str]:
        for target in self._targets(unit, FIRE):
            words = {"order": FIRE, "target": target.id}
            if self._legal(unit, words):
                return words
        return {}

    def _assault(self, unit: Unit) -> Mapping[str, str]:
        """The nearest enemy that a free path leads up to and that is not too strong for the plan."""
        aim = self.plan.aim_of(unit)
        if aim == FALL_BACK or self._overlooks(unit):
            return {}
        for target in self._targets(unit, ASSAULT):
            away = self.scenario.grid.distance(unit.place, target.place)
            if (aim == HOLD and away > 1) or not self._is_fair(unit, target):
                continue
            partial = {"order": ASSAULT, "target": target.id}
            for path in self._paths(unit, partial):
                words = {**partial, "path": " ".join(path)}
                if path[-1] == target.place and self._is_free(unit, path) and self._legal(unit, words):
                    return words
        return {}

    def _overlooks(self, unit: Unit) -> bool:
        """Whether the player overlooks what this unit could assault in this turn."""
        return self.plan.overlooks(f"{self.seen.turn}/{unit.id}")

    def _is_fair(self, unit: Unit, target: Unit) -> bool:
        """Whether the unit, with friends near the target, is strong enough for it.

        Half of the plan's odds are asked, since an assault is fought by both sides alike.
        """
        strength, grid = self.evaluation.strength, self.scenario.grid
        near = (f for f in self.evaluation.friends if f.id != unit.id and STAFF not in f.traits)
        beside = sum(strength(f) for f in near if grid.distance(f.place, target.place) <= 1)
        return strength(unit) + beside / 2 >= 0.5 * self.plan.fair_odds * strength(target)

    def _move(self, unit: Unit, ways: list[str]) -> Mapping[str, str]:
        """The path to the best hex in reach, where that is better than to stay."""
        best: tuple[float, Mapping[str, str]] = (self.evaluation.worth(unit, unit.place) + 0.25, {})
        for way in ways:
            for path in self._paths(unit, {"order": way}):
                worth = self.evaluation.worth(unit, path[-1]) - len(path) / 100
                if worth <= best[0] or not self._is_safe(unit, path[-1]) or not self._is_free(unit, path):
                    continue
                words = {"order": way, "path": " ".join(path)}
                if self._legal(unit, words):
                    best = (worth, words)
        return best[1]

    def _is_free(self, unit: Unit, path: Path) -> bool:
        return self.timetable.is_free(unit, path)

    def _is_safe(self, unit: Unit, hex_: Hex) -> bool:
        """The staff does not go up to the enemy."""
        return STAFF not in unit.traits or self.evaluation.nearest_enemy(hex_) >= STAFF_DISTANCE

    def _paths(self, unit: Unit, words: Mapping[str, str]) -> Iterator[Path]:
        """A shortest path to every hex an order could lead to, nearest first.

        Of equally long ones another each turn: two enemies with the same idea do not meet for ever.
        """
        waiting: deque[Path] = deque([()])
        known = {unit.place}
        while waiting:
            path = waiting.popleft()
            if path:
                yield path
            if len(path) == LONGEST:
                continue
            partial = {**words, "path": " ".join(path)} if path else words
            steps = self.writing.steps(self.scenario, self.seen, unit.id, partial)
            for hex_ in sorted(steps, key=lambda h: crc32(f"{self.seen.turn}/{unit.side}/{h}".encode())):
                if steps[hex_].refusal is None and hex_ not in known:
                    known.add(hex_)
                    waiting.append((*path, hex_))

    def _legal(self, unit: Unit, words: Mapping[str, str]) -> bool:
        try:
            self.writing.check(self.scenario, self.seen, unit.id, words)
        except Refused:
            return False
        return True
