"""Glory Points and the end of the game (AT-VIC; 5.7)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.art_of_tactic.card import STAFF


def owners(scn: Scenario, state: State) -> dict[str, str]:
    """Who alone occupies each objective as the table stands: side by objective id (5.7)."""
    held = {o.id: _sides_on(state, o) for o in scn.objectives}
    return {id_: next(iter(sides)) for id_, sides in held.items() if len(sides) == 1}


def _sides_on(state: State, objective: Objective) -> frozenset[str]:
    return frozenset(unit.side for hex_ in objective.hexes for unit in state.on(hex_))


def scores(scn: Scenario, state: State) -> dict[str, int]:
    """Glory Points of each side as the table stands (AT-VIC-01): objectives held, enemy units destroyed."""
    held = owners(scn, state)
    return {
        side: sum(o.points.get(side, 0) for o in scn.objectives if held.get(o.id) == side)
        + sum(glory(scn, unit) for unit in _lost(state, scn.enemy(side)))
        for side in scn.side_ids
    }


def _lost(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side destroyed, surrendered or panicked off the board."""
    return tuple(u for u in state.units.values() if u.side == side and u.place == ELIMINATED)


def glory(scn: Scenario, unit: Unit) -> int:
    """Glory Points for destroying a unit (5.7, R-73)."""
    worth = int(scn.chart("glory", "unit")[unit.symbol])
    return worth + (int(scn.chart("glory", "general_staff")) if STAFF in unit.traits else 0)


def casualties(state: State, side: str) -> int:
    """Figures of a side lost so far; those that joined another unit are not (AT-VIC-04)."""
    own = [unit for unit in state.units.values() if unit.side == side]
    left = sum(unit["figures"] for unit in own if unit.place != ELIMINATED)
    return sum(unit.printed.get("figures", 0) for unit in own) - left


def end(scn: Scenario, ledger: Ledger, reason: str, rule: str) -> None:
    """End the game: most Glory Points, then fewer figures lost, else a draw (AT-VIC-02, AT-VIC-04)."""
    points = scores(scn, ledger.state)
    standing = {side: (points[side], -casualties(ledger.state, side)) for side in scn.side_ids}
    first, second = scn.side_ids
    if standing[first] == standing[second]:
        ledger.tell(ev.Ended(winner="", level="draw", reason=reason, rule=rule))
        return
    winner = first if standing[first] > standing[second] else second
    level = "victory" if points[first] != points[second] else "fewer_losses"
    ledger.tell(ev.Ended(winner=winner, level=level, reason=reason, rule=rule))


def end_if_wiped_out(scn: Scenario, ledger: Ledger) -> None:
    """The game ends at once when an army has no unit left on the board (AT-VIC-05)."""
    left = {unit.side for unit in ledger.state.fielded()}
    if ledger.state.result is None and not left.issuperset(scn.side_ids):
        end(scn, ledger, "wiped_out", "AT-VIC-05")
