"""Faux Pas (DC-FAU; table 5.12): what went wrong with the expedition before the first shot.

The Native player rolls, shares the points of Gravity out among the effects and has them applied in the order
he likes. Each effect is in `blunders`; here is what comes when.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from engine import events as ev
from engine.commands import Command, Done, Place
from engine.ledger import Ledger
from engine.rules import orders
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import Question, State
from engine.system import Option
from engine.systems.desastre_colonial import blunders, placing
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.blunders import NEXT
from engine.systems.desastre_colonial.marks import FAUX_PAS, GRAVITY, SCATTERED

NATIVE = "native"
KIND, SHARES, EFFECT = "faux_pas", "gravity", "effect"
FREE = "6"
"""The face of the die that lets the Native player choose among the others."""


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Roll for the Faux Pas (DC-FAU-01)."""
    die = ledger.roll("faux_pas", sides=int(scn.chart("faux_pas", "die")), rule="DC-FAU-01", by=NATIVE)
    others = tuple(number for number in scn.chart("faux_pas", "effects") if number != FREE)
    if str(die) == FREE:
        ask(scn, ledger, KIND, NATIVE, NATIVE, others, others[0], rule="DC-FAU-04")
    else:
        _befalls(scn, ledger, str(die))


def chosen(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The Faux Pas the Native player has chosen."""
    _befalls(scn, ledger, option)


def _befalls(scn: Scenario, ledger: Ledger, number: str) -> None:
    """Tell which it is and ask how the points of Gravity are shared (DC-FAU-02)."""
    ledger.tell(ev.Marked(name=FAUX_PAS, on=NATIVE, to=number, rule="DC-FAU-01"))
    ledger.note("faux_pas", "DC-FAU-04", number=number)
    effects: tuple[str, ...] = tuple(scn.chart("faux_pas", "effects", number))
    options = shares(effects, int(scn.chart("faux_pas", "gravity")))
    ask(scn, ledger, SHARES, NATIVE, number, options, options[0], rule="DC-FAU-02")


def shares(effects: tuple[str, ...], points: int) -> tuple[str, ...]:
    """Every way to share so many points out among effects, as "E1:2 E2:1 E3:0" (DC-FAU-02)."""
    ways = (way for way in product(range(points, -1, -1), repeat=len(effects)) if sum(way) == points)
    return tuple(" ".join(f"{effect}:{n}" for effect, n in zip(effects, way, strict=True)) for way in ways)


def shared(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The points each effect was given; those with any are applied one by one (DC-FAU-02, DC-FAU-03)."""
    for part in option.split():
        if not part.endswith(":0"):
            ledger.tell(ev.Marked(name=GRAVITY, on=NATIVE, to=part, rule="DC-FAU-02"))
    push(ledger, NEXT, rule="DC-FAU-03")
    blunders.prepare(scn, ledger, question.about)


def _next(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask which effect is applied next, where several are left (DC-FAU-03)."""
    left = tuple(sorted(ledger.state.pointed(NATIVE, GRAVITY)))
    if left:
        ask(
            scn,
            ledger,
            EFFECT,
            NATIVE,
            NATIVE,
            tuple(part[:2] for part in left),
            left[0][:2],
            rule="DC-FAU-03",
        )


def applied(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Apply an effect with its Gravity (DC-FAU-04)."""
    part = next(p for p in sorted(ledger.state.pointed(NATIVE, GRAVITY)) if p.startswith(option))
    number = next(iter(ledger.state.pointed(NATIVE, FAUX_PAS)))
    ledger.tell(ev.Unmarked(name=GRAVITY, on=NATIVE, to=part, rule="DC-FAU-03"))
    gravity = int(part.partition(":")[2])
    ledger.note("gravity", "DC-FAU-04", number=number, effect=option, gravity=gravity)
    if not blunders.places(number, option):  # else the next one comes when all are placed
        push(ledger, NEXT, rule="DC-FAU-03")
    blunders.apply(scn, ledger, number, option, gravity)


# --- units placed anew ------------------------------------------------------------------------------------


def place(scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
    """Put one of the units that wait on its new hex (5.12)."""
    state = ledger.state
    unit = state.units.get(order.unit) or orders.own(state, side, order.unit)
    placing.check(scn, state, unit, orders.on_map(scn, order.hex))
    placing.put(scn, ledger, unit, order.hex)
    if not placing.waiting(ledger.state):
        _finish(ledger)


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Leave the units that still wait where they are."""
    _finish(ledger)


def _finish(ledger: Ledger) -> None:
    wipe(ledger, frozenset({SCATTERED}), ledger.state.units)
    ledger.tell(ev.Owed(sides=()))
    push(ledger, NEXT, rule="DC-FAU-03")


def expire(scn: Scenario, ledger: Ledger) -> None:
    """Time is up: units stay where they are."""
    _finish(ledger)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Where the units that wait may be put by the Native player; Done leaves them where they are."""
    waiting = placing.waiting(state)
    if side != NATIVE or not waiting:
        return ()
    if unit_id:
        return _spots(scn, state, unit_id) if state.units[unit_id] in waiting else ()
    enemies = (unit.id for unit in waiting if unit.side != side)  # one's own are asked for one by one
    return (Option(command=Done()), *(o for id_ in enemies for o in _spots(scn, state, id_)))


def _spots(scn: Scenario, state: State, unit_id: str) -> tuple[Option, ...]:
    unit = state.units[unit_id]
    return tuple(Option(command=Place(unit=unit_id, hex=hex_)) for hex_ in placing.spots(scn, state, unit))


TASKS = {NEXT: _next, **blunders.TASKS}
ANSWERS = {KIND: chosen, SHARES: shared, EFFECT: applied, **blunders.ANSWERS}
