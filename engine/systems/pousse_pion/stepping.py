"""Legal steps carried out, in the order of 4.13: paid, made, and with all that follows from them."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.rules.moving import Toll
from engine.scenario import RESERVE, Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion import arrival, fire, reinforcements
from engine.systems.pousse_pion.marks import BEGUN, MOVED, PAID, STOPPED
from engine.systems.pousse_pion.minimum import Minimum
from engine.systems.pousse_pion.toll import footing, toll

STEP = arrival.step(fire.react)


def go(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make one step, or several past friends to the last hex (PP-MOV-36); whether the unit may go on as
    planned: it has arrived, unhurt, and was not stopped.

    A step with a consequence is never taken back (PP-MOV-31), nor is a crossing (PP-MOV-37).
    """
    before = ledger.state
    prices = _prices(scn, ledger, unit_id, leg)
    for price in prices:
        manner = "crossing" if len(leg) > 1 else "step"
        _make(scn, ledger, ledger.state.units[unit_id], price, manner)
    if arrival.changed(before, ledger.state, unit_id) and alive(ledger, unit_id):
        ledger.tell(ev.Selected(unit=unit_id, rule="PP-MOV-31"))
    return _as_planned(before.units[unit_id], ledger.state, leg[-1])


def _as_planned(was: Unit, state: State, to: Hex) -> bool:
    unit = state.units[was.id]
    hurt = {**unit.values, "mp": was["mp"]} != was.values
    return unit.place == to and not hurt and not state.marked(unit.id, STOPPED)


def _prices(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> list[Toll]:
    """The price of each step, as it has been checked."""
    state, found = ledger.state, []
    unit = state.units[unit_id]
    at = footing(state, unit)
    for hex_ in leg:
        price = toll(scn, state, unit, at, hex_)
        assert isinstance(price, Toll), f"{unit_id} to {hex_}: {price}"
        found.append(price)
        at = price.footing
    return found


def _make(scn: Scenario, ledger: Ledger, unit: Unit, price: Toll, manner: str) -> None:
    """One step with all it brings."""
    about = arrival.setting_out(scn, ledger.state, unit, price.way)
    if unit.place == RESERVE:
        reinforcements.enter(ledger, unit, price.footing.hex)
    else:
        to, rule = price.footing.hex, price.rule
        ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=to, manner=manner, rule=rule))
    _pay(ledger, unit, price)
    if price.passing:
        friend = next(u for u in ledger.state.on(price.footing.hex) if u.id != unit.id)
        ledger.note("crossed", "PP-MOV-38", unit=unit.id, friend=friend.id, hex=friend.place)
    arrival.arrive(scn, ledger, about, arrival.PASSING if price.passing else STEP)


def _pay(ledger: Ledger, unit: Unit, price: Toll) -> None:
    """MV and the marks of having moved (PP-MOV-02, PP-MOV-22, PP-MOV-27)."""
    if isinstance(price, Minimum):
        ledger.note("minimum_movement", price.rule, unit=unit.id, needs=price.needs, has=price.cost)
    if price.cost:
        left = price.footing.left
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=left, rule=price.rule))
    for name, rule, borne in (
        (MOVED, "PP-RAL-05", True),
        (BEGUN, "PP-MOV-27", True),
        (PAID, "PP-MOV-22", PAID in price.footing.marks),
    ):
        if borne != ledger.state.marked(unit.id, name):
            turn = ev.Marked if borne else ev.Unmarked
            ledger.tell(turn(name=name, on=unit.id, rule=rule))
