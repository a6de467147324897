"""Aiming: what a gun could fire at. When it may and what hides a hex is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Refused
from engine.hexes import Hex
from engine.rules.orders import refusal
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
        return seen_from(
            scn,
            gun,
            gun["range"],
            _within(scn, state, gun, here),
            screened=lambda hex_: self.screened(scn, here, hex_),
            missed=lambda enemy: self._missed(scn, gun, here, enemy),
            reason=self._silent(scn, state, gun, here),
        )

    def _silent(self, scn: Scenario, state: State, gun: Unit, here: Hex) -> str:
        """Why a unit may not fire at all, or ""."""
        return _reason(refusal(self.gun, scn, state, gun, here))

    def _missed(self, scn: Scenario, gun: Unit, here: Hex, enemy: Unit) -> str:
        """Why a gun may not fire at an enemy, or ""."""
        return _reason(refusal(self.shot, scn, gun, here, enemy, enemy.place))


def seen_from(
    scn: Scenario,
    shooter: Unit,
    reach: int,
    enemies: Iterable[Unit],
    *,
    screened: Callable[[Hex], tuple[Hex, ...]],
    missed: Callable[[Unit], str],
    reason: str,
    arc: frozenset[Hex] | None = None,
) -> Sight:
    """What a unit on the map sees within `reach` hexes, in its `arc` where it has one.

    `enemies` are those within range; `screened` has the hexes that block the line to a hex, `missed` why an
    enemy cannot be hit, "" when he can. `reason`: why the unit may fire at nobody now.
    """
    near = scn.grid.within(shooter.place, reach) - {shooter.place}
    near = near if arc is None else near & arc
    hidden = {hex_: by for hex_ in sorted(near) if (by := screened(hex_))}
    return Sight(
        unit=shooter.id,
        hex=shooter.place,
        reach=reach,
        seen=near - {*hidden},
        hidden=hidden,
        targets=tuple(
            Target(unit=foe.id, hex=foe.place, by=screened(foe.place), reason=missed(foe)) for foe in enemies
        ),
        reason=reason,
        arc=arc or frozenset(),
    )


def _reason(refused: Refused | None) -> str:
    return "" if refused is None else refused.reason


def _within(scn: Scenario, state: State, gun: Unit, here: Hex) -> Iterator[Unit]:
    """The enemies on the map within the range of a gun."""
    enemies = state.fielded(scn.enemy(gun.side))
    return (unit for unit in enemies if scn.grid.distance(here, unit.place) <= gun["range"])
