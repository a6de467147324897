"""Set-up in words: who still waits off the map, the zones, the button that takes a unit up again; and the
conditions of a battle: exits, weather and light."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.core.order_rules import legal_orders
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.button_rows import apart
from bot.ui.page import Button, button_id
from engine.battle import exits
from engine.commands import Place, Rally, Unplace
from engine.events import Noted
from engine.hexes import Grid, Hex
from engine.ledger import ForcedDice
from engine.referee import play
from engine.rules.line_of_sight import present_weather
from engine.scenario import OFF_MAP, Exit, Scenario, Weather
from engine.state import State, Unit
from engine.system import SETUP
from engine.view import View


def possible(names: Names, state: State | None = None) -> bool:
    """Whether units are being placed, now or on another table of the same game."""
    phase = names.game.system.phases.get((state or names.game.state).phase)
    return phase is not None and Place in phase.takes


def setting_up(names: Names, state: State) -> bool:
    """Whether that is the set-up itself, not a later phase that places units as well."""
    return possible(names, state) and names.game.system.role_of(state.phase) == SETUP


def waiting(names: Names, side: str) -> tuple[Unit, ...]:
    """The units of a side that are still off the map."""
    return tuple(u for u in names.game.state.units.values() if u.side == side and u.place == OFF_MAP)


def text(names: Names, side: str) -> str:
    """What is left to do."""
    waiting_units = waiting(names, side)
    phase = names.game.state.phase
    if f"panel.{phase}" in names.words:
        here = [id_ for id_ in legal_orders.able(names.game, side) if _can_be_placed(names, side, id_)]
        return names.words(f"panel.{phase}", n=len(here), units=names.units(here) or "–")
    if not waiting_units:
        return names.words("panel.all_placed")
    units = ", ".join(names.full(u.id) for u in waiting_units)
    return names.words("panel.set_up", n=len(waiting_units), units=units)


def _can_be_placed(names: Names, side: str, unit: str) -> bool:
    return any(isinstance(c, Place) for c in legal_orders.commands(names.game, side, unit))


def lift(names: Names, side: str, unit: str) -> tuple[Button, ...]:
    """The button that takes a unit off the map again."""
    game = names.game
    if not any(isinstance(c, Unplace) for c in legal_orders.commands(game, side, unit) if unit):
        return ()
    id_ = button_id(game.record.id, game.stamp, "lift", unit)
    return (Button(label=names.words("button.lift", unit=names.unit(unit)), id=id_),)


def zones(names: Names, view: View) -> list[str]:
    """Where units may be placed, for those who cannot see the picture."""
    texts = [
        names.words("alt.zone", side=names.side(side), hexes=rows(view.grid, view.setup[side]))
        for side, _ in view.sides
        if side in view.setup
    ]
    return [names.words("alt.setup", zones=apart(names.words, texts))] if texts else []


def rows(grid: Grid, hexes: frozenset[Hex]) -> str:
    """Hexes as stretches of rows.

    >>> rows(Grid(columns=4, rows=2), frozenset({"0101", "0201", "0401", "0302"}))
    '0101-0201, 0401, 0302'
    """
    places = sorted((grid.column_and_row(h)[1], grid.column_and_row(h)[0]) for h in hexes)
    stretches = []
    for _, run in groupby(enumerate(places), key=lambda pair: (pair[1][0], pair[1][1] - pair[0])):
        labels = [grid.label(column, row) for _, (row, column) in run]
        stretches.append(labels[0] if len(labels) == 1 else f"{labels[0]}-{labels[-1]}")
    return ", ".join(stretches)


def rally_text(names: Names, side: str) -> str:
    """What carrying the rally phase out would do: the referee is asked, nothing changes."""
    game, words = names.game, names.words
    events = play(game.system, game.scenario, game.state, side, Rally(), ForcedDice(()))
    gains = [
        words(
            "panel.gain",
            unit=names.bold(str(e.facts["unit"])),
            points=e.facts["points"],
            conditions=words(f"condition.{e.facts['conditions']}"),
        )
        for e in events
        if isinstance(e, Noted) and e.kind == "rally"
    ]
    return words("panel.can_rally", units=apart(words, gains)) if gains else words("panel.nobody_rallies")


# --- exits, weather and light of a battle ------------------------------------------------------------------


def weather_now(words: Catalogue, now: Iterable[Weather]) -> str:
    """The weather of the present turn, in a few words: "Fog: sight 2 hexes"; "" for none."""
    return "; ".join(
        words("weather.one", kind=_weather_kind(words, w), effects=_weather_effects(words, w)) for w in now
    )


def conditions(names: Names) -> list[str]:
    """A line for each weather that there is or may still be, then one for each exit."""
    game, words = names.game, names.words
    if not game.playing or game.state.result is not None:
        return []
    now = present_weather(game.scenario, game.state)
    coming = [w for w in game.scenario.weather if w not in now and game.state.turn <= w.until]
    lines = [
        words("status.weather_now", weather=weather_now(words, (w,)), end=_weather_end(words, w)) for w in now
    ]
    lines += [
        words("status.weather", weather=weather_now(words, (w,)), when=_weather_when(words, w))
        for w in coming
    ]
    return [*lines, *(_exit_line(names, way) for way in game.scenario.exits)]


def conditions_in_short(words: Catalogue, battle: Scenario) -> list[str]:
    """What the gallery says of weather and exits."""
    kinds = [_weather_kind(words, w) for w in battle.weather]
    return [*kinds, *([words("battles.exits")] if battle.exits else [])]


def _weather_kind(words: Catalogue, one: Weather) -> str:
    return words(f"weather.kind.{one.kind}")


def _weather_effects(words: Catalogue, one: Weather) -> str:
    parts = [words("weather.sight", n=one.sight)] if one.sight else []
    return ", ".join([*parts, *([words("weather.slows", n=one.slows)] if one.slows else [])])


def _weather_end(words: Catalogue, one: Weather) -> str:
    """When a weather that there is ends."""
    if one.lifts:
        return words("status.weather_lifts", turn=one.until, least=one.lifts)
    return words("status.weather_until", turn=one.until)


def _weather_when(words: Catalogue, one: Weather) -> str:
    """When a weather that is still to come comes."""
    if one.least:
        return words("status.weather_die", turn=one.turn, least=one.least)
    return words("status.weather_from", turn=one.turn, until=one.until)


def _exit_line(names: Names, way: Exit) -> str:
    """One exit: whose, where, what it is worth, how many have left."""
    game, words = names.game, names.words
    facts = {
        "sign": names.sign(way.side),
        "side": names.side(way.side),
        "hexes": rows(game.scenario.grid, way.hexes),
        "left": len(exits.left(game.state, way)),
        "since": words("status.exit_turn", turn=way.turn) if way.turn > game.state.turn else "",
    }
    if way.needed:
        return words("status.exit_needed", needed=way.needed, **facts)
    most = words("status.exit_most", n=way.most) if way.most else ""
    return words("status.exit", points=way.points, most=most, **facts)
