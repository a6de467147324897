"""The panel of a fire phase: a target with its odds, then those who fire at it, then the shot."""

from __future__ import annotations

from collections.abc import Sequence

from bot import leads
from bot.forecast import TRIALS, Forecast, forecast
from bot.page import LONGEST_LABEL, MOST_CHOICES, Choice, Menu, Note, Press, menu_id, press_id
from bot.say import odds, units
from bot.say.menus import Row, paged
from bot.say.names import Names, percent
from engine.commands import Volley
from engine.errors import Refused

LONGEST_LINE = 100
FEW, FEWER = 2, 40
"""Targets for which the odds are worked out as well as may be; trials for each where there are more."""


def possible(names: Names) -> bool:
    """Whether this is the time for units to fire together at one enemy."""
    return leads.takes(names.table, Volley)


def text(names: Names, side: str, target: str) -> str:
    """What is to be chosen: a target, then who fires at it."""
    if target in leads.aims(names.table, side):
        return names.words("volley.who", target=names.bold(target))
    return names.words("volley.choose")


def parts(
    names: Names, side: str, target: str, picked: Sequence[str], page: int
) -> tuple[list[Row], tuple[Note, ...]]:
    """The menu of targets; of the one chosen, the menu of shooters, the button that fires, what that does."""
    table = names.table
    aims = leads.aims(table, side)
    trials = TRIALS if len(aims) <= FEW else FEWER
    choices = [_target(names, side, id_, aims[id_], trials, chosen=id_ == target) for id_ in aims]
    hints = ("choose_targets", "choose_target_one")
    made = paged(names, choices, page, ("target", ()), ("units", ()), hints)
    if target not in aims:
        return made, ()
    able, chosen = _group(names, side, target, picked)
    made.append(_shooters(names, target, able, chosen))
    firing = len({s.partition("/")[0] for s in chosen})
    label = names.words("button.volley", target=names.unit(target), n=firing)
    id_ = press_id(table.game.id, table.stamp, "volley", target, leads.pack(table, chosen))
    made.append((Press(label=label[:LONGEST_LABEL], id=id_, style="danger"),))
    worked = _worked(names, side, target, chosen, TRIALS)
    return made, (odds.volley(names, worked),) if worked is not None else ()


def _group(
    names: Names, side: str, target: str, picked: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who can fire at a target, and who shall: those ticked, else all."""
    able = leads.shooters(names.table, side, target)
    chosen = leads.apart(s for s in picked if s in able)
    return able, chosen or leads.everybody(able)


def _worked(names: Names, side: str, target: str, shooters: Sequence[str], trials: int) -> Forecast | None:
    order = Volley(target=target, shooters=tuple(shooters))
    try:
        return forecast(names.table, side, order, trials)
    except Refused:
        return None


def _target(
    names: Names, side: str, target: str, able: Sequence[str], trials: int, *, chosen: bool
) -> Choice:
    """An enemy, and what all who can fire at it together would do to it."""
    unit = names.table.state.units[target]
    worked = _worked(names, side, target, able, trials)
    told = names.words("volley.able", n=len(able))
    if worked is not None:
        loss = names.words.number(worked.other.loss, 1)
        told += names.words("volley.chance", chance=percent(worked.hurt), loss=loss)
    facts = {"name": names.unit(target), "hex": unit.hex, "strength": units.strength(names, unit)}
    label = names.words("volley.target", **facts)
    return Choice(label=label[:LONGEST_LINE], value=target, about=told[:LONGEST_LINE], chosen=chosen)


def _shooters(names: Names, target: str, able: Sequence[str], chosen: Sequence[str]) -> Menu:
    """Everybody who can fire at it, unit by unit and base by base."""
    table = names.table
    there = table.state.units[target].place
    choices = []
    for name in able[:MOST_CHOICES]:
        unit, _, base = name.partition("/")
        counter = table.state.units[unit]
        away = table.scenario.grid.distance(counter.place, there)
        key = "volley.base" if base else "volley.unit"
        facts = {"name": names.unit(unit), "hex": counter.hex, "away": away}
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
        id=menu_id(table.game.id, table.stamp, "shooters", target),
        hint=names.words("volley.menu"),
        choices=tuple(choices),
        most=len(choices),
    )
