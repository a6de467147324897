"""The sandbox as a whole: one world, one port, everything that serves it."""

import asyncio
import ssl
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from sandbox import shapes
from sandbox.announcer import Announcer
from sandbox.client import Client
from sandbox.compose import Composer
from sandbox.delivery import AUTOCOMPLETE, Delivery
from sandbox.exchanges import Exchange
from sandbox.faults import Fault
from sandbox.founding import found
from sandbox.gateway import Gateway
from sandbox.hand import Person, Shown
from sandbox.pace import Pace
from sandbox.page_api import PageApi
from sandbox.permissions import Permission
from sandbox.records import Interaction, Records
from sandbox.rest.server import Rest
from sandbox.state import LOADING, State
from sandbox.world import World

Json = dict[str, Any]


class Sandbox:
    """A Discord look-alike on loopback.

    `directory` keeps everything between runs; None forgets it at the end. `clock` gives Unix
    seconds and may run ahead in tests. `memory` bounds what is remembered of traffic, for long runs;
    `pace` how often it may be asked.
    """

    def __init__(
        self,
        directory: str | Path | None = None,
        port: int = 0,
        *,
        world: World | None = None,
        clock: Callable[[], float] = time.time,
        tls: ssl.SSLContext | None = None,
        window: float = 3.0,
        token_life: float = 900.0,
        join_delay: float = 2.5,
        memory: int | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.world = world or World()
        self.port = port
        self.tls = tls
        self.exchanges: deque[Exchange] = deque(maxlen=memory)
        self.pace = pace
        self.unhandled: deque[str] = deque(maxlen=memory)
        self.faults: list[Fault] = []
        self.state = State(Records(None if directory is None else Path(directory)), clock)
        found(self.state, self.world)
        self.gateway = Gateway(self.state, self.world.token, join_delay)
        self.announcer = Announcer(self.state, self.gateway, memory)
        self.gateway.came_or_went = self.announcer.bot_came_or_went
        self.composer = Composer(self.state, self.announcer)
        self.delivery = Delivery(self.state, self.announcer, window, token_life)
        self.client = Client(self)
        self.rest = Rest(self)
        self.page = PageApi(self)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        """Start to listen."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self.rest.serve)
        app.router.add_get("/attachments/{id}/{name}", self._file)
        self.page.add_routes(app)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, ssl_context=self.tls)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.state.base_url = self.base_url
        self.gateway.url = self.gateway_url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every socket, then the records."""
        self.delivery.stop()
        await self.page.stop()
        await self.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()
        self.state.records.close()

    @property
    def base_url(self) -> str:
        """Where the page is."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """For discord.http.Route.BASE."""
        return f"{self.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """For discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY."""
        return f"{'wss' if self.tls else 'ws'}://127.0.0.1:{self.port}/gateway"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    def person(self, name: str) -> Person:
        """The hand of somebody at the page."""
        for user, about in self.state.people():
            if name in (about["name"], user["id"]):
                return Person(self, user, about)
        raise KeyError(name)

    def channel(self, name: str, guild: str | None = None) -> Json:
        """A channel or thread by id or name, the newest of that name; perhaps in a guild of that name."""
        if name in self.state.records.channels:
            return self.state.records.channels[name]
        guilds = {g["id"] for g in self.state.records.guilds.values() if guild in (None, g["name"])}
        for channel in reversed(self.state.records.channels.values()):
            if channel.get("name") == name and channel.get("guild_id") in guilds:
                return channel
        raise KeyError(name)

    def messages(self, channel: "Json | str", person: Person | str) -> list[Shown]:
        """What a person sees in a channel, oldest first."""
        hand = self.person(person) if isinstance(person, str) else person
        return hand.sees(channel)

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
        shown = self.state.records.posts
        return [
            i
            for i in self.interactions
            if (i.live and i.acknowledged is None)
            or ((post := shown.get(i.original or "")) is not None and post.message["flags"] & LOADING)
        ]

    async def ready(self, timeout: float = 10.0) -> None:
        """Wait until the bot is connected and knows all guilds. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (self.gateway.online and all(map(self.state.is_member_of, self.state.records.guilds))):
                await self.announcer.changed(0.5)

    async def settled(self, timeout: float = 10.0, quiet: float = 0.05) -> None:
        """Wait until the bot has nothing left to answer, and was quiet for `quiet` seconds.

        Raises TimeoutError. Left to answer are interactions within their window, thinking
        messages, and REST calls under way.
        """
        async with asyncio.timeout(timeout):
            while self._at_work() or (left := self.rest.quiet_since + quiet - time.monotonic()) > 0:
                await self.announcer.changed(0.02 if self._at_work() else max(left, 0.001))

    def _at_work(self) -> bool:
        latest = islice(reversed(self.state.records.interactions.values()), 200)
        recent = [i for i in latest if i.delivered and not self.delivery.expired(i)]
        thinking = (self.state.records.posts.get(i.original or "") for i in recent)
        return (
            self.rest.busy > 0
            or any(self.delivery.open(i) for i in recent if i.type != AUTOCOMPLETE)
            or any(post is not None and post.message["flags"] & LOADING for post in thinking)
        )

    def permit_bot(
        self,
        channel: "Json | str",
        *,
        allow: Permission = Permission(0),  # noqa: B008
        deny: Permission = Permission(0),  # noqa: B008
    ) -> None:
        """Set what the bot may and may not do in a channel, beyond its role."""
        self._permit(self.state.bot["id"], channel, allow, deny)

    def permit(
        self,
        person: Person | str,
        channel: "Json | str",
        *,
        allow: Permission = Permission(0),  # noqa: B008
        deny: Permission = Permission(0),  # noqa: B008
    ) -> None:
        """Set what a person may and may not do in a channel, beyond his roles."""
        hand = self.person(person) if isinstance(person, str) else person
        self._permit(hand.id, channel, allow, deny)

    def _permit(self, whom: str, channel: "Json | str", allow: Permission, deny: Permission) -> None:
        found = self.channel(channel if isinstance(channel, str) else channel["id"])
        own = {"id": whom, "type": 1, "allow": str(int(allow)), "deny": str(int(deny))}
        rest = [o for o in found["permission_overwrites"] if o["id"] != whom]
        self.change_channel(found | {"permission_overwrites": [*rest, own]})

    def change_channel(self, channel: Json) -> None:
        """Put a changed channel or thread in the place of the old one."""
        self.state.records.keep("channel", channel["id"], channel)
        thread = channel["type"] in shapes.THREADS
        self.announcer.channel("THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel)

    def delete_channel(self, channel: Json) -> None:
        """Delete a channel or thread, its threads and messages."""
        for thread in self.state.threads(parent=channel["id"]):
            self.delete_channel(thread)
        for post in list(self.state.records.in_channel(channel["id"])):
            self.state.records.drop_post(post)
        self.state.records.drop("channel", channel["id"])
        is_thread = channel["type"] in shapes.THREADS
        self.announcer.channel("THREAD_DELETE" if is_thread else "CHANNEL_DELETE", channel)

    def delete_role(self, name: str) -> None:
        """Delete a role, by name, wherever there is one: nobody holds it any more."""
        for guild in list(self.state.records.guilds.values()):
            gone = [role["id"] for role in guild["roles"] if role["name"] == name]
            if not gone:
                continue
            left = [role for role in guild["roles"] if role["id"] not in gone]
            self.state.records.keep("guild", guild["id"], guild | {"roles": left})
            members = {
                user: about | {"roles": [r for r in about["roles"] if r not in gone]}
                for user, about in self.state.members(guild["id"]).items()
            }
            self.state.records.keep("meta", f"members:{guild['id']}", members)
            for role in gone:
                self.gateway.dispatch(
                    "GUILD_ROLE_DELETE", {"guild_id": guild["id"], "role_id": role}, guild["id"]
                )

    def conversation(self, user: str) -> Json:
        """The direct conversation between the bot and somebody; made when there is none."""
        for channel in self.state.records.channels.values():
            if channel["type"] == shapes.DM and channel["recipients"][0]["id"] == user:
                return channel
        channel = shapes.direct_channel(self.state.new_id(), [self.state.records.users[user]])
        self.state.records.keep("channel", channel["id"], channel)
        self.announcer.channel("CHANNEL_CREATE", channel)
        return channel

    def join_thread(self, thread: Json, user: str, *, leave: bool = False) -> None:
        """Bring somebody into a thread, or put him out."""
        users = [u for u in self.state.thread_members(thread["id"]) if u != user]
        users = users if leave else [*users, user]
        self.state.records.keep("meta", f"thread:{thread['id']}", {"users": users})
        thread["member_count"] = len(users)
        self.change_channel(thread)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        content = self.state.records.file(request.match_info["id"])
        if content is None:
            return web.Response(status=404)
        known = [f for p in self.state.records.posts.values() for f in p.files]
        known += self.state.sent.values()
        file = next((f for f in known if f["id"] == request.match_info["id"]), None)
        kind = "application/octet-stream" if file is None else file["content_type"]
        return web.Response(body=content, headers={"Content-Type": kind, "Access-Control-Allow-Origin": "*"})
