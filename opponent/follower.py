"""Follower: plays one side by a plan, command by command; quick, since it looks at each unit once a phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.commands import Activate, Answer, Attack, Charge, Command, Done, Face, Lead, Move, Place
from engine.referee import each_option
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option, System
from opponent.plans import Plan
from opponent.rules_of_thumb import policy
from opponent.rules_of_thumb.deployment import deploy
from opponent.rules_of_thumb.evaluation import FAR, Evaluation, Remembered
from opponent.rules_of_thumb.facing import best_facing, withdraw_fragile
from opponent.rules_of_thumb.leaders import lead, lead_at_a_glance
from opponent.rules_of_thumb.oversights import overlooks_attack, overlooks_move


class Follower:
    """Plays one side by a plan. It remembers which units it has considered in the present phase, so it is
    asked about one position after another of the same game. With `remembered`, in which it looks
    things up and puts them down, it leads and turns them at a glance.
    """

    def __init__(
        self,
        system: System,
        scenario: Scenario,
        side: str,
        plan: Plan,
        remembered: Remembered | None = None,
    ) -> None:
        self._remembered = remembered
        self.system = system
        self.scenario = scenario
        self.side = side
        self.plan = plan
        self._lead = plan.lead
        self._begin_phase(("", 0, ""))

    def _begin_phase(self, phase: tuple[str, int, str]) -> None:
        self._phase = phase
        self._considered: set[str] = set()
        self._turned: set[str] = set()
        self._has_fought = False
        self._movers: frozenset[str] | None = None

    def next_command(self, state: State) -> Command:
        """The command it gives now. Raises ValueError when the side has nothing to decide."""
        if state.questions:
            question = state.questions[0]
            return Answer(option=policy.answer(self.system, self.scenario, state, question, self.plan))
        phase = (state.phase, state.turn, state.player)
        if phase != self._phase:
            self._begin_phase(phase)
        command = self._command(state)
        if isinstance(command, Done):
            self._begin_phase(("", 0, ""))
        return command

    def sees(self, command: Command, state: State) -> bool:
        """Whether it does not overlook an attack."""
        return not isinstance(command, Attack | Charge) or not overlooks_attack(
            self.scenario, state, self.plan, command.unit, command.target
        )

    def instead_of_fighting(self, state: State) -> Command:
        """What it does in a phase of movement if it does not fight now."""
        considered = set(self._considered)
        command = self._move(state) or self._rest(state, self._offered(state))
        self._considered = considered
        return command

    def put_off_fighting(self, command: Command) -> None:
        """It gives this command instead of a fight, and looks at fights again when all have moved."""
        self._has_fought = True
        if isinstance(command, Move):
            self._considered.add(command.unit)

    def _command(self, state: State) -> Command:
        if Move not in self.system.phases[state.phase].takes:
            offered = self._offered(state)
            return self._fight(state, offered) or self._rest(state, offered)
        self._know_movers(state)
        if not self._has_fought:
            command = self._fight(state, self._offered(state))
            if command is not None:
                return command
            self._has_fought = True
        command = self._move(state)
        if command is not None:
            return command
        offered = self._offered(state)
        return self._fight(state, offered) or self._rest(state, offered)

    def _offered(self, state: State) -> Sequence[Option]:
        """What it may do, moves and steps left out."""
        offered = state.cached(("offered", self.side), lambda: tuple(self._options(state, moves=False)))
        if not offered:
            raise ValueError(f"{self.side} has nothing to decide")
        return offered

    def _options(self, state: State, unit: str | None = None, *, moves: bool = True) -> Iterator[Option]:
        return each_option(self.system, self.scenario, state, self.side, unit, moves=moves)

    def _know_movers(self, state: State) -> frozenset[str]:
        """The units that may move, known from the first command of the phase on."""
        if self._movers is None:
            self._movers = state.cached(("movers", self.side), lambda: self._all_movers(state))
        return self._movers

    def _all_movers(self, state: State) -> frozenset[str]:
        own = [u.id for u in state.units.values() if u.side == self.side]
        return frozenset(
            id_ for id_ in own if any(isinstance(o.command, Move) for o in self._options(state, id_))
        )

    def _fight(self, state: State, offered: Sequence[Option]) -> Command | None:
        """The next unit placed or taken off, shot, attack or charge."""
        system, scenario = self.system, self.scenario
        return (
            withdraw_fragile(system, scenario, state, offered)
            or deploy(system, scenario, state, [o.command for o in offered if isinstance(o.command, Place)])
            or policy.volley(system, scenario, state, offered)
            or policy.bombardment(system, scenario, state, offered)
            or policy.attack(system, scenario, state, offered, self.plan)
            or policy.charge(system, scenario, state, offered, self.plan)
        )

    def _rest(self, state: State, offered: Sequence[Option]) -> Command:
        """Command units, turn them, end the phase."""
        if self._lead is not None and any(isinstance(o.command, Lead | Activate) for o in offered):
            chosen, self._lead = self._lead, None
            if any(chosen == option.command for option in offered):
                return chosen
        if self._remembered is not None:
            command = lead_at_a_glance(self.scenario, state, offered, self._evaluation(state))
        else:
            command = lead(self.system, self.scenario, state, self.side, offered, self.plan)
        return command or self._turn(state, offered) or policy.end_phase(offered)

    def _turn(self, state: State, offered: Sequence[Option]) -> Command | None:
        """A turn of the next unit that has not been looked at for it."""
        turns = [o for o in offered if isinstance(o.command, Face)]
        for id_ in dict.fromkeys(o.command.unit for o in turns if isinstance(o.command, Face)):
            if id_ in self._turned:
                continue
            self._turned.add(id_)
            own = [o for o in turns if isinstance(o.command, Face) and o.command.unit == id_]
            command = best_facing(
                self.system, self.scenario, state, self.side, own, aims=self._remembered is None
            )
            if command is not None:
                return command
        return None

    def _move(self, state: State) -> Command | None:
        """A move of the unit nearest the enemy that has not been considered; units off the map come last."""
        waiting = [state.units[id_] for id_ in self._know_movers(state) - self._considered]
        if not waiting:
            return None
        evaluation = self._evaluation(state)
        away = {u.id: evaluation.nearest_enemy(u.place) if u.hex else FAR for u in waiting}
        for unit in sorted(waiting, key=lambda u: (away[u.id], u.id)):
            self._considered.add(unit.id)
            if overlooks_move(self.scenario, state, self.plan, unit):
                continue
            command = self._best_move(state, evaluation, unit)
            if command is not None:
                return command
        return None

    def _evaluation(self, state: State) -> Evaluation:
        return Evaluation(self.system, self.scenario, state, self.side, self.plan, self._remembered)

    def _best_move(self, state: State, evaluation: Evaluation, unit: Unit) -> Command | None:
        """To the hex that the plan names, else to the best one."""
        system, scenario, plan = self.system, self.scenario, self.plan
        routes = system.display.routes(scenario, state, unit.id)
        if not routes or policy.has_moved(system, scenario, state, unit):
            return None
        goal = plan.moves.get(unit.id) if plan.turn == state.turn else None
        if goal == unit.place:
            return None
        if goal is not None and goal in routes:
            return Move(unit=unit.id, path=routes[goal].path)
        name = ("best move", unit.id, plan.aim_of(unit), plan.caution, plan.fair_odds)
        return state.cached(name, lambda: policy.best_move(system, scenario, state, evaluation, unit))
