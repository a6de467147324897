"""How long two people need for a battle at a table: what it says itself, else an estimate by one stated rule.

Units times turns times the seconds that a unit takes in a turn of its rulebook. A reinforcement counts from
the turn in which it may come, a battle that a die may end by the mean of its lengths.
"""

from __future__ import annotations

from engine.battle.length import DIE
from engine.scenario import Scenario

SECONDS = {"morne_plaine": 30, "pousse_pion": 28, "desastre_colonial": 25, "art_of_tactic": 36}
USUAL = 30
"""Seconds that a unit takes in a turn of a rulebook, and in one that is not named."""
FINE, COARSE = 5, 15
"""Minutes to which an estimate is rounded: below an hour, and from an hour on."""


def minutes(battle: Scenario) -> int:
    """Minutes at the table for two."""
    return battle.about.minutes if battle.about is not None and battle.about.minutes else estimate(battle)


def estimate(battle: Scenario) -> int:
    """Minutes by the rule, rounded."""
    turns = mean_turns(battle)
    shares = (_share(battle, unit, turns) for unit in battle.counters)
    whole = sum(shares) * turns * SECONDS.get(battle.system, USUAL) / 60
    step = FINE if whole < 60 else COARSE
    return max(step, round(whole / step) * step)


def mean_turns(battle: Scenario) -> float:
    """How many game turns a battle lasts on average."""
    ending = battle.ending
    if ending is None:
        return battle.turns
    goes_on = (ending.least - 1) / DIE
    later = sum(goes_on**n for n in range(1, battle.turns - ending.turn + 1))
    return ending.turn + later


def _share(battle: Scenario, unit: str, turns: float) -> float:
    """The share of a battle in which a unit may be on the map."""
    arrival = battle.arrival_of(unit)
    return 1 if arrival is None else max(0.0, turns - arrival.turn + 1) / turns
