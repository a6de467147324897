"""The parts of the attack panel: targets of an attack or a charge worked out, with buttons; the close-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from bot.core.order_rules import legal_orders
from bot.core.order_rules.forecast import forecast
from bot.core.order_rules.legal_orders import Target
from bot.features.game_view import odds_page
from bot.features.leaders import options as leaders_options
from bot.i18n.names import Names, percent
from bot.reports.map_picture import close_up, picture_of
from bot.ui.page import LONGEST_LABEL, Button, Embed, Picture, button_id
from engine.commands import Attack, Bombard, Charge, Done, Step
from engine.events import Event
from engine.hexes import Hex
from engine.view import fights, look
from render import crops

IN_A_ROW = 3
MOST_SHOWN = 6
MOST_ENGAGED = 5


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


def assaults(names: Names, side: str, unit: str) -> tuple[Target, ...]:
    """Whom a unit that moves could attack from where it stands if its side now ended its movement."""
    game = names.game
    if not unit or possible(names) or game.state.questions:
        return ()
    clashes = game.system.display.clashes(game.scenario, game.state)
    enemies = dict.fromkeys(c.defender for c in clashes if c.attacker == unit)
    if not enemies or not legal_orders.attacks_follow(game, side):
        return ()
    attacks = (Attack(unit=unit, target=enemy) for enemy in enemies)
    return tuple(Target(unit=unit, target=a.target, forecast=forecast(game, side, a)) for a in attacks)


def notes(names: Names, targets: Sequence[Target]) -> tuple[Embed, ...]:
    """One note a target: totals, supporters, column, modifiers, chances."""
    return tuple(
        odds_page.charge(names, t.forecast)
        if isinstance(t.forecast.command, Charge)
        else odds_page.fight(names, t.forecast, first=n == 0)
        for n, t in enumerate(targets)
    )


def presses(names: Names, targets: Sequence[Target], verb: str = "strike") -> list[tuple[Button, ...]]:
    """One button a target, a few in a row. The verb "assault" ends the movement first."""
    buttons = [_press(names, t, verb) for t in targets]
    return [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]


def _press(names: Names, target: Target, verb: str) -> Button:
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
    id_ = button_id(game.record.id, game.stamp, verb, target.unit, target.target)
    return Button(label=label[:LONGEST_LABEL], id=id_, style="danger")


def engages(names: Names, side: str, unit: str) -> list[tuple[Button, ...]]:
    """Where enemies are engaged while units move and fought later: one button an enemy beside the unit, with
    the dice of both sides where the rulebook knows them by now."""
    game, takes = names.game, leaders_options.takes
    if not (takes(game, Attack) and takes(game, Step)):
        return []
    buttons = []
    for order in legal_orders.commands(game, side, unit):
        if isinstance(order, Attack):
            id_ = button_id(game.record.id, game.stamp, "strike", unit, order.target)
            attack, defence = dice(names, unit, order.target)
            facts = {"target": names.unit(order.target), "attack": attack, "defence": defence}
            label = names.words("button.engage_dice" if attack else "button.engage", **facts)
            buttons.append(Button(label=label[:LONGEST_LABEL], id=id_, style="danger"))
    return [tuple(buttons[:MOST_ENGAGED])] if buttons else []


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


def picture(
    names: Names, side: str, recent: Sequence[Event], unit: str = "", choices: Sequence[Target] = ()
) -> Picture:
    """Who can fight stands out; with an attacker chosen, a close-up of its fights alone, with the chances of
    its targets."""
    game = names.game
    view = look(game.system, game.scenario, game.state, side, () if unit else recent)
    view = fights(view, unit)
    if unit:
        view = replace(view, chances=chances(names, choices))
        return close_up(names, view, game.state.units[unit].place)
    return picture_of(names, view, crops.action(view))


def chances(names: Names, targets: Sequence[Target]) -> dict[Hex, str]:
    """The chance of beating, breaking or hitting each target, by its hex."""
    at = names.game.state.units
    return {at[t.target].place: names.words("caption.chance", n=percent(_chance(t))) for t in targets}


def _chance(target: Target) -> Fraction:
    f, results = target.forecast, dict(target.forecast.results)
    if isinstance(f.command, Bombard):
        return 1 - results["miss"]
    return results["broken"] if isinstance(f.command, Charge) else f.beaten
