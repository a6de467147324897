"""Melees resolved one by one: chiefs committed, dice, losses, who is beaten (DC-MEL-17 to 34).

How many dice each unit rolls is in `strength`, what the winner may do then in `advance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.commands import Attack
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules import orders
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import (
    advance,
    conform,
    engagement,
    losses,
    morale,
    risk,
    strength,
    values,
)
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.causes import BEATEN
from engine.systems.desastre_colonial.engagement import HITS
from engine.systems.desastre_colonial.marks import AT_RISK, BLOODIED
from engine.systems.desastre_colonial.strength import Dice

MELEE, COMMIT, BLOWS, LAST = "melee", "commit", "blows", "last_melee"
YES, NO = "yes", "no"
BEAT, REPULSED = "defender_beaten", "attackers_beaten"


def begin(scn: Scenario, ledger: Ledger) -> None:
    """A single melee needs no order (DC-MEL-18)."""
    _last(scn, ledger, ())


def _last(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Fight the melee that is left, where it is the only one."""
    left = engagement.defenders(scn, ledger.state)
    if len(left) == 1:
        push(ledger, MELEE, left[0].id, rule="DC-MEL-18")


def end(scn: Scenario, ledger: Ledger) -> None:
    """Hits by fire kept for a melee that nobody came to lapse (DC-FIR-24)."""
    for unit in tuple(ledger.state.units.values()):
        if unit[HITS]:
            engagement.close(ledger, unit.id)


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """Resolve the melee of a unit and its target now (DC-MEL-18)."""
    unit = orders.own(ledger.state, side, order.unit)
    target, _ = orders.foe(ledger.state, side, order.target, "DC-MEL-01", "DC-MEL-29", "DC-MEL-01")
    if unit not in engagement.attackers(scn, ledger.state, target):
        raise IllegalOrder("DC-MEL-18", "not_engaged_with", unit=unit.id, target=target.id)
    ledger.tell(ev.Owed(sides=()))
    push(ledger, LAST, rule="DC-MEL-18")
    push(ledger, MELEE, target.id, rule="DC-MEL-18")


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The melee of a unit, while it is to come (DC-MEL-18)."""
    if not unit_id:
        return ()
    target = state.units.get(engagement.engages(state, state.units[unit_id]))
    if target is None or state.units[unit_id] not in engagement.attackers(scn, state, target):
        return ()
    return (Option(command=Attack(unit=unit_id, target=target.id)),)


def expire(scn: Scenario, ledger: Ledger) -> None:
    """Time is up: all melees, by hex (DC-MEL-18)."""
    for defender in reversed(engagement.defenders(scn, ledger.state)):
        push(ledger, MELEE, defender.id, rule="DC-MEL-18")


def melee(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Name the principal attacker anew where he is no longer there, ask for chiefs, then let the dice fall
    (DC-MEL-12, DC-MEL-21). Nothing happens where nobody is left to attack or to be attacked."""
    (defender_id,) = about
    state = ledger.state
    defender = state.units[defender_id]
    attacking = engagement.attackers(scn, state, defender)
    if not attacking:
        return
    push(ledger, BLOWS, defender_id, rule="DC-MEL-19")
    for unit in reversed((*attacking, defender)):
        for chief in reversed(values.chiefs_on(state, unit.place, unit.side)):
            push(ledger, COMMIT, unit.id, chief.id, rule="DC-MEL-21")
    if engagement.principal(scn, state, defender) is None:
        conform.name_principal(scn, ledger, defender_id)


