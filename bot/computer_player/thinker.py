"""What a worker answers to who asks for an order of the computer player (`thought_elsewhere.py`)."""

from __future__ import annotations

import base64
import json
from collections import OrderedDict
from typing import Any

from bot.computer_player.calculations import PlayerKey, next_order_with_memory
from bot.computer_player.thinking_process import ThinkingProcess
from bot.jobs import parcels
from bot.runtime.worker_threads import in_thread
from engine import codec, scenario_builder
from engine.scenario import Scenario
from engine.systems import find
from opponent.view import View

MOST_BATTLES = 8


class Thinker:
    """A worker's answers, thought out in its own process."""

    def __init__(self, thinking: ThinkingProcess) -> None:
        self._thinking = thinking
        self._battles: OrderedDict[str, Scenario] = OrderedDict()

    async def answer(self, payload: bytes) -> bytes:
        """The order of a payload, with what its player remembers. Raises Unreadable, ThinkingFailed."""
        view, key, memory = await in_thread(self._read, payload)
        order, after = await self._thinking.calculate(view, next_order_with_memory, key, memory)
        return json.dumps([codec.to_json(order), base64.b64encode(after).decode()]).encode()

    def _read(self, payload: bytes) -> tuple[View, PlayerKey, bytes]:
        told: Any = parcels.unpack(payload)
        system, printed, side, state, level, seed, memory = told
        battle = self._battles.get(printed)
        if battle is None:
            battle = self._battles[printed] = scenario_builder.build(json.loads(printed))
            while len(self._battles) > MOST_BATTLES:
                self._battles.popitem(last=False)
        return View(find(system), battle, state, side), PlayerKey(0, side, level, seed), memory
