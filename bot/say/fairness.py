"""Dice that anybody can check: the promise at the start, the proof at the end."""

from __future__ import annotations

import hashlib

from bot.page import Paper
from bot.say.names import Names
from engine.events import Rolled
from engine.evolve import evolve
from engine.state import State
from storage import Game


def hash_of(game: Game) -> str:
    """SHA-256 of the secret seed, in hexadecimal."""
    return hashlib.sha256(game.seed).hexdigest()


def proof(names: Names) -> str:
    """The seed and how to check the dice with it. Only for games that are over."""
    game = names.table.game
    salts = "/".join(game.salts) or "–"
    return names.words("over.seed", seed=game.seed.hex(), salts=salts, hash=hash_of(game))


def dice(names: Names) -> Paper:
    """Every die that counted, with its key, and a few lines of Python that throw it again."""
    game, words = names.table.game, names.words
    told, state = [], State()
    last = ("1/1/1", 6)
    for event in (e for entry in names.table.living for e in entry.events):
        state = evolve(state, event)
        if not isinstance(event, Rolled):
            continue
        for ordinal, face in enumerate(event.dice, start=1):
            last = (f"{event.key}/{ordinal}", event.sides)
            facts = {"purpose": event.purpose, "unit": event.by or "–", "turn": state.turn}
            place = {"side": names.side(state.player), "phase": names.phase(state.phase)}
            told.append(words("dice.line", key=last[0], sides=event.sides, face=face, **facts, **place))
    salts = "/".join(game.salts)
    about = {"title": names.title, "seed": game.seed.hex(), "salts": salts, "hash": hash_of(game)}
    head = words("dice.head", key=last[0], sides=last[1], **about)
    return Paper(name="dice.txt", text="\n".join([head, *told, ""]))
