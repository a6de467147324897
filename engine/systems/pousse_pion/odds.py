"""The sum of an attack, before the die: support, strengths, modifiers (PP-CBT-01 to 13, 22 to 24).

Changes nothing. The attack itself, previews and the computer opponent all ask here.
"""

from __future__ import annotations

from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.rules import odds
from engine.rules.odds import Share, Sum
from engine.rules.sums import Modifier
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Clash
from engine.systems.pousse_pion.ground import contact, contacts, features, way
from engine.systems.pousse_pion.marks import ATTACKED, DEFENDED, VICTORIOUS
from engine.systems.pousse_pion.values import fights, in_order


def check_attack(scn: Scenario, state: State, attacker: Unit, here: Hex, defender: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless this attack may be declared (PP-CBT-01 to 05)."""
    if not fights(attacker):
        raise IllegalOrder("PP-CBT-04", "never_attacks", unit=attacker.id, hex=here)
    if not in_order(state, attacker):
        raise IllegalOrder("PP-CBT-03", "attack_in_disorder", unit=attacker.id, hex=here)
    if state.marked(attacker.id, ATTACKED):
        raise IllegalOrder("PP-CBT-02", "already_attacked", unit=attacker.id, hex=here)
    both = {"unit": attacker.id, "target": defender.id, "hex": there}
    if state.marked(defender.id, DEFENDED):
        raise IllegalOrder("PP-CBT-02", "already_defended", **both)
    if not scn.grid.adjacent(here, there):
        raise IllegalOrder("PP-CBT-01", "not_in_contact", **both)
    if not contact(scn, here, there):
        lies = (o for o in features(scn, here, there) if o in scn.chart("combat", "barred_across"))
        raise IllegalOrder("PP-CBT-05", "attack_over", **both, obstacle=next(lies, ""))


def able(state: State, unit: Unit) -> bool:
    """Whether a unit attacks and supports: a combat unit in order (PP-CBT-03, 04)."""
    return fights(unit) and in_order(state, unit)


def add_up(scn: Scenario, state: State, attacker_id: str, defender_id: str) -> Sum:
    """The whole sum of one attack on the table as it stands (PP-CBT-06 to 13, 22 to 24)."""
    attacker, defender = state.units[attacker_id], state.units[defender_id]
    helpers, shields = supporters(scn, state, attacker, defender), supporters(scn, state, defender, attacker)
    attack = (
        _attacking(scn, attacker, defender, "attacker"),
        *(_attacking(scn, unit, defender, "supporter") for unit in helpers),
    )
    defence = (
        _defending(scn, defender),
        *(Share(unit=unit.id, strength=unit["vc"], counted=unit["vc"]) for unit in shields),
    )
    total = sum(share.counted for share in attack), sum(share.counted for share in defence)
    return Sum(
        attack=attack,
        defence=defence,
        column=odds.column(*total, scn.chart("crt")),
        modifiers=modifiers(scn, attacker, defender),
    )


def supporters(scn: Scenario, state: State, helped: Unit, against: Unit) -> tuple[Unit, ...]:
    """The units that support `helped` against an enemy: able, in contact with him and, unless victorious,
    with no other enemy (PP-CBT-06 to 08)."""
    return odds.supporters(scn, state, helped, against, contact=contact, able=able, tireless=_victorious)


def _victorious(state: State, unit: Unit) -> bool:
    return state.marked(unit.id, VICTORIOUS)


def _attacking(scn: Scenario, unit: Unit, defender: Unit, role: str) -> Share:
    """Vc, halved across a stream that no way crosses (PP-CBT-12)."""
    here, there, counted = unit.place, defender.place, unit["vc"]
    lies = features(scn, here, there)
    if way(scn, here, there) or not any(o in lies for o in scn.chart("combat", "halved_across")):
        return Share(unit=unit.id, strength=counted, counted=counted)
    least = int(scn.chart("combat", "halved_least", role))
    half = max(least, counted // 2)
    return Share(unit=unit.id, strength=counted, counted=half, rules=("PP-CBT-12",))


def _defending(scn: Scenario, unit: Unit) -> Share:
    """Vc, of infantry in cover doubled; generals and artillery have a fixed strength (PP-CBT-10, 11)."""
    if not fights(unit):
        counted = int(scn.chart("combat", "defence_of", unit.kind))
        return Share(unit=unit.id, strength=counted, counted=counted, rules=("PP-CBT-10",))
    strength = unit["vc"]
    times = scn.chart("combat", "infantry_defender_multiplier").get(scn.terrain(unit.place))
    if unit.kind != "infantry" or times is None:
        return Share(unit=unit.id, strength=strength, counted=strength)
    return Share(unit=unit.id, strength=strength, counted=strength * int(times), rules=("PP-CBT-11",))


def modifiers(scn: Scenario, attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """The die-roll modifiers of the two main units that are not 0 (PP-CBT-22 to 24)."""
    drm, height = scn.chart("combat", "drm"), odds.height(scn, attacker, defender)
    fenced = scn.hexside(attacker.place, defender.place).abattis
    gap = odds.morale_gap(drm["morale_difference"], attacker["mo"] - defender["mo"])
    found = (
        Modifier(rule="PP-CBT-22", reason=f"attacker_{height}", adds=int(drm["elevation"][height])),
        Modifier(rule="PP-CBT-23", reason="abattis", adds=int(drm["abattis"]) if fenced else 0),
        Modifier(rule="PP-CBT-24", reason="morale_gap", adds=gap),
    )
    return tuple(m for m in found if m.adds)


def targets(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in contact with a unit that have not been attacked in this phase (PP-CBT-01, 02)."""
    near = contacts(scn, state, unit.place, scn.enemy(unit.side))
    return tuple(enemy for enemy in near if not state.marked(enemy.id, DEFENDED))


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """Every attack that the next Combat phase of the player could bring as the table stands; none when the
    game is over."""
    if state.result is not None or not state.player:
        return ()
    return odds.clashes(
        scn,
        state,
        state.player,
        attackers=lambda at, unit: able(at, unit) and not at.marked(unit.id, ATTACKED),
        targets=lambda unit: targets(scn, state, unit),
        add_up=lambda attacker, defender: add_up(scn, state, attacker, defender),
    )
