"""Movement (DC-MOV): paths and single steps of whoever may move now, and what a move does to him.

Chiefs and the free move go by the same orders; what is different stands in `toll`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Move, Step
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import moving, orders
from engine.rules.crossing import KIND as CROSSING
from engine.rules.crossing import Crossings
from engine.rules.losses import alive
from engine.rules.moving import Footing, Terms, Toll
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import aspects, horde, refuge, toll
from engine.systems.desastre_colonial.marks import FRONTED, MOVED, OF_A_MOVE, ORDERED, TACTICAL
from engine.systems.desastre_colonial.toll import LIMITED_BY, Afoot, footing
from engine.systems.desastre_colonial.values import is_chief, troops

MANNERS = {toll.FREE: "free"}
"""How a unit moves in phases where it is no step of a run."""
LIMIT = "limit"
"""Why hexes are lost of a move without being made."""


def own(state: State, side: str, unit_id: str) -> Unit:
    """A counter of this side on the map. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    orders.standing(unit, "DC-FIR-26", "DC-VAG-11")
    return unit


def take(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make a leg of a path; whether the rest of it still stands. A step onto a friend goes on by itself or
    asks how (DC-MOV-13)."""
    prices = _prices(scn, ledger.state, unit_id, leg)
    if prices[-1].passing:
        CROSSINGS.begin(scn, ledger, unit_id, leg)
        return False
    return go(scn, ledger, unit_id, leg)


def go(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """Make one step, or several past friends to the last hex; whether the unit may go on as planned: a lone
    Chief who has to be moved out of its way first may hold it up (DC-MOV-19)."""
    for price in _prices(scn, ledger.state, unit_id, leg):
        _make(scn, ledger, ledger.state.units[unit_id], price)
    unit = ledger.state.units[unit_id]
    if not is_chief(unit):
        refuge.flee(scn, ledger, unit.place, scn.enemy(unit.side))
    return alive(ledger, unit_id) and not ledger.state.questions


def _prices(scn: Scenario, state: State, unit_id: str, leg: tuple[Hex, ...]) -> list[Toll]:
    """The price of each step, as it has been checked."""
    unit, found = state.units[unit_id], []
    at: Footing = footing(state, unit)
    for hex_ in leg:
        price = toll.toll(scn, state, unit, at, hex_)
        assert isinstance(price, Toll), f"{unit_id} to {hex_}: {price}"
        found.append(price)
        at = price.footing
    return found


def _make(scn: Scenario, ledger: Ledger, unit: Unit, price: Toll) -> None:
    """One step, with what it leaves on the unit."""
    then = price.footing
    assert isinstance(then, Afoot)
    if then.made == 1:
        _set_out(scn, ledger, unit)
    manner = "chief" if is_chief(unit) else MANNERS.get(ledger.state.phase, "step")
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=then.hex, manner=manner, rule=price.rule))
    if price.passing:
        friend = next(u for u in troops(ledger.state) if u.hex == then.hex and u.id != unit.id)
        ledger.note("passed_through", price.rule, unit=unit.id, friend=friend.id, hex=then.hex)
    for name in sorted(then.marks - ledger.state.names_on(unit.id)):
        ledger.tell(ev.Marked(name=name, on=unit.id, rule=_limiting(ledger.state, unit, name)))
    _count(ledger, unit.id, then, price.rule)


def _set_out(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """What is remembered of the hex a move begins in: that it has moved (DC-MOV-12), and whose front that was
    in (DC-MEL-06)."""
    had = toll.full(scn, ledger.state, unit)
    _change(ledger, unit.id, "mp", had, "DC-MOV-06")
    if not is_chief(unit) and ledger.state.phase != toll.FREE:
        for enemy in sorted(troops(ledger.state, scn.enemy(unit.side)), key=lambda enemy: enemy.id):
            if aspects.in_front(scn, ledger.state, enemy, unit.place):
                ledger.tell(ev.Marked(name=FRONTED, on=unit.id, to=enemy.id, rule="DC-MEL-06"))
    ledger.tell(ev.Marked(name=MOVED, on=unit.id, to=unit.place, rule="DC-MOV-12"))


def _limiting(state: State, unit: Unit, name: str) -> str:
    return "DC-MOV-04" if name == TACTICAL else "DC-TER-04"


def _count(ledger: Ledger, unit_id: str, then: Afoot, rule: str) -> None:
    """The hexes made, and those still to go: one less for the step, the rest for what the move has met."""
    _change(ledger, unit_id, "gone", then.made, rule)
    _change(ledger, unit_id, "mp", ledger.state.units[unit_id]["mp"] - 1, rule)
    _change(ledger, unit_id, "mp", then.left, "DC-MOV-07", reason=LIMIT)


def _change(ledger: Ledger, unit_id: str, value: str, now: int, rule: str, reason: str = "") -> None:
    was = ledger.state.units[unit_id][value]
    if was != now:
        ledger.tell(ev.Changed(unit=unit_id, value=value, was=was, now=now, reason=reason, rule=rule))


def _stay_in_hand(ledger: Ledger, unit_id: str) -> None:
    """Nothing: a path may be gone on with."""


CROSSINGS = Crossings(footing=footing, toll=toll.toll, onward=toll.onward, go=go, rule="DC-MOV-13")
TERMS = Terms(
    own=own,
    footing=footing,
    barred=toll.barred,
    toll=toll.toll,
    around=toll.around,
    hold=moving.keep,
    take=take,
    leave=_stay_in_hand,
    empty="DC-MOV-06",
    halted="DC-MOV-07",
    dropped="DC-MOV-19",
    passed="DC-MOV-13",
)
ANSWERS = {CROSSING: CROSSINGS.settle, **refuge.ANSWERS}

_move, _step, _offers = moving.move(TERMS), moving.step(TERMS), moving.offers(TERMS)
release = moving.release("DC-MOV-09")


def move(scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
    """Move a counter along a path, checked whole first (DC-MOV-07)."""
    _move(scn, ledger, side, order)


def step(scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
    """Move the counter in hand one hex (DC-MOV-07)."""
    _step(scn, ledger, side, order)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The single steps a counter may make, each one hex of its move; or Done, and Release when one is in hand
    (DC-CMD-27)."""
    return _offers(scn, state, side, unit_id)


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Say how far each unit activated by the roll can go at most, before it has moved."""
    for unit in tuple(ledger.state.fielded(ledger.state.player)):
        if ledger.state.marked(unit.id, ORDERED):
            _change(ledger, unit.id, "mp", toll.full(scn, ledger.state, unit), "DC-MOV-06")


def end(scn: Scenario, ledger: Ledger) -> None:
    """The moves of a roll are over: hordes that went away from the enemy suffer (DC-CAP-07), and nothing
    limits a later move."""
    for unit in tuple(ledger.state.fielded(ledger.state.player)):
        if ledger.state.marked(unit.id, ORDERED):
            horde.suffer(scn, ledger, unit)
    wipe(ledger, OF_A_MOVE | LIMITED_BY, ledger.state.units)
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=ledger.state.selection.unit))
