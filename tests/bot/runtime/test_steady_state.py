"""The bot answers while it draws, and its memory does not grow with use."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import scenarios
from bot.connection import discord_clock
from bot.core.game import OF_A_GAME, Game
from bot.core.memory import table_cache
from bot.images import picture_cache
from bot.transport import latest_panels
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from sandbox.model.state import LOADING
from storage import log_chain
from storage.queries import base
from tests.bot.conftest import BotHarness, open_harness
from tests.bot.shared_drawing_process import SharedDrawingProcess
from tests.patience import PATIENCE

ELSEWHERE = (
    "render",
    "PIL",
    "opponent",
    "bot.features.orders.panel",
    "bot.reports.map_picture",
    "bot.core.order_rules.forecast",
    "bot.features.rulebook.search",
)
"""What is done in a thread or in another process, never on the event loop."""
FILES = ("open", "fsync", "fdatasync")
OURS = ("bot", "storage", "discord")
AT_MOST = {
    "_tables._tables": table_cache.MOST_BYTES // OF_A_GAME,
    "pictures._pictures": picture_cache.MOST_KEPT,
    "_panels._panels": latest_panels.MOST_KNOWN,
    "http._buckets": 256,
    "discord_clock._bounds": discord_clock.MOST,
    "_memory._answers": base.MOST_REMEMBERED,
    "_heads._heads": log_chain.HEADS_KEPT,
}
"""What may grow up to a bound, and the bound."""


@contextlib.contextmanager
def on_the_loop() -> Iterator[set[str]]:
    """What is called in this thread, as far as it is to be done elsewhere."""
    blocking: set[str] = set()

    def look(frame: FrameType, event: str, about: Any) -> None:
        name = str(frame.f_globals.get("__name__", ""))
        if event == "call" and any(f"{name}.".startswith(f"{other}.") for other in ELSEWHERE):
            if not frame.f_code.co_name.startswith("__"):  # pictures that wait are compared
                blocking.add(f"{name}.{frame.f_code.co_name}")
        elif event == "c_call" and about.__name__ in FILES and name.startswith(("bot", "storage")):
            blocking.add(f"{name}: {about.__name__}")

    sys.setprofile(look)
    try:
        yield blocking
    finally:
        sys.setprofile(None)


@pytest.mark.long
@pytest.mark.promise(3)
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_while_a_picture_takes_for_ever_everyone_else_is_answered(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        anna, bruno = harness.person("Anna"), harness.person("Bruno")
        await anna.slash("battle", "game new", battle="ormes", side="both")
        await anna.slash("battle", "game start")
        await harness.quiet()
        await anna.slash("battle", "map")
        drawing = harness.bot.drawing_process
        assert isinstance(drawing, SharedDrawingProcess)
        drawing.remembers = False
        painter = drawing._pid
        os.kill(painter, signal.SIGSTOP)
        try:
            waiting = [await who.slash("battle", "map", overlay="zones", wait=False) for who in (anna, bruno)]
            with on_the_loop() as busy:
                for name, options in (
                    ("game status", {}),
                    ("game board", {}),
                    ("rule", {"query": "zone"}),
                    ("me look", {"pictures": "words"}),
                    ("move", {"unit": "gren-1", "path": "1110"}),
                    ("undo", {}),
                ):
                    assert (await anna.slash("battle", name, options)).kind in (4, 5), name
            assert [made.interaction.acknowledged for made in waiting] == [5, 5]
            posts = harness.sandbox.state.records.posts
            assert all(posts[m.interaction.original].message["flags"] & LOADING for m in waiting)
        finally:
            os.kill(painter, signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            while any(posts[m.interaction.original].message["flags"] & LOADING for m in waiting):
                await asyncio.sleep(0.01)
    assert busy == set()


# --- nothing grows ---------------------------------------------------------------------------------------


def sizes(bot: Any) -> dict[str, int]:
    """How much is in every container the bot holds, by where it is; and in caches without a bound."""
    lengths: dict[str, int] = {}
    seen: set[int] = set()
    waiting: deque[tuple[str, Any]] = deque([("bot", bot)])
    while waiting:
        where, thing = waiting.popleft()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, (dict, list, set, frozenset, deque, Mapping)):
            lengths[where] = max(len(thing), lengths.get(where, 0))
            inner = list(thing.values()) if isinstance(thing, Mapping) else list(thing)
            waiting.extend((f"{where}[]", each) for each in inner[:1000])
        elif type(thing).__module__.split(".")[0] in OURS and not isinstance(thing, type):
            name = where.rpartition(".")[2]
            waiting.extend((f"{name}.{key}", each) for key, each in _parts(thing))
    return lengths | dict(_caches())


def _parts(thing: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(thing, "__dict__", {}).items()
    for kind in type(thing).__mro__:
        slots = getattr(kind, "__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            with contextlib.suppress(AttributeError):
                yield slot, getattr(thing, slot)


def _caches() -> Iterator[tuple[str, int]]:
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("bot", "engine", "storage", "scenarios"):
            for what, thing in list(vars(module).items()):
                if isinstance(thing, _lru_cache_wrapper) and thing.cache_info().maxsize is None:
                    yield f"{name}.{what}()", thing.cache_info().currsize


async def a_day(harness: BotHarness) -> None:
    """A game from its lobby to its end, with what people do meanwhile, and what they do wrong."""
    anna, clara = harness.person("Anna"), harness.person("Clara")
    await anna.slash("battle", "game new", battle="tutorial", side="both")
    begun = await anna.slash("battle", "game start")
    await anna.slash("battle", "move", unit="nobody", path="0101")
    await anna.slash("battle", "undo")
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "done")
    await clara.slash("battle", "map")
    await clara.slash("battle", "rule", query="zone")
    with contextlib.suppress(Exception):
        await anna.click(begun, begun.labels[0])
    await anna.slash("battle", "whatif end")
    await anna.complete("battle", "move", {"unit": "1"}, focused="unit")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()


@pytest.mark.long
@pytest.mark.promise(15)
async def test_nothing_it_holds_grows_with_use(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        harness.bot.interactions.most_known = 5
        await a_day(harness)
        await a_day(harness)
        await harness.bot.workers.checked_games.note()
        gc.collect()
        before = sizes(harness.bot)

        for _ in range(3):
            await a_day(harness)

        await harness.bot.workers.checked_games.note()
        gc.collect()
        after = sizes(harness.bot)
    grown = {where: (before.get(where, 0), n) for where, n in after.items() if n >= before.get(where, 0) + 2}
    bounded = {
        w for w in grown if any(w.endswith(name) and grown[w][1] <= most for name, most in AT_MOST.items())
    }
    assert {w: n for w, n in grown.items() if w not in bounded} == {}
    assert len(before) > 100, "it looked nowhere"


@pytest.mark.promise(15)
def test_an_earlier_game_is_kept_without_its_cached_results() -> None:
    scenario = scenarios.load("ormes")
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"a")))
    game = Game(record=None, scenario=scenario, system=system, state=state).based()  # type: ignore[arg-type]

    assert list(referee.options(system, scenario, game.state, "blue"))

    assert game.state._kept
    assert not game.bases[0].state._kept
    assert game.bases[0].state == game.state
