"""Retreats, after combat and after a charge (MP-RET): one hex, chosen by the rules.

Enemy zones bar none of them, and only a charge makes them cost morale (MP-RET-13, 14). Artillery retreats
like any other unit (MP-RET-15); only a charge destroys it instead (`charge`).
"""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.losses import eliminate
from engine.systems.morne_plaine.marks import MOVED
from engine.systems.morne_plaine.terrain import impassable_water, steep, stream_or_ford

Score = Callable[[Hex], int]


def candidates(scn: Scenario, state: State, unit: Unit, cause: Hex) -> tuple[Hex, ...]:
    """Where a unit may retreat to: empty neighbours, no river or steep slope between (MP-RET-2), and never
    the hex the cause of the retreat stands or fell on (C-05)."""
    here = unit.place
    return tuple(
        near
        for near in scn.grid.neighbours(here).values()
        if near != cause
        and not state.on(near)
        and not impassable_water(scn, here, near)
        and not steep(scn, here, near)
    )


def retreat_hex(scn: Scenario, state: State, unit: Unit, cause: Hex) -> Hex | None:
    """The hex a unit retreats to, or None when there is none (MP-RET-3 to 12). `cause` is the hex of the unit
    that causes the retreat."""
    left = candidates(scn, state, unit, cause)
    for score in _criteria(scn, unit, cause):
        if len(left) < 2:
            break
        best = max(score(h) for h in left)
        left = tuple(h for h in left if score(h) == best)
    return left[0] if left else None


def _criteria(scn: Scenario, unit: Unit, cause: Hex) -> tuple[Score, ...]:
    """The seven criteria in order; each keeps the hexes with the highest number (MP-RET-4 to 10)."""
    grid, here = scn.grid, unit.place
    opposite = grid.beyond(cause, here)
    away: Score = lambda h: grid.distance(h, cause)  # noqa: E731
    if scn.option("retreat_first_criterion") == "opposite":
        away = lambda h: int(h == opposite)  # noqa: E731
    return (
        lambda h: int(scn.terrain(h) == "village"),
        lambda h: int(scn.terrain(h) == "woods"),
        away,
        lambda h: int(not stream_or_ford(scn, here, h)),
        lambda h: int(not grid.adjacent(h, cause)),
        lambda h: _homeward(scn, unit.side, h),
        lambda h: grid.span(h, cause),
    )


def _homeward(scn: Scenario, side: str, hex_: Hex) -> int:
    """How near a hex lies to a side's own edge: north for orange, south for blue, unless the battle says
    otherwise (MP-RET-9)."""
    home = next(army.home for army in scn.sides if army.id == side)
    way = scn.grid.southing(hex_) if home in ("north", "south") else scn.grid.easting(hex_)
    return way if home in ("south", "east") else -way


def retreat(scn: Scenario, ledger: Ledger, unit_id: str, cause: Hex, rule: str) -> None:
    """Retreat a unit one hex away from `cause`, or eliminate it (MP-RET-1, 3)."""
    unit = ledger.state.units[unit_id]
    to = retreat_hex(scn, ledger.state, unit, cause)
    if to is None:
        eliminate(ledger, unit_id, "MP-RET-3")
    else:
        displace(ledger, unit_id, to, "retreat", rule)


def displace(ledger: Ledger, unit_id: str, to: Hex, manner: str, rule: str) -> None:
    """Move a unit by rule, not by its movement points; it counts as moved (MP-RAL-6).

    What objectives it takes is settled last of all (5.4 step 7, MP-CBT-38).
    """
    origin = ledger.state.units[unit_id].place
    ledger.tell(ev.Moved(unit=unit_id, origin=origin, hex=to, manner=manner, rule=rule))
    if not ledger.state.marked(unit_id, MOVED):
        ledger.tell(ev.Marked(name=MOVED, on=unit_id, rule="MP-RAL-6"))
