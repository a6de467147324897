"""Successive waves (DC-VAG-03 to 13): at a turn's end spent native units come back from the map's edge."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Done, Place, Unplace
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import orders
from engine.rules.turns import wipe
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import Entry, Option
from engine.systems.desastre_colonial import ground, values
from engine.systems.desastre_colonial.marks import CHIEF_GONE, WAVE

COLONIAL, NATIVE = "colonial", "native"


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Add the eliminated units to those that wait (DC-VAG-04)."""
    for unit in tuple(ledger.state.units.values()):
        if unit.side == NATIVE and unit.place == ELIMINATED and not values.is_chief(unit):
            _take(ledger, unit, "DC-VAG-04")


def _take(ledger: Ledger, unit: Unit, rule: str) -> None:
    """Put a unit or Chief aside, as it was when the battle began (DC-VAG-06)."""
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=RESERVE, manner="withdrawn", rule=rule))
    wipe(ledger, ledger.state.names_on(unit.id), (unit.id,))
    for value, printed in {**dict.fromkeys(unit.values, 0), **unit.printed}.items():
        if unit[value] != printed:
            ledger.tell(ev.Changed(unit=unit.id, value=value, was=unit[value], now=printed, rule="DC-VAG-06"))


def end(scn: Scenario, ledger: Ledger) -> None:
    """The wave is over; what was not placed waits for the end of a later turn (DC-VAG-11, DC-VAG-12)."""
    placed = tuple(unit.id for unit in wave(ledger.state))
    if placed:
        ledger.note("wave", "DC-VAG-09", units=placed)
    wipe(ledger, frozenset({WAVE}), ledger.state.units)
    wipe(ledger, frozenset({CHIEF_GONE}), (NATIVE,))


def wave(state: State) -> tuple[Unit, ...]:
    """The units placed in this wave, Chiefs apart."""
    return tuple(unit for unit in values.troops(state, NATIVE) if state.marked(unit.id, WAVE))


def waiting(state: State) -> tuple[Unit, ...]:
    """The native counters in reserve."""
    return tuple(unit for unit in state.units.values() if unit.side == NATIVE and unit.place == RESERVE)


def check_off(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless a counter may be taken off the map now (DC-VAG-03, DC-VAG-05, DC-VAG-07)."""
    orders.standing(unit, "DC-VAG-04", "DC-VAG-03")
    if wave(state):
        raise IllegalOrder("DC-VAG-07", "wave_begun", unit=unit.id)
    if values.is_chief(unit):
        if state.marked(NATIVE, CHIEF_GONE):
            raise IllegalOrder("DC-VAG-05", "chief_taken_off", unit=unit.id)
    elif not values.fragile(scn, unit):
        raise IllegalOrder("DC-VAG-03", "not_fragile", unit=unit.id, losses=unit["losses"])


def take_off(scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
    """Take a fragile unit, or one Chief, off the map (DC-VAG-03, DC-VAG-05)."""
    unit = orders.own(ledger.state, side, order.unit)
    check_off(scn, ledger.state, unit)
    chief = values.is_chief(unit)
    _take(ledger, unit, "DC-VAG-05" if chief else "DC-VAG-03")
    if chief:
        ledger.tell(ev.Marked(name=CHIEF_GONE, on=NATIVE, rule="DC-VAG-05"))


def check_on(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> None:
    """Raises IllegalOrder unless a counter that waits may be placed there in this wave (DC-VAG-07 to 10)."""
    if unit.place != RESERVE:
        raise IllegalOrder("DC-VAG-07", "not_waiting", unit=unit.id, hex=hex_)
    placed = wave(state)
    if values.is_chief(unit):
        if all(other.place != hex_ for other in placed):
            raise IllegalOrder("DC-VAG-10", "chief_without_wave", unit=unit.id, hex=hex_)
        return
    if _taken(state, hex_) or ground.impassable(scn, state, hex_):
        raise IllegalOrder("DC-VAG-08", "occupied_place", unit=unit.id, hex=hex_)
    if not placed and not scn.grid.at_edge(hex_):
        raise IllegalOrder("DC-VAG-08", "not_at_edge", unit=unit.id, hex=hex_)
    if placed and not any(scn.grid.adjacent(hex_, other.place) for other in placed):
        raise IllegalOrder("DC-VAG-09", "apart_from_wave", unit=unit.id, hex=hex_)
    least = int(scn.chart("waves", "min_distance"))
    for enemy in values.troops(state, COLONIAL):
        away = scn.grid.distance(hex_, enemy.place)
        if away < least:
            rule = "DC-VAG-09" if placed else "DC-VAG-08"
            raise IllegalOrder(
                rule, "too_near_enemy", unit=unit.id, hex=hex_, by=enemy.id, away=away, least=least
            )


def _taken(state: State, hex_: Hex) -> bool:
    """Whether somebody is in the way on a hex; a lone Chief of one's own is not (DC-VAG-08, DC-ROU-35)."""
    return any(not values.is_chief(other) or other.side != NATIVE for other in state.on(hex_))


def place(scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
    """Place a counter of the wave (DC-VAG-07 to 10, DC-VAG-12)."""
    unit = orders.own(ledger.state, side, order.unit)
    check_on(scn, ledger.state, unit, orders.on_map(scn, order.hex))
    _put(ledger, unit, order.hex)


def _put(ledger: Ledger, unit: Unit, hex_: Hex) -> None:
    rule = "DC-VAG-10" if values.is_chief(unit) else "DC-VAG-09" if wave(ledger.state) else "DC-VAG-07"
    ledger.tell(ev.Placed(unit=unit.id, origin=RESERVE, place=hex_, manner="wave", rule=rule))
    if not values.is_chief(unit):
        ledger.tell(ev.Marked(name=WAVE, on=unit.id, rule=rule))


def spots(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes where a counter that waits may be placed now, by their labels (DC-VAG-07 to 10)."""
    return tuple(h for h in sorted(scn.grid) if orders.refusal(check_on, scn, state, unit, h) is None)


def _leaves(scn: Scenario, state: State, unit: Unit) -> bool:
    return orders.refusal(check_off, scn, state, unit) is None


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Whom the Native player may take off and where those that wait may stand; or Done."""
    if side != NATIVE:
        return ()
    if not unit_id:
        return (Option(command=Done()),)
    unit = state.units[unit_id]
    if unit.place == RESERVE:
        return tuple(Option(command=Place(unit=unit_id, hex=hex_)) for hex_ in spots(scn, state, unit))
    if unit.hex is not None and _leaves(scn, state, unit):
        return (Option(command=Unplace(unit=unit_id)),)
    return ()


def expire(scn: Scenario, ledger: Ledger) -> None:
    """Time is up: all fragile units come off, no Chief, and whoever can be placed is, by hex (7.1)."""
    for unit in tuple(values.troops(ledger.state, NATIVE)):
        if _leaves(scn, ledger.state, unit):
            _take(ledger, unit, "DC-VAG-03")
    for unit in sorted(waiting(ledger.state), key=lambda u: (values.is_chief(u), u.id)):
        found = spots(scn, ledger.state, unit)
        if found:
            _put(ledger, unit, found[0])


def awaited(scn: Scenario, state: State) -> tuple[Entry, ...]:
    """Where those that wait could come on the map now, while a wave is being placed; for pictures."""
    left = [unit for unit in waiting(state) if not values.is_chief(unit)]
    if state.phase != "waves" or not left:
        return ()
    hexes = frozenset(spots(scn, state, left[0]))
    return (Entry(side=NATIVE, hexes=hexes, units=tuple(unit.id for unit in left)),) if hexes else ()
