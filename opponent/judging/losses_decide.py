"""The chance to win where one side's losses decide, as in colonial battles: by the losses to be expected.

The side that counts its losses wins below a share of its units, with all objectives held; the other side wins
from another share on; between them is a draw. So a unit in danger counts for what its loss would change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, log

from engine.battle import handicap
from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State, Unit
from opponent.judging.distances import distances
from opponent.plans import LEADERS

LOSS_IN_A_TURN = (0.03, 0.05, 0.09, 0.16, 0.27)
"""The chance that a unit is lost within a turn, by the losses it has, with usual enemies near."""
USUAL_ENEMIES = 8.0
"""The cohesion of the enemies near a unit, where nearness counts, in a usual position."""
NEARNESS = 0.8
"""What is left of an enemy's weight for each hex away."""
STEADY = 3
"""Losses from which a unit is fragile."""
HEXES_A_TURN = 1.3
"""How far a unit gets with enemies around."""
LEADER_WORTH = {"counted": 0.25, "other": 0.1}
FORCE_WORTH = 0.03
"""Leads for each leader, and for each point of cohesion of the other side, whatever happens to the units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossesDecide:
    """The side whose losses count, and the entries of the chart `victory` with the shares: `lost_from` loses,
    below `won_below` wins."""

    side: str
    lost_from: str
    won_below: str

    def lead(self, scenario: Scenario, state: State, side: str) -> float:
        """By how much a side is ahead: the logit of its chance to win, a draw being half a win."""
        position = _Position(scenario, state, self.side)
        few, many = self.units(scenario, self.won_below), self.units(scenario, self.lost_from)
        win, loss = position.chances(few, many)
        share = 0.5 + (win - loss) / 2
        if winner := handicap.winner_of_draw(scenario):
            share = 1 - loss if winner == self.side else win
        chance = min(0.995, max(0.005, share))
        lead = log(chance / (1 - chance)) + position.rest()
        return lead if side == self.side else -lead

    def units(self, scenario: Scenario, name: str) -> int:
        """How many units a share is."""
        part, whole = (int(n) for n in scenario.chart("victory", name))
        count = sum(c.side == self.side and c.kind not in LEADERS for c in scenario.counters.values())
        return ceil(count * part / whole)


class _Position:
    """One position, for the side whose losses count."""

    def __init__(self, scenario: Scenario, state: State, side: str) -> None:
        self.scenario = scenario
        self.state = state
        units = [u for u in state.units.values() if u.place != ELIMINATED and u.hex]
        self.own = [u for u in units if u.side == side and u.kind not in LEADERS]
        self.enemies = [u for u in units if u.side != side and u.kind not in LEADERS]
        self.leaders = [u for u in units if u.kind in LEADERS]
        self.side = side
        own = [u for u in state.units.values() if u.side == side and u.kind not in LEADERS]
        given = handicap.points(scenario, scenario.enemy(side)) - handicap.points(scenario, side)
        self.lost = sum(u.place == ELIMINATED for u in own) + given
        self.turns_left = 0 if state.result is not None else max(0, scenario.turns - state.turn + 1)
        self._weights = [(u.place, _weight(u)) for u in self.enemies]

    def chances(self, won_below: int, lost_from: int) -> tuple[float, float]:
        """The chances to win and to lose."""
        lost = [0.0] * (len(self.own) + 1)
        lost[0] = 1.0
        risks = [self._risk(unit) for unit in self.own]
        for risk in risks:
            for n in range(len(lost) - 1, -1, -1):
                lost[n] = lost[n] * (1 - risk) + (lost[n - 1] * risk if n else 0.0)
        few = sum(p for n, p in enumerate(lost) if self.lost + n < won_below)
        many = sum(p for n, p in enumerate(lost) if self.lost + n >= lost_from)
        held = 1.0
        for objective in self.scenario.objectives:
            held *= self._holds(objective, risks)
        return few * held, many

    def rest(self) -> float:
        """What counts beside: leaders, and how much is left of the other side."""
        leaders = sum(
            LEADER_WORTH["counted"] if u.side == self.side else -LEADER_WORTH["other"] for u in self.leaders
        )
        return leaders - FORCE_WORTH * sum(weight for _, weight in self._weights)

    def _risk(self, unit: Unit) -> float:
        """The chance that a unit is lost by the end."""
        if not self.turns_left:
            return 0.0
        a_turn = LOSS_IN_A_TURN[min(unit["losses"], len(LOSS_IN_A_TURN) - 1)]
        danger = 0.25 + self._pressure(unit.place) / USUAL_ENEMIES
        return 1 - float((1 - min(0.7, a_turn * danger)) ** self.turns_left)

    def _pressure(self, hex_: Hex) -> float:
        away = distances(self.scenario, hex_)
        return sum(weight * NEARNESS ** away[place] for place, weight in self._weights)

    def _holds(self, objective: Objective, risks: Sequence[float]) -> float:
        """The chance that a unit that may hold it stands in an objective at the end."""
        missed = 1.0
        for unit, risk in zip(self.own, risks, strict=True):
            missed *= 1 - (1 - risk) * self._gets_to(objective, unit)
        return 1 - missed

    def _gets_to(self, objective: Objective, unit: Unit) -> float:
        away = self._away(objective.hexes, distances(self.scenario, unit.place))
        fit = objective.scored != "intact" or unit["losses"] < STEADY
        if not self.turns_left:
            return 1.0 if away == 0 and fit else 0.0
        reach = 0.85 / (1 + exp(away - HEXES_A_TURN * self.turns_left - 0.5))
        reach = max(reach, 0.85) if away == 0 else reach
        return reach * (1 - unit["losses"] / 6 if fit else 0.15 if objective.scored == "intact" else 1.0)

    @staticmethod
    def _away(hexes: frozenset[Hex], away: Mapping[Hex, int]) -> int:
        return min((away[h] for h in hexes if h in away), default=99)


def _weight(unit: Unit) -> float:
    """How dangerous an enemy is: its cohesion, less what its losses take."""
    weight = unit["cohesion"] * (1 - 0.1 * unit["losses"])
    return weight * (0.6 if unit["losses"] >= STEADY else 1.0)
