"""Protection: the factors of a fire roll, and the dice that the target has rolled again (DC-PRO)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.agenda import ask
from engine.systems.desastre_colonial.general.engagements import engaged
from engine.systems.desastre_colonial.general.marks import AT_RISK, FORMED, LOW_AMMO, MOVED, PIVOTED
from engine.systems.desastre_colonial.terrain import sight, terrain

PROTECTION, NONE = "protection", "none"
"""Question: the next die to be rolled again, or none."""
DICE, CHOSEN = "fire", "protection"
"""Pools: the dice of the present roll, and those of them to be rolled again."""

Factors = tuple[tuple[str, int], ...]
"""Lines of table 5.4 with the number of dice that each lets the target have rolled again."""


def factors(scn: Scenario, state: State, shooter: Unit, bases: Sequence[str], target: Unit) -> Factors:
    """The protection factors of a roll of a unit with these bases (DC-PRO-01, DC-PRO-05)."""
    lines = (*_of_shooter(scn, state, shooter, bases, target), *_of_target(scn, state, shooter, target))
    return tuple((line, int(scn.chart("protection", line))) for line in lines)


def _of_shooter(
    scn: Scenario, state: State, shooter: Unit, bases: Sequence[str], target: Unit
) -> Iterator[str]:
    """The lines S1 to S5."""
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
    """The lines T1 to T6."""
    here, there = shooter.place, target.place
    if values.skirmisher(target) or values.gunlike(target):
        yield "T1"
    if terrain.elevated(scn, state, there) and not terrain.elevated(scn, state, here):
        yield "T2"
    if engaged(scn, state, target):
        yield "T3"
    cover = terrain.cover_from(scn, state, there, here)
    if cover and not scn.grid.adjacent(here, there) and not values.gunlike(shooter):
        yield "T4"
    if cover == "heavy":
        yield "T5"
    if any(state.marked(chief.id, AT_RISK) for chief in values.chiefs_on(state, there, target.side)):
        yield "T6"


def moved(state: State, unit: Unit, bases: Sequence[str]) -> bool:
    """Whether one of these bases has moved in this run, with its unit or by a pivot (DC-PRO-S1, DC-FIR-16).

    Forming or unforming a square counts too (DC-FOR-10, DC-FOR-11).
    """
    if state.marks_on(unit.id) & {MOVED, FORMED}:
        return True
    pivoted = state.targets_of_mark(unit.id, PIVOTED)
    return any(base in pivoted for base in (values.WHOLE, *bases))


def nearest(scn: Scenario, state: State, shooter: Unit, target: Unit) -> bool:
    """Whether no enemy in sight is nearer than the target, in the arc or not (DC-PRO-S3, DC-PRO-06)."""
    here, away = shooter.place, scn.grid.distance(shooter.place, target.place)
    return not any(
        scn.grid.distance(here, enemy.place) < away and sight.sees(scn, state, here, enemy.place)
        for enemy in values.troops(state, target.side)
    )


def number_to_hit(scn: Scenario, shooter: Unit) -> int:
    """The lowest fire die of a unit that hits (DC-FIR-18)."""
    return int(scn.chart("fire", "hit_on", values.training(shooter)))


def hits(scn: Scenario, shooter: Unit, die: int) -> int:
    """The hits of one fire die of a unit (DC-FIR-18 to 21)."""
    if die < number_to_hit(scn, shooter):
        return 0
    doubled = scn.chart("fire", "double_on").get(values.training(shooter))
    if doubled is not None and die >= int(doubled):
        return 2
    return int(scn.chart("fire", "hits_per_success", values.training(shooter)))


def ask_rerolls(scn: Scenario, ledger: Ledger, shooter: Unit, bases: Sequence[str], target: Unit) -> None:
    """Let the side of the target choose, one by one, the dice to be rolled again (DC-PRO-02 to 04).

    By default it chooses hitting dice, the highest first; it is asked only if a standing order says so.
    """
    state = ledger.state
    dice, chosen = state.pools.get(DICE, ()), state.pools.get(CHOSEN, ())
    allowed = sum(number for _, number in factors(scn, state, shooter, bases, target))
    left = sorted((Counter(dice) - Counter(chosen)).elements(), reverse=True)
    if not left or len(chosen) >= allowed:
        return
    hitting = [die for die in left if hits(scn, shooter, die)]
    options = (*(str(die) for die in dict.fromkeys(left)), NONE)
    default = str(hitting[0]) if hitting else NONE
    ask(scn, ledger, PROTECTION, target.side, shooter.id, options, default, rule="DC-PRO-02")


def settle_reroll(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Have one more die rolled again, or no more of them (DC-PRO-03, DC-PRO-04)."""
    if option == NONE:
        return
    chosen = ledger.state.pools.get(CHOSEN, ())
    ledger.tell(ev.Pooled(pool=CHOSEN, dice=(*chosen, int(option)), rule="DC-PRO-02"))
    task = ledger.state.agenda[0]
    shooter_id, target_id, *bases = task.about
    units = ledger.state.units
    ask_rerolls(scn, ledger, units[shooter_id], bases, units[target_id])


ANSWERS = {PROTECTION: settle_reroll}
