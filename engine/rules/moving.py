"""Moving hex by hex: paths checked whole and then made step by step, steps of the unit in hand, what is open.

What a step costs, what it brings, and who may move at all is for the rulebook to say, in its `Terms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine import events as ev
from engine.commands import Done, Move, Release, Step
from engine.errors import Fact, IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.orders import on_map
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Decide, Offer, Option

NO_MARKS: frozenset[str] = frozenset()
NOWHERE: Mapping[str, Hex] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Footing:
    """A unit on its way: where it is, movement points left, and the names of the marks it would bear, as far
    as they matter to the price of its next step."""

    hex: Hex
    left: int
    marks: frozenset[str] = NO_MARKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Toll:
    """A legal step: its cost in movement points, where and how the unit then stands.

    `rule` is the one it is told with, where that is not the usual one; `way` the road or track it follows;
    `stops` says that movement ends there, `tests` how many dice could end it, `passing` that the unit may go
    through, but not stay.
    """

    cost: int
    footing: Footing
    rule: str = ""
    way: str = ""
    stops: bool = False
    tests: int = 0
    passing: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """A step that is forbidden: rule, reason, facts."""

    rule: str
    reason: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def about(self, facts: Mapping[str, Fact]) -> Barred:
        """The same, of a certain step."""
        return Barred(self.rule, self.reason, {**facts, **self.facts})

    def refusal(self, **facts: Fact) -> IllegalOrder:
        """The refusal to raise, with more facts."""
        return IllegalOrder(self.rule, self.reason, **{**self.facts, **facts})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a rulebook moves.

    `own`: the unit an order is for, or a refusal. `footing`: how it stands now. `barred`: why it may not
    move at all. `toll`: the price of a step, or why it is forbidden. `around`: where a step from a hex or box
    could lead. `hold` takes a unit in hand for a path, `leave` says what becomes of it afterwards. `take`
    makes one leg of a path, with all it brings: one hex, or several that are passed up to the one where the
    unit stays; whether the rest of the path still stands.

    The others are ids of rules: of a path without hexes, of one that goes on where movement ends, of one that
    ends where it may only pass, of the steps that are dropped.
    """

    own: Callable[[State, str, str], Unit]
    footing: Callable[[State, Unit], Footing]
    barred: Callable[[Scenario, State, Unit], Barred | None]
    toll: Callable[[Scenario, State, Unit, Footing, Hex], Toll | Barred]
    around: Callable[[Scenario, State, Unit, Hex], Iterable[Hex]]
    hold: Callable[[Ledger, str], None]
    take: Callable[[Scenario, Ledger, str, tuple[Hex, ...]], bool]
    leave: Callable[[Ledger, str], None]
    empty: str
    halted: str
    dropped: str
    passed: str = ""


def neighbours(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Iterable[Hex]:
    """The hexes around a hex, clockwise, none around a box: where steps usually lead."""
    return scn.grid.around.get(hex_, NOWHERE).values()


def keep(ledger: Ledger, unit_id: str) -> None:
    """Take a unit in hand, unless it is there."""
    hand = ledger.state.selection
    if hand is None or hand.unit != unit_id:
        ledger.tell(ev.Selected(unit=unit_id))


def tolls(
    terms: Terms, scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...], at: Footing | None = None
) -> tuple[Toll, ...]:
    """The price of each step of a path on the table as it stands, from `at` or where the unit is. Raises
    IllegalOrder for the first bad step.

    Facts of the refusal name the step (from 1), its hex, and the hex it was to be made from.
    """
    if not path:
        raise IllegalOrder(terms.empty, "empty_path", unit=unit.id, hex=unit.place)
    barred = terms.barred(scn, state, unit)
    if barred is not None:
        raise barred.refusal()
    at, found, stopped = at or terms.footing(state, unit), [], False
    for number, hex_ in enumerate(path, start=1):
        on_map(scn, hex_)
        if stopped:
            raise IllegalOrder(terms.halted, "zone_ends_movement", unit=unit.id, hex=at.hex, step=number)
        price = terms.toll(scn, state, unit, at, hex_)
        if isinstance(price, Barred):
            raise price.refusal(step=number)
        found.append(price)
        at, stopped = price.footing, price.stops
    return tuple(found)


def check_path(
    terms: Terms, scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...], at: Footing | None = None
) -> tuple[int, ...]:
    """The cost of each step of a path that a unit could follow and stay at the end of. Raises IllegalOrder as
    `tolls` does, or when the path ends where the unit may only pass."""
    prices = tolls(terms, scn, state, unit, path, at)
    _check_end(terms, state, unit, path, prices)
    return tuple(price.cost for price in prices)


