"""Successive waves: spent native units return at the edge of the map (DC-VAG-03 to 13)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Done, Place, Unplace
from engine.display import MapEntry
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.turns import remove_marks
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.general.marks import CHIEF_GONE, WAVE
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE, fragile, is_chief, troops
from engine.systems.desastre_colonial.terrain.terrain import impassable


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Add the eliminated units to the reserve (DC-VAG-04)."""
    for unit in tuple(ledger.state.units.values()):
        if unit.side == NATIVE and unit.place == ELIMINATED and not is_chief(unit):
            _take_to_reserve(ledger, unit, "DC-VAG-04")


def _take_to_reserve(ledger: Ledger, unit: Unit, rule: str) -> None:
    """Put a unit or Chief into the reserve, restored to its state at the start of the battle (DC-VAG-06)."""
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=RESERVE, manner="withdrawn", rule=rule))
    remove_marks(ledger, ledger.state.marks_on(unit.id), (unit.id,))
    for value, printed in {**dict.fromkeys(unit.values, 0), **unit.printed}.items():
        if unit[value] != printed:
            ledger.tell(ev.Changed(unit=unit.id, value=value, was=unit[value], now=printed, rule="DC-VAG-06"))


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the wave; what was not placed stays in reserve (DC-VAG-11, DC-VAG-12)."""
    placed = tuple(unit.id for unit in wave(ledger.state))
    if placed:
        ledger.note("wave", "DC-VAG-09", units=placed)
    remove_marks(ledger, frozenset({WAVE}), ledger.state.units)
    remove_marks(ledger, frozenset({CHIEF_GONE}), (NATIVE,))


def wave(state: State) -> tuple[Unit, ...]:
    """The units placed in this wave, Chiefs not counted."""
    return tuple(unit for unit in troops(state, NATIVE) if state.marked(unit.id, WAVE))


def reserve(state: State) -> tuple[Unit, ...]:
    """The native counters in reserve."""
    return tuple(unit for unit in state.units.values() if unit.side == NATIVE and unit.place == RESERVE)


def check_off(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless a counter may be taken off the map now (DC-VAG-03, DC-VAG-05, DC-VAG-07)."""
    order_checks.hex_on_map(unit, "DC-VAG-04", "DC-VAG-03")
    if wave(state):
        raise IllegalOrder("DC-VAG-07", "wave_begun", unit=unit.id)
    if is_chief(unit):
        if state.marked(NATIVE, CHIEF_GONE):
            raise IllegalOrder("DC-VAG-05", "chief_taken_off", unit=unit.id)
    elif not fragile(scn, unit):
        raise IllegalOrder("DC-VAG-03", "not_fragile", unit=unit.id, losses=unit["losses"])


def take_off(scn: Scenario, ledger: Ledger, side: str, order: Unplace) -> None:
    """Take a fragile unit, or one Chief, off the map (DC-VAG-03, DC-VAG-05)."""
    unit = order_checks.own_unit(ledger.state, side, order.unit)
    check_off(scn, ledger.state, unit)
    chief = is_chief(unit)
    _take_to_reserve(ledger, unit, "DC-VAG-05" if chief else "DC-VAG-03")
    if chief:
        ledger.tell(ev.Marked(name=CHIEF_GONE, on=NATIVE, rule="DC-VAG-05"))


def check_on(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> None:
    """Raises IllegalOrder unless a counter in reserve may be placed in a hex (DC-VAG-07 to 10)."""
    if unit.place != RESERVE:
        raise IllegalOrder("DC-VAG-07", "not_waiting", unit=unit.id, hex=hex_)
    placed = wave(state)
    if is_chief(unit):
        if all(other.place != hex_ for other in placed):
            raise IllegalOrder("DC-VAG-10", "chief_without_wave", unit=unit.id, hex=hex_)
        return
    if _is_occupied(state, hex_) or impassable(scn, state, hex_):
        raise IllegalOrder("DC-VAG-08", "occupied_place", unit=unit.id, hex=hex_)
    if not placed and not scn.grid.at_edge(hex_):
        raise IllegalOrder("DC-VAG-08", "not_at_edge", unit=unit.id, hex=hex_)
    if placed and not any(scn.grid.adjacent(hex_, other.place) for other in placed):
        raise IllegalOrder("DC-VAG-09", "apart_from_wave", unit=unit.id, hex=hex_)
    least = int(scn.chart("waves", "min_distance"))
    for enemy in troops(state, COLONIAL):
        away = scn.grid.distance(hex_, enemy.place)
        if away < least:
            rule = "DC-VAG-09" if placed else "DC-VAG-08"
            raise IllegalOrder(
                rule, "too_near_enemy", unit=unit.id, hex=hex_, by=enemy.id, away=away, least=least
            )


def _is_occupied(state: State, hex_: Hex) -> bool:
    """Whether a hex is occupied; a lone Native Chief does not occupy it (DC-VAG-08, DC-ROU-35)."""
    return any(not is_chief(other) or other.side != NATIVE for other in state.on(hex_))


def place(scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
    """Place a counter of the wave (DC-VAG-07 to 10, DC-VAG-12)."""
    unit = order_checks.own_unit(ledger.state, side, order.unit)
    check_on(scn, ledger.state, unit, order_checks.known_hex(scn, order.hex))
    _put(ledger, unit, order.hex)


def _put(ledger: Ledger, unit: Unit, hex_: Hex) -> None:
    rule = "DC-VAG-10" if is_chief(unit) else "DC-VAG-09" if wave(ledger.state) else "DC-VAG-07"
    ledger.tell(ev.Placed(unit=unit.id, origin=RESERVE, place=hex_, manner="wave", rule=rule))
    if not is_chief(unit):
        ledger.tell(ev.Marked(name=WAVE, on=unit.id, rule=rule))


def hexes_for(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes where a counter in reserve may be placed now, by label (DC-VAG-07 to 10)."""
    return tuple(h for h in sorted(scn.grid) if order_checks.refusal(check_on, scn, state, unit, h) is None)


def _may_be_taken_off(scn: Scenario, state: State, unit: Unit) -> bool:
    return order_checks.refusal(check_off, scn, state, unit) is None


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Which counters the Native player may take off, and where those in reserve may be placed; or Done."""
    if side != NATIVE:
        return ()
    if not unit_id:
        return (Option(command=Done()),)
    unit = state.units[unit_id]
    if unit.place == RESERVE:
        return tuple(Option(command=Place(unit=unit_id, hex=hex_)) for hex_ in hexes_for(scn, state, unit))
    if unit.hex is not None and _may_be_taken_off(scn, state, unit):
        return (Option(command=Unplace(unit=unit_id)),)
    return ()


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time runs out take all fragile units off, no Chief, and place whatever can be placed, by hex
    (7.1)."""
    for unit in tuple(troops(ledger.state, NATIVE)):
        if _may_be_taken_off(scn, ledger.state, unit):
            _take_to_reserve(ledger, unit, "DC-VAG-03")
    for unit in sorted(reserve(ledger.state), key=lambda u: (is_chief(u), u.id)):
        hexes = hexes_for(scn, ledger.state, unit)
        if hexes:
            _put(ledger, unit, hexes[0])


def entries(scn: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Where units in reserve could enter the map now, while a wave is being placed; for pictures."""
    units = [unit for unit in reserve(state) if not is_chief(unit)]
    if state.phase != "waves" or not units:
        return ()
    hexes = frozenset(hexes_for(scn, state, units[0]))
    return (MapEntry(side=NATIVE, hexes=hexes, units=tuple(unit.id for unit in units)),) if hexes else ()
