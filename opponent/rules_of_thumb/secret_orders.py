"""Secret orders: fire where possible, assault what is near, else move as the plan says, never into friends.

Units get their orders one after another, each taking those of the others into account. A unit with nothing
better to do keeps the rulebook's default. When no unit needs another order, the envelope is sealed. The
rulebook says which orders a unit may be given, where they lead and which targets they may name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.commands import Command, Seal, Write
from engine.errors import Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import SecretOrders, System
from opponent.plans import CLOSE, FALL_BACK, FREE, HOLD, STAFF, Plan
from opponent.rules_of_thumb.evaluation import Evaluation
from opponent.rules_of_thumb.oversights import is_last_turn, overlooks_attack, overlooks_move
from opponent.rules_of_thumb.timetable import Path, Timetable

FIRE = "fire_ranged_weapons"
ASSAULT = "assault"
MOVES = ("march", "run")
RETREAT = "retreat"
SUPPLIES = "receive_supplies"
STANDS = ("defend", "all_around_defense", "ambush")
MOST_TARGETS, MOST_MOVES = 3, 3
"""Targets and hexes of each kind of order that are worth a trial."""
STAFF_DISTANCE = 3
"""The distance in hexes that units of the staff keep from the enemy."""
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
    if plan.missed and not have:  # a beginner, too, finds something to do
        return write_order(system, scenario, state, side, replace(plan, missed=0))
    return Seal()


def planned_orders(
    system: System, scenario: Scenario, state: State, side: str, plan: Plan
) -> Mapping[str, Mapping[str, str]]:
    """All orders of a side at once, by unit: written ones, those that the plan names, then the others.

    A unit without words in them keeps the rulebook's default. A plan with oversights leaves out what it does
    not see, but not all.
    """
    writing = system.secret_orders
    assert writing is not None
    writer = _OrderWriter(writing, scenario, state, side, Evaluation(system, scenario, state, side, plan))
    orders = dict(state.envelopes.get(side, {}))
    units = sorted((u for u in state.units_on_map(side) if u.id not in orders), key=writer.sort_key)
    named = plan.orders if plan.turn == state.turn else {}
    for unit in units:
        if unit.id not in named or overlooks_move(scenario, state, plan, unit):
            continue
        if writer.is_possible(unit, named[unit.id]):
            orders[unit.id] = named[unit.id]
            writer.timetable.reserve(unit, named[unit.id])
    for unit in units:
        if unit.id not in orders:
            orders[unit.id] = writer.order(unit)
            writer.timetable.reserve(unit, orders[unit.id])
    if plan.missed and not any(orders.values()):
        return planned_orders(system, scenario, state, side, replace(plan, missed=0))
    return orders


def possible_orders(
    system: System, scenario: Scenario, state: State, unit: Unit
) -> Sequence[Mapping[str, str]]:
    """Orders worth a trial for a unit: the default, fire and assaults, a defence towards the nearest enemy,
    and the best hexes to move to for each aim."""
    writing = system.secret_orders
    assert writing is not None
    orders: dict[tuple[tuple[str, str], ...], None] = {(): None}
    for aim in (FREE, CLOSE, FALL_BACK):
        evaluation = Evaluation(system, scenario, state, unit.side, Plan(aim=aim))
        writer = _OrderWriter(writing, scenario, state, unit.side, evaluation)
        for words in writer.choices(unit):
            orders[tuple(words.items())] = None
    return [dict(words) for words in orders]


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
        self.is_last_turn = is_last_turn(scenario, state)
        self.timetable = Timetable(scenario.grid, state, side, state.envelopes.get(side, {}))

    def sort_key(self, unit: Unit) -> tuple[int, tuple[int, str]]:
        """Units nearest the enemy get their orders first."""
        return self.evaluation.nearest_enemy(unit.place), self._tie(unit.id)

    def _drawn(self, name: str) -> int:
        """A number for what is equally good, another each turn, side and lot: were it always the same, one
        side of a map would be favoured in every game, and two enemies with the same idea meet for ever."""
        return self.plan.drawn(f"{self.seen.turn}/{self.evaluation.side}/{name}")

    def _tie(self, name: str) -> tuple[int, str]:
        """What comes first of what is equally good: by lot, without one by name."""
        return (self._drawn(name) if self.plan.lot else 0), name

    def order(self, unit: Unit) -> Mapping[str, str]:
        """The words of its order; none when it should keep the default."""
        cards = self.seen.cached(
            ("order cards", unit.id), lambda: self.writing.order_cards(self.scenario, self.seen, unit.id)
        )
        able = frozenset(card.order for card in cards if card.refusal is None)
        ways = [way for way in MOVES if way in able]
        order_words = self._to_objective(unit, ways) if self.is_last_turn else {}
        if not order_words and FIRE in able:
            order_words = self._fire(unit)
        if not order_words and SUPPLIES in able:
            order_words = self._supplies(unit)
        if not order_words and ASSAULT in able and STAFF not in unit.traits:
            order_words = self._assault(unit)
        if not order_words and overlooks_move(self.scenario, self.seen, self.plan, unit):
            return {}
        return order_words or self._move(unit, ways)

    def _to_objective(self, unit: Unit, ways: list[str]) -> Mapping[str, str]:
        """The path to the objective in reach that is worth most; none where it stands on one already."""
        worth = {h: o.points[unit.side] for o in self.evaluation.goals for h in o.hexes}
        if STAFF in unit.traits or any(unit.place in o.hexes for o in self.scenario.objectives):
            return {}
        best: tuple[int, Mapping[str, str]] = (0, {})
        for way in ways:
            for path in self._paths(unit, {"order": way}):
                words = {"order": way, "path": " ".join(path)}
                if worth.get(path[-1], 0) > best[0] and self.is_possible(unit, words):
                    best = (worth[path[-1]], words)
        return best[1]

    def choices(self, unit: Unit) -> Iterator[Mapping[str, str]]:
        """Legal orders that differ in kind or target, and moves to the best hexes."""
        cards = self.seen.cached(
            ("order cards", unit.id), lambda: self.writing.order_cards(self.scenario, self.seen, unit.id)
        )
        able = frozenset(card.order for card in cards if card.refusal is None)
        if SUPPLIES in able and not self.is_last_turn and self._supplies(unit):
            yield self._supplies(unit)  # alone: what shots are good for lies beyond a playout
            return
        for target in self._targets(unit, FIRE)[:MOST_TARGETS] if FIRE in able else ():
            yield {"order": FIRE, "target": target.id}
        for target in self._targets(unit, ASSAULT)[:MOST_TARGETS] if ASSAULT in able else ():
            partial = {"order": ASSAULT, "target": target.id}
            ends = [path for path in self._paths(unit, partial) if path[-1] == target.place]
            yield from ({**partial, "path": " ".join(path)} for path in ends[:1])
        for order in STANDS:
            if order in able:
                yield from self._stands(unit, order)
        for way in (*MOVES, RETREAT):
            if way in able:
                paths = sorted(
                    self._paths(unit, {"order": way}),
                    key=lambda path: (-self.evaluation.worth(unit, path[-1]), self._tie(" ".join(path))),
                )
                yield from ({"order": way, "path": " ".join(path)} for path in paths[:MOST_MOVES])

    def _stands(self, unit: Unit, order: str) -> Iterator[Mapping[str, str]]:
        """An order to stay, facing where it needs a facing the nearest enemy."""
        grid = self.scenario.grid
        if not self.evaluation.enemies:
            return
        enemy = min(
            self.evaluation.enemies, key=lambda e: (grid.distance(unit.place, e.place), self._tie(e.id))
        )
        nearer = {way: grid.distance(hex_, enemy.place) for way, hex_ in grid.neighbours(unit.place).items()}
        for way in sorted(nearer, key=lambda w: (nearer[w], self._tie(w)))[:2]:
            for words in (
                {"order": order},
                {"order": order, "facing": way},
                {"order": order, "facing": way, "max_range": str(unit["range"])},
            ):
                if self.is_legal(unit, words):
                    yield words

    def _targets(self, unit: Unit, order: str) -> list[Unit]:
        """The targets it could name, the nearest first, then the weakest."""
        ids = self.seen.cached(
            ("targets", unit.id, order),
            lambda: self.writing.targets(self.scenario, self.seen, unit.id, {"order": order}),
        )
        grid, units = self.scenario.grid, [self.seen.units[id_] for id_ in ids]
        return sorted(
            (u for u in units if u.hex),
            key=lambda u: (grid.distance(unit.place, u.place), u["figures"], self._tie(u.id)),
        )

    def _fire(self, unit: Unit) -> Mapping[str, str]:
        for target in self._targets(unit, FIRE):
            words = {"order": FIRE, "target": target.id}
            if self.is_legal(unit, words):
                return words
        return {}

    def _supplies(self, unit: Unit) -> Mapping[str, str]:
        """Shots are fetched when none is left and the order can be carried out."""
        words = {"order": SUPPLIES}
        return words if not unit["ammo"] and self.is_legal(unit, words) else {}

    def _assault(self, unit: Unit) -> Mapping[str, str]:
        """The nearest enemy that a free path leads up to and that is not too strong for the plan."""
        aim = self.plan.aim_of(unit)
        if aim == FALL_BACK or overlooks_attack(self.scenario, self.seen, self.plan, unit.id):
            return {}
        for target in self._targets(unit, ASSAULT):
            away = self.scenario.grid.distance(unit.place, target.place)
            if (aim == HOLD and away > 1) or not self._is_fair(unit, target):
                continue
            partial = {"order": ASSAULT, "target": target.id}
            for path in self._paths(unit, partial):
                words = {**partial, "path": " ".join(path)}
                if path[-1] == target.place and self._is_free(unit, path) and self.is_legal(unit, words):
                    return words
        return {}

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
        plan = self.plan
        name = ("better hexes", unit.id, *ways, plan.aim_of(unit), plan.caution, plan.fair_odds, plan.lot)
        better = self.seen.cached(name, lambda: self._better_hexes(unit, ways))
        for way, path in better:
            words = {"order": way, "path": " ".join(path)}
            if self._is_free(unit, path) and self.is_legal(unit, words):
                return words
        return {}

    def _better_hexes(self, unit: Unit, ways: list[str]) -> Sequence[tuple[str, Path]]:
        """The ways and paths to hexes that are worth more than to stay, the best first."""
        least = self.evaluation.worth(unit, unit.place) + 0.25
        moves = [(way, path) for way in ways for path in self._paths(unit, {"order": way})]
        worth = [self.evaluation.worth(unit, path[-1]) - len(path) / 100 for _, path in moves]
        best_first = sorted(range(len(moves)), key=lambda n: -worth[n])
        return [moves[n] for n in best_first if worth[n] > least and self._is_safe(unit, moves[n][1][-1])]

    def _is_free(self, unit: Unit, path: Path) -> bool:
        return self.timetable.is_free(unit, path)

    def _is_safe(self, unit: Unit, hex_: Hex) -> bool:
        """The staff does not go up to the enemy."""
        return STAFF not in unit.traits or self.evaluation.nearest_enemy(hex_) >= STAFF_DISTANCE

    def _paths(self, unit: Unit, words: Mapping[str, str]) -> Sequence[Path]:
        """The same as `_find_paths`, worked out once for a position."""
        name = ("paths", unit.id, self.plan.lot, *words.items())
        return self.seen.cached(name, lambda: tuple(self._find_paths(unit, words)))

    def _find_paths(self, unit: Unit, words: Mapping[str, str]) -> Iterator[Path]:
        """A shortest path to every hex an order could lead to, nearest first."""
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
            for hex_ in sorted(steps, key=self._drawn):
                if steps[hex_].refusal is None and hex_ not in known:
                    known.add(hex_)
                    waiting.append((*path, hex_))

    def is_possible(self, unit: Unit, words: Mapping[str, str]) -> bool:
        """Whether an order is legal and leads into no friend; no words are always possible."""
        path = tuple(words.get("path", "").split())
        return not words or (self._is_free(unit, path) and self.is_legal(unit, words))

    def is_legal(self, unit: Unit, words: Mapping[str, str]) -> bool:
        """Whether the unit may be given an order of these words."""
        return self.seen.cached(("legal", unit.id, *words.items()), lambda: self._passes(unit, words))

    def _passes(self, unit: Unit, words: Mapping[str, str]) -> bool:
        try:
            self.writing.check(self.scenario, self.seen, unit.id, words)
        except Refused:
            return False
        return True
