"""Orders to fire, and ammunition (DC-FIR-10 to 15, DC-FIR-27). `volley` resolves a group of fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import events as ev
from engine.commands import Bombard, Done, Volley
from engine.errors import NotOnTable
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.fire import targets, volley
from engine.systems.desastre_colonial.general import marks
from engine.systems.desastre_colonial.general.values import bases, chiefs, troops

BASE = "/"
"""Stands between a unit and one of its bases in an order: "c1/left"."""
Shooter = tuple[str, tuple[str, ...]]
"""A unit and those of its bases that fire."""


def fire(scn: Scenario, ledger: Ledger, side: str, order: Volley) -> None:
    """Fire with a group at one target, resolved before the next target is named (DC-FIR-10, DC-FIR-11)."""
    target = targets.check_target(scn, ledger.state, side, order.target)
    group = shooters(scn, ledger.state, side, target, order.shooters)
    ledger.tell(ev.Marked(name=marks.SHOT_AT, on=target.id, rule="DC-FIR-10"), ev.Owed(sides=()))
    volley.begin(scn, ledger, target.id, group)


def fire_alone(scn: Scenario, ledger: Ledger, side: str, order: Bombard) -> None:
    """Fire with one unit, with every base that can (DC-FIR-10)."""
    fire(scn, ledger, side, Volley(target=order.target, shooters=(order.unit,)))


def shooters(
    scn: Scenario, state: State, side: str, target: Unit, words: Iterable[str]
) -> tuple[Shooter, ...]:
    """The units and bases that an order to fire names, in its order, each unit once (DC-FIR-11, DC-FIR-15).

    A unit named without a base fires with all that can. Raises Refused for the first that may not fire.
    """
    group: dict[str, tuple[str, ...]] = {}
    for word in words:
        unit_id, _, base = word.partition(BASE)
        unit = order_checks.own_unit(state, side, unit_id)
        order_checks.hex_on_map(unit, "DC-FIR-26", "DC-FIR-02")
        targets.check_unit(scn, state, unit)
        firing = (*group.get(unit_id, ()), *_firing_bases(scn, state, unit, base, target))
        group[unit_id] = tuple(known for known in bases(unit) if known in firing)
    if not group:
        raise NotOnTable("DC-FIR-10", "no_shooter", target=target.id)
    return tuple(group.items())


def _firing_bases(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> tuple[str, ...]:
    """The base named, or all that can fire at the target. Raises Refused when there is none."""
    known = bases(unit)
    if base and base not in known and len(known) == 1:
        raise NotOnTable("DC-GEN-25", "no_such_base", kind="only", unit=unit.id, base=base)
    if base and base not in known:
        raise NotOnTable("DC-FIR-14", "no_such_base", unit=unit.id, base=base, known=known)
    refusals = {b: targets.refusal_of_base(scn, state, unit, b, target) for b in ((base,) if base else known)}
    firing = tuple(b for b, refusal in refusals.items() if refusal is None)
    refusal = targets.most_telling([refusal for refusal in refusals.values() if refusal is not None])
    if not firing and refusal is not None:
        raise refusal
    return firing


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The targets of one unit; or, for no unit, the fire of all units that can at each enemy, and Done."""
    if unit_id:
        return tuple(
            Option(command=Bombard(unit=unit_id, target=t.id)) for t in targets.targets(scn, state, unit_id)
        )
    return (*_offers_of_groups(scn, state, side), Option(command=Done()))


def _offers_of_groups(scn: Scenario, state: State, side: str) -> Iterator[Option]:
    targets_of = {
        unit.id: {t.id for t in targets.targets(scn, state, unit.id)} for unit in troops(state, side)
    }
    for target in troops(state, scn.enemy(side)):
        group = tuple(sorted(id_ for id_, target_ids in targets_of.items() if target.id in target_ids))
        if len(group) > 1:
            yield Option(command=Volley(target=target.id, shooters=group))


def replenish(scn: Scenario, ledger: Ledger) -> None:
    """Restore the ammunition of activated units that neither moved nor fired in this run and have a friendly
    Chief in or next to their hex (DC-FIR-27)."""
    for unit in tuple(troops(ledger.state)):
        on_unit = ledger.state.marks_on(unit.id)
        idle = not on_unit & {marks.MOVED, marks.PIVOTED, marks.FORMED, marks.FIRED}
        if {marks.LOW_AMMO, marks.ACTIVATED} <= on_unit and idle and _near_a_chief(scn, ledger.state, unit):
            ledger.tell(ev.Unmarked(name=marks.LOW_AMMO, on=unit.id, rule="DC-FIR-27"))


def _near_a_chief(scn: Scenario, state: State, unit: Unit) -> bool:
    reach = int(scn.chart("fire", "ammo_chief"))
    return any(scn.grid.distance(unit.place, chief.place) <= reach for chief in chiefs(state, unit.side))
