"""Movement hex by hex: paths checked whole and then made step by step, single steps, friends passed.

What a step costs, what it brings, and who may move at all is for the rulebook to say, in its `MovementRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine import events as ev
from engine.commands import Done, Move, Release, Step
from engine.display import ProposedMove
from engine.errors import Fact, IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.order_checks import known_hex
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option

NO_MARKS: frozenset[str] = frozenset()
CROSSING = "crossing"
"""The kind of question, and of task, by which a unit is asked how it goes on past a friend."""
HELD = frozenset({"occupied", "enemy_there"})
"""Reasons that a unit stands on the hex: a plainer obstacle than the zone in which movement ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveState:
    """A unit before a step: its hex, movement points left, and those of its marks that matter to the cost."""

    hex: Hex
    left: int
    marks: frozenset[str] = NO_MARKS


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCost:
    """A legal step: its cost in movement points, and how the unit stands after it (`then`).

    `rule` is the one recorded with it, where that is not the usual one; `way` the road or track it follows;
    `stops` says that movement ends there, `tests` how many dice could end it, `passing` that the unit may
    pass the hex but not stay. `full_cost` is set where the unit pays all the points it has left instead of
    that cost (minimum movement).
    """

    cost: int
    then: MoveState
    rule: str = ""
    way: str = ""
    stops: bool = False
    tests: int = 0
    passing: bool = False
    full_cost: int = 0


@dataclass(frozen=True, slots=True)
class Barred:
    """A step that is forbidden: rule, reason, facts."""

    rule: str
    reason: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def about(self, facts: Mapping[str, Fact]) -> Barred:
        """The same with the facts of a certain step."""
        return Barred(self.rule, self.reason, {**facts, **self.facts})

    def refusal(self, **facts: Fact) -> IllegalOrder:
        """The refusal to raise, with more facts."""
        return IllegalOrder(self.rule, self.reason, **{**self.facts, **facts})


