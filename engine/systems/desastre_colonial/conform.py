"""Engaged defenders turn to their principal attackers before any fire (DC-MEL-11 to 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial import engagement, values
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.aspects import FRONT, SIDES, aspect, in_square, side_of
from engine.systems.desastre_colonial.marks import APPROACH, PRINCIPAL

CONFORM, TURN = "conform", "turn"


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Have every engaged defender conform, by hex, before anything else of the resolution (DC-GEN-06)."""
    for defender in reversed(engagement.defenders(scn, ledger.state)):
        push(ledger, CONFORM, defender.id, rule="DC-MEL-11")


def conform(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Name the principal attacker of a defender, then turn the defender to him (DC-MEL-11 to 13)."""
    (defender_id,) = about
    if scn.option("melee.position_read") == "at_declaration":
        _remember(scn, ledger, defender_id)
    push(ledger, TURN, defender_id, rule="DC-MEL-11")
    name_principal(scn, ledger, defender_id)


def _remember(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """Mark from where each attacker came on, unless it has been known since he declared it, before the
    defender turns; by the switch (DC-MEL-16)."""
    defender = ledger.state.units[defender_id]
    for attacker in engagement.attackers(scn, ledger.state, defender):
        if APPROACH not in ledger.state.names_on(attacker.id):
            came = seen_from(scn, ledger.state, defender, attacker)
            ledger.tell(ev.Marked(name=APPROACH, on=attacker.id, to=came, rule="DC-MEL-16"))


def seen_from(scn: Scenario, state: State, defender: Unit, attacker: Unit) -> str:
    """On which part of a defender an attacker beside it stands: front, flank or rear (DC-GEN-23)."""
    side = side_of(scn, defender, attacker.place)
    return FRONT if side is None else aspect(state, defender, side)


def name_principal(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """The attacker of the highest cohesion; of several his side names one (DC-MEL-12, DC-MEL-13)."""
    state = ledger.state
    contenders = engagement.strongest(engagement.attackers(scn, state, state.units[defender_id]))
    if contenders:
        options, default = tuple(unit.id for unit in contenders), likeliest(contenders).id
        ask(scn, ledger, PRINCIPAL, contenders[0].side, defender_id, options, default, rule="DC-MEL-13")


def likeliest(contenders: Sequence[Unit]) -> Unit:
    """Of attackers tied for cohesion the one with the fewest losses, by id: who is named when nobody says."""
    return min(contenders, key=lambda unit: (unit["losses"], unit.id))


def settle_principal(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Mark the principal attacker of a defender (DC-MEL-12)."""
    ledger.tell(ev.Marked(name=PRINCIPAL, on=question.about, to=option, rule="DC-MEL-12"))


def turn(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Turn a defender so that its principal attacker is in front of all its bases (DC-MEL-11, 14, 15)."""
    (defender_id,) = about
    state = ledger.state
    defender = state.units[defender_id]
    attacker = engagement.principal(scn, state, defender)
    if attacker is None or in_square(state, defender):
        return
    found = facings(scn, defender, attacker)
    if not conforming(defender, found):
        names: Sequence[str] = scn.chart("vertices")
        options, default = tuple(names[v] for v in found), names[nearest(defender, found)]
        ask(scn, ledger, CONFORM, defender.side, defender_id, options, default, rule="DC-MEL-14")


def facings(scn: Scenario, defender: Unit, attacker: Unit) -> tuple[int, ...]:
    """The two vertices a defender can face to have an attacker in front (DC-MEL-11, DC-MEL-14)."""
    side = side_of(scn, defender, attacker.place)
    assert side is not None, f"{attacker.id} is not beside {defender.id}"
    return (side - 1) % SIDES, side


def conforming(defender: Unit, found: Sequence[int]) -> bool:
    """Whether a defender need not turn: all its bases face one of these vertices, the same (DC-MEL-14)."""
    faced = {defender.facing[base] for base in values.bases(defender)}
    return len(faced) == 1 and faced <= set(found)


def nearest(defender: Unit, found: Sequence[int]) -> int:
    """Of several vertices the one to which the bases of a unit turn least; the first in doubt."""

    def turned(vertex: int) -> int:
        gaps = [(vertex - defender.facing[base]) % SIDES for base in values.bases(defender)]
        return sum(min(gap, SIDES - gap) for gap in gaps)

    return min(found, key=turned)


def settle_facing(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Both bases of the defender turn to the same facing (DC-MEL-14)."""
    defender = ledger.state.units[question.about]
    attacker = engagement.principal(scn, ledger.state, defender)
    facing = facing_all(defender, list(scn.chart("vertices")).index(option))
    ledger.tell(ev.Turned(unit=defender.id, facing=facing, rule="DC-MEL-11"))
    to = "" if attacker is None else attacker.id
    ledger.note("conform", "DC-MEL-11", unit=defender.id, to=to, facing=option)


def facing_all(unit: Unit, vertex: int) -> Mapping[str, int]:
    """The facing of a unit all of whose bases face one vertex."""
    return dict.fromkeys(values.bases(unit), vertex)


def conformed(scn: Scenario, state: State, defender: Unit, principal: Unit) -> State:
    """The table if a defender conformed to an attacker beside it as nobody says otherwise; for previews."""
    if in_square(state, defender):
        return state
    found = facings(scn, defender, principal)
    if conforming(defender, found):
        return state
    turned = replace(defender, facing={**defender.facing, **facing_all(defender, nearest(defender, found))})
    return replace(state, units={**state.units, defender.id: turned})


TASKS = {CONFORM: conform, TURN: turn}
ANSWERS = {PRINCIPAL: settle_principal, CONFORM: settle_facing}
