"""Player-turns of Morne Plaine at random, on maps and with options at random: the referee offers the same
orders at the same prices and reaches the same positions as a literal reading of the rules (`morne_plaine.py`,
which says what it leaves out).

The long form: SOAK=1 plays 10,000 turns instead of 200 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from engine.commands import Attack, Bombard, Command, Done, Rally, Release, Step
from engine.referee import options
from engine.state import Unit
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.reference.game import InStep, hexsides, script_map
from tests.engine.reference.hexes import WAYS, beside, label
from tests.engine.reference.morne_plaine import Turn
from tests.engine.reference.morne_plaine_map import Man, Map

TURNS = 10_000 if os.environ.get("SOAK") == "1" else 200
TURNS_EACH, AT_ONCE = 2, 50
SIZE = 7
GROUND = ("rough", "coppice", "orchard", "woods", "village", "marsh")
KINDS = ("infantry", "infantry", "infantry", "cavalry", "cavalry", "artillery", "leader")
SWITCHES = {
    "support_terrain": "all",
    "test_after_elimination": "no",
    "free_step_at_zero": "yes",
    "ways_ignore_water": "no",
    "failed_test_costs_morale": "yes",
    "retreat_first_criterion": "opposite",
    "optional_advance": "yes",
    "horse_artillery": "yes",
    "demoralised_rally": "leader_only",
    "later_chart": "yes",
    "independent_units": "yes",
    "strength_points": "yes",
}


def printed_map(chance: random.Random) -> Map:
    """Any ground, with water, ways and heights that may meet in any manner."""
    hexes = [(c, r) for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
    sides = [frozenset((h, beside(h, way))) for h in hexes for way in WAYS[:3] if beside(h, way) in hexes]
    ground = Map(SIZE)
    for hex_ in chance.sample(hexes, chance.choice((0, 4, 8, 16))):
        ground.ground[hex_] = chance.choice(GROUND)
    for hex_ in chance.sample(hexes, chance.choice((0, 3, 8))):
        ground.levels[hex_] = chance.randint(1, 3)
    for side in chance.sample(sides, chance.choice((0, 4, 10, 16))):
        ground.water[side] = chance.choice(("stream", "stream", "river", "major_river"))
        crossing = chance.random()
        if crossing < 0.25:
            ground.bridges.add(side)
        elif crossing < 0.5:
            ground.fords.add(side)
    for ways in (ground.roads, ground.tracks):
        for _ in range(chance.choice((0, 1, 2, 3))):
            at = chance.choice(hexes)
            for _ in range(chance.randint(2, 6)):
                to = beside(at, chance.choice(WAYS))
                if to in hexes and not ground.barred(at, to):  # C-02
                    ways.add(frozenset((at, to)))
                    at = to
    ground.objectives = set(chance.sample(hexes, 2))
    return ground


def armies(chance: random.Random, independent: bool) -> list[Man]:
    """A few units of both sides near one another, fresh or nearly spent."""
    centre = (chance.randint(2, SIZE - 1), chance.randint(2, SIZE - 1))
    near = {centre}
    for _ in range(2):
        near |= {beside(h, way) for h in near for way in WAYS}
    places = sorted(h for h in near if all(1 <= number <= SIZE for number in h))
    men = []
    for n, at in enumerate(chance.sample(places, chance.randint(4, min(10, len(places)))), 1):
        side = chance.choice(("blue", "orange")) if n > 2 else ("blue", "orange")[n - 1]
        led = any(man.kind == "leader" and man.side == side for man in men)
        kind = chance.choice(KINDS[:-1] if led else KINDS)  # MP-GEN-23
        alone = independent and kind != "leader" and chance.random() < 0.3
        corps = "" if alone else {"blue": "I", "orange": "II"}[side]
        man = Man(f"{side[0]}{n}", side, kind, at, corps, cs=chance.randint(1, 8), ma=chance.randint(1, 7))
        if kind == "leader":
            man.radius = chance.randint(0, 3)
        else:
            man.printed_mv = chance.randint(1, 6)
            man.mv = chance.randint(0, man.printed_mv)
        if kind == "artillery":
            man.bv, man.reach, man.horse = chance.randint(0, 9), chance.randint(1, 4), chance.random() < 0.4
        men.append(man)
    return men


def words(man: Man) -> str:
    """A unit as a script states it."""
    parts = [label(man.at), man.kind, f"cs {man.cs} ma {man.ma} corps {man.corps or 'none'}"]
    parts += [f"radius {man.radius}"] if man.kind == "leader" else [f"mv {man.mv}/{man.printed_mv}"]
    parts += [f"bv {man.bv} range {man.reach}"] if man.kind == "artillery" else []
    return " ".join((*parts, *(["trait horse"] if man.horse else [])))


def stated(ground: Map, men: list[Man], switches: dict[str, str]) -> Position:
    """The same position for the referee, at the end of orange's turn."""
    prizes = {f"o{n}": {"hexes": label(at), "scored": "occupied"} for n, at in enumerate(ground.objectives)}
    script = {
        **script_map(ground),
        "turns": "3",
        "phase": "rally",
        "player": "orange",
        "bridges": hexsides(ground.bridges),
        "fords": hexsides(ground.fords),
        "objectives": prizes,
        "options": switches,
        "place": {man.id: words(man) for man in men},
    }
    return run({name: value for name, value in script.items() if value}).position


