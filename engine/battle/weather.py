"""Weather and light: fog, rain or dusk that limit sight and slow moves for some turns.

When they come is a fact of the battle and no rule of a book, so their dice cite none. Without a die the turn
alone says what there is; with one, a mark on the map does.
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.line_of_sight import LASTS, PAST, present_weather
from engine.scenario import Scenario, Weather
from engine.state import State

DIE = 6


def slowed(scn: Scenario, state: State, allowance: int) -> int:
    """An allowance of movement points or hexes, less what the weather takes, but not below 1 for its sake."""
    if not scn.weather:
        return allowance
    less = sum(w.slows for w in present_weather(scn, state))
    return max(min(allowance, 1), allowance - less)


def begin_turn(scn: Scenario, ledger: Ledger, turn: int) -> None:
    """Roll, before a game turn begins, for the weather that a die begins or ends."""
    for weather in scn.weather:
        state = ledger.state
        if state.marked(weather.kind, PAST) or turn < weather.turn:
            continue
        begun = not weather.least or state.marked(weather.kind, LASTS)
        if not begun and turn <= weather.until:
            _roll(ledger, weather, weather.least, "begins", LASTS)
        elif begun and weather.lifts and turn > weather.until:
            _roll(ledger, weather, weather.lifts, "lifts", PAST)


def _roll(ledger: Ledger, weather: Weather, least: int, how: str, mark: str) -> None:
    face = ledger.roll("weather", sides=DIE, rule="", outcome=least.__le__)
    done = face >= least
    ledger.note(
        "weather", "", how=how if done else f"not_{how}", face=face, needs=least, weather=weather.kind
    )
    if done:
        ledger.tell(ev.Marked(name=mark, on=weather.kind))
