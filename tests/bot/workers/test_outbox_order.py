"""In which order posts are sent, how often they are tried, and when they are given up: a real database and,
in place of Discord, a channel that refuses what it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.connection.lost_permissions import AGAIN, LostPermissions
from bot.connection.rest_guard import Paused
from bot.connection.timeouts import Timeouts
from bot.core.game_service import GameService
from bot.runtime.metrics import Metrics
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page
from bot.workers.outbox_page_registry import OutboxPages
from bot.workers.outbox_sender import MOST_UNCLEAR, NOTHING, SLOWEST, OutboxSender
from storage import DatabaseTrouble
from storage.queries.outbox import OutboxQueries
from tests.bot.features.lobby.test_seating_rights import lobby
from tests.bot.workers.test_keyed_worker import NoWaits
from tests.patience import PATIENCE

HERE, THERE = 1, 2
DELETED, CLOSED, FORBIDDEN = 10008, 50083, 50001
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def refused(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


class Lost(OSError):
    """The message is posted, and Discord's answer does not arrive."""


@dataclass(slots=True)
class Discord:
    """Messages by number. `troubles` are met by the next calls of a channel, one each; a nonce that is known
    posts nothing."""

    texts: dict[int, str] = field(default_factory=dict)
    calls: list[tuple[int, str, str]] = field(default_factory=list)
    nonces: dict[int, int] = field(default_factory=dict)
    troubles: dict[int, list[BaseException | None]] = field(default_factory=dict)
    made: datetime = NOW
    loud: set[str] = field(default_factory=set)

    async def called(self, channel: int, what: str, text: str) -> BaseException | None:
        self.calls.append((channel, what, text))
        await asyncio.sleep(0)
        waiting = self.troubles.get(channel)
        trouble = waiting.pop(0) if waiting else None
        if trouble is not None and not isinstance(trouble, Lost):
            raise trouble
        return trouble

    def of(self, channel: int) -> list[tuple[str, str]]:
        return [(what, text) for there, what, text in self.calls if there == channel]


class Place(discord.PartialMessageable):
    """A channel of it."""

    def __init__(self, service: Discord, number: int) -> None:
        state: Any = None
        super().__init__(state=state, id=number)
        self.service = service

    async def send(self, content: str = "", *, nonce: int, **options: Any) -> Any:  # type: ignore[override]
        if not options.get("silent"):
            self.service.loud.add(content)
        trouble = await self.service.called(self.id, "send", content)
        message = self.service.nonces.setdefault(nonce, 100 + nonce)
        self.service.texts.setdefault(message, content)
        if trouble is not None:
            raise trouble
        text, deleted = self.service.texts[message], self.service.texts.pop

        async def delete() -> None:
            deleted(message)

        return SimpleNamespace(id=message, content=text, created_at=self.service.made, delete=delete)

    def get_partial_message(self, number: int) -> Any:
        async def edit(view: Any, **_: Any) -> None:
            text = "".join(i.content for i in view.walk_children() if isinstance(i, discord.ui.TextDisplay))
            await self.service.called(self.id, "edit", text)
            if number not in self.service.texts:
                raise refused(404, DELETED)
            self.service.texts[number] = text

        return SimpleNamespace(edit=edit)


async def says(post: OutboxPost) -> Page | None:
    text = str(post.message.body["text"])
    return Page(text=text, pings=(7,)) if text != "gone" else None


async def shows(post: OutboxPost) -> Page:
    return Page(text=str(post.message.body["text"]))


