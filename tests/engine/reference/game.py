"""A game that the referee and a literal reading of the rules play in step, compared after each order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.commands import Answer, Command
from engine.events import Began, Event, Rolled
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import play
from engine.state import Unit
from notation.scripts.position import Position
from tests.engine.reference.hexes import WAYS, Hex, beside, label


def hexsides(sides: Iterable[frozenset[Hex]]) -> list[str]:
    """Hexsides as a script states them: a hex and a direction."""
    pairs = (sorted(side) for side in sides)
    return [f"{label(a)} {next(way for way in WAYS if beside(a, way) == b)}" for a, b in pairs]


def chains(sides: Iterable[frozenset[Hex]]) -> list[str]:
    """Ways as a script states them: from hex to hex."""
    return [" ".join(map(label, sorted(side))) for side in sides]


def script_map(ground: Any) -> dict[str, Any]:
    """What a script says of a map in general: ground, heights, water, ways."""
    water = {kind: [s for s, lies in ground.water.items() if lies == kind] for kind in ground.water.values()}
    return {
        "columns": str(ground.size),
        "rows": str(ground.size),
        "terrain": {label(at): terrain for at, terrain in ground.ground.items()},
        "levels": {label(at): str(level) for at, level in ground.levels.items()},
        **{f"{kind}s": hexsides(sides) for kind, sides in water.items()},
        "roads": chains(ground.roads),
        "tracks": chains(ground.tracks),
    }


class Differs(AssertionError):
    """The referee and the rules differ; the log says after which orders."""


class InStep:
    """A position before referee and rules; the latter have `men`, `dice`, `phase`, `side` and `enter`."""

    orders = turns = 0
    passed = False

    def __init__(self, seed: int, position: Position, rules: Any, switches: Mapping[str, str]) -> None:
        self.chance = random.Random(seed)
        self.position, self.state, self.rules = position, position.state, rules
        self.dice = SeededDice(b"%d" % seed)
        self.log = [f"seed {seed} {dict(switches)}"]
        self.men = {man.id: man for man in rules.men}

    def give(self, side: str, command: Command) -> list[Event]:
        """An order to the referee, with an answer to each question, of which the rules are told."""
        self.orders += 1
        self.log.append(f"{side} {command}")
        system, scenario = self.position.system, self.position.scenario
        events = list(play(system, scenario, self.state, side, command, self.dice, self.orders))
        self.state = replay(self.state, events)
        while self.state.questions and self.state.result is None:
            question = self.state.questions[0]
            option = self.chance.choice(question.options)
            self.answered(question.kind, option)
            events += self.give(question.side, Answer(option=option))
        return events

    def order(self, command: Command, rule: Callable[[], None]) -> None:
        """An order to the referee; let the rules do the same with the same dice, and compare."""
        self.unasked()
        events = self.give(self.rules.side, command)
        self.rules.dice = [die for event in events if isinstance(event, Rolled) for die in event.dice]
        self.hint(events)
        try:
            rule()
        except (AssertionError, IndexError) as error:
            raise Differs(self.log, repr(error)) from error
        for event in events if self.state.result is None else ():
            if isinstance(event, Began):
                self.enter(event)
        self.require(not self.rules.dice, f"dice left: {self.rules.dice}")
        self.compare()

    def enter(self, began: Began) -> None:
        """A phase begins: the phases that the referee passes are those in which the rules allow nothing."""
        if self.passed:
            self.require(not self.legal(), f"passed {self.rules.phase}: {self.legal()}")
        self.turns += began.player != self.rules.side
        self.rules.enter(began.phase, began.player)
        self.passed = True

    def compare(self) -> None:
        """Every unit on the map is the same to both."""
        mine = {man.id: self.of_rules(man) for man in self.rules.men if man.at is not None}
        self.same(mine, {unit.id: self.of_referee(unit) for unit in self.state.units_on_map()})

    def same(self, rules: Mapping[Any, object], referee: Mapping[Any, object]) -> None:
        """The rules and the referee say the same. Raises Differs with what they do not."""
        pairs = {key: (rules.get(key, "nothing"), referee.get(key, "nothing")) for key in {*rules, *referee}}
        differ = [f"{key}: rules {a}, referee {b}" for key, (a, b) in pairs.items() if a != b]
        self.require(not differ, "; ".join(differ))

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Differs(self.log, what)

    # --- what a rulebook adds ------------------------------------------------------------------------------

    def legal(self) -> Mapping[Command, int | None]:
        """The orders that the rules allow in this phase, with what they cost."""
        raise NotImplementedError

    def of_rules(self, man: Any) -> tuple[Any, ...]:
        """What is compared of a unit, as the rules have it."""
        raise NotImplementedError

    def of_referee(self, unit: Unit) -> tuple[Any, ...]:
        """The same as the referee has it."""
        raise NotImplementedError

    def hint(self, events: list[Event]) -> None:
        """What the rules must know of the events: draws among hexes."""

    def unasked(self) -> None:
        """The answers that hold where nothing is asked."""

    def answered(self, kind: str, option: str) -> None:
        """An answer for the rules."""
