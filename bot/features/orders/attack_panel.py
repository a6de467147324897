"""The parts of the attack panel: targets of an attack or a charge worked out, with buttons; the close-up."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core import legal_orders
from bot.core.forecast import forecast
from bot.core.legal_orders import Target
from bot.features.game_view import odds_page
from bot.i18n.names import Names, percent
from bot.reports.map_picture import close_up, picture_of
from bot.ui.page import LONGEST_LABEL, Button, Embed, Picture, button_id
from engine.commands import Attack, Charge, Done, Step
from engine.events import Event
from engine.view import fights, look
from render import crops

IN_A_ROW = 3
MOST_SHOWN = 6


def possible(names: Names) -> bool:
    """Whether this is the time for attacks; not where enemies are engaged while units move."""
    takes = names.game.system.phases[names.game.state.phase].takes
    return Attack in takes and Step not in takes


def ordered(names: Names) -> bool:
    """Whether every attack will be fought and only their order is chosen: the phase cannot end before."""
    takes = names.game.system.phases[names.game.state.phase].takes
    return possible(names) and Done not in takes


def targets(names: Names, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can attack now; where all attacks will be fought, all of them, one an enemy."""
    if possible(names) and ordered(names):
        return _all(names, side)
    targets = legal_orders.targets(names.game, side, unit) if possible(names) else ()
    return tuple(t for t in targets if isinstance(t.forecast.command, Attack))


def _all(names: Names, side: str) -> tuple[Target, ...]:
    attacks: dict[str, Attack] = {}
    for unit in legal_orders.able(names.game, side):
        for order in legal_orders.commands(names.game, side, unit):
            if isinstance(order, Attack):
                attacks.setdefault(order.target, order)
    forecasts = ((a, forecast(names.game, side, a)) for a in list(attacks.values())[:MOST_SHOWN])
    return tuple(Target(unit=a.unit, target=a.target, forecast=f) for a, f in forecasts)


def rides(names: Names, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit can charge now, where charging is an order of its own."""
    game = names.game
    if not unit or Charge not in game.system.phases[game.state.phase].takes:
        return ()
    targets = legal_orders.targets(game, side, unit)
    return tuple(t for t in targets if isinstance(t.forecast.command, Charge))


def notes(names: Names, targets: Sequence[Target]) -> tuple[Embed, ...]:
    """One note a target: totals, supporters, column, modifiers, chances."""
    return tuple(
        odds_page.charge(names, t.forecast)
        if isinstance(t.forecast.command, Charge)
        else odds_page.fight(names, t.forecast, first=n == 0)
        for n, t in enumerate(targets)
    )


def presses(names: Names, targets: Sequence[Target]) -> list[tuple[Button, ...]]:
    """One button a target, a few in a row."""
    buttons = [_press(names, t) for t in targets]
    return [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]


def _press(names: Names, target: Target) -> Button:
    game, f = names.game, target.forecast
    if isinstance(f.command, Charge):
        return _ride(names, target)
    if "column" in f.remark.facts:
        known: dict[str, object] = {"odds": f.remark.facts["column"], "chance": percent(f.beaten)}
        label = names.words("button.attack", target=names.unit(target.target), **known)
    else:
        attack, defence = dice(names, target.unit, target.target)
        facts = {"target": names.unit(target.target), "attack": attack, "defence": defence}
        label = names.words(names.own("button", "melee"), **facts)
    id_ = button_id(game.record.id, game.stamp, "strike", target.unit, target.target)
    return Button(label=label[:LONGEST_LABEL], id=id_, style="danger")


def dice(names: Names, unit: str, target: str) -> tuple[int, int]:
    """The dice of both sides in a fight of dice against dice; zeros where it is not known yet."""
    clashes = names.game.system.display.clashes(names.game.scenario, names.game.state)
    clash = next((c for c in clashes if (c.attacker, c.defender) == (unit, target)), None)
    return (clash.attack, clash.defence) if clash is not None else (0, 0)


def _ride(names: Names, target: Target) -> Button:
    """The button of a charge, with the chance that the enemy breaks."""
    breaks = percent(dict(target.forecast.results)["broken"])
    label = names.words("button.ride", target=names.unit(target.target), chance=breaks)
    game = names.game
    id_ = button_id(game.record.id, game.stamp, "ride", target.unit, target.target)
    return Button(label=label[:LONGEST_LABEL], id=id_, style="danger")


def picture(names: Names, side: str, recent: Sequence[Event], unit: str = "") -> Picture:
    """Who can fight stands out; with an attacker chosen, a close-up of its fights alone."""
    game = names.game
    view = look(game.system, game.scenario, game.state, side, () if unit else recent)
    view = fights(view, unit)
    if unit:
        return close_up(names, view, game.state.units[unit].place)
    return picture_of(names, view, crops.action(view))
