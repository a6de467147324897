"""Refusals of Discord, final or until a permission returns: games go on, people are told where
they can be told, and what is newest is posted once it may be."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.connection.command_sync import ADVICE, TOO_MANY, CommandSync
from bot.connection.rest_guard import NO_TOKEN, TOKEN_REFUSED
from bot.runtime.backup_job import BackupJob
from sandbox import Fault, Permission
from tests.bot.conftest import PATIENT
from tests.bot.connection.test_rest_faults import BattleGame
from tests.patience import PATIENCE

MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"


@pytest.fixture
async def battle_game(build: Any) -> Any:
    async with build(bot={"timeouts": replace(PATIENT, pause=0.01)}) as harness:
        battle_game = BattleGame(harness)
        await battle_game.begin()
        yield battle_game


async def channel_lines(battle_game: BattleGame) -> list[str]:
    """What stands in #battle, as a bystander sees it."""
    return [m.words for m in battle_game.harness.sandbox.messages("battle", "Clara")]


@pytest.mark.long
@pytest.mark.promise(4, 16)
@pytest.mark.fault(44, 45, 54)
@pytest.mark.refused(429)
async def test_rate_limits_on_posts_delay_no_answer(
    battle_game: BattleGame, caplog: pytest.LogCaptureFixture
) -> None:
    harness, everywhere = battle_game.harness, {"path": "/channels/*", "times": 10**6}
    revoked = Fault(status=401, body={"message": "401: Unauthorized", "code": 0}, **everywhere)
    for fault in (
        Fault.limited(600, scope="global", **everywhere),
        Fault.limited(600, banned=True, **everywhere),
        revoked,
    ):
        harness.sandbox.faults[:] = [fault]
        await battle_game.turn()
        reply = await harness.person("Clara").slash("battle", "game status")
        for _ in range(20):
            harness.bot.wake_signal.set()
            await asyncio.sleep(0.01)

        assert "Ormes" in reply.words, "answers go another way"
        assert fault.struck <= 4, "nobody hammers at a closed door"
        assert await harness.store.outbox.waiting(), "kept"
        await battle_game.settled()
        await battle_game.check()
    errors = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert errors[-1] == NO_TOKEN % TOKEN_REFUSED
    assert len(errors) == 3
    assert harness.sandbox.token not in caplog.text


@pytest.mark.long
@pytest.mark.promise(10)
@pytest.mark.fault(55, 56, 57, 58, 59, 62)
async def test_a_permanent_refusal_delays_nothing(
    battle_game: BattleGame, caplog: pytest.LogCaptureFixture
) -> None:
    harness = battle_game.harness
    for status, code in ((403, 50001), (403, 50013), (404, 10003), (400, 50083), (404, 10008), (403, 30046)):
        ways = [("PATCH", MESSAGE), ("DELETE", MESSAGE), ("PUT", MESSAGE)]
        ways += [("POST", MESSAGES)] if code not in (10008, 30046) else []
        faults = [Fault.refusal(status, code, method=how, path=path, times=99) for how, path in ways]
        harness.sandbox.faults[:] = faults
        before = len(battle_game.outbox_rows())
        await battle_game.turn()
        await harness.quiet()
        failures = sum(fault.struck for fault in faults)
        reply = await battle_game.people["blue"].slash("battle", "game status")

        failed = [
            x for x in battle_game.outbox_rows()[before:] if x["failed"] not in ("", "nothing left to say")
        ]
        assert bool(failed) == (code not in (10008, 30046)), "a new message where only the old one is lost"
        assert failures <= 8, "nobody asks in vain again and again"
        assert "Ormes" in reply.words
        harness.clock.passes(minutes=11)
        harness.sandbox.faults.clear()
        await battle_game.turn()
        await battle_game.settled()
        assert battle_game.outbox_rows()[-1]["posted"], "and it goes on"
    assert "is given up: no permission to write there" in caplog.text


