"""Whatever Discord's REST interface does on any route that the bot uses: no order is lost or done twice,
people are answered, and what is to be posted is posted once, in order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from typing import Any

import pytest

from bot.connection.timeouts import Timeouts
from bot.workers.status_messages import GAME
from sandbox import Fault
from tests import long_forms
from tests.patience import PATIENCE

SHORT = Timeouts(acknowledged=0.4, answered=0.8, sent=0.4, pause=0.01)
RARELY = 4.0
"""Seconds after which a status message is lost again."""
STEPS = {"blue": ("line-1", "0708", "0709")}
"""Who steps to and fro, so that there is something to tell."""
ROUTES = {
    "callback": ("POST", "/interactions/*/callback"),
    "answer": ("PATCH", "/webhooks/*/@original"),
    "send": ("POST", "/channels/*/messages"),
    "edit": ("PATCH", "/channels/*/messages/*"),
    "delete": ("DELETE", "/channels/*/messages/*"),
    "pin": ("PUT", "/channels/*/messages/pins/*"),
    "history": ("GET", "/channels/*/messages"),
    "thread": ("POST", "/channels/*/threads"),
    "join": ("PUT", "/channels/*/thread-members/*"),
}
SELDOM = ("pin", "history", "thread", "join")
"""Asked once in a while: one of several faults has to do."""
PAGE = {"status": 200, "body": "<html>Please log in to this network</html>"}
GARBAGE = {"processed": True, "status": 200, "body": "{", "headers": {"Content-Type": "application/json"}}
NEGATIVE = {"X-RateLimit-Limit": "-1", "X-RateLimit-Remaining": "-1", "X-RateLimit-Reset-After": "-5"}
LONG = {"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "600"}
SERVER = (500, 502, 504, 503)


def after_one_another(*faults: dict[str, Any]) -> Callable[[int], list[Fault]]:
    """These faults, one a call, on every route."""
    return lambda _: [Fault(**({"status": 0} | fault)) for fault in faults]


def more(body: Any) -> Any:
    """A body with an unknown field."""
    return body | {"grapeshot": {"calibre": 12}} if isinstance(body, dict) else body


TROUBLES: dict[str, Callable[[int], list[Fault]]] = {
    **{f"server {n}": lambda r, n=n: [Fault(status=SERVER[(r + n) % 4])] for n in range(2)},  # type: ignore[misc]
    "limited": lambda _: [Fault.limited(0.02), Fault.limited(0.02, scope="shared"), Fault.limited(600)],
    "done, then 500": after_one_another({"processed": True, "status": 500}),
    "cut": after_one_another({"processed": True, "drop": True}, {"drop": True}),
    "hangs": after_one_another({"delay": 30.0}),
    "trickles": after_one_another({"trickle": 0.1}, {"trickle": 30.0}),
    "pages": after_one_another(PAGE, {"processed": True, "status": 204}, GARBAGE),
    "fields": after_one_another({"mangled": lambda _: {}}, {"mangled": more}),
    "headers": after_one_another(
        {"headers": NEGATIVE}, {"headers": {"X-RateLimit-Remaining": "0"}}, {"headers": LONG}
    ),
}
QUICK = ("server 0",)
"""Those of the quick form; all the others have the same course."""


class BattleGame:
    """A game of two players in #battle, with checks of what was posted."""

    def __init__(self, harness: Any) -> None:
        self.harness = harness
        self.earlier_messages: set[int] = set()
        """What stood there before this game."""
        self.people = {"blue": harness.person("Anna"), "orange": harness.person("Bruno")}
        books = ("art_of_tactic", "desastre_colonial", "pousse_pion", "morne_plaine")
        people = ("Anna", "Bruno", "Clara", "Marshal")
        self.lessons = [(who, book) for book in books for who in people]

    async def begin(self) -> None:
        self.earlier_messages |= {int(m.id) for m in self.harness.sandbox.messages("battle", "Clara")}
        anna, bruno = self.people.values()
        await anna.slash("battle", "game new", battle="ormes", side="blue")
        await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await self.harness.quiet()
        self.game = (await self.harness.game()).record.id

    async def start_again(self) -> None:
        """The game is over: another one, begun in peace."""
        faults = self.harness.sandbox.faults[:]
        await self.settled()
        await self.check()
        await self.begin()
        self.harness.sandbox.faults[:] = faults

    @property
    async def loaded(self) -> Any:
        return await self.harness.bot.games.game(self.game)

    async def status_message_id(self) -> int:
        status_message = await self.harness.store.status_messages.get(GAME, self.game)
        return int(status_message.message) if status_message is not None else 0

    async def lose_status_message(self) -> None:
        """Its message is gone: it is posted again with the next order, and pinned."""
        posts = self.harness.sandbox.state.records.posts
        if (post := posts.get(str(await self.status_message_id()))) is not None:
            self.harness.sandbox.message_writer.delete(post)

    async def turn(self) -> None:
        """The side to move ends its player-turn; each `/done` is one entry of the log."""
        if not (await self.loaded).owing:
            await self.start_again()
        side = (await self.loaded).owing[0]
        while (now := await self.loaded).owing == (side,):
            if now.state.phase == "movement" and (step := STEPS.get(side)):
                unit, there, back = step
                path = there if now.state.units[unit].hex == back else back
                made = await self.people[side].slash(
                    "battle", "move", {"unit": unit, "path": path}, wait=False
                )
                await self.answered(made)
                now = await self.loaded
            made = await self.people[side].slash("battle", "done", wait=False)
            await self.answered(made)
            assert (await self.loaded).last == now.last + 1, "done once"

    async def answered(self, made: Any) -> None:
        """Wait until the bot is through with an interaction."""
        async with asyncio.timeout(PATIENCE):
            while (
                int(made.interaction.id) not in self.harness.bot.interactions._known
                or self.harness.bot.interactions.busy
            ):
                await asyncio.sleep(0.01)

    async def strike_out(self, faults: dict[str, list[Fault]], person: str, book: str) -> None:
        """Go on until every route has met its troubles."""
        now = asyncio.get_running_loop().time
        end, lost = now() + PATIENCE, now()
        while left := {r for r, route_faults in faults.items() if not all(f.struck for f in route_faults)}:
            assert now() < end, f"no one has come by {left}: {struck(faults)}"
            self.harness.bot.wake_signal.set()
            await asyncio.sleep(0.05)
            if left & {"callback", "answer"}:
                await self.answered(
                    await self.harness.person("Clara").slash("battle", "game status", wait=False)
                )
            if left & {"thread", "join"}:
                who = self.harness.person(person)
                await self.answered(await who.slash("parlour", "learn", {"system": book}, wait=False))
            pings = self.harness.bot.workers.turn_pings
            idle = pings.rounds.idle
            idle = idle and not await self.harness.store.outbox.waiting()
            if left & {"pin", "history"} and idle and now() > lost + RARELY:
                await self.lose_status_message()  # what a pin met may have kept the next call from being made
                lost = now()
                await self.turn()
            if left & {"delete", "edit"} and idle:
                await self.turn()  # who was called acts, and the status message follows

    async def settled(self) -> None:
        """What was wrong is over: wait until all has been made up for."""
        self.harness.sandbox.faults.clear()
        if self.harness.bot.rest_guard.paused:  # only then: Discord remembers a nonce for five minutes
            self.harness.clock.passes(minutes=11)
        quiet = asyncio.create_task(self.harness.quiet())
        while not quiet.done():
            self.harness.bot.wake_signal.set()
            await asyncio.sleep(0.05)
        await quiet

    async def check(self) -> None:
        """Every letter is posted once and in order, the board stands, nothing else does."""
        rows = [x for x in self.outbox_rows() if x["failed"] != "nothing left to say"]
        assert [x["failed"] for x in rows if x["failed"]] == []
        became = list(dict.fromkeys(x["posted"] for x in rows))
        assert None not in became
        first = [m for m in became if m != became[0]]
        assert first == sorted(first), "in order"
        own = self.harness.sandbox.state.bot["id"]
        messages = [
            m for m in self.harness.sandbox.messages("battle", "Clara") if m.json["author"]["id"] == own
        ]
        passing = ("took too long", "The game is over")  # the last resort; the board of a game that is over
        messages = [m for m in messages if not m.ephemeral and not any(words in m.words for words in passing)]
        known = {*became, *self.earlier_messages, await self.status_message_id()}
        assert [m.words for m in messages if m.json["type"] == 0 and int(m.id) not in known] == [], "once"
        dead = [t for t in asyncio.all_tasks() if t.done() and not t.cancelled() and t.exception()]
        assert dead == []
        reply = await self.people["blue"].slash("battle", "game status")
        assert "Ormes" in reply.words

    def outbox_rows(self) -> list[dict[str, Any]]:
        """The outbox of the game, as it stands on the disk."""
        with closing(sqlite3.connect(self.harness.folder / "grognard.db")) as database:
            database.row_factory = sqlite3.Row
            query = "SELECT id, kind, posted, failed FROM letters WHERE game = ? ORDER BY id"
            return [dict(row) for row in database.execute(query, (self.game,))]


