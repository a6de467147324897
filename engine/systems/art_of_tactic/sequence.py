"""The sequence of play (rules file, 2): set-up, then turns of Morale, Planning and Execution.

Planning waits for the players; all other phases of a turn play themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.battle import reinforcements, turn_end
from engine.commands import Expired, Seal
from engine.ledger import Ledger
from engine.rules import setup as counters
from engine.rules import turns
from engine.scenario import Army, Scenario
from engine.system import Procedure
from engine.systems.art_of_tactic import execution, setup, victory
from engine.systems.art_of_tactic.directions import BASE
from engine.systems.art_of_tactic.marks import (
    ENGAGED,
    ENGAGED_AT_TURN_START,
    HIDDEN,
    HIDDEN_AT_TURN_START,
    OF_A_TURN,
)
from engine.systems.art_of_tactic.morale.morale_phase import morale_phase
from engine.systems.art_of_tactic.orders import planning
from engine.systems.art_of_tactic.unit_card import uses_level

OPENING, SETUP = "opening", "setup"
MORALE, PLANNING, REVEAL, TURN_END = "morale", "planning", "reveal", "turn_end"

# The phases of a turn in order (2.1, 2.2); the one without a procedure waits for the players.
TURN: Mapping[str, Procedure | None] = {
    MORALE: morale_phase,
    PLANNING: None,
    **execution.STEPS,
}
AUTOMATIC_PHASES = tuple(phase for phase, step in TURN.items() if step is not None)

# --- the beginning of the game ------------------------------------------------------------------------------

START_VALUES = {"morale": 0, "honor": 0, "fatigue": 0}  # values that no counter has printed
AWAY_FROM = {  # the directions away from a board edge; which of them exist depends on the grid
    "south": ("N", "NE"),
    "north": ("S", "SW"),
    "west": ("NE", "E"),
    "east": ("SW", "W"),
}


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Introduce every unit (3.2)."""
    facings = {army.id: _facing_away_from_own_edge(scn, army) for army in scn.sides}
    for counter in scn.counters.values():
        unit = counters.counter_unit(counter, START_VALUES, {BASE: facings[counter.side]})
        ledger.tell(ev.Introduced(counter=unit, rule="AT-GEN-01"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player="", rule="AT-GEN-01"))


def _facing_away_from_own_edge(scn: Scenario, army: Army) -> int:
    """The number of the direction that an army's units face where their counters have none printed."""
    directions = scn.grid.directions
    return next((directions.index(d) for d in AWAY_FROM.get(army.home, ()) if d in directions), 0)


# --- from phase to phase ------------------------------------------------------------------------------------


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Begin the next phase or turn, or end the game (2.1, 2.2)."""
    phase, turn = ledger.state.phase, ledger.state.turn
    if phase == OPENING and setup.has_setup(scn):
        ledger.tell(ev.Began(phase=SETUP, turn=1, player="", owing=scn.side_ids, rule=setup.RULE))
    elif phase in (OPENING, SETUP):
        _begin_turn(scn, ledger, 1, scn.side_ids)
    elif phase == reinforcements.PHASE:
        _begin_turn(scn, ledger, turn, reinforcements.sides_after(scn, ledger.state.player))
    elif phase != TURN_END:
        phases = tuple(TURN)
        _begin_phase(scn, ledger, phases[phases.index(phase) + 1], turn)
    elif not turn_end.ends_battle(scn, ledger, setup.controlled):
        _clear_orders_and_marks(ledger)
        _begin_turn(scn, ledger, turn + 1, scn.side_ids)
    else:
        victory.end(scn, ledger, "last_turn", "AT-VIC-03")  # AT-GEN-08


def _begin_turn(scn: Scenario, ledger: Ledger, turn: int, sides: tuple[str, ...]) -> None:
    """Begin a turn with the reinforcements of these sides, one after the other, then with its Morale Phase;
    Basic games have none (2.1)."""
    if setup.REINFORCEMENTS.begin(scn, ledger, turn, sides):
        return
    _begin_phase(scn, ledger, MORALE if uses_level(scn, "intermediate") else PLANNING, turn)


def _begin_phase(scn: Scenario, ledger: Ledger, phase: str, turn: int) -> None:
    """Begin a phase and play it if it plays itself; the game ends if it leaves an army without units."""
    owing = scn.side_ids if phase == PLANNING else ()
    ledger.tell(ev.Began(phase=phase, turn=turn, player="", owing=owing, rule="AT-GEN-02"))
    if phase in (MORALE, PLANNING, REVEAL):
        _mark_engaged_and_hidden(ledger)
    carry_out = TURN[phase]
    if carry_out is not None:
        carry_out(scn, ledger)
    victory.end_if_wiped_out(scn, ledger)


def _mark_engaged_and_hidden(ledger: Ledger) -> None:
    """Mark the units that are engaged, and those that are hidden, as the turn begins (AT-ZOC-03, R-53)."""
    for unit in list(ledger.state.units_on_map()):
        if ledger.state.targets_of_mark(unit.id, ENGAGED) and not ledger.state.marked(
            unit.id, ENGAGED_AT_TURN_START
        ):
            ledger.tell(ev.Marked(name=ENGAGED_AT_TURN_START, on=unit.id, rule="AT-ZOC-03"))
        if ledger.state.marked(unit.id, HIDDEN) and not ledger.state.marked(unit.id, HIDDEN_AT_TURN_START):
            ledger.tell(ev.Marked(name=HIDDEN_AT_TURN_START, on=unit.id, rule="AT-ORD-50"))


def _clear_orders_and_marks(ledger: Ledger) -> None:
    """Remove the orders and marks that last one turn (AT-ORD-01, AT-ORD-09)."""
    for unit_id in ledger.state.units:
        if unit_id in ledger.state.orders:
            ledger.tell(ev.Ordered(unit=unit_id, order={}, rule="AT-ORD-01"))
    turns.remove_marks(ledger, OF_A_TURN, [mark.on for mark in ledger.state.marks])


def time_out(scn: Scenario, ledger: Ledger, side: str, command: Expired) -> None:
    """At the deadline, lock a side's orders as they are (2.3), or end its set-up."""
    if ledger.state.phase == SETUP:
        setup.time_out(scn, ledger, side)
    elif ledger.state.phase == reinforcements.PHASE:
        setup.REINFORCEMENTS.place_the_rest(scn, ledger, side)
        ledger.tell(ev.Owed(sides=()))
    else:
        planning.seal(scn, ledger, side, Seal())
