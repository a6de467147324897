"""The colonial morale sum on any table, against a second reading of table 5.6 that shares nothing with the
first: its own geometry, its own lines, in the order of the rules file (DC-MOR-A1 to F6, DC-GEN-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.script.runner import run
from engine.systems.desastre_colonial import morale

HERE = (6, 6)
CLOCKWISE = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]  # axial, hexsides 0 to 5 (3.4)
VERTICES = ["NNE", "E", "SSE", "SSW", "W", "NNW"]
RANGES = {"art_bronze": 3, "art_steel": 10, "mg": 6, "blr": 3}
GUNS = {"artillery": ["art_bronze", "art_steel"], "machine_gun": ["mg"]}
COVER = {"clear": 0, "brambles": 0, "scrub": 1, "rocks": 1, "village": 2}


@dataclass(frozen=True, kw_only=True)
class Man:
    """Somebody on the table, as the rules file speaks of him."""

    id: str
    at: tuple[int, int]  # column, row
    arm: str
    cohesion: int = 3
    losses: int = 0
    weapon: str = ""
    traits: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        return self.id[0]

    @property
    def words(self) -> str:
        numbers = "" if self.arm == "chief" else f" cohesion {self.cohesion} losses {self.losses}"
        weapon = f" weapon {self.weapon}" if self.weapon else ""
        return f"{self.at[0]:02d}{self.at[1]:02d} {self.arm}{numbers}{weapon}" + "".join(
            f" trait {name}" for name in self.traits
        )


@dataclass(frozen=True, kw_only=True)
class Table:
    """The unit that tests, its formation, ground and company."""

    tester: Man
    facing: tuple[int, int]
    square: bool
    ground: str
    others: tuple[Man, ...]

    @property
    def script(self) -> dict[str, object]:
        left, right = (VERTICES[v] for v in self.facing)
        looks = "square facing N" if self.square else f"facing left {left} right {right}"
        place = {"c1": f"{self.tester.words} {looks}", **{man.id: man.words for man in self.others}}
        hex_ = "{:02d}{:02d}".format(*HERE)
        return {
            "system": "desastre_colonial",
            "options": {"los.units_block": "no"},  # sight is tested elsewhere
            "terrain": {self.ground: hex_} if self.ground != "clear" else {},
            "place": place,
        }


def axial(at: tuple[int, int]) -> tuple[int, int]:
    column, row = at
    return column, row - (column - 1) // 2


def away(a: Man, b: Man) -> int:
    (aq, ar), (bq, br) = axial(a.at), axial(b.at)
    return max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br))


def hexside(a: Man, b: Man) -> int:
    (aq, ar), (bq, br) = axial(a.at), axial(b.at)
    return CLOCKWISE.index((bq - aq, br - ar))


def literal(table: Table) -> Iterator[str]:
    """The ids of the circumstances that count, each as often as it does."""
    me, square = table.tester, table.square
    units = [man for man in table.others if man.arm != "chief"]
    friends = [man for man in units if man.side == me.side]
    enemies = [man for man in units if man.side != me.side]

    def fragile(man: Man) -> bool:
        return man.losses >= 3

    def flank_or_rear_of_both(man: Man) -> bool:
        return all(hexside(me, man) not in (v, (v + 1) % 6) for v in table.facing)

    def rear_of_both(man: Man) -> bool:
        return all(hexside(me, man) in ((v + 3) % 6, (v + 4) % 6) for v in table.facing)

    near_friends = [man for man in friends if away(me, man) == 1]
    near_enemies = [man for man in enemies if away(me, man) == 1]
    if me.losses >= 3:
        yield "A1"
    if me.losses >= 4:
        yield "A2"
    yield from ("A3" for man in near_friends if fragile(man))
    if any(man.arm in GUNS and away(me, man) <= RANGES[man.weapon] for man in enemies):
        yield "A4"
    for enemy in near_enemies:
        held = any(away(enemy, friend) == 1 and not fragile(friend) for friend in friends)
        if enemy.cohesion > me.cohesion and not held:
            yield "A5"
    if not square and any(flank_or_rear_of_both(man) for man in near_enemies):
        yield "A6"
    if not square and any(rear_of_both(man) for man in near_enemies):
        yield "A7"
    if any(man.arm == "cavalry" and away(me, man) <= 2 for man in enemies):
        yield "A8"
    yield from ("F1" for man in near_friends if not fragile(man))
    if any(man.arm == "chief" and man.side == me.side and man.at == me.at for man in table.others):
        yield "F2"
    if COVER[table.ground] >= 1:
        yield "F3"
    if COVER[table.ground] >= 2:
        yield "F4"
    if square:
        yield "F5"
    if not any(away(me, man) <= 2 for man in enemies):
        yield "F6"


@st.composite
def tables(draw: st.DrawFn) -> Table:
    numbers = st.integers(0, 4)
    places = st.tuples(st.integers(4, 8), st.integers(4, 8)).filter(lambda at: at != HERE)
    others = []
    for n, at in enumerate(draw(st.lists(places, max_size=9, unique=True))):
        arm = draw(st.sampled_from(["infantry", "infantry", "cavalry", "artillery", "machine_gun", "chief"]))
        traits = ("mounted", "skirmisher") if arm == "infantry" and draw(st.booleans()) else ()
        others.append(
            Man(
                id=f"{draw(st.sampled_from('cn'))}{n + 2}",
                at=at,
                arm=arm,
                cohesion=draw(st.integers(1, 6)),
                losses=draw(numbers),
                weapon=draw(st.sampled_from(GUNS[arm])) if arm in GUNS else "",
                traits=traits,
            )
        )
    if draw(st.booleans()):
        others.append(Man(id="c99", at=HERE, arm="chief"))
    return Table(
        tester=Man(id="c1", at=HERE, arm="infantry", cohesion=draw(st.integers(1, 6)), losses=draw(numbers)),
        facing=(draw(st.integers(0, 5)), draw(st.integers(0, 5))),
        square=draw(st.integers(0, 3)) == 0,
        ground=draw(st.sampled_from(sorted(COVER))),
        others=tuple(others),
    )


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(table=tables())
def test_the_circumstances_are_those_of_the_rules_file_DC_MOR_05_06(table: Table) -> None:
    laid = run(table.script).laid

    total = morale.count(laid.scenario, laid.state, laid.state.units["c1"])

    found = Counter(counted.line.id for counted in (*total.adverse, *total.favourable))
    assert found == Counter(literal(table))
