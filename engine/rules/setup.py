"""Set-up in a side's own zone: placing, taking up, units left to place, what the other side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine import events as ev
from engine.commands import Done, Place, Unplace
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.order_checks import hex_on_map, known_hex, own_unit
from engine.scenario import OFF_MAP, Counter, Scenario
from engine.state import HIDDEN as HIDDEN
from engine.state import Mark, State, Unit
from engine.system import Option


def counter_unit(
    counter: Counter, present: Mapping[str, int], facing: Mapping[str, int] | None = None
) -> Unit:
    """The unit that a counter becomes: what is printed on it, and the values that only play gives it.

    `facing` is its facing unless another is printed.
    """
    more = {name: value for name, value in present.items() if name not in counter.values}
    return Unit(
        id=counter.id,
        side=counter.side,
        kind=counter.kind,
        place=counter.place,
        name=counter.name,
        corps=counter.corps,
        symbol=counter.symbol,
        traits=counter.traits,
        printed=counter.values,
        values={**counter.values, **more},
        facing={**(facing or {}), **counter.facing},
    )


KNOWN_TO_ALL = (ev.Introduced, ev.Began, ev.Owed, ev.Asked, ev.Answered, ev.Ended)
"""Events that all sides may know of even while units are hidden. (What counters there are is public.)"""


def empty_hex(state: State, unit: Unit, hex_: Hex) -> bool:
    """Default: whether no unit stands on a hex."""
    return not state.on(hex_)


def no_restriction(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Refused | None:
    """Default: it makes no difference where the enemy stands."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupRules:
    """How a rulebook sets up. `placeable`: may its owner place a unit; `barred`: why it never enters a hex;
    `room`: may it stand with those who are there; `near`: why it may not be placed so near the enemy.

    The others are ids of rules: of units that stand where they are printed, of the zone, of setting all up,
    of units that are in a box.
    """

    placeable: Callable[[Scenario, Unit], bool]
    barred: Callable[[Scenario, Unit, Hex], Refused | None]
    fixed_rule: str
    zone_rule: str
    complete_rule: str
    boxed_rule: str
    has_room: Callable[[State, Unit, Hex], bool] = empty_hex
    too_near: Callable[[Scenario, State, Unit, Hex], Refused | None] = no_restriction

    def check(self, scn: Scenario, state: State, unit: Unit, to: Hex) -> None:
        """Raises Refused unless a unit may be placed on a hex."""
        if not self.placeable(scn, unit):
            raise IllegalOrder(self.fixed_rule, "unit_fixed", unit=unit.id, hex=to)
        if not scn.zones:
            raise IllegalOrder(self.zone_rule, "no_zones", unit=unit.id, hex=to)
        if to not in scn.zones.get(unit.side, frozenset()):
            raise IllegalOrder(self.zone_rule, "outside_zone", unit=unit.id, hex=to)
        if not self.has_room(state, unit, to):
            raise IllegalOrder(self.zone_rule, "occupied_place", unit=unit.id, hex=to)
        barred = self.barred(scn, unit, to) or self.too_near(scn, state, unit, to)
        if barred is not None:
            raise barred

    def place(self, scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
        """Put a unit on a hex of its side's zone."""
        unit = own_unit(ledger.state, side, order.unit)
        if unit.place != OFF_MAP:
            hex_on_map(unit, self.boxed_rule)
        self.check(scn, ledger.state, unit, known_hex(scn, order.hex))
        self._put(ledger, unit, order.hex)

    def unplace(self, scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
        """Take a unit off the map again."""
        unit = own_unit(ledger.state, side, order.unit)
        here = hex_on_map(unit, self.boxed_rule, self.complete_rule)
        if not self.placeable(scn, unit):
            raise IllegalOrder(self.fixed_rule, "unit_fixed", unit=unit.id, hex=here)
        self._put(ledger, unit, OFF_MAP)

    def _put(self, ledger: Ledger, unit: Unit, to: str) -> None:
        ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=to, manner="setup", rule=self.zone_rule))

    def check_all_placed(self, state: State, side: str) -> None:
        """Raises IllegalOrder while a unit is off the map."""
        left = units_to_place(state, side)
        if left:
            raise IllegalOrder(self.complete_rule, "units_left_to_place", units=tuple(u.id for u in left))

    def place_the_rest(self, scn: Scenario, ledger: Ledger, side: str) -> None:
        """The legal default when time is up: each unit on the first hex of the zone that it may stand on."""
        for unit in units_to_place(ledger.state, side):
            for hex_ in sorted(scn.zones.get(side, frozenset())):
                try:
                    self.check(scn, ledger.state, unit, hex_)
                except Refused:
                    continue
                self._put(ledger, unit, hex_)
                break

    def list_options(self, scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        """Where a unit may be placed and whether it may be taken up; Done when all stand."""
        if not unit_id:
            return () if units_to_place(state, side) else (Option(command=Done()),)
        unit = state.units[unit_id]
        if (unit.hex is None and unit.place != OFF_MAP) or not self.placeable(scn, unit):
            return ()
        free = (h for h in sorted(scn.zones.get(side, frozenset())) if self.has_room(state, unit, h))
        fit = (h for h in free if (self.barred(scn, unit, h) or self.too_near(scn, state, unit, h)) is None)
        places = tuple(Option(command=Place(unit=unit_id, hex=h)) for h in fit)
        return (*places, Option(command=Unplace(unit=unit_id))) if unit.hex else places


def has_setup(scn: Scenario) -> bool:
    """Whether the battle begins with a set-up phase."""
    return scn.option("setup") not in ("", "no")


def setup_only(scn: Scenario) -> bool:
    """Whether the first game turn is set-up only."""
    return has_setup(scn) and scn.option("setup_only_first_turn") != "no"


def placeable(scn: Scenario, unit: Unit) -> bool:
    """Whether its owner may place a unit: any in a free set-up, in a mixed one those off the map or free."""
    kind, printed = scn.option("setup"), scn.counters[unit.id]
    if kind in ("free", "optional"):
        return True
    return kind == "mixed" and (printed.place == OFF_MAP or "free" in printed.traits)


def hiding(scn: Scenario, state: State) -> bool:
    """Whether each side's units are hidden from the other: through the whole first game turn."""
    return has_setup(scn) and state.turn <= 1 and state.result is None


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: what units do, and what becomes of them, while they are hidden is told to
    their own side."""
    if event.only or not hiding(scn, state) or isinstance(event, KNOWN_TO_ALL):
        return event.only
    unit = state.units.get(getattr(event, "unit", getattr(event, "on", "")))
    return unit.side if unit is not None else state.player


def units_to_place(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side that are still to be placed."""
    return tuple(u for u in state.units.values() if u.side == side and u.place == OFF_MAP)


def hide_units(state: State, viewer: str, allowance: str = "") -> State:
    """The table without the places of all units but the viewer's own, and without what lies on them; a
    spectator ("") sees none. Units that are hidden have the movement points that are called `allowance`, as
    if they had not moved."""
    units = {
        id_: unit if unit.side == viewer else _hidden(unit, allowance) for id_, unit in state.units.items()
    }
    known = frozenset(m for m in state.marks if m.on not in units or units[m.on].side == viewer)
    hand = state.selection
    mine = hand is not None and units[hand.unit].side == viewer
    return replace(state, units=units, marks=known, selection=hand if mine else None)


def _hidden(unit: Unit, allowance: str) -> Unit:
    """A unit as the other side knows it."""
    values = {**unit.values, "mp": unit[allowance]} if allowance else unit.values
    return replace(unit, place=HIDDEN, values=values)


def hide_captures(scn: Scenario, state: State, viewer: str, mark: str) -> State:
    """The table with the objectives that others have taken, unseen, still in the hands they were in. `mark`
    is the one that an objective bears for the side that holds it."""
    first = {o.id: o.owner for o in scn.objectives if o.scored == "passing"}
    taken = {m.on for m in state.marks if m.name == mark and m.to == viewer}
    others = {m for m in state.marks if m.name == mark and m.on not in taken}
    held = {Mark(name=mark, on=id_, to=side) for id_, side in first.items() if side and id_ not in taken}
    return replace(state, marks=(state.marks - others) | held)
