"""Player turns of Pousse-pion at random, on maps and with options at random: the referee offers the same
orders at the same prices and reaches the same positions as a literal reading of the rules (`pousse_pion.py`,
which says what it leaves out).

The long form: SOAK=1 plays 10,000 turns instead of 200 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable

import pytest

from engine.commands import Attack, Bombard, Charge, Command, Done, Release, Step
from engine.events import Event, Moved
from engine.referee import options
from engine.state import Unit
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.reference.game import InStep, hexsides, script_map
from tests.engine.reference.hexes import WAYS, Hex, beside, label
from tests.engine.reference.pousse_pion import Turn, Unmodelled
from tests.engine.reference.pousse_pion_map import Man, Map

TURNS = 10_000 if os.environ.get("SOAK") == "1" else 200
TURNS_EACH, AT_ONCE = 2, 50
SIZE = 7
GROUND = ("rough", "woods", "built_up", "marsh", "hollow")
KINDS = ("infantry", "infantry", "infantry", "cavalry", "cavalry", "cavalry", "artillery", "general")
MAIN = {"infantry": "vc", "cavalry": "vc", "artillery": "vt", "general": "cd"}
SWITCHES = {
    "zoc.uncommanded": "none",
    "zoc.entry_loss": "by_state",
    "zoc.in_disorder": "exerts",
    "charge.approach_zoc_to_zoc": "applies",
    "retreat.entry_loss_in_order": "none",
    "loss.kind_by_state.in_disorder": "simple",
    "loss.aggravated": "two_points",
    "uncommanded.mv": "full",
    "charge.bonus": "symmetric",
    "crt.unit": "vc",
    "obstacles.break": "after_generals",
}


def at(hex_: str) -> Hex:
    return int(hex_[:2]), int(hex_[2:])


def printed_map(chance: random.Random, plain: bool) -> Map:
    """Any ground, with obstacles and ways that may meet in any manner; none hides on plain ground."""
    hexes = [(c, r) for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
    sides = [frozenset((h, beside(h, way))) for h in hexes for way in WAYS[:3] if beside(h, way) in hexes]
    ground = Map(SIZE)
    for hex_ in chance.sample(hexes, chance.choice((0, 4, 8, 16))):
        ground.ground[hex_] = chance.choice(("rough", "marsh") if plain else GROUND)
    for hex_ in chance.sample(hexes, 0 if plain else chance.choice((0, 3, 8, 14))):
        ground.levels[hex_] = chance.randint(1, 4)
    for side in chance.sample(sides, chance.choice((0, 4, 10, 16))):
        ground.water[side] = chance.choice(("rivulet", "stream", "stream", "river", "river", "great_river"))
    for side in chance.sample(sides, 0 if plain else chance.choice((0, 0, 6, 12))):
        chance.choice((ground.steep, ground.abattis)).add(side)
    ground.steep = {side for side in ground.steep if len({ground.level(hex_) for hex_ in side}) == 2}
    for ways in (ground.roads, ground.tracks):
        for _ in range(chance.choice((0, 1, 2, 3))):
            here = chance.choice(hexes)
            for _ in range(chance.randint(2, 6)):
                to = beside(here, chance.choice(WAYS))
                if to in hexes and frozenset((here, to)) not in ground.roads:
                    ways.add(frozenset((here, to)))
                    here = to
    return ground


def armies(chance: random.Random, plain: bool) -> list[Man]:
    """A few units of both sides near one another, fresh or nearly spent."""
    centre = (chance.randint(2, SIZE - 1), chance.randint(2, SIZE - 1))
    near = {centre}
    for _ in range(2):
        near |= {beside(h, way) for h in near for way in WAYS}
    places = sorted(h for h in near if all(1 <= number <= SIZE for number in h))
    men: list[Man] = []
    for n, hex_ in enumerate(chance.sample(places, chance.randint(5, min(11, len(places)))), 1):
        side = chance.choice(("blue", "orange")) if n > 2 else ("blue", "orange")[n - 1]
        ranks = [man.traits for man in men if man.cls == "general" and man.side == side]
        cls = chance.choice(KINDS if len(ranks) < 2 else KINDS[:-1]) if n > 2 else chance.choice(KINDS[:6])
        corps = {"blue": "I", "orange": "II"}[side] if chance.random() < 0.8 or cls == "general" else ""
        traits = {"horse"} if cls == "artillery" and chance.random() < 0.5 else set[str]()
        traits |= {"detached"} if cls != "general" and chance.random() < 0.1 else set()
        if cls == "general" and (ranks or chance.random() < 0.3):
            traits.add("army")
            if frozenset({"army"}) in ranks:
                continue
        main, mv, mo = chance.randint(1, 6), chance.choice((1, 2, 3, 4, 5, 5, 6)), chance.randint(1, 7)
        man = Man(f"{side[0]}{n}", side, cls, hex_, corps, main, mv, chance.randint(0, mo), mo)
        man.reach = (chance.randint(1, 4) if plain else 1) if cls == "artillery" else 0
        man.traits, man.mv, man.order = frozenset(traits), mv, chance.random() < 0.75
        men.append(man)
    return men


def words(man: Man) -> str:
    """A unit as a script states it."""
    parts = [label(man.at), man.cls, f"{MAIN[man.cls]} {man.main} mv {man.most_mv} mo {man.mo}/{man.most_mo}"]
    parts += [f"corps {man.corps or 'none'}", *(f"trait {trait}" for trait in sorted(man.traits))]
    return " ".join((*parts, *([f"range {man.reach}"] if man.reach else [])))


def stated(ground: Map, men: list[Man], switches: dict[str, str]) -> Position:
    """The same position for the referee, at the end of orange's turn."""
    script = {
        **script_map(ground),
        "system": "pousse_pion",
        "turns": "3",
        "phase": "combat",
        "player": "orange",
        "steep_slopes": hexsides(ground.steep),
        "abattis": hexsides(ground.abattis),
        "options": switches,
        "place": {man.id: words(man) for man in men},
        "marks": {man.id: "disordered" for man in men if not man.order},
    }
    return run({name: value for name, value in script.items() if value}).position


