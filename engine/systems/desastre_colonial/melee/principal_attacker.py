"""Principal attackers, and the defenders that conform to them before any fire (DC-MEL-11 to 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.general import aspects, engagements
from engine.systems.desastre_colonial.general.agenda import ask, push
from engine.systems.desastre_colonial.general.marks import APPROACH, PRINCIPAL
from engine.systems.desastre_colonial.general.values import bases

CONFORM, TURN = "conform", "turn"
"""Tasks: a defender conforms; it turns to the principal attacker that has been named. CONFORM is also the
question which of two vertices it turns to."""


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Put on the agenda that each engaged defender conforms, by hex (DC-GEN-06)."""
    for defender in reversed(engagements.defenders(scn, ledger.state)):
        push(ledger, CONFORM, defender.id, rule="DC-MEL-11")


def conform(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Name the principal attacker of a defender, then turn the defender to it (DC-MEL-11 to 13)."""
    (defender_id,) = about
    if scn.option("melee.position_read") == "at_declaration":
        _mark_positions(scn, ledger, defender_id)
    push(ledger, TURN, defender_id, rule="DC-MEL-11")
    name_principal(scn, ledger, defender_id)


def _mark_positions(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """Mark where each attacker stands before the defender turns, unless its declaration has marked it
    (DC-MEL-16)."""
    defender = ledger.state.units[defender_id]
    for attacker in engagements.attackers(scn, ledger.state, defender):
        if APPROACH not in ledger.state.marks_on(attacker.id):
            position = position_now(scn, ledger.state, defender, attacker)
            ledger.tell(ev.Marked(name=APPROACH, on=attacker.id, to=position, rule="DC-MEL-16"))


def position_now(scn: Scenario, state: State, defender: Unit, attacker: Unit) -> str:
    """Whether an attacker stands in the front, flank or rear of a defender now (DC-GEN-23)."""
    return aspects.aspect_towards(scn, state, defender, attacker.place) or aspects.FRONT


# --- the principal attacker ---------------------------------------------------------------------------------


def name_principal(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """Name the attacker of the highest cohesion; where several tie their player does (DC-MEL-12,
    DC-MEL-13)."""
    state = ledger.state
    tied = engagements.strongest(engagements.attackers(scn, state, state.units[defender_id]))
    if tied:
        options, default = tuple(unit.id for unit in tied), default_principal(tied).id
        ask(scn, ledger, PRINCIPAL, tied[0].side, defender_id, options, default, rule="DC-MEL-13")


def default_principal(tied: Sequence[Unit]) -> Unit:
    """Of attackers tied for cohesion the one with the fewest losses, then by id."""
    return min(tied, key=lambda unit: (unit["losses"], unit.id))


def settle_principal(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Mark the principal attacker of a defender (DC-MEL-12)."""
    ledger.tell(ev.Marked(name=PRINCIPAL, on=question.about, to=option, rule="DC-MEL-12"))


# --- turning to it ------------------------------------------------------------------------------------------


def turn(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Turn a defender so that all its bases have its principal attacker in front (DC-MEL-11, 14, 15)."""
    (defender_id,) = about
    state = ledger.state
    defender = state.units[defender_id]
    attacker = engagements.principal(scn, state, defender)
    if attacker is None or aspects.in_square(state, defender):
        return
    vertices = conforming_vertices(scn, defender, attacker)
    if not already_conforms(defender, vertices):
        names: Sequence[str] = scn.chart("vertices")
        options, default = tuple(names[v] for v in vertices), names[default_vertex(defender, vertices)]
        ask(scn, ledger, CONFORM, defender.side, defender_id, options, default, rule="DC-MEL-14")


def conforming_vertices(scn: Scenario, defender: Unit, attacker: Unit) -> tuple[int, ...]:
    """The two vertices a defender can face to have an attacker in front (DC-MEL-11, DC-MEL-14)."""
    hexside = aspects.hexside_towards(scn, defender, attacker.place)
    assert hexside is not None, f"{attacker.id} is not adjacent to {defender.id}"
    return (hexside - 1) % aspects.SIDES, hexside


def already_conforms(defender: Unit, vertices: Sequence[int]) -> bool:
    """Whether all bases of a defender face the same vertex, which is one of these (DC-MEL-14)."""
    faced = {defender.facing[base] for base in bases(defender)}
    return len(faced) == 1 and faced <= set(vertices)


def default_vertex(defender: Unit, vertices: Sequence[int]) -> int:
    """The vertex to which the bases of a unit turn least, the first of equals."""

    def turning(vertex: int) -> int:
        gaps = [(vertex - defender.facing[base]) % aspects.SIDES for base in bases(defender)]
        return sum(min(gap, aspects.SIDES - gap) for gap in gaps)

    return min(vertices, key=turning)


def settle_vertex(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Turn all bases of the defender to the same vertex (DC-MEL-14)."""
    defender = ledger.state.units[question.about]
    attacker = engagements.principal(scn, ledger.state, defender)
    facing = facing_all(defender, list(scn.chart("vertices")).index(option))
    ledger.tell(ev.Turned(unit=defender.id, facing=facing, rule="DC-MEL-11"))
    attacker_id = "" if attacker is None else attacker.id
    ledger.note("conform", "DC-MEL-11", unit=defender.id, to=attacker_id, facing=option)


def facing_all(unit: Unit, vertex: int) -> Mapping[str, int]:
    """The facing of a unit whose bases all face one vertex."""
    return dict.fromkeys(bases(unit), vertex)


def conformed(scn: Scenario, state: State, defender: Unit, attacker: Unit) -> State:
    """The state if a defender conformed to an attacker by default; for previews."""
    if aspects.in_square(state, defender):
        return state
    vertices = conforming_vertices(scn, defender, attacker)
    if already_conforms(defender, vertices):
        return state
    facing = {**defender.facing, **facing_all(defender, default_vertex(defender, vertices))}
    return replace(state, units={**state.units, defender.id: replace(defender, facing=facing)})


TASKS = {CONFORM: conform, TURN: turn}
ANSWERS = {PRINCIPAL: settle_principal, CONFORM: settle_vertex}
