"""The square that Colonial infantry may form at once when it is engaged in melee (DC-FOR-04, DC-FOR-05)."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.formation.squares import no_square, put_in_square
from engine.systems.desastre_colonial.general import aspects
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask
from engine.systems.desastre_colonial.general.engagements import attackers, strongest
from engine.systems.desastre_colonial.general.values import bases, cavalry
from engine.systems.desastre_colonial.movement.facing import square_facings

SQUARE = "square"
"""Question: whether an engaged unit forms square."""


def ask_defender(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """Ask whether a unit that has been engaged forms square, if it can. When time runs out it does if any
    attacker is cavalry or stands in its flank or rear (7.1)."""
    state = ledger.state
    unit = state.units[defender_id]
    if aspects.in_square(state, unit) or no_square(unit) is not None:
        return
    in_danger = any(_is_dangerous(scn, state, unit, enemy) for enemy in attackers(scn, state, unit))
    ask(scn, ledger, SQUARE, unit.side, unit.id, (YES, NO), YES if in_danger else NO, rule="DC-FOR-04")


def _is_dangerous(scn: Scenario, state: State, unit: Unit, attacker: Unit) -> bool:
    aspect = aspects.aspect_towards(scn, state, unit, attacker.place)
    return cavalry(attacker) or aspect in (aspects.FLANK, aspects.REAR)


def settle_square(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Form square, one base towards the strongest attacker, or stay in line (DC-FOR-04, DC-FOR-08)."""
    if option != YES:
        return
    unit = ledger.state.units[question.about]
    enemies = strongest(attackers(scn, ledger.state, unit))
    hexside = aspects.hexside_towards(scn, unit, enemies[0].place) if enemies else None
    first = bases(unit)[0]
    facings = square_facings(unit, {first: unit.facing[first] if hexside is None else hexside})
    put_in_square(ledger, unit, facings, "DC-FOR-04")


ANSWERS = {SQUARE: settle_square}
