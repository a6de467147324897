"""The odds of melees before any die, as dice against dice (DC-MEL-19 to 23); for previews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.display import Clash
from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial.general import engagements
from engine.systems.desastre_colonial.general.values import troops
from engine.systems.desastre_colonial.melee import declaration, melee_dice
from engine.systems.desastre_colonial.melee.principal_attacker import conformed, default_principal


@dataclass(frozen=True, slots=True, kw_only=True)
class Melee:
    """The dice of a melee: of each attacker, the principal one first, and of the defender."""

    attack: tuple[melee_dice.Dice, ...]
    defence: melee_dice.Dice

    @property
    def attack_total(self) -> int:
        """The dice of all attackers together."""
        return sum(dice.total for dice in self.attack)


def expected(scn: Scenario, state: State, defender_id: str, attacker_ids: Sequence[str]) -> Melee:
    """The melee of a defender against these attackers as it would be fought (DC-MEL-11 to 23).

    A defender that has not yet conformed is taken to turn, by default, to the default principal attacker.
    """
    defender = state.units[defender_id]
    units = tuple(state.units[id_] for id_ in sorted(attacker_ids))
    first = engagements.principal(scn, state, defender)
    if first is None or first not in units:
        first = default_principal(engagements.strongest(units))
        state = conformed(scn, state, defender, first)
        defender = state.units[defender_id]
    others = (unit for unit in units if unit.id != first.id)
    return Melee(
        attack=tuple(
            melee_dice.of_attacker(scn, state, unit, defender, principal=unit is first)
            for unit in (first, *others)
        ),
        defence=melee_dice.of_defender(scn, state, defender),
    )


def clashes(scn: Scenario, state: State) -> tuple[Clash, ...]:
    """The melees to come, and those that units of the player could still engage; none once the game is over.

    The odds compare dice only, not losses or cohesion.
    """
    if state.result is not None or not state.player:
        return ()
    return (*_declared(scn, state), *_possible(scn, state))


def _declared(scn: Scenario, state: State) -> Iterator[Clash]:
    """The declared melees, once for each attacker with the others as helpers (DC-MEL-05). They have no odds
    before the melee phase, as nothing about them can be chosen."""
    for defender in engagements.defenders(scn, state):
        attacker_ids = tuple(unit.id for unit in engagements.attackers(scn, state, defender))
        for unit_id in attacker_ids:
            clash = _clash(scn, state, unit_id, defender.id, attacker_ids)
            yield clash if state.phase == "melee" else replace(clash, odds="")


def _possible(scn: Scenario, state: State) -> Iterator[Clash]:
    """The melees that units of the player could declare now, with the attackers already engaged as helpers
    (DC-MEL-01)."""
    if state.phase != "movement":
        return
    for unit in troops(state, state.player):
        for target in declaration.targets(scn, state, unit.id):
            helpers = tuple(other.id for other in engagements.attackers(scn, state, target))
            yield _clash(scn, state, unit.id, target.id, (*helpers, unit.id))


def _clash(scn: Scenario, state: State, unit_id: str, defender_id: str, attacker_ids: Sequence[str]) -> Clash:
    melee = expected(scn, state, defender_id, attacker_ids)
    attack, defence = melee.attack_total, melee.defence.total
    return Clash(
        attacker=unit_id,
        defender=defender_id,
        helpers=tuple(dice.unit for dice in melee.attack if dice.unit != unit_id),
        attack=attack,
        defence=defence,
        odds=f"{attack}:{defence}",
    )
