"""Announce a change: to the bot through the gateway, to the page, and to waiting tests."""

import asyncio
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sandbox.gateway.server import Gateway
from sandbox.model import objects
from sandbox.model.records import Interaction, Post
from sandbox.model.state import State

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One line for the page's sockets, and who may hear it (user ids)."""

    body: Json
    people: frozenset[str]


class Broadcaster:
    """The one place a change leaves through."""

    def __init__(self, state: State, gateway: Gateway, memory: int | None) -> None:
        """`memory`: how many notices to remember; None for all."""
        self.state = state
        self.gateway = gateway
        self.notices: deque[Notice] = deque(maxlen=memory)
        self.followers: list[Callable[[Notice], None]] = []
        self._pulse = asyncio.Event()

    def message_created(self, post: Post) -> None:
        """A message stands in its channel. The bot is not told of ephemeral ones, like at Discord."""
        channel = self.state.channel(post.channel)
        channel["last_message_id"] = post.id
        if channel["type"] in objects.THREADS and post.viewer is None:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        self.state.records.save("channel", channel["id"], channel)
        self._message("message", "MESSAGE_CREATE", post)

    def message_changed(self, post: Post) -> None:
        """A message reads differently."""
        self._message("update", "MESSAGE_UPDATE", post)

    def message_deleted(self, post: Post, *, bulk: bool = False) -> None:
        """A message was deleted, or dismissed by its one viewer."""
        line = {"t": "delete", "channel": post.channel, "message": post.id}
        people = self._viewers(post) if post.viewer is None else frozenset({post.viewer})
        if post.viewer is None and not bulk:
            guild = self._guild(post.channel)
            body = {"id": post.id, "channel_id": post.channel}
            self.gateway.dispatch("MESSAGE_DELETE", body | _in_guild(guild), guild)
        self.send_to_pages(line, people)

    def messages_deleted(self, channel: str, posts: list[Post]) -> None:
        """Several messages were deleted at once."""
        guild = self._guild(channel)
        body = {"ids": [post.id for post in posts], "channel_id": channel}
        self.gateway.dispatch("MESSAGE_DELETE_BULK", body | _in_guild(guild), guild)
        for post in posts:
            self.message_deleted(post, bulk=True)

    def channel(self, event: str, channel: Json) -> None:
        """A channel or thread was made, changed or deleted; `event` is the gateway's name for it."""
        guild = channel.get("guild_id")
        bot_sees = event.endswith("DELETE") or self.state.sees_channel(self.state.bot["id"], channel)
        if bot_sees:
            self.gateway.dispatch(event, dict(channel), guild)
        if event.endswith("DELETE"):
            everybody = frozenset(self.state.person_ids())
            self.send_to_pages({"t": "channel_gone", "id": channel["id"]}, everybody)
        else:
            self.send_to_pages({"t": "channel", "channel": channel}, self._who_see(channel))

    def event(self, name: str, body: Json, channel: Json) -> None:
        """Something only the bot hears of: reactions, pins."""
        guild = channel.get("guild_id")
        self.gateway.dispatch(name, body | _in_guild(guild), guild)
        self.wake()

    def typing(self, channel: Json) -> None:
        """The bot is writing."""
        self.send_to_pages({"t": "typing", "channel": channel["id"]}, self._who_see(channel))

    def acknowledged(self, interaction: Interaction) -> None:
        """The bot answered an interaction in time."""
        line = {"t": "acked", "interaction": interaction.id, "nonce": interaction.nonce}
        self.send_to_pages(line, frozenset({interaction.user}))

    def modal(self, interaction: Interaction) -> None:
        """The bot opens a form."""
        line = {"t": "modal", "interaction": interaction.id, "modal": interaction.modal}
        self.send_to_pages(line, frozenset({interaction.user}))

    def failed(self, interaction: Interaction, text: str) -> None:
        """The bot did not answer in time."""
        line = {"t": "failed", "interaction": interaction.id, "nonce": interaction.nonce, "text": text}
        self.send_to_pages(line, frozenset({interaction.user}))

    def bot_presence_changed(self) -> None:
        """The bot's gateway connection opened or closed."""
        line = {"t": "bot", "online": self.gateway.online}
        self.send_to_pages(line, frozenset(self.state.person_ids()))

    def commands_changed(self) -> None:
        """The bot registered other commands."""
        self.send_to_pages({"t": "commands"}, frozenset(self.state.person_ids()))

    def send_to_pages(self, line: Json, people: frozenset[str]) -> None:
        """Give one line to the page of each of these people, and wake who waits for a change."""
        notice = Notice(body=deepcopy(line), people=people)
        self.notices.append(notice)
        for follower in list(self.followers):
            follower(notice)
        self.wake()

    def wake(self) -> None:
        """Wake everybody who waits for any change."""
        pulse, self._pulse = self._pulse, asyncio.Event()
        pulse.set()

    async def wait_for_change(self, timeout: float) -> bool:
        """Wait for the next change, at most `timeout` seconds; whether there was one."""
        try:
            async with asyncio.timeout(max(timeout, 0)):
                await self._pulse.wait()
        except TimeoutError:
            return False
        return True

    def _message(self, line: str, event: str, post: Post) -> None:
        if post.viewer is None:
            guild = self._guild(post.channel)
            body = deepcopy(post.message) | _in_guild(guild)
            author = post.message["author"]["id"]
            if guild is not None and author in self.state.members(guild):
                member = self.state.member(guild, author)
                del member["user"]
                body["member"] = member
            if self.state.sees_channel(self.state.bot["id"], self.state.channel(post.channel)):
                self.gateway.dispatch(event, body, guild)
        self.send_to_pages({"t": line, "message": post.message}, self._viewers(post))

    def _viewers(self, post: Post) -> frozenset[str]:
        return frozenset(u for u in self.state.person_ids() if self.state.sees(u, post))

    def _who_see(self, channel: Json) -> frozenset[str]:
        return frozenset(u for u in self.state.person_ids() if self.state.sees_channel(u, channel))

    def _guild(self, channel: str) -> str | None:
        guild: str | None = self.state.channel(channel).get("guild_id")
        return guild


def _in_guild(guild: str | None) -> Json:
    return {} if guild is None else {"guild_id": guild}
