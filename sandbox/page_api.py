"""The page: its static files, what it asks (PAGE.md) and the socket it listens on."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.client import command_input
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import Person
from sandbox.gateway.broadcaster import Notice
from sandbox.messages import uploads
from sandbox.model.objects import DM
from sandbox.simulation import Simulation

Json = dict[str, Any]

FILES = Path(__file__).parent / "page"
LOCALES = ("en-US", "fr")
"""Languages the page is written in."""


class PageApi:
    """The /table routes."""

    def __init__(self, sandbox: Simulation) -> None:
        self.sandbox = sandbox
        self.state = sandbox.state
        self.sockets: set[web.WebSocketResponse] = set()
        self.present: Counter[str] = Counter()
        """How many windows each person has open."""

    def add_routes(self, app: web.Application) -> None:
        """Put the page's routes into the application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{path:.+}", self._static)
        for path in ("world", "messages", "commands"):
            app.router.add_get(f"/table/{path}", self._handler(getattr(self, path)))
        for path in ("slash", "complete", "click", "modal", "say", "dismiss", "language"):
            app.router.add_post(f"/table/{path}", self._handler(getattr(self, path)))
        app.router.add_post("/table/file", self._chosen)
        app.router.add_get("/table/socket", self.socket)

    async def stop(self) -> None:
        """Close the page's sockets."""
        for socket in list(self.sockets):
            await socket.close(code=1001)

    async def world(self, params: Json) -> Json:
        """Guild, channels, people and bot; with a person, what that person sees of the channels."""
        guild = next(iter(self.state.records.guilds.values()))
        if "guild" in params:
            guild = self.state.guild(params["guild"])
        channels = [*self.state.channels(guild["id"]), *self.state.threads(guild=guild["id"])]
        if "person" in params:
            talks = [c for c in self.state.records.channels.values() if c["type"] == DM]
            user = self._person(params)
            channels = [c for c in [*channels, *talks] if self.state.sees_channel(user, c)]
        people = [
            {
                "user": user,
                "role": about["role"],
                "colour": about["colour"],
                "locale": about.get("locale", "en-US"),
                "online": self.present[user["id"]] > 0,
            }
            for user, about in self.state.people()
        ]
        bot = self.state.bot if self.sandbox.gateway.identifies or self.state.records.commands else None
        roles = [{"id": role["id"], "name": role["name"].lstrip("@")} for role in guild["roles"]]
        return {
            "guild": {"id": guild["id"], "name": guild["name"], "roles": roles},
            "channels": channels,
            "people": people,
            "bot": bot,
            "online": self.sandbox.gateway.online,
        }

    async def messages(self, params: Json) -> Json:
        """A window of a channel's messages as one person sees them, oldest first."""
        posts = list(self.state.visible_to(self._person(params), self._channel(params)["id"]))
        if "before" in params:
            posts = [p for p in posts if int(p.id) < int(params["before"])]
        limit = max(1, min(int(params.get("limit", 50)), 200))
        return {"messages": [p.message for p in posts[-limit:]]}

    async def commands(self, params: Json) -> Json:
        """The slash commands a person may use in a channel."""
        commands = command_input.usable_commands(self.state, self._person(params), self._channel(params))
        return {"commands": [c for c in commands if c["type"] == 1]}

    async def slash(self, params: Json) -> Json:
        """Use a command."""
        user, channel = self._person(params), self._channel(params)["id"]
        options, nonce = params.get("options") or {}, params.get("nonce")
        interaction = self.sandbox.client.slash(user, channel, str(params.get("name", "")), options, nonce)
        return {"interaction": interaction.id}

    async def complete(self, params: Json) -> Json:
        """Ask for completions and wait for them."""
        user, channel = self._person(params), self._channel(params)["id"]
        options, focused = params.get("options") or {}, str(params.get("focused", ""))
        name = str(params.get("name", ""))
        interaction = self.sandbox.client.complete(user, channel, name, options, focused)
        choices = await Person.of(self.sandbox, user).completed(interaction)
        return {"choices": [], "failed": True} if choices is None else {"choices": choices}

    async def click(self, params: Json) -> Json:
        """Press a button, or choose from a select."""
        user, nonce = self._person(params), params.get("nonce")
        message, custom_id = str(params.get("message")), str(params.get("custom_id"))
        interaction = self.sandbox.client.click(user, message, custom_id, params.get("values"), nonce)
        return {"interaction": interaction.id}

    async def modal(self, params: Json) -> Json:
        """Send a filled-in form."""
        user, opened_by = self._person(params), str(params.get("interaction"))
        interaction = self.sandbox.client.submit(
            user, opened_by, params.get("values") or {}, params.get("nonce")
        )
        return {"interaction": interaction.id}

    async def say(self, params: Json) -> Json:
        """Write an ordinary message."""
        channel = self._channel(params)["id"]
        return {"message": self.sandbox.client.say(self._person(params), channel, str(params["content"])).id}

    async def dismiss(self, params: Json) -> Json:
        """Put an ephemeral message away."""
        self.sandbox.client.dismiss(self._person(params), str(params.get("message")))
        return {}

    async def language(self, params: Json) -> Json:
        """A person reads another language: the bot is told so of them, and of the servers."""
        user, locale = self._person(params), str(params.get("locale"))
        if locale not in LOCALES:
            raise InvalidInput("The page is not written in that language.")
        about = self.state.records.meta[f"person:{user}"]
        self.state.records.save("meta", f"person:{user}", about | {"locale": locale})
        for guild in list(self.state.records.guilds.values()):
            changed = guild | {"preferred_locale": locale}
            self.state.records.save("guild", guild["id"], changed)
            self.sandbox.gateway.dispatch("GUILD_UPDATE", dict(changed), guild["id"])
        return {}

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Tell one person's page of everything that concerns it, until it goes."""
        try:
            user = self._person(dict(request.query))
        except InvalidInput as refusal:
            return _json(400, {"error": str(refusal)})
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        lines: asyncio.Queue[Json] = asyncio.Queue()

        def follow(notice: Notice) -> None:
            if user in notice.people:
                lines.put_nowait(notice.body)

        async def send() -> None:
            while not socket.closed:
                await socket.send_str(json.dumps(await lines.get()))

        self.sandbox.broadcaster.followers.append(follow)
        self.sockets.add(socket)
        self._comes(user, 1)
        sender = asyncio.create_task(send())
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
        finally:
            self.sandbox.broadcaster.followers.remove(follow)
            self.sockets.discard(socket)
            self._comes(user, -1)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    def _comes(self, user: str, windows: int) -> None:
        """A window of a person opens (1) or closes (-1); the pages hear whether the person is there."""
        before = self.present[user] > 0
        self.present[user] += windows
        if (now := self.present[user] > 0) != before:
            line = {"t": "presence", "person": user, "online": now}
            self.sandbox.broadcaster.send_to_pages(line, frozenset(self.state.person_ids()))

    async def _chosen(self, request: web.Request) -> web.StreamResponse:
        """Keep a file that a person has chosen for an option of a command."""
        try:
            self._person(dict(request.query))
            filename = str(request.query.get("name", ""))
            return _json(200, {"file": uploads.choose(self.state, filename, await request.read())})
        except InvalidInput as refusal:
            return _json(400, {"error": str(refusal)})

    def _handler(self, answer: Any) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                params = dict(request.query)
                if request.method == "POST":
                    params |= await request.json()
                return _json(200, await answer(params))
            except InvalidInput as refusal:
                return _json(400, {"error": str(refusal)})
            except (ValueError, KeyError, TypeError, AttributeError):
                return _json(400, {"error": "The page asked for something strange."})

        return handle

    def _person(self, params: Json) -> str:
        user = str(params.get("person"))
        if user not in self.state.person_ids():
            raise InvalidInput("There is no such person.")
        return user

    def _channel(self, params: Json) -> Json:
        channel = self.state.records.channels.get(str(params.get("channel")))
        if channel is None or not self.state.sees_channel(self._person(params), channel):
            raise InvalidInput("That channel is not there.")
        return channel

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.sandbox.gateway.serve(request)  # wss://gateway.discord.gg/ itself
        return self._page("index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._page(request.match_info["path"])

    def _page(self, path: str) -> web.StreamResponse:
        file = (FILES / path).resolve()
        if not file.is_relative_to(FILES) or not file.is_file():
            return web.Response(status=404, text="There is no page here.")
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})


def _json(status: int, body: Json) -> web.Response:
    headers = {"Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)
