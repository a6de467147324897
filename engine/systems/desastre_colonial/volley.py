"""A group of fire resolved: each unit's roll, hits turned into losses (DC-FIR-10 to 26).

The order: the owner of the target says whether a chief protects it; then, unit by unit as named, its dice
and those rolled again; last losses, the chief at risk, the test of morale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import events as ev
from engine.errors import Fact
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question, Unit
from engine.systems.desastre_colonial import engagement, losses, morale, protection, risk, values
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.engagement import HITS
from engine.systems.desastre_colonial.marks import AT_RISK, FIRED, SMUGGLED
from engine.systems.desastre_colonial.protection import CHOSEN, DICE

CHIEF_PROTECTS, YES, NO = "chief_protects", "yes", "no"
SHOT, COUNT, STRIKE = "shot", "count", "strike"


def begin(scn: Scenario, ledger: Ledger, target_id: str, firing: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Lay out what a group of fire brings; first of all ask for a chief to protect the target (DC-PRO-T6)."""
    push(ledger, STRIKE, target_id, rule="DC-FIR-23")
    for unit_id, bases in reversed(firing):
        push(ledger, SHOT, unit_id, target_id, *bases, rule="DC-FIR-11")
    target = ledger.state.units[target_id]
    chiefs = values.chiefs_on(ledger.state, target.place, target.side)
    if chiefs:
        yes = (YES,) if len(chiefs) == 1 else tuple(f"{YES} {chief.id}" for chief in chiefs)
        ask(scn, ledger, CHIEF_PROTECTS, target.side, target_id, (*yes, NO), NO, rule="DC-PRO-T6")


def protect(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's word on a chief who protects the target, and is at risk for it (DC-PRO-T6, DC-CHF-01)."""
    word, _, named = option.partition(" ")
    if word != YES:
        return
    target = ledger.state.units[question.about]
    chief = named or values.chiefs_on(ledger.state, target.place, target.side)[0].id
    ledger.tell(ev.Marked(name=AT_RISK, on=chief, rule="DC-PRO-T6"))


def shot(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """The roll of one unit, one for all bases that fire at the target (DC-FIR-12, DC-FIR-15, DC-FIR-17)."""
    unit_id, target_id, *bases = about
    unit, target = ledger.state.units[unit_id], ledger.state.units[target_id]
    weapon = values.weapon(scn, unit)
    assert weapon is not None, unit_id
    for base in bases:
        ledger.tell(ev.Marked(name=FIRED, on=unit_id, to=base, rule="DC-FIR-04"))
    count, sides = int(weapon["dice"]) * len(bases), int(scn.chart("fire", "die"))
    dice = ledger.pool("fire", count, sides=sides, rule="DC-FIR-11", by=unit_id)
    ledger.tell(ev.Pooled(pool=DICE, dice=dice, rule="DC-FIR-11"))
    push(ledger, COUNT, *about, rule="DC-FIR-22")
    protection.again(scn, ledger, unit, bases, target)


def count(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Roll again what is to be, then add the hits to those of the group (DC-PRO-03, DC-FIR-18 to 22)."""
    unit_id, target_id, *bases = about
    state = ledger.state
    unit, fell, chosen = state.units[unit_id], state.pools[DICE], state.pools.get(CHOSEN, ())
    lines = protection.factors(scn, state, unit, bases, state.units[target_id])
    fresh: tuple[int, ...] = ()
    if chosen:
        sides = int(scn.chart("fire", "die"))
        fresh = ledger.pool("protection", len(chosen), sides=sides, rule="DC-PRO-02", by=unit_id)
        ledger.tell(ev.Pooled(pool=CHOSEN, dice=()))
    ledger.tell(ev.Pooled(pool=DICE, dice=()))
    stand = _replaced(fell, chosen, fresh)
    scored = sum(protection.hits(scn, unit, die) for die in stand)
    told: dict[str, Fact] = {
        "bases": tuple(bases),
        "dice": tuple(map(str, fell)),
        "factors": tuple(f"{line} {n}" for line, n in lines),
        "rerolled": tuple(f"{was} {now}" for was, now in zip(chosen, fresh, strict=True)),
        "stand": tuple(map(str, stand)),
        "result": str(scored),
    }
    _tell(scn, ledger, unit, ledger.state.units[target_id], told)
    _add(ledger, target_id, scored, "DC-FIR-11")
    if scored:
        _smuggled(scn, ledger, unit_id, target_id)


def _tell(scn: Scenario, ledger: Ledger, unit: Unit, target: Unit, told: Mapping[str, Fact]) -> None:
    """The remark of one roll: who, at whom, what it needed, how it fell."""
    ledger.note(
        "fire",
        "DC-FIR-11",
        how="volley",
        unit=unit.id,
        target=target.id,
        source=unit.place,
        place=target.place,
        weapon=_weapon(scn, unit),
        training=values.training(unit),
        away=scn.grid.distance(unit.place, target.place),
        number=protection.number(scn, unit),
        **told,
    )


def _weapon(scn: Scenario, unit: Unit) -> str:
    return next((name for name in scn.chart("weapons") if name in unit.traits), "")


def _replaced(fell: tuple[int, ...], chosen: Sequence[int], fresh: Sequence[int]) -> tuple[int, ...]:
    """The dice as they stand in the end."""
    stand = list(fell)
    for was, now in zip(chosen, fresh, strict=True):
        stand[stand.index(was)] = -now
    return tuple(map(abs, stand))


def _add(ledger: Ledger, target_id: str, hits: int, rule: str) -> None:
    was = ledger.state.units[target_id][HITS]
    if hits:
        ledger.tell(ev.Changed(unit=target_id, value=HITS, was=was, now=was + hits, rule=rule))


def _smuggled(scn: Scenario, ledger: Ledger, unit_id: str, target_id: str) -> None:
    """The hits that a card of that value adds to the first roll of a unit that hits (cards 1.3, 2.3, 3.3)."""
    for value in sorted(ledger.state.pointed(unit_id, SMUGGLED)):
        more = int(scn.chart("drame", "smuggled", value))
        ledger.tell(ev.Unmarked(name=SMUGGLED, on=unit_id, to=value, rule="DC-DRA-08"))
        ledger.note("smuggled", "DC-DRA-08", unit=unit_id, target=target_id, hits=more)
        _add(ledger, target_id, more, "DC-DRA-08")


def strike(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Hits into losses; kept, where the target is engaged, for its melee (DC-FIR-23 to 26)."""
    (target_id,) = about
    target = ledger.state.units[target_id]
    hits, kept = target[HITS], engagement.engaged(scn, ledger.state, target)
    lost = 0 if kept else hits // values.cohesion(target)
    ledger.note(
        "volley",
        "DC-FIR-25" if kept else "DC-FIR-23",
        target=target_id,
        hits=hits,
        cohesion=values.cohesion(target),
        losses=lost,
        carried=hits if kept else 0,
    )
    if not kept and hits:
        ledger.tell(ev.Changed(unit=target_id, value=HITS, was=hits, now=0, rule="DC-FIR-24"))
    if lost:
        losses.lose(scn, ledger, target_id, lost, "DC-FIR-23")
    risk.settle(scn, ledger, target.place, target.side, lost, gone=not alive(ledger, target_id))
    if lost:
        morale.shot_at(scn, ledger, target_id)


TASKS = {SHOT: shot, COUNT: count, STRIKE: strike}
ANSWERS = {CHIEF_PROTECTS: protect}
