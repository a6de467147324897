"""A battle before it is played: its map with everyone where they start, and facts to choose by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import lru_cache

import scenarios
from bot.core.game import Game
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names
from bot.reports import setup_text
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.reports.result_text import handicap
from bot.ui.button_rows import join_within
from bot.ui.page import Picture
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import EVEN, UNMEASURED, Measured, Scenario
from engine.state import State
from engine.systems import find
from engine.view.overlays import OverlayRequest
from scenarios import play_time
from storage.queries.league.results import BattleRecord

SQUARE = 256
"""Pixels of a thumbnail, which Discord shows in about 84 points."""
FEWEST_SITTINGS = 5
"""Games played in one sitting from which hours of play are told as measured."""
HOURS = 120
"""Minutes from which a length is told in hours."""
HALF = 0.5
"""The share of the points that a side takes in an even battle."""
PLACES = 300
"""Characters of the places that the words of a picture name."""


def picture(words: Catalogue, battle: Scenario) -> Picture:
    """The whole map of a battle before the first move, as everyone sees it."""
    system = find(battle.system)
    state = replay(State(), referee.start(system, battle, SeededDice(b"")))
    game = Game(record=None, scenario=battle, system=system, state=state)  # type: ignore[arg-type]
    names = Names(words, game)
    view = replace(view_of(names, "", (), OverlayRequest()), zones={})
    whole = picture_of(names, view)
    return replace(
        whole,
        caption=replace(whole.caption, sub=size(words, battle)),
        alt=_alt(names),
        name=f"{battle.id}.png",
    )


def thumbnail(language: str, battle: Scenario) -> Picture:
    """A small square of the map of a battle."""
    shipped = battle.id in scenarios.all() and scenarios.load(battle.id) is battle
    return _shipped(language, battle.id) if shipped else _thumbnail(language, battle)


@lru_cache(maxsize=64)
def _shipped(language: str, id_: str) -> Picture:
    return _thumbnail(language, scenarios.load(id_))


def _thumbnail(language: str, battle: Scenario) -> Picture:
    words = catalogue_for(language)
    whole = picture(words, battle)
    alt = words("battles.alt_small", title=words.localized(battle.title))
    return replace(whole, square=SQUARE, alt=alt, name=f"{battle.id}-small.png", describe=None)


def _alt(names: Names) -> str:
    """What the map shows, in words."""
    words, battle = names.words, names.game.scenario
    places = dict.fromkeys(printed.name for printed in battle.hexes.values() if printed.name)
    goals = [words.localized(goal.name) for goal in battle.objectives]
    text = words(
        "battles.alt",
        title=names.title,
        size=size(words, battle),
        places=join_within(names, list(dict.fromkeys((*goals, *places))), PLACES) or "–",
    )
    return text[:LONGEST_ALT]


def rulebook(words: Catalogue, battle: Scenario) -> str:
    """What the rulebook of a battle is called."""
    return words.get(
        f"learn.book.{battle.system}", words.localized(scenarios.rulebook(battle.system)["title"])
    )


def size(words: Catalogue, battle: Scenario) -> str:
    """How large the map is, and how many units there are."""
    grid = battle.grid
    return words("battles.size", columns=grid.columns, rows=grid.rows, n=len(battle.counters))


def facts(words: Catalogue, battle: Scenario, played: BattleRecord | None = None) -> str:
    """Turns and hours of play, who begins, level, balance (as counted, where it was); what it does not say is
    left out.

    The hours are measured where enough finished games were played in one sitting, and else estimated.
    """
    length = words("battles.turns", n=battle.turns)
    time = minutes_of_play(words, play_time.minutes(battle))
    if played is not None and played.sittings >= FEWEST_SITTINGS:
        time = minutes_of_play(words, round(played.sitting / timedelta(minutes=1)))
        hours = words("battles.time_measured", time=time, n=played.sittings)
    else:
        hours = words("battles.time_estimated", time=time)
    parts = [words("battles.length", turns=length, time=hours), _beginning(words, battle)]
    if (about := battle.about) is not None:
        parts.append(words(f"battles.level.{about.level}"))
        if about.measured is not None:
            side = _side(words, about.measured.favoured)
            parts.append(words(f"battles.balance.{_verdict(about.measured)}", side=side))
        elif about.balance != UNMEASURED:
            parts.append(_balance(words, battle, about.balance))
    if battle.ending is not None:
        parts.append(words("battles.may_end", turn=battle.ending.turn))
    return " · ".join([*parts, *setup_text.conditions_in_short(words, battle)])


def minutes_of_play(words: Catalogue, minutes: int) -> str:
    """How long two people need, roughly."""
    if minutes < HOURS:
        return words("battles.minutes", n=max(minutes, 1))
    return words("battles.hours", n=round(minutes / 60))


def _beginning(words: Catalogue, battle: Scenario) -> str:
    """Which side begins, or that both play at once."""
    if find(battle.system).secret_orders is not None:
        return words("battles.together")
    return words("battles.begins", side=_side(words, battle.first_side))


def _balance(words: Catalogue, battle: Scenario, balance: str) -> str:
    if balance == EVEN:
        return words("battles.balance.even")
    return words("battles.balance.favours", side=_side(words, balance))


def measured(words: Catalogue, battle: Scenario) -> tuple[str, ...]:
    """What games of the computer against itself say of the balance, and the points that would even it out;
    nothing where none were counted."""
    if battle.about is None or (counted := battle.about.measured) is None:
        return ()
    low, high = counted.interval
    told = words(
        f"battles.balance.measured.{_verdict(counted)}",
        n=counted.games,
        side=_side(words, counted.favoured),
        share=round(100 * counted.share),
        low=round(100 * low),
        high=round(100 * high),
    )
    if counted.handicap is None:
        return (told,)
    return told, words("battles.balance.gives", handicap=handicap(words, battle, counted.handicap))


def _verdict(counted: Measured) -> str:
    """What games say of a battle: that it is "even" or "favours" a side, or "leans" to it where so many games
    could come out so in an even battle."""
    if counted.is_even:
        return "even"
    return "favours" if counted.interval[0] > HALF else "leans"


def _side(words: Catalogue, side: str) -> str:
    return words.get(f"side.{side}.name", side.capitalize())


def first_minute(names: Names) -> tuple[str, ...]:
    """What is at stake and what the first question means, where the battle says it."""
    told = names.game.scenario.first_minute
    return () if told is None else tuple(map(names.words.localized, (told.stake, told.question)))
