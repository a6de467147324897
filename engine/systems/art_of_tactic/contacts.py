"""Contacts (rules file, 6.1, phase E): which enemies a sub-step brings into melee, and their marks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.encounters import ENCOUNTER, Stop
from engine.systems.art_of_tactic.front import engaged, touching
from engine.systems.art_of_tactic.marks import ENGAGED, LATECOMER
from engine.systems.art_of_tactic.zones import covers, guards


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Two enemies who come to blows: the one whose doing it is, the other, and the rule."""

    unit: str
    target: str
    rule: str


def found(
    scn: Scenario,
    state: State,
    stops: Mapping[str, Stop],
    moved: Collection[str],
    moving: frozenset[str],
) -> tuple[Contact, ...]:
    """The contacts of a sub-step, one a pair, in order of the pairs' ids (AT-MEL-01).

    `stops` are the units that could not enter and whom they met, `moved` those that did, `moving` those that
    have no zone while they move.
    """
    pairs: dict[tuple[str, str], Contact] = {}
    for contact in (*_met(scn, state, stops), *_reached(scn, state, moved, moving)):
        first, second = sorted((contact.unit, contact.target))
        pairs.setdefault((first, second), contact)
    return tuple(pairs[pair] for pair in sorted(pairs))


def _met(scn: Scenario, state: State, stops: Mapping[str, Stop]) -> Iterator[Contact]:
    """Of units that tried for one hex or for each other's (AT-ENC-05, AT-ENC-06, AT-ENC-12, C-01)."""
    for id_ in sorted(stops):
        stop = stops[id_]
        for other in stop.met:
            if _can_fight(scn, state.units[id_], state.units[other]):
                same_hex = stop.reason == ENCOUNTER and stop.rule != "AT-ENC-05"
                yield Contact(unit=id_, target=other, rule="AT-ENC-06" if same_hex else stop.rule)


def _reached(
    scn: Scenario, state: State, moved: Collection[str], moving: frozenset[str]
) -> Iterator[Contact]:
    """Of units that moved, with the enemies in their zone or in whose zone they are (AT-ZOC-05 to -10)."""
    for id_ in sorted(moved):
        unit = state.units[id_]
        for near in scn.grid.neighbours(unit.place).values():
            for other in state.on(near):
                if _can_fight(scn, unit, other) and (rule := _zone(scn, state, unit, other, moving)):
                    yield Contact(unit=id_, target=other.id, rule=rule)


def _zone(scn: Scenario, state: State, unit: Unit, other: Unit, moving: frozenset[str]) -> str:
    """The rule by whose zone a unit that moved is in contact with its neighbour, or ""."""
    if covers(scn, state, other, unit.place, moving):
        return "AT-DZ-05" if guards(scn, state, other) else "AT-ZOC-05"
    return "AT-ZOC-07" if covers(scn, state, unit, other.place, moving) else ""


def _can_fight(scn: Scenario, unit: Unit, other: Unit) -> bool:
    """Whether two units are enemies side by side without a sheer slope between them (AT-ZOC-13, C-12)."""
    return unit.side != other.side and touching(scn, unit, other)


def make(scn: Scenario, ledger: Ledger, contacts: Collection[Contact]) -> None:
    """Mark both units of each new contact, pointing at each other; an old one goes on (C-09).

    All contacts a unit receives in one sub-step are frontal in this turn's melee. One that reaches a unit
    engaged already is not: the unit does not turn to it (C-02, AT-MEL-06).
    """
    units = ledger.state.units
    before = {u for c in contacts for u in (c.unit, c.target) if engaged(scn, ledger.state, u)}
    for contact in contacts:
        if ledger.state.marked(contact.unit, ENGAGED, contact.target):
            continue
        for on, to in ((contact.unit, contact.target), (contact.target, contact.unit)):
            ledger.tell(ev.Marked(name=ENGAGED, on=on, to=to, rule=contact.rule))
            if on in before:
                ledger.tell(ev.Marked(name=LATECOMER, on=on, to=to, rule="AT-MEL-06"))
        ledger.note(
            "contact",
            contact.rule,
            unit=contact.unit,
            target=contact.target,
            source=units[contact.unit].place,
            place=units[contact.target].place,
        )
