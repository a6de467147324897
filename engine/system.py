"""The shape of a rulebook: a value made of phases and functions. No rule of any game is here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.commands import Command
from engine.display import Display, StepOffer
from engine.errors import Refused
from engine.fog import (
    Audience,
    Fog,
    addressed_side,
    without_secret_arrivals,
    without_standing_answers,
)
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State

Chapters = tuple[tuple[str, str, tuple[str, ...]], ...]
"""The chapters of a rulebook in the book's order: the middle of their rule ids, title, modules."""
CommandHandler = Callable[[Scenario, Ledger, str, Any], None]
"""(scenario, ledger, side, command): carries a command out, or raises Refused before the first die."""
ExplainNote = Callable[[Scenario, Mapping[str, Any]], Mapping[str, str | int]]
"""(scenario, facts of a note): the numbers that follow from them, for the sentence that explains the note.
A number as text is a signed one."""
Procedure = Callable[[Scenario, Ledger], None]
"""(scenario, ledger): something the rules do by themselves."""
AnswerHandler = Callable[[Scenario, Ledger, Question, str], None]
"""(scenario, ledger, question, option): carries out an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A command that a side may give now, and its price in movement points where it has one."""

    command: Command
    cost: int | None = None


OPENING, SETUP = "opening", "setup"
"""The roles of phases: before the first turn; the one in which the sides set up."""

ListOptions = Callable[[Scenario, State, str, str], Iterable[Option]]
"""(scenario, state, side, unit): what the side may do with that unit; for "", what concerns no unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase: a handler for each kind of command it takes, the list of legal commands. `without_moves` lists
    the same without moves and steps, sooner; None where it takes none.

    A side may give commands of the kinds in `anytime` while the other side is to move. `role` says what a
    phase is for that each rulebook may call as it likes: OPENING, SETUP.
    """

    name: str
    takes: Mapping[type[Command], CommandHandler]
    options: ListOptions
    without_moves: ListOptions | None = None
    anytime: frozenset[type[Command]] = frozenset()
    role: str = ""


class BattleFault(str):
    """Why a battle cannot be played, and the key of the entry that is at fault where it is not a zone."""

    key: str

    def __new__(cls, what: str, key: str) -> BattleFault:
        """The sentence, and the key."""
        fault = super().__new__(cls, what)
        fault.key = key
        return fault


def no_fault(scn: Scenario) -> str:
    """Default: every battle that can be built can be played."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCard:
    """An order that may be written for a unit: its required parameters, in the order a player is
    asked for them, and the optional ones (path, target, facing, max_range, prefer, with). `hexes`: the most
    on its path. `refusal`: why it cannot be written now at all."""

    order: str
    needs: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    hexes: int = 0
    refusal: Refused | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStop:
    """A unit that would not enter a hex of its path, because of `met`: units of its own side."""

    unit: str
    hex: Hex
    reason: str
    met: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretOrders:
    """How a rulebook's secret orders are written. Every function takes the state as the side may know it.

    `order_cards` (unit): every order it knows. `check` (unit, order) raises IllegalOrder. `steps` (unit,
    order): the hexes that could come next on its path, given the words so far. `targets` (unit, order): the
    units it could name. `default_order` (unit): the order carried out when none is written. `stops`
    (side): the units that its own orders would stop.
    """

    order_cards: Callable[[Scenario, State, str], tuple[OrderCard, ...]]
    check: Callable[[Scenario, State, str, Mapping[str, str]], None]
    steps: Callable[[Scenario, State, str, Mapping[str, str]], Mapping[Hex, StepOffer]]
    targets: Callable[[Scenario, State, str, Mapping[str, str]], tuple[str, ...]]
    default_order: Callable[[Scenario, State, str], str]
    stops: Callable[[Scenario, State, str], tuple[PlannedStop, ...]]


PoolFaults = Callable[[Scenario, State], Iterable[tuple[str, str]]]


def no_faults(scenario: Scenario, state: State) -> Iterable[tuple[str, str]]:
    """Default: a rulebook without pools finds no fault with them."""
    return ()


def _nothing_to_settle(scenario: Scenario, ledger: Ledger) -> None:
    """A position set up by hand is complete as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A rulebook as a value.

    `start` puts the counters on the map. `follow` goes on to the next phase when no side owes a decision.
    `answers` handles the questions that rules ask, by kind. `timeout` plays the legal default of a side that
    has run out of time. Only `as_seen_by` calls `fog`.
    """

    name: str
    phases: Mapping[str, Phase]
    start: Procedure
    follow: Procedure
    answers: Mapping[str, AnswerHandler]
    resign: CommandHandler
    marks: frozenset[str]
    fog: Fog
    display: Display
    timeout: CommandHandler
    audience: Audience = addressed_side
    secret_orders: SecretOrders | None = None
    automatic_phases: frozenset[str] = frozenset()
    """Phases that play themselves, one after another, each reported in a post of its own."""
    continuing_phases: frozenset[str] = frozenset()
    """Phases that continue what the phase before began; both are reported in one post."""
    standing_answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The answers a side may lay ready, by kind of question; "*" for any option of the question."""
    judge_actions: Mapping[str, CommandHandler] = field(default_factory=dict)
    """What a judge may have carried out in any position, by name; each takes a JudgeAction."""
    luck_direction: Mapping[str, str] = field(default_factory=dict)
    """Which faces are good for the roller, "high" or "low", by purpose of the roll; lots have none."""
    phase_openers: Mapping[str, Procedure] = field(default_factory=dict)
    """Asks the question of a phase that consists of a question, by phase: for positions set up by hand."""
    tasks: frozenset[str] = frozenset()
    """The kinds of what can be left to do, on the agenda: for positions set up by hand."""
    pool_faults: PoolFaults = no_faults
    """What cannot be of the pools of a position set up by hand, by the name of the pool."""
    settle: Procedure = _nothing_to_settle
    """Completes a position set up by hand with what the steps before it have left on it."""
    explanations: Mapping[str, ExplainNote] = field(default_factory=dict)
    """The numbers that follow from those of a note, by the note's kind."""
    judge_markers: frozenset[str] = frozenset()
    """The markers that a judge may put on a unit or take off."""
    battle_fault: Callable[[Scenario], str] = no_fault
    """Why a battle cannot be played by this rulebook, though it can be built; "" when it can. Battles are
    asked about when they are read, not when a game of theirs is loaded."""
    turns_rule: str = ""
    """The rule by which sides take turns."""
    sequence_rule: str = ""
    """The rule that says which phase follows which."""

    def role_of(self, phase: str) -> str:
        """The role of the phase of that name: OPENING, SETUP, or "" for any other."""
        return self.phases[phase].role if phase in self.phases else ""

    def as_seen_by(self, scenario: Scenario, state: State, viewer: str) -> State:
        """The state as a viewer may know it, a spectator being ""."""
        known = without_secret_arrivals(scenario, self.fog(scenario, state, viewer), viewer)
        return without_standing_answers(known, viewer)
