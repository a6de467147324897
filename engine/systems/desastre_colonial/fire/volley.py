"""The resolution of a group of fire: dice, hits, losses (DC-FIR-11 to 26).

First the player of the target says whether a Chief protects it. Then each unit rolls, and the target has dice
rolled again. At the end come the losses, the Chief at risk and the test of morale.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.scenario import Scenario
from engine.state import Question
from engine.systems.desastre_colonial.chiefs import at_risk
from engine.systems.desastre_colonial.fire import protection
from engine.systems.desastre_colonial.fire.protection import CHOSEN, DICE
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask, push
from engine.systems.desastre_colonial.general.engagements import HITS, engaged
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import AT_RISK, FIRED, SMUGGLED
from engine.systems.desastre_colonial.morale import morale

CHIEF_PROTECTS = "chief_protects"
"""Question: whether a Chief protects the target: "yes", of several "yes c9", or "no"."""
ROLL, COUNT, LOSSES = "shot", "count", "strike"
"""Tasks: a unit rolls, its hits are counted, the target takes its losses."""


def begin(
    scn: Scenario, ledger: Ledger, target_id: str, shooters: Sequence[tuple[str, Sequence[str]]]
) -> None:
    """Put the rolls of units with these bases on the agenda, and ask for a Chief to protect the target
    (DC-PRO-T6)."""
    push(ledger, LOSSES, target_id, rule="DC-FIR-23")
    for unit_id, bases in reversed(shooters):
        push(ledger, ROLL, unit_id, target_id, *bases, rule="DC-FIR-11")
    target = ledger.state.units[target_id]
    chiefs = values.chiefs_on(ledger.state, target.place, target.side)
    if chiefs:
        yes = (YES,) if len(chiefs) == 1 else tuple(f"{YES} {chief.id}" for chief in chiefs)
        ask(scn, ledger, CHIEF_PROTECTS, target.side, target_id, (*yes, NO), NO, rule="DC-PRO-T6")


def settle_chief(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Put the Chief who protects the target at risk (DC-PRO-T6, DC-CHF-01)."""
    answer, _, named = option.partition(" ")
    if answer != YES:
        return
    target = ledger.state.units[question.about]
    chief_id = named or values.chiefs_on(ledger.state, target.place, target.side)[0].id
    ledger.tell(ev.Marked(name=AT_RISK, on=chief_id, rule="DC-PRO-T6"))


