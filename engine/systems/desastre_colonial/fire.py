"""Who may fire at whom: arcs, ranges, and the order to fire (DC-FIR-01 to 16, DC-FIR-27).

What the dice bring is in `volley`, what protects a target in `protection`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import events as ev
from engine.commands import Bombard, Done, Volley
from engine.errors import IllegalOrder, NotOnTable, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import orders
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import engagement, sight, values
from engine.systems.desastre_colonial import volley as shooting
from engine.systems.desastre_colonial.marks import (
    ACTIVATED,
    FIRED,
    FORMED,
    LOW_AMMO,
    MOVED,
    PIVOTED,
    SHOT_AT,
    SQUARE,
)

RANGE = "range"
BASE = "/"  # between a unit and one of its bases: "c1/left"

Shooter = tuple[str, tuple[str, ...]]
"""A unit and the bases of it that fire."""


def arc(scn: Scenario, state: State, unit: Unit, base: str) -> frozenset[Hex]:
    """The hexes of the map that a base bears on, however far: a cone (DC-FIR-06, DC-FIR-07).

    In line it lies between the two directions beside the vertex it faces; in square it is all that lies
    between the three directions about the hexside it faces.
    """
    heading, square = unit.facing[base], state.marked(unit.id, SQUARE)

    def bears() -> frozenset[Hex]:
        ways, reach = scn.grid.directions, scn.grid.columns + scn.grid.rows
        ahead = scn.grid.fan(unit.place, ways[heading], reach)
        return ahead if square else ahead & scn.grid.fan(unit.place, ways[(heading + 1) % len(ways)], reach)

    return scn.kept(("arc", unit.place, heading, square), bears)


def check_unit(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless a unit may fire at all (DC-FIR-02 to 04)."""
    marks = state.names_on(unit.id)
    if values.is_chief(unit) or values.weapon(scn, unit) is None:
        raise IllegalOrder("DC-FIR-02", "no_weapon", unit=unit.id)
    if ACTIVATED not in marks:
        raise IllegalOrder("DC-FIR-02", "not_activated", unit=unit.id)
    if engagement.engages(state, unit):
        raise IllegalOrder(
            "DC-FIR-03", "fire_when_engaged", unit=unit.id, target=engagement.engages(state, unit)
        )
    if all(state.marked(unit.id, FIRED, base) for base in values.bases(unit)):
        raise IllegalOrder("DC-FIR-04", "already_fired", unit=unit.id)