class Desk:
    """The sender with what it needs."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self.discord = Discord()
        self.waits = NoWaits()
        self.told: list[int | None] = []
        self.steady = 0.0
        kinds = OutboxPageSet()
        kinds.on("note", "other", about_game=False)(says)
        kinds.on("lobby", "call")(says)
        kinds.on("card", about_game=False)(shows)
        places: Any = SimpleNamespace(missing_in=lambda n: (), missing=lambda n, held: ("send_messages",))
        self.metrics = Metrics()
        self.rights = LostPermissions(games, places, self.metrics, lambda: self.steady)

        async def draw(page: Page, largest: int, language: str) -> tuple[Page, None]:
            return page, None

        reception: Any = SimpleNamespace(metrics=self.metrics, discord_clock=lambda: NOW, draw=draw)
        self.sender = OutboxSender(
            games,
            reception,
            lambda number: Place(self.discord, number),
            lambda number: 10_000_000,
            OutboxPages(games, lambda channel, guild: "en", [kinds]),
            self.rights,
            Timeouts(pause=1.0),
            self.waits,
        )
        self.sender.subscribe(self.told.append)

    async def put(
        self, *texts: str, channel: int = HERE, kind: str = "note", game: int | None = None, **body: Any
    ) -> list[int]:
        async with self.games.store.writing() as tx:
            return [
                await tx.outbox.add(game=game, channel=channel, kind=kind, body={"text": text, **body})
                for text in texts
            ]

    async def sent(self) -> None:
        """Wait until everything was sent or given up."""
        self.sender.start()
        async with asyncio.timeout(PATIENCE):
            while await self.games.store.outbox.waiting() or self.sender._rounds:
                await asyncio.sleep(0.001)

    async def ends(self, numbers: Iterable[int]) -> list[tuple[int | None, str]]:
        """The message that each post became, and why it was given up."""
        posts = [await self.games.store.outbox.get(number) for number in numbers]
        return [(post.posted, post.failed) for post in posts if post is not None]


@pytest.fixture
async def desk(games: GameService) -> AsyncIterator[Desk]:
    made = Desk(games)
    yield made
    await made.sender.close(0)


async def test_posts_of_a_channel_are_sent_in_the_order_in_which_they_were_written(desk: Desk) -> None:
    for number, kind in enumerate(("other", "note", "other", "note"), start=1):
        await desk.put(str(number), kind=kind)
    desk.discord.troubles[HERE] = [None, refused(503), refused(503)]
    await desk.sent()

    assert [text for _, text in desk.discord.of(HERE)] == ["1", "2", "2", "2", "3", "4"]
    assert sorted(desk.discord.texts.values()) == ["1", "2", "3", "4"], "each once"
    assert desk.sender._tried == {}, "what is noted is not kept"


async def test_a_channel_that_takes_nothing_holds_up_no_other_and_is_tried_after_growing_waits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.put("1", "2", channel=HERE)
    await desk.put("3", channel=THERE)
    failures: list[BaseException | None] = [refused(503) for _ in range(7)]
    desk.discord.troubles[HERE] = [*failures, Paused(200.0), None, refused(500)]
    sleep = desk.waits.sleep

    async def until_the_other_is_sent(seconds: float) -> None:
        await sleep(seconds)
        async with asyncio.timeout(PATIENCE):
            while not desk.discord.of(THERE):
                await asyncio.sleep(0.001)

    monkeypatch.setattr(desk.waits, "sleep", until_the_other_is_sent)
    await desk.sent()

    assert desk.waits.asked == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, SLOWEST, 200.0, 1.0]
    assert desk.discord.of(THERE) == [("send", "3")]
    assert desk.told == [None] * 3


async def test_what_discord_refuses_is_given_up_and_no_more_is_asked_there_for_a_while(desk: Desk) -> None:
    first, second = await desk.put("1", "2")
    desk.discord.troubles[HERE] = [refused(403, FORBIDDEN)]
    await desk.sent()
    desk.steady = AGAIN
    (third,) = await desk.put("3")
    await desk.sent()
    known: Any = SimpleNamespace(channel_id=HERE, locale="en", app_permissions=None)
    remark = desk.rights.with_remark(known, Page(text="x"))

    assert [text for _, text in desk.discord.of(HERE)] == ["1", "3"]
    why = "no access to the channel"
    assert await desk.ends([first, second, third]) == [(None, why), (None, why), (100 + third, "")]
    assert desk.metrics.given_up._value.get() == 2
    assert remark == Page(text="x"), "all is well again"


@pytest.mark.parametrize("status", [400, 404])
async def test_what_discord_refuses_for_its_content_keeps_nothing_else_from_being_sent(
    desk: Desk, status: int
) -> None:
    first, second = await desk.put("1", "2")
    desk.discord.troubles[HERE] = [refused(status)]
    await desk.sent()

    assert (await desk.ends([first]))[0][1].startswith("refused: ")
    assert await desk.ends([second]) == [(100 + second, "")]


@pytest.mark.parametrize("status", [401, 429])
async def test_a_refusal_that_passes_gives_nothing_up(desk: Desk, status: int) -> None:
    posts = await desk.put("1")
    desk.discord.troubles[HERE] = [refused(status)]
    await desk.sent()

    assert await desk.ends(posts) == [(100 + posts[0], "")]


async def test_answers_that_cannot_be_read_are_asked_for_so_often_and_the_next_post_anew(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await desk.put("1", "2")
    unreadable: list[BaseException | None] = [ValueError() for _ in range(MOST_UNCLEAR + 1)]
    desk.discord.troubles[HERE] = unreadable
    await desk.sent()

    assert desk.waits.asked == [1.0, 2.0, 4.0, 8.0, 1.0]
    assert await desk.ends([first]) == [(None, "possibly posted: the responses could not be read")]
    assert await desk.ends([second]) == [(100 + second, "")]
    assert "cannot be read" in caplog.text


async def test_a_post_whose_page_cannot_be_made_is_given_up_alone(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with desk.games.store.writing() as tx:
        bad = await tx.outbox.add(game=None, channel=HERE, kind="note", body={})
    (good,) = await desk.put("1")
    await desk.sent()

    assert "KeyError" in (await desk.ends([bad]))[0][1]
    assert await desk.ends([good]) == [(100 + good, "")]


async def test_a_post_that_says_something_else_when_it_is_tried_again_is_brought_up_to_date(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (post,) = await desk.put("old")
    desk.discord.troubles[HERE] = [Lost()]
    pages = desk.sender._pages
    texts = ["old", "new"]

    async def page(message: Any, earlier: Any = ()) -> Page:
        return Page(text=texts.pop(0), pings=(7,))

    monkeypatch.setattr(pages, "page", page)
    await desk.sent()

    assert desk.discord.texts == {100 + post: "new"}
    assert await desk.ends([post]) == [(100 + post, "")]


async def test_a_post_that_has_nothing_left_to_say_and_may_stand_is_known_by_its_number(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a call that was sent and not noted would never be deleted."""
    (post,) = await desk.put("call")
    desk.discord.troubles[HERE] = [Lost()]
    made: list[Page | None] = [Page(text="call", pings=(7,)), None]

    async def page(message: Any, earlier: Any = ()) -> Page | None:
        return made.pop(0)

    monkeypatch.setattr(desk.sender._pages, "page", page)
    await desk.sent()

    assert desk.discord.texts == {100 + post: "call"}
    assert await desk.ends([post]) == [(100 + post, "")]


