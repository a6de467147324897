"""The levels of the computer player, and the player itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.commands import (
    Activate,
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Lead,
    Move,
    Seal,
    Volley,
    Write,
)
from engine.referee import options
from opponent.double_oracle import DoubleOracle
from opponent.follower import Follower
from opponent.plans import CLOSE, HOLD, PLAIN, Plan, lot_of
from opponent.playout import guessed_position
from opponent.rulebooks import Thorough, rulebook
from opponent.rules_of_thumb.oversights import is_last_turn
from opponent.rules_of_thumb.policy import next_command
from opponent.rules_of_thumb.secret_orders import planned_orders
from opponent.search import PlanSearch
from opponent.view import View, require_view

EASY, NORMAL, HARD = "easy", "normal", "hard"
TRIED = (Answer, Attack, Bombard, Charge, Volley, Done)
"""Commands that are tried one by one before one is chosen."""
MOST_TRIED = 10
LAST = 8
"""How often as usual a fight is tried in the last turn, where playouts are short and it may cost the game."""
MOST_SEARCHES = 8
"""Plans that are searched for in a turn in which many leaders are chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How well a level plays.

    `effort`: processor milliseconds of search for a player-turn, about; 0 for a level that does not search.
    `share`: the part of it that goes into plans, the rest into single fights and answers. `turns`: how many
    turns it looks ahead beyond what is usual for the rulebook. `confirmed`: playouts of a plan before it is
    taken over. `rounds`: how often it looks for the enemy's best answer to its plan, and for a plan against
    that; where its rulebook says how to search thoroughly, it searches so instead. `mistakes`: under which
    name its rulebook says what mistakes it makes; the search makes none, who follows its plan does.
    """

    effort: float = 0
    share: float = 0.6
    turns: int = 0
    confirmed: int = 4
    rounds: int = 0
    mistakes: str = ""


LEVELS: Mapping[str, Level] = {
    EASY: Level(mistakes=EASY),
    NORMAL: Level(effort=2500, share=0.7, mistakes=NORMAL),
    HARD: Level(effort=34000, share=0.9, confirmed=8, rounds=3, mistakes=HARD),
}


def _chooses_leader(view: View) -> bool:
    """Whether the side chooses now which leader to activate."""
    return not view.state.questions and Activate in view.system.phases[view.state.phase].takes


class Player:
    """A computer player of one side: keeps its plan through a player-turn. Deterministic for a seed."""

    def __init__(self, level: str | Level, seed: bytes = b"") -> None:
        self.level = LEVELS[level] if isinstance(level, str) else level
        self._seed = seed
        self._planned: tuple[int, str, str, str] | None = None
        self._left = 0.0
        self._searches = 0
        self._plan = PLAIN
        self._follower: Follower | None = None

    def choose(self, view: View) -> Command:
        """The command it gives now. Raises ValueError when the side has nothing to decide, TypeError for
        anything but a view."""
        require_view(view)
        level, book = self.level, rulebook(view.system.name)
        usual = book.usual_plan(view.side, lot_of(self._seed))
        if not level.effort:
            return next_command(view, book.followed_by(level.mistakes, usual))
        if view.system.role_of(view.state.phase):
            return next_command(view, usual)
        follower = self._follower_now(view)
        if view.writes_orders:
            return self._written(view, follower.plan)
        return self._choose_by_trial(view, follower)

    def _follower_now(self, view: View) -> Follower:
        """It follows the plan of this turn, which is made at its first decision in it."""
        state = view.state
        turn = state.player if rulebook(view.system.name).alternates else ""
        when = (state.turn, turn, view.side, view.system.role_of(state.phase))
        if self._follower is None or (when != self._planned and not state.questions):
            self._left, self._searches = (1 - self.level.share) * self.level.effort, 0
            self._follow(view, self._make_plan(view))
            self._planned = when
        elif (
            (thorough := self._thorough(view)) is not None
            and thorough.each_lead
            and self._searches < MOST_SEARCHES
            and _chooses_leader(view)
        ):
            self._follow(view, self._searched_thoroughly(view, thorough, self._plan))
        assert self._follower is not None
        return self._follower

    def _follow(self, view: View, plan: Plan) -> None:
        self._plan = plan
        followed = rulebook(view.system.name).followed_by(self.level.mistakes, plan)
        self._follower = Follower(view.system, view.scenario, view.side, followed)

    def _thorough(self, view: View) -> Thorough | None:
        return rulebook(view.system.name).thorough if self.level.rounds else None

    def _written(self, view: View, plan: Plan) -> Command:
        """The next secret order, or the seal."""
        state, side = view.state, view.side
        orders = planned_orders(view.system, view.scenario, state, side, plan)
        have = state.envelopes.get(side, {})
        return next(
            (Write(unit=id_, order=words) for id_, words in orders.items() if words and id_ not in have),
            Seal(),
        )

    def _choose_by_trial(self, view: View, follower: Follower) -> Command:
        """The follower's command; where there are fights or answers to choose among, the best by trial."""
        usual = follower.next_command(view.state)
        if isinstance(usual, Move) or self._left <= 0:
            return usual
        others = [o.command for o in options(view.system, view.scenario, view.state, view.side)]
        tried: list[Command] = []
        tried += [c for c in others if isinstance(c, TRIED) and c != usual and follower.sees(c, view.state)]
        del tried[MOST_TRIED:]
        peaceful = None
        if not view.state.questions and Move in view.system.phases[view.state.phase].takes:
            tried = [c for c in tried if not isinstance(c, Done)]
            if not isinstance(usual, Done) and isinstance(usual, TRIED):
                peaceful = follower.instead_of_fighting(view.state)
                tried.append(peaceful)
        if not tried:
            return usual
        search = PlanSearch(view, self._seed_now(view), self._left / 2, self.level.turns)
        before = search.left
        enemy = rulebook(view.system.name).usual_plan(view.scenario.enemy(view.side))
        samples = self.level.confirmed * (LAST if is_last_turn(view.scenario, view.state) else 1)
        best = search.best_command([usual, *tried], replace(self._plan, lead=None), enemy, samples)
        self._left -= before - search.left
        if best is peaceful:
            follower.put_off_fighting(best)
        return best

    def _seed_now(self, view: View) -> bytes:
        return hashlib.sha256(self._seed + repr((view.state.turn, view.side)).encode()).digest()

    def _make_plan(self, view: View) -> Plan:
        book, level = rulebook(view.system.name), self.level
        start, seed = book.usual_plan(view.side, lot_of(self._seed)), self._seed_now(view)
        enemy = view.scenario.enemy(view.side)
        effort = level.effort * level.share
        answers = (
            self._enemy_plans(book.usual_plan(enemy)) if view.writes_orders else [book.usual_plan(enemy)]
        )
        if (thorough := self._thorough(view)) is not None:
            return self._searched_thoroughly(view, thorough, start)
        if level.rounds:
            oracle = DoubleOracle(view, seed, effort, level.turns, level.confirmed, level.rounds)
            return oracle.plan(start, answers)
        return PlanSearch(view, seed, effort, level.turns, level.confirmed).best(start, *answers)

    def _searched_thoroughly(self, view: View, thorough: Thorough, start: Plan) -> Plan:
        """The best plan that begins like this one; where a leader is chosen, the usual choice comes first."""
        usual = rulebook(view.system.name).usual_plan(view.scenario.enemy(view.side))
        level, start = self.level, replace(start, lead=None)
        self._searches += 1
        if thorough.each_lead and _chooses_leader(view):
            command = Follower(view.system, view.scenario, view.side, start).next_command(view.state)
            start = replace(start, lead=command if isinstance(command, Lead | Activate) else None)
        places = sorted((unit.id, unit.place) for unit in view.state.units.values())
        seed = hashlib.sha256(self._seed_now(view) + repr(places).encode()).digest()
        search = PlanSearch(view, seed, thorough.effort * level.effort, level.turns, thorough=thorough)
        return search.best(start, *(self._foreseen(view, thorough) or [usual]))

    def _foreseen(self, view: View, thorough: Thorough) -> list[Plan]:
        """What the enemy may do: as short searches in its seat find it, each with another lot; next to the
        first of them, little."""
        book, enemy, level = rulebook(view.system.name), view.scenario.enemy(view.side), self.level
        plans: list[Plan] = []
        for number in range(thorough.foreseen):
            seed = hashlib.sha256(self._seed_now(view) + b"foreseen%d" % number).digest()
            seen = View(view.system, view.scenario, guessed_position(view, seed), enemy)
            search = PlanSearch(seen, seed, thorough.foreseeing * level.effort, level.turns)
            expected = self._enemy_plans(book.usual_plan(view.side, lot_of(seed)))
            plans.append(search.best(book.usual_plan(enemy, lot_of(seed[1:])), *expected))
            if number < thorough.idle:
                idle = hashlib.sha256(self._seed_now(view) + b"idle%d" % number).digest()
                plans.append(book.followed_by(EASY, book.usual_plan(enemy, lot_of(idle))))
        return plans

    def _enemy_plans(self, usual: Plan) -> list[Plan]:
        """What the enemy may do: the usual, with all units towards the enemy, or staying where they are."""
        return [usual, replace(usual, aim=HOLD), replace(usual, aim=CLOSE, fair_odds=1.0)]
