"""Fire: targets, lines of sight, reaction fire. Who may fire and what blocks a line is for the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine import events as ev
from engine.display import Sight, Target
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.line_of_sight import in_reach, too_far, weather_facts
from engine.rules.order_checks import refusal
from engine.rules.zoc import Contact
from engine.scenario import Scenario
from engine.state import State, Unit


def all_round(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex] | None:
    """Default: units fire all round."""
    return None


def check_visible(scn: Scenario, state: State, shooter: Unit, target: Unit) -> None:
    """Raises IllegalOrder where the weather of the battle hides a target on the map."""
    away = scn.grid.distance(shooter.place, target.place)
    if too_far(scn, state, away):
        limit = weather_facts(scn, state)
        raise IllegalOrder(
            "",
            "hidden_by_weather",
            unit=shooter.id,
            target=target.id,
            hex=target.place,
            away=away,
            **limit,
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SightRules:
    """What the units of a rulebook can see and fire at.

    `weapon_range`: in hexes, 0 for a unit that never fires. `enemies_in_range`. `blocked_by`: the hexes that
    block the line of sight between two others. `shot_refusal`: why a unit cannot fire at an enemy in range,
    "" when it can. `silent_reason`: why it cannot fire at all now, "" when it can. `arc`: the hexes that its
    weapons bear on, None where it fires all round.
    """

    weapon_range: Callable[[Scenario, Unit], int]
    enemies_in_range: Callable[[Scenario, State, Unit], Iterable[Unit]]
    blocked_by: Callable[[Scenario, State, Hex, Hex], tuple[Hex, ...]]
    shot_refusal: Callable[[Scenario, State, Unit, Unit], str]
    silent_reason: Callable[[Scenario, State, Unit], str]
    arc: Callable[[Scenario, State, Unit], frozenset[Hex] | None] = all_round

    def sight(self, scn: Scenario, state: State, unit_id: str) -> Sight | None:
        """What a unit on the map sees within range, in its arc; None for a unit that never fires."""
        unit = state.units[unit_id]
        here, reach = unit.hex, in_reach(scn, state, self.weapon_range(scn, unit))
        if here is None or not reach:
            return None
        arc = self.arc(scn, state, unit)
        near = scn.grid.within(here, reach) - {here}
        near = near if arc is None else near & arc
        hidden = {hex_: by for hex_ in sorted(near) if (by := self.blocked_by(scn, state, here, hex_))}
        return Sight(
            unit=unit_id,
            hex=here,
            reach=reach,
            seen=near - {*hidden},
            hidden=hidden,
            targets=tuple(
                Target(
                    unit=enemy.id,
                    hex=enemy.place,
                    by=self.blocked_by(scn, state, here, enemy.place),
                    reason=self.shot_refusal(scn, state, unit, enemy),
                )
                for enemy in self.enemies_in_range(scn, state, unit)
            ),
            reason=self.silent_reason(scn, state, unit),
            arc=arc or frozenset(),
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FireRules:
    """How the artillery of a rulebook fires, at units within the `range` of a gun, in hexes.

    `check_shooter` (unit, its hex) raises IllegalOrder unless a unit may fire at all, `check_shot` (unit, its
    hex, target, its hex) unless it may fire at this target. `blocked_by`: the hexes that block the line of
    sight between two others. `contact`: whether an enemy on one hex draws reaction fire from a gun on the
    other. `shoot_in_reaction` (gun id, target id) resolves that shot. A gun that has reacted bears
    `reacted_mark`, by the rule `reaction_rule`.
    """

    check_shooter: Callable[[Scenario, State, Unit, Hex], None]
    check_shot: Callable[[Scenario, State, Unit, Hex, Unit, Hex], None]
    blocked_by: Callable[[Scenario, Hex, Hex], tuple[Hex, ...]]
    contact: Contact
    shoot_in_reaction: Callable[[Scenario, Ledger, str, str], None]
    reacted_mark: str
    reaction_rule: str

    def targets(self, scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
        """The enemies that a unit may fire at now."""
        gun = state.units[unit_id]
        here = gun.hex
        if here is None or self._shooter_refusal(scn, state, gun, here):
            return ()
        enemies = _enemies_in_range(scn, state, gun)
        return tuple(enemy for enemy in enemies if not self.blocked_by(scn, here, enemy.place))

    def sight_rules(self) -> SightRules:
        """What the guns of a rulebook can see and fire at."""

        def shot_refusal(scn: Scenario, state: State, gun: Unit, enemy: Unit) -> str:
            return _reason(refusal(self.check_shot, scn, state, gun, gun.place, enemy, enemy.place))

        def silent_reason(scn: Scenario, state: State, gun: Unit) -> str:
            return self._shooter_refusal(scn, state, gun, gun.place)

        return SightRules(
            weapon_range=lambda scn, unit: unit["range"] if unit.kind == "artillery" else 0,
            enemies_in_range=_enemies_in_range,
            blocked_by=lambda scn, state, here, there: self.blocked_by(scn, here, there),
            shot_refusal=shot_refusal,
            silent_reason=silent_reason,
        )

    def _shooter_refusal(self, scn: Scenario, state: State, gun: Unit, here: Hex) -> str:
        """Why a unit may not fire at all, or ""."""
        return _reason(refusal(self.check_shooter, scn, state, gun, here))

    def react(self, scn: Scenario, ledger: Ledger, mover_id: str, ready: frozenset[str]) -> None:
        """Let the guns that are `ready` fire at a unit that has just entered its hex, clockwise around it, as
        long as it stands there."""
        place = ledger.state.units[mover_id].hex
        if place is None or not ready:
            return
        for near in scn.grid.neighbours(place).values():
            for gun in ledger.state.on(near):
                still_there = ledger.state.units[mover_id].hex == place
                if gun.id in ready and self.contact(scn, place, near) and still_there:
                    ledger.tell(ev.Marked(name=self.reacted_mark, on=gun.id, rule=self.reaction_rule))
                    self.shoot_in_reaction(scn, ledger, gun.id, mover_id)


def _reason(refused: Refused | None) -> str:
    return "" if refused is None else refused.reason


def _enemies_in_range(scn: Scenario, state: State, gun: Unit) -> Iterator[Unit]:
    """The enemies on the map within the range of a gun, and within what weather lets it see."""
    enemies, reach = state.units_on_map(scn.enemy(gun.side)), in_reach(scn, state, gun["range"])
    return (unit for unit in enemies if scn.grid.distance(gun.place, unit.place) <= reach)
