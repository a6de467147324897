"""Interactions are accepted once, acknowledged in time and always answered."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from sandbox import World
from sandbox.client.person import Reply
from sandbox.model.world import GuildPlan
from tests.bot.conftest import PATIENT
from tests.patience import PATIENCE

ALIVE = {
    **dict.fromkeys(("pulses", "boards", "calls", "dials", "checked"), ()),
    "letters": ("id", "game", "channel", "kind", "body"),
    "players": ("user", "zone", "quiet_from", "quiet_till", "reminder", "hours_set"),
}
"""What changes by itself: tables, and the columns that do not."""
ROOMY = World(guilds=(GuildPlan(name="Table", channels=("battle", "one", "two", "three", "four", "five")),))
BOOKS = {"one": "gue", "two": "vaux", "three": "isandlwana", "four": "nonaka"}


def written(harness: Any) -> dict[str, list[Any]]:
    """All that stands in the database."""
    with closing(sqlite3.connect(f"file:{harness.folder / 'grognard.db'}?mode=ro", uri=True)) as database:
        names = [n for (n,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {name: ", ".join(ALIVE.get(name, "*")) for name in names}
        return {
            n: sorted(database.execute(f"SELECT {c} FROM {n}"), key=repr) for n, c in columns.items() if c
        }


class Twice:
    """Delivers again whatever was answered, to a reception that remembers nothing: only what was written down
    can tell that it was obeyed."""

    def __init__(self, harness: Any) -> None:
        self.harness, self.sandbox, self.wrong = harness, harness.sandbox, list[str]()
        harness.bot.interactions.most_known = 0
        harness.bot.interactions.timeouts = replace(PATIENT, too_late=600.0)
        self.sandbox.delivery.window = 600.0

    async def __call__(self, made: Reply) -> Reply:
        await self.received(made, 1)
        before, places = written(self.harness), len(self.sandbox.state.records.channels)
        self.sandbox.delivery.redeliver(made.interaction)
        await self.received(made, 2)
        after = written(self.harness)
        self.wrong += [f"{made}: {t} {before[t]} -> {after[t]}" for t in before if before[t] != after[t]]
        if places != len(self.sandbox.state.records.channels):
            self.wrong.append(f"{made}: another channel")
        return made

    async def received(self, made: Reply, times: int) -> None:
        """Wait until it has been acknowledged so many times, well or not, and nothing is under way."""
        async with asyncio.timeout(PATIENCE):
            activity = self.sandbox.activity
            while self.harness.bot.interactions.busy or self._answers(made) < times or activity.calls:
                await self.sandbox.broadcaster.wait_for_change(0.02)

    def _answers(self, made: Reply) -> int:
        path = f"/interactions/{made.interaction.id}/"
        return sum(e.path.startswith(path) and e.status is not None for e in self.sandbox.exchanges)

    async def walk(self, person: Any, channel: str, steps: int) -> None:
        """So many presses and choices in a panel, as they come."""
        chance = random.Random(channel)
        status = await self(await person.slash(channel, "game status"))
        for _ in range(steps):
            parts = [
                c for c in (*status.buttons, *status.selects) if c.get("custom_id") and not c.get("disabled")
            ]
            parts = [c for c in parts if ":map" not in c["custom_id"]] if status.message else []
            if not parts:
                status = await self(await person.slash(channel, "game status"))
                continue
            part = chance.choice(parts)
            if part.get("options"):
                value = chance.choice(part["options"])["value"]
                made = await person.select(status, part["custom_id"], value)
            else:
                made = await person.click(status, part["custom_id"])
            made = await self(made)
            status = made if made.message is not None and made.modal is None else status


@pytest.mark.long
@pytest.mark.promise(2)
@pytest.mark.fault(25)
@pytest.mark.timeout(300)
async def test_what_is_delivered_twice_is_done_once_in_every_rulebook(build: Any) -> None:
    async with build(world=ROOMY) as harness:
        twice, anna = Twice(harness), harness.person("Anna")
        harness.bot.games.secret = lambda n: b"\x07" * n
        await anna.slash("battle", "me look", pictures="words")  # to draw takes time
        anna.timeout = 60.0
        for channel, battle in BOOKS.items():
            await twice(await anna.slash(channel, "game new", battle=battle, side="both"))
            await twice(await anna.slash(channel, "game start"))
            await twice.walk(anna, channel, 6)

        receipts = written(harness)["receipts"]

    assert not twice.wrong, "\n\n".join(twice.wrong)
    assert len(receipts) > 4 * 3, "too little was done"


async def two_seated_players(twice: Any, channel: str) -> tuple[Any, Any]:
    """Everything that is done before the first order, and what can be settled beside a game."""
    anna, bruno, clara = (twice.harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await twice.harness.quiet()

    async def say(person: Any, name: str, **options: Any) -> Reply:
        return await twice(await person.slash(channel, name, options))

    await say(anna, "me look", pictures="words")
    await say(bruno, "me look", pictures="words", theme="dark")
    await say(anna, "game new", battle="ormes", side="blue", options="clock=3d")
    await say(bruno, "lobby seek", system="morne_plaine", note="evenings")
    await say(bruno, "game join")
    await say(anna, "lobby invite", friend=clara.id)
    await say(anna, "dice word", word="eagle")
    await say(anna, "game start")
    await say(anna, "game share", **{"with": clara.id})
    await say(anna, "game team assign", player=clara.id, corps="line-1")
    await say(anna, "game team release", corps="line-1")
    await say(clara, "game leave")
    await say(anna, "time clock", time="2d", late="default")
    await say(bruno, "time clock", time="2d", late="default")
    await say(anna, "time hours", zone="Europe/Paris", quiet="22-7", reminder="3h")
    await say(anna, "time vacation", last="+3")
    await say(anna, "time vacation", end=True)
    await say(clara, "lobby seek", system="morne_plaine")
    await say(clara, "lobby stop")
    return anna, bruno


@pytest.mark.long
@pytest.mark.promise(2)
@pytest.mark.fault(25)
async def test_what_is_delivered_twice_is_done_once_in_every_command(build: Any) -> None:
    async with build(world=ROOMY) as harness:
        twice = Twice(harness)
        anna, bruno = await two_seated_players(twice, "battle")
        marshal = harness.person("Marshal")

        async def say(person: Any, name: str, **options: Any) -> Reply:
            return await twice(await person.slash("battle", name, options))

        await say(marshal, "server", moderators="Moderator")
        await say(marshal, "marshal pause", reason="dinner")
        await say(marshal, "marshal resume", reason="done")
        await say(anna, "plan standing", question="advance", answer="yes")
        await say(anna, "move", unit="line-1", path="0708")
        await say(anna, "undo")
        form = await say(anna, "orders")
        plan = await twice(await anna.submit(form, {"text": "line-1 NE\nline-2 NE"}))
        await twice(await anna.click(plan, "Give"))
        await say(anna, "whatif open")
        await say(anna, "whatif dice", faces="6 6")
        await say(anna, "move", unit="line-4", path="NE")
        await say(anna, "move", unit="drag-5", path="NE")
        await say(anna, "undo")
        await say(anna, "whatif send")
        await say(anna, "game picture", channel="five")
        await say(anna, "done")
        await say(bruno, "game draw")
        offer = await anna.until("battle", "draw")
        await twice(await anna.click(offer, offer.labels[-1]))
        await say(marshal, "marshal correct", unit="line-1", what="place", to="0505", reason="slip")
        await say(marshal, "marshal replace", side="orange", **{"with": "Clara"}, reason="gone")
        await say(anna, "time substitute", side="blue")
        await say(anna, "game rematch")
        gone = await say(anna, "me data delete")
        await twice(await anna.click(gone, gone.labels[0]))
        await say(bruno, "learn", system="morne_plaine")
        obeyed = len(written(harness)["receipts"])

    assert obeyed > 30, "too little was done"
    assert not twice.wrong, "\n\n".join(twice.wrong)


async def a_game(harness: Any) -> tuple[Any, Any]:
    """Anna and Bruno sit opposite each other at Ormes."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    return anna, bruno


