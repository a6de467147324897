"""The sum of an attack, before the die: who supports, what each brings, the odds column, height and morale.

Who may fight, what counts for how much and which modifiers there are is for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.rules.adjacency import Contact, touching
from engine.rules.sums import Modifier
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Clash


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one unit brings: its real strength, the strength points counted, the rules that changed them."""

    unit: str
    strength: int
    counted: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """An attack added up. The main units come first in `attack` and `defence`."""

    attack: tuple[Share, ...]
    defence: tuple[Share, ...]
    column: str
    modifiers: tuple[Modifier, ...]

    @property
    def attack_total(self) -> int:
        """Attack total in strength points."""
        return sum(share.counted for share in self.attack)

    @property
    def defence_total(self) -> int:
        """Defence total in strength points."""
        return sum(share.counted for share in self.defence)

    @property
    def drm(self) -> int:
        """All die-roll modifiers together."""
        return sum(modifier.adds for modifier in self.modifiers)


def column(attack: int, defence: int, crt: Mapping[str, Any]) -> str:
    """The column of a results table: the best ratio not above attack to defence, else the worst there is."""
    columns: Sequence[str] = crt["columns"]
    ratios = [Fraction(int(a), int(b)) for a, b in crt["ratios"]]
    reached = [c for c, ratio in zip(columns, ratios, strict=True) if ratio * defence <= attack]
    return reached[-1] if reached else columns[0]


def supporters(
    scn: Scenario,
    state: State,
    helped: Unit,
    against: Unit,
    *,
    contact: Contact,
    able: Callable[[State, Unit], bool],
    tireless: Callable[[State, Unit], bool],
) -> tuple[Unit, ...]:
    """The units that support `helped` against an enemy, by their own will or not, clockwise of that enemy.

    Each is `able` to, in contact with that enemy and, unless `tireless`, with no other.
    """

    def free(unit: Unit) -> bool:
        enemies = touching(scn, state, unit.place, against.side, contact)
        return tireless(state, unit) or all(enemy.id == against.id for enemy in enemies)

    return tuple(
        unit
        for unit in touching(scn, state, against.place, helped.side, contact)
        if unit.id != helped.id and able(state, unit) and free(unit)
    )


def height(scn: Scenario, attacker: Unit, defender: Unit) -> str:
    """How the attacker stands to the defender: higher, level or lower."""
    rise = scn.slope(attacker.place, defender.place)
    return "higher" if rise < 0 else "lower" if rise > 0 else "level"


def morale_gap(chart: Mapping[str, int], gap: int) -> int:
    """The die-roll modifier for the attacker's morale less the defender's; 0 where the chart has none."""
    if abs(gap) >= 4:
        return int(chart["4_or_more" if gap > 0 else "-4_or_less"])
    return int(chart.get(str(gap), 0))


def clashes(
    scn: Scenario,
    state: State,
    side: str,
    *,
    attackers: Callable[[State, Unit], bool],
    targets: Callable[[Unit], Iterable[Unit]],
    add_up: Callable[[str, str], Sum],
) -> tuple[Clash, ...]:
    """Every attack that a side could make as the table stands: by its units that are `attackers`, at their
    `targets`."""
    return tuple(
        _clash(attacker, defender, add_up(attacker.id, defender.id))
        for attacker in state.fielded(side)
        if attackers(state, attacker)
        for defender in targets(attacker)
    )


def _clash(attacker: Unit, defender: Unit, total: Sum) -> Clash:
    return Clash(
        attacker=attacker.id,
        defender=defender.id,
        helpers=tuple(s.unit for s in total.attack[1:]),
        shields=tuple(s.unit for s in total.defence[1:]),
        attack=total.attack_total,
        defence=total.defence_total,
        odds=total.column,
    )
