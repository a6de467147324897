"""Which counters may move now, and why the others may not (DC-CMD-02, DC-MOV-01 to 03, DC-VAG)."""

from __future__ import annotations

from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import ACTIVATED, DONE, ENGAGES, ORDERED
from engine.systems.desastre_colonial.general.values import NATIVE, fragile, is_chief
from engine.systems.desastre_colonial.movement import allowance

COMMAND, CHIEFS = "command", "chiefs"
"""The phases in which Chiefs move: at their first activation, or by an option at the end of the turn."""


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter may not move now, or None."""
    reason = not_now(scn, state, unit) or no_hex_left(scn, state, unit)
    return None if reason is None else reason.about({"unit": unit.id, "hex": unit.place})


def no_hex_left(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter could not change hex even if it were activated: artillery without a team (DC-MOV-15), or
    a move that is used up; or None."""
    if not allowance.tactical(scn, unit):
        return Barred("DC-MOV-15", "no_team")
    at = allowance.move_so_far(state, unit)
    return allowance.used_up(scn, state, unit, at, allowance.limits_so_far(scn, state, unit, at))


def not_now(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why it is not for a counter to move or turn now, or None (DC-CMD-02, DC-MOV-01, DC-VAG-02)."""
    if state.phase == allowance.FREE_MOVE:
        return _no_free_move(scn, state, unit)
    marks = state.marks_on(unit.id)
    if is_chief(unit):
        may_move = state.phase == _phase_of_chiefs(scn) and ORDERED in marks
        return None if may_move else _chief_waits(scn)
    if state.phase == COMMAND:
        return Barred("DC-CMD-02", "not_activated")
    if ENGAGES in marks:
        return Barred("DC-MEL-01", "has_engaged", {"target": min(state.targets_of_mark(unit.id, ENGAGES))})
    if ORDERED in marks:
        return None
    if DONE in marks:
        return Barred("DC-CMD-03", "done_this_turn")
    return Barred("DC-CMD-27", "moved_before") if ACTIVATED in marks else Barred("DC-CMD-02", "not_activated")


def chiefs_move_at_end_of_turn(scn: Scenario) -> bool:
    """Whether Chiefs move at the end of the turn, by agreement (DC-MOV-03)."""
    return scn.option("chiefs.move") == "end_of_turn"


def _phase_of_chiefs(scn: Scenario) -> str:
    return CHIEFS if chiefs_move_at_end_of_turn(scn) else COMMAND


def _chief_waits(scn: Scenario) -> Barred:
    if chiefs_move_at_end_of_turn(scn):
        return Barred("DC-MOV-03", "chiefs_move_at_end")
    return Barred("DC-MOV-01", "chief_moves_when_activated")


def _no_free_move(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter has no free move, or None (DC-VAG-01, DC-VAG-02)."""
    if is_chief(unit):
        return _chief_waits(scn)
    if unit.side != NATIVE:
        return Barred("DC-VAG-01", "only_natives_free")
    if fragile(scn, unit):
        return Barred("DC-VAG-02", "fragile_stays")
    enemy = allowance.free_move_enemy(scn, state, unit, allowance.move_so_far(state, unit).start)
    return Barred("DC-VAG-02", "enemy_too_near", {"by": enemy}) if enemy else None
