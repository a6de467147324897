"""Aiming: what a gun could fire at. When it may and what hides a hex is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Sight, Target


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Aim:
    """Fire as a rulebook has it, at units within the `range` of a gun, in hexes.

    `gun` raises IllegalOrder unless a unit may fire at all from the hex it stands on, `shot` unless it may at
    this target. `screened`: the hexes that block the line of sight between two others.
    """

    gun: Callable[[Scenario, State, Unit, Hex], None]
    shot: Callable[[Scenario, Unit, Hex, Unit, Hex], None]
    screened: Callable[[Scenario, Hex, Hex], tuple[Hex, ...]]

    def targets(self, scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
        """The enemies a unit may fire at now; none when it may not fire."""
        gun = state.units[unit_id]
        here = gun.hex
        if here is None or self._silent(scn, state, gun, here):
            return ()
        return tuple(u for u in _within(scn, state, gun, here) if not self.screened(scn, here, u.place))

    def sight(self, scn: Scenario, state: State, unit_id: str) -> Sight | None:
        """The range of a gun on the map and what it sees within it; None of any other unit."""
        gun = state.units[unit_id]
        here = gun.hex
        if here is None or gun.kind != "artillery":
            return None
        near = scn.grid.within(here, gun["range"]) - {here}
        hidden = {h: by for h in sorted(near) if (by := self.screened(scn, here, h))}
        return Sight(
            unit=gun.id,
            hex=here,
            reach=gun["range"],
            seen=near - {*hidden},
            hidden=hidden,
            targets=tuple(
                Target(
                    unit=enemy.id,
                    hex=enemy.place,
                    by=hidden.get(enemy.place, ()),
                    reason=self._missed(scn, gun, here, enemy),
                )
                for enemy in _within(scn, state, gun, here)
            ),
            reason=self._silent(scn, state, gun, here),
        )

    def _silent(self, scn: Scenario, state: State, gun: Unit, here: Hex) -> str:
        """Why a unit may not fire at all, or ""."""
        try:
            self.gun(scn, state, gun, here)
        except IllegalOrder as refusal:
            return refusal.reason
        return ""

    def _missed(self, scn: Scenario, gun: Unit, here: Hex, enemy: Unit) -> str:
        """Why a gun may not fire at an enemy, or ""."""
        try:
            self.shot(scn, gun, here, enemy, enemy.place)
        except IllegalOrder as refusal:
            return refusal.reason
        return ""


def _within(scn: Scenario, state: State, gun: Unit, here: Hex) -> Iterator[Unit]:
    """The enemies on the map within the range of a gun."""
    enemies = state.fielded(scn.enemy(gun.side))
    return (unit for unit in enemies if scn.grid.distance(here, unit.place) <= gun["range"])