def _check_end(
    terms: Terms, state: State, unit: Unit, path: tuple[Hex, ...], prices: tuple[Toll, ...]
) -> None:
    if prices[-1].passing:
        by = state.on(path[-1])[0].id
        raise IllegalOrder(terms.passed, "may_not_end_here", unit=unit.id, hex=path[-1], by=by)


def legs(path: tuple[Hex, ...], prices: Iterable[Toll]) -> Iterator[tuple[Hex, ...]]:
    """A path in parts that each end where the unit may stay."""
    leg: tuple[Hex, ...] = ()
    for hex_, price in zip(path, prices, strict=True):
        leg = (*leg, hex_)
        if not price.passing:
            yield leg
            leg = ()
    if leg:
        yield leg


def move(terms: Terms) -> Decide:
    """The function that obeys a Move: checks the path whole, then makes it leg by leg. When anything on the
    way changes what was checked, the steps made stand and the rest is dropped."""

    def moved(scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
        unit = terms.own(ledger.state, side, order.unit)
        prices = tolls(terms, scn, ledger.state, unit, order.path)
        _check_end(terms, ledger.state, unit, order.path, prices)
        terms.hold(ledger, unit.id)
        made = 0
        for leg in legs(order.path, prices):
            stands = terms.take(scn, ledger, unit.id, leg)
            made += len(leg)
            if made < len(order.path) and not stands:
                ledger.note("dropped", terms.dropped, unit=unit.id, steps=len(order.path) - made)
                break
        terms.leave(ledger, unit.id)

    return moved


def step(terms: Terms) -> Decide:
    """The function that obeys a Step: moves the unit in hand one hex and keeps it in hand; another unit's
    step changes hands. What follows from a step onto a hex to pass is for `take` to say."""

    def stepped(scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
        unit = terms.own(ledger.state, side, order.unit)
        tolls(terms, scn, ledger.state, unit, (order.hex,))
        keep(ledger, unit.id)
        terms.take(scn, ledger, unit.id, (order.hex,))

    return stepped


def release(rule: str) -> Decide:
    """The function that obeys a Release: lets go of the unit in hand."""

    def released(scn: Scenario, ledger: Ledger, side: str, order: Release) -> None:
        hand = ledger.state.selection
        if hand is None:
            raise Refused(rule, "nothing_in_hand")
        ledger.tell(ev.Released(unit=hand.unit))

    return released


def next_tolls(terms: Terms, scn: Scenario, state: State, unit_id: str) -> dict[Hex, Toll]:
    """The steps a unit may make now, by the hex they lead to."""
    unit = state.units[unit_id]
    if terms.barred(scn, state, unit) is not None:
        return {}
    at = terms.footing(state, unit)
    prices = {to: terms.toll(scn, state, unit, at, to) for to in terms.around(scn, state, unit, at.hex)}
    return {to: price for to, price in prices.items() if isinstance(price, Toll)}


def next_steps(terms: Terms, scn: Scenario, state: State, unit_id: str) -> dict[Hex, int]:
    """The hexes a unit may step into now, with the cost in movement points."""
    return {to: price.cost for to, price in next_tolls(terms, scn, state, unit_id).items()}


def proposed(state: State, task: str, manner: str) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """The movement its owner is asked about, while that task of a unit and a hex lies on the agenda: unit,
    the hex it stands on and the one it would take, manner."""
    waiting = state.agenda[0] if state.questions and state.agenda else None
    if waiting is None or waiting.kind != task:
        return ()
    unit_id, there = waiting.about
    return ((unit_id, (state.units[unit_id].place, there), manner),)


def offers(terms: Terms) -> Offer:
    """The function that lists the single steps a unit may make, each with its cost; or Done, and Release when
    a unit is in hand. Nobody need move."""

    def offered(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        if not unit_id:
            rest = (Option(command=Release()),) if state.selection is not None else ()
            return (Option(command=Done()), *rest)
        return tuple(
            option
            for to, price in next_tolls(terms, scn, state, unit_id).items()
            for option in (
                *(
                    ()
                    if price.passing
                    else (Option(command=Move(unit=unit_id, path=(to,)), cost=price.cost),)
                ),
                Option(command=Step(unit=unit_id, hex=to), cost=price.cost),
            )
        )

    return offered
