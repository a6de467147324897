"""Glory Points and the end of the game (AT-VIC; 5.7)."""

from __future__ import annotations

from engine import events as ev
from engine.battle import exits, handicap
from engine.ledger import Ledger
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.art_of_tactic.unit_card import GENERAL_STAFF


def owners(scn: Scenario, state: State) -> dict[str, str]:
    """The only side that occupies each objective, by objective id (5.7)."""
    occupants = {o.id: _sides_on(state, o) for o in scn.objectives}
    return {id_: next(iter(sides)) for id_, sides in occupants.items() if len(sides) == 1}


def _sides_on(state: State, objective: Objective) -> frozenset[str]:
    return frozenset(unit.side for hex_ in objective.hexes for unit in state.on(hex_))


def scores(scn: Scenario, state: State) -> dict[str, int]:
    """Glory Points of each side now (AT-VIC-01): objectives held, enemy units destroyed, units gone by
    exits of the battle, what was given."""
    owner = owners(scn, state)
    return {
        side: sum(o.points.get(side, 0) for o in scn.objectives if owner.get(o.id) == side)
        + sum(glory(scn, unit) for unit in _destroyed_units(state, scn.enemy(side)))
        + exits.points(scn, state, side)
        + handicap.points(scn, side)
        for side in scn.side_ids
    }


def _destroyed_units(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side destroyed, surrendered or panicked off the board."""
    return tuple(u for u in state.units.values() if u.side == side and u.place == ELIMINATED)


def glory(scn: Scenario, unit: Unit) -> int:
    """Glory Points for destroying a unit (5.7, R-73)."""
    points = int(scn.chart("glory", "unit")[unit.symbol])
    return points + (int(scn.chart("glory", "general_staff")) if GENERAL_STAFF in unit.traits else 0)


def casualties(state: State, side: str) -> int:
    """Figures of a side lost so far; those that joined another unit are not (AT-VIC-04)."""
    units = [unit for unit in state.units.values() if unit.side == side]
    left = sum(unit["figures"] for unit in units if unit.place != ELIMINATED)
    return sum(unit.printed.get("figures", 0) for unit in units) - left


def end(scn: Scenario, ledger: Ledger, reason: str, rule: str) -> None:
    """End the game: most Glory Points, then fewer figures lost, else a draw (AT-VIC-02, AT-VIC-04); who was
    given the draw wins with equal points."""
    points = scores(scn, ledger.state)
    results = {
        side: (points[side], handicap.has_draw(scn, side), -casualties(ledger.state, side))
        for side in scn.side_ids
    }
    first, second = scn.side_ids
    handicap.tell(scn, ledger)
    if results[first] == results[second]:
        ledger.tell(ev.Ended(winner="", level="draw", reason=reason, rule=rule))
        return
    winner = first if results[first] > results[second] else second
    by_points = points[first] != points[second] or handicap.has_draw(scn, winner)
    level = "victory" if by_points else "fewer_losses"
    ledger.tell(ev.Ended(winner=winner, level=level, reason=reason, rule=rule))


def end_if_wiped_out(scn: Scenario, ledger: Ledger) -> None:
    """End the game at once when an army has no unit left on the board (AT-VIC-05)."""
    sides_left = {unit.side for unit in ledger.state.units_on_map()}
    if ledger.state.result is None and not sides_left.issuperset(scn.side_ids):
        end(scn, ledger, "wiped_out", "AT-VIC-05")
