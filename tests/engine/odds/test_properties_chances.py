"""The chances of an order are those of every face of every die, each played by the referee.

The long form: SOAK=1 compares 40 times as many orders (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import pytest

import scenarios
from bench.rules.every_face import outcomes
from engine.commands import Attack, Bombard, Charge, Command, Step, Volley
from engine.events import Changed, Event, Noted, Pooled, Rolled
from engine.evolve import replay
from engine.ledger import ForcedDice, SeededDice
from engine.odds.chances import Chance, chances
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from tests.engine.random_games import at_random, by_the_partner
from tests.long_forms import FIRST_BATTLES, long_but

BATTLES = [name for name in scenarios.all() if scenarios.load(name).system != "art_of_tactic"]
LONG = os.environ.get("SOAK") == "1"
ORDERS, MOST_FACES = 160 if LONG else 3, 700 if LONG else 250
DICEY = (Attack, Bombard, Charge, Volley, Step)
SMALL = {
    "fire": {
        "die": 3,
        "hit_on": {"undisciplined": 3, "standard": 2, "trained": 2, "disciplined": 2},
        "double_on": {"trained": 3},
    },
    "melee": {"die": 3},
    "morale": {"die": 2, "success": 2},
    "native_morale": {"die": 3},
}
"""Dice with few faces, for a rulebook that rolls many at once."""


@dataclass(frozen=True)
class Case:
    """An order with dice in a position."""

    system: System
    scenario: Scenario
    state: State
    side: str
    command: Command

    def chances(self, **how: object) -> tuple[Chance, ...]:
        at = replace(self.state)
        return chances(self.system, self.scenario, at, self.side, self.command, **how)  # type: ignore[arg-type]

    def plain(self) -> list[tuple[Fraction, tuple[Event, ...]]]:
        at = replace(self.state)
        return [*outcomes(self.system, self.scenario, at, self.side, self.command, MOST_FACES)]

    def played(self, faces: Sequence[int]) -> tuple[Event, ...]:
        dice = ForcedDice(faces)
        events = play(self.system, self.scenario, self.state, self.side, self.command, dice)
        assert dice.used == len(faces)
        return events


def cases(battle: str, seed: int) -> Iterable[Case]:
    """Orders with dice, few of each position, in a game that is half played by the computer player."""
    scn, chance = scenarios.load(battle), random.Random(seed)
    if scn.system == "desastre_colonial":
        scn = replace(scn, charts={**scn.charts, **{n: {**scn.charts[n], **own} for n, own in SMALL.items()}})
    system, dice, at_will = find(scn.system), SeededDice(b"%d" % seed), at_random(random.Random(seed))
    state = replay(State(), start(system, scn, dice))
    for order in range(1, 3000):
        if state.result is not None:
            return
        side = state.questions[0].side if state.questions else min(state.active)
        known = system.as_seen_by(scn, state, side)
        at_once = scn.system != "desastre_colonial" or state.phase != "movement"  # there none rolls dice
        every = options(system, scn, known, side) if at_once else ()
        offers = [o.command for o in every if isinstance(o.command, DICEY)]
        for command in chance.sample(offers, min(2, len(offers))):
            yield Case(system, scn, known, side, command)
        choose = at_will if at_once and chance.random() < 0.3 else by_the_partner
        state = replay(state, play(system, scn, state, side, choose(system, scn, state, side), dice, order))


def with_dice(battle: str, seed: int) -> Iterable[tuple[Case, list[tuple[Fraction, tuple[Event, ...]]]]]:
    """Those whose dice can fall in more than one way and not in too many; with all of these."""
    for case in cases(battle, seed):
        try:
            plain = case.plain()
        except OverflowError:
            continue
        if len(plain) > 1:
            yield case, plain


def without_faces(events: Iterable[Event]) -> tuple[str, ...]:
    """What happened, without the dice and what the notes say of them."""
    lines = []
    for event in events:
        if isinstance(event, Noted):
            lines.append(f"{event.kind} {event.rule} {event.facts.get('result')}")
        elif not isinstance(event, Rolled | Pooled):
            lines.append(repr(event))
    return tuple(lines)


def added(chances: Iterable[tuple[Fraction, object]]) -> dict[object, Fraction]:
    sums: defaultdict[object, Fraction] = defaultdict(Fraction)
    for probability, thing in chances:
        sums[thing] += probability
    return dict(sums)


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES[:3], BATTLES))
def test_chances_are_those_of_every_face_of_every_die(battle: str) -> None:
    compared = 0
    for case, plain in islice(with_dice(battle, 1), ORDERS):
        fast = case.chances()

        assert len(fast) <= len(plain)
        assert added((c.probability, without_faces(c.events)) for c in fast) == added(
            (probability, without_faces(events)) for probability, events in plain
        ), case.command
        compared += 1
    assert compared == ORDERS or LONG


@pytest.mark.parametrize("battle", long_but(set(BATTLES) - {"colonne"}, BATTLES))
def test_each_chance_is_what_its_dice_and_those_alike_lead_to(battle: str) -> None:
    for case in islice(cases(battle, 2), 2 * ORDERS):
        for chance in islice(case.chances(), 20):
            rolls = [event.dice for event in chance.events if isinstance(event, Rolled)]
            highest = [faces[-1] for roll in chance.alike for faces in roll]

            assert case.played([die for dice in rolls for die in dice]) == chance.events
            assert without_faces(case.played(highest)) == without_faces(chance.events), case.command
            assert [len(roll) for roll in chance.alike] == [*map(len, rolls)]


@pytest.mark.long
def test_ways_that_lead_to_the_same_are_one_and_lose_nothing() -> None:
    fewer = 0
    for case, plain in islice(with_dice("puits", 3), 2 * ORDERS):
        target = str(getattr(case.command, "target", ""))

        def losses(events: Sequence[Event], target: str = target) -> int:
            return sum(e.now - e.was for e in events if isinstance(e, Changed) and e.unit == target)

        fast = case.chances(weigh=losses)

        assert added((c.probability, losses(c.events)) for c in fast) == added(
            (probability, losses(events)) for probability, events in plain
        ), case.command
        ends = [replay(case.state, c.events) for c in fast]
        for _, events in plain:
            ends.index(replay(case.state, events))
        fewer += len(fast) < len(case.chances())
    assert fewer


def test_more_ways_than_are_to_be_followed_are_an_error() -> None:
    case = next(case for case in cases("gue", 1) if len(case.chances()) > 5)

    assert len(case.chances(most=len(case.chances()))) > 5
    with pytest.raises(OverflowError):
        case.chances(most=5)
