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
from engine.systems.desastre_colonial.general.values import bases, is_chief

CONFORM, TURN = "conform", "turn"
"""Tasks: a defender conforms; it turns to the principal attacker that has been named. CONFORM is also the
question which of two vertices it faces."""


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
    """Turn a defender so that all its bases have its principal attacker in front (DC-MEL-11, 14, 15).

    It is asked for one of the facings only where they differ for a modifier or a contact (C-09).
    """
    (defender_id,) = about
    state = ledger.state
    defender = state.units[defender_id]
    attacker = engagements.principal(scn, state, defender)
    if attacker is None or aspects.in_square(state, defender):
        return
    names: Sequence[str] = scn.chart("vertices")
    vertices = conforming_vertices(scn, defender, attacker)
    default = names[default_vertex(defender, vertices)]
    options = tuple(names[v] for v in vertices) if matters(scn, state, defender, vertices) else (default,)
    ask(scn, ledger, CONFORM, defender.side, defender_id, options, default, rule="DC-MEL-14")


def conforming_vertices(scn: Scenario, defender: Unit, attacker: Unit) -> tuple[int, ...]:
    """The two vertices a defender can face to have an attacker in front (DC-MEL-11, DC-MEL-14)."""
    hexside = aspects.hexside_towards(scn, defender, attacker.place)
    assert hexside is not None, f"{attacker.id} is not adjacent to {defender.id}"
    return (hexside - 1) % aspects.SIDES, hexside


def matters(scn: Scenario, state: State, defender: Unit, vertices: Sequence[int]) -> bool:
    """Whether an enemy unit next to a defender stands in front, flank or rear of it according to the vertex
    it faces (C-09)."""
    contacts = (other for hex_ in scn.grid.neighbours(defender.place).values() for other in state.on(hex_))
    enemies = [other for other in contacts if other.side != defender.side and not is_chief(other)]

    def positions(vertex: int) -> list[str]:
        turned = replace(defender, facing={**defender.facing, **facing_all(defender, vertex)})
        return [position_now(scn, state, turned, enemy) for enemy in enemies]

    return len({tuple(positions(vertex)) for vertex in vertices}) > 1


def default_vertex(defender: Unit, vertices: Sequence[int]) -> int:
    """The vertex to which the bases of a unit turn least, so the present one if it is among these; the first
    of equals (C-09)."""

    def turning(vertex: int) -> int:
        gaps = [(vertex - defender.facing[base]) % aspects.SIDES for base in bases(defender)]
        return sum(min(gap, aspects.SIDES - gap) for gap in gaps)

    return min(vertices, key=turning)


def settle_vertex(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Turn all bases of the defender to the same vertex, unless they face it already (DC-MEL-14)."""
    defender = ledger.state.units[question.about]
    attacker = engagements.principal(scn, ledger.state, defender)
    facing = facing_all(defender, list(scn.chart("vertices")).index(option))
    if all(defender.facing[base] == vertex for base, vertex in facing.items()):
        return
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
    vertex = default_vertex(defender, conforming_vertices(scn, defender, attacker))
    facing = {**defender.facing, **facing_all(defender, vertex)}
    return replace(state, units={**state.units, defender.id: replace(defender, facing=facing)})


TASKS = {CONFORM: conform, TURN: turn}
ANSWERS = {PRINCIPAL: settle_principal, CONFORM: settle_vertex}
