"""A player turn of Pousse-pion again, rule by rule as the rules file has it, without a line of the engine.

Modelled: command, fire, movement and its costs, zones of control, charges, combat, losses and morale tests,
retreats, pursuit, rally.

Not modelled: set-up, reinforcements, the Manoeuvre phase, taking steps back, walking through friends,
retreats through friends or pushing them (`Unmodelled`), lines of sight where ground may block them, victory.
Which of several equally good hexes a retreat draws is taken from the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tests.engine.reference.hexes import WAYS, Hex, away, beside
from tests.engine.reference.pousse_pion_map import COVER, Man, Map

COLUMNS = [Fraction(1, n) for n in range(8, 1, -1)] + [Fraction(2, 3), Fraction(1), Fraction(3, 2)]
COLUMNS += [Fraction(n) for n in range(2, 9)]
RESULTS = """
9* 8* 7* 6* 5* 4* 3* 3* 2* 2* 1* 1 1 1  1  1  1  0  0  0  0  0  0  0
0  0  0  0  0  0  0  1  1  1  1  1 1 1* 2* 2* 3* 3* 4* 5* 6* 7* 8* 9*
"""  # 5.6, as the one sequence that it is
ATTACKER, DEFENDER = (line.split() for line in RESULTS.strip().splitlines())
STOPS_ZONES = {"stream", "river", "great_river", "steep", "triple"}


class Unmodelled(Exception):
    """Something happens that is not modelled here."""


class Turn:
    """A position and what the rules say of it. `dice` are those to come, `retreats` the hexes to which units
    retreated, `pursues` the answer of an attacker that may pursue."""

    def __init__(self, ground: Map, men: list[Man], switches: Mapping[str, str], side: str) -> None:
        self.map, self.men, self.switches = ground, men, switches
        self.phase, self.side = "combat", side
        self.dice: list[int] = []
        self.retreats: dict[str, list[Hex]] = {}
        self.pursues = False

    def on(self, name: str, value: str) -> bool:
        return self.switches.get(name) == value

    def roll(self) -> int:
        return self.dice.pop(0)

    def side_of(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side == side and man.at is not None]

    def enemies(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side != side and man.at is not None]

    def there(self, at: Hex) -> Man | None:
        return next((man for man in self.men if man.at == at), None)

    def touching(self, at: Hex, side: str) -> list[Man]:
        """The enemies of a side that a hex is in contact with."""
        return [man for man in self.enemies(side) if self.map.contact(at, man.at)]

    # --- phases, command, zones ----------------------------------------------------------------------------

    def enter(self, phase: str, side: str) -> None:
        """A phase begins (PP-CMD-03, PP-GEN-08, PP-CMD-09, PP-FIR-14, -15)."""
        if side != self.side:
            for man in self.men:
                man.mv = man.most_mv
                man.marks -= {"moved", "fired", "fought"} if man.side == side else set()
        self.phase, self.side = phase, side
        for man in self.men:
            man.marks -= {"begun", "stopped", "reacted", "charged", "attacked", "defended", "victorious"}
            man.free = True
            man.commanded = man.at is not None and self.led(man)
        if phase == "movement":
            for man in self.side_of(side):
                half = not man.commanded and not self.on("uncommanded.mv", "full")
                man.mv = max(1, man.most_mv // 2) if half else man.most_mv
                if "fired" in man.marks:
                    man.mv = man.most_mv // 2 if "horse" in man.traits and man.commanded else 0
        if phase == "rally":
            self.rally()

    def led(self, man: Man) -> bool:
        """PP-CMD-01 to 08."""
        generals = [m for m in self.side_of(man.side) if m.cls == "general" and m.order]
        generals = [m for m in generals if "army" in m.traits or (man.corps and m.corps == man.corps)]
        return man.cls == "general" or any(away(m.at, man.at) <= m.main for m in generals)

    def controls(self, man: Man, at: Hex) -> bool:
        """PP-ZOC-01 to 04."""
        exerts = man.fights and (man.order or self.on("zoc.in_disorder", "exerts"))
        exerts = exerts and (man.commanded or not self.on("zoc.uncommanded", "none"))
        open_ground = self.map.terrain(man.at) not in COVER and self.map.terrain(at) not in COVER
        return (
            exerts
            and open_ground
            and away(man.at, at) == 1
            and not self.map.obstacles(man.at, at) & STOPS_ZONES
        )

    def controllers(self, at: Hex, side: str) -> list[Man]:
        return [man for man in self.enemies(side) if self.controls(man, at)]

    def disorder_the_weak(self) -> None:
        """PP-ZOC-16, -17."""
        for man in self.men:
            if man.at is not None and not man.fights:
                man.order = man.order and not any(m.order for m in self.controllers(man.at, man.side))

    # --- losses, tests, retreats ---------------------------------------------------------------------------

    def lose(self, man: Man, kind: str = "") -> None:
        """PP-MOR-06 to 08."""
        if not kind:
            mild = man.order or self.on("loss.kind_by_state.in_disorder", "simple")
            kind = "simple" if mild else "aggravated"
        if kind == "simple":
            man.lose(1, 0)
        elif self.on("loss.aggravated", "two_points"):
            man.lose(2, 0)
        else:
            man.lose(1, 1)

    def test(self, man: Man, malus: int = 0) -> bool:
        """PP-MOR-01 to 04: whether it passes."""
        if self.roll() + malus <= man.mo:
            return True
        if man.order:
            man.order = False
        else:
            self.retreat(man)
        return False

    def retreat(self, man: Man) -> None:
        """PP-RET, 4.14, of a unit in disorder into an empty hex."""
        here = man.at
        keys = {}
        for hex_ in (beside(here, way) for way in WAYS):
            cost = self.map.cost(man.cls, here, hex_, self.switches) if self.map.has(hex_) else None
            other = self.there(hex_)
            if cost is not None and (other is None or other.side == man.side):
                touched = len(self.touching(hex_, man.side))
                keys[hex_] = (touched, other is not None, cost if touched == 0 else 0)
        if not keys:
            man.at = None
            return
        best = [hex_ for hex_, key in keys.items() if key == min(keys.values())]
        if self.there(best[0]):
            raise Unmodelled
        if len(best) > 1:
            self.roll()
        chosen = self.retreats[man.id].pop(0) if self.retreats.get(man.id) else best[0]
        assert chosen in best, (man, chosen, keys)
        cost = self.map.cost(man.cls, here, chosen, self.switches)
        was_in_zone = bool(self.controllers(here, man.side))
        if man.mv < cost:
            self.lose(man)
        man.mv = max(0, man.mv - cost)
        if man.at is None:
            return
        man.at = chosen
        if self.controllers(chosen, man.side):
            man.marks.add("stopped")
            self.lose(man, "aggravated" if was_in_zone else "")
        self.disorder_the_weak()

    # --- fire ----------------------------------------------------------------------------------------------

    def shots(self) -> set[tuple[str, str]]:
        """PP-FIR-01 to 03, without lines of sight."""
        guns = [m for m in self.side_of(self.side) if m.cls == "artillery" and m.order]
        guns = [m for m in guns if "fired" not in m.marks]
        return {(m.id, t.id) for m in guns for t in self.enemies(m.side) if away(m.at, t.at) <= m.reach}

    def bombard(self, gun: Man, target: Man) -> None:
        """PP-FIR-14."""
        gun.marks.add("fired")
        gun.mv = gun.mv if "horse" in gun.traits else 0
        self.fire(gun, target)

    def fire(self, gun: Man, target: Man) -> None:
        """PP-FIR-11 to 13; an abattis counts where the hexes are neighbours."""
        number = gun.main - (away(gun.at, target.at) - 1) - (self.map.terrain(target.at) in COVER)
        number -= frozenset((gun.at, target.at)) in self.map.abattis
        if self.roll() <= number:
            self.lose(target)
            if target.at is not None:
                self.test(target)

    # --- movement ------------------------------------------------------------------------------------------

    def cost(self, man: Man, to: Hex) -> int | None:
        """What a step into an empty hex costs, more than there is with minimum movement; None: not legal."""
        if not self.map.has(to) or self.there(to) or man.mv == 0 or "stopped" in man.marks:
            return None
        if not man.fights and self.touching(to, man.side):  # PP-ZOC-15
            return None
        holders = self.controllers(man.at, man.side)
        way = self.map.way(man.at, to) if not holders else ""  # PP-MOV-20
        cost = self.map.cost(man.cls, man.at, to, self.switches)
        if way:
            cost = 1 if way == "track" or not man.free else 0
        if cost is None:
            return None
        if man.order and any(m.commanded and m.most_mv >= man.most_mv for m in holders):  # PP-ZOC-08, -09
            cost += 1
        return cost if cost <= man.mv or "begun" not in man.marks else None  # PP-MOV-24, -27

    def steps(self) -> dict[tuple[str, Hex], int]:
        """Every legal step into an empty hex with what is paid for it."""
        tried = {(m.id, beside(m.at, w)): m for m in self.side_of(self.side) for w in WAYS}
        costs = {(id_, to): self.cost(man, to) for (id_, to), man in tried.items()}
        return {
            (id_, to): min(cost, tried[id_, to].mv) for (id_, to), cost in costs.items() if cost is not None
        }

    def step(self, man: Man, to: Hex) -> None:
        """4.13."""
        here, cost = man.at, self.cost(man, to) or 0
        holders = bool(self.controllers(here, man.side))
        way = self.map.way(here, to) if not holders else ""
        man.free = not man.free if way == "road" else False  # PP-MOV-23
        man.mv = max(0, man.mv - cost)
        self.arrive(man, to, holders, waded=way == "" and "river" in self.map.obstacles(here, to))

    def arrive(self, man: Man, to: Hex, was_in_zone: bool, waded: bool, charging: bool = False) -> None:
        """Steps 3 to 7 of 4.13."""
        man.at = to
        man.marks |= {"moved", "begun"}
        if self.controllers(to, man.side):
            man.marks.add("stopped")
            exempt = charging and not self.on("charge.approach_zoc_to_zoc", "applies")
            if was_in_zone and not exempt:
                if man.order:
                    man.order = False
                else:
                    self.lose(man, "aggravated")
            elif not was_in_zone and not man.order:
                self.lose(man, "" if self.on("zoc.entry_loss", "by_state") else "simple")
        if waded and man.at is not None:
            man.order = False
        for way in WAYS:
            gun = self.there(beside(to, way))
            if man.at == to and gun and gun.side != man.side and self.reacts(gun, to):
                gun.marks.add("reacted")
                self.fire(gun, man)
        self.disorder_the_weak()

    def reacts(self, gun: Man, to: Hex) -> bool:
        """PP-FIR-16, -17."""
        ready = gun.cls == "artillery" and gun.order and "reacted" not in gun.marks
        return ready and self.map.contact(to, gun.at)

    # --- charges -------------------------------------------------------------------------------------------

    def charges(self) -> set[tuple[str, str]]:
        """PP-CHG-01 to 12."""
        riders = [m for m in self.side_of(self.side) if m.cls == "cavalry" and m.order and m.mv > 0]
        riders = [m for m in riders if not {"stopped", "charged"} & m.marks]
        legal = set()
        for man in riders:
            for way in WAYS:
                middle = beside(man.at, way)
                foe = self.there(beside(middle, way))
                if foe and foe.side != man.side and self.may_charge(man, middle, foe):
                    legal.add((man.id, foe.id))
        return legal

    def may_charge(self, man: Man, middle: Hex, foe: Man) -> bool:
        cost = self.map.cost("cavalry", man.at, middle, self.switches)
        clear = self.map.terrain(middle) == self.map.terrain(foe.at) == "clear"
        if (
            self.there(middle)
            or not clear
            or self.map.terrain(man.at) == "woods"
            or cost is None
            or cost > man.mv
        ):
            return False
        lies = self.map.obstacles(middle, foe.at)
        climbed = "steep" in lies and self.map.level(foe.at) > self.map.level(middle)
        return not climbed and not lies & {"stream", "river", "great_river", "triple"}

    def charge(self, man: Man, foe: Man) -> None:
        """PP-CHG-13 to 25."""
        way = next(w for w in WAYS if beside(beside(man.at, w), w) == foe.at)
        here, middle, target = man.at, beside(man.at, way), foe.at
        man.mv -= self.map.cost("cavalry", here, middle, self.switches) or 0
        man.free = False
        man.marks.add("charged")
        self.arrive(man, middle, bool(self.controllers(here, man.side)), waded=False, charging=True)
        man.marks.add("stopped")
        if man.at != middle or not man.order:
            return
        ahead = (man.main + man.mo) - (foe.main + foe.mo)
        malus = ahead // 2 if ahead >= 2 else 0
        if ahead <= -2 and self.on("charge.bonus", "symmetric"):
            malus = -(-ahead // 2)
        if self.test(foe, malus):
            man.mo = max(0, man.mo - 1)
        if foe.at != target and man.most_mv == 5:
            cost = self.map.cost("cavalry", middle, target, self.switches)
            if cost is not None and cost <= man.mv and not self.there(target):
                man.mv -= cost
                man.at = target
                self.disorder_the_weak()

    # --- combat --------------------------------------------------------------------------------------------

    def attacks(self) -> set[tuple[str, str]]:
        """PP-CBT-01 to 05."""
        able = [m for m in self.side_of(self.side) if m.fights and m.order and "attacked" not in m.marks]
        foes = [m for m in self.enemies(self.side) if "defended" not in m.marks]
        return {(m.id, f.id) for m in able for f in foes if self.map.contact(m.at, f.at)}

    def supporters(self, main: Man, foe: Man) -> list[Man]:
        """PP-CBT-06 to 08."""
        friends = [m for m in self.side_of(main.side) if m is not main and m.fights and m.order]
        friends = [m for m in friends if self.map.contact(m.at, foe.at)]
        return [m for m in friends if "victorious" in m.marks or self.touching(m.at, m.side) == [foe]]

    def totals(self, attacker: Man, defender: Man) -> tuple[int, int]:
        """PP-CBT-10 to 12."""

        def attacking(man: Man) -> int:
            wet = "stream" in self.map.obstacles(man.at, defender.at) and not self.map.way(
                man.at, defender.at
            )
            return man.main // 2 if wet else man.main

        doubled = defender.cls == "infantry" and self.map.terrain(defender.at) in COVER
        defence = defender.main * (2 if doubled else 1) if defender.fights else 1
        offence = max(1, attacking(attacker)) + sum(map(attacking, self.supporters(attacker, defender)))
        return offence, defence + sum(m.main for m in self.supporters(defender, attacker))

    def attack(self, attacker: Man, defender: Man) -> None:
        """PP-CBT-13 to 24."""
        offence, defence = self.totals(attacker, defender)
        column = max((n for n, c in enumerate(COLUMNS) if c <= Fraction(offence, defence)), default=0)
        higher, nerve = self.map.level(attacker.at) - self.map.level(defender.at), attacker.mo - defender.mo
        shift = (higher > 0) - (higher < 0) + (nerve >= 2) + (nerve >= 4) - (nerve <= -2) - (nerve <= -4)
        shift -= frozenset((attacker.at, defender.at)) in self.map.abattis
        for man in self.supporters(attacker, defender):
            man.marks.add("fought")
        attacker.marks |= {"attacked", "fought"}
        defender.marks.add("defended")
        entry = max(0, min(7, self.roll() + shift)) + column
        places = {attacker.id: attacker.at, defender.id: defender.at}
        for man, cell in ((attacker, ATTACKER[entry]), (defender, DEFENDER[entry])):
            for _ in range(int(cell.rstrip("*"))):
                if man.at is not None:
                    man.lose(0, 1) if self.on("crt.unit", "vc") else self.lose(man)
        for man, cell in ((attacker, ATTACKER[entry]), (defender, DEFENDER[entry])):
            if "*" in cell and man.at is not None:
                self.test(man)
        left = {man.id for man in (attacker, defender) if man.at != places[man.id]}
        for man, foe in ((attacker, defender), (defender, attacker)):
            if man.at is not None and foe.id in left:
                man.mo = min(man.most_mo, man.mo + (foe.at is None))
                man.marks |= {"victorious"} if man.id not in left else set()
        if defender.id in left and attacker.id not in left and self.pursues:
            self.pursue(attacker, places[defender.id])

    def pursue(self, man: Man, to: Hex) -> None:
        """PP-PUR."""
        here, was_in_zone = man.at, bool(self.controllers(man.at, man.side))
        cost = self.map.cost(man.cls, here, to, self.switches)
        assert cost is not None
        assert cost <= man.mv
        assert not self.there(to)
        assert "woods" not in (self.map.terrain(here), self.map.terrain(to))
        man.mv -= cost
        man.at = to
        man.marks.add("moved")
        if self.controllers(to, man.side) and not was_in_zone and not man.order:
            self.lose(man, "" if self.on("zoc.entry_loss", "by_state") else "simple")
        if "river" in self.map.obstacles(here, to):
            man.order = False
        self.disorder_the_weak()

    # --- rally ---------------------------------------------------------------------------------------------

    def rally(self) -> None:
        """PP-RAL."""
        for man in self.side_of(self.side):
            rested = "fought" not in man.marks
            if rested and (man.commanded or "detached" in man.traits):
                man.mo = min(man.most_mo, man.mo + 1)
            still = man.cls == "general" or (man.commanded and rested and "moved" not in man.marks)
            if still and not self.touching(man.at, man.side):
                man.order = True
