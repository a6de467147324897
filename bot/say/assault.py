"""The parts of the attack panel: targets of an attack or a charge worked out, with buttons; the close-up."""

from __future__ import annotations

from collections.abc import Sequence

from bot import offers
from bot.forecast import forecast
from bot.offers import Target
from bot.page import LONGEST_LABEL, Note, Picture, Press, press_id
from bot.say import odds
from bot.say.board import close_up, shown
from bot.say.names import Names, percent
from engine.commands import Attack, Charge, Done, Step
from engine.events import Event
from engine.view import fights, look
from render import crops

IN_A_ROW = 3
MOST_SHOWN = 6


def possible(names: Names) -> bool:
    """Whether this is the time for attacks; not where enemies are engaged while units move."""
    takes = names.table.system.phases[names.table.state.phase].takes
    return Attack in takes and Step not in takes


def ordered(names: Names) -> bool:
    """Whether every attack will be fought and only the order is chosen: nobody can be done before."""
    takes = names.table.system.phases[names.table.state.phase].takes
    return possible(names) and Done not in takes


def targets(names: Names, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can attack now; where all attacks will be fought, all of them, one an enemy."""
    if possible(names) and ordered(names):
        return _all(names, side)
    found = offers.targets(names.table, side, unit) if possible(names) else ()
    return tuple(t for t in found if isinstance(t.forecast.command, Attack))


def _all(names: Names, side: str) -> tuple[Target, ...]:
    found: dict[str, Attack] = {}
    for unit in offers.able(names.table, side):
        for order in offers.commands(names.table, side, unit):
            if isinstance(order, Attack):
                found.setdefault(order.target, order)
    worked = ((a, forecast(names.table, side, a)) for a in list(found.values())[:MOST_SHOWN])
    return tuple(Target(unit=a.unit, target=a.target, forecast=f) for a, f in worked)


def rides(names: Names, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can charge now, where charging is an order of its own."""
    table = names.table
    if not unit or Charge not in table.system.phases[table.state.phase].takes:
        return ()
    found = offers.targets(table, side, unit)
    return tuple(t for t in found if isinstance(t.forecast.command, Charge))


def notes(names: Names, found: Sequence[Target]) -> tuple[Note, ...]:
    """One note a target: totals, supporters, column, modifiers, chances."""
    return tuple(
        odds.charge(names, t.forecast)
        if isinstance(t.forecast.command, Charge)
        else odds.fight(names, t.forecast, first=n == 0)
        for n, t in enumerate(found)
    )


def presses(names: Names, found: Sequence[Target]) -> list[tuple[Press, ...]]:
    """One button a target, a few in a row."""
    made = [_press(names, t) for t in found]
    return [tuple(made[n : n + IN_A_ROW]) for n in range(0, len(made), IN_A_ROW)]


def _press(names: Names, target: Target) -> Press:
    table, f = names.table, target.forecast
    if isinstance(f.command, Charge):
        return _ride(names, target)
    if "column" in f.remark.facts:
        known: dict[str, object] = {"odds": f.remark.facts["column"], "chance": percent(f.beaten)}
        label = names.words("button.attack", target=names.unit(target.target), **known)
    else:
        attack, defence = dice(names, target.unit, target.target)
        facts = {"target": names.unit(target.target), "attack": attack, "defence": defence}
        label = names.words("button.melee", **facts)
    id_ = press_id(table.game.id, table.stamp, "strike", target.unit, target.target)
    return Press(label=label[:LONGEST_LABEL], id=id_, style="danger")


def dice(names: Names, unit: str, target: str) -> tuple[int, int]:
    """The dice of both sides in a fight of dice against dice; zeros where it is not known yet."""
    clashes = names.table.system.shows.clashes(names.table.scenario, names.table.state)
    found = next((c for c in clashes if (c.attacker, c.defender) == (unit, target)), None)
    return (found.attack, found.defence) if found is not None else (0, 0)


def _ride(names: Names, target: Target) -> Press:
    """The button of a charge, with the chance that the enemy breaks."""
    breaks = percent(dict(target.forecast.results)["broken"])
    label = names.words("button.ride", target=names.unit(target.target), chance=breaks)
    table = names.table
    id_ = press_id(table.game.id, table.stamp, "ride", target.unit, target.target)
    return Press(label=label[:LONGEST_LABEL], id=id_, style="danger")


def picture(names: Names, side: str, recent: Sequence[Event], unit: str = "") -> Picture:
    """Who can fight stands out; with an attacker chosen, a close-up of its fights alone."""
    table = names.table
    view = look(table.system, table.scenario, table.state, side, () if unit else recent)
    view = fights(view, unit)
    if unit:
        return close_up(names, view, table.state.units[unit].place)
    return shown(names, view, crops.action(view))