def neighbours(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Iterable[Hex]:
    """The hexes around a hex, clockwise, none around a box: where steps usually lead."""
    around: Mapping[str, Hex] = scn.grid.neighbours_of.get(hex_, {})
    return around.values()


def select(ledger: Ledger, unit_id: str) -> None:
    """Select a unit, unless it is selected already."""
    selection = ledger.state.selection
    if selection is None or selection.unit != unit_id:
        ledger.tell(ev.Selected(unit=unit_id))


def stay_selected(ledger: Ledger, unit_id: str) -> None:
    """Nothing: after a path the unit stays selected, so that it can go on."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MovementRules:
    """How a rulebook moves.

    `own`: the unit that an order is for; raises Refused. `move_state`: how it stands now. `barred`: why it
    may not move at all. `step_cost`: the cost of a step, or why it is forbidden. `destinations`: where a step
    from a hex or box could lead. `make_leg` makes one leg of a path, with all it brings: one hex, or several
    that are passed up to the one where the unit stays; it returns whether the rest of the path still stands.
    `select` selects the unit before a path, `deselect` says what becomes of the selection after it.

    The others are ids of rules: for a path without hexes, one that goes on where movement ends, steps that
    are dropped, one that ends where the unit may only pass ("" where `make_leg` says how it goes on).
    """

    own: Callable[[State, str, str], Unit]
    move_state: Callable[[State, Unit], MoveState]
    barred: Callable[[Scenario, State, Unit], Barred | None]
    step_cost: Callable[[Scenario, State, Unit, MoveState, Hex], StepCost | Barred]
    make_leg: Callable[[Scenario, Ledger, str, tuple[Hex, ...]], bool]
    empty_rule: str
    halted_rule: str
    dropped_rule: str
    passed_rule: str = ""
    destinations: Callable[[Scenario, State, Unit, Hex], Iterable[Hex]] = neighbours
    select: Callable[[Ledger, str], None] = select
    deselect: Callable[[Ledger, str], None] = stay_selected

    def move(self, scn: Scenario, ledger: Ledger, side: str, order: Move) -> None:
        """Check a path whole, then make it leg by leg. When anything on the way changes what was checked, the
        steps made stand and the rest is dropped."""
        unit = self.own(ledger.state, side, order.unit)
        costs = self.check_path(scn, ledger.state, unit, order.path)
        self.select(ledger, unit.id)
        made = 0
        for leg in _legs(order.path, costs):
            stands = self.make_leg(scn, ledger, unit.id, leg)
            made += len(leg)
            if made < len(order.path) and not stands:
                ledger.note("dropped", self.dropped_rule, unit=unit.id, steps=len(order.path) - made)
                break
        self.deselect(ledger, unit.id)

    def step(self, scn: Scenario, ledger: Ledger, side: str, order: Step) -> None:
        """Move a unit one hex and keep it selected. What follows from a step onto a hex that it may only pass
        is for `make_leg` to say."""
        unit = self.own(ledger.state, side, order.unit)
        self._path_costs(scn, ledger.state, unit, (order.hex,))
        select(ledger, unit.id)
        self.make_leg(scn, ledger, unit.id, (order.hex,))

    def check_path(
        self, scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]
    ) -> tuple[StepCost, ...]:
        """The cost of each step of a path that a unit can follow and stay at the end of, or go on from.

        Raises IllegalOrder for the first bad step, or when the path ends where the unit may not stay. Facts
        of the refusal name the step (from 1), its hex, and the hex it was to be made from.
        """
        costs = self._path_costs(scn, state, unit, path)
        if costs[-1].passing and self.passed_rule:
            by = state.on(path[-1])[0].id
            raise IllegalOrder(self.passed_rule, "may_not_end_here", unit=unit.id, hex=path[-1], by=by)
        return costs

    def _path_costs(
        self, scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]
    ) -> tuple[StepCost, ...]:
        if not path:
            raise IllegalOrder(self.empty_rule, "empty_path", unit=unit.id, hex=unit.place)
        barred = self.barred(scn, state, unit)
        if barred is not None:
            raise barred.refusal()
        at, costs, stopped = self.move_state(state, unit), list[StepCost](), False
        for number, hex_ in enumerate(path, start=1):
            known_hex(scn, hex_)
            cost = self.step_cost(scn, state, unit, at, hex_)
            if stopped and not (isinstance(cost, Barred) and cost.reason in HELD):
                raise IllegalOrder(
                    self.halted_rule, "zone_ends_movement", unit=unit.id, hex=at.hex, step=number
                )
            if isinstance(cost, Barred):
                raise cost.refusal(step=number)
            costs.append(cost)
            at, stopped = cost.then, cost.stops
        return tuple(costs)

    def next_step_costs(self, scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepCost]:
        """The steps that a unit may make now, by the hex they lead to."""
        return dict(self._next_steps(scn, state, unit_id))

    def _next_steps(self, scn: Scenario, state: State, unit_id: str) -> Iterator[tuple[Hex, StepCost]]:
        """The same one by one, for those who only ask whether there is any."""
        unit = state.units[unit_id]
        if self.barred(scn, state, unit) is not None:
            return
        at = self.move_state(state, unit)
        for to in dict.fromkeys(self.destinations(scn, state, unit, at.hex)):
            cost = self.step_cost(scn, state, unit, at, to)
            if isinstance(cost, StepCost):
                yield to, cost

    def list_options(self, scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        """The single steps that a unit may make, each with its cost; or Done, and Release when a unit is
        selected. No unit need move."""
        if not unit_id:
            yield Option(command=Done())
            if state.selection is not None:
                yield Option(command=Release())
            return
        for to, cost in self._next_steps(scn, state, unit_id):
            if not cost.passing or not self.passed_rule:
                yield Option(command=Move(unit=unit_id, path=(to,)), cost=cost.cost)
            yield Option(command=Step(unit=unit_id, hex=to), cost=cost.cost)


def _legs(path: tuple[Hex, ...], costs: Iterable[StepCost]) -> Iterator[tuple[Hex, ...]]:
    """A path in parts that each end where the unit may stay."""
    leg: tuple[Hex, ...] = ()
    for hex_, cost in zip(path, costs, strict=True):
        leg = (*leg, hex_)
        if not cost.passing:
            yield leg
            leg = ()
    if leg:
        yield leg


def release_by(rule: str) -> Callable[[Scenario, Ledger, str, Release], None]:
    """The handler of a Release: deselects the selected unit; refused by that rule when there is none."""

    def release(scn: Scenario, ledger: Ledger, side: str, order: Release) -> None:
        selection = ledger.state.selection
        if selection is None:
            raise Refused(rule, "nothing_in_hand")
        ledger.tell(ev.Released(unit=selection.unit))

    return release


def proposed_move(state: State, task: str, manner: str) -> tuple[ProposedMove, ...]:
    """The movement its owner is asked about, while that task of a unit and a hex lies on the agenda."""
    first = state.agenda[0] if state.questions and state.agenda else None
    if first is None or first.kind != task:
        return ()
    unit_id, goal = first.about
    return ((unit_id, (state.units[unit_id].place, goal), manner),)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CrossingRules:
    """How units pass friends: a unit that steps onto one goes on at once.

    Nothing moves before the whole crossing is known, so that no two counters share a hex between two orders.
    `move_state`: how a unit stands now. `step_cost`: the cost of a step, or why it is forbidden. `onward`:
    how a unit on the hex of a friend can go on, with the cost. `make_leg` makes a path past friends up to the
    hex where the unit stays. `rule` is the one by which the player is asked how the unit goes on.
    """

    move_state: Callable[[State, Unit], MoveState]
    step_cost: Callable[[Scenario, State, Unit, MoveState, Hex], StepCost | Barred]
    onward: Callable[[Scenario, State, Unit, MoveState], dict[Hex, StepCost]]
    make_leg: Callable[[Scenario, Ledger, str, tuple[Hex, ...]], object]
    rule: str

    def begin(self, scn: Scenario, ledger: Ledger, unit_id: str, passed: tuple[Hex, ...]) -> None:
        """Go on from the last of some friends' hexes: where there is only one way on, that way; else the
        player is asked. The default is the cheapest hex, the first clockwise of equals."""
        unit = ledger.state.units[unit_id]
        onward = self._onward(scn, ledger.state, unit, passed)
        if len(onward) == 1:
            ((hex_, cost),) = onward.items()
            self._go_on(scn, ledger, unit_id, (*passed, hex_), passing=cost.passing)
            return
        question = Question(
            kind=CROSSING,
            side=unit.side,
            about=unit_id,
            options=tuple(onward),
            default=min(onward, key=lambda hex_: onward[hex_].cost),
        )
        ledger.tell(
            ev.Pushed(kind=CROSSING, about=(unit_id, *passed), rule=self.rule),
            ev.Asked(question=question, rule=self.rule),
        )

    def answer(self, scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
        """Go on by the hex chosen, past the next friend if one stands there."""
        unit_id, *passed = ledger.state.agenda[0].about
        ledger.tell(ev.Popped())
        onward = self._onward(scn, ledger.state, ledger.state.units[unit_id], tuple(passed))
        self._go_on(scn, ledger, unit_id, (*passed, option), passing=onward[option].passing)

    def _go_on(
        self, scn: Scenario, ledger: Ledger, unit_id: str, path: tuple[Hex, ...], *, passing: bool
    ) -> None:
        if passing:
            self.begin(scn, ledger, unit_id, path)
        else:
            self.make_leg(scn, ledger, unit_id, path)

    def _onward(
        self, scn: Scenario, state: State, unit: Unit, passed: tuple[Hex, ...]
    ) -> dict[Hex, StepCost]:
        """How a unit can go on after these friends' hexes."""
        at = self.move_state(state, unit)
        for hex_ in passed:
            cost = self.step_cost(scn, state, unit, at, hex_)
            assert isinstance(cost, StepCost), f"{unit.id} to {hex_}: {cost}"
            at = cost.then
        return self.onward(scn, state, unit, at)
