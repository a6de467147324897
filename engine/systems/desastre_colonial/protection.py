"""Protection: the factors of a roll, and the dice the target has rolled again for them (DC-PRO)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial import engagement, ground, sight, values
from engine.systems.desastre_colonial.asking import ask
from engine.systems.desastre_colonial.marks import AT_RISK, FORMED, LOW_AMMO, MOVED, PIVOTED

PROTECTION, NONE = "protection", "none"
DICE, CHOSEN = "fire", "protection"
"""Pools: the dice of the roll at hand as they fell, and those of them to be rolled again."""

Factors = tuple[tuple[str, int], ...]
"""What protects a target from one roll: the line of the table, and how many dice it is good for."""


def factors(scn: Scenario, state: State, shooter: Unit, bases: Sequence[str], target: Unit) -> Factors:
    """The lines of table 5.4 that hold for one roll of a unit, by these bases (DC-PRO-01, DC-PRO-05)."""
    chart = scn.chart("protection")
    found = (*_of_shooter(scn, state, shooter, bases, target), *_of_target(scn, state, shooter, target))
    return tuple((line, int(chart[line])) for line in found)


def _of_shooter(
    scn: Scenario, state: State, shooter: Unit, bases: Sequence[str], target: Unit
) -> Iterator[str]:
    if moved(state, shooter, bases):
        yield "S1"
    if values.skirmisher(shooter):
        yield "S2"
    if not nearest(scn, state, shooter, target):
        yield "S3"
    if state.marked(shooter.id, LOW_AMMO):
        yield "S4"
    if values.fragile(scn, shooter):
        yield "S5"


def _of_target(scn: Scenario, state: State, shooter: Unit, target: Unit) -> Iterator[str]:
    here, there = shooter.place, target.place
    if values.skirmisher(target) or values.gunlike(target):
        yield "T1"
    if ground.elevated(scn, state, there) and not ground.elevated(scn, state, here):
        yield "T2"
    if engagement.engaged(scn, state, target):
        yield "T3"
    cover = ground.cover_from(scn, state, there, here)
    if cover and not scn.grid.adjacent(here, there) and not values.gunlike(shooter):
        yield "T4"
    if cover == "heavy":
        yield "T5"
    if any(state.marked(chief.id, AT_RISK) for chief in values.chiefs_on(state, there, target.side)):
        yield "T6"


def moved(state: State, unit: Unit, bases: Sequence[str]) -> bool:
    """Whether one of these bases has moved in this run: with the unit, or turned by itself (DC-PRO-S1).

    Forming and leaving a square counts too (DC-FOR-10, DC-FOR-11); one base is enough for a roll of both
    (DC-FIR-16).
    """
    if state.names_on(unit.id) & {MOVED, FORMED}:
        return True
    turned = state.pointed(unit.id, PIVOTED)
    return "unit" in turned or any(base in turned for base in bases)


def nearest(scn: Scenario, state: State, shooter: Unit, target: Unit) -> bool:
    """Whether no enemy in sight is nearer than the target, in arc or not (DC-PRO-S3, DC-PRO-06)."""
    here, away = shooter.place, scn.grid.distance(shooter.place, target.place)
    return not any(
        scn.grid.distance(here, enemy.place) < away and sight.sees(scn, state, here, enemy.place)
        for enemy in values.troops(state, target.side)
    )


def number(scn: Scenario, shooter: Unit) -> int:
    """What a fire die must show to hit, at least (DC-FIR-18)."""
    return int(scn.chart("fire", "hit_on", values.training(shooter)))


def hits(scn: Scenario, shooter: Unit, die: int) -> int:
    """The hits of one fire die (DC-FIR-18 to 21)."""
    training = values.training(shooter)
    if die < number(scn, shooter):
        return 0
    doubled = scn.chart("fire", "double_on").get(training)
    if doubled is not None and die >= int(doubled):
        return 2
    return int(scn.chart("fire", "hits_per_success", training))


def again(scn: Scenario, ledger: Ledger, shooter: Unit, bases: Sequence[str], target: Unit) -> None:
    """Let the target's side choose the dice of a roll that fall again, one by one (DC-PRO-02 to 04).

    Asked of nobody who has not said that he wants to be: hitting dice then, the highest first.
    """
    state = ledger.state
    dice, chosen = state.pools.get(DICE, ()), state.pools.get(CHOSEN, ())
    allowed = sum(n for _, n in factors(scn, state, shooter, bases, target))
    left = sorted((Counter(dice) - Counter(chosen)).elements(), reverse=True)
    if not left or len(chosen) >= allowed:
        return
    hitting = [die for die in left if hits(scn, shooter, die)]
    options = (*(str(die) for die in dict.fromkeys(left)), NONE)
    default = str(hitting[0]) if hitting else NONE
    ask(scn, ledger, PROTECTION, target.side, shooter.id, options, default, rule="DC-PRO-02")


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """One die more to be rolled again, or no more of them (DC-PRO-03, DC-PRO-04)."""
    if option == NONE:
        return
    chosen = ledger.state.pools.get(CHOSEN, ())
    ledger.tell(ev.Pooled(pool=CHOSEN, dice=(*chosen, int(option)), rule="DC-PRO-02"))
    task = ledger.state.agenda[0]
    shooter_id, target_id, *bases = task.about
    units = ledger.state.units
    again(scn, ledger, units[shooter_id], bases, units[target_id])


ANSWERS = {PROTECTION: settle}
