"""The sandbox as a whole: one world, one port, everything that serves it."""

import asyncio
import ssl
import time
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from aiohttp import web

from sandbox.client.person import Person
from sandbox.client.visible_message import VisibleMessage
from sandbox.gateway.interactions import AUTOCOMPLETE
from sandbox.model.permissions import Permission
from sandbox.model.state import LOADING
from sandbox.page_api import PageApi
from sandbox.rest.server import Rest
from sandbox.simulation import Simulation, SimulationOptions

Json = dict[str, Any]


class Sandbox(Simulation):
    """The simulated Discord on loopback: REST, gateway and page on one `port`; other arguments as there."""

    def __init__(
        self,
        directory: str | Path | None = None,
        port: int = 0,
        *,
        tls: ssl.SSLContext | None = None,
        **options: Unpack[SimulationOptions],
    ) -> None:
        super().__init__(directory, **options)
        self.port = port
        self.tls = tls
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

    def person(self, name: str) -> Person:
        """A person at the page."""
        for user, about in self.state.people():
            if name in (about["name"], user["id"]):
                return Person(self, user, about)
        raise KeyError(name)

    def messages(self, channel: "Json | str", person: Person | str) -> list[VisibleMessage]:
        """What a person sees in a channel, oldest first."""
        hand = self.person(person) if isinstance(person, str) else person
        return hand.sees(channel)

    async def settled(self, timeout: float = 10.0, quiet: float = 0.05) -> None:
        """Wait until the bot has nothing left to answer, and was quiet for `quiet` seconds.

        Raises TimeoutError. Left to answer are interactions within their window, thinking
        messages, and REST calls under way.
        """
        async with asyncio.timeout(timeout):
            while self._at_work() or (remaining := self.activity.quiet_since + quiet - time.monotonic()) > 0:
                await self.broadcaster.wait_for_change(0.02 if self._at_work() else max(remaining, 0.001))

    def _at_work(self) -> bool:
        latest = islice(reversed(self.state.records.interactions.values()), 200)
        recent = [i for i in latest if i.delivered and not self.delivery.is_expired(i)]
        thinking = (self.state.records.posts.get(i.original or "") for i in recent)
        return (
            self.activity.calls > 0
            or any(self.delivery.is_open(i) for i in recent if i.type != AUTOCOMPLETE)
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
        """Set what a person may and may not do in a channel, beyond their roles."""
        hand = self.person(person) if isinstance(person, str) else person
        self._permit(hand.id, channel, allow, deny)

    def _permit(self, whom: str, channel: "Json | str", allow: Permission, deny: Permission) -> None:
        current = self.channel(channel if isinstance(channel, str) else channel["id"])
        own = {"id": whom, "type": 1, "allow": str(int(allow)), "deny": str(int(deny))}
        rest = [o for o in current["permission_overwrites"] if o["id"] != whom]
        self.change_channel(current | {"permission_overwrites": [*rest, own]})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        content = self.state.records.file(request.match_info["id"])
        if content is None:
            return web.Response(status=404)
        known = [f for p in self.state.records.posts.values() for f in p.files]
        known += self.state.sent.values()
        file = next((f for f in known if f["id"] == request.match_info["id"]), None)
        kind = "application/octet-stream" if file is None else file["content_type"]
        return web.Response(body=content, headers={"Content-Type": kind, "Access-Control-Allow-Origin": "*"})