class Game(InStep):
    """A position of Pousse-pion before the referee and before the rules."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        switches = {name: value for name, value in SWITCHES.items() if chance.random() < 0.25}
        plain = chance.random() < 0.3
        ground, men = printed_map(chance, plain), armies(chance, plain)
        rules = Turn(ground, men, switches, "orange")
        super().__init__(seed, stated(ground, men, switches), rules, switches)

    def unasked(self) -> None:
        self.rules.pursues = False

    def answered(self, kind: str, option: str) -> None:
        self.rules.pursues = kind == "pursuit" and option == "yes"

    def hint(self, events: list[Event]) -> None:
        self.rules.retreats = defaultdict(list)
        for event in events:
            if isinstance(event, Moved) and event.manner == "retreat":
                self.rules.retreats[event.unit].append(at(event.hex))

    def legal(self) -> dict[Command, int | None]:
        phase = self.rules.phase
        if phase == "fire":
            return dict.fromkeys(Bombard(unit=u, target=t) for u, t in sorted(self.rules.shots()))
        if phase == "combat":
            return dict.fromkeys(Attack(unit=u, target=t) for u, t in sorted(self.rules.attacks()))
        if phase == "movement":
            steps = {Step(unit=u, hex=label(to)): cost for (u, to), cost in self.rules.steps().items()}
            return {
                **steps,
                **dict.fromkeys(Charge(unit=u, target=t) for u, t in sorted(self.rules.charges())),
            }
        return {}

    def of_rules(self, man: Man) -> tuple[object, ...]:
        return label(man.at), man.main, man.mo, man.mv, man.order, man.commanded

    def of_referee(self, unit: Unit) -> tuple[object, ...]:
        state, main = self.state, unit[MAIN[unit.kind]]
        marked = (not state.marked(unit.id, "disordered"), not state.marked(unit.id, "uncommanded"))
        return unit.place, main, unit["mo"], unit["mp"], *marked

    def play(self) -> int:
        """The end of orange's turn, then a turn of either side; the number of orders compared."""
        self.order(Done(), lambda: None)
        while self.state.result is None and self.turns <= TURNS_EACH:
            self.passed = False
            offered, legal = self.offered(), self.legal()
            self.same(legal, offered)
            if not legal or self.chance.random() < 0.08:
                self.order(Done(), lambda: None)
            else:
                try:
                    self.obey(self.chosen(list(legal)))
                except Unmodelled:
                    break
            if self.state.result is None and self.state.selection:
                self.order(Release(), lambda: None)
        return self.orders

    def offered(self) -> dict[Command, int | None]:
        """What the referee offers, but for walks through friends; of a step what it pays."""
        offers = options(self.position.system, self.position.scenario, self.state, self.rules.side)
        kinds = (Bombard, Step, Charge, Attack)
        priced = {o.command: o.cost for o in offers if isinstance(o.command, kinds)}
        walks = [c for c in priced if isinstance(c, Step) and self.state.on(c.hex)]
        return {c: None if isinstance(c, Charge) else cost for c, cost in priced.items() if c not in walks}

    def chosen(self, orders: list[Command]) -> Command:
        charges = [order for order in orders if isinstance(order, Charge)]
        return self.chance.choice(charges if charges and self.chance.random() < 0.4 else orders)

    def obey(self, command: Command) -> None:
        man = self.men[command.unit]
        if isinstance(command, Step):
            self.order(command, lambda: self.rules.step(man, at(command.hex)))
        else:
            rules = {Bombard: self.rules.bombard, Charge: self.rules.charge, Attack: self.rules.attack}
            self.order(command, lambda: rules[type(command)](man, self.men[command.target]))


@pytest.mark.parametrize("first", range(0, TURNS // TURNS_EACH, AT_ONCE))
def test_turns_go_as_the_rules_file_says_PP(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    games = [Game(seed) for seed in range(first, first + AT_ONCE)]

    orders = sum(game.play() for game in games)

    turns = sum(min(game.turns, TURNS_EACH) for game in games)
    record_property("compared", {"player turns of Pousse-pion": turns, "orders in Pousse-pion": orders})