@pytest.mark.long
@pytest.mark.promise(2)
@pytest.mark.fault(26, 30)
async def test_what_was_received_is_not_received_again_after_a_resume(harness: Any) -> None:
    anna, _ = await a_game(harness)
    moved = await anna.slash("battle", "move", unit="line-1", path="0708")
    pressed = await anna.click(moved, "Map and key")
    form = await anna.slash("battle", "orders")
    plan = await anna.submit(form, {"text": "line-2 NE"})
    await anna.complete("battle", "move", {"unit": ""}, focused="unit")
    await harness.quiet()
    before, words = written(harness), [moved.words, pressed.words, plan.words]

    harness.sandbox.gateway.rewind = 1000
    await harness.sandbox.gateway.close(4000)
    while not harness.sandbox.gateway.resumes:
        await harness.sandbox.broadcaster.wait_for_change(0.1)
    panel = await anna.click(await anna.slash("battle", "game status"), "Give")
    await harness.quiet()
    asked = await anna.click(panel, "Done")
    ten = [anna.click(asked, "Done with movement anyway") for _ in range(10)]
    replies = await asyncio.gather(*ten)
    await harness.quiet()

    callbacks = Counter(e.path for e in harness.sandbox.exchanges if e.path.endswith("/callback"))
    after = written(harness)
    assert set(callbacks.values()) == {1}, "each was acknowledged once"
    assert [moved.words, pressed.words, plan.words] == words
    assert len(after["entries"]) == len(before["entries"]) + 1, "ten presses end one phase"
    assert all(reply.message is not None for reply in replies)


def from_elsewhere(**changes: Any) -> Any:
    """Changes what is delivered; a key set to None is not delivered at all."""

    def amend(payload: Any) -> None:
        payload |= changes
        for key in [key for key, value in payload.items() if value is None]:
            del payload[key]

    return amend


def alone_with_it(payload: Any) -> None:
    payload["user"] = payload.pop("member")["user"]
    del payload["guild_id"], payload["guild"], payload["guild_locale"]
    payload |= {"context": 1, "channel": {"id": payload["channel_id"], "type": 1, "recipients": []}}