@pytest.mark.parametrize("stands", [True, False])
async def test_what_the_process_before_may_have_sent_is_found_though_it_has_nothing_left_to_say(
    desk: Desk, stands: bool
) -> None:
    first, second = await desk.put("gone", "gone")
    if stands:
        desk.discord.nonces[first], desk.discord.texts[100 + first] = 100 + first, "call"
    await desk.sent()
    (later,) = await desk.put("gone")
    await desk.sent()

    assert desk.discord.of(HERE) == [("send", NOTHING)], "only the first may stand"
    assert desk.discord.loud == set()
    assert desk.discord.texts == ({100 + first: "call"} if stands else {})
    told = (100 + first, "") if stands else (None, "nothing left to say")
    assert await desk.ends([first, second, later]) == [told, *[(None, "nothing left to say")] * 2]


async def test_a_post_of_the_process_before_that_stands_is_edited_where_it_says_something_else(
    desk: Desk,
) -> None:
    first, second = await desk.put("new", "same", channel=HERE)
    (same,) = await desk.put("same", channel=THERE)
    for post, text in ((first, "old"), (same, "same")):
        desk.discord.nonces[post], desk.discord.texts[100 + post] = 100 + post, text
    desk.discord.made = NOW - timedelta(seconds=20)
    await desk.sent()

    assert desk.discord.texts == {100 + first: "new", 100 + same: "same", 100 + second: "same"}
    assert ("edit", "new") in desk.discord.of(HERE)
    assert desk.discord.of(THERE) == [("send", "same")]


async def test_a_post_that_was_made_just_now_is_not_edited(desk: Desk) -> None:
    await desk.put("1", kind="card")
    await desk.sent()

    assert desk.discord.of(HERE) == [("send", "")]


async def test_of_lobby_posts_that_wait_the_last_is_sent_and_edits_the_one_before(desk: Desk) -> None:
    game = await lobby(desk.games)
    one = await desk.games.game(game)
    await desk.put("other game", kind="lobby", game=game)  # stands already
    await desk.sent()
    (stands,) = desk.discord.texts
    desk.discord.calls.clear()
    posts = await desk.put("1", kind="lobby", game=game, invited=[9])
    posts += await desk.put("2", "3", kind="lobby", game=game)
    await desk.sent()

    assert one.record.status == "lobby"
    assert desk.discord.of(HERE) == [("edit", "1"), ("edit", "3")]
    assert await desk.ends(posts) == [(stands, ""), (None, "nothing left to say"), (stands, "")]


