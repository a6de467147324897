"""The process in which the computer player thinks: what it is told, and when it ends, hangs or is full."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

import scenarios
from bot.computer_player import thinking_process
from bot.computer_player.calculations import NICENESS, PlayerKey
from bot.computer_player.thinking_process import ThinkingFailed, ThinkingProcess
from bot.computer_player.view_parcel import ViewParcel, pack
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from opponent import Player, View
from tests.crash.processes import lives
from tests.patience import PATIENCE

KEY = PlayerKey(1, "blue", "easy", b"seed")


def position(battle: str = "ormes") -> State:
    scenario = scenarios.load(battle)
    return replay(State(), referee.start(find(scenario.system), scenario, SeededDice(b"dice")))


def view_of(state: State, side: str = "blue", battle: str = "ormes") -> View:
    scenario = scenarios.load(battle)
    return View(find(scenario.system), scenario, state, side)


def sleep(parcel: ViewParcel, seconds: float) -> bool | None:
    """What hangs; it names no battle."""
    time.sleep(seconds)
    return True


def fail(parcel: ViewParcel) -> bool | None:
    raise ValueError("nothing to decide")


@pytest.fixture
async def thinking() -> AsyncIterator[ThinkingProcess]:
    process = ThinkingProcess(patience=PATIENCE)
    yield process
    await process.close()


@pytest.mark.long
async def test_its_orders_are_those_of_the_level(thinking: ThinkingProcess) -> None:
    view = view_of(position())

    order = await thinking.next_order(view, KEY)

    assert order == Player("easy", b"seed").choose(view)
    if sys.platform == "linux":
        assert os.getpriority(os.PRIO_PROCESS, thinking.pid) >= NICENESS


async def test_only_a_view_is_handed_over(thinking: ThinkingProcess) -> None:
    with pytest.raises(TypeError):
        await thinking.next_order(position(), KEY)  # type: ignore[arg-type]

    assert thinking.pid == 0


def test_what_the_enemy_has_written_in_secret_is_not_in_a_parcel() -> None:
    state = position("takase")
    ours, enemy = scenarios.load("takase").side_ids
    theirs = [unit.id for unit in state.units.values() if unit.side == enemy]

    def written(path: str) -> State:
        orders = {id_: {"order": "march", "path": path} for id_ in theirs}
        return replace(state, envelopes={ours: {}, enemy: orders})

    told, other = written("9999"), written("8888")
    parcel = pack(view_of(told, ours, "takase"))

    assert b"9999" in pickle.dumps(told)
    assert b"9999" not in parcel.state
    assert parcel == pack(view_of(other, ours, "takase"))


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_killed_process_is_replaced_and_the_order_is_the_same(thinking: ThinkingProcess) -> None:
    view = view_of(position())
    first = await thinking.next_order(view, KEY)
    pid = thinking.pid
    os.kill(pid, signal.SIGKILL)

    again = await thinking.next_order(view, KEY)

    assert again == first
    assert thinking.pid not in (0, pid)


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_process_that_hangs_is_ended_and_the_next_question_answered() -> None:
    thinking = ThinkingProcess(patience=0.3)
    view = view_of(position())
    with pytest.raises(ThinkingFailed):
        await thinking.calculate(view, sleep, 600)
    thinking._patience = 30.0

    order = await thinking.next_order(view, KEY)
    await thinking.close()

    assert order == Player("easy", b"seed").choose(view)


@pytest.mark.long
async def test_a_calculation_that_fails_is_not_tried_again(thinking: ThinkingProcess) -> None:
    with pytest.raises(ThinkingFailed):
        await thinking.calculate(view_of(position()), fail)

    assert lives(thinking.pid)


async def test_a_process_that_ends_again_and_again_rests(thinking: ThinkingProcess) -> None:
    thinking._patience = 0.01
    for _ in range(thinking_process.ENDS):
        with pytest.raises(ThinkingFailed):
            await thinking.calculate(view_of(position()), sleep, 600)
    thinking._patience = 30.0

    with pytest.raises(ThinkingFailed):
        await thinking.next_order(view_of(position()), KEY)
    assert thinking.pid == 0


@pytest.mark.long
async def test_a_full_queue_refuses_at_once(
    thinking: ThinkingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking_process, "MOST_WAITING", 1)
    view = view_of(position())
    slow = asyncio.create_task(thinking.calculate(view, sleep, 0.3))
    while not thinking.queue.busy:
        await asyncio.sleep(0.01)

    with pytest.raises(ThinkingFailed):
        await thinking.next_order(view, KEY)
    assert await slow


@pytest.mark.long
async def test_it_ends_when_it_has_nothing_to_do() -> None:
    thinking = ThinkingProcess(idle=0.05, patience=PATIENCE)
    view = view_of(position())
    before = await thinking.next_order(view, KEY)
    process = thinking._process
    assert process is not None
    await asyncio.wrap_future(process.ended)

    assert thinking.pid == 0
    assert not lives(process.pid)
    assert await thinking.next_order(view, KEY) == before
    await thinking.close()


async def test_one_that_is_not_enabled_never_starts() -> None:
    thinking = ThinkingProcess(enabled=False)

    with pytest.raises(ThinkingFailed):
        await thinking.next_order(view_of(position()), KEY)
    assert thinking.pid == 0


@pytest.mark.long
async def test_a_question_that_no_one_waits_for_any_more_may_fail(caplog: pytest.LogCaptureFixture) -> None:
    thinking = ThinkingProcess(patience=0.3)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await thinking.calculate(view_of(position()), sleep, 600)
    while thinking.queue.busy:
        await asyncio.sleep(0.01)
    await thinking.close()
    gc.collect()

    assert [r.getMessage() for r in caplog.records if r.levelname == "ERROR"] == []
