"""An attack added up, before the die: support, strengths, modifiers (PP-CBT-01 to 13, 22 to 24).

Changes nothing. The attack itself, previews and the computer player all use this.
"""

from __future__ import annotations

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
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import ATTACKED, DEFENDED, VICTORIOUS
from engine.systems.pousse_pion.terrain import contact, contacts, obstacles_between, way
from engine.systems.pousse_pion.units import in_order, is_combat_unit


def check_attack(scn: Scenario, state: State, attacker: Unit, here: Hex, defender: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless this attack may be declared (PP-CBT-01 to 05)."""
    if not is_combat_unit(attacker):
        raise IllegalOrder("PP-CBT-04", "never_attacks", unit=attacker.id, hex=here)
    if not in_order(state, attacker):
        raise IllegalOrder("PP-CBT-03", "attack_in_disorder", unit=attacker.id, hex=here)
    if state.marked(attacker.id, ATTACKED):
        raise IllegalOrder("PP-CBT-02", "already_attacked", unit=attacker.id, hex=here)
    both = {"unit": attacker.id, "target": defender.id, "hex": there}
    if state.marked(defender.id, DEFENDED):
        raise IllegalOrder("PP-CBT-02", "already_defended", **both)
    if not scn.grid.adjacent(here, there):
        raise IllegalOrder("PP-CBT-01", "not_in_contact", **both, kind="attack")
    if not contact(scn, here, there):
        barring = scn.chart("combat", "barred_across")
        obstacles = (o for o in obstacles_between(scn, here, there) if o in barring)
        raise IllegalOrder("PP-CBT-05", "attack_over", **both, obstacle=next(obstacles, ""))


def can_fight(state: State, unit: Unit) -> bool:
    """Whether a unit attacks and supports: a combat unit in order (PP-CBT-03, 04)."""
    return is_combat_unit(unit) and in_order(state, unit)


def targets(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in contact with a unit that have not been attacked in this phase (PP-CBT-01, 02)."""
    near = contacts(scn, state, unit.place, scn.enemy(unit.side))
    return tuple(enemy for enemy in near if not state.marked(enemy.id, DEFENDED))


def add_up(scn: Scenario, state: State, attacker_id: str, defender_id: str) -> AttackSum:
    """The whole sum of one attack in this position (PP-CBT-06 to 13, 22 to 24)."""
    attacker, defender = state.units[attacker_id], state.units[defender_id]
    attackers = (
        _attacking(scn, attacker, defender, "attacker"),
        *(
            _attacking(scn, unit, defender, "supporter")
            for unit in COMBAT.supporters(scn, state, attacker, defender)
        ),
    )
    defenders = (
        _defending_unit(scn, defender),
        *(_defence_supporter(unit) for unit in COMBAT.supporters(scn, state, defender, attacker)),
    )
    return AttackSum(
        attackers=attackers,
        defenders=defenders,
        column=odds_column(total(attackers), total(defenders), scn.chart("crt")),  # PP-CBT-13
        modifiers=modifiers(scn, attacker, defender),
    )


COMBAT = CombatRules(
    contact=contact,  # with that enemy and no other (PP-CBT-06, 07)
    can_support=can_fight,
    supports_when_engaged=lambda state, unit: state.marked(unit.id, VICTORIOUS),  # PP-CBT-08
    can_attack=lambda state, unit: can_fight(state, unit) and not state.marked(unit.id, ATTACKED),
    targets=targets,
    add_up=add_up,
    die_rule="PP-CBT-14",
    result_rule="PP-CBT-15",
    odds_rule="PP-CBT-13",
)


def _attacking(scn: Scenario, unit: Unit, defender: Unit, role: str) -> Contribution:
    """Vc, halved across a stream that no way crosses; the attacker's is never below 1 (PP-CBT-12)."""
    here, there, vc = unit.place, defender.place, unit["vc"]
    obstacles = obstacles_between(scn, here, there)
    if way(scn, here, there) or not any(o in obstacles for o in scn.chart("combat", "halved_across")):
        return Contribution(unit=unit.id, strength=vc, counted=vc)
    least = int(scn.chart("combat", "halved_least", role))
    return Contribution(unit=unit.id, strength=vc, counted=max(least, vc // 2), rules=("PP-CBT-12",))


def _defending_unit(scn: Scenario, unit: Unit) -> Contribution:
    """Vc, of infantry in cover doubled; generals and artillery have a fixed strength (PP-CBT-10, 11)."""
    if not is_combat_unit(unit):
        fixed = int(scn.chart("combat", "defence_of", unit.kind))
        return Contribution(unit=unit.id, strength=fixed, counted=fixed, rules=("PP-CBT-10",))
    times = scn.chart("combat", "infantry_defender_multiplier").get(scn.terrain(unit.place))
    if unit.kind == "infantry" and times is not None:
        doubled = unit["vc"] * int(times)
        return Contribution(unit=unit.id, strength=unit["vc"], counted=doubled, rules=("PP-CBT-11",))
    return _defence_supporter(unit)


def _defence_supporter(unit: Unit) -> Contribution:
    """Plain Vc, whatever the terrain (PP-CBT-07, 11)."""
    return Contribution(unit=unit.id, strength=unit["vc"], counted=unit["vc"])


def modifiers(scn: Scenario, attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """The die-roll modifiers of the two main units that are not 0 (PP-CBT-22 to 24)."""
    drm, height = scn.chart("combat", "drm"), relative_height(scn, attacker, defender)
    fenced = scn.hexside(attacker.place, defender.place).abattis
    gap = morale_modifier(drm["morale_difference"], attacker["mo"] - defender["mo"])
    every = (
        Modifier(rule="PP-CBT-22", reason=f"attacker_{height}", adds=int(drm["elevation"][height])),
        Modifier(rule="PP-CBT-23", reason="abattis", adds=int(drm["abattis"]) if fenced else 0),
        Modifier(rule="PP-CBT-24", reason="morale_gap", adds=gap),
    )
    return tuple(modifier for modifier in every if modifier.adds)


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """Every attack that the player's next Combat phase could bring in this position; none when the game is
    over."""
    if state.result is not None or not state.player:
        return ()
    return COMBAT.clashes(scn, state, state.player)
