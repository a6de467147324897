"""The effects of a step on the unit that makes it and on those around, by kind of movement (4.13).

What each kind of movement brings is a list of effects, in the order in which they happen: STEP in `movement`,
CHARGE in `charge`, the others here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion import losses, zoc
from engine.systems.pousse_pion.marks import BEGUN, MOVED, PAID, STOPPED
from engine.systems.pousse_pion.units import in_order
from engine.systems.pousse_pion.victory import capture_ground

OF_A_STEP = frozenset({MOVED, BEGUN, STOPPED, PAID})
"""The marks that a step may put on its unit and take off when it is taken back (PP-MOV-29)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepMade:
    """A step just made: its unit and origin, what is remembered from before it (4.13, 2), and the way it
    followed, "" for none."""

    unit: str
    origin: Hex
    was_in_zone: bool
    was_in_order: bool
    way: str


Effect = Callable[[Scenario, Ledger, StepMade], None]
"""An effect of a step. It leaves a unit alone that is no longer on the map."""


def before_step(scn: Scenario, state: State, unit: Unit, way: str = "") -> StepMade:
    """What is to be remembered of a unit before its step (4.13, 2)."""
    was_in_zone = unit.hex is not None and bool(zoc.controllers(scn, state, unit.hex, scn.enemy(unit.side)))
    return StepMade(
        unit=unit.id,
        origin=unit.place,
        was_in_zone=was_in_zone,
        was_in_order=in_order(state, unit),
        way=way,
    )


def apply_effects(scn: Scenario, ledger: Ledger, step: StepMade, effects: Iterable[Effect]) -> None:
    """Apply the effects of a step, in order."""
    for effect in effects:
        effect(scn, ledger, step)


def _is_in_zone(scn: Scenario, ledger: Ledger, unit_id: str) -> bool:
    """Whether a unit stands in an enemy zone now."""
    unit = ledger.state.units[unit_id]
    return unit.hex is not None and bool(zoc.controllers(scn, ledger.state, unit.hex, scn.enemy(unit.side)))


def zone_stop(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """An enemy zone ends the movement for this phase (PP-ZOC-06, PP-RET-20)."""
    if _is_in_zone(scn, ledger, step.unit) and not ledger.state.marked(step.unit, STOPPED):
        ledger.tell(ev.Marked(name=STOPPED, on=step.unit, rule="PP-ZOC-06"))


def zone_penalty(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """The penalty for entering an enemy zone, by the state before the step: from zone to zone disorder, or an
    aggravated loss in place of that for entering (PP-ZOC-13)."""
    if not step.was_in_zone:
        zone_entry_penalty(scn, ledger, step)
    elif _is_in_zone(scn, ledger, step.unit) and step.was_in_order:
        losses.disorder(ledger, step.unit, "PP-ZOC-13")
    elif _is_in_zone(scn, ledger, step.unit):
        count = int(scn.chart("zoc", "zoc_to_zoc_losses"))
        losses.lose_aggravated(scn, ledger, step.unit, count, "PP-ZOC-13")


def zone_entry_penalty(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """A loss to a unit in disorder that comes into an enemy zone out of none, one for two zones as for one
    (PP-ZOC-07)."""
    if not step.was_in_zone and not step.was_in_order and _is_in_zone(scn, ledger, step.unit):
        lose = losses.lose if scn.option("zoc.entry_loss") == "by_state" else losses.lose_simple
        lose(scn, ledger, step.unit, int(scn.chart("zoc", "entry_losses")), "PP-ZOC-07")


def charge_zone_penalty(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """The same for the approach of a charge: nothing, unless a switch says otherwise (PP-ZOC-14)."""
    if scn.option("charge.approach_zoc_to_zoc") == "applies":
        zone_penalty(scn, ledger, step)


def retreat_zone_penalty(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """The penalty for a retreat into an enemy zone, by the state before the step: a loss (PP-RET-16); from
    zone to zone disorder as well, or one aggravated loss and no other (PP-RET-17)."""
    if not _is_in_zone(scn, ledger, step.unit):
        return
    count = int(scn.chart("retreat", "zoc_losses"))
    if not step.was_in_order and step.was_in_zone:
        losses.lose_aggravated(scn, ledger, step.unit, count, "PP-RET-17")
    elif not step.was_in_order:
        losses.lose(scn, ledger, step.unit, count, "PP-RET-16")
    else:
        if scn.option("retreat.entry_loss_in_order") != "none":
            losses.lose_simple(scn, ledger, step.unit, count, "PP-RET-16")
        if step.was_in_zone:
            losses.disorder(ledger, step.unit, "PP-RET-17")


def river_disorder(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """A unit that has waded through a river is in disorder (PP-MOV-13); not on a way (PP-MOV-19)."""
    unit = ledger.state.units[step.unit]
    if unit.hex is None or step.way:
        return
    if scn.hexside(step.origin, unit.hex).water in scn.chart("disordering"):
        losses.disorder(ledger, unit.id, "PP-MOV-13")


def zone_disorder(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """Disorder generals and artillery of both sides in the zone of an enemy in order (PP-ZOC-17)."""
    zoc.disorder_exposed_units(scn, ledger)


def objectives(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """Take the objectives of the hex the unit stands on; driven off already, it has not taken them
    (PP-VIC-02)."""
    capture_ground(scn, ledger, step.unit)


PASSING: tuple[Effect, ...] = (river_disorder, zone_disorder, objectives)
"""Past a friend, on a hex in no enemy contact (PP-MOV-34) or, in a retreat, whatever its zones (R-44);
generals and artillery are checked there too (C-13)."""
FOLLOW_UP: tuple[Effect, ...] = (zone_stop, zone_disorder, objectives)
"""Into the hex of a unit driven off by a charge (PP-CHG-25; C-05)."""
PURSUIT: tuple[Effect, ...] = (zone_stop, zone_entry_penalty, river_disorder, zone_disorder, objectives)
"""After a combat; from zone to zone it costs nothing (PP-PUR-04, 05, 08)."""
RETREAT: tuple[Effect, ...] = (zone_stop, retreat_zone_penalty, river_disorder, zone_disorder, objectives)
"""Forced (PP-RET-16, 17, 20)."""


def had_consequences(before: State, after: State, unit_id: str) -> bool:
    """Whether a step changed more than the place, MV and marks of moving of its unit (PP-MOV-31)."""
    was, now = before.units[unit_id], after.units[unit_id]
    others_changed = {**before.units, unit_id: now} != after.units
    unit_changed = replace(was, place="", values={**was.values, "mp": 0}) != replace(
        now, place="", values={**now.values, "mp": 0}
    )
    marks = before.marks ^ after.marks
    other_marks = any(mark.on != unit_id or mark.name not in OF_A_STEP for mark in marks)
    return others_changed or unit_changed or other_marks
