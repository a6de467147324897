"""Victory: Colonial units lost, Colonial Chiefs left, objectives held (DC-VIC)."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.battle import exits, handicap, length
from engine.ledger import Ledger
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State
from engine.systems.desastre_colonial.general import values

INTACT = "intact"  # an objective that only a unit that is not fragile can hold


def lost(state: State) -> int:
    """L: the Colonial units eliminated, not those that left by an exit (DC-VIC-03, DC-VIC-09)."""
    return sum(
        unit.place == ELIMINATED
        for unit in state.units.values()
        if unit.side == values.COLONIAL and not values.is_chief(unit)
    )


def counted(scn: Scenario, state: State) -> int:
    """L as it decides the game: less what the Native side gives, more what the Colonial side gives."""
    given = handicap.points(scn, values.NATIVE) - handicap.points(scn, values.COLONIAL)
    return max(0, lost(state) + given)


def leaderless(scn: Scenario, state: State) -> bool:
    """Whether a Colonial side that had Chiefs has none left on the map (DC-VIC-04)."""
    had = any(c.side == values.COLONIAL and c.kind == values.CHIEF for c in scn.counters.values())
    return had and not any(values.chiefs(state, values.COLONIAL))


def reached(scn: Scenario, state: State, name: str) -> bool:
    """Whether L has reached a share of N: `disaster`, `native` or `colonial` of the charts (DC-VIC-04 to 06).
    A side that started without units has lost none."""
    numerator, denominator = (int(number) for number in scn.chart("victory", name))
    return counted(scn, state) * denominator >= values.started(scn) * numerator and values.started(scn) > 0


def met(scn: Scenario, state: State, objective: Objective) -> bool:
    """Whether a Colonial unit, for some objectives one that is not fragile, stands in a hex of an objective
    (DC-VIC-01, DC-VIC-06)."""
    return any(
        unit.place in objective.hexes and not (objective.scored == INTACT and values.fragile(scn, unit))
        for unit in values.troops(state, values.COLONIAL)
    )


def owners(scn: Scenario, state: State) -> Mapping[str, str]:
    """The objectives that the Colonial side holds now."""
    return {o.id: values.COLONIAL for o in scn.objectives if met(scn, state, o)}


def scores(scn: Scenario, state: State) -> Mapping[str, int]:
    """Objectives held by the Colonial side and units of it that left by an exit; Colonial units eliminated by
    the Native one, as they count with a handicap; for display only."""
    gone = sum(len(exits.left(state, way)) for way in scn.exits)
    return {values.COLONIAL: len(owners(scn, state)) + gone, values.NATIVE: counted(scn, state)}


def decided(scn: Scenario, ledger: Ledger) -> bool:
    """Check victory at the end of a turn (DC-VIC-03 to 08); whether the game is over."""
    state = ledger.state
    units_lost, units = lost(state), values.started(scn)
    disaster = reached(scn, state, "disaster") or leaderless(scn, state)
    if not disaster and not length.is_over(scn, ledger):
        ledger.note("victory", "DC-VIC-03", lost=units_lost, started=units)
        return False
    objective = "none" if not scn.objectives and not scn.exits else "yes" if _all_met(scn, state) else "no"
    winner, level, reason, rule = _verdict(scn, state)
    ledger.note("victory", rule, lost=units_lost, started=units, objective=objective)
    handicap.tell(scn, ledger)
    ledger.tell(ev.Ended(winner=winner, level=level, reason=reason, rule=rule))
    return True


def _all_met(scn: Scenario, state: State) -> bool:
    """Whether all objectives are held, and so many units have left by the exits as the battle asks for."""
    held = all(met(scn, state, objective) for objective in scn.objectives)
    return held and exits.achieved(scn, state, values.COLONIAL)


def _verdict(scn: Scenario, state: State) -> tuple[str, str, str, str]:
    """Winner, level, reason and rule of a game that is over."""
    if reached(scn, state, "disaster"):
        return values.NATIVE, "disaster", "units_lost", "DC-VIC-04"
    if leaderless(scn, state):
        return values.NATIVE, "disaster", "no_chief_left", "DC-VIC-04"
    if reached(scn, state, "native"):
        return values.NATIVE, "victory", "last_turn", "DC-VIC-05"
    if not reached(scn, state, "colonial") and _all_met(scn, state):
        return values.COLONIAL, "victory", "last_turn", "DC-VIC-06"
    winner = handicap.winner_of_draw(scn)
    return winner, "victory" if winner else "draw", "last_turn", "DC-VIC-07"
