"""Cavalry charges (MP-CHG), inside the movement phase."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.combat.retreat import retreat, retreat_hex
from engine.systems.morne_plaine.losses import alive, eliminate, lose_morale
from engine.systems.morne_plaine.marks import CHARGED, PAID
from engine.systems.morne_plaine.terrain import contact, covered
from engine.systems.morne_plaine.units import demoralised, morale, mounted
from engine.systems.morne_plaine.zoc import controllers


def charge_target(scn: Scenario, state: State, unit: Unit, run: tuple[Hex, ...]) -> Unit | None:
    """The unit charged by the last two steps of a run of hexes, or None (MP-CHG-1 to 9). How often it, or
    the charger, has been in a charge before does not matter (MP-CHG-11, 12).

    `run` holds the hexes in order, the start first; the unit stands, or would stand, on the last.
    """
    if len(run) < 3 or not can_charge(unit):
        return None
    h0, h1, h2 = run[-3:]
    h3 = scn.grid.beyond(h1, h2)
    target = None if h3 is None else next((u for u in state.on(h3) if u.side != unit.side), None)
    if h3 is None or target is None:
        return None
    if not scn.grid.straight(h0, h1, h2) or covered(scn, h3) or not contact(scn, h2, h3):
        return None
    return target if scn.terrain(h1) == scn.terrain(h2) == "clear" else None


def can_charge(unit: Unit) -> bool:
    """Whether a unit ever charges: a mounted one that is not demoralised (MP-CHG-1)."""
    return mounted(unit) and not demoralised(unit)


def run(state: State, unit_id: str) -> tuple[Hex, ...]:
    """The hexes of the selected unit's steps, ending where it stands (MP-CHG-2)."""
    hand = state.selection
    steps = hand.steps if hand is not None and hand.unit == unit_id else ()
    return (*(s.origin for s in steps), state.units[unit_id].place)


def charge(scn: Scenario, ledger: Ledger, charger_id: str, target_id: str) -> None:
    """The charge test and what follows, up to the charger taking the target's hex (MP-CHG-20 to 42)."""
    charger, target = ledger.state.units[charger_id], ledger.state.units[target_id]
    h2, h3 = charger.place, target.place
    # The two steps are used up: a new charge needs two new ones (C-06).
    ledger.tell(ev.Selected(unit=charger_id, rule="MP-CHG-2"))
    lead, sides = charger["cs"] - target["cs"], scn.chart("charge_die")
    die = ledger.roll(
        "charge",
        sides=sides,
        rule="MP-CHG-20",
        by=charger_id,
        outcome=lambda die: die + lead > morale(target),
    )
    total = die + lead
    broken = total > morale(target)
    ledger.note(
        "charge",
        "MP-CHG-20",
        how="charge",
        unit=charger_id,
        target=target_id,
        source=h2,
        place=h3,
        cs=charger["cs"],
        target_cs=target["cs"],
        mv=morale(target),
        die=die,
        total=total,
        result="broken" if broken else "held",
    )
    if not broken:
        return
    _break(scn, ledger, charger_id, target_id)
    ledger.tell(ev.Moved(unit=charger_id, origin=h2, hex=h3, manner="charge", rule="MP-CHG-37"))
    if ledger.state.marked(charger_id, PAID):
        ledger.tell(ev.Unmarked(name=PAID, on=charger_id, rule="MP-MOV-24"))
    ledger.tell(ev.Marked(name=CHARGED, on=charger_id, to=target_id, rule="MP-CHG-38"))


def _break(scn: Scenario, ledger: Ledger, charger_id: str, target_id: str) -> None:
    """A target that failed: artillery dies, others retreat and lose morale (MP-CHG-31 to 36)."""
    charger, target = ledger.state.units[charger_id], ledger.state.units[target_id]
    if target.kind == "artillery":
        eliminate(ledger, target_id, "MP-CHG-36")
        return
    if retreat_hex(scn, ledger.state, target, charger.place) is None:
        eliminate(ledger, target_id, "MP-CHG-34")
        return
    retreat(scn, ledger, target_id, charger.place, "MP-CHG-31")
    lose_morale(ledger, target_id, int(scn.chart("charge_loss")), "MP-CHG-31")
    if not alive(ledger, target_id):
        return
    around = controllers(scn, ledger.state, ledger.state.units[target_id].place, charger.side)
    others = sum(1 for u in around if u.id != charger_id)
    lose_morale(ledger, target_id, others * int(scn.chart("charge_loss_zoc")), "MP-CHG-32")