@pytest.mark.long
@pytest.mark.promise(10)
@pytest.mark.fault(55, 56, 59)
async def test_rights_that_come_back(battle_game: BattleGame) -> None:
    harness, anna = battle_game.harness, battle_game.people["blue"]
    for right, name in (
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.VIEW_CHANNEL, "View Channel"),
    ):
        harness.sandbox.permit_bot("battle", deny=right)
        before = await channel_lines(battle_game)
        requests = len(harness.sandbox.exchanges)
        await battle_game.turn()
        await battle_game.turn()
        await harness.quiet()
        refused = [e for e in list(harness.sandbox.exchanges)[requests:] if e.status == 403]
        reply = await anna.slash("battle", "game status")

        assert name in reply.words, "the answer names what is missing"
        assert len(refused) <= 3, "and Discord is not asked in vain"
        assert len(await channel_lines(battle_game)) <= len(before)
        harness.sandbox.permit_bot("battle")
        async with asyncio.timeout(PATIENCE):
            while (
                not (now := await channel_lines(battle_game))
                or now == before
                or any(x["failed"] for x in newest(battle_game))
            ):
                await asyncio.sleep(0.02)
        await harness.quiet()
        assert "your move" in "\n".join((await channel_lines(battle_game))[-3:]), "the newest is made up for"
        again = await anna.slash("battle", "game status")
        assert name not in again.words


def newest(battle_game: BattleGame) -> list[dict[str, Any]]:
    return [x for x in battle_game.outbox_rows()[-2:] if x["failed"] != "nothing left to say"]


def report(battle_game: BattleGame) -> Any:
    """The message of the newest report."""
    posted = [x["posted"] for x in battle_game.outbox_rows() if x["kind"] == "report" and x["posted"]][-1]
    return next(m for m in battle_game.harness.sandbox.messages("battle", "Clara") if m.id == str(posted))


@pytest.mark.long
@pytest.mark.promise(10)
@pytest.mark.fault(61)
@pytest.mark.refused(40005)
async def test_files_that_discord_does_not_take(battle_game: BattleGame) -> None:
    harness, anna = battle_game.harness, battle_game.people["blue"]
    anna.timeout = 60.0  # two pictures are drawn
    body = {"message": "Request entity too large", "code": 40005}
    too_large = Fault(path="/webhooks/*/@original", status=413, body=body)
    harness.sandbox.faults[:] = [too_large]
    answered = await anna.slash("battle", "map", unit="line-1")
    first, second = [e.files[0]["size"] for e in harness.sandbox.exchanges if e.files][-2:]
    harness.sandbox.permit_bot("battle", deny=Permission.ATTACH_FILES)
    await move_and_end_turn(battle_game, "0708")
    forbidden = report(battle_game)

    assert too_large.struck == 1
    assert second < first, "smaller"
    assert answered.pictures
    assert "0709 → 0708" in forbidden.words
    assert [
        x["failed"] for x in battle_game.outbox_rows() if x["failed"] not in ("", "nothing left to say")
    ] == []


async def move_and_end_turn(battle_game: BattleGame, path: str) -> None:
    """Blue's turn, with something to tell."""
    while (await battle_game.loaded).state.phase != "movement":
        await battle_game.people["blue"].slash("battle", "done")
    await battle_game.people["blue"].slash("battle", "move", unit="line-1", path=path)
    while "blue" in (await battle_game.loaded).owing:
        await battle_game.people["blue"].slash("battle", "done")
    await battle_game.harness.quiet()


