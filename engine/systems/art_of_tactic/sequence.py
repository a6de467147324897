"""The sequence of play (rules file, 2): opening, planning in secret, the steps of the Execution Phase."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.commands import Done, Expired, Seal, Unseal
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules import opening as counters
from engine.rules import turns
from engine.scenario import Army, Scenario
from engine.system import Step
from engine.systems.art_of_tactic import execution, fire, morale, reveal, setup, special, victory
from engine.systems.art_of_tactic.board import FRONT
from engine.systems.art_of_tactic.card import plays
from engine.systems.art_of_tactic.marks import ENGAGED, HIDDEN, LAIN, LOCKED, OF_A_TURN

OPENING = "opening"
PRESENT = {"morale": 0, "honor": 0, "fatigue": 0}  # values no counter has printed
AHEAD = {"south": ("N", "NE"), "north": ("S", "SW"), "west": ("NE", "E"), "east": ("SW", "W")}


def _nothing(scn: Scenario, ledger: Ledger) -> None:
    """Nothing happens."""


STAGES: Mapping[str, Step] = {  # 2.2: what comes in a turn; all but planning plays itself
    "morale": morale.morale_phase,
    "planning": _nothing,
    "reveal": reveal.reveal,
    "defensive": execution.defensive,
    "ranged": fire.ranged,
    "movement": execution.movement,
    "special": special.special,
    "melee": execution.fighting,
    "retreat": execution.retreat,
    "turn_end": execution.turn_end,
}
PLAYED = tuple(name for name in STAGES if name != "planning")


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table (3.2)."""
    ahead = {army.id: _ahead(scn, army) for army in scn.sides}
    for counter in scn.counters.values():
        unit = counters.unit(counter, PRESENT, {FRONT: ahead[counter.side]})
        ledger.tell(ev.Introduced(counter=unit, rule="AT-GEN-01"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player="", rule="AT-GEN-01"))


def _ahead(scn: Scenario, army: Army) -> int:
    """The direction away from an army's own edge, in which its counters look unless printed otherwise."""
    ways = scn.grid.directions
    return next((ways.index(way) for way in AHEAD.get(army.home, ()) if way in ways), 0)


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Go on to the next step, or turn, or to the end (2.1, 2.2)."""
    phase = ledger.state.phase
    if phase == OPENING and setup.has_setup(scn):
        ledger.tell(ev.Began(phase="setup", turn=1, player="", owing=scn.side_ids, rule=setup.RULE))
    elif phase in (OPENING, "setup"):
        _begin_turn(scn, ledger, 1)
    elif phase == "turn_end":
        _end_turn(scn, ledger)
    else:
        stages = tuple(STAGES)
        _begin(scn, ledger, stages[stages.index(phase) + 1])


def _begin_turn(scn: Scenario, ledger: Ledger, turn: int) -> None:
    """The Morale Phase where the level has one, else straight to planning (2.1)."""
    _begin(scn, ledger, "morale" if plays(scn, "intermediate") else "planning", turn)


def _begin(scn: Scenario, ledger: Ledger, phase: str, turn: int = 0) -> None:
    """Begin a phase and let it play itself, where it does; one that leaves an army no unit ends the game."""
    owing = scn.side_ids if phase == "planning" else ()
    ledger.tell(
        ev.Began(phase=phase, turn=turn or ledger.state.turn, player="", owing=owing, rule="AT-GEN-02")
    )
    if phase in ("morale", "planning", "reveal"):
        _mark_the_start(ledger)
    STAGES[phase](scn, ledger)
    victory.end_if_wiped_out(scn, ledger)


def _mark_the_start(ledger: Ledger) -> None:
    """Who is engaged, and who lies hidden, as the turn begins (AT-ZOC-03, R-53)."""
    for unit in list(ledger.state.fielded()):
        if ledger.state.pointed(unit.id, ENGAGED) and not ledger.state.marked(unit.id, LOCKED):
            ledger.tell(ev.Marked(name=LOCKED, on=unit.id, rule="AT-ZOC-03"))
        if ledger.state.marked(unit.id, HIDDEN) and not ledger.state.marked(unit.id, LAIN):
            ledger.tell(ev.Marked(name=LAIN, on=unit.id, rule="AT-ORD-50"))


def _end_turn(scn: Scenario, ledger: Ledger) -> None:
    """Wipe the marks and orders of a turn; the next one, or the end of the game (AT-GEN-08, AT-VIC-03)."""
    if ledger.state.turn >= scn.turns:
        victory.end(scn, ledger, "last_turn", "AT-VIC-03")
        return
    for unit in ledger.state.units:
        if unit in ledger.state.orders:
            ledger.tell(ev.Ordered(unit=unit, order={}, rule="AT-ORD-01"))
    turns.wipe(ledger, OF_A_TURN, [mark.on for mark in ledger.state.marks])
    _begin_turn(scn, ledger, ledger.state.turn + 1)


def seal(scn: Scenario, ledger: Ledger, side: str, order: Seal) -> None:
    """Close one's envelope: what is not written in it gets its default (2.3, AT-ORD-04)."""
    ledger.tell(ev.Sealed(side=side, rule="AT-ORD-03"))
    _owes_no_more(scn, ledger, side)


def unseal(scn: Scenario, ledger: Ledger, side: str, order: Unseal) -> None:
    """Open one's envelope again: until the last side seals (2.3)."""
    if side in ledger.state.active:
        raise IllegalOrder("AT-ORD-03", "not_sealed", side=side)
    ledger.tell(ev.Unsealed(side=side, rule="AT-ORD-03"))
    owing = {*ledger.state.active, side}
    ledger.tell(ev.Owed(sides=tuple(s for s in scn.side_ids if s in owing)))


def _owes_no_more(scn: Scenario, ledger: Ledger, side: str) -> None:
    left = ledger.state.active - {side}
    ledger.tell(ev.Owed(sides=tuple(s for s in scn.side_ids if s in left)))


def placed(scn: Scenario, ledger: Ledger, side: str, order: Done) -> None:
    """A side's set-up is done; both are revealed when the last one is (R-78)."""
    setup.SETUP.check_all_placed(ledger.state, side)
    _owes_no_more(scn, ledger, side)


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """Time is up: the envelope is sealed as it is (2.3); in set-up the units still off the map are placed."""
    if ledger.state.phase == "setup":
        setup.SETUP.place_the_rest(scn, ledger, side)
        placed(scn, ledger, side, Done())
    else:
        seal(scn, ledger, side, Seal())
