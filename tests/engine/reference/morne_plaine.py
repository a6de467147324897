"""A player-turn of Morne Plaine again, rule by rule as the rules file has it, without a line of the engine.

Modelled: command, fire, movement, zones of control, charges, combat, retreats, advances, rally.

Not modelled: set-up, lines of sight (option O-1), dromedaries and the terrain of Egypt, who owns objectives,
victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import dist

from tests.engine.reference.hexes import WAYS, Hex, away, beside, centre
from tests.engine.reference.morne_plaine_map import COVERED, Man, Map

COSTS = {  # 6.1: leader, infantry, cavalry, artillery
    "clear": (1, 1, 1, 1),
    "rough": (1, 1, 2, 2),
    "coppice": (1, 1, 2, 2),
    "orchard": (1, 1, 3, 2),
    "woods": (2, 2, 3, 3),
    "village": (2, 2, 3, 3),
    "marsh": (1, 1, 1, 1),
}
KINDS = ("leader", "infantry", "cavalry", "artillery")
STUCK = {"infantry": 1, "leader": 2, "cavalry": 2, "artillery": 3}
COLUMNS = [Fraction(1, n) for n in range(8, 1, -1)] + [Fraction(2, 3), Fraction(1), Fraction(3, 2)]
COLUMNS += [Fraction(n) for n in range(2, 9)]
RESULTS = """
9* 8* 7* 6* 5* 4* 3* 3* 2* 2* 1* 1 1 1  1  1  1  0  0  0  0  0  0  0
0  0  0  0  0  0  0  1  1  1  1  1 1 1* 2* 2* 3* 3* 4* 5* 6* 7* 8* 9*
"""  # 6.4, as the one sequence that it is
ATTACKER, DEFENDER = (line.split() for line in RESULTS.strip().splitlines())


class Turn:
    """A position and what the rules say of it. `dice` are those to come; `advances` answers (MP-ADV-3)."""

    def __init__(self, ground: Map, men: list[Man], switches: Mapping[str, str], side: str) -> None:
        self.map, self.men, self.switches = ground, men, switches
        self.phase, self.side = "rally", side
        self.dice: list[int] = []
        self.advances = True
        self.run: tuple[str, list[str]] = ("", [])

    def on(self, name: str) -> bool:
        return self.switches.get(name) == "yes"

    def roll(self) -> int:
        return self.dice.pop(0)

    def side_of(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side == side and man.at is not None]

    def enemies(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side != side and man.at is not None]

    def there(self, at: Hex) -> Man | None:
        return next((man for man in self.men if man.at == at), None)

    # --- command, zones ------------------------------------------------------------------------------------

    def enter(self, phase: str, side: str) -> None:
        """A phase begins; bombardment, the first of a turn, with a check of command (MP-CMD-1 to 7)."""
        self.phase, self.side = phase, side
        self.release()
        forgotten = {"movement": {"reacted"}, "combat": {"attacked", "defended", "victorious"}}
        for man in self.men:
            man.marks -= forgotten.get(phase, set())
            if phase == "rally":
                man.charged = set()
        for man in self.side_of(side) if phase == "bombardment" else []:
            man.marks = set()
            man.free = True
            man.mp = man.ma if self.in_command(man) else man.ma // 2

    def in_command(self, man: Man) -> bool:
        leads = [m for m in self.side_of(man.side) if m.kind == "leader" and m.corps == man.corps]
        return man.kind == "leader" or not man.corps or any(away(m.at, man.at) <= m.radius for m in leads)

    def controls(self, man: Man, at: Hex) -> bool:
        """MP-ZOC-1 to 6."""
        covered = self.map.terrain(at) in COVERED or self.map.terrain(man.at) in COVERED
        exerts = man.kind != "artillery" and not man.demoralised
        return exerts and not covered and self.map.dry(man.at, at)

    def controllers(self, at: Hex, side: str) -> list[Man]:
        """The enemies of a side in whose zone a hex is."""
        return [man for man in self.enemies(side) if self.controls(man, at)]

    # --- bombardment ---------------------------------------------------------------------------------------

    def shots(self) -> set[tuple[str, str]]:
        """MP-BOM-1 to 10."""
        guns = [m for m in self.side_of(self.side) if m.kind == "artillery" and "fired" not in m.marks]
        guns = [m for m in guns if self.map.terrain(m.at) not in COVERED]
        return {(m.id, t.id) for m in guns for t in self.enemies(m.side) if away(m.at, t.at) <= m.reach}

    def fire(self, gun: Man, target: Man) -> None:
        """6.5, C-09."""
        power = max(0, gun.bv - (2 if self.map.terrain(target.at) == "village" else 0))
        draw = self.roll()
        target.lose(strength=int(draw <= power - 4), morale=int(draw <= power))

    def bombard(self, gun: Man, target: Man) -> None:
        """MP-BOM-3, O-2."""
        gun.marks.add("fired")
        if self.on("horse_artillery") and gun.horse and self.in_command(gun):
            gun.mp = gun.ma // 2
        else:
            gun.marks.add("stays")
        self.fire(gun, target)

    # --- movement ------------------------------------------------------------------------------------------

    def way(self, a: Hex, b: Hex) -> str:
        """What is followed across a hexside (C-01, C-10)."""
        side = frozenset((a, b))
        if side in self.map.roads and (self.map.slope(a, b) < 2 or side not in self.map.tracks):
            return "road"
        return "track" if side in self.map.tracks else ""

    def cost(self, man: Man, to: Hex) -> int | None:
        """The cost of a step, or None when it is not legal (5.2, 5.3)."""
        at, way = man.at, self.way(man.at, to)
        if not self.map.has(to) or self.there(to) or {"stays", "stopped"} & man.marks:
            return None
        if self.map.barred(at, to) or (self.map.slope(at, to) >= 2 and way != "track"):
            return None
        water = 1 if self.map.wet(at, to) else 0
        if way == "road":
            cost = 0 if man.free else 1
        elif way == "track":
            cost = 1 + max(0, self.map.slope(at, to) - 1)
        else:
            cost = self.ground_cost(man, to)
        if way == "" or self.switches.get("ways_ignore_water") == "no":
            cost += water
        before, after = self.controllers(at, man.side), self.controllers(to, man.side)
        if after and man.demoralised:  # MP-ZOC-10
            return None
        if before:
            if "stepped" in man.marks:  # MP-ZOC-11
                return None
            if not man.mounted or any(m.mounted for m in before):  # MP-ZOC-12 to 14
                if after:
                    return None
                cost += 1
        if man.mp == 0 and not (self.on("free_step_at_zero") and way == "road" and cost == 0):
            return None
        return cost if cost <= man.mp else None

    def ground_cost(self, man: Man, to: Hex) -> int:
        """6.1, O-4."""
        terrain = self.map.terrain(to)
        if terrain == self.map.terrain(man.at) == "village":
            return 1
        kind = "cavalry" if man.kind == "leader" and self.on("later_chart") else man.kind
        return COSTS[terrain][KINDS.index(kind)]

    def steps(self) -> dict[tuple[str, Hex], int]:
        """Every legal step with its cost."""
        tried = {(m.id, beside(m.at, w)): m for m in self.side_of(self.side) for w in WAYS}
        costs = {(id_, to): self.cost(man, to) for (id_, to), man in tried.items()}
        return {step: cost for step, cost in costs.items() if cost is not None}

    def step(self, man: Man, to: Hex) -> None:
        """C-03; a charge as in 5.4."""
        at, way = man.at, self.way(man.at, to)
        direction = next(w for w in WAYS if beside(at, w) == to)
        guns = [m for m in self.enemies(man.side) if m.kind == "artillery"]
        ready = [m for m in guns if not self.controllers(m.at, m.side) and "reacted" not in m.marks]
        man.mp -= self.cost(man, to) or 0
        jump = way == "" and self.map.on_road(at) and self.map.on_road(to)
        man.free = not man.free if way == "road" else not jump
        man.at = to
        man.marks |= {"moved", "stepped"}
        done = self.run[1] if self.run[0] == man.id else []
        self.run = (man.id, [*done, direction])
        target = self.target(man, at)
        if target is not None:
            self.charge(man, target)
        elif self.map.terrain(to) == "marsh" and way == "" and self.roll() <= STUCK[man.kind]:
            man.marks.add("stopped")
        for direction in WAYS:  # MP-BOM-20 to 30
            gun = self.there(beside(man.at, direction))
            if gun in ready and self.map.contact(man.at, gun.at):
                if self.map.terrain(gun.at) not in COVERED:
                    gun.marks.add("reacted")
                    self.fire(gun, man)
                if man.at is None:
                    return
        if self.controllers(man.at, man.side):  # MP-MOV-14
            man.marks.add("stopped")

    def release(self) -> None:
        """The selected unit is put down (C-12)."""
        self.run = ("", [])

    def target(self, man: Man, h1: Hex) -> Man | None:
        """MP-CHG-1 to 10."""
        last = self.run[1][-2:]
        if not man.mounted or man.demoralised or len(last) < 2 or last[0] != last[1]:
            return None
        foe = self.there(beside(man.at, last[1]))
        clear = self.map.terrain(h1) == self.map.terrain(man.at) == "clear"
        if foe is None or foe.side == man.side or not clear or self.map.terrain(foe.at) in COVERED:
            return None
        return foe if self.map.contact(man.at, foe.at) else None

    def charge(self, man: Man, foe: Man) -> None:
        """MP-CHG-20 to 42."""
        self.release()  # C-06
        h3 = foe.at
        if self.roll() + man.cs - foe.cs <= foe.nerve:
            return
        if foe.kind == "artillery" or not self.retreat(foe, man.at):
            foe.at = None
        else:
            others = [m for m in self.controllers(foe.at, foe.side) if m is not man]
            foe.lose(morale=1 + len(others))
        man.at, man.free = h3, True
        man.charged.add(foe.id)

    def retreat(self, man: Man, cause: Hex) -> bool:
        """MP-RET: whether there is a hex to go to."""
        here = man.at
        hexes = [beside(here, w) for w in WAYS]
        hexes = [h for h in hexes if self.map.has(h) and not self.there(h) and h != cause]
        hexes = [h for h in hexes if not self.map.barred(here, h) and self.map.slope(here, h) < 2]
        if not hexes:
            return False
        opposite = max((beside(here, w) for w in WAYS), key=lambda h: dist(centre(h), centre(cause)))
        by_distance = self.switches.get("retreat_first_criterion") != "opposite"
        north = -1 if man.side == "orange" else 1
        criteria = (
            lambda h: self.map.terrain(h) == "village",
            lambda h: self.map.terrain(h) == "woods",
            lambda h: away(h, cause) if by_distance else h == opposite,
            lambda h: not self.map.wet(here, h),
            lambda h: away(h, cause) != 1,
            lambda h: north * h[1],
            lambda h: round(dist(centre(h), centre(cause)), 6),
        )
        for criterion in criteria:
            best = max(criterion(h) for h in hexes)
            hexes = [h for h in hexes if criterion(h) == best]
        (man.at,) = hexes
        man.marks.add("moved")
        return True

    # --- combat --------------------------------------------------------------------------------------------

    def attacks(self) -> set[tuple[str, str]]:
        """MP-CBT-2 to 7."""
        able = [m for m in self.side_of(self.side) if not m.demoralised and "attacked" not in m.marks]
        foes = [m for m in self.enemies(self.side) if "defended" not in m.marks]
        return {(m.id, f.id) for m in able for f in foes if self.map.contact(m.at, f.at)}

    def supporters(self, main: Man, foe: Man) -> list[Man]:
        """MP-CBT-10 to 15."""
        friends = [m for m in self.side_of(main.side) if m is not main and not m.demoralised]
        friends = [m for m in friends if self.map.contact(m.at, foe.at)]
        return [m for m in friends if "victorious" in m.marks or not self.bound(m, foe)]

    def bound(self, man: Man, foe: Man) -> bool:
        return any(m is not foe and self.map.contact(man.at, m.at) for m in self.enemies(man.side))

    def totals(self, attacker: Man, defender: Man) -> tuple[int, int]:
        """MP-CBT-20 to 26."""

        def attacking(man: Man) -> int:
            strength = man.cs * 3 // 2 if defender.id in man.charged else man.cs
            return strength // 2 if self.map.wet(man.at, defender.at) else strength

        def doubled(man: Man) -> int:
            return man.cs * (2 if man.kind == "infantry" and self.map.terrain(man.at) in COVERED else 1)

        behind = self.supporters(defender, attacker)
        helped = [doubled(m) if self.switches.get("support_terrain") == "all" else m.cs for m in behind]
        offence = max(1, attacking(attacker)) + sum(map(attacking, self.supporters(attacker, defender)))
        return offence, doubled(defender) + sum(helped)

    def attack(self, attacker: Man, defender: Man) -> None:
        """MP-CBT-29 to 38."""
        offence, defence = self.totals(attacker, defender)
        column = max((n for n, c in enumerate(COLUMNS) if c <= Fraction(offence, defence)), default=0)
        higher = self.map.levels.get(attacker.at, 0) - self.map.levels.get(defender.at, 0)
        nerve = attacker.nerve - defender.nerve
        shift = (higher > 0) - (higher < 0) + ((nerve >= 2) + (nerve >= 4) - (nerve <= -2) - (nerve <= -4))
        entry = max(0, min(7, self.roll() + shift)) + column
        attacker.marks.add("attacked")
        defender.marks.add("defended")
        places = {attacker.id: attacker.at, defender.id: defender.at}
        attacker.lose(strength=int(ATTACKER[entry].rstrip("*")))
        defender.lose(strength=int(DEFENDER[entry].rstrip("*")))
        for man, foe, cell in ((attacker, defender, ATTACKER[entry]), (defender, attacker, DEFENDER[entry])):
            spared = foe.at is None and self.switches.get("test_after_elimination") == "no"
            if "*" in cell and man.at is not None and man.kind != "leader" and not spared:
                self.test(man, places[foe.id])
        left = {man.id for man in (attacker, defender) if man.at != places[man.id]}
        for man, foe in ((attacker, defender), (defender, attacker)):
            if man.at is not None and foe.id in left:
                self.win(man, foe.at is None, places[foe.id], man.id in left)

    def test(self, man: Man, cause: Hex) -> None:
        """MP-MOR-5 to 8, O-6."""
        if self.roll() <= man.mv:
            return
        man.lose(morale=int(self.on("failed_test_costs_morale")))
        if man.at is not None and not self.retreat(man, cause):
            man.at = None

    def win(self, man: Man, eliminated: bool, vacated: Hex, gone: bool) -> None:
        """MP-CBT-60, MP-MOR-9, MP-ADV."""
        man.marks.add("victorious")
        if eliminated and man.kind != "leader":
            man.mv = min(man.printed_mv, man.mv + 1)
        covers = [self.map.terrain(at) in COVERED for at in (man.at, vacated)]
        heights = [self.map.levels.get(at, 0) for at in (man.at, vacated)]
        prizes = [at in self.map.objectives for at in (man.at, vacated)]
        gives_up = any(mine > other for mine, other in (covers, heights, prizes))
        if gone or gives_up or (man.demoralised and self.controllers(vacated, man.side)):
            return
        if self.advances:
            man.at = vacated
            man.marks.add("moved")

    # --- rally ---------------------------------------------------------------------------------------------

    def rally(self) -> None:
        """MP-RAL, O-3, O-8."""
        for man in self.side_of(self.side):
            if man.kind == "leader" or not man.corps:
                continue
            rests = self.in_command(man) and "moved" not in man.marks
            near = [m for m in self.side_of(man.side) if m.kind == "leader" and m.corps == man.corps]
            beside_leader = any(self.map.dry(man.at, m.at) for m in near)
            gain = int(rests and not self.controllers(man.at, man.side)) + int(beside_leader)
            if man.mv == 0 and self.switches.get("demoralised_rally") == "leader_only":
                gain = int(beside_leader)
            man.mv = min(man.printed_mv, man.mv + gain)