class Game(InStep):
    """A position of Morne Plaine before the referee and before the rules."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        switches = {name: value for name, value in SWITCHES.items() if chance.random() < 0.3}
        ground = printed_map(chance)
        men = armies(chance, "independent_units" in switches)
        for man in men:
            if chance.random() < 0.1:
                ground.ground[man.at] = chance.choice(("village", "woods"))
        rules = Turn(ground, men, switches, "orange")
        super().__init__(seed, stated(ground, men, switches), rules, switches)

    def unasked(self) -> None:
        self.rules.advances = True

    def answered(self, kind: str, option: str) -> None:
        self.rules.advances = option == "yes"

    def legal(self) -> dict[Command, int | None]:
        phase = self.rules.phase
        if phase == "bombardment":
            return dict.fromkeys(Bombard(unit=u, target=t) for u, t in sorted(self.rules.shots()))
        if phase == "movement":
            return {Step(unit=u, hex=label(to)): cost for (u, to), cost in self.rules.steps().items()}
        if phase == "combat":
            return dict.fromkeys(Attack(unit=u, target=t) for u, t in sorted(self.rules.attacks()))
        return {}

    def spends(self, side: str) -> bool:
        """Whether the points of a side count now."""
        return side == self.rules.side and self.state.phase in ("bombardment", "movement")

    def of_rules(self, man: Man) -> tuple[object, ...]:
        return label(man.at), man.cs, man.mv, man.mp if self.spends(man.side) else 0

    def of_referee(self, unit: Unit) -> tuple[object, ...]:
        return unit.place, unit["cs"], unit["mv"], unit["mp"] if self.spends(unit.side) else 0

    def play(self) -> int:
        """The rally of orange, then a player-turn of either side; the number of orders compared."""
        self.order(Rally(), self.rules.rally)
        while self.state.result is None and self.turns <= TURNS_EACH:
            self.passed = False
            if self.rules.phase == "rally":
                self.order(Rally(), self.rules.rally)
                continue
            system, scenario = self.position.system, self.position.scenario
            offers = options(system, scenario, self.state, self.rules.side)
            offered = {o.command: o.cost for o in offers if isinstance(o.command, (Bombard, Step, Attack))}
            legal = self.legal()
            self.same(legal, offered)
            if not legal or self.chance.random() < 0.1:
                self.order(Done(), lambda: None)
            else:
                self.obey(self.chosen(list(legal)))
            selected = self.state.result is None and self.state.selection is not None
            if self.rules.phase == "movement" and selected and self.chance.random() < 0.1:
                self.order(Release(), self.rules.release)
        return self.orders

    def chosen(self, orders: list[Command]) -> Command:
        """One of these orders; steps that go straight on more often, so that units charge."""
        id_, ways = self.rules.run
        if ways and self.men[id_].at and self.chance.random() < 0.6:
            onward = Step(unit=id_, hex=label(beside(self.men[id_].at, ways[-1])))
            orders = [onward] if onward in orders else orders
        elif self.rules.phase == "movement" and self.chance.random() < 0.4:
            orders = [order for order in orders if self.men[order.unit].mounted] or orders
        return self.chance.choice(orders)

    def obey(self, command: Command) -> None:
        man = self.men[command.unit]
        if isinstance(command, Step):
            to = (int(command.hex[:2]), int(command.hex[2:]))
            self.order(command, lambda: self.rules.step(man, to))
        else:
            rule = self.rules.bombard if isinstance(command, Bombard) else self.rules.attack
            self.order(command, lambda: rule(man, self.men[command.target]))


@pytest.mark.parametrize("first", range(0, TURNS // TURNS_EACH, AT_ONCE))
def test_turns_go_as_the_rules_file_says_MP(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    orders = sum(Game(seed).play() for seed in range(first, first + AT_ONCE))

    record_property(
        "compared", {"player-turns of Morne Plaine": AT_ONCE * TURNS_EACH, "orders in Morne Plaine": orders}
    )
