"""How two players play a battle, as a few letters: games count together while these are the same.

It is made, player by player, from what they order in the first turns of the battle (with a short search, if
with any), their levels, and what the rulebook says of them. A change that alters no order, such as one that
saves time, leaves it as it was, and so does a change of another level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from hashlib import sha256

import scenarios
from engine import referee
from engine.commands import Expired
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from opponent import LEVELS, Level, Player, View
from opponent.playout import side_to_decide
from opponent.rulebooks import Rulebook, rulebook

RULES = "rules"
"""Plays by rules of thumb alone, without mistakes: so quick that many games can be counted."""
SHORT = Level(effort=100, share=0.6, confirmed=2)
TURNS, MOST_ORDERS = 2, 150
LETTERS = 10


def fingerprint(battle: str, players: Iterable[str]) -> str:
    """The letters of a battle for players, by name, for the program and the battle as they are."""
    return _letters([played_by(battle, name) for name in sorted({*players})])


@lru_cache(maxsize=256)
def played_by(battle: str, name: str) -> str:
    """What a player's games on a battle depend on: its orders, its level, what its rulebook says of it."""
    level = Level() if name == RULES else LEVELS.get(name)
    if level is None:
        return name
    book = rulebook(scenarios.load(battle).system)
    mistakes = level.mistakes if level.mistakes in book.mistakes else ""
    short = replace(SHORT, mistakes=mistakes) if level.effort else level
    told = [name, repr(_chosen(level, Level())), orders_in(battle, short), repr(book.mistakes.get(mistakes))]
    told += [repr(data_of(book))] if level.effort else []
    told += [repr(book.thorough)] if level.rounds else []
    told += [f"idle {book.thorough.idle}"] if level.rounds and book.thorough and book.thorough.idle else []
    return _letters(told)


@lru_cache(maxsize=256)
def orders_in(battle: str, level: Level) -> str:
    """The letters of what a level orders for both sides in the first turns of a battle."""
    scenario = scenarios.load(battle)
    system, dice = find(scenario.system), SeededDice(b"fingerprint")
    players = {side: Player(level, side.encode()) for side in scenario.side_ids}
    state = replay(State(), referee.start(system, scenario, dice))
    told = []
    for number in range(MOST_ORDERS):
        if state.result is not None or state.turn > TURNS:
            break
        side = side_to_decide(scenario, state)
        try:
            command = players[side].choose(View(system, scenario, state, side))
            events = referee.play(system, scenario, state, side, command, dice, number)
        except Refused:
            events = referee.play(system, scenario, state, side, Expired(), dice, number)
        told.append(repr(events))
        state = replay(state, events)
    return _letters(told)


def _letters(told: Sequence[str]) -> str:
    return sha256("\n".join(told).encode()).hexdigest()[:LETTERS]


def data_of(book: Rulebook) -> dict[str, object]:
    """What a rulebook says otherwise than most do; a part that is new and says nothing changes nothing.
    What only some levels do is left out."""
    plain = Rulebook(worth=book.worth, points=0, units=0, way=0, mistakes={})
    return _chosen(replace(book, thorough=None, mistakes={}), plain)


def _chosen(data: Rulebook | Level, usual: Rulebook | Level) -> dict[str, object]:
    """The parts that are not as usual, those that are functions left out."""
    values = {part.name: getattr(data, part.name) for part in fields(data)}
    return {
        name: value
        for name, value in values.items()
        if not callable(value) and value != getattr(usual, name, None)
    }
