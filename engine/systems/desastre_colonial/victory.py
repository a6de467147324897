"""Who wins (DC-VIC): how many Colonial units are lost, whether a Chief is left, what the scenario wants
held."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State
from engine.systems.desastre_colonial.values import chiefs, fragile, is_chief, troops

COLONIAL, NATIVE = "colonial", "native"
INTACT = "intact"  # an objective that only a unit that is not fragile holds


def lost(state: State) -> int:
    """L: the Colonial units eliminated; those that left by an exit are not counted (DC-VIC-03, DC-VIC-09)."""
    return sum(
        unit.place == ELIMINATED
        for unit in state.units.values()
        if unit.side == COLONIAL and not is_chief(unit)
    )


def started(scn: Scenario) -> int:
    """N: the units the Colonial side started with (DC-VIC-03)."""
    return sum(c.side == COLONIAL and c.kind != "chief" for c in scn.counters.values())


def leaderless(scn: Scenario, state: State) -> bool:
    """Whether a Colonial side that had Chiefs has none left on the map (DC-VIC-04)."""
    had = any(c.side == COLONIAL and c.kind == "chief" for c in scn.counters.values())
    return had and not any(chiefs(state, COLONIAL))


def reached(scn: Scenario, state: State, name: str) -> bool:
    """Whether the Colonial losses have come to a share of the units it started with: `disaster`, `native` or
    `colonial` of the charts (DC-VIC-04 to 06). A side that started with nobody has lost nobody."""
    part, whole = (int(number) for number in scn.chart("victory", name))
    return lost(state) * whole >= started(scn) * part and started(scn) > 0


def met(scn: Scenario, state: State, objective: Objective) -> bool:
    """Whether a Colonial unit stands on one of its hexes: any, or one that is not fragile (DC-VIC-01,
    DC-VIC-06)."""
    return any(
        unit.place in objective.hexes and not (objective.scored == INTACT and fragile(scn, unit))
        for unit in troops(state, COLONIAL)
    )


def owners(scn: Scenario, state: State) -> Mapping[str, str]:
    """The objectives that the Colonial side holds as the table stands."""
    return {o.id: COLONIAL for o in scn.objectives if met(scn, state, o)}


def scores(scn: Scenario, state: State) -> Mapping[str, int]:
    """What each side has got so far: objectives held, Colonial units eliminated. Nothing is decided by
    adding."""
    return {COLONIAL: len(owners(scn, state)), NATIVE: lost(state)}


def decided(scn: Scenario, ledger: Ledger) -> bool:
    """Look at victory at the end of a turn (DC-VIC-03 to 08); whether the game is over."""
    state = ledger.state
    last = state.turn >= scn.turns
    gone, whole = lost(state), started(scn)
    if not reached(scn, state, "disaster") and not leaderless(scn, state) and not last:
        ledger.note("victory", "DC-VIC-03", lost=gone, started=whole)
        return False
    objective = "none" if not scn.objectives else "yes" if _all_met(scn, state) else "no"
    winner, level, reason, rule = _verdict(scn, state)
    ledger.note("victory", rule, lost=gone, started=whole, objective=objective)
    ledger.tell(ev.Ended(winner=winner, level=level, reason=reason, rule=rule))
    return True


def _all_met(scn: Scenario, state: State) -> bool:
    return all(met(scn, state, objective) for objective in scn.objectives)


def _verdict(scn: Scenario, state: State) -> tuple[str, str, str, str]:
    """Winner, level, reason and rule of a game that is over."""
    if reached(scn, state, "disaster"):
        return NATIVE, "disaster", "units_lost", "DC-VIC-04"
    if leaderless(scn, state):
        return NATIVE, "disaster", "no_chief_left", "DC-VIC-04"
    if reached(scn, state, "native"):
        return NATIVE, "victory", "last_turn", "DC-VIC-05"
    if not reached(scn, state, "colonial") and _all_met(scn, state):
        return COLONIAL, "victory", "last_turn", "DC-VIC-06"
    return "", "draw", "last_turn", "DC-VIC-07"
