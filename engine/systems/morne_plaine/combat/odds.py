"""An attack added up, before the die: support, strengths, odds column, die-roll modifiers (MP-CBT-1 to 33).

Changes nothing. The attack itself, previews and the computer player all use this.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.display import Clash
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.rules.combat import (
    AttackSum,
    CombatRules,
    Contribution,
    Modifier,
    morale_modifier,
    odds_column,
    relative_height,
    total,
)
from engine.rules.zoc import units_in_contact
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.marks import ATTACKED, CHARGED, DEFENDED, VICTORIOUS
from engine.systems.morne_plaine.terrain import contact, covered, impassable_water, steep, stream_or_ford
from engine.systems.morne_plaine.units import demoralised, morale


def check_attack(scn: Scenario, state: State, attacker: Unit, here: Hex, defender: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless this attack may be declared (MP-CBT-2, 3, 5, 6)."""
    if demoralised(attacker):
        raise IllegalOrder("MP-CBT-6", "demoralised_attack", unit=attacker.id, hex=here)
    if state.marked(attacker.id, ATTACKED):
        raise IllegalOrder("MP-CBT-3", "already_attacked", unit=attacker.id, hex=here)
    if state.marked(defender.id, DEFENDED):
        raise IllegalOrder("MP-CBT-3", "already_defended", unit=attacker.id, target=defender.id, hex=there)
    if not scn.grid.adjacent(here, there):
        raise IllegalOrder(
            "MP-CBT-2", "not_in_contact", unit=attacker.id, target=defender.id, hex=there, kind="attack"
        )
    if impassable_water(scn, here, there):
        raise IllegalOrder("MP-CBT-5", "attack_over_river", unit=attacker.id, target=defender.id, hex=there)
    if steep(scn, here, there):
        raise IllegalOrder("MP-CBT-5", "attack_over_slope", unit=attacker.id, target=defender.id, hex=there)


def can_attack(state: State, unit: Unit) -> bool:
    """Whether a unit may still attack in this phase (MP-CBT-3, 6)."""
    return not demoralised(unit) and not state.marked(unit.id, ATTACKED)


def targets(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies in contact that have not been attacked in this phase (MP-CBT-2, 3)."""
    for enemy in units_in_contact(scn, state, unit.place, scn.enemy(unit.side), contact):
        if not state.marked(enemy.id, DEFENDED):
            yield enemy


def add_up(scn: Scenario, state: State, attacker_id: str, defender_id: str) -> AttackSum:
    """The whole sum of one attack in this position (MP-CBT-10 to 33)."""
    attacker, defender = state.units[attacker_id], state.units[defender_id]
    attackers = (
        _attacking_unit(scn, state, attacker, defender),
        *(
            _attack_supporter(scn, state, unit, defender)
            for unit in COMBAT.supporters(scn, state, attacker, defender)
        ),
    )
    defenders = (
        _defending_unit(scn, defender),
        *(_defence_supporter(scn, unit) for unit in COMBAT.supporters(scn, state, defender, attacker)),
    )
    return AttackSum(
        attackers=attackers,
        defenders=defenders,
        column=odds_column(total(attackers), total(defenders), scn.chart("crt")),  # MP-CBT-29
        modifiers=modifiers(scn, attacker, defender),
    )


COMBAT = CombatRules(
    contact=contact,  # with that enemy and no other: contact counts, not control (MP-CBT-10, 11, 14)
    can_support=lambda state, unit: not demoralised(unit),  # MP-CBT-12, 63
    supports_when_engaged=lambda state, unit: state.marked(unit.id, VICTORIOUS),  # MP-CBT-13
    can_attack=can_attack,
    targets=targets,
    add_up=add_up,
    die_rule="MP-CBT-30",
    result_rule="MP-CBT-34",
    odds_rule="MP-CBT-29",
)


def _attacking_unit(scn: Scenario, state: State, unit: Unit, defender: Unit) -> Contribution:
    """The attacking unit: charge bonus first, then half across a stream, but not less than 1 (MP-CBT-23, 25,
    26; MP-CHG-38)."""
    counted, rules = unit["cs"], []
    if state.marked(unit.id, CHARGED, defender.id):
        counted = _with_charge_bonus(scn, counted)
        rules.append("MP-CHG-38")
    if stream_or_ford(scn, unit.place, defender.place):
        counted = max(1, counted // 2)
        rules.append("MP-CBT-23")
    return Contribution(unit=unit.id, strength=unit["cs"], counted=counted, rules=tuple(rules))


def _attack_supporter(scn: Scenario, state: State, unit: Unit, defender: Unit) -> Contribution:
    """An offensive supporter: charge bonus first, then half across a stream, down to 0 (MP-CBT-24 to 26;
    MP-CHG-39)."""
    counted, rules = unit["cs"], []
    if state.marked(unit.id, CHARGED, defender.id):
        counted = _with_charge_bonus(scn, counted)
        rules.append("MP-CHG-39")
    if stream_or_ford(scn, unit.place, defender.place):
        counted = counted // 2
        rules.append("MP-CBT-24")
    return Contribution(unit=unit.id, strength=unit["cs"], counted=counted, rules=tuple(rules))


def _with_charge_bonus(scn: Scenario, strength: int) -> int:
    """Strength times 1.5, rounded down (MP-CHG-38)."""
    times, divided_by = scn.chart("combat", "charge_bonus")
    return strength * int(times) // int(divided_by)


def _defending_unit(scn: Scenario, unit: Unit) -> Contribution:
    """The defending unit: infantry in woods or village counts double (MP-CBT-21)."""
    if unit.kind == "infantry" and covered(scn, unit.place):
        return _doubled(scn, unit, "MP-CBT-21")
    return Contribution(unit=unit.id, strength=unit["cs"], counted=unit["cs"])


def _defence_supporter(scn: Scenario, unit: Unit) -> Contribution:
    """A defensive supporter counts its plain CS, unless the switch `support_terrain` says all (MP-CBT-22)."""
    if unit.kind == "infantry" and covered(scn, unit.place) and scn.option("support_terrain") == "all":
        return _doubled(scn, unit, "MP-CBT-22")
    return Contribution(unit=unit.id, strength=unit["cs"], counted=unit["cs"])


def _doubled(scn: Scenario, unit: Unit, rule: str) -> Contribution:
    times = int(scn.chart("combat", "infantry_defender_multiplier", scn.terrain(unit.place)))
    return Contribution(unit=unit.id, strength=unit["cs"], counted=unit["cs"] * times, rules=(rule,))


def modifiers(scn: Scenario, attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """The die-roll modifiers of the two main units that are not 0 (MP-CBT-31 to 33)."""
    drm = scn.chart("combat", "drm")
    height = relative_height(scn, attacker, defender)
    lead = morale(attacker) - morale(defender)
    both = (
        Modifier(rule="MP-CBT-31", reason=f"attacker_{height}", adds=int(drm["elevation"][height])),
        Modifier(rule="MP-CBT-32", reason="morale_gap", adds=morale_modifier(drm["morale_difference"], lead)),
    )
    return tuple(modifier for modifier in both if modifier.adds)


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """Every attack that the next combat phase could bring in this position; none when the game is over.

    From its rally phase on, a side fights no more in its player-turn: the attacks are those of its enemy.
    """
    if state.result is not None or not state.player:
        return ()
    side = scn.enemy(state.player) if state.phase == "rally" else state.player
    return COMBAT.clashes(scn, state, side)
