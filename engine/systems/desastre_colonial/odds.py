"""Fights before any die: melees as dice against dice (DC-MEL-19 to 23).

Changes nothing. Previews and the computer opponent ask here; the dice themselves are counted by `strength`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.scenario import Scenario
from engine.state import State
from engine.system import Clash
from engine.systems.desastre_colonial import conform, engage, engagement, strength, values


@dataclass(frozen=True, slots=True, kw_only=True)
class Melee:
    """A melee added up: the dice of each attacker, the principal first, and those of the defender."""

    attack: tuple[strength.Dice, ...]
    defence: strength.Dice

    @property
    def attack_total(self) -> int:
        """The dice of all attackers together."""
        return sum(own.dice for own in self.attack)


def add_up(scn: Scenario, state: State, defender_id: str, attacking: Sequence[str]) -> Melee:
    """The melee of a defender against these attackers, as it would be fought (DC-MEL-11 to 23).

    Until he has conformed he is thought to turn as nobody says otherwise, to the attacker who would be the
    principal one.
    """
    defender = state.units[defender_id]
    units = tuple(state.units[id_] for id_ in sorted(attacking))
    principal = engagement.principal(scn, state, defender)
    if principal is None or principal not in units:
        principal = conform.likeliest(engagement.strongest(units))
        state = conform.conformed(scn, state, defender, principal)
        defender = state.units[defender_id]
    order = (principal, *(unit for unit in units if unit.id != principal.id))
    return Melee(
        attack=tuple(
            strength.of_attacker(scn, state, unit, defender, principal=unit is principal) for unit in order
        ),
        defence=strength.of_defender(scn, state, defender),
    )


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """Every melee to come, and every one that the player's units could still engage; none when the game is
    over. The odds are dice to dice: they say nothing of losses and cohesion."""
    if state.result is not None or not state.player:
        return ()
    return (*_declared(scn, state), *_possible(scn, state))


def _declared(scn: Scenario, state: State) -> Iterator[Clash]:
    """Melees that have been declared: one for each attacker, all others helping it (DC-MEL-05). They have no
    odds before the melee phase: nothing can be chosen about them."""
    for defender in engagement.defenders(scn, state):
        attacking = tuple(unit.id for unit in engagement.attackers(scn, state, defender))
        for unit_id in attacking:
            clash = _clash(scn, state, unit_id, defender.id, attacking)
            yield clash if state.phase == "melee" else replace(clash, odds="")


def _possible(scn: Scenario, state: State) -> Iterator[Clash]:
    """Melees that units of the player could declare now, with those already engaged helping (DC-MEL-01)."""
    if state.phase != "movement":
        return
    for unit in values.troops(state, state.player):
        for target in engage.targets(scn, state, unit.id):
            others = tuple(other.id for other in engagement.attackers(scn, state, target))
            yield _clash(scn, state, unit.id, target.id, (*others, unit.id))


def _clash(scn: Scenario, state: State, unit_id: str, defender_id: str, attacking: Sequence[str]) -> Clash:
    total = add_up(scn, state, defender_id, attacking)
    attack, defence = total.attack_total, total.defence.dice
    return Clash(
        attacker=unit_id,
        defender=defender_id,
        helpers=tuple(own.unit for own in total.attack if own.unit != unit_id),
        attack=attack,
        defence=defence,
        odds=f"{attack}:{defence}",
    )
