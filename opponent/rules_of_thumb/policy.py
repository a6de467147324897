"""Rules of thumb: the next command of a side that follows a plan; quick, without looking ahead.

The same view and plan always give the same command. No rule is known here; the rulebook lists what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Answer, Attack, Bombard, Charge, Command, Done, Move, Place, Rally, Volley
from engine.display import Clash
from engine.referee import options
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option, System
from opponent.plans import Plan
from opponent.rules_of_thumb.deployment import deploy
from opponent.rules_of_thumb.evaluation import COVER, FAR, Evaluation
from opponent.rules_of_thumb.facing import best_facing, withdraw_fragile
from opponent.rules_of_thumb.leaders import has_units_to_command, lead
from opponent.rules_of_thumb.oversights import overlooks_attack, overlooks_move
from opponent.rules_of_thumb.secret_orders import write_order
from opponent.view import View

DISORDER = 2
"""Points of strength plus morale by which a target in disorder counts as weaker when it is charged."""
LOSSES = 5
"""Losses that destroy a unit whose counter counts them."""
CRUSHING_ODDS, CRUSHING = 3, 5.0
"""Attack to defence at which a unit stays for an attack, and how much more another hex must be worth."""
MARCH_DISTANCE = 5
"""Hexes to the nearest enemy beyond which a general calls an extra phase for moving."""


def next_command(view: View, plan: Plan) -> Command:
    """The command the side gives now. Raises ValueError when the side has nothing to decide."""
    system, scenario, known, side = view.system, view.scenario, view.state, view.side
    if view.writes_orders:
        return write_order(system, scenario, known, side, plan)
    offered = options(system, scenario, known, side)
    if not offered:
        raise ValueError(f"{side} has nothing to decide")
    if known.questions:
        return Answer(option=answer(system, scenario, known, known.questions[0], plan))
    command = (
        withdraw_fragile(system, scenario, known, offered)
        or deploy(system, scenario, known, [o.command for o in offered if isinstance(o.command, Place)])
        or volley(system, scenario, known, offered)
        or bombardment(system, scenario, known, offered)
        or attack(system, scenario, known, offered, plan)
        or charge(system, scenario, known, offered, plan)
        or _movement(system, scenario, known, side, offered, plan)
        or lead(system, scenario, known, side, offered, plan)
        or best_facing(system, scenario, known, side, offered)
    )
    return command or end_phase(offered)


def end_phase(offered: Sequence[Option]) -> Command:
    """End the phase: rally where there is one to carry out, done otherwise."""
    for kind in (Rally, Done):
        for option in offered:
            if isinstance(option.command, kind):
                return option.command
    return offered[0].command


def bombardment(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option]
) -> Command | None:
    """Fire at the enemy that loses most by it: the strongest in the open, then the nearest."""
    shots = [o.command for o in offered if isinstance(o.command, Bombard)]

    def worth(shot: Bombard) -> tuple[int, int, int, str]:
        gun, target = state.units[shot.unit], state.units[shot.target]
        sheltered = scenario.terrain(target.place) in COVER - {"woods"}
        away = scenario.grid.distance(gun.place, target.place)
        return (-int(sheltered), system.display.strength(target), -away, target.id)

    return max(shots, key=worth, default=None)


def volley(system: System, scenario: Scenario, state: State, offered: Sequence[Option]) -> Command | None:
    """Fire of all units at the nearest enemy; among equals the one that most units can hit."""
    if Volley not in system.phases[state.phase].takes:
        return None

    def worth(target: str, shooters: Sequence[str]) -> tuple[int, int, int, str]:
        at = state.units[target].place
        away = min(scenario.grid.distance(state.units[id_].place, at) for id_ in shooters)
        return -away, len(shooters), system.display.strength(state.units[target]), target

    groups = [o.command for o in offered if isinstance(o.command, Volley)]
    alone = [o.command for o in offered if isinstance(o.command, Bombard)]
    fire = [(worth(v.target, v.shooters), n, v) for n, v in enumerate(groups)]
    fire_alone = [(worth(b.target, (b.unit,)), n, b) for n, b in enumerate(alone)]
    best = max((*fire, *fire_alone), default=None, key=lambda shot: shot[:2])
    return best[2] if best is not None else None


def attack(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option], plan: Plan
) -> Command | None:
    """The attack at the best odds, when they are fair."""
    attacks = {
        (o.command.unit, o.command.target)
        for o in offered
        if isinstance(o.command, Attack)
        and not overlooks_attack(scenario, state, plan, o.command.unit, o.command.target)
    }
    if not attacks:
        return None
    clashes = [c for c in system.display.clashes(scenario, state) if (c.attacker, c.defender) in attacks]
    joining = Move in system.phases[state.phase].takes  # attacks declared one by one are fought together

    def edge(clash: Clash) -> tuple[float, str, str]:
        others = (u for u, target in attacks if target == clash.defender and u != clash.attacker)
        more = sum(_melee_dice(state.units[u]) for u in others if u not in clash.helpers) if joining else 0
        ratio = (clash.attack + more) / max(1, clash.defence)
        return ratio * _relative_cohesion(state, clash), clash.attacker, clash.defender

    best = max(clashes, key=edge, default=None)
    if best is None or edge(best)[0] < plan.fair_odds:
        return None
    return Attack(unit=best.attacker, target=best.defender)


def _relative_cohesion(state: State, clash: Clash) -> float:
    """How much more it takes to hurt and to destroy the attacker than the defender, where counters say so."""
    attacker, defender = state.units[clash.attacker], state.units[clash.defender]
    steadier = (attacker["cohesion"] or 1) / (defender["cohesion"] or 1)
    return steadier * _left(attacker) / _left(defender)


def _left(unit: Unit) -> int:
    """The losses that a unit can still take, where its counter counts them."""
    return max(1, LOSSES - unit["losses"])


def _melee_dice(unit: Unit) -> int:
    """The dice of a unit that joins a fight, where counters say so."""
    return unit["cohesion"] * unit["bases"]


def charge(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option], plan: Plan
) -> Command | None:
    """The charge with the greatest lead in strength and morale; a target in disorder counts as weaker."""

    def edge(order: Charge) -> tuple[int, str, str]:
        rider, target = state.units[order.unit], state.units[order.target]
        lead = _charge_strength(system, rider) - _charge_strength(system, target)
        wavers = "disordered" in system.display.counter_face(scenario, state, target).states
        return lead + (DISORDER if wavers else 0), order.unit, order.target

    charges = [
        o.command
        for o in offered
        if isinstance(o.command, Charge)
        and not overlooks_attack(scenario, state, plan, o.command.unit, o.command.target)
    ]
    best = max(charges, key=edge, default=None)
    return best if best is not None and edge(best)[0] >= plan.charge_lead else None


def _charge_strength(system: System, unit: Unit) -> int:
    return system.display.strength(unit) + unit["mo"]


def answer(system: System, scenario: Scenario, state: State, question: Question, plan: Plan) -> str:
    """The option to choose: an offered movement where it leads to a better hex, an extra phase for moving
    while the enemy is far, else the default."""
    unit = state.units.get(question.about)
    if question.kind == "keep":
        return "yes" if has_units_to_command(system, scenario, state, question.side) else "no"
    if unit is None or "yes" not in question.options:
        return question.default
    evaluation = Evaluation(system, scenario, state, question.side, plan)
    for id_, path, _ in system.display.proposed_moves(scenario, state):
        if id_ == unit.id:
            return "yes" if evaluation.worth(unit, path[-1]) > evaluation.worth(unit, path[0]) else "no"
    if question.kind == "manoeuvre":
        return "yes" if evaluation.nearest_enemy(unit.place) > MARCH_DISTANCE else "no"
    return question.default


def _movement(
    system: System, scenario: Scenario, state: State, side: str, offered: Sequence[Option], plan: Plan
) -> Command | None:
    """A move for the unit nearest the enemy that would do better elsewhere; units off the map come last."""
    movers = {o.command.unit for o in offered if isinstance(o.command, Move)}
    fresh = [
        state.units[id_]
        for id_ in movers
        if not has_moved(system, scenario, state, state.units[id_])
        and not overlooks_move(scenario, state, plan, state.units[id_])
    ]
    evaluation = Evaluation(system, scenario, state, side, plan)
    for unit in sorted(fresh, key=lambda u: (evaluation.nearest_enemy(u.place) if u.hex else FAR, u.id)):
        order = best_move(system, scenario, state, evaluation, unit)
        if order is not None:
            return order
    return None


def _can_crush(system: System, scenario: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit can attack from where it stands, later in the turn, at odds by which it hardly fails."""
    if Attack in system.phases[state.phase].takes:
        return False
    clashes = state.cached("clashes", lambda: system.display.clashes(scenario, state))
    return any(c.attacker == unit.id and c.attack >= CRUSHING_ODDS * max(1, c.defence) for c in clashes)


def has_moved(system: System, scenario: Scenario, state: State, unit: Unit) -> bool:
    return "moved" in system.display.counter_face(scenario, state, unit).states


def best_move(
    system: System, scenario: Scenario, state: State, evaluation: Evaluation, unit: Unit
) -> Command | None:
    """The best move of a unit, or None when it should stay."""
    routes = system.display.routes(scenario, state, unit.id)
    worth = {
        hex_: evaluation.worth(unit, hex_) - len(route.path) / 100
        for hex_, route in routes.items()
        if evaluation.may_stand(unit, hex_)
    }
    if not worth:
        return None
    best = max(worth, key=lambda h: (worth[h], h))
    if unit.hex:
        least = evaluation.worth(unit, unit.place) + 0.25
        if evaluation.nearest_enemy(unit.place) == 1 and _can_crush(system, scenario, state, unit):
            least += CRUSHING
        if worth[best] <= least:
            return None
    return Move(unit=unit.id, path=routes[best].path)