@pytest.mark.long
@pytest.mark.promise(9, 10)
@pytest.mark.fault(57, 59, 60)
async def test_channels_that_go_and_threads_that_are_closed(battle_game: BattleGame) -> None:
    harness, clara = battle_game.harness, battle_game.harness.person("Clara")
    await clara.slash("parlour", "learn", system="morne_plaine")
    await harness.quiet()
    thread = next(c for c in harness.sandbox.state.records.channels.values() if c.get("parent_id"))
    closed = thread["thread_metadata"] | {"archived": True, "locked": True}
    refusals = [
        Fault.refusal(400, 50083, method=how, path=f"/channels/{thread['id']}/*", times=99)
        for how in ("POST", "PATCH", "PUT")
    ]
    harness.sandbox.faults[:] = refusals
    harness.sandbox.change_channel(thread | {"thread_metadata": closed})
    lesson = await harness.game()
    async with harness.store.writing() as tx:
        await tx.outbox.add(game=lesson.record.id, channel=int(thread["id"]), kind="report", body={"last": 1})
    harness.bot.workers.outbox_sender.wake()
    await harness.quiet()
    harness.sandbox.faults.clear()
    harness.sandbox.change_channel(thread | {"thread_metadata": thread["thread_metadata"]})
    await asyncio.sleep(0.1)
    await harness.quiet()
    harness.sandbox.delete_channel(harness.sandbox.channel("battle"))
    async with asyncio.timeout(PATIENCE):
        while (await harness.store.games.get(battle_game.game)).status != "over":
            await asyncio.sleep(0.01)

    routes = {f"{e.method} {e.path}" for e in harness.sandbox.exchanges}
    assert not [line for line in routes if line.endswith("/users/@me/channels")], (
        "it writes to nobody directly"
    )
    assert len(await harness.store.games.all()) == 2, "nothing is deleted"
    reply = await clara.slash("parlour", "game new", battle="ormes", side="both")
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
        (Fault(status=200, body="<html>"), "the commands cannot be synced now (NotDiscord)"),
    ],
)
async def test_it_serves_whatever_discord_says_of_its_commands(
    build: Any, caplog: pytest.LogCaptureFixture, fault: Fault, said: str
) -> None:
    async with build() as harness:
        await harness.close()
        (harness.folder / "commands").unlink()
        fault.method, fault.path = "PUT", "*/commands"
        harness.sandbox.faults.append(fault)
        await harness.open()

        reply = await harness.person("Anna").slash("battle", "game new", battle="ormes", side="both")
        again = CommandSync(harness.bot.tree, harness.folder / "commands", (0.01, 0.01))
        harness.sandbox.faults.append(Fault(method="PUT", path="*/commands", status=503, times=1))
        await again.sync()
        async with asyncio.timeout(PATIENCE):
            while not (harness.folder / "commands").exists():
                await asyncio.sleep(0.01)
        await again.close()

    errors = [r.getMessage() for r in caplog.records if r.name == "bot.connection.command_sync"]
    assert "lobby" in reply.words
    assert errors[0].startswith(said)
    assert errors[-1] == "the commands are now synced to Discord"
    assert len(errors) == 3


@pytest.mark.long
@pytest.mark.fault(41, 51, 53, 54)
async def test_work_that_no_one_waits_for_survives_what_no_one_expected(
    battle_game: BattleGame, caplog: pytest.LogCaptureFixture
) -> None:
    harness, bot = battle_game.harness, battle_game.harness.bot
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
        bot.workers.outbox_sender._listeners.remove(deaf)
        burst("heard")

    bot.workers.outbox_sender.subscribe(deaf)
    once(bot.workers.status_messages._places, "channel")
    once(bot.workers.turn_pings, "_channel")
    once(bot.workers.deadlines, "_steady")
    await battle_game.turn()
    bot.workers.deadlines.wake(None)
    await battle_game.settled()
    await battle_game.turn()
    await harness.person("Clara").slash("parlour", "game new", battle="ormes", side="blue", partner=True)
    once(bot.workers.computer_player, "play_one")
    await harness.person("Clara").slash("parlour", "game start")
    await harness.person("Clara").slash("parlour", "done")
    await battle_game.settled()
    looked = asyncio.Event()

    def clock() -> Any:
        if len(broken) == 5:
            burst("clock")
        looked.set()
        return harness.clock()

    keeper = BackupJob(
        harness.store, harness.folder / "copies", timedelta(days=1), clock, bot.metrics, timedelta(0)
    )
    keeping = asyncio.create_task(keeper.run())
    await asyncio.wait_for(looked.wait(), PATIENCE)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)

    text = bot.metrics.text().decode()
    tasks = {"outbox", "status_messages", "pings", "deadlines", "computer_player", "copies"}
    stumbled = {name for name in tasks if f'grognard_stumbles_total{{task="{name}"}} 1.0' in text}
    assert stumbled == tasks
    assert len(broken) == 6
    assert sum(" failed" in r.getMessage() for r in caplog.records) == 6, "each with its number"
    assert (await harness.game()).owing == ("blue",), "the partner has played"
    await battle_game.check()
