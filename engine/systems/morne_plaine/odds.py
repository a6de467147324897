"""The sum of an attack, before the die: support, strengths, odds column, die-roll modifiers (MP-CBT-1 to 33).

Changes nothing. The attack itself, previews and the computer opponent all ask here.
"""

from __future__ import annotations

from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.rules import odds as summing
from engine.rules.odds import Share, Sum
from engine.rules.sums import Modifier
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Clash
from engine.systems.morne_plaine.ground import (
    barred_by_water,
    contact,
    covered,
    demoralised,
    morale,
    steep,
    touching,
    wet,
)
from engine.systems.morne_plaine.marks import ATTACKED, CHARGED, DEFENDED, VICTORIOUS


def check_attack(scn: Scenario, state: State, attacker: Unit, here: Hex, defender: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless this attack may be declared (MP-CBT-2, 3, 5, 6)."""
    if demoralised(attacker):
        raise IllegalOrder("MP-CBT-6", "demoralised_attack", unit=attacker.id, hex=here)
    if state.marked(attacker.id, ATTACKED):
        raise IllegalOrder("MP-CBT-3", "already_attacked", unit=attacker.id, hex=here)
    if state.marked(defender.id, DEFENDED):
        raise IllegalOrder("MP-CBT-3", "already_defended", unit=attacker.id, target=defender.id, hex=there)
    if not scn.grid.adjacent(here, there):
        raise IllegalOrder("MP-CBT-2", "not_in_contact", unit=attacker.id, target=defender.id, hex=there)
    if barred_by_water(scn, here, there):
        raise IllegalOrder("MP-CBT-5", "attack_over_river", unit=attacker.id, target=defender.id, hex=there)
    if steep(scn, here, there):
        raise IllegalOrder("MP-CBT-5", "attack_over_slope", unit=attacker.id, target=defender.id, hex=there)


def add_up(scn: Scenario, state: State, attacker_id: str, defender_id: str) -> Sum:
    """The whole sum of one attack on the table as it stands (MP-CBT-10 to 33)."""
    attacker, defender = state.units[attacker_id], state.units[defender_id]
    attack = (
        _attacking(scn, state, attacker, defender, main=True),
        *(
            _attacking(scn, state, u, defender, main=False)
            for u in supporters(scn, state, attacker, defender)
        ),
    )
    defence = (
        _defending(scn, defender, main=True),
        *(_defending(scn, u, main=False) for u in supporters(scn, state, defender, attacker)),
    )
    column = odds(sum(s.counted for s in attack), sum(s.counted for s in defence), scn)
    return Sum(attack=attack, defence=defence, column=column, modifiers=modifiers(scn, attacker, defender))


def supporters(scn: Scenario, state: State, helped: Unit, against: Unit) -> tuple[Unit, ...]:
    """The units that support `helped` against an enemy, by their own will or not (MP-CBT-10 to 17).

    Each is in contact with that enemy and, unless victorious, with no other: contact counts, not control
    (MP-CBT-13, 14).
    """
    return summing.supporters(
        scn,
        state,
        helped,
        against,
        contact=contact,
        able=lambda state, unit: not demoralised(unit),
        tireless=lambda state, unit: state.marked(unit.id, VICTORIOUS),
    )


def _attacking(scn: Scenario, state: State, unit: Unit, defender: Unit, *, main: bool) -> Share:
    """Charge bonus first, stream second, halves rounded down (MP-CBT-23 to 27, MP-CHG-38, 39)."""
    counted, rules = unit["cs"], []
    if state.marked(unit.id, CHARGED, defender.id):
        by, of = scn.chart("combat", "charge_bonus")
        counted = counted * int(by) // int(of)
        rules.append("MP-CHG-38" if main else "MP-CHG-39")
    if wet(scn, unit.place, defender.place):
        counted = max(1, counted // 2) if main else counted // 2
        rules.append("MP-CBT-23" if main else "MP-CBT-24")
    return Share(unit=unit.id, strength=unit["cs"], counted=counted, rules=tuple(rules))


def _defending(scn: Scenario, unit: Unit, *, main: bool) -> Share:
    """Infantry in cover counts double as the defending unit (MP-CBT-21), and in support only by the
    switch `support_terrain` (MP-CBT-22)."""
    doubles = unit.kind == "infantry" and covered(scn, unit.place)
    if not doubles or not (main or scn.option("support_terrain") == "all"):
        return Share(unit=unit.id, strength=unit["cs"], counted=unit["cs"])
    times = int(scn.chart("combat", "infantry_defender_multiplier", scn.terrain(unit.place)))
    rule = "MP-CBT-21" if main else "MP-CBT-22"
    return Share(unit=unit.id, strength=unit["cs"], counted=unit["cs"] * times, rules=(rule,))


def odds(attack: int, defence: int, scn: Scenario) -> str:
    """The column of the results table: the best ratio not above attack to defence (MP-CBT-29)."""
    return summing.column(attack, defence, scn.chart("crt"))


def modifiers(scn: Scenario, attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """The die-roll modifiers of the two main units that are not 0 (MP-CBT-31 to 33)."""
    height = summing.height(scn, attacker, defender)
    gap = summing.morale_gap(
        scn.chart("combat", "drm", "morale_difference"), morale(attacker) - morale(defender)
    )
    found = (
        Modifier(
            rule="MP-CBT-31",
            reason=f"attacker_{height}",
            adds=int(scn.chart("combat", "drm", "elevation", height)),
        ),
        Modifier(rule="MP-CBT-32", reason="morale_gap", adds=gap),
    )
    return tuple(m for m in found if m.adds)


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """Every attack that the next combat phase could bring as the table stands; none when the game is over.

    From its rally phase on, a side fights no more in its player-turn: the attacks are those of its enemy.
    """
    if state.result is not None or not state.player:
        return ()
    side = scn.enemy(state.player) if state.phase == "rally" else state.player
    return summing.clashes(
        scn,
        state,
        side,
        attackers=lambda state, unit: not demoralised(unit) and not state.marked(unit.id, ATTACKED),
        targets=lambda unit: (
            enemy
            for enemy in touching(scn, state, unit.place, scn.enemy(side))
            if not state.marked(enemy.id, DEFENDED)
        ),
        add_up=lambda attacker, defender: add_up(scn, state, attacker, defender),
    )
