"""Reinforcements: units that come onto the map in the course of a battle.

When and where they come is a fact of the battle and no rule of a book, so what happens here cites none. At
the start of a turn of their side the dice are rolled and the conditions checked; units that are due are then
placed on a hex of their own that is free, out of enemy zones and open to their kind. What finds no hex, or is
held back, waits for the next turn. Placing costs nothing; from then on a unit moves like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine import events as ev
from engine.commands import Command, Done, Place
from engine.display import MapEntry
from engine.errors import Fact, IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.order_checks import known_hex, own_unit
from engine.rules.setup import SetupRules
from engine.scenario import RESERVE, Condition, Reinforcement, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import Option

PHASE = "reinforcements"
DUE = "due"
"""The mark of a unit whose die or condition has let it come."""
DIE = 6


def due(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit in the reserve may come now."""
    arrival = scn.arrival_of(unit.id)
    if arrival is None or state.turn < arrival.turn:
        return False
    return not _uncertain(arrival) or DUE in state.marks_on(unit.id)


def waiting(scn: Scenario, state: State, arrival: Reinforcement) -> tuple[str, ...]:
    """The units of a reinforcement that are still off the map, as far as the state says so."""
    return tuple(u for u in arrival.units if u in state.units and state.units[u].place == RESERVE)


def holds(state: State, condition: Condition) -> bool:
    """Whether a condition holds now."""
    held = not condition.held or any(
        unit.side == condition.by for hex_ in condition.held for unit in state.on(hex_)
    )
    lost = sum(id_ in state.units and state.units[id_].place == ELIMINATED for id_ in condition.lost)
    return held and lost >= condition.number


