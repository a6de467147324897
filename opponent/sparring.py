"""Which command to give. No strength is meant, only sense: towards the objectives, together, at fair odds.

The same table always gives the same command. Every rule is asked of the rulebook; none is known here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Answer, Attack, Bombard, Charge, Command, Done, Move, Place, Rally, Volley, Write
from engine.referee import options
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Clash, Option, System
from opponent.bearing import turn, withdraw
from opponent.commanding import command, goes_on
from opponent.deploying import deploy
from opponent.judgement import COVER, FAR, Judgement
from opponent.planning import plan

FAIR = 1.5
"""Attack to defence from which an attack is worth its losses."""
AHEAD = 2
"""Points of strength and morale together by which cavalry must be ahead of whom it charges in good order."""
MARCHING = 5
"""Hexes to the nearest enemy beyond which a general has his men march on."""


def choose(system: System, scenario: Scenario, state: State, side: str) -> Command:
    """The command the side gives now. Raises ValueError when the side has nothing to decide."""
    seen = system.seen(scenario, state, side)
    if not seen.questions and side in seen.active and Write in system.phases[seen.phase].takes:
        return plan(system, scenario, seen, side)
    offered = options(system, scenario, seen, side)
    if not offered:
        raise ValueError(f"{side} has nothing to decide")
    if seen.questions:
        return Answer(option=_answer(system, scenario, seen, seen.questions[0]))
    wanted = (
        withdraw(system, scenario, seen, offered)
        or deploy(system, scenario, seen, [o.command for o in offered if isinstance(o.command, Place)])
        or _volley(system, scenario, seen, offered)
        or _bombardment(system, scenario, seen, offered)
        or _attack(system, scenario, seen, offered)
        or _charge(system, scenario, seen, offered)
        or _movement(system, scenario, seen, side, offered)
        or command(system, scenario, seen, side, offered)
        or turn(system, scenario, seen, offered)
    )
    return wanted or _finish(offered)


def _finish(offered: Sequence[Option]) -> Command:
    """End the phase: rally where there is one to carry out, done otherwise."""
    for kind in (Rally, Done):
        for option in offered:
            if isinstance(option.command, kind):
                return option.command
    return offered[0].command


def _bombardment(
    system: System, scenario: Scenario, seen: State, offered: Sequence[Option]
) -> Command | None:
    """Fire at the enemy that loses most by it: the strongest in the open, then the nearest."""
    shots = [o.command for o in offered if isinstance(o.command, Bombard)]

    def worth(shot: Bombard) -> tuple[int, int, int, str]:
        gun, target = seen.units[shot.unit], seen.units[shot.target]
        sheltered = scenario.terrain(target.place) in COVER - {"woods"}
        away = scenario.grid.distance(gun.place, target.place)
        return (-int(sheltered), system.shows.strength(target), -away, target.id)

    return max(shots, key=worth, default=None)


def _volley(system: System, scenario: Scenario, seen: State, offered: Sequence[Option]) -> Command | None:
    """Everybody at the enemy who is nearest, of those the one that most can hit."""
    if Volley not in system.phases[seen.phase].takes:
        return None

    def worth(target: str, shooters: Sequence[str]) -> tuple[int, int, int, str]:
        at = seen.units[target].place
        away = min(scenario.grid.distance(seen.units[id_].place, at) for id_ in shooters)
        return -away, len(shooters), system.shows.strength(seen.units[target]), target

    groups = [o.command for o in offered if isinstance(o.command, Volley)]
    alone = [o.command for o in offered if isinstance(o.command, Bombard)]
    fire = [(worth(v.target, v.shooters), n, v) for n, v in enumerate(groups)]
    fire_alone = [(worth(b.target, (b.unit,)), n, b) for n, b in enumerate(alone)]
    best = max((*fire, *fire_alone), default=None, key=lambda shot: shot[:2])
    return best[2] if best is not None else None


def _attack(system: System, scenario: Scenario, seen: State, offered: Sequence[Option]) -> Command | None:
    """The attack at the best odds, when they are fair."""
    attacks = {(o.command.unit, o.command.target) for o in offered if isinstance(o.command, Attack)}
    if not attacks:
        return None
    clashes = [c for c in system.shows.clashes(scenario, seen) if (c.attacker, c.defender) in attacks]
    joining = Move in system.phases[seen.phase].takes  # attacks declared one by one are fought together

    def edge(clash: Clash) -> tuple[float, str, str]:
        others = (u for u, target in attacks if target == clash.defender and u != clash.attacker)
        more = sum(_dice(seen.units[u]) for u in others if u not in clash.helpers) if joining else 0
        ratio = (clash.attack + more) / max(1, clash.defence)
        return ratio * _toughness(seen, clash), clash.attacker, clash.defender

    best = max(clashes, key=edge, default=None)
    if best is None or edge(best)[0] < FAIR:
        return None
    return Attack(unit=best.attacker, target=best.defender)


def _toughness(seen: State, clash: Clash) -> float:
    """How much more it takes to hurt the attacker than the defender, where counters say so."""
    attacker, defender = seen.units[clash.attacker], seen.units[clash.defender]
    return (attacker["cohesion"] or 1) / (defender["cohesion"] or 1)


def _dice(unit: Unit) -> int:
    """The dice of a unit that joins a fight, where counters say so."""
    return unit["cohesion"] * unit["bases"]


def _charge(system: System, scenario: Scenario, seen: State, offered: Sequence[Option]) -> Command | None:
    """The charge whose target is shaken most already, weaker than the cavalry in strength and morale."""

    def edge(order: Charge) -> tuple[int, str, str]:
        rider, target = seen.units[order.unit], seen.units[order.target]
        lead = _weight(system, rider) - _weight(system, target)
        wavers = "disordered" in system.shows.face(scenario, seen, target).states
        return lead + (AHEAD if wavers else 0), order.unit, order.target

    charges = [o.command for o in offered if isinstance(o.command, Charge)]
    best = max(charges, key=edge, default=None)
    return best if best is not None and edge(best)[0] >= AHEAD else None


def _weight(system: System, unit: Unit) -> int:
    return system.shows.strength(unit) + unit["mo"]


def _answer(system: System, scenario: Scenario, seen: State, asked: Question) -> str:
    """A movement that is offered is made where it leads to a better place, and a phase for moving taken while
    the enemy is far; else what would happen if nothing were said."""
    unit = seen.units.get(asked.about)
    if asked.kind == "keep":
        return "yes" if goes_on(system, scenario, seen, asked.side) else "no"
    if unit is None or "yes" not in asked.options:
        return asked.default
    judgement = Judgement(system, scenario, seen, asked.side)
    for id_, path, _ in system.shows.proposals(scenario, seen):
        if id_ == unit.id:
            return "yes" if judgement.worth(unit, path[-1]) > judgement.worth(unit, path[0]) else "no"
    if asked.kind == "manoeuvre":
        return "yes" if judgement.nearest_foe(unit.place) > MARCHING else "no"
    return asked.default


def _movement(
    system: System, scenario: Scenario, seen: State, side: str, offered: Sequence[Option]
) -> Command | None:
    """The first unit, nearest the enemy first, that stands better elsewhere goes there; whoever waits off the
    map comes last."""
    movers = {o.command.unit for o in offered if isinstance(o.command, Move)}
    fresh = [seen.units[id_] for id_ in movers if not _has_moved(system, scenario, seen, seen.units[id_])]
    judgement = Judgement(system, scenario, seen, side)
    for unit in sorted(fresh, key=lambda u: (judgement.nearest_foe(u.place) if u.hex else FAR, u.id)):
        order = _best_move(system, scenario, seen, judgement, unit)
        if order is not None:
            return order
    return None


def _has_moved(system: System, scenario: Scenario, seen: State, unit: Unit) -> bool:
    return "moved" in system.shows.face(scenario, seen, unit).states


def _best_move(
    system: System, scenario: Scenario, seen: State, judgement: Judgement, unit: Unit
) -> Command | None:
    """A move worth making, or None when the unit had better stay."""
    routes = system.shows.routes(scenario, seen, unit.id)
    worth = {
        hex_: judgement.worth(unit, hex_) - len(route.path) / 100
        for hex_, route in routes.items()
        if judgement.may_stand(unit, hex_)
    }
    if not worth:
        return None
    best = max(worth, key=lambda h: (worth[h], h))
    if unit.hex and worth[best] <= judgement.worth(unit, unit.place) + 0.25:
        return None
    return Move(unit=unit.id, path=routes[best].path)
