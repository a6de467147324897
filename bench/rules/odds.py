"""Exact odds: what one attack can lead to, over all attacks that games of the computer against itself offer.

Each is worked out as `/odds` does it, on a position of which nothing is known yet, in processor time: other
programs do not count. Now and then stands beside it the plain way, the order played again for every face of
every die; both must give the same chances to the last fraction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from statistics import median
from time import process_time

import opponent
import scenarios
from bench.harness import Figure, agree, figure, spread
from bench.rules.every_face import outcomes
from bot.core.order_rules.forecast import MOST, Fight, undisturbed, weigh
from engine.commands import Attack, Bombard, Step
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.odds.chances import Weigh, chances
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from scenarios.presentation import presentation

GAMES, MOST_ORDERS = 20, 2000
COMPARED, MOST_FACES = 40, 600
"""So many attacks of a battle are worked out the plain way too; those alone that end in so many leaves."""
FEW = {"tutorial": 25, "gue": 25, "puits": 10}
"""What a quick run takes: attacks by battle."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An attack that a side could make, in the position as it knew it."""

    system: System
    scenario: Scenario
    state: State
    side: str
    command: Fight

    def weigh(self) -> Weigh:
        """What counts of its outcomes."""
        return weigh(self.command, presentation(self.scenario.system))

    def fast(self) -> Mapping[object, Fraction]:
        """The chance of everything that counts. Raises OverflowError."""
        state, weighed = replace(self.state), self.weigh()
        every = chances(self.system, self.scenario, state, self.side, self.command, MOST, weighed)
        return _added((chance.probability, weighed(chance.events)) for chance in every)

    def plain(self) -> Mapping[object, Fraction]:
        """The same, by every face of every die. Raises OverflowError."""
        state, weighed = replace(self.state), self.weigh()
        every = outcomes(self.system, self.scenario, state, self.side, self.command, MOST_FACES)
        return _added((probability, weighed(events)) for probability, events in every)


def run(quick: bool) -> Iterator[Figure]:
    """Median and 95th percentile by battle, how many are exact, and how much faster than the plain way."""
    for battle in FEW if quick else scenarios.all():
        found = _offers(battle, 1 if quick else GAMES)
        offers = list(islice(found, FEW[battle]) if quick else found)
        if offers:
            yield from _figures(battle, offers)


def _figures(battle: str, offers: list[Offer]) -> Iterator[Figure]:
    times, ratios, exact = list[float](), list[float](), 0
    offers[0].fast()  # reads the rulebook's files
    for number, offer in enumerate(offers):
        seconds, fast = _timed(offer.fast)
        times.append(1000 * seconds)
        exact += fast is not None
        if fast is not None and number % max(1, len(offers) // COMPARED) == 0:
            by_faces, plain = _timed(offer.plain)
            if plain is not None:
                agree(fast == plain, f"{battle}: {offer.command} has other chances by every face")
                ratios.append(by_faces / seconds)
    low, note = sorted(times), f"{len(offers)} attacks"
    yield Figure(name=f"{battle}, median", value=median(low), goal=1, unit="ms", better="less", note=note)
    late = low[min(len(low) - 1, len(low) * 95 // 100)]
    yield Figure(name=f"{battle}, 95th percentile", value=late, goal=3, unit="ms", better="less")
    yield Figure(name=f"{battle}, counted to the last way", value=exact / len(offers), goal=1, unit="share")
    if ratios:
        yield figure(f"{battle}, v every face", spread(ratios), note=f"{len(ratios)} attacks")


def _timed(work: Callable[[], Mapping[object, Fraction]]) -> tuple[float, Mapping[object, Fraction] | None]:
    """The seconds of processor that something takes, and its result; None where there are too many ways."""
    begun = process_time()
    try:
        result = work()
    except OverflowError:
        return process_time() - begun, None
    return process_time() - begun, result


def _added(chances: Iterable[tuple[Fraction, object]]) -> Mapping[object, Fraction]:
    """The chance of each thing that can come about."""
    sums: defaultdict[object, Fraction] = defaultdict(Fraction)
    for probability, thing in chances:
        sums[thing] += probability
    return sums


def _offers(battle: str, games: int) -> Iterator[Offer]:
    """Every attack that a side is offered in so many games; not those only declared, which roll no dice."""
    scn = scenarios.load(battle)
    system = find(scn.system)
    if not any(kind in phase.takes for phase in system.phases.values() for kind in (Attack, Bombard)):
        return
    for game in range(games):
        dice = SeededDice(f"{battle}/{game}".encode())
        state = replay(State(), start(system, scn, dice))
        for order in range(1, MOST_ORDERS):
            if state.result is not None:
                break
            side = state.questions[0].side if state.questions else min(state.active)
            known = undisturbed(system, scn, system.as_seen_by(scn, state, side))
            for option in options(system, scn, known, side):
                if isinstance(option.command, Fight) and not _is_declared(system, known, option.command):
                    yield Offer(system, scn, known, side, option.command)
            command = opponent.choose(system, scn, state, side)
            state = replay(state, play(system, scn, state, side, command, dice, order))


def _is_declared(system: System, state: State, command: Fight) -> bool:
    return isinstance(command, Attack) and Step in system.phases[state.phase].takes