def expected(scn: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Who is still to come, from which turn on, and by which hexes, the earliest first."""
    return tuple(
        MapEntry(side=arrival.side, hexes=arrival.hexes, turn=arrival.turn, units=units)
        for arrival in scn.arrivals()
        if (units := waiting(scn, state, arrival))
    )


def check_arrivals(scn: Scenario, ledger: Ledger, arrivals: Iterable[Reinforcement]) -> None:
    """Roll for the units that come by a die; mark those that may come by it or by their condition."""
    for arrival in arrivals:
        units = waiting(scn, ledger.state, arrival)
        if not _uncertain(arrival) or DUE in ledger.state.marks_on(units[0]):
            continue
        facts: dict[str, Fact] = {"side": arrival.side, "units": units, "how": "condition"}
        if arrival.least and not (arrival.latest and ledger.state.turn >= arrival.latest):
            face = ledger.roll("arrival", sides=DIE, rule="", by=units[0], outcome=arrival.least.__le__)
            facts |= {"how": "die", "face": face, "needs": arrival.least}
            if face < arrival.least:
                ledger.note("arrival_missed", "", **facts)
                continue
        ledger.note("arrival", "", **facts)
        ledger.tell(*(ev.Marked(name=DUE, on=id_) for id_ in units))


def begin_check(scn: Scenario, ledger: Ledger, turn: int, side: str) -> bool:
    """Begin a phase in which the dice and conditions of a side are checked and no one acts, for rulebooks in
    which reinforcements move onto the map; whether there was anything to check."""
    arrivals = to_check(scn, ledger.state, side, turn)
    open_ones = tuple(
        a
        for a in arrivals
        if _uncertain(a) and DUE not in ledger.state.marks_on(waiting(scn, ledger.state, a)[0])
    )
    if not open_ones:
        return False
    ledger.tell(ev.Began(phase=PHASE, turn=turn, player=side))
    check_arrivals(scn, ledger, open_ones)
    return True


def to_check(scn: Scenario, state: State, side: str, turn: int) -> tuple[Reinforcement, ...]:
    """The reinforcements of a side that may come in a turn, for all that is known before dice are rolled."""
    return tuple(
        arrival
        for arrival in scn.arrivals()
        if arrival.side == side and arrival.turn <= turn and _may_come(scn, state, arrival)
    )


def _may_come(scn: Scenario, state: State, arrival: Reinforcement) -> bool:
    units = waiting(scn, state, arrival)
    if not units:
        return False
    return arrival.when is None or DUE in state.marks_on(units[0]) or holds(state, arrival.when)


def _uncertain(arrival: Reinforcement) -> bool:
    """Whether more than the turn decides if they come."""
    return bool(arrival.least) or arrival.when is not None


Controlled = Callable[[Scenario, State, Hex, str], bool]
"""(scenario, state, hex, side): whether units of that side keep others from coming onto the hex."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ReinforcementRules:
    """How a rulebook takes reinforcements. `setup` says where a kind may stand, and with whom."""

    setup: SetupRules
    controlled: Controlled

    def begin(self, scn: Scenario, ledger: Ledger, turn: int, sides: Iterable[str]) -> bool:
        """Begin the phase of the first of these sides that awaits anyone in a turn; whether there is one.

        No one has to act in it when no unit can be placed.
        """
        for side in sides:
            arrivals = to_check(scn, ledger.state, side, turn)
            if arrivals:
                ledger.tell(ev.Began(phase=PHASE, turn=turn, player=side))
                check_arrivals(scn, ledger, arrivals)
                self._delay(scn, ledger, side)
                if self._any_to_place(scn, ledger.state, side):
                    ledger.tell(ev.Owed(sides=(side,)))
                return True
        return False

    def _delay(self, scn: Scenario, ledger: Ledger, side: str) -> None:
        """Tell of the units that are due and find no hex."""
        late = (u for u in _due_units(scn, ledger.state, side) if not self.hexes(scn, ledger.state, u))
        if units := tuple(unit.id for unit in late):
            ledger.note("arrival_delayed", "", side=side, units=units)

    def _any_to_place(self, scn: Scenario, state: State, side: str) -> bool:
        return any(self.hexes(scn, state, unit) for unit in _due_units(scn, state, side))

    def hexes(self, scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
        """The hexes on which a unit in the reserve may be placed, whatever the turn."""
        arrival = scn.arrival_of(unit.id)
        if arrival is None:
            return ()
        return tuple(hex_ for hex_ in sorted(arrival.hexes) if not self._refused(scn, state, unit, hex_))

    def _refused(self, scn: Scenario, state: State, unit: Unit, hex_: Hex) -> IllegalOrder | None:
        """Why a unit may not be placed on one of its hexes."""
        if not self.setup.has_room(state, unit, hex_):
            return IllegalOrder("", "occupied_place", unit=unit.id, hex=hex_)
        barred = self.setup.barred(scn, unit, hex_)
        if barred is not None:
            return IllegalOrder(barred.rule, barred.reason, **barred.facts)
        if self.controlled(scn, state, hex_, scn.enemy(unit.side)):
            return IllegalOrder("", "entry_in_zone", unit=unit.id, hex=hex_)
        return None

    def place(self, scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
        """Bring a unit on; the phase is over when no other can come."""
        unit, hex_ = own_unit(ledger.state, side, order.unit), known_hex(scn, order.hex)
        arrival = scn.arrival_of(unit.id)
        if unit.place != RESERVE or arrival is None:
            raise IllegalOrder("", "not_waiting", unit=unit.id, hex=hex_)
        if ledger.state.turn < arrival.turn:
            raise IllegalOrder("", "not_yet_arrived", unit=unit.id, turn=arrival.turn)
        if not due(scn, ledger.state, unit):
            raise IllegalOrder("", "arrival_uncertain", unit=unit.id)
        if hex_ not in arrival.hexes:
            entries = tuple(sorted(arrival.hexes))
            raise IllegalOrder("", "no_entry", unit=unit.id, hex=hex_, entries=entries)
        refused = self._refused(scn, ledger.state, unit, hex_)
        if refused is not None:
            raise refused
        self._put(ledger, unit, hex_)
        if not self._any_to_place(scn, ledger.state, side):
            ledger.tell(ev.Owed(sides=()))

    def _put(self, ledger: Ledger, unit: Unit, hex_: Hex) -> None:
        ledger.tell(ev.Placed(unit=unit.id, origin=RESERVE, place=hex_, manner="entry"))
        if DUE in ledger.state.marks_on(unit.id):
            ledger.tell(ev.Unmarked(name=DUE, on=unit.id))

    def done(self, scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
        """Hold the others back until the next turn."""
        ledger.tell(ev.Owed(sides=()))

    def place_the_rest(self, scn: Scenario, ledger: Ledger, side: str) -> None:
        """The legal default when time is up: each unit on the first hex that is open to it."""
        for unit in _due_units(scn, ledger.state, side):
            hexes = self.hexes(scn, ledger.state, unit)
            if hexes:
                self._put(ledger, unit, hexes[0])

    def list_options(self, scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        """Where a unit that is due may be placed; or Done."""
        if not unit_id:
            return (Option(command=Done()),)
        unit = state.units[unit_id]
        if unit.place != RESERVE or not due(scn, state, unit):
            return ()
        return tuple(Option(command=Place(unit=unit_id, hex=h)) for h in self.hexes(scn, state, unit))


def _due_units(scn: Scenario, state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side that wait in the reserve and may come now."""
    return tuple(
        u for u in state.units.values() if u.side == side and u.place == RESERVE and due(scn, state, u)
    )


def sides_after(scn: Scenario, side: str) -> tuple[str, ...]:
    """The sides that come after one, first player first."""
    return scn.side_ids[scn.side_ids.index(side) + 1 :]
