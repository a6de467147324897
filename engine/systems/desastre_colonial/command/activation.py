"""Activating a Chief (DC-CMD-01, DC-CMD-18, DC-CMD-19, DC-CMD-30 to 33, DC-MOV-01, DC-MOV-02)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Activate, Done, Lead
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.command import command
from engine.systems.desastre_colonial.command.initiative import NO_DICE, NOBODY, concede, may_activate
from engine.systems.desastre_colonial.general import marks
from engine.systems.desastre_colonial.general.values import is_chief


def check(state: State, side: str, chief_id: str) -> Unit:
    """A Chief whom the side may activate now. Raises NotOnTable, NotYours or IllegalOrder (DC-CMD-33)."""
    chief = command.own_chief(state, side, chief_id)
    if state.marked(chief.id, marks.DEACTIVATED):
        raise IllegalOrder("DC-CMD-33", "chief_deactivated", unit=chief.id)
    able = may_activate(state, side)
    if chief not in able:
        raise IllegalOrder("DC-DRA-08", "other_chief_named", unit=chief.id, chief=able[0].id)
    return chief


def activate(scn: Scenario, ledger: Ledger, side: str, order: Activate) -> None:
    """Activate a Chief, who may move if this is their first activation of the turn, then commands
    (DC-MOV-01).

    Without a die to roll (DC-CMD-18), or unable to move and to command (DC-CMD-19), they concede at once.
    """
    chief = check(ledger.state, side, order.chief)
    is_first = _activate(ledger, chief)
    if is_first and scn.option("chiefs.move") == "first_activation":
        ledger.tell(ev.Marked(name=marks.ORDERED, on=chief.id, rule="DC-MOV-01"))
    if command.most_dice(scn, ledger.state, chief) <= 0:
        concede(scn, ledger, NO_DICE)
    elif not ledger.state.marked(chief.id, marks.ORDERED) and not command.eligible(scn, ledger.state, chief):
        ledger.note("nobody_to_command", "DC-CMD-19", chief=chief.id)
        concede(scn, ledger, NOBODY)
    else:
        turn = ledger.state.turn
        ledger.tell(ev.Began(phase="command", turn=turn, player=side, owing=(side,), rule="DC-CMD-01"))


def activate_and_lead(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Activate a Chief and let them command at once, without moving (DC-CMD-01, DC-MOV-02)."""
    chief = check(ledger.state, side, order.chief)
    units = command.check_lead(scn, ledger.state, chief, order)
    _activate(ledger, chief)
    if units:
        command.command(scn, ledger, chief, units, order.dice)
    else:
        concede(scn, ledger, NOBODY)


def lead(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Let the active Chief command units; to command no unit is to concede (DC-CMD-10 to 19)."""
    if order.units:
        command.lead(scn, ledger, side, order)
    else:
        command.check_active(ledger.state, side, order.chief)
        concede(scn, ledger, NOBODY)


def _activate(ledger: Ledger, chief: Unit) -> bool:
    """Mark a Chief active and deactivate the one before (DC-CMD-30); whether it is their first activation
    of the turn."""
    state, before = ledger.state, command.active(ledger.state, chief.side)
    if before is not None and before.id != chief.id:
        ledger.tell(ev.Unmarked(name=marks.ACTIVE, on=before.id, rule="DC-CMD-30"))
        ledger.tell(ev.Marked(name=marks.DEACTIVATED, on=before.id, rule="DC-CMD-30"))
    if before is None or before.id != chief.id:
        ledger.tell(ev.Marked(name=marks.ACTIVE, on=chief.id, rule="DC-CMD-01"))
    _take_over_burden(ledger, chief)
    is_first = marks.ACTIVATED not in state.marks_on(chief.id)
    if is_first:
        chiefs = (unit for unit in state.units.values() if is_chief(unit))
        ordinal = 1 + sum(marks.ACTIVATED in state.marks_on(chief.id) for chief in chiefs)
        ledger.tell(ev.Marked(name=marks.ACTIVATED, on=chief.id, to=str(ordinal), rule="DC-MOV-01"))
    return is_first


def _take_over_burden(ledger: Ledger, chief: Unit) -> None:
    """Apply a card .5 that lies on the side to the Chief it activates (5.11)."""
    for value in sorted(ledger.state.targets_of_mark(chief.side, marks.BURDEN)):
        ledger.tell(ev.Unmarked(name=marks.BURDEN, on=chief.side, to=value, rule="DC-DRA-08"))
        ledger.tell(ev.Marked(name=marks.BURDEN, on=chief.id, to=value, rule="DC-DRA-08"))
    remove_marks(ledger, frozenset({marks.NAMED}), (chief.id,))


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """To activate a Chief, or to let them command at once (DC-CMD-30)."""
    chief = state.units.get(unit_id)
    if chief is None or chief not in may_activate(state, side):
        return ()
    return (Option(command=Activate(chief=unit_id)), *command.leads(scn, state, chief))


def list_command_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The commands the active Chief may give; or Done, which is to command no unit (DC-CMD-19)."""
    if not unit_id:
        return (Option(command=Done()),)
    chief = command.active(state, side)
    return command.leads(scn, state, chief) if chief is not None and chief.id == unit_id else ()


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time runs out activate a Chief who commands no unit (DC-CMD-19): the active one, so that no other
    is lost, else the weakest by dice, die and radius. A side without a Chief hands the initiative back
    (DC-GEN-07)."""
    active = command.active(ledger.state, side)
    able = may_activate(ledger.state, side)
    if not able:
        ledger.note("handed_back", "DC-GEN-07", side=side)
        return
    weakest = min(able, key=lambda c: (c != active, c["staff"], c["die"], c["radius"], c.id))
    activate_and_lead(scn, ledger, side, Lead(chief=weakest.id, units=(), dice=0))
