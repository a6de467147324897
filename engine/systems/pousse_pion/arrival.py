"""What a step brings to whoever made it and to those around, by the kind of movement (rules file, 4.13).

The one place where the differences between a step, a charge, a follow-up, a pursuit and a retreat are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion import losses, zoc
from engine.systems.pousse_pion.marks import BEGUN, MOVED, PAID, STOPPED
from engine.systems.pousse_pion.values import in_order
from engine.systems.pousse_pion.victory import take_ground

OF_A_STEP = frozenset({MOVED, BEGUN, STOPPED, PAID})
"""The marks that a step may put on its unit and take off when it is taken back (PP-MOV-29)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A step just made: by whom, from where, whether an enemy controlled that hex and the unit was in order
    before it, and the way it followed, "" for none."""

    unit: str
    origin: Hex
    zoned: bool
    orderly: bool
    way: str


Effect = Callable[[Scenario, Ledger, Arrival], None]
"""Something that follows from a step. It leaves a unit alone that is no longer on the map."""
React = Callable[[Scenario, Ledger, str], None]
"""Reaction fire at a unit."""


def setting_out(scn: Scenario, state: State, unit: Unit, way: str = "") -> Arrival:
    """What is to be remembered of a unit before its step (4.13, 2)."""
    zoned = unit.hex is not None and zoc.controlled(scn, state, unit.hex, scn.enemy(unit.side))
    return Arrival(unit=unit.id, origin=unit.place, zoned=zoned, orderly=in_order(state, unit), way=way)


def arrive(scn: Scenario, ledger: Ledger, arrival: Arrival, effects: Iterable[Effect]) -> None:
    """Let everything happen that follows from a step, in order."""
    for effect in effects:
        effect(scn, ledger, arrival)


def _held(scn: Scenario, ledger: Ledger, unit_id: str) -> bool:
    """Whether a unit stands in an enemy zone."""
    unit = ledger.state.units[unit_id]
    return unit.hex is not None and zoc.controlled(scn, ledger.state, unit.hex, scn.enemy(unit.side))


def stop(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """An enemy zone ends the movement for this phase (PP-ZOC-06, PP-RET-20)."""
    if _held(scn, ledger, arrival.unit) and not ledger.state.marked(arrival.unit, STOPPED):
        ledger.tell(ev.Marked(name=STOPPED, on=arrival.unit, rule="PP-ZOC-06"))


def zone_price(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """What it costs to enter an enemy zone, by the state before the step: from zone to zone disorder, or an
    aggravated loss in place of that of entering (PP-ZOC-13)."""
    if not arrival.zoned:
        entry_price(scn, ledger, arrival)
    elif _held(scn, ledger, arrival.unit) and arrival.orderly:
        losses.disorder(ledger, arrival.unit, "PP-ZOC-13")
    elif _held(scn, ledger, arrival.unit):
        count = int(scn.chart("zoc", "zoc_to_zoc_losses"))
        losses.lose_aggravated(scn, ledger, arrival.unit, count, "PP-ZOC-13")


def entry_price(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """A loss to a unit in disorder that comes into an enemy zone out of none, one for two zones as for one
    (PP-ZOC-07)."""
    if not arrival.zoned and not arrival.orderly and _held(scn, ledger, arrival.unit):
        kind = losses.lose if scn.option("zoc.entry_loss") == "by_state" else losses.lose_simple
        kind(scn, ledger, arrival.unit, int(scn.chart("zoc", "entry_losses")), "PP-ZOC-07")


def zone_price_of_charge(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """The same for the approach of a charge: nothing, unless a switch says otherwise (PP-ZOC-14)."""
    if scn.option("charge.approach_zoc_to_zoc") == "applies":
        zone_price(scn, ledger, arrival)


def retreat_price(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """What it costs to retreat into an enemy zone, by the state before the step: a loss (PP-RET-16); from
    zone to zone disorder besides, or one aggravated loss and no other (PP-RET-17)."""
    if not _held(scn, ledger, arrival.unit):
        return
    count = int(scn.chart("retreat", "zoc_losses"))
    if not arrival.orderly and arrival.zoned:
        losses.lose_aggravated(scn, ledger, arrival.unit, count, "PP-RET-17")
    elif not arrival.orderly:
        losses.lose(scn, ledger, arrival.unit, count, "PP-RET-16")
    else:
        if scn.option("retreat.entry_loss_in_order") != "none":
            losses.lose_simple(scn, ledger, arrival.unit, count, "PP-RET-16")
        if arrival.zoned:
            losses.disorder(ledger, arrival.unit, "PP-RET-17")


def wade(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """Whoever wades through a river is then in disorder (PP-MOV-13); on a way he stays dry (PP-MOV-19)."""
    unit = ledger.state.units[arrival.unit]
    if unit.hex is None or arrival.way:
        return
    if scn.hexside(arrival.origin, unit.hex).water in scn.chart("disordering"):
        losses.disorder(ledger, unit.id, "PP-MOV-13")


def shake(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """Disorder generals and artillery of both sides under the zone of an enemy in order (PP-ZOC-17)."""
    zoc.shake(scn, ledger)


def ground(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
    """Take the objectives of the hex the unit stands on; driven off it already, it has not taken them
    (PP-VIC-02)."""
    take_ground(scn, ledger, arrival.unit)


def step(react: React) -> tuple[Effect, ...]:
    """What follows from a step of one's own will, in the order of 4.13; fire comes before the disorder of
    guns (PP-FIR-18)."""
    return stop, zone_price, wade, _fired_at(react), shake, ground


def charge(react: React) -> tuple[Effect, ...]:
    """What follows from the approach of a charge, before its test (PP-CHG-13, PP-ZOC-14, PP-ZOC-18)."""
    return stop, zone_price_of_charge, _fired_at(react), shake, ground


def _fired_at(react: React) -> Effect:
    def fire(scn: Scenario, ledger: Ledger, arrival: Arrival) -> None:
        if alive(ledger, arrival.unit):
            react(scn, ledger, arrival.unit)

    return fire


PASSING: tuple[Effect, ...] = (wade, ground)
"""Past a friend, on a hex in no enemy contact (PP-MOV-34) or, in a retreat, whatever its zones (R-44)."""
FOLLOW: tuple[Effect, ...] = (stop, shake, ground)
"""Into the hex of a unit driven off by a charge (PP-CHG-25; C-05)."""
PURSUIT: tuple[Effect, ...] = (stop, entry_price, wade, shake, ground)
"""After a combat; from zone to zone it costs nothing (PP-PUR-04, 05, 08)."""
RETREAT: tuple[Effect, ...] = (stop, retreat_price, wade, shake, ground)
"""Forced (PP-RET-16, 17, 20)."""


def changed(before: State, after: State, unit_id: str) -> bool:
    """Whether a step changed more than the place, MV and marks of moving of its unit (PP-MOV-31)."""
    was, now = before.units[unit_id], after.units[unit_id]
    others = {**before.units, unit_id: now} != after.units
    hurt = replace(was, place="", values={**was.values, "mp": 0}) != replace(
        now, place="", values={**now.values, "mp": 0}
    )
    marks = before.marks ^ after.marks
    return others or hurt or any(m.on != unit_id or m.name not in OF_A_STEP for m in marks)
