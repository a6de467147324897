"""What Discord refuses for good, or until somebody gives a right back: games go on, people are told where
they can be told, and what is newest is posted once it may be."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any

import pytest

from bot.crier import ADVICE, TOO_MANY, Crier
from bot.keeper import Keeper
from bot.wire import NO_TOKEN, TOKEN_REFUSED, Patience
from sandbox import Fault, Permission
from tests.bot.test_bot_rest_faults import Play

MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"


@pytest.fixture
async def play(build: Any) -> Any:
    async with build(bot={"patience": Patience(pause=0.01)}) as house:
        play = Play(house)
        await play.begin()
        yield play


async def shown(play: Play) -> list[str]:
    """What stands in #battle, as a bystander sees it."""
    return [m.words for m in play.house.sandbox.messages("battle", "Clara")]


@pytest.mark.promise(4, 16)
@pytest.mark.fault(44, 45, 54)
@pytest.mark.refused(429)
async def test_silence_that_discord_asks_for_holds_up_no_answer(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    house, everywhere = play.house, {"path": "/channels/*", "times": 10**6}
    revoked = Fault(status=401, body={"message": "401: Unauthorized", "code": 0}, **everywhere)
    for fault in (
        Fault.limited(600, scope="global", **everywhere),
        Fault.limited(600, banned=True, **everywhere),
        revoked,
    ):
        house.sandbox.faults[:] = [fault]
        await play.turn()
        reply = await house.person("Clara").slash("battle", "game status")
        for _ in range(20):
            house.bot.bell.ring()
            await asyncio.sleep(0.01)

        assert "Ormes" in reply.words, "answers go another way"
        assert fault.struck <= 4, "nobody hammers at a closed door"
        assert await house.store.letters(), "kept"
        await play.settled()
        await play.check()
    told = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert told[-1] == NO_TOKEN % TOKEN_REFUSED
    assert len(told) == 3
    assert house.sandbox.token not in caplog.text


@pytest.mark.promise(10)
@pytest.mark.fault(55, 56, 57, 58, 59, 62)
async def test_what_is_refused_for_good_holds_up_nothing(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    house = play.house
    for status, code in ((403, 50001), (403, 50013), (404, 10003), (400, 50083), (404, 10008), (403, 30046)):
        ways = [("PATCH", MESSAGE), ("DELETE", MESSAGE), ("PUT", MESSAGE)]
        ways += [("POST", MESSAGES)] if code not in (10008, 30046) else []
        faults = [Fault.refusal(status, code, method=how, path=path, times=99) for how, path in ways]
        house.sandbox.faults[:] = faults
        before = len(play.letters())
        await play.turn()
        await house.quiet()
        asked = sum(fault.struck for fault in faults)
        told = await play.people["blue"].slash("battle", "game status")

        failed = [x for x in play.letters()[before:] if x["failed"] not in ("", "nothing left to say")]
        assert bool(failed) == (code not in (10008, 30046)), "a new message where only the old one is lost"
        assert asked <= 8, "nobody asks in vain again and again"
        assert "Ormes" in told.words
        house.clock.passes(minutes=11)
        house.sandbox.faults.clear()
        await play.turn()
        await play.settled()
        assert play.letters()[-1]["posted"], "and it goes on"
    assert "is given up: no permission to write there" in caplog.text


@pytest.mark.promise(10)
@pytest.mark.fault(55, 56, 59)
async def test_rights_that_come_back(play: Play) -> None:
    house, anna = play.house, play.people["blue"]
    for right, name in (
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.VIEW_CHANNEL, "View Channel"),
    ):
        house.sandbox.permit_bot("battle", deny=right)
        before = await shown(play)
        requests = len(house.sandbox.exchanges)
        await play.turn()
        await play.turn()
        await house.quiet()
        refused = [e for e in list(house.sandbox.exchanges)[requests:] if e.status == 403]
        told = await anna.slash("battle", "game status")

        assert name in told.words, "whoever asks is told what is missing"
        assert len(refused) <= 3, "and Discord is not asked in vain"
        assert len(await shown(play)) <= len(before)
        house.sandbox.permit_bot("battle")
        async with asyncio.timeout(20):
            while not (now := await shown(play)) or now == before or any(x["failed"] for x in newest(play)):
                await asyncio.sleep(0.02)
        await house.quiet()
        assert "your move" in "\n".join((await shown(play))[-3:]), "the newest is made up for"
        again = await anna.slash("battle", "game status")
        assert name not in again.words


def newest(play: Play) -> list[dict[str, Any]]:
    return [x for x in play.letters()[-2:] if x["failed"] != "nothing left to say"]


def report(play: Play) -> Any:
    """The message of the newest report."""
    told = [x["posted"] for x in play.letters() if x["kind"] == "report" and x["posted"]][-1]
    return next(m for m in play.house.sandbox.messages("battle", "Clara") if m.id == str(told))


@pytest.mark.promise(10)
@pytest.mark.fault(61)
@pytest.mark.refused(40005)
async def test_files_that_discord_does_not_take(play: Play) -> None:
    house, anna = play.house, play.people["blue"]
    anna.timeout = 60.0  # two pictures are drawn
    body = {"message": "Request entity too large", "code": 40005}
    too_large = Fault(path="/webhooks/*/@original", status=413, body=body)
    house.sandbox.faults[:] = [too_large]
    answered = await anna.slash("battle", "map", unit="line-1")
    first, second = [e.files[0]["size"] for e in house.sandbox.exchanges if e.files][-2:]
    house.sandbox.permit_bot("battle", deny=Permission.ATTACH_FILES)
    await moved(play, "0708")
    forbidden = report(play)

    assert too_large.struck == 1
    assert second < first, "smaller"
    assert answered.attachments
    assert "0709 → 0708" in forbidden.words
    assert [x["failed"] for x in play.letters() if x["failed"] not in ("", "nothing left to say")] == []


async def moved(play: Play, path: str) -> None:
    """Blue's turn, with something to tell."""
    while (await play.table).state.phase != "movement":
        await play.people["blue"].slash("battle", "done")
    await play.people["blue"].slash("battle", "move", unit="line-1", path=path)
    while "blue" in (await play.table).owing:
        await play.people["blue"].slash("battle", "done")
    await play.house.quiet()


@pytest.mark.promise(9, 10)
@pytest.mark.fault(57, 59, 60)
async def test_channels_that_go_and_threads_that_are_closed(play: Play) -> None:
    house, clara = play.house, play.house.person("Clara")
    await clara.slash("parlour", "learn", system="morne_plaine")
    await house.quiet()
    thread = next(c for c in house.sandbox.state.records.channels.values() if c.get("parent_id"))
    closed = thread["thread_metadata"] | {"archived": True, "locked": True}
    refusals = [
        Fault.refusal(400, 50083, method=how, path=f"/channels/{thread['id']}/*", times=99)
        for how in ("POST", "PATCH", "PUT")
    ]
    house.sandbox.faults[:] = refusals
    house.sandbox.change_channel(thread | {"thread_metadata": closed})
    lesson = await house.game()
    async with house.store.writing() as w:
        await w.post(game=lesson.game.id, channel=int(thread["id"]), kind="report", body={"last": 1})
    house.bot.postman.wake()
    await house.quiet()
    house.sandbox.faults.clear()
    house.sandbox.change_channel(thread | {"thread_metadata": thread["thread_metadata"]})
    await asyncio.sleep(0.1)
    await house.quiet()
    house.sandbox.delete_channel(house.sandbox.channel("battle"))
    async with asyncio.timeout(10):
        while (await house.store.game(play.game)).status != "over":
            await asyncio.sleep(0.01)

    asked = {f"{e.method} {e.path}" for e in house.sandbox.exchanges}
    assert not [line for line in asked if line.endswith("/users/@me/channels")], (
        "it writes to nobody directly"
    )
    assert len(await house.store.games()) == 2, "nothing is deleted"
    reply = await clara.slash("parlour", "game new", scenario="ormes", side="both")
    assert "lobby" in reply.words


@pytest.mark.promise(6)
@pytest.mark.fault(41, 51, 63, 64)
@pytest.mark.refused(429, 30034, 50035)
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault.limited(40_000), ADVICE[TOO_MANY]),  # as Discord says it: 429, and for how long
        (Fault.refusal(400, TOO_MANY), ADVICE[TOO_MANY]),
        (Fault.refusal(400, 50035, "Invalid Form Body"), "Discord refuses the commands (400 50035"),
        (Fault(status=200, body="<html>"), "the commands cannot be made known now (NotDiscord)"),
    ],
)
async def test_it_serves_whatever_discord_says_of_its_commands(
    build: Any, caplog: pytest.LogCaptureFixture, fault: Fault, said: str
) -> None:
    async with build() as house:
        await house.close()
        (house.folder / "commands").unlink()
        fault.method, fault.path = "PUT", "*/commands"
        house.sandbox.faults.append(fault)
        await house.open()

        reply = await house.person("Anna").slash("battle", "game new", scenario="ormes", side="both")
        again = Crier(house.bot.tree, house.folder / "commands", (0.01, 0.01))
        house.sandbox.faults.append(Fault(method="PUT", path="*/commands", status=503, times=1))
        await again.cry()
        async with asyncio.timeout(10):
            while not (house.folder / "commands").exists():
                await asyncio.sleep(0.01)
        await again.close()

    told = [r.getMessage() for r in caplog.records if r.name == "bot.crier"]
    assert "lobby" in reply.words
    assert told[0].startswith(said)
    assert told[-1] == "the commands are known to Discord now"
    assert len(told) == 3


