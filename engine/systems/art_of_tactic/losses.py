"""Losing figures and being taken off the map; what the winners and the beaten army get for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.systems.art_of_tactic.card import NINJA, STAFF, plays
from engine.systems.art_of_tactic.front import faced
from engine.systems.art_of_tactic.marks import FACES, LEADERLESS

DESTROYED, SURRENDERED, PANICKED_OFF = "destroyed", "surrendered", "panicked_off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """The casualties of one attack: who inflicts them, on whom, figures."""

    by: str
    unit: str
    casualties: int


def key(state: State, when: str, unit: str, purpose: str) -> str:
    """What a roll is derived from: turn, step, sub-step, unit, purpose; once a game (AT-GEN-07)."""
    return f"{state.turn}/{state.phase}/{when}/{unit}/{purpose}"


def lose(ledger: Ledger, hits: Sequence[Hit]) -> frozenset[str]:
    """Take off the casualties of one simultaneous batch; the units without a figure left (AT-MEL-28).

    The Commander is the last figure to go, or the first when a ninja is among those who hit (AT-ORD-17, -18).
    """
    empty = set()
    for id_ in sorted({hit.unit for hit in hits if hit.casualties > 0}):
        unit = ledger.state.units[id_]
        blows = [hit for hit in hits if hit.unit == id_ and hit.casualties > 0]
        left = max(0, unit["figures"] - sum(hit.casualties for hit in blows))
        ledger.tell(ev.Changed(unit=id_, value="figures", was=unit["figures"], now=left, rule="AT-MEL-25"))
        sought = any(NINJA in ledger.state.units[hit.by].traits for hit in blows)
        if unit["commander"] and (sought or left == 0):
            rule = "AT-ORD-18" if sought else "AT-ORD-17"
            ledger.tell(ev.Changed(unit=id_, value="commander", was=unit["commander"], now=0, rule=rule))
            ledger.note("commander_lost", rule, unit=id_)
        if left == 0:
            empty.add(id_)
    return frozenset(empty)


def remove(
    scn: Scenario, ledger: Ledger, units: Iterable[str], how: str, rule: str, *, honors: bool
) -> frozenset[str]:
    """Take units off the map together (AT-GEN-09); the sides whose General Staff is among them.

    `how` is destroyed, surrendered or panicked_off. With `honors`, those in melee with a removed unit who
    faced it get their Honor Markers (AT-MOR-40).
    """
    before, gone = ledger.state, sorted(units)
    for id_ in gone:
        _strike(ledger, id_, how, rule)
    if honors:
        _honor(scn, ledger, before, gone)
    beaten = {before.units[id_].side for id_ in gone if STAFF in before.units[id_].traits}
    if not plays(scn, "intermediate"):
        return frozenset()
    for side in sorted(beaten):
        ledger.tell(ev.Marked(name=LEADERLESS, on=side, rule="AT-MOR-16"))
        ledger.note("staff_lost", "AT-MOR-16", side=side)
    return frozenset(beaten)


def _strike(ledger: Ledger, id_: str, how: str, rule: str) -> None:
    """One unit off the map, its order and its markers with it; who faced it is remembered to turn end."""
    unit = ledger.state.units[id_]
    ledger.tell(ev.Placed(unit=id_, origin=unit.place, place=ELIMINATED, manner=how, rule=rule))
    ledger.note(how, rule, unit=id_, side=unit.side)
    forget(ledger, id_, rule)


def forget(ledger: Ledger, id_: str, rule: str) -> None:
    """Take a unit's order and markers away, and those that point at it but FACES (AT-MEL-34)."""
    if id_ in ledger.state.orders:
        ledger.tell(ev.Ordered(unit=id_, order={}, rule=rule))
    marks = (m for m in ledger.state.marks if m.on == id_ or (m.to == id_ and m.name != FACES))
    for mark in sorted(marks, key=lambda m: (m.name, m.on, m.to)):
        ledger.tell(ev.Unmarked(name=mark.name, on=mark.on, to=mark.to, rule=rule))


def _honor(scn: Scenario, ledger: Ledger, before: State, gone: Sequence[str]) -> None:
    """An Honor Marker for each unit that beat another in melee, never a second one (AT-MOR-40, AT-MOR-41)."""
    if not plays(scn, "intermediate"):
        return
    most = int(scn.chart("most_honor"))
    for unit in sorted(before.fielded(), key=lambda u: u.id):
        enemy = faced(scn, before, unit.id)
        if enemy is None or enemy.id not in gone or unit.id in gone or unit["honor"] >= most:
            continue
        now = unit["honor"] + 1
        ledger.tell(ev.Changed(unit=unit.id, value="honor", was=unit["honor"], now=now, rule="AT-MOR-40"))
        ledger.note("honor", "AT-MOR-40", unit=unit.id, target=enemy.id)
