"""How the computer player plays a battle, as a few letters: games count together while these are the same.

It is made from what a short search orders in the first turns of the battle, and from the levels and the data
of the rulebook. A change that alters no order, such as one that saves time, leaves it as it was.
"""

from __future__ import annotations

from dataclasses import fields
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

SHORT = Level(effort=100, share=0.6, confirmed=2)
TURNS, MOST_ORDERS = 2, 150
LETTERS = 10


@lru_cache(maxsize=64)
def fingerprint(battle: str) -> str:
    """The letters of a battle, for the program and the battle as they are."""
    scenario = scenarios.load(battle)
    system, dice = find(scenario.system), SeededDice(b"fingerprint")
    book = rulebook(system.name)
    told = [repr(dict(LEVELS)), repr(data_of(book))]
    for level in (SHORT, "easy"):
        players = {side: Player(level, side.encode()) for side in scenario.side_ids}
        state = replay(State(), referee.start(system, scenario, dice))
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
    return sha256("\n".join(told).encode()).hexdigest()[:LETTERS]


def data_of(book: Rulebook) -> dict[str, object]:
    """What a rulebook says otherwise than most do; a part that is new and says nothing changes nothing."""
    usual = Rulebook(worth=book.worth, points=0, units=0, way=0)
    data = {part.name: getattr(book, part.name) for part in fields(book)}
    return {
        name: value
        for name, value in data.items()
        if not callable(value) and value != getattr(usual, name, None)
    }
