"""The simulated Discord itself: what it holds, what happens in it, what tests change in it. No network."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from sandbox.client.client import Client
from sandbox.gateway.broadcaster import Broadcaster
from sandbox.gateway.interactions import InteractionDelivery
from sandbox.gateway.server import Gateway
from sandbox.messages.writer import MessageWriter
from sandbox.model import objects
from sandbox.model.records import Interaction, Records
from sandbox.model.state import LOADING, State
from sandbox.model.world import World
from sandbox.model.world_setup import create_missing
from sandbox.rest.exchanges import Activity, Exchange
from sandbox.rest.faults import Fault
from sandbox.rest.rate_limits import RateLimits

Json = dict[str, Any]


class SimulationOptions(TypedDict, total=False):
    """The arguments of a `Simulation` after its directory."""

    world: World | None
    clock: Callable[[], float]
    window: float
    token_life: float
    join_delay: float
    memory: int | None
    rate_limits: RateLimits | None


class Simulation:
    """A simulated Discord: state, gateway, messages, interactions, client.

    `directory` keeps everything between runs; None forgets it at the end. `clock` gives Unix
    seconds and may run ahead in tests. `memory` bounds what is remembered of traffic, for long runs;
    `rate_limits` limits the rate of REST calls. `window`, `token_life` and `join_delay` are in seconds.
    """

    def __init__(
        self,
        directory: str | Path | None = None,
        *,
        world: World | None = None,
        clock: Callable[[], float] = time.time,
        window: float = 3.0,
        token_life: float = 900.0,
        join_delay: float = 2.5,
        memory: int | None = None,
        rate_limits: RateLimits | None = None,
    ) -> None:
        self.world = world or World()
        self.exchanges: deque[Exchange] = deque(maxlen=memory)
        self.activity = Activity()
        self.rate_limits = rate_limits
        self.unhandled: deque[str] = deque(maxlen=memory)
        self.faults: list[Fault] = []
        self.state = State(Records(None if directory is None else Path(directory)), clock)
        create_missing(self.state, self.world)
        self.gateway = Gateway(self.state, self.world.token, join_delay)
        self.broadcaster = Broadcaster(self.state, self.gateway, memory)
        self.gateway.on_presence_change = self.broadcaster.bot_presence_changed
        self.message_writer = MessageWriter(self.state, self.broadcaster)
        self.delivery = InteractionDelivery(self.state, self.broadcaster, window, token_life)
        self.client = Client(self.state, self.delivery, self.message_writer, self.broadcaster)

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    def channel(self, name: str, guild: str | None = None) -> Json:
        """A channel or thread by id or name, the newest of that name; perhaps in a guild of that name."""
        if name in self.state.records.channels:
            return self.state.records.channels[name]
        guilds = {g["id"] for g in self.state.records.guilds.values() if guild in (None, g["name"])}
        for channel in reversed(self.state.records.channels.values()):
            if channel.get("name") == name and channel.get("guild_id") in guilds:
                return channel
        raise KeyError(name)

    @property
    def interactions(self) -> list[Interaction]:
        """All interactions there were."""
        return list(self.state.records.interactions.values())

    @property
    def unanswered(self) -> list[Interaction]:
        """The interactions a bot got and has not acknowledged, autocompletions excepted when late."""
        return [i for i in self.interactions if i.delivered and i.acknowledged is None]

    @property
    def neglected(self) -> list[Interaction]:
        """The interactions a bot could have answered in time and did not, or left "thinking"."""
        posts = self.state.records.posts
        return [
            i
            for i in self.interactions
            if (i.live and i.acknowledged is None)
            or ((post := posts.get(i.original or "")) is not None and post.message["flags"] & LOADING)
        ]

    async def ready(self, timeout: float = 10.0) -> None:
        """Wait until the bot is connected and knows all guilds. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (self.gateway.online and all(map(self.state.is_member_of, self.state.records.guilds))):
                await self.broadcaster.wait_for_change(0.5)

    def change_channel(self, channel: Json) -> None:
        """Put a changed channel or thread in the place of the old one."""
        self.state.records.save("channel", channel["id"], channel)
        thread = channel["type"] in objects.THREADS
        self.broadcaster.channel("THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel)

    def delete_channel(self, channel: Json) -> None:
        """Delete a channel or thread, its threads and messages."""
        for thread in self.state.threads(parent=channel["id"]):
            self.delete_channel(thread)
        for post in list(self.state.records.in_channel(channel["id"])):
            self.state.records.delete_post(post)
        self.state.records.delete("channel", channel["id"])
        is_thread = channel["type"] in objects.THREADS
        self.broadcaster.channel("THREAD_DELETE" if is_thread else "CHANNEL_DELETE", channel)

    def delete_role(self, name: str) -> None:
        """Delete a role by name in every guild, and remove it from all members."""
        for guild in list(self.state.records.guilds.values()):
            gone = [role["id"] for role in guild["roles"] if role["name"] == name]
            if not gone:
                continue
            roles = [role for role in guild["roles"] if role["id"] not in gone]
            self.state.records.save("guild", guild["id"], guild | {"roles": roles})
            members = {
                user: about | {"roles": [r for r in about["roles"] if r not in gone]}
                for user, about in self.state.members(guild["id"]).items()
            }
            self.state.records.save("meta", f"members:{guild['id']}", members)
            for role in gone:
                self.gateway.dispatch(
                    "GUILD_ROLE_DELETE", {"guild_id": guild["id"], "role_id": role}, guild["id"]
                )

    def conversation(self, user: str) -> Json:
        """The direct message channel between the bot and a user; created if there is none."""
        for channel in self.state.records.channels.values():
            if channel["type"] == objects.DM and channel["recipients"][0]["id"] == user:
                return channel
        channel = objects.direct_channel(self.state.new_id(), [self.state.records.users[user]])
        self.state.records.save("channel", channel["id"], channel)
        self.broadcaster.channel("CHANNEL_CREATE", channel)
        return channel

    def join_thread(self, thread: Json, user: str, *, leave: bool = False) -> None:
        """Add a user to a thread, or remove them."""
        users = [u for u in self.state.thread_members(thread["id"]) if u != user]
        users = users if leave else [*users, user]
        self.state.records.save("meta", f"thread:{thread['id']}", {"users": users})
        thread["member_count"] = len(users)
        self.change_channel(thread)
