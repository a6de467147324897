"""Chiefs at risk, once the fire or the melee is over that put them there (DC-CHF)."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import eliminate
from engine.scenario import Scenario
from engine.systems.desastre_colonial import values
from engine.systems.desastre_colonial.marks import AT_RISK


def settle(scn: Scenario, ledger: Ledger, hex_: Hex, side: str, losses: int, *, gone: bool) -> None:
    """A die for each chief at risk in a hex whose unit took losses; the risk is over then (DC-CHF-02, 03).

    `losses` are those of the unit just now; where they took it off the map it counts as `gone`.
    """
    for chief in values.chiefs_on(ledger.state, hex_, side):
        if not ledger.state.marked(chief.id, AT_RISK):
            continue
        ledger.tell(ev.Unmarked(name=AT_RISK, on=chief.id, rule="DC-CHF-02"))
        if losses:
            _roll(scn, ledger, chief.id, losses, gone=gone)


def _roll(scn: Scenario, ledger: Ledger, chief_id: str, losses: int, *, gone: bool) -> None:
    """He falls when the die is no higher than the losses, and those added for a unit lost (DC-CHF-02, 03)."""
    against = losses + (int(scn.chart("risk", "eliminated")) if gone else 0)
    rule = "DC-CHF-03" if gone else "DC-CHF-02"
    die = ledger.roll("risk", sides=int(scn.chart("risk", "die")), rule=rule, by=chief_id)
    fallen = die <= against
    ledger.note(
        "risk",
        rule,
        chief=chief_id,
        die=die,
        losses=losses,
        against=against,
        result="eliminated" if fallen else "survived",
    )
    if fallen:
        eliminate(ledger, chief_id, rule)
