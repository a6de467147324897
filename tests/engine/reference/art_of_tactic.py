"""Movement and melee of Art of Tactic again, rule by rule as the rules file has it (6.1, AT-MEL, AT-MOR).

Modelled, without a line of the engine: movement in lock-step with encounters, zones and contacts (steps 3 and
6, paths given), which enemy is faced, attacks on front, flank and rear with all modifiers, casualties,
Fortitude Tests, Honor.

Not modelled: ranged combat and Kill Zones, ambushes that are hidden, special orders, where
units flee to, turn end, fatigue gained, victory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.engine.reference.hexes import WAYS, Hex, away, beside

ORDERS = {  # 5.2: Attack, Defense, Fortitude
    "all_around_defense": (-2, 1, -1),
    "defend": (0, 1, 1),
    "assault": (2, 0, 0),
    "run": (-1, -1, -1),
    "retreat": (-1, -1, -1),
}
TERRAIN = {"light_woods": (0, 1, 0), "heavy_woods": (0, 2, 0), "river": (-3, -2, -2), "village": (0, 1, 1)}
MORALE = {1: (-2, -1, -1), 2: (-3, -2, -2), 3: (0, 0, -3)}
ZONED = ("defend", "ambush")
FLIGHT = ("retreat", "flee", "panic")
LEVELS = ("basic", "intermediate", "advanced", "expert")
SIDE_BONUS = {"front": 0, "flank": 2, "rear": 4}
SIDE_TEST = {"flank": -3, "rear": -5}


@dataclass
class Man:
    """A unit. `at` is None when it is gone; `way` is the number of the direction it faces."""

    id: str
    side: str
    card: str
    at: Hex | None
    way: int
    figures: int
    full: int
    commander: bool
    cavalry: bool
    dice: int
    attack: tuple[int, int]
    defense: int
    fortitude: int
    order: str = ""
    path: tuple[Hex, ...] = ()
    target: str = ""
    morale: int = 0
    honor: bool = False
    fatigue: int = 0
    locked: bool = False
    flies: bool = False
    faces: str = ""
    frontal: set[str] = field(default_factory=set)


def pair(a: Man, b: Man) -> frozenset[str]:
    return frozenset((a.id, b.id))


class Turn:
    """A position and what the rules make of it. `dice` are the dice by unit and purpose."""

    def __init__(
        self, men: list[Man], ground: Mapping[Hex, str], levels: Mapping[Hex, int], level: str
    ) -> None:
        self.men, self.ground, self.levels = {man.id: man for man in men}, ground, levels
        self.level = LEVELS.index(level)
        self.contacts: set[frozenset[str]] = set()
        self.leaderless: set[str] = set()
        self.dice: dict[tuple[str, str], list[tuple[int, ...]]] = {}

    def standing(self) -> list[Man]:
        return [man for man in self.men.values() if man.at is not None]

    def there(self, at: Hex) -> Man | None:
        return next((man for man in self.standing() if man.at == at), None)

    def fights_over(self, a: Hex, b: Hex) -> bool:
        """Whether neighbours can fight across their hexside (AT-TER-12, -13)."""
        return away(a, b) == 1 and abs(self.levels.get(a, 0) - self.levels.get(b, 0)) < 2

    def foes(self, man: Man) -> list[Man]:
        """The enemies a unit is in contact with."""
        return [m for m in self.standing() if m is not man and pair(m, man) in self.contacts]

    @staticmethod
    def turned(man: Man, to: Hex) -> int:
        """How far clockwise of its facing a neighbouring hex lies, in hexsides."""
        return (next(n for n, way in enumerate(WAYS) if beside(man.at, way) == to) - man.way) % 6

    # --- movement (6.1) ------------------------------------------------------------------------------------

    def covers(self, man: Man, at: Hex, fleeing: bool) -> bool:
        if not self.fights_over(man.at, at):
            return False
        if man.order in ZONED:
            return self.turned(man, at) in (5, 0, 1)
        return not man.locked and not fleeing

    def move(self, step: str) -> None:
        """MOVE_STEP, for units whose paths belong to it."""
        movers = {man.id: list(man.path) for man in self.standing() if man.path}
        fleeing = set(movers) if step == "retreat" else set()
        while movers:
            intents = {id_: path[0] for id_, path in movers.items()}
            failed = self.failed(intents)
            entered = {id_: to for id_, to in intents.items() if id_ not in failed}
            for id_, to in entered.items():
                man = self.men[id_]
                man.way = (man.way + self.turned(man, to)) % 6
            for id_, to in entered.items():
                self.men[id_].at = to
                movers[id_].pop(0)
            met = self.met(intents, failed, entered, fleeing)
            self.meet(met)
            stopped = failed | {id_ for ids in met for id_ in ids}
            movers = {id_: path for id_, path in movers.items() if path and id_ not in stopped}

    def failed(self, intents: Mapping[str, Hex]) -> set[str]:
        """Phases A and B: who does not enter."""
        wanted = Counter(intents.values())
        failed = {id_ for id_, to in intents.items() if wanted[to] > 1}
        for id_, to in intents.items():
            other = self.there(to)
            if other and (other.id not in intents or intents[other.id] == self.men[id_].at):
                failed.add(id_)
        while True:
            more = {id_ for id_, to in intents.items() if (m := self.there(to)) and m.id in failed} - failed
            if not more:
                return failed
            failed |= more

    def met(
        self, intents: Mapping[str, Hex], failed: set[str], entered: Mapping[str, Hex], fleeing: set[str]
    ) -> set[frozenset[str]]:
        """Phase E: the contacts of a sub-step."""
        met = set()
        standing = self.standing()
        for a in standing:
            for b in standing:
                if a.side >= b.side or not self.fights_over(a.at, b.at):
                    continue
                zones = self.covers(a, b.at, a.id in fleeing) or self.covers(b, a.at, b.id in fleeing)
                moved = a.id in entered or b.id in entered
                into = any(x.id in failed and intents[x.id] == y.at for x, y in ((a, b), (b, a)))
                both = {a.id, b.id} <= failed and intents[a.id] == intents[b.id]
                contested = both and self.there(intents[a.id]) is None  # C-01, C-19
                if (moved and zones) or into or contested:
                    met.add(pair(a, b))
        return met

    def meet(self, met: set[frozenset[str]]) -> None:
        """New contacts; those that a unit gets at once, while it has none, are all frontal (C-02)."""
        free = {man.id for man in self.standing() if not self.foes(man)}
        for ids in met - self.contacts:
            for id_ in ids & free:
                self.men[id_].frontal |= ids - {id_}
        self.contacts |= met

    # --- values --------------------------------------------------------------------------------------------

    def inspired(self, man: Man) -> bool:
        """AT-MOR-61."""
        staffs = [m for m in self.standing() if m.card == "general_staff" and m.side == man.side]
        return man.card != "general_staff" and any(away(m.at, man.at) <= 2 for m in staffs)

    def modifiers(self, man: Man, n: int) -> int:
        """What adds to Attack (0), Defense (1) or Fortitude (2) against any opponent (5.2 to 5.4)."""
        total = 0
        if self.level >= 1:
            total += ORDERS.get(man.order, (0, 0, 0))[n]
            total += MORALE.get(man.morale, (0, 0, 0))[n]
            total += (2, 1, 4)[n] if self.inspired(man) else 0
            total += (1, 0, 2)[n] if man.honor else 0
            total -= (0, 0, 2)[n] if man.side in self.leaderless else 0
        if self.level >= 2:
            total += TERRAIN.get(self.ground.get(man.at, ""), (0, 0, 0))[n]
        if self.level >= 3 and man.fatigue >= 2:
            total += (-1, -1, -2)[n] if man.fatigue >= 4 else (-1, 0, -1)[n]
        return total

    def attack(self, man: Man, foe: Man, side: str = "front") -> int:
        """AT-MEL-22, -27, AT-TER-14, C-08."""
        if self.level >= 1 and man.morale == 3:
            return 0
        height = self.levels.get(man.at, 0) - self.levels.get(foe.at, 0)
        hill = height if self.level >= 2 and abs(height) == 1 else 0
        return man.attack[foe.cavalry] + self.modifiers(man, 0) + hill + SIDE_BONUS[side]

    def defense(self, man: Man) -> int:
        return 0 if self.level >= 1 and man.morale == 3 else man.defense + self.modifiers(man, 1)

    def fortitude(self, man: Man, side: str = "front") -> int:
        """AT-MOR-10, -12, -13, AT-ORD-13."""
        own = man.fortitude - (man.full - man.figures)
        led = man.commander or man.card == "general_staff"
        return own + (3 if led else 0) + self.modifiers(man, 2) + SIDE_TEST.get(side, 0)

    # --- facing --------------------------------------------------------------------------------------------

    def strongest(self, man: Man, among: list[Man]) -> Man:
        """AT-MEL-04, -13."""
        return min(among, key=lambda foe: (-self.attack(foe, man), foe.id))

    def face(self) -> None:
        """Every newly engaged unit chooses whom it faces (AT-MEL-03, -04, -09 to -12)."""
        chosen = {}
        for man in self.standing():
            foes = self.foes(man)
            if not foes or man.faces:
                continue
            if man.order in ZONED:
                among = [m for m in foes if self.turned(man, m.at) in (5, 0, 1)] or foes
            else:
                among = [m for m in foes if m.id in man.frontal]
            aimed = [m for m in among if man.order == "assault" and m.id == man.target]
            chosen[man.id] = (aimed or [self.strongest(man, among)])[0]
        for id_, foe in chosen.items():
            man = self.men[id_]
            man.faces = foe.id
            if man.order not in ZONED:
                man.way = (man.way + self.turned(man, foe.at)) % 6

    def side_of(self, man: Man, foe: Man) -> str:
        """The side of a unit from which an enemy attacks it (AT-MEL-05 to -11, C-02, C-04)."""
        turned = self.turned(man, foe.at)
        if man.order == "all_around_defense" or (man.order not in ZONED and foe.id in man.frontal):
            return "front"
        if man.order in ZONED and turned in (5, 0, 1):
            inside = [m for m in self.foes(man) if self.turned(man, m.at) in (5, 0, 1)]
            ranked = sorted(inside, key=lambda m: (-self.attack(m, man), m.id))
            return "front" if foe in ranked[: 2 if man.order == "defend" else 1] else "flank"
        return "front" if turned == 0 else "rear" if turned == 3 else "flank"

    # --- melee ---------------------------------------------------------------------------------------------

    def roll(self, man: Man, purpose: str) -> tuple[int, ...]:
        return self.dice[man.id, purpose].pop(0)

    def fight(self) -> None:
        """AT-MEL-20 to -29, C-14."""
        attacks = {man.id: man.faces for man in self.standing() if man.faces}
        sides = {id_: self.side_of(self.men[foe], self.men[id_]) for id_, foe in attacks.items()}
        won: set[str] = set()
        if self.level >= 1:
            tests: dict[str, str] = {}
            for id_, foe in attacks.items():
                if sides[id_] == "rear" or (sides[id_] == "flank" and foe not in tests):
                    tests[foe] = sides[id_]
            won |= self.test(list(tests.items()), attacks)
        lost: Counter[str] = Counter()
        beheaded = set()
        for id_, foe_id in attacks.items():
            man, foe = self.men[id_], self.men[foe_id]
            if man.at is None or foe.at is None:
                continue
            value = self.attack(man, foe, sides[id_])
            dice = self.roll(man, "melee")
            assert len(dice) == man.figures * man.dice, (man, dice)
            casualties = max(0, sum(die <= value for die in dice) - max(0, self.defense(foe)))
            lost[foe_id] += casualties
            beheaded |= {foe_id} if casualties and man.card == "ninja" else set()
        for id_, number in lost.items():
            man = self.men[id_]
            man.figures = max(0, man.figures - number)
            man.commander = man.commander and id_ not in beheaded and man.figures > 0
        before = set(self.leaderless)
        won |= self.remove({id_ for id_ in lost if self.men[id_].figures == 0}, attacks)
        if self.level >= 1:
            hurt = [(id_, "front") for id_, number in lost.items() if number and self.men[id_].at is not None]
            won |= self.test(hurt + self.staff_tests(before), attacks)
            for id_ in won:
                self.men[id_].honor = self.men[id_].honor or self.men[id_].at is not None

    def staff_tests(self, before: set[str]) -> list[tuple[str, str]]:
        """AT-MOR-16, for the sides whose General Staff is lost since."""
        return [(man.id, "front") for man in self.standing() if man.side in self.leaderless - before]

    def test(self, tests: list[tuple[str, str]], attacks: Mapping[str, str]) -> set[str]:
        """Tests that fall due together (AT-MOR-14 to -22, -30), and those they lead to; who wins Honor."""
        won: set[str] = set()
        while tests:
            before = set(self.leaderless)
            needs = [self.fortitude(self.men[id_], side) for id_, side in tests]
            gone = set()
            for (id_, _), need in zip(tests, needs, strict=True):
                if self.roll(self.men[id_], "fortitude")[0] > need and id_ not in gone:
                    gone |= self.fail(self.men[id_])
            won |= self.remove(gone, attacks)
            tests = self.staff_tests(before)
        return won

    def fail(self, man: Man) -> set[str]:
        """A test is failed; the unit itself if it surrenders."""
        engaged = bool(self.foes(man))
        if man.honor:
            man.honor = False
        elif man.morale == 3:
            return {man.id} if engaged else set()
        else:
            man.flies = man.flies or (engaged and man.morale >= 1)
            man.morale += 1
            if man.morale >= 2:
                man.order = "flee" if man.morale == 2 else "panic"
        return set()

    def remove(self, gone: set[str], attacks: Mapping[str, str]) -> set[str]:
        """Units destroyed or surrendered; those that faced them (AT-MOR-40)."""
        for id_ in gone:
            self.men[id_].at = None
        self.leaderless |= {self.men[id_].side for id_ in gone if self.men[id_].card == "general_staff"}
        return {id_ for id_, foe in attacks.items() if foe in gone}