def commit(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask whether a chief takes part; one is enough for a unit (DC-MEL-21)."""
    unit_id, chief_id = about
    unit = ledger.state.units[unit_id]
    if not strength.committed(ledger.state, unit):
        ask(scn, ledger, COMMIT, unit.side, chief_id, (YES, NO), NO, rule="DC-MEL-21")


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's word on a chief, who is at risk when he takes part (DC-MEL-21, DC-CHF-01)."""
    if option == YES:
        ledger.tell(ev.Marked(name=AT_RISK, on=question.about, rule="DC-MEL-21"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Toll:
    """What a unit suffers in a melee: hits, those by fire among them, what armour leaves of them, losses."""

    unit: Unit
    hits: int
    left: int
    losses: int


def blows(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Everybody rolls, the defender first, then the principal attacker; both sides lose; one may be beaten
    (DC-MEL-19 to 31)."""
    state = ledger.state
    defender = state.units[about[0]]
    principal = engagement.principal(scn, state, defender)
    if principal is None:
        return
    helpers = [u for u in engagement.attackers(scn, state, defender) if u.id != principal.id]
    defence = strength.of_defender(scn, state, defender)
    attack = [
        strength.of_attacker(scn, state, unit, defender, principal=unit is principal)
        for unit in (principal, *helpers)
    ]
    _announce(ledger, defender, principal, helpers)
    back = _roll(scn, ledger, defender, defence)
    dealt = sum(
        _roll(scn, ledger, unit, dice) for unit, dice in zip((principal, *helpers), attack, strict=True)
    )
    struck = _toll(scn, defender, dealt + defender[HITS])
    paid = _toll(scn, principal, back)
    _conclude(scn, ledger, struck, paid, [principal, *helpers, defender])


def _announce(ledger: Ledger, defender: Unit, principal: Unit, helpers: Sequence[Unit]) -> None:
    ledger.note(
        "melee",
        "DC-MEL-18",
        target=defender.id,
        place=defender.place,
        attackers=(principal.id, *(unit.id for unit in helpers)),
        principal=principal.id,
        carried=defender[HITS],
    )


def _roll(scn: Scenario, ledger: Ledger, unit: Unit, own: Dice) -> int:
    """The hits of one unit (DC-MEL-19, DC-MEL-24)."""
    sides = int(scn.chart("melee", "die"))
    dice = ledger.pool("melee", own.dice, sides=sides, rule="DC-MEL-19", by=unit.id)
    hits = strength.hits(unit, dice)
    ledger.note(
        "melee_dice",
        "DC-MEL-24",
        unit=unit.id,
        role=own.role,
        bases=own.bases,
        number=own.dice,
        dice=tuple(map(str, dice)),
        above=unit["losses"],
        hits=hits,
        modifiers=tuple(f"{line} {n}" for line, n in own.lines),
        chief=own.chief,
    )
    return hits


def _toll(scn: Scenario, unit: Unit, hits: int) -> Toll:
    """A loss for each full multiple of a unit's cohesion in the hits that armour leaves (DC-MEL-28)."""
    left = strength.spared(scn, unit, hits)
    return Toll(unit=unit, hits=hits, left=left, losses=left // values.cohesion(unit))


def _conclude(scn: Scenario, ledger: Ledger, struck: Toll, paid: Toll, units: Sequence[Unit]) -> None:
    """Losses, chiefs at risk, then what becomes of the beaten and of the winner (DC-MEL-28 to 34)."""
    defender, principal = struck.unit, paid.unit
    result = "draw"
    if struck.losses != paid.losses:
        result = BEAT if struck.losses > paid.losses else REPULSED
    _tell(ledger, struck, paid, result)
    engagement.close(ledger, defender.id)
    lost = {toll.unit.id: toll.losses for toll in (struck, paid)}
    for unit_id, n in lost.items():
        losses.lose(scn, ledger, unit_id, n, "DC-MEL-29")
    for unit in units if struck.losses else ():
        if unit.id != defender.id:
            ledger.tell(ev.Marked(name=BLOODIED, on=unit.id, rule="DC-DRA-08"))
    for unit in units:
        gone = not alive(ledger, unit.id)
        risk.settle(scn, ledger, unit.place, unit.side, lost.get(unit.id, 0), gone=gone)
    push(
        ledger, advance.ADVANCE, principal.id, principal.place, defender.id, defender.place, rule="DC-MEL-33"
    )
    beaten = {REPULSED: principal, BEAT: defender}.get(result)
    if beaten is not None and alive(ledger, beaten.id):
        morale.queue(scn, ledger, beaten.id, BEATEN)


def _tell(ledger: Ledger, struck: Toll, paid: Toll, result: str) -> None:
    """The remark of what a melee came to: of the defender, and of the principal attacker (`back`)."""
    ledger.note(
        "melee_result",
        "DC-MEL-30",
        how="attack",
        unit=paid.unit.id,
        target=struck.unit.id,
        source=paid.unit.place,
        place=struck.unit.place,
        hits=struck.hits,
        left=struck.left,
        losses=struck.losses,
        hits_back=paid.hits,
        left_back=paid.left,
        losses_back=paid.losses,
        result=result,
    )


TASKS = {MELEE: melee, COMMIT: commit, BLOWS: blows, LAST: _last}
ANSWERS = {COMMIT: settle}
