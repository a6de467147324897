"""Replays of sample games, made once for a run."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from bot.core.game import Game
from bot.features.replay.replay_moments import moments, opened
from bot.features.replay.service import replay_of
from bot.i18n.catalogue import catalogue_for
from render.replay import ReplayMoment
from tests.bot.sample_games import game_with_log

BATTLES = {"ormes": 126, "nonaka": 41, "colonne": 60, "gue": 50}
"""A battle of each rulebook, and how many orders of it are played."""
EVIL = "</script><img src=x onerror=alert(1)>"


@lru_cache(maxsize=8)
def sample_game(battle: str) -> Game:
    """A game of two computer players, one of whom has a name that is HTML."""
    game = game_with_log(battle, BATTLES[battle])
    seats = (replace(game.record.seats[0], name=EVIL), *game.record.seats[1:])
    return replace(game, record=replace(game.record, seats=seats))


@lru_cache(maxsize=8)
def sample_moments(battle: str) -> tuple[ReplayMoment, ...]:
    """Its moments with nothing hidden."""
    return tuple(moments(catalogue_for("en"), opened(sample_game(battle)), ""))


@lru_cache(maxsize=8)
def sample_replay(battle: str, language: str = "en") -> bytes:
    """Its replay with nothing hidden."""
    data = replay_of(catalogue_for(language), sample_game(battle))
    assert data is not None
    return data
