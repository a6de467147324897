"""The sequence of play (rules file, section 2; PP-GEN-01, PP-CMD-03): what comes when nobody owes a decision."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Command, Expired, Resign
from engine.ledger import Ledger
from engine.rules import opening as counters
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option
from engine.systems.pousse_pion.marks import OWNS

OPENING = "opening"
PHASES = ("fire", "movement", "combat", "rally")


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table and say who holds what."""
    for counter in scn.counters.values():
        unit = counters.unit(counter, {"mp": counter.values["mv"], "manoeuvres": 0})
        ledger.tell(ev.Introduced(counter=unit, rule="PP-GEN-06"))
    for objective in scn.objectives:
        if objective.owner:
            ledger.tell(ev.Marked(name=OWNS, on=objective.id, to=objective.owner, rule="PP-VIC-02"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="PP-GEN-01"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Go on to the next phase, player turn or game turn."""
    state = ledger.state
    if state.phase in PHASES[:-1]:
        phase = PHASES[PHASES.index(state.phase) + 1]
        ledger.tell(ev.Began(phase=phase, turn=state.turn, player=state.player, rule="PP-CMD-03"))
    else:
        ledger.tell(ev.Began(phase=PHASES[0], turn=state.turn, player=state.player, rule="PP-CMD-03"))
    ledger.tell(ev.Owed(sides=(state.player,)))


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase."""
    ledger.tell(ev.Owed(sides=()))


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """A player turn abandoned, or its time up."""
    ledger.tell(ev.Owed(sides=()))


def resign(scn: Scenario, ledger: Ledger, side: str, order: Resign) -> None:
    """A side gives up: the other wins."""
    ledger.tell(ev.Ended(winner=scn.enemy(side), level="resigned", reason="resigned"))


def no_offers(scn: Scenario, state: State, side: str, unit: str) -> Iterable[Option]:
    """Nothing can be done."""
    return ()
