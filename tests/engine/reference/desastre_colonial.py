"""Movement, fire and melee of Désastre Colonial again, sentence by sentence as the rules file has it.

Modelled, without a line of the engine: how far a unit can move (4.2, 4.4), who can fire at whom, the dice,
the protection and the losses of fire (4.5, 4.6), dice and losses of a melee (4.7). Morale and routs are
in `tests/engine/desastre_colonial`, `reference_morale.py` and `reference_routs.py`.

Not modelled: command and initiative, set-up, chiefs that move or are at risk, how melees are declared and who
conforms, Drame cards, Faux Pas, the free move, waves, linear terrain, victory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.engine.desastre_colonial.reference_morale import Board, Hex, Rules, Unit, around, away, near

WEAPONS = {  # 5.1: range, dice of a base
    "sb": (1, 1),
    "mlr": (2, 1),
    "blr": (3, 2),
    "rr": (4, 3),
    "jingal": (3, 1),
    "art_bronze": (3, 3),
    "art_steel": (10, 3),
    "mg": (6, 6),
    "mlc": (1, 1),
    "blc": (2, 2),
    "rc": (3, 3),
}
SLOW = frozenset({"brambles", "rocky_hills", "rocks", "wood"})
HILL = "rocky_hills"


@dataclass(frozen=True)
class Doing:
    """What units are doing: who is activated, has moved, is low on ammunition; whom they engage."""

    activated: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    low: frozenset[str] = frozenset()
    engages: Mapping[str, str] = field(default_factory=dict)


def bases(unit: Unit) -> int:
    """3.1."""
    return 2 if unit.side == "c" and unit.arm in ("infantry", "cavalry") else 1


# --- movement -----------------------------------------------------------------------------------------------


def allowance(unit: Unit) -> int:
    """5.2, tactical."""
    if unit.gun:
        return 2 if "horse_artillery" in unit.traits else 1 if "team" in unit.traits else 0
    if unit.skirmisher:
        return 3 if unit.mounted else 2
    return 2 if unit.mounted else 1


def reach(rules: Rules, board: Board, unit: Unit) -> set[Hex]:
    """Where a whole move can end: every path is tried, hex by hex (DC-MOV-04 to 13, DC-TER-04 to 09)."""
    enemies = [other.at for other in board.units if other.side != unit.side]
    at_ease = unit.skirmisher and not unit.mounted

    def near_enemy(at: Hex) -> bool:
        return any(away(at, enemy) <= 2 for enemy in enemies)

    def slow(at: Hex) -> bool:
        return not at_ease and rules.ground.get(at) in SLOW

    ends: set[Hex] = set()
    paths = {(unit.at, near_enemy(unit.at), slow(unit.at))}
    for length in range(1, 2 * allowance(unit) + 1):
        longer = set()
        for here, tactical, slowed in paths:
            for to in near(here):
                other = board.there(to)
                through = other and other.side == unit.side and (unit.skirmisher or other.skirmisher)
                limits = tactical or near_enemy(to), slowed or slow(to)
                most = 1 if limits[1] else allowance(unit) * (1 if limits[0] else 2)
                back = other is not None and other.id == unit.id
                if length <= most and not rules.lake(to) and (other is None or through or back):
                    longer.add((to, *limits))
                    ends |= {to} if other is None else set()
        paths = longer
    return ends


# --- fire ---------------------------------------------------------------------------------------------------


def arc(unit: Unit, base: int) -> Iterator[tuple[int, int]]:
    """The pairs of directions between which a base fires (DC-FIR-06, -07)."""
    if unit.square:
        side = (unit.faces[0] + 3 * base) % 6
        yield from (((side - 1) % 6, side), (side, (side + 1) % 6))
    else:
        yield unit.faces[base], (unit.faces[base] + 1) % 6


def in_cone(at: Hex, to: Hex, first: int, second: int) -> bool:
    """Whether steps in two directions lead from hex to hex."""
    ring = {at}
    for _ in range(away(at, to)):
        ring = {around(hex_)[way] for hex_ in ring for way in (first, second)}
    return to in ring and at != to


def firing(rules: Rules, board: Board, doing: Doing, unit: Unit, target: Unit) -> int:
    """How many bases of a unit can fire at a target (DC-FIR-02 to 08)."""
    if unit.id not in doing.activated or unit.id in doing.engages or not unit.weapon:
        return 0
    if away(unit.at, target.at) > WEAPONS[unit.weapon][0] or not rules.sees(board, unit.at, target.at):
        return 0
    cones = (any(in_cone(unit.at, target.at, *pair) for pair in arc(unit, n)) for n in range(bases(unit)))
    return sum(cones)


def protection(rules: Rules, board: Board, doing: Doing, unit: Unit, target: Unit) -> int:
    """5.4, but for a Chief."""
    enemies = [other for other in board.units if other.side != unit.side]
    seen = [away(unit.at, other.at) for other in enemies if rules.sees(board, unit.at, other.at)]
    hills = [rules.ground.get(at) == HILL for at in (unit.at, target.at)]
    cover = rules.cover(target.at)
    return sum(
        (
            unit.id in doing.moved,
            unit.skirmisher,
            away(unit.at, target.at) > min(seen),
            2 * (unit.id in doing.low),
            unit.fragile,
            target.skirmisher or target.gun,
            hills == [False, True],
            target.id in doing.engages.values(),
            cover > 0 and away(unit.at, target.at) > 1 and not unit.gun,
            cover > 1,
        )
    )


def hits(unit: Unit, die: int) -> int:
    """5.3."""
    if die < (7 if "undisciplined" in unit.traits else 5):
        return 0
    return 2 if "disciplined" in unit.traits or ("trained" in unit.traits and die >= 9) else 1


def rerolled(unit: Unit, dice: list[int], factors: int) -> list[int]:
    """The dice that are rolled again: those that hit, the highest first (DC-PRO-04)."""
    return sorted((die for die in dice if hits(unit, die)), reverse=True)[:factors]


# --- melee --------------------------------------------------------------------------------------------------


def side_of(defender: Unit, attacker: Unit) -> str:
    """The side from which a unit is attacked (DC-GEN-20 to 25, DC-FOR-07)."""
    way = around(defender.at).index(attacker.at)
    faces = defender.faces[: bases(defender)]
    if defender.square or any(way in (v, (v + 1) % 6) for v in faces):
        return "front"
    return "rear" if all(way in ((v + 3) % 6, (v + 4) % 6) for v in faces) else "flank"


def defence_dice(defender: Unit, led: bool) -> int:
    """DC-MEL-19, -21."""
    return defender.cohesion * bases(defender) + led


def attack_dice(rules: Rules, attacker: Unit, defender: Unit, led: bool) -> int:
    """DC-MEL-19 to 23, M1 to M9."""
    side = side_of(defender, attacker)
    high, higher = (rules.ground.get(unit.at) == HILL for unit in (attacker, defender))
    dice = attacker.cohesion * bases(attacker) + led
    dice += (high and not higher) - 2 * (higher and not high)
    dice += {"front": 0, "flank": 2, "rear": 4}[side] + defender.square
    dice += 2 * (attacker.arm == "cavalry" and defender.arm == "infantry" and not defender.square)
    dice += 2 * ("ferocious" in attacker.traits) - rules.cover(defender.at)
    return max(1, dice)


def losses(unit: Unit, hits_on_it: int) -> int:
    """DC-MEL-28, DC-CAP-01."""
    return max(0, hits_on_it - ("armour" in unit.traits)) // unit.cohesion
