"""Reaction fire: guns shoot at a unit that has just come into contact with them."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.adjacency import Contact
from engine.scenario import Scenario


def react(
    scn: Scenario,
    ledger: Ledger,
    mover_id: str,
    ready: frozenset[str],
    *,
    contact: Contact,
    mark: str,
    rule: str,
    shoot: Callable[[Ledger, str, str], None],
) -> None:
    """Let the guns that are `ready` fire at a mover, clockwise around it, as long as it stands on the hex it
    entered. Each bears `mark` from then on. `shoot` takes the gun and the target."""
    place = ledger.state.units[mover_id].hex
    if place is None or not ready:
        return
    for near in scn.grid.neighbours(place).values():
        for gun in ledger.state.on(near):
            there = ledger.state.units[mover_id].hex == place
            if gun.id in ready and contact(scn, place, near) and there:
                ledger.tell(ev.Marked(name=mark, on=gun.id, rule=rule))
                shoot(ledger, gun.id, mover_id)