def roll(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Roll once for all bases of a unit that fire at the target (DC-FIR-12, DC-FIR-15, DC-FIR-17)."""
    unit_id, target_id, *bases = about
    unit, target = ledger.state.units[unit_id], ledger.state.units[target_id]
    row = values.weapon(scn, unit)
    assert row is not None, unit_id
    for base in bases:
        ledger.tell(ev.Marked(name=FIRED, on=unit_id, to=base, rule="DC-FIR-04"))
    number, sides = int(row["dice"]) * len(bases), int(scn.chart("fire", "die"))
    dice = ledger.pool(
        "fire",
        number,
        sides=sides,
        rule="DC-FIR-11",
        by=unit_id,
        outcome=lambda die: protection.hits(scn, unit, die),
    )
    ledger.tell(ev.Pooled(pool=DICE, dice=dice, rule="DC-FIR-11"))
    push(ledger, COUNT, *about, rule="DC-FIR-22")
    protection.ask_rerolls(scn, ledger, unit, bases, target)


def count(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Roll the chosen dice again, then add the hits to those of the group (DC-PRO-03, DC-FIR-18 to 22)."""
    unit_id, target_id, *bases = about
    state = ledger.state
    unit, rolled, chosen = state.units[unit_id], state.pools[DICE], state.pools.get(CHOSEN, ())
    factors = protection.factors(scn, state, unit, bases, state.units[target_id])
    again: tuple[int, ...] = ()
    if chosen:
        sides = int(scn.chart("fire", "die"))
        again = ledger.pool(
            "protection",
            len(chosen),
            sides=sides,
            rule="DC-PRO-02",
            by=unit_id,
            outcome=lambda die: protection.hits(scn, unit, die),
        )
        ledger.tell(ev.Pooled(pool=CHOSEN, dice=()))
    ledger.tell(ev.Pooled(pool=DICE, dice=()))
    final = _replace(rolled, chosen, again)
    hits = sum(protection.hits(scn, unit, die) for die in final)
    target = ledger.state.units[target_id]
    ledger.note(
        "fire",
        "DC-FIR-11",
        how="volley",
        unit=unit.id,
        target=target.id,
        source=unit.place,
        place=target.place,
        weapon=values.weapon_name(scn, unit),
        training=values.training(unit),
        away=scn.grid.distance(unit.place, target.place),
        number=protection.number_to_hit(scn, unit),
        bases=tuple(bases),
        dice=tuple(map(str, rolled)),
        factors=tuple(f"{line} {n}" for line, n in factors),
        rerolled=tuple(f"{was} {now}" for was, now in zip(chosen, again, strict=True)),
        stand=tuple(map(str, final)),
        result=str(hits),
    )
    if hits:
        _add_hits(ledger, target_id, hits, "DC-FIR-11")
        _add_smuggled_hits(scn, ledger, unit_id, target_id)


def _replace(rolled: tuple[int, ...], chosen: Sequence[int], again: Sequence[int]) -> tuple[int, ...]:
    """The dice of a roll once those chosen were rolled again."""
    final = list(rolled)
    for was, now in zip(chosen, again, strict=True):
        final[final.index(was)] = -now  # negative: not to be chosen a second time
    return tuple(map(abs, final))


def _add_hits(ledger: Ledger, target_id: str, hits: int, rule: str) -> None:
    was = ledger.state.units[target_id][HITS]
    ledger.tell(ev.Changed(unit=target_id, value=HITS, was=was, now=was + hits, rule=rule))


def _add_smuggled_hits(scn: Scenario, ledger: Ledger, unit_id: str, target_id: str) -> None:
    """The hits that a card .3 adds to the first roll of its unit that hits (cards 1.3, 2.3, 3.3)."""
    for value in sorted(ledger.state.targets_of_mark(unit_id, SMUGGLED)):
        hits = int(scn.chart("drame", "smuggled", value))
        ledger.tell(ev.Unmarked(name=SMUGGLED, on=unit_id, to=value, rule="DC-DRA-08"))
        ledger.note("smuggled", "DC-DRA-08", unit=unit_id, target=target_id, hits=hits)
        _add_hits(ledger, target_id, hits, "DC-DRA-08")


def take_losses(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Turn the hits of the group into losses, or keep them for the melee of an engaged target (DC-FIR-23 to
    26)."""
    (target_id,) = about
    target = ledger.state.units[target_id]
    hits, is_engaged = target[HITS], engaged(scn, ledger.state, target)
    losses = 0 if is_engaged else hits // values.cohesion(target)
    ledger.note(
        "volley",
        "DC-FIR-25" if is_engaged else "DC-FIR-23",
        target=target_id,
        hits=hits,
        cohesion=values.cohesion(target),
        losses=losses,
        carried=hits if is_engaged else 0,
    )
    if not is_engaged and hits:
        ledger.tell(ev.Changed(unit=target_id, value=HITS, was=hits, now=0, rule="DC-FIR-24"))
    lose(scn, ledger, target_id, losses, "DC-FIR-23")
    eliminated = not alive(ledger, target_id)
    at_risk.settle(scn, ledger, target.place, target.side, losses, eliminated=eliminated)
    if losses:
        morale.after_fire(scn, ledger, target_id)


TASKS = {ROLL: roll, COUNT: count, LOSSES: take_losses}
ANSWERS = {CHIEF_PROTECTS: settle_chief}
