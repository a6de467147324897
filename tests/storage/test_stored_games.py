"""Games at random, stored order by order: the same orders and the same dice lead to the same state again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import scenarios
from engine.codec import from_json, to_json
from engine.commands import Activate, Charge, Command, Done, Face, Lead, Release, Share
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from storage import Snapshot, snapshots
from tests.long_forms import long_but

ORDERS = 250


def stored(thing: Command | Event) -> Any:
    """What the log gives back for what was put into it."""
    return from_json(json.loads(json.dumps(to_json(thing))))


def from_snapshot(state: State) -> State:
    row = snapshots.row(1, Snapshot(seq=1, state=state))
    read = snapshots.read(1, 1, row["made_by"], row["seal"], row["body"])
    assert read is not None
    return read.state


def random_orders(
    system: System, scn: Scenario, seed: bytes
) -> Iterator[tuple[State, str, Command, tuple[Event, ...]]]:
    """Random orders: the state, the side, the order and its events.

    One in ten times a phase is over; rare kinds of orders come as often as others.
    """
    chance, dice = random.Random(seed), SeededDice(seed)
    state = replay(State(), start(system, scn, dice))
    for order in range(1, ORDERS):
        if state.result is not None:
            return
        side = state.questions[0].side if state.questions else min(state.active)
        commands = [o.command for o in options(system, scn, state, side)]
        rest = [c for c in commands if not isinstance(c, (Done, Release))]
        kind = chance.choice(list(dict.fromkeys(map(type, rest or commands))))
        leaves = Done() in commands and (not rest or chance.random() < 0.1)
        command = Done() if leaves else chance.choice([c for c in commands if type(c) is kind])
        events = play(system, scn, state, side, command, dice, order)
        before, state = state, replay(state, events)
        yield before, side, command, events


@pytest.mark.parametrize("battle", long_but(["ormes", "gue"], ["ormes", "gue", "plateau", "isandlwana"]))
def test_stored_orders_decide_the_same_again(battle: str) -> None:
    scn, seed = scenarios.load(battle), b"stored"
    system, dice = find(scn.system), SeededDice(seed)
    state = replay(State(), [stored(e) for e in start(system, scn, dice)])

    for order, (game, side, command, events) in enumerate(random_orders(system, scn, seed), start=1):
        assert state == game
        assert play(system, scn, from_snapshot(state), side, stored(command), dice, order) == events
        state = replay(state, [stored(e) for e in events])


@pytest.mark.parametrize(
    ("battle", "kinds"),
    [("gue", {Charge}), ("isandlwana", {Activate, Lead, Share, Face})],
)
def test_games_at_random_hold_orders_of_these_kinds(battle: str, kinds: set[type[Command]]) -> None:
    scn = scenarios.load(battle)

    met: set[type[Command]] = set()
    for _, _, command, _ in random_orders(find(scn.system), scn, b"stored"):
        met.add(type(command))
        if kinds <= met:
            break

    assert kinds <= met
