"""Objectives, strength, victory points and the end of the game (PP-VIC)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine import events as ev
from engine.battle import exits, handicap
from engine.ledger import Ledger
from engine.rules import objectives
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.pousse_pion.units import is_combat_unit


def capture_ground(scn: Scenario, ledger: Ledger, unit_id: str) -> None:
    """A unit of any kind takes the objectives of the hex it stands on (PP-VIC-02)."""
    unit = ledger.state.units[unit_id]
    if unit.hex is not None:
        for objective in scn.objectives_at(unit.place):
            objectives.capture(ledger, objective, unit.side, "PP-VIC-02")


def owners(scn: Scenario, state: State) -> dict[str, str]:
    """Who holds each objective now: side by objective id; those of no side are left out."""
    held = {o.id: objectives.last_to_pass(state, o) for o in scn.objectives}
    return {id_: side for id_, side in held.items() if side}


def scores(scn: Scenario, state: State) -> dict[str, int]:
    """Victory points of each side now: objectives, strength bonus (PP-VIC-03, 05), exits of the battle,
    what was given."""
    held, extra = owners(scn, state), bonus(scn, state)
    return {
        side: sum(o.points.get(side, 0) for o in scn.objectives if held.get(o.id) == side)
        + extra[side]
        + exits.points(scn, state, side)
        + handicap.points(scn, side)
        for side in scn.side_ids
    }


def bonus(scn: Scenario, state: State) -> dict[str, int]:
    """What being ahead in strength is worth to each side, in victory points (PP-VIC-05)."""
    steps: Mapping[str, int] = scn.chart("strength_bonus")
    first, second = scn.side_ids
    lead = strength_left(scn, state, first) - strength_left(scn, state, second)
    return {
        side: max((int(worth) for least, worth in steps.items() if ahead >= int(least)), default=0)
        for side, ahead in ((first, lead), (second, -lead))
    }


def strength_left(scn: Scenario, state: State, side: str) -> Fraction:
    """What is left of a side's strength, in percent of all it has in the box (PP-VIC-04, 05).

    A reserve still off the map adds nothing yet; units that are being placed or hidden do.
    """
    units = [u for u in state.units.values() if u.side == side]
    whole = sum(strength(scn, u, u.printed) for u in units)
    left = sum(strength(scn, u, u.values) for u in units if u.place not in (ELIMINATED, RESERVE))
    return Fraction(100 * left, whole) if whole else Fraction(0)


def strength(scn: Scenario, unit: Unit, values: Mapping[str, int]) -> int:
    """Strength points of a unit with these values (PP-VIC-04)."""
    flat = scn.chart("strength_points").get(unit.kind)
    if flat is not None:
        return int(flat)
    one, other = ("vt", "range") if unit.kind == "artillery" else ("vc", "mo")
    return values.get(one, 0) * values.get(other, 0)


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the game after its last turn and count (PP-VIC-03 to 06)."""
    state = ledger.state
    for side, points in bonus(scn, state).items():
        percent = int(strength_left(scn, state, side))
        ledger.note("bonus", "PP-VIC-05", side=side, percent=percent, points=points)
    handicap.tell(scn, ledger)
    wins_draw = handicap.winner_of_draw(scn)
    objectives.end(scn, ledger, scores(scn, state), "last_turn", "PP-VIC-06", wins_draw)


def end_if_beaten(scn: Scenario, ledger: Ledger) -> None:
    """A side with no combat unit left has lost at once; no side has won when both have none (PP-VIC-07)."""
    state = ledger.state
    if state.result is not None or state.questions:
        return
    fighting = {u.side for u in state.units.values() if u.place != ELIMINATED and is_combat_unit(u)}
    beaten = [side for side in scn.side_ids if side not in fighting]
    if beaten:
        winner = scn.enemy(beaten[0]) if len(beaten) == 1 else ""
        level = str(scn.chart("victory_levels", "4" if winner else "0"))
        ledger.tell(ev.Ended(winner=winner, level=level, reason="no_combat_unit", rule="PP-VIC-07"))