@pytest.fixture
async def battle_game(build: Any) -> AsyncIterator[BattleGame]:
    async with build(bot={"timeouts": SHORT}, window=3.0) as harness:
        battle_game = BattleGame(harness)
        await battle_game.begin()
        yield battle_game


def everywhere(trouble: Callable[[int], list[Fault]]) -> dict[str, list[Fault]]:
    """The faults of a trouble, by the route they lie in wait on."""
    faults = {}
    for number, (route, (method, path)) in enumerate(ROUTES.items()):
        faulty = trouble(number)
        faults[route] = [faulty[number % len(faulty)]] if route in SELDOM else faulty
        for fault in faulty:
            fault.method, fault.path = method, path
    return faults


def struck(faults: dict[str, list[Fault]]) -> dict[str, list[int]]:
    return {route: [fault.struck for fault in route_faults] for route, route_faults in faults.items()}


@pytest.mark.long
@pytest.mark.promise(2, 4, 16)
@pytest.mark.fault(41, 42, 43, 44, 46, 47, 48, 49, 50, 51, 52, 53, 65)
@pytest.mark.refused(429, 50035)
async def test_every_trouble_on_every_route(
    battle_game: BattleGame, caplog: pytest.LogCaptureFixture
) -> None:
    harness = battle_game.harness
    for name in TROUBLES if long_forms.LONG else QUICK:
        trouble = TROUBLES[name]
        faults = everywhere(trouble)
        if not (await battle_game.loaded).owing:
            await battle_game.start_again()
        await battle_game.lose_status_message()
        harness.sandbox.faults[:] = [fault for route_faults in faults.values() for fault in route_faults]
        person, book = battle_game.lessons.pop()

        made = await harness.person(person).slash("parlour", "learn", {"system": book}, wait=False)
        await battle_game.answered(made)
        form = await battle_game.people["blue"].slash("battle", "orders", wait=False)
        await battle_game.answered(form)
        await battle_game.turn()
        await battle_game.strike_out(faults, person, book)
        await battle_game.settled()

        assert struck(faults) == {r: [1] * len(f) for r, f in struck(faults).items()}, name
        await battle_game.check()
    secrets = [harness.sandbox.token, *(i.token for i in harness.sandbox.interactions)]
    assert [s for s in secrets if s in caplog.text] == []