@pytest.mark.fault(41, 51, 53, 54)
async def test_work_that_nobody_waits_for_survives_what_nobody_expected(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    house, bot = play.house, play.house.bot
    broken = []

    def burst(*about: Any) -> Any:
        """Stands where something real is called, once."""
        broken.append(about)
        raise RuntimeError("on purpose")

    def once(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def spoilt(*about: Any, **more: Any) -> Any:
            setattr(owner, name, real)
            return burst(name)

        setattr(owner, name, spoilt)

    def deaf(game: Any) -> None:
        bot.postman.heard.remove(deaf)
        burst("heard")

    bot.postman.heard.append(deaf)
    once(bot.boards._places, "channel")
    once(bot.calls, "_channel")
    once(bot.alarm, "_steady")
    await play.turn()
    bot.alarm.wake(None)
    await play.settled()
    await play.turn()
    await house.person("Clara").slash("parlour", "game new", scenario="ormes", side="blue", partner=True)
    once(bot.desk, "partner_moves")
    await house.person("Clara").slash("parlour", "game start")
    await house.person("Clara").slash("parlour", "done")
    await play.settled()
    looked = asyncio.Event()

    def clock() -> Any:
        if len(broken) == 5:
            burst("clock")
        looked.set()
        return house.clock()

    keeper = Keeper(house.store, house.folder / "copies", timedelta(days=1), clock, bot.gauges, timedelta(0))
    keeping = asyncio.create_task(keeper.run())
    await asyncio.wait_for(looked.wait(), 10)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)

    text = bot.gauges.text().decode()
    stumbled = {
        name
        for name in ("postman", "boards", "calls", "alarm", "partner", "keeper")
        if f'grognard_stumbles_total{{task="{name}"}} 1.0' in text
    }
    assert stumbled == {"postman", "boards", "calls", "alarm", "partner", "keeper"}
    assert len(broken) == 6
    assert sum(" has failed" in r.getMessage() for r in caplog.records) == 6, "each with its number"
    assert (await house.game()).owing == ("blue",), "the partner has played"
    await play.check()