def in_place(kind: int) -> Any:
    """In a channel of another kind, which the bot has never heard of."""

    def amend(payload: Any) -> None:
        payload["channel_id"] = str(int(payload["channel_id"]) + kind)
        payload["channel"] |= {"id": payload["channel_id"], "type": kind, "parent_id": "1"}
        thread = {"archived": False, "auto_archive_duration": 60, "locked": False}
        thread["archive_timestamp"] = "2026-01-01T00:00:00+00:00"
        counts = {"message_count": 0, "member_count": 1, "total_message_sent": 0}
        payload["channel"] |= (
            {"owner_id": "1", "thread_metadata": thread, **counts} if kind in (10, 11, 12) else {}
        )
        payload["channel"] |= {"bitrate": 64000, "user_limit": 0} if kind in (2, 13) else {}

    return amend


def another(**data: Any) -> Any:
    return lambda payload: payload["data"].update(data)


STRANGE = {
    "kind": (from_elsewhere(type=9), "command no longer exists"),
    "command": (another(name="surrender", options=[]), "command no longer exists"),
    "language": (from_elsewhere(locale="tlh"), "movement phase"),
    "guild": (from_elsewhere(guild_id="77", guild={"id": "77", "features": []}), "movement phase"),
    "direct": (alone_with_it, "not in direct messages"),
    "nobody": (from_elsewhere(member=None), "not in direct messages"),
    "nowhere": (from_elsewhere(channel=None, channel_id=None), "not in direct messages"),
    "owner": (from_elsewhere(authorizing_integration_owners={"1": "5"}), "movement phase"),
    "powerless": (from_elsewhere(app_permissions="0"), "movement phase"),
    "thread": (in_place(11), "No game is being played"),
    "voice": (in_place(2), "No game is being played"),
    "stage": (in_place(13), "No game is being played"),
    "forum": (in_place(15), "No game is being played"),
    "new": (in_place(99), "not in direct messages"),
}


@pytest.mark.long
@pytest.mark.promise(4)
@pytest.mark.fault(33, 34, 35, 36, 37, 38, 39, 40)
async def test_every_interaction_is_answered(harness: Any) -> None:
    anna, bruno = await a_game(harness)
    delivery, panel = harness.sandbox.delivery, await anna.slash("battle", "game status")
    panel = await anna.click(panel, "Give")
    await harness.quiet()
    outcomes = {}
    for name, (delivery.amend, _) in STRANGE.items():
        outcomes[name] = (await anna.slash("battle", "game status")).words
    delivery.amend = another(name="surrender")
    choices = await anna.complete("battle", "move", {"unit": ""}, focused="unit")
    delivery.amend = lambda payload: payload["member"].update(permissions="0", roles=[])
    marshal = harness.person("Marshal")
    overruled = await marshal.slash("battle", "server", board="parlour")
    stranger = await marshal.slash("battle", "marshal pause", reason="dinner")
    delivery.amend = another(custom_id="g1:1:77:done", component_type=2)
    absent = await anna.click(panel, "Done")
    delivery.amend = another(component_type=3, values=["x"])
    other = await anna.click(panel, "Done")
    delivery.amend = lambda payload: None
    before = panel.words
    theirs = delivery.deliver(
        3,
        {"custom_id": next(b["custom_id"] for b in panel.buttons), "component_type": 2, "id": 1},
        harness.sandbox.channel("battle"),
        bruno.id,
        name="pressed by another",
        source=deepcopy(panel.json),
    )
    await harness.quiet()
    guild = harness.sandbox.channel("battle")["guild_id"]
    left = {u: m for u, m in harness.sandbox.state.members(guild).items() if u != bruno.id}
    harness.sandbox.state.records.save("meta", f"members:{guild}", left)
    await anna.slash("battle", "done")
    gone = await anna.slash("battle", "game status")
    await harness.quiet()

    assert {n: w[:80] for n, w in outcomes.items() if STRANGE[n][1] not in w} == {}
    assert choices == []
    assert "Done" in overruled.words, "who may use it is the server's business"
    assert "Only this server's moderators" in stranger.words
    assert "out of date" in absent.words
    assert "out of date" in other.words
    assert panel.words == before, "nobody else's press changes what she reads"
    assert theirs.acknowledged == 5
    assert "Orange to play (Bruno)" in gone.words, "his place is kept"
    assert bruno.id in str([m.json["mentions"] for m in anna.sees("battle")])


@pytest.mark.promise(3)
async def test_a_form_that_cannot_be_found_in_time_is_answered_with_a_page(harness: Any) -> None:
    anna, _ = await a_game(harness)
    harness.bot.interactions.timeouts = replace(PATIENT, form=0.2)
    await harness.quiet()

    async def read_slowly() -> None:
        async with harness.store.reading():
            await asyncio.sleep(0.5)

    busy = [asyncio.create_task(read_slowly()) for _ in range(2)]
    await asyncio.sleep(0)

    slow = await anna.slash("battle", "orders")
    await asyncio.gather(*busy)
    quick = await anna.slash("battle", "orders")

    assert "too long to open" in slow.words
    assert quick.modal is not None
