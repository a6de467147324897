"""Chiefs at risk, once the fire or the melee that put them at risk is over (DC-CHF)."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import eliminate
from engine.scenario import Scenario
from engine.systems.desastre_colonial.general.marks import AT_RISK
from engine.systems.desastre_colonial.general.values import chiefs_on


def settle(scn: Scenario, ledger: Ledger, hex_: Hex, side: str, losses: int, *, eliminated: bool) -> None:
    """End the risk of each Chief in a unit's hex, with a die if the unit took losses (DC-CHF-02, DC-CHF-03).

    `losses` are those the unit took just now; `eliminated` says that they took it off the map.
    """
    for chief in chiefs_on(ledger.state, hex_, side):
        if not ledger.state.marked(chief.id, AT_RISK):
            continue
        ledger.tell(ev.Unmarked(name=AT_RISK, on=chief.id, rule="DC-CHF-02"))
        if losses:
            _roll(scn, ledger, chief.id, losses, eliminated=eliminated)


def _roll(scn: Scenario, ledger: Ledger, chief_id: str, losses: int, *, eliminated: bool) -> None:
    """Eliminate a Chief whose die is no higher than the losses, plus those added when the unit was eliminated
    (DC-CHF-02, DC-CHF-03)."""
    against = losses + (int(scn.chart("risk", "eliminated")) if eliminated else 0)
    rule = "DC-CHF-03" if eliminated else "DC-CHF-02"
    sides = int(scn.chart("risk", "die"))
    die = ledger.roll("risk", sides=sides, rule=rule, by=chief_id, outcome=lambda die: die <= against)
    falls = die <= against
    result = "eliminated" if falls else "survived"
    ledger.note("risk", rule, chief=chief_id, die=die, losses=losses, against=against, result=result)
    if falls:
        eliminate(ledger, chief_id, rule)
