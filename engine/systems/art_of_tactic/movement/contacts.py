"""Contacts (6.1, phase E; AT-ENC-05, AT-ZOC-05 to -10): which enemies a sub-step brings into melee."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged, within_melee_reach
from engine.systems.art_of_tactic.marks import ENGAGED, LATECOMER
from engine.systems.art_of_tactic.movement.encounters import ENCOUNTER, Stop
from engine.systems.art_of_tactic.zones.defense_zone import has_defense_zone
from engine.systems.art_of_tactic.zones.zone_of_control import covers


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Two enemies who enter melee: the id of the unit that moved or tried to, the other's, and the rule."""

    unit: str
    target: str
    rule: str


def contacts_of_substep(
    scn: Scenario,
    state: State,
    *,
    stops: Mapping[str, Stop],
    moved: Collection[str],
    retreating: frozenset[str],
) -> tuple[Contact, ...]:
    """The contacts of a sub-step, one a pair, in order of the pairs' ids (AT-MEL-01).

    `stops` are the units that could not enter and whom they met, `moved` those that did, `retreating` those
    that have no zone of control while they move (AT-ZOC-15).
    """
    pairs: dict[tuple[str, str], Contact] = {}
    for contact in (*_by_encounter(scn, state, stops), *_by_zone(scn, state, moved, retreating)):
        first, second = sorted((contact.unit, contact.target))
        pairs.setdefault((first, second), contact)
    return tuple(pairs[pair] for pair in sorted(pairs))


def _by_encounter(scn: Scenario, state: State, stops: Mapping[str, Stop]) -> Iterator[Contact]:
    """Contacts of units that tried for one hex or for each other's (AT-ENC-05, -06, -12, C-01)."""
    for unit_id in sorted(stops):
        stop = stops[unit_id]
        for other in stop.met:
            if _can_fight(scn, state.units[unit_id], state.units[other]):
                same_hex = stop.reason == ENCOUNTER and stop.rule != "AT-ENC-05"
                yield Contact(unit=unit_id, target=other, rule="AT-ENC-06" if same_hex else stop.rule)


def _by_zone(
    scn: Scenario, state: State, moved: Collection[str], retreating: frozenset[str]
) -> Iterator[Contact]:
    """Contacts of units that moved, with the enemies in their zone or in whose zone they are (AT-ZOC-05
    to AT-ZOC-10)."""
    for unit_id in sorted(moved):
        unit = state.units[unit_id]
        for neighbour in scn.grid.neighbours(unit.place).values():
            for other in state.on(neighbour):
                if _can_fight(scn, unit, other) and (rule := _zone_rule(scn, state, unit, other, retreating)):
                    yield Contact(unit=unit_id, target=other.id, rule=rule)


def _zone_rule(scn: Scenario, state: State, unit: Unit, other: Unit, retreating: frozenset[str]) -> str:
    """The rule by which a unit that moved is in contact with its neighbour, or ""."""
    if covers(scn, state, other, unit.place, retreating):
        return "AT-DZ-05" if has_defense_zone(scn, state, other) else "AT-ZOC-05"
    return "AT-ZOC-07" if covers(scn, state, unit, other.place, retreating) else ""


def _can_fight(scn: Scenario, unit: Unit, other: Unit) -> bool:
    """Whether two units are adjacent enemies without an abrupt slope between them (AT-ZOC-13, C-12)."""
    return unit.side != other.side and within_melee_reach(scn, unit, other)


def make_contacts(scn: Scenario, ledger: Ledger, contacts: Collection[Contact]) -> None:
    """Mark both units of each new contact, pointing at each other; an old one goes on (C-09).

    All contacts that an unengaged unit receives in one sub-step are frontal in this turn's melee. A contact
    of a unit that is already engaged is not: the unit does not turn to it (C-02, AT-MEL-06).
    """
    units = ledger.state.units
    engaged_before = {u for c in contacts for u in (c.unit, c.target) if is_engaged(scn, ledger.state, u)}
    for contact in contacts:
        if ledger.state.marked(contact.unit, ENGAGED, contact.target):
            continue
        for on, to in ((contact.unit, contact.target), (contact.target, contact.unit)):
            ledger.tell(ev.Marked(name=ENGAGED, on=on, to=to, rule=contact.rule))
            if on in engaged_before:
                ledger.tell(ev.Marked(name=LATECOMER, on=on, to=to, rule="AT-MEL-06"))
        ledger.note(
            "contact",
            contact.rule,
            unit=contact.unit,
            target=contact.target,
            source=units[contact.unit].place,
            place=units[contact.target].place,
        )
