"""The panel of a fire phase: a target with its odds, then the firing units, then the volley."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.order_rules.forecast import Forecast, forecast
from bot.features.game_view import odds_page
from bot.features.leaders import options as leaders_options
from bot.i18n.names import Names, percent
from bot.ui import units
from bot.ui.menus import Row, paged
from bot.ui.page import LONGEST_LABEL, MOST_CHOICES, Button, Choice, Embed, Menu, button_id, menu_id
from engine.commands import Volley
from engine.errors import Refused

LONGEST_LINE = 100


def possible(names: Names) -> bool:
    """Whether this is the time for units to fire together at one enemy."""
    return leaders_options.takes(names.game, Volley)


def text(names: Names, side: str, target: str) -> str:
    """What is to be chosen: a target, then who fires at it."""
    if target in leaders_options.aims(names.game, side):
        return names.words("volley.who", target=names.bold(target))
    return names.words("volley.choose")


def parts(
    names: Names, side: str, target: str, picked: Sequence[str], page: int
) -> tuple[list[Row], tuple[Embed, ...]]:
    """The menu of targets; of the one chosen, the menu of shooters, the button that fires, what that does."""
    game = names.game
    aims = leaders_options.aims(game, side)
    choices = [_target(names, side, id_, aims[id_], chosen=id_ == target) for id_ in aims]
    hints = ("choose_targets", "choose_target_one")
    rows = paged(names, choices, page, ("target", ()), ("units", ()), hints)
    if target not in aims:
        return rows, ()
    able, chosen = _group(names, side, target, picked)
    rows.append(_shooters(names, target, able, chosen))
    firing = len({s.partition("/")[0] for s in chosen})
    label = names.words("button.volley", target=names.unit(target), n=firing)
    id_ = button_id(game.record.id, game.stamp, "volley", target, leaders_options.pack(game, chosen))
    rows.append((Button(label=label[:LONGEST_LABEL], id=id_, style="danger"),))
    forecast = _forecast(names, side, target, chosen)
    return rows, (odds_page.volley(names, forecast),) if forecast is not None else ()


def _group(
    names: Names, side: str, target: str, picked: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who can fire at a target, and who shall: those ticked, else all."""
    able = leaders_options.shooters(names.game, side, target)
    chosen = leaders_options.apart(s for s in picked if s in able)
    return able, chosen or leaders_options.everybody(able)


def _forecast(names: Names, side: str, target: str, shooters: Sequence[str]) -> Forecast | None:
    order = Volley(target=target, shooters=tuple(shooters))
    try:
        return forecast(names.game, side, order)
    except Refused:
        return None


def _target(names: Names, side: str, target: str, able: Sequence[str], *, chosen: bool) -> Choice:
    """An enemy, and what all who can fire at it together would do to it."""
    unit = names.game.state.units[target]
    forecast = _forecast(names, side, target, able)
    about = names.words("volley.able", n=len(able))
    if forecast is not None:
        loss = names.words.number(forecast.other.loss, 1)
        about += names.words("volley.chance", chance=percent(forecast.hurt), loss=loss)
    facts = {"name": names.full(target), "hex": unit.hex, "strength": units.strength(names, unit)}
    label = names.words("volley.target", **facts)
    return Choice(label=label[:LONGEST_LINE], value=target, about=about[:LONGEST_LINE], chosen=chosen)


def _shooters(names: Names, target: str, able: Sequence[str], chosen: Sequence[str]) -> Menu:
    """Everybody who can fire at it, unit by unit and base by base."""
    game = names.game
    there = game.state.units[target].place
    choices = []
    for name in able[:MOST_CHOICES]:
        unit, _, base = name.partition("/")
        counter = game.state.units[unit]
        away = game.scenario.grid.distance(counter.place, there)
        key = "volley.base" if base else "volley.unit"
        facts = {"name": names.full(unit), "hex": counter.hex, "away": away}
        label = names.words(key, base=names.words.get(f"base.{base}", base), **facts)
        choices.append(
            Choice(
                label=label[:LONGEST_LINE],
                value=name,
                about=units.strength(names, counter)[:LONGEST_LINE],
                chosen=name in chosen,
            )
        )
    return Menu(
        id=menu_id(game.record.id, game.stamp, "shooters", target),
        hint=names.words("volley.menu"),
        choices=tuple(choices),
        most=len(choices),
    )
