"""Simulated players: a sequence of actions, and the time each waited."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bench.load.games import OngoingGame
from bench.load.processes import Meter, let_go
from bench.load.scripts import Step
from sandbox import Person, Reply, Sandbox
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer
from sandbox.model.records import Interaction

PATIENCE = 120.0
"""Seconds anybody waits for an answer: there is no judging how long, only whether it comes."""


STILL_BUSY = "still drawing"
ENDS = {"plan lock": "lock", "done": "done"}
"""Commands that ask whether one is sure, where something is left to do, and what their buttons are named."""


@dataclass(slots=True)
class WaitTimes:
    """Seconds a player waited: `acknowledged` for the first sign, `answered` for the whole answer."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Players:
    """Where it is played: the look-alike, what is measured there, and the database, which is only read.

    `wrong` says what must not happen; a run with anything in it has failed. `seeing` are the players who are
    shown pictures, and not words in their place; `turned_away` counts maps refused while others of the same
    person were being drawn.
    """

    sandbox: Sandbox
    meter: Meter
    database: sqlite3.Connection
    wrong: list[str] = field(default_factory=list)
    orders: int = 0
    turned_away: int = 0
    seeing: set[str] = field(default_factory=set)

    def person(self, user: str) -> Person:
        """The hand of a player."""
        person = Person.of(self.sandbox, user)
        person.timeout = PATIENCE
        return person

    async def use(
        self,
        waited: WaitTimes | None,
        user: str,
        channel: str,
        name: str,
        options: dict[str, Any] | None = None,
    ) -> Reply | None:
        """Use a command and wait for the answer; None, noted as wrong, when none came."""
        return await self._done(waited, self.person(user).slash({"id": channel}, name, options or {}), name)

    async def press(self, waited: WaitTimes | None, user: str, reply: Reply, custom_id: str) -> Reply | None:
        """Press a button and wait, likewise."""
        return await self._done(waited, self.person(user).click(reply, custom_id), custom_id)

    async def choose(
        self, waited: WaitTimes | None, user: str, reply: Reply, menu: str, value: str
    ) -> Reply | None:
        """Choose something in a menu and wait, likewise."""
        return await self._done(waited, self.person(user).select(reply, menu, [value]), menu)

    async def _done(self, waited: WaitTimes | None, doing: Any, what: str) -> Reply | None:
        start = perf_counter()
        try:
            reply: Reply = await doing
            async with asyncio.timeout(PATIENCE):  # a button is acknowledged without a sign
                while not reply.interaction.effects:
                    await self.sandbox.broadcaster.wait_for_change(0.1)
        except (NoAnswer, InvalidInput, TimeoutError) as silence:
            self.wrong.append(f"{what}: {silence!r}")
            return None
        elapsed = perf_counter() - start
        acknowledged = self.meter.acknowledged_in(reply.interaction)
        if waited is not None:
            waited.answered.append(elapsed)
            waited.acknowledged.append(acknowledged)
        return reply

    async def order(self, waited: WaitTimes | None, game: OngoingGame, last: Reply | None) -> Reply | None:
        """Give the next order of a game; `last` is what its player was shown before. Its answer, which must
        say that it was taken, and then it must be on the disk."""
        step = game.script.steps[game.orders_taken]
        reply = await self._give_order(waited, game, step, last)
        if reply is None:
            return None
        if sure := _button(reply, ENDS.get(step.name, ""), "yes"):
            reply = await self.press(waited, game.player, reply, sure) or reply
        number = self._entry_number(reply.interaction)
        if number != game.orders_taken + 2:
            self.wrong.append(f"game {game.number}, {step.command}: {reply.words[:300]} (entry {number})")
        game.orders_taken += 1
        self.orders += 1
        if last is not None:
            let_go(self.sandbox, last.interaction, keep=reply.interaction)
        return reply

    async def _give_order(
        self, waited: WaitTimes | None, game: OngoingGame, step: Step, last: Reply | None
    ) -> Reply | None:
        if step.name:
            return await self.use(waited, game.player, game.channel, step.name, dict(step.options))
        verb, about = step.button
        last = last or await self._panel(game)
        if last is not None and (custom_id := _button(last, verb, about)):
            return await self.press(waited, game.player, last, custom_id)
        if last is not None and (menu := _menu(last, verb, about)):
            return await self.choose(waited, game.player, last, menu, about)
        self.wrong.append(f"game {game.number}: nowhere to answer with {step.command}")
        return None

    async def _panel(self, game: OngoingGame) -> Reply | None:
        """What its player can do, by the button of the newest post in a game's channel that has one."""
        for message in reversed(self.person(game.player).sees({"id": game.channel})):
            if ids := [i for i in _ids(message.buttons) if i.split(":")[3] == "panel"]:
                return await self._done(None, self.person(game.player).click(message, ids[0]), "panel")
        return None

    def _entry_number(self, interaction: Interaction) -> int | None:
        """The number of the entry that an interaction has made, as it stands on the disk."""
        sql = "SELECT json_extract(outcome, '$.seq') FROM receipts WHERE interaction = ?"
        row = self.database.execute(sql, (int(interaction.id),)).fetchone()
        return None if row is None else row[0]

    async def prefer_words(self, users: set[str], channel: str) -> None:
        """Let these people be told in words what others are shown."""
        for user in users:
            reply = await self.use(None, user, channel, "me look", {"pictures": "words"})
            if reply is not None:
                let_go(self.sandbox, reply.interaction)
        self.seeing -= users

    async def map(self, waited: WaitTimes | None, user: str, channel: str) -> bool:
        """Ask for a whole map; whether a picture came."""
        mine = WaitTimes()
        reply = await self.use(mine, user, channel, "map", {"area": "whole"})
        has_map = reply is not None and bool(reply.attachments)
        if waited is not None:
            waited.acknowledged += mine.acknowledged
            waited.answered += mine.answered if has_map else []
        if reply is not None:
            if STILL_BUSY in reply.words:
                self.turned_away += 1
            elif not has_map:
                self.wrong.append(f"/map: {reply.words[:200]}")
            let_go(self.sandbox, reply.interaction)
        return has_map

    async def status(self, waited: WaitTimes | None, user: str, channel: str) -> None:
        """Ask how a game stands."""
        reply = await self.use(waited, user, channel, "game status")
        if reply is not None:
            let_go(self.sandbox, reply.interaction)


def _button(reply: Reply, verb: str, about: str) -> str:
    """The id of the button with that verb and meaning, "" when there is none."""
    return next((i for i in _ids(reply.buttons) if i.split(":")[3:] == [verb, about]), "")


def _menu(reply: Reply, verb: str, value: str) -> str:
    """The id of the menu with that verb that offers a value, "" when there is none."""
    fits = [m for m in reply.selects if value in {o["value"] for o in m.get("options", ())}]
    return next((i for i in _ids(fits) if i.split(":")[3] == verb), "")


def _ids(parts: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if str(part.get("custom_id", "")).count(":") >= 3 and not part.get("disabled"):
            yield part["custom_id"]


async def again(work: Any, until: asyncio.Event) -> None:
    """Do something again and again until something else is over."""
    while not until.is_set():
        await work()


@contextlib.asynccontextmanager
async def beside(*works: Any) -> Any:
    """What is done again and again meanwhile. Whatever goes wrong in it goes wrong here."""
    until = asyncio.Event()
    tasks = [asyncio.create_task(again(work, until)) for work in works]
    try:
        yield
    finally:
        until.set()
        await asyncio.gather(*tasks)
