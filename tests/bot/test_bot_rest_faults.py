"""Whatever Discord's REST interface does on any route that the bot uses: no order is lost or done twice,
people are answered, and what is to be posted is posted once, in order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from typing import Any

import pytest

from bot.boards import GAME
from bot.wire import Patience
from sandbox import Fault

PATIENCE = Patience(acknowledged=0.4, answered=0.8, sent=0.4, pause=0.01)
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
    """A body with a field nobody knows."""
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


class Play:
    """A game of two under way in #battle, and what must be true of it."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.over: set[int] = set()
        """What stood there before this game."""
        self.people = {"blue": house.person("Anna"), "orange": house.person("Bruno")}
        books = ("art_of_tactic", "desastre_colonial", "pousse_pion", "morne_plaine")
        people = ("Anna", "Bruno", "Clara", "Marshal")
        self.lessons = [(who, book) for book in books for who in people]

    async def begin(self) -> None:
        self.over |= {int(m.id) for m in self.house.sandbox.messages("battle", "Clara")}
        anna, bruno = self.people.values()
        await anna.slash("battle", "game new", scenario="ormes", side="blue")
        await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await self.house.quiet()
        self.game = (await self.house.game()).game.id

    async def anew(self) -> None:
        """The game is over: another one, begun in peace."""
        faults = self.house.sandbox.faults[:]
        await self.settled()
        await self.check()
        await self.begin()
        self.house.sandbox.faults[:] = faults

    @property
    async def table(self) -> Any:
        return await self.house.bot.desk.table(self.game)

    async def board(self) -> int:
        found = await self.house.store.ask(lambda r: r.board(GAME, self.game))
        return int(found.message) if found is not None else 0

    async def turn(self) -> None:
        """The side to move ends its player-turn; each `/done` is one entry of the log."""
        if not (await self.table).owing:
            await self.anew()
        side = (await self.table).owing[0]
        while (now := await self.table).owing == (side,):
            if now.state.phase == "movement" and (step := STEPS.get(side)):
                unit, there, back = step
                path = there if now.state.units[unit].hex == back else back
                made = await self.people[side].slash(
                    "battle", "move", {"unit": unit, "path": path}, wait=False
                )
                await self.answered(made)
                now = await self.table
            made = await self.people[side].slash("battle", "done", wait=False)
            await self.answered(made)
            assert (await self.table).last == now.last + 1, "done once"

    async def answered(self, made: Any) -> None:
        """Wait until the bot is through with an interaction."""
        async with asyncio.timeout(20):
            while (
                int(made.interaction.id) not in self.house.bot.reception._known
                or self.house.bot.reception.busy
            ):
                await asyncio.sleep(0.01)

    async def strike_out(self, faults: dict[str, list[Fault]], person: str, book: str) -> None:
        """Go on until every route has met its troubles."""
        end = asyncio.get_running_loop().time() + 20
        while left := {r for r, found in faults.items() if not all(f.struck for f in found)}:
            assert asyncio.get_running_loop().time() < end, f"nobody has come by {left}"
            self.house.bot.bell.ring()
            await asyncio.sleep(0.05)
            if left & {"callback", "answer"}:
                await self.answered(
                    await self.house.person("Clara").slash("battle", "game status", wait=False)
                )
            if left & {"thread", "join"}:
                who = self.house.person(person)
                await self.answered(await who.slash("parlour", "learn", {"system": book}, wait=False))
            idle = self.house.bot.calls.rounds.idle and not await self.house.store.letters()
            if left & {"delete"} and idle:
                await self.turn()  # who was called acts

    async def settled(self) -> None:
        """What was wrong is over: wait until all has been made up for."""
        self.house.sandbox.faults.clear()
        if self.house.bot.wire.silent:  # only then: Discord remembers a nonce for five minutes
            self.house.clock.passes(minutes=11)
        quiet = asyncio.create_task(self.house.quiet())
        while not quiet.done():
            self.house.bot.bell.ring()
            await asyncio.sleep(0.05)
        await quiet

    async def check(self) -> None:
        """Every letter is posted once and in order, the board stands, nothing else does."""
        letters = [x for x in self.letters() if x["failed"] != "nothing left to say"]
        assert [x["failed"] for x in letters if x["failed"]] == []
        became = list(dict.fromkeys(x["posted"] for x in letters))
        assert None not in became
        first = [m for m in became if m != became[0]]
        assert first == sorted(first), "in order"
        own = self.house.sandbox.state.bot["id"]
        shown = [m for m in self.house.sandbox.messages("battle", "Clara") if m.json["author"]["id"] == own]
        passing = ("took too long", "The game is over")  # the last resort; the board of a game that is over
        shown = [m for m in shown if not m.ephemeral and not any(words in m.words for words in passing)]
        known = {*became, *self.over, await self.board()}
        assert [m.words for m in shown if m.json["type"] == 0 and int(m.id) not in known] == [], "once"
        dead = [t for t in asyncio.all_tasks() if t.done() and not t.cancelled() and t.exception()]
        assert dead == []
        reply = await self.people["blue"].slash("battle", "game status")
        assert "Ormes" in reply.words

    def letters(self) -> list[dict[str, Any]]:
        """The outbox of the game, as it stands on the disk."""
        with closing(sqlite3.connect(self.house.folder / "grognard.db")) as database:
            database.row_factory = sqlite3.Row
            asked = "SELECT id, kind, posted, failed FROM letters WHERE game = ? ORDER BY id"
            return [dict(row) for row in database.execute(asked, (self.game,))]


@pytest.fixture
async def play(build: Any) -> AsyncIterator[Play]:
    async with build(bot={"patience": PATIENCE}) as house:
        play = Play(house)
        await play.begin()
        yield play


def everywhere(trouble: Callable[[int], list[Fault]]) -> dict[str, list[Fault]]:
    """The faults of a trouble, by the route they lie in wait on."""
    faults = {}
    for number, (route, (method, path)) in enumerate(ROUTES.items()):
        found = trouble(number)
        faults[route] = [found[number % len(found)]] if route in SELDOM else found
        for fault in found:
            fault.method, fault.path = method, path
    return faults


def struck(faults: dict[str, list[Fault]]) -> dict[str, list[int]]:
    return {route: [fault.struck for fault in found] for route, found in faults.items()}


@pytest.mark.promise(2, 4, 16)
@pytest.mark.fault(41, 42, 43, 44, 46, 47, 48, 49, 50, 51, 52, 53, 65)
@pytest.mark.refused(429, 50035)
async def test_every_trouble_on_every_route(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    house = play.house
    for name, trouble in TROUBLES.items():
        faults = everywhere(trouble)
        if not (await play.table).owing:
            await play.anew()
        posts = house.sandbox.state.records.posts
        house.sandbox.composer.delete(posts[str(await play.board())])  # it is posted anew, and pinned
        house.sandbox.faults[:] = [fault for found in faults.values() for fault in found]
        person, book = play.lessons.pop()

        made = await house.person(person).slash("parlour", "learn", {"system": book}, wait=False)
        await play.answered(made)
        form = await play.people["blue"].slash("battle", "orders", wait=False)
        await play.answered(form)
        await play.turn()
        await play.strike_out(faults, person, book)
        await play.settled()

        assert struck(faults) == {r: [1] * len(f) for r, f in struck(faults).items()}, name
        await play.check()
    secrets = [house.sandbox.token, *(i.token for i in house.sandbox.interactions)]
    assert [s for s in secrets if s in caplog.text] == []