async def test_the_lobby_of_another_game_in_the_channel_leaves_nothing_out(desk: Desk) -> None:
    game = await lobby(desk.games)
    async with desk.games.store.writing() as tx:
        await tx.games.update(game, status="over")
    other = await lobby(desk.games)
    await desk.put("1", kind="lobby", game=game)
    await desk.put("2", kind="lobby", game=other)
    await desk.sent()

    assert [text for _, text in desk.discord.of(HERE)][-2:] == ["1", "2"]


@pytest.mark.parametrize("code", [DELETED, CLOSED])
async def test_what_would_be_edited_and_cannot_be_is_posted_again(desk: Desk, code: int) -> None:
    game = await lobby(desk.games)
    await desk.put("1", kind="lobby", game=game)
    await desk.sent()
    (before,) = desk.discord.texts
    desk.discord.calls.clear()
    desk.discord.troubles[HERE] = [refused(404, code)]
    (post,) = await desk.put("2", kind="lobby", game=game)
    await desk.sent()

    assert desk.discord.of(HERE) == [("edit", "2"), ("send", "2")]
    assert await desk.ends([post]) == [(100 + post, "")]
    assert desk.discord.texts == {before: "1", 100 + post: "2"}


async def test_an_edit_that_fails_otherwise_posts_nothing_a_second_time(desk: Desk) -> None:
    game = await lobby(desk.games)
    await desk.put("1", kind="lobby", game=game)
    await desk.sent()
    desk.discord.calls.clear()
    desk.discord.troubles[HERE] = [refused(503)]
    await desk.put("2", kind="lobby", game=game)
    await desk.sent()

    assert desk.discord.of(HERE) == [("edit", "2"), ("edit", "2")]
    assert list(desk.discord.texts.values()) == ["2"]


async def test_nothing_is_sent_while_a_message_of_the_channel_is_edited(desk: Desk) -> None:
    await desk.put("1")
    async with desk.sender.locked(HERE):
        desk.sender.start()
        for _ in range(20):
            await asyncio.sleep(0.001)
        during = list(desk.discord.calls)
    await desk.sent()

    assert during == []
    assert desk.discord.of(HERE) == [("send", "1")]


async def test_what_comes_while_a_round_ends_is_sent_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.put("1")
    look, added = desk.sender._waiting, asyncio.Event()

    async def waiting(channel: int) -> Any:
        posts = await look(channel)
        if not posts and not added.is_set():
            added.set()
            await desk.put("2")
            desk.sender.wake()
            for _ in range(20):
                await asyncio.sleep(0.001)
        return posts

    monkeypatch.setattr(desk.sender, "_waiting", waiting)
    desk.sender.start()
    async with asyncio.timeout(PATIENCE):
        await added.wait()
    await desk.sent()

    assert [text for _, text in desk.discord.of(HERE)] == ["1", "2"]


async def test_after_trouble_with_the_database_it_goes_on_by_itself(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(games)
    desk.sender._pause = 0.001
    await desk.put("1")
    ask, failures = OutboxQueries.waiting, [DatabaseTrouble("lost", path="x")]

    async def failing(*args: Any, **options: Any) -> Any:
        if failures and len(args) > 1:
            raise failures.pop()
        return await ask(*args, **options)

    monkeypatch.setattr(OutboxQueries, "waiting", failing)
    desk.sender.start()
    async with asyncio.timeout(PATIENCE):
        while not desk.discord.calls:
            await asyncio.sleep(0.001)
    await desk.sent()
    await desk.sender.close(0)

    assert not failures
    assert desk.discord.of(HERE) == [("send", "1")]


async def test_who_listens_is_told_of_every_post_and_the_call_that_stands_is_noted(desk: Desk) -> None:
    game = await lobby(desk.games)
    await desk.sent()
    desk.told.clear()
    earlier, call = await desk.put("1", "2", kind="call", game=game, side="blue")
    await desk.put("gone", kind="call", game=game, side="orange")
    await desk.sent()

    assert desk.told == [game] * 3
    assert await desk.ends([earlier]) == [(None, "nothing left to say")], "the later one says it"
    pings = await desk.games.store.turn_pings.all()
    assert [(ping.message, ping.game, ping.channel, ping.side) for ping in pings] == [
        (100 + call, game, HERE, "blue")
    ], "the call that stands is noted, to be deleted in time"
