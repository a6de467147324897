"""Orders written in secret: fire where one can, assault what is near, else go for what is not yet ours.

One unit after another, each with an eye on what the others have been ordered; what has nothing better to do
keeps the rulebook's default. When nobody else wants an order, the envelope is sealed. Which orders a unit may
be given, where they lead and whom they may name is asked of the rulebook.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from engine.commands import Command, Seal, Write
from engine.errors import Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System, Writing
from opponent.judgement import Judgement

FIRE = "fire_ranged_weapons"
ASSAULT = "assault"
WAYS = ("march", "run")
STAFF, APART = "general_staff", 3
"""A trait, and how many hexes its units keep between themselves and the enemy."""
LONGEST = 6
"""Hexes of a path that is looked at."""


def plan(system: System, scenario: Scenario, seen: State, side: str) -> Command:
    """The next order to be written, or the seal when there is none."""
    writing = system.writing
    assert writing is not None
    planner = _Planner(writing, scenario, seen, side, Judgement(system, scenario, seen, side))
    have = seen.envelopes.get(side, {})
    units = sorted((u for u in seen.fielded(side) if u.id not in have), key=planner.turn)
    for unit in units:
        words = planner.order(unit)
        if words:
            return Write(unit=unit.id, order=words)
    return Seal()


class _Planner:
    """One side's thoughts on one table."""

    def __init__(
        self, writing: Writing, scenario: Scenario, seen: State, side: str, judgement: Judgement
    ) -> None:
        self.writing = writing
        self.scenario = scenario
        self.seen = seen
        self.judgement = judgement
        self.taken = frozenset(self._ends(seen.envelopes.get(side, {})))

    def turn(self, unit: Unit) -> tuple[int, str]:
        """Who is nearest the enemy decides first."""
        return self.judgement.nearest_foe(unit.place), unit.id

    def _ends(self, have: Mapping[str, Mapping[str, str]]) -> Iterator[Hex]:
        """Where friends will stand."""
        for friend in self.judgement.friends:
            path = have.get(friend.id, {}).get("path", "").split()
            yield path[-1] if path else friend.place

    def order(self, unit: Unit) -> Mapping[str, str]:
        """The words of its order; none when it had better keep the default."""
        cards = self.writing.cards(self.scenario, self.seen, unit.id)
        able = frozenset(card.order for card in cards if card.refusal is None)
        found: Mapping[str, str] = {}
        if FIRE in able:
            found = self._fire(unit)
        if not found and ASSAULT in able and STAFF not in unit.traits:
            found = self._assault(unit)
        return found or self._go(unit, [way for way in WAYS if way in able])

    def _targets(self, unit: Unit, order: str) -> list[Unit]:
        """Whom it could name, the nearest first, of those the weakest."""
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
        """The nearest enemy that a path leads up to, unless too many stand around it."""
        for target in self._targets(unit, ASSAULT):
            said = {"order": ASSAULT, "target": target.id}
            for path in self._paths(unit, said):
                words = {**said, "path": " ".join(path)}
                if path[-1] == target.place and self._legal(unit, words):
                    return words
        return {}

    def _go(self, unit: Unit, ways: list[str]) -> Mapping[str, str]:
        """The way to the best hex in reach, where it is better than to stay."""
        best: tuple[float, Mapping[str, str]] = (self.judgement.worth(unit, unit.place) + 0.25, {})
        for way in ways:
            for path in self._paths(unit, {"order": way}):
                if path[-1] in self.taken or not self._safe(unit, path[-1]):
                    continue
                words = {"order": way, "path": " ".join(path)}
                worth = self.judgement.worth(unit, path[-1]) - len(path) / 100
                if worth > best[0] and self._legal(unit, words):
                    best = (worth, words)
        return best[1]

    def _safe(self, unit: Unit, hex_: Hex) -> bool:
        """The staff does not go up to the enemy."""
        return STAFF not in unit.traits or self.judgement.nearest_foe(hex_) >= APART

    def _paths(self, unit: Unit, words: Mapping[str, str]) -> Iterator[tuple[Hex, ...]]:
        """A shortest path to every hex an order could lead to, nearest first."""
        waiting: deque[tuple[Hex, ...]] = deque([()])
        known = {unit.place}
        while waiting:
            path = waiting.popleft()
            if path:
                yield path
            if len(path) == LONGEST:
                continue
            said = {**words, "path": " ".join(path)} if path else words
            for hex_, offer in self.writing.steps(self.scenario, self.seen, unit.id, said).items():
                if offer.refusal is None and hex_ not in known:
                    known.add(hex_)
                    waiting.append((*path, hex_))

    def _legal(self, unit: Unit, words: Mapping[str, str]) -> bool:
        try:
            self.writing.check(self.scenario, self.seen, unit.id, words)
        except Refused:
            return False
        return True
