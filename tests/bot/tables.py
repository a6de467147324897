"""Tables at their beginning, without any Discord around them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import opponent
import scenarios
from bot.script.runner import run
from bot.table import Table
from engine import referee
from engine.commands import Place
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from scenarios import read
from storage import Entry, Game, Seat


def laid(name: str) -> Table:
    """A battle as it begins."""
    scenario = scenarios.load(name)
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"a")))
    game = Game(
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
    return Table(game=game, scenario=scenario, system=system, state=state)


def logged(name: str, orders: int) -> Table:
    """A battle with the log of so many orders of two sparring partners."""
    table, dice = laid(name), SeededDice(b"a")
    start = tuple(referee.start(table.system, table.scenario, SeededDice(b"a")))
    entries = [Entry(seq=1, kind="start", side="", events=start, at=table.game.created)]
    state = table.state
    for number in range(2, orders + 2):
        side = state.questions[0].side if state.questions else min(state.active, default="")
        if not side or state.result is not None:
            break
        command = opponent.choose(table.system, table.scenario, state, side)
        events = tuple(referee.play(table.system, table.scenario, state, side, command, dice, order=number))
        entries.append(
            Entry(seq=number, kind="order", side=side, command=command, events=events, at=table.game.created)
        )
        state = replay(state, events)
    return replace(table, state=state, entries=tuple(entries))


def played(name: str, orders: int) -> tuple[Table, tuple[Event, ...]]:
    """A battle after so many orders of two sparring partners, as the referee knows it; what has happened."""
    table, told = laid(name), []
    state, dice = table.state, SeededDice(b"a")
    for number in range(orders):
        side = state.questions[0].side if state.questions else min(state.active, default="")
        if not side:
            break
        command = opponent.choose(table.system, table.scenario, state, side)
        events = referee.play(table.system, table.scenario, state, side, command, dice, order=number + 1)
        state = replay(state, events)
        told += events
    return replace(table, state=state), tuple(told)


def ormes() -> Table:
    """The bridge at Ormes, as everybody sees it."""
    return laid("ormes").seen("")


def vaux() -> Table:
    """Dawn over Vaux with one unit of Blue's placed; as the referee knows it."""
    table = laid("vaux")
    placed = Place(unit="line-7", hex="0708")
    events = referee.play(table.system, table.scenario, table.state, "blue", placed, SeededDice(b"a"))
    return replace(table, state=replay(table.state, events))


def stated(script: str) -> Table:
    """The table that a script states, as the referee knows it."""
    found = run(read(script)).laid
    sides = found.scenario.side_ids
    seats = tuple(Seat(side=s, user=n, name=s) for n, s in enumerate(sides, 1))
    table = laid(scenarios.FIRST)
    return Table(
        game=replace(table.game, scenario=found.scenario.id, seats=seats),
        scenario=found.scenario,
        system=found.system,
        state=found.state,
    )
