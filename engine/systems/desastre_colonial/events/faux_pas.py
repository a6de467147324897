"""Faux Pas: what went wrong with the Colonial expedition before the battle (DC-FAU; table 5.12).

The Native player rolls, shares the points of Gravity out among the effects, and applies these in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from engine import events as ev
from engine.commands import Command, Done, Place
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import Question, State
from engine.system import Option
from engine.systems.desastre_colonial.events import faux_pas_effects, relocation
from engine.systems.desastre_colonial.events.faux_pas_effects import CHOICE, NEXT
from engine.systems.desastre_colonial.general.agenda import ask, push
from engine.systems.desastre_colonial.general.marks import FAUX_PAS, GRAVITY, SCATTERED
from engine.systems.desastre_colonial.general.values import NATIVE

KIND, SHARES, EFFECT = "faux_pas", "gravity", "effect"
"""Questions: which Faux Pas (after a 6), how the Gravity is shared, which effect comes next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gravity:
    """The points of Gravity of an effect."""

    effect: str
    points: int

    def encode(self) -> str:
        """The points as marks and options write them: "E1:2"."""
        return f"{self.effect}:{self.points}"

    @classmethod
    def decode(cls, text: str) -> Gravity:
        """The points of that text."""
        effect, _, points = text.partition(":")
        return cls(effect=effect, points=int(points))


# --- which, and how grave -----------------------------------------------------------------------------------


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Roll for the Faux Pas; a 6 lets the Native player choose (DC-FAU-01)."""
    die = ledger.roll("faux_pas", sides=int(scn.chart("faux_pas", "die")), rule="DC-FAU-01", by=NATIVE)
    if str(die) == CHOICE:
        options = tuple(number for number in scn.chart("faux_pas", "effects") if number != CHOICE)
        ask(scn, ledger, KIND, NATIVE, NATIVE, options, options[0], rule="DC-FAU-04")
    else:
        _ask_shares(scn, ledger, str(die))


def settle_kind(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Go on with the Faux Pas that the Native player chose."""
    _ask_shares(scn, ledger, option)


def _ask_shares(scn: Scenario, ledger: Ledger, number: str) -> None:
    """Announce the Faux Pas and ask how its points of Gravity are shared (DC-FAU-02)."""
    ledger.tell(ev.Marked(name=FAUX_PAS, on=NATIVE, to=number, rule="DC-FAU-01"))
    ledger.note("faux_pas", "DC-FAU-04", number=number)
    effects: tuple[str, ...] = tuple(scn.chart("faux_pas", "effects", number))
    options = all_shares(effects, int(scn.chart("faux_pas", "gravity")))
    ask(scn, ledger, SHARES, NATIVE, number, options, options[0], rule="DC-FAU-02")


def all_shares(effects: tuple[str, ...], points: int) -> tuple[str, ...]:
    """Every way to share points out among effects, as "E1:2 E2:1 E3:0" (DC-FAU-02)."""
    ways = (way for way in product(range(points, -1, -1), repeat=len(effects)) if sum(way) == points)
    return tuple(
        " ".join(Gravity(effect=effect, points=n).encode() for effect, n in zip(effects, way, strict=True))
        for way in ways
    )


def settle_shares(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Mark the effects that have points, to be applied one by one (DC-FAU-02, DC-FAU-03)."""
    for gravity in map(Gravity.decode, option.split()):
        if gravity.points:
            ledger.tell(ev.Marked(name=GRAVITY, on=NATIVE, to=gravity.encode(), rule="DC-FAU-02"))
    push(ledger, NEXT, rule="DC-FAU-03")
    faux_pas_effects.prepare(scn, ledger, question.about)


# --- effect by effect ---------------------------------------------------------------------------------------


def ask_next_effect(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask which effect is applied next, while any is left (DC-FAU-03)."""
    options = tuple(gravity.effect for gravity in _left(ledger.state))
    if options:
        ask(scn, ledger, EFFECT, NATIVE, NATIVE, options, options[0], rule="DC-FAU-03")


def _left(state: State) -> tuple[Gravity, ...]:
    """The effects still to be applied, in their order."""
    return tuple(map(Gravity.decode, sorted(state.targets_of_mark(NATIVE, GRAVITY))))


def settle_effect(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Apply an effect with its points of Gravity (DC-FAU-04)."""
    gravity = next(gravity for gravity in _left(ledger.state) if gravity.effect == option)
    number = next(iter(ledger.state.targets_of_mark(NATIVE, FAUX_PAS)))
    ledger.tell(ev.Unmarked(name=GRAVITY, on=NATIVE, to=gravity.encode(), rule="DC-FAU-03"))
    ledger.note("gravity", "DC-FAU-04", number=number, effect=option, gravity=gravity.points)
    if not faux_pas_effects.relocates(number, option):  # else the next one follows the last placement
        push(ledger, NEXT, rule="DC-FAU-03")
    faux_pas_effects.apply(scn, ledger, number, option, gravity.points)


# --- relocated units ----------------------------------------------------------------------------------------


def place(scn: Scenario, ledger: Ledger, side: str, order: Place) -> None:
    """Place a relocated unit in its new hex (5.12)."""
    state = ledger.state
    unit = state.units.get(order.unit) or order_checks.own_unit(state, side, order.unit)
    relocation.check(scn, state, unit, order_checks.known_hex(scn, order.hex))
    relocation.place(ledger, unit, order.hex)
    if not relocation.waiting(ledger.state):
        expire(scn, ledger, side)


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Leave the relocated units that still wait in their hexes."""
    expire(scn, ledger, side)


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """End the placement, when it is complete or time runs out: units that still wait stay in their hexes."""
    remove_marks(ledger, frozenset({SCATTERED}), ledger.state.units)
    ledger.tell(ev.Owed(sides=()))
    push(ledger, NEXT, rule="DC-FAU-03")


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Where the Native player may place the relocated units; or Done, which leaves them in their hexes."""
    waiting = relocation.waiting(state)
    if side != NATIVE or not waiting:
        return ()
    if unit_id:
        return _placements(scn, state, unit_id) if state.units[unit_id] in waiting else ()
    enemies = (
        unit.id for unit in waiting if unit.side != side
    )  # the side's own units are offered one by one
    return (Option(command=Done()), *(option for id_ in enemies for option in _placements(scn, state, id_)))


def _placements(scn: Scenario, state: State, unit_id: str) -> tuple[Option, ...]:
    hexes = relocation.hexes_for(scn, state, state.units[unit_id])
    return tuple(Option(command=Place(unit=unit_id, hex=hex_)) for hex_ in hexes)


TASKS = {NEXT: ask_next_effect, **faux_pas_effects.TASKS}
ANSWERS = {KIND: settle_kind, SHARES: settle_shares, EFFECT: settle_effect, **faux_pas_effects.ANSWERS}
