"""Melees, resolved one at a time: Chiefs taking part, dice, losses, the beaten unit (DC-MEL-17 to 34)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.commands import Attack
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.chiefs import at_risk
from engine.systems.desastre_colonial.general import engagements
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask, push
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import AT_RISK, BLOODIED
from engine.systems.desastre_colonial.general.morale_causes import BEATEN, queue_test
from engine.systems.desastre_colonial.general.values import chiefs_on, cohesion
from engine.systems.desastre_colonial.melee import advance, melee_dice
from engine.systems.desastre_colonial.melee.melee_dice import Dice
from engine.systems.desastre_colonial.melee.principal_attacker import name_principal

MELEE, COMMIT, BLOWS, LAST = "melee", "commit", "blows", "last_melee"
"""Tasks: a melee, a question about a Chief, the dice of a melee, the only melee left. COMMIT is also the
question whether a Chief takes part."""
DEFENDER_BEATEN, ATTACKERS_BEATEN, DRAW = "defender_beaten", "attackers_beaten", "draw"


# --- the phase ----------------------------------------------------------------------------------------------


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Begin the phase: a single melee needs no order (DC-MEL-18)."""
    fight_the_only_one(scn, ledger, ())


def fight_the_only_one(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Fight the melee that is left, if it is the only one (DC-MEL-18)."""
    left = engagements.defenders(scn, ledger.state)
    if len(left) == 1:
        push(ledger, MELEE, left[0].id, rule="DC-MEL-18")


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the phase: discard hits by fire that waited for a melee that was not fought (DC-FIR-24)."""
    for unit in tuple(ledger.state.units.values()):
        if unit[engagements.HITS]:
            engagements.end_melee(ledger, unit.id)


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """Fight the melee of a unit and its target now (DC-MEL-18)."""
    unit = order_checks.own_unit(ledger.state, side, order.unit)
    target, _ = order_checks.enemy_unit(
        ledger.state, side, order.target, "DC-MEL-01", "DC-MEL-29", "DC-MEL-01"
    )
    if unit not in engagements.attackers(scn, ledger.state, target):
        raise IllegalOrder("DC-MEL-18", "not_engaged_with", unit=unit.id, target=target.id)
    ledger.tell(ev.Owed(sides=()))
    push(ledger, LAST, rule="DC-MEL-18")
    push(ledger, MELEE, target.id, rule="DC-MEL-18")


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The melee of a unit that is still to be fought (DC-MEL-18)."""
    if not unit_id:
        return ()
    target = state.units.get(engagements.target_of(state, state.units[unit_id]))
    if target is None or state.units[unit_id] not in engagements.attackers(scn, state, target):
        return ()
    return (Option(command=Attack(unit=unit_id, target=target.id)),)


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time runs out fight all melees, by hex (DC-MEL-18)."""
    for defender in reversed(engagements.defenders(scn, ledger.state)):
        push(ledger, MELEE, defender.id, rule="DC-MEL-18")


# --- one melee ----------------------------------------------------------------------------------------------


def melee(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Begin a melee: name a new principal attacker if the first no longer fights, and ask for Chiefs
    (DC-MEL-12, DC-MEL-21). Nothing happens where no attacker or no defender is left."""
    (defender_id,) = about
    state = ledger.state
    defender = state.units[defender_id]
    enemies = engagements.attackers(scn, state, defender)
    if not enemies:
        return
    push(ledger, BLOWS, defender_id, rule="DC-MEL-19")
    for unit in reversed((*enemies, defender)):
        for chief in reversed(chiefs_on(state, unit.place, unit.side)):
            push(ledger, COMMIT, unit.id, chief.id, rule="DC-MEL-21")
    if engagements.principal(scn, state, defender) is None:
        name_principal(scn, ledger, defender_id)


def commit(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask whether a Chief takes part, if no other does in the same unit (DC-MEL-21)."""
    unit_id, chief_id = about
    unit = ledger.state.units[unit_id]
    if not melee_dice.chief_taking_part(ledger.state, unit):
        ask(scn, ledger, COMMIT, unit.side, chief_id, (YES, NO), NO, rule="DC-MEL-21")


def settle_commit(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Put a Chief who takes part at risk (DC-MEL-21, DC-CHF-01)."""
    if option == YES:
        ledger.tell(ev.Marked(name=AT_RISK, on=question.about, rule="DC-MEL-21"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """What a unit suffers in a melee: its hits, those by fire included; the hits that its armour leaves; its
    losses."""

    unit: Unit
    hits: int
    left: int
    losses: int


def blows(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Roll for all units, the defender first, then the principal attacker, and apply the result (DC-MEL-19 to
    31)."""
    state = ledger.state
    defender = state.units[about[0]]
    first = engagements.principal(scn, state, defender)
    if first is None:
        return
    enemies = (first, *(unit for unit in engagements.attackers(scn, state, defender) if unit.id != first.id))
    defence = melee_dice.of_defender(scn, state, defender)
    attack_dice = [
        melee_dice.of_attacker(scn, state, unit, defender, principal=unit is first) for unit in enemies
    ]
    ledger.note(
        "melee",
        "DC-MEL-18",
        target=defender.id,
        place=defender.place,
        attackers=tuple(unit.id for unit in enemies),
        principal=first.id,
        carried=defender[engagements.HITS],
    )
    hits_on_principal = _roll(scn, ledger, defender, defence)
    hits_on_defender = sum(
        _roll(scn, ledger, unit, dice) for unit, dice in zip(enemies, attack_dice, strict=True)
    )
    to_defender = _damage(scn, defender, hits_on_defender + defender[engagements.HITS])
    to_principal = _damage(scn, first, hits_on_principal)
    _apply(scn, ledger, to_defender, to_principal, enemies)


def _roll(scn: Scenario, ledger: Ledger, unit: Unit, own: Dice) -> int:
    """Roll the dice of one unit; their hits (DC-MEL-19, DC-MEL-24)."""
    sides = int(scn.chart("melee", "die"))
    dice = ledger.pool(
        "melee",
        own.total,
        sides=sides,
        rule="DC-MEL-19",
        by=unit.id,
        outcome=lambda die: melee_dice.hits(unit, (die,)),
    )
    hits = melee_dice.hits(unit, dice)
    ledger.note(
        "melee_dice",
        "DC-MEL-24",
        unit=unit.id,
        role=own.role,
        bases=own.bases,
        number=own.total,
        dice=tuple(map(str, dice)),
        above=unit["losses"],
        hits=hits,
        modifiers=tuple(f"{line} {n}" for line, n in own.lines),
        chief=own.chief,
    )
    return hits


def _damage(scn: Scenario, unit: Unit, hits: int) -> Damage:
    """One loss for each full multiple of a unit's cohesion in its hits (DC-MEL-28)."""
    left = melee_dice.after_armour(scn, unit, hits)
    return Damage(unit=unit, hits=hits, left=left, losses=left // cohesion(unit))


# --- the result ---------------------------------------------------------------------------------------------


def _apply(
    scn: Scenario, ledger: Ledger, to_defender: Damage, to_principal: Damage, enemies: Sequence[Unit]
) -> None:
    """Apply losses and the risk of Chiefs, then put on the agenda the test of the beaten unit and the advance
    (DC-MEL-28 to 34)."""
    defender, first = to_defender.unit, to_principal.unit
    result = _result(to_defender.losses, to_principal.losses)
    _note_result(ledger, to_defender, to_principal, result)
    engagements.end_melee(ledger, defender.id)
    losses = {damage.unit.id: damage.losses for damage in (to_defender, to_principal)}
    for unit_id, points in losses.items():
        lose(scn, ledger, unit_id, points, "DC-MEL-29")
    for unit in enemies if to_defender.losses else ():
        ledger.tell(ev.Marked(name=BLOODIED, on=unit.id, rule="DC-DRA-08"))
    for unit in (*enemies, defender):
        eliminated = not alive(ledger, unit.id)
        at_risk.settle(scn, ledger, unit.place, unit.side, losses.get(unit.id, 0), eliminated=eliminated)
    advance.queue(ledger, first, defender)
    beaten = {ATTACKERS_BEATEN: first, DEFENDER_BEATEN: defender}.get(result)
    if beaten is not None and alive(ledger, beaten.id):
        queue_test(scn, ledger, beaten.id, BEATEN)


def _result(of_defender: int, of_principal: int) -> str:
    """The result by the losses of both sides (DC-MEL-30, DC-MEL-31)."""
    if of_defender == of_principal:
        return DRAW
    return DEFENDER_BEATEN if of_defender > of_principal else ATTACKERS_BEATEN


def _note_result(ledger: Ledger, to_defender: Damage, to_principal: Damage, result: str) -> None:
    """Record the losses of the defender and, as `back`, of the principal attacker."""
    ledger.note(
        "melee_result",
        "DC-MEL-30",
        how="attack",
        unit=to_principal.unit.id,
        target=to_defender.unit.id,
        source=to_principal.unit.place,
        place=to_defender.unit.place,
        hits=to_defender.hits,
        left=to_defender.left,
        losses=to_defender.losses,
        hits_back=to_principal.hits,
        left_back=to_principal.left,
        losses_back=to_principal.losses,
        result=result,
    )


TASKS = {MELEE: melee, COMMIT: commit, BLOWS: blows, LAST: fight_the_only_one}
ANSWERS = {COMMIT: settle_commit}
