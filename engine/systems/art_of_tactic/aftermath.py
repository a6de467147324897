"""Turn end: contacts that are over, winners who turn to the next enemy or will pursue (6.2, step 7)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.card import SHAKEN, order
from engine.systems.art_of_tactic.front import engaged, faced, opponents, strongest, touching
from engine.systems.art_of_tactic.marks import ENGAGED, FACES, PURSUES
from engine.systems.art_of_tactic.melee import choose_targets, face, turn

FLIGHTS = ("flee", "panic")
BACKS = (*FLIGHTS, "retreat")  # orders of units that turn their backs: they seek no enemy


def part(scn: Scenario, ledger: Ledger) -> None:
    """End the contacts that are over, turn the winners, give the duties to pursue; then everybody in melee
    looks at whom he fights (AT-MEL-12, AT-MEL-30, AT-MEL-34, AT-MOR-50)."""
    _end_duties(ledger)
    before = ledger.state
    lost = {unit.id: _lost(scn, before, unit) for unit in before.fielded()}
    beaten = {id_: before.pointed(id_, FACES) - _ids(opponents(scn, before, id_)) for id_ in lost}
    for id_ in sorted(lost):
        _unmark(ledger, id_, ENGAGED, lost[id_])
        _unmark(ledger, id_, FACES, beaten[id_])
    for id_ in sorted(id_ for id_ in lost if beaten[id_] and order(before, id_) not in BACKS):
        _next(scn, ledger, before, before.units[id_])
    choose_targets(scn, ledger)
    for unit in _fielded(ledger.state):
        enemy = faced(scn, ledger.state, unit.id)
        if enemy is not None:
            turn(scn, ledger, unit, enemy)
    for id_ in sorted(lost):
        _pursue(scn, ledger, id_, lost[id_], beaten[id_])


def _fielded(state: State) -> list[Unit]:
    return sorted(state.fielded(), key=lambda u: u.id)


def _ids(units: Iterable[Unit]) -> frozenset[str]:
    return frozenset(unit.id for unit in units)


def _unmark(ledger: Ledger, id_: str, name: str, pointed: Iterable[str]) -> None:
    for to in sorted(pointed):
        ledger.tell(ev.Unmarked(name=name, on=id_, to=to, rule="AT-MEL-34"))


def _end_duties(ledger: Ledger) -> None:
    """A duty to pursue is over with its turn (AT-MOR-50)."""
    for mark in sorted((m for m in ledger.state.marks if m.name == PURSUES), key=lambda m: m.on):
        ledger.tell(ev.Unmarked(name=PURSUES, on=mark.on, to=mark.to, rule="AT-MOR-50"))


def _lost(scn: Scenario, state: State, unit: Unit) -> frozenset[str]:
    """The enemies a unit was in contact with and no longer touches (AT-MEL-34)."""
    return state.pointed(unit.id, ENGAGED) - _ids(opponents(scn, state, unit.id))


def _near(scn: Scenario, state: State, unit: Unit) -> list[Unit]:
    """The enemies a unit touches, in contact or not."""
    return [u for u in state.fielded() if u.side != unit.side and touching(scn, unit, u)]


def _next(scn: Scenario, ledger: Ledger, state: State, unit: Unit) -> None:
    """A unit whose opponent is gone turns to the strongest enemy beside it, if any (AT-MEL-30, AT-MEL-32)."""
    enemies = strongest(scn, state, unit, _near(scn, state, unit))
    if not enemies:
        return
    for on, to in ((unit.id, enemies[0].id), (enemies[0].id, unit.id)):
        if not ledger.state.marked(on, ENGAGED, to):
            ledger.tell(ev.Marked(name=ENGAGED, on=on, to=to, rule="AT-MEL-30"))
    face(scn, ledger, unit, enemies[0])
    ledger.note("turned", "AT-MEL-30", unit=unit.id, target=enemies[0].id)


def _pursue(scn: Scenario, ledger: Ledger, id_: str, lost: frozenset[str], beaten: frozenset[str]) -> None:
    """A unit with no enemy beside it whose opponent fled will follow it next turn (AT-MOR-50)."""
    state = ledger.state
    unit = state.units[id_]
    if unit["morale"] >= SHAKEN or order(state, id_) in BACKS:
        return
    if engaged(scn, state, id_) or _near(scn, state, unit):
        return
    fled = sorted(lost, key=lambda other: (other not in beaten, other))
    for other in fled:
        quarry = state.units[other]
        if quarry.hex and quarry["morale"] >= SHAKEN and order(state, other) in FLIGHTS:
            ledger.tell(ev.Marked(name=PURSUES, on=id_, to=other, rule="AT-MOR-50"))
            ledger.note("will_pursue", "AT-MOR-50", unit=id_, target=other)
            return
