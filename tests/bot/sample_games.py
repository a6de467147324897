"""Sample games without Discord: at their start, after some orders, or stated by a script."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import opponent
import scenarios
from bot.core.game import Game
from engine import referee
from engine.commands import Place
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from notation.scripts.runner import run
from scenarios import read
from storage import Entry, GameRecord, Seat


def new_game(name: str) -> Game:
    """A battle as it begins."""
    scenario = scenarios.load(name)
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"a")))
    game = GameRecord(
        id=1,
        guild=1,
        channel=1,
        scenario=name,
        printed={},
        options={},
        status="playing",
        seed=b"",
        salts=(),
        seats=tuple(Seat(side=s, user=n, name=s) for n, s in enumerate(scenario.side_ids, 1)),
        owner=1,
        created=datetime(2026, 1, 1, tzinfo=UTC),
        revision=1,
    )
    return Game(record=game, scenario=scenario, system=system, state=state)


def game_with_log(name: str, orders: int) -> Game:
    """A battle with the log of so many orders of two computer players."""
    game, dice = new_game(name), SeededDice(b"a")
    start = tuple(referee.start(game.system, game.scenario, SeededDice(b"a")))
    entries = [Entry(seq=1, kind="start", side="", events=start, at=game.record.created)]
    state = game.state
    for number in range(2, orders + 2):
        side = state.questions[0].side if state.questions else min(state.active, default="")
        if not side or state.result is not None:
            break
        command = opponent.choose(game.system, game.scenario, state, side)
        events = tuple(referee.play(game.system, game.scenario, state, side, command, dice, order=number))
        entries.append(
            Entry(seq=number, kind="order", side=side, command=command, events=events, at=game.record.created)
        )
        state = replay(state, events)
    return replace(game, state=state, entries=tuple(entries))


def game_after(name: str, orders: int) -> tuple[Game, tuple[Event, ...]]:
    """A battle after so many orders of two computer players, as the referee knows it; what has happened."""
    game, events_ = new_game(name), []
    state, dice = game.state, SeededDice(b"a")
    for number in range(orders):
        side = state.questions[0].side if state.questions else min(state.active, default="")
        if not side:
            break
        command = opponent.choose(game.system, game.scenario, state, side)
        events = referee.play(game.system, game.scenario, state, side, command, dice, order=number + 1)
        state = replay(state, events)
        events_ += events
    return replace(game, state=state), tuple(events_)


def ormes() -> Game:
    """The bridge at Ormes, as everyone sees it."""
    return new_game("ormes").seen("")


def vaux() -> Game:
    """Dawn over Vaux with one unit of Blue's placed; as the referee knows it."""
    game = new_game("vaux")
    placed = Place(unit="line-7", hex="0708")
    events = referee.play(game.system, game.scenario, game.state, "blue", placed, SeededDice(b"a"))
    return replace(game, state=replay(game.state, events))


def game_from_script(script: str) -> Game:
    """The game that a script states, as the referee knows it."""
    played = run(read(script)).position
    sides = played.scenario.side_ids
    seats = tuple(Seat(side=s, user=n, name=s) for n, s in enumerate(sides, 1))
    game = new_game(scenarios.FIRST)
    return Game(
        record=replace(game.record, scenario=played.scenario.id, seats=seats),
        scenario=played.scenario,
        system=played.system,
        state=played.state,
    )
