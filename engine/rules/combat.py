"""Attacks of one unit on another: support, the odds column, die-roll modifiers, the combat results table.

A rulebook says in its `CombatRules` who may fight and support, and adds up strengths and modifiers itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.display import Clash
from engine.ledger import Ledger
from engine.rules.zoc import Contact, units_in_contact
from engine.scenario import Scenario
from engine.state import State, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A part of a sum: the rule it comes from, why, and what it adds."""

    rule: str
    reason: str
    adds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one unit brings to a fight: its strength, the strength points counted, the rules that changed
    them."""

    unit: str
    strength: int
    counted: int
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.unit}|{self.strength}|{self.counted}|{','.join(self.rules)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSum:
    """An attack added up, before the die. The main units come first in `attackers` and `defenders`."""

    attackers: tuple[Contribution, ...]
    defenders: tuple[Contribution, ...]
    column: str
    modifiers: tuple[Modifier, ...]

    @property
    def attack_total(self) -> int:
        """Attack total in strength points."""
        return total(self.attackers)

    @property
    def defence_total(self) -> int:
        """Defence total in strength points."""
        return total(self.defenders)

    @property
    def drm(self) -> int:
        """All die-roll modifiers together."""
        return sum(modifier.adds for modifier in self.modifiers)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CombatRules:
    """How a rulebook fights.

    `contact`: whether units on two hexes can fight. `can_support`: whether a unit supports at all.
    `supports_when_engaged`: whether it does so even in contact with other enemies. `can_attack`: whether a
    unit may still attack. `targets`: the enemies it may attack. `add_up` (attacker id, defender id): the sum
    of the attack. The others are ids of the rules for the die, the results table and the odds.
    """

    contact: Contact
    can_support: Callable[[State, Unit], bool]
    supports_when_engaged: Callable[[State, Unit], bool]
    can_attack: Callable[[State, Unit], bool]
    targets: Callable[[Scenario, State, Unit], Iterable[Unit]]
    add_up: Callable[[Scenario, State, str, str], AttackSum]
    die_rule: str
    result_rule: str
    odds_rule: str

    def supporters(self, scn: Scenario, state: State, helped: Unit, against: Unit) -> tuple[Unit, ...]:
        """The units that support `helped` against an enemy, clockwise around that enemy. None can decline.

        They are in contact with that enemy and with no other, unless they support when engaged.
        """
        side, enemy_side = helped.side, against.side

        def is_free(unit: Unit) -> bool:
            enemies = units_in_contact(scn, state, unit.place, enemy_side, self.contact)
            return self.supports_when_engaged(state, unit) or all(enemy.id == against.id for enemy in enemies)

        return tuple(
            unit
            for unit in units_in_contact(scn, state, against.place, side, self.contact)
            if unit.id != helped.id and self.can_support(state, unit) and is_free(unit)
        )

    def attackable(self, scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
        """The enemies that a unit may attack now."""
        unit = state.units[unit_id]
        if unit.hex is None or not self.can_attack(state, unit):
            return ()
        return tuple(self.targets(scn, state, unit))

    def attack_sum(self, scn: Scenario, state: State, attacker_id: str, defender_id: str) -> AttackSum:
        """The sum of an attack in a position, added up once."""
        key = (self, attacker_id, defender_id)
        return state.cached(key, lambda: self.add_up(scn, state, attacker_id, defender_id))

    def clashes(self, scn: Scenario, state: State, side: str) -> tuple[Clash, ...]:
        """Every attack that a side could make in this position."""
        return tuple(
            _clash(attacker, defender, self.attack_sum(scn, state, attacker.id, defender.id))
            for attacker in state.units_on_map(side)
            for defender in self.attackable(scn, state, attacker.id)
        )

    def roll_result(
        self, scn: Scenario, ledger: Ledger, attacker: Unit, defender: Unit, attack: AttackSum
    ) -> str:
        """Roll, modify, read the results table: a cell such as "1/2*". A note records how it came about."""
        crt = scn.chart("crt")
        column = list(crt["columns"]).index(attack.column)

        def row_of(die: int) -> int:
            return max(int(crt["die_min"]), min(int(crt["die_max"]), die + attack.drm))

        def cell_of(die: int) -> str:
            return str(crt["rows"][str(row_of(die))][column])

        sides = scn.chart("combat", "die")
        die = ledger.roll("combat", sides=sides, rule=self.die_rule, by=attacker.id, outcome=cell_of)
        cell = cell_of(die)
        ledger.note(
            "attack",
            self.result_rule,
            how="attack",
            unit=attacker.id,
            target=defender.id,
            source=attacker.place,
            place=defender.place,
            attack=attack.attack_total,
            defence=attack.defence_total,
            attackers=tuple(map(str, attack.attackers)),
            defenders=tuple(map(str, attack.defenders)),
            column=attack.column,
            modifiers=tuple(f"{m.adds:+d}|{m.reason}|{m.rule}" for m in attack.modifiers),
            drm=attack.drm,
            die=die,
            row=row_of(die),
            result=cell,
            odds_rule=self.odds_rule,
            die_rule=self.die_rule,
        )
        return cell


def total(contributions: Iterable[Contribution]) -> int:
    """The strength points counted together."""
    return sum(contribution.counted for contribution in contributions)


def odds_column(attack: int, defence: int, crt: Mapping[str, Any]) -> str:
    """The column of a results table: the best ratio not above attack to defence, else the worst there is."""
    columns: Sequence[str] = crt["columns"]
    ratios = [(column, *_ratio(column)) for column in columns]
    reached = [column for column, a, b in ratios if a * defence <= attack * b]
    return reached[-1] if reached else columns[0]


@lru_cache(maxsize=64)
def _ratio(column: str) -> tuple[int, int]:
    """Attack to defence for which a column stands.

    >>> _ratio("1/1.5")
    (2, 3)
    """
    attack, defence = map(Fraction, column.split("/"))
    return (attack / defence).as_integer_ratio()


def relative_height(scn: Scenario, attacker: Unit, defender: Unit) -> str:
    """Whether the attacker stands "higher" than the defender, "level" with it or "lower"."""
    rise = scn.slope(attacker.place, defender.place)
    return "higher" if rise < 0 else "lower" if rise > 0 else "level"


def morale_modifier(chart: Mapping[str, int], difference: int) -> int:
    """The die-roll modifier for the attacker's morale minus the defender's; 0 where the chart has none."""
    if abs(difference) >= 4:
        return int(chart["4_or_more" if difference > 0 else "-4_or_less"])
    return int(chart.get(str(difference), 0))


def _clash(attacker: Unit, defender: Unit, attack: AttackSum) -> Clash:
    return Clash(
        attacker=attacker.id,
        defender=defender.id,
        helpers=tuple(c.unit for c in attack.attackers[1:]),
        shields=tuple(c.unit for c in attack.defenders[1:]),
        attack=attack.attack_total,
        defence=attack.defence_total,
        odds=attack.column,
    )


def read_cell(cell: str) -> tuple[int, bool, int, bool]:
    """What a cell brings: the attacker's losses and whether it is tested, then the defender's.

    >>> read_cell("1/2*")
    (1, False, 2, True)
    """
    attacker, defender = cell.split("/")
    return (
        int(attacker.rstrip("*")),
        attacker.endswith("*"),
        int(defender.rstrip("*")),
        defender.endswith("*"),
    )


def explain_attack(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, str]:
    """The modifiers of the die of a fight as one signed number, 0 without a sign."""
    drm = int(facts["drm"])
    return {"drm": f"{drm:+d}" if drm else "0"}