def check_shot(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> None:
    """Raises IllegalOrder unless a base of a unit that may fire can hit a target (DC-FIR-04 to 08)."""
    shot = {"unit": unit.id, "base": base, "target": target.id, "hex": target.place}
    away, reach = scn.grid.distance(unit.place, target.place), weapon_range(scn, unit)
    if state.marked(unit.id, FIRED, base):
        raise IllegalOrder("DC-FIR-04", "already_fired", **shot)
    if target.place not in arc(scn, state, unit, base):
        raise IllegalOrder("DC-FIR-05", "not_in_arc", **shot)
    if away > reach:
        raise IllegalOrder("DC-FIR-08", "out_of_range", **shot, away=away, range=reach)
    screen = sight.blocked(scn, state, unit.place, target.place)
    if screen:
        raise IllegalOrder("DC-FIR-08", "no_line_of_sight", **shot, by=screen)


def weapon_range(scn: Scenario, unit: Unit) -> int:
    """The range of a unit's weapon in hexes, 0 without one (DC-FIR-12, DC-FIR-13)."""
    weapon = values.weapon(scn, unit)
    return 0 if weapon is None else int(weapon[RANGE])


def check_target(scn: Scenario, state: State, side: str, target_id: str) -> Unit:
    """The unit to fire at. Raises NotOnTable, or IllegalOrder unless it may be named now (DC-FIR-10)."""
    target, _ = orders.foe(state, side, target_id, "DC-FIR-02", "DC-FIR-26", "DC-FIR-08")
    if values.is_chief(target):
        raise IllegalOrder("DC-GEN-11", "chief_is_no_unit", unit=target_id)
    if state.marked(target_id, SHOT_AT):
        raise IllegalOrder("DC-FIR-10", "target_named_before", target=target_id)
    return target


def able(scn: Scenario, state: State, unit: Unit, target: Unit) -> tuple[str, ...]:
    """The bases of a unit that can fire at a target now; none where it may not fire at all."""
    if _refusal(scn, state, unit) is not None or state.marked(target.id, SHOT_AT):
        return ()
    return tuple(b for b in values.bases(unit) if _bar(scn, state, unit, b, target) is None)


def _refusal(scn: Scenario, state: State, unit: Unit) -> Refused | None:
    """Why a unit may not fire at all."""
    return orders.refusal(check_unit, scn, state, unit)


def _bar(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> Refused | None:
    """Why a base may not fire at a target."""
    return orders.refusal(check_shot, scn, state, unit, base, target)


def reason(scn: Scenario, state: State, unit: Unit) -> str:
    """Why a unit may not fire at all now, "" when it may (DC-FIR-02 to 04)."""
    refusal = _refusal(scn, state, unit)
    return "" if refusal is None else refusal.reason


def missed(scn: Scenario, state: State, unit: Unit, target: Unit) -> str:
    """Why no base of a unit can fire at a target, whether or not the unit may fire; "" when one can
    (DC-FIR-04 to 10)."""
    if state.marked(target.id, SHOT_AT):
        return "target_named_before"
    found = [_bar(scn, state, unit, base, target) for base in values.bases(unit)]
    refusal = _most_telling([r for r in found if r is not None])
    return "" if None in found or refusal is None else refusal.reason


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies that some base of a unit can fire at now (DC-FIR-05, DC-FIR-08, DC-FIR-09)."""
    unit = state.units[unit_id]
    if unit.hex is None or _refusal(scn, state, unit) is not None:
        return ()
    return tuple(e for e in within(scn, state, unit) if able(scn, state, unit, e))


def within(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies within the range of a unit's weapon, seen or not."""
    reach = weapon_range(scn, unit)
    enemies = values.troops(state, scn.enemy(unit.side))
    return (enemy for enemy in enemies if scn.grid.distance(unit.place, enemy.place) <= reach)


def shooters(
    scn: Scenario, state: State, side: str, target: Unit, named: Iterable[str]
) -> tuple[Shooter, ...]:
    """The units and bases an order to fire names, in that order; each unit once (DC-FIR-11, DC-FIR-15).

    A unit named without a base fires with all that can. Raises Refused for the first that may not fire.
    """
    found: dict[str, tuple[str, ...]] = {}
    for word in named:
        id_, _, base = word.partition(BASE)
        unit = orders.own(state, side, id_)
        orders.standing(unit, "DC-FIR-26", "DC-FIR-02")
        check_unit(scn, state, unit)
        firing = (*found.get(id_, ()), *_bases(scn, state, unit, base, target))
        found[id_] = tuple(b for b in values.bases(unit) if b in firing)
    if not found:
        raise NotOnTable("DC-FIR-10", "no_shooter", target=target.id)
    return tuple(found.items())


def _bases(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> tuple[str, ...]:
    """The bases that a word of an order means. Raises Refused when none of them may fire at the target."""
    known = values.bases(unit)
    if base and base not in known:
        raise NotOnTable("DC-FIR-14", "no_such_base", unit=unit.id, base=base, known=known)
    refusals = {b: _bar(scn, state, unit, b, target) for b in ((base,) if base else known)}
    firing = tuple(b for b, refusal in refusals.items() if refusal is None)
    refused = _most_telling([r for r in refusals.values() if r is not None])
    if not firing and refused is not None:
        raise refused
    return firing


def _most_telling(refusals: list[Refused]) -> Refused | None:
    """Of what stops several bases, that which lies farthest on the way to the target."""
    known = ("already_fired", "not_in_arc", "out_of_range", "no_line_of_sight")
    return max(refusals, key=lambda refusal: known.index(refusal.reason), default=None)


def volley(scn: Scenario, ledger: Ledger, side: str, order: Volley) -> None:
    """Fire of a group at one target, resolved before the next is named (DC-FIR-10, DC-FIR-11)."""
    target = check_target(scn, ledger.state, side, order.target)
    firing = shooters(scn, ledger.state, side, target, order.shooters)
    ledger.tell(ev.Marked(name=SHOT_AT, on=target.id, rule="DC-FIR-10"), ev.Owed(sides=()))
    shooting.begin(scn, ledger, target.id, firing)


def bombard(scn: Scenario, ledger: Ledger, side: str, order: Bombard) -> None:
    """Fire of one unit alone, with every base that can (DC-FIR-10)."""
    volley(scn, ledger, side, Volley(target=order.target, shooters=(order.unit,)))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The fire of everybody who can at each enemy; of one unit alone; or nothing more."""
    if unit_id:
        return tuple(Option(command=Bombard(unit=unit_id, target=t.id)) for t in targets(scn, state, unit_id))
    return (*_volleys(scn, state, side), Option(command=Done()))


def _volleys(scn: Scenario, state: State, side: str) -> Iterator[Option]:
    aimed = {unit.id: {t.id for t in targets(scn, state, unit.id)} for unit in values.troops(state, side)}
    for target in values.troops(state, scn.enemy(side)):
        firing = tuple(sorted(id_ for id_, seen in aimed.items() if target.id in seen))
        if len(firing) > 1:
            yield Option(command=Volley(target=target.id, shooters=firing))


def replenish(scn: Scenario, ledger: Ledger) -> None:
    """Units that neither moved nor fired in this run get ammunition from a chief beside them (DC-FIR-27)."""
    for unit in tuple(values.troops(ledger.state)):
        marks = ledger.state.names_on(unit.id)
        quiet = not marks & {MOVED, PIVOTED, FORMED, FIRED}
        if LOW_AMMO in marks and ACTIVATED in marks and quiet and _supplied(scn, ledger.state, unit):
            ledger.tell(ev.Unmarked(name=LOW_AMMO, on=unit.id, rule="DC-FIR-27"))


def _supplied(scn: Scenario, state: State, unit: Unit) -> bool:
    reach = int(scn.chart("fire", "ammo_chief"))
    return any(scn.grid.distance(unit.place, c.place) <= reach for c in values.chiefs(state, unit.side))
