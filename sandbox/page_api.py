"""The page: its static files, what it asks (PAGE.md) and the socket it listens on."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from sandbox import uploads, wording
from sandbox.announcer import Notice
from sandbox.hand import Person
from sandbox.shapes import DM
from sandbox.wording import Unsendable

if TYPE_CHECKING:
    from sandbox.server import Sandbox

Json = dict[str, Any]

FILES = Path(__file__).parent / "page"


class PageApi:
    """The /table routes."""

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox
        self.state = sandbox.state
        self.sockets: set[web.WebSocketResponse] = set()

    def add_routes(self, app: web.Application) -> None:
        """Put the page's routes into the application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{path:.+}", self._static)
        for path in ("world", "messages", "commands"):
            app.router.add_get(f"/table/{path}", self._asked(getattr(self, path)))
        for path in ("slash", "complete", "click", "modal", "say", "dismiss"):
            app.router.add_post(f"/table/{path}", self._asked(getattr(self, path)))
        app.router.add_post("/table/file", self._chosen)
        app.router.add_get("/table/socket", self.socket)

    async def stop(self) -> None:
        """Close the page's sockets."""
        for socket in list(self.sockets):
            await socket.close(code=1001)

    async def world(self, asked: Json) -> Json:
        """Guild, channels, people and bot; with a person, what that person sees of the channels."""
        guild = next(iter(self.state.records.guilds.values()))
        if "guild" in asked:
            guild = self.state.guild(asked["guild"])
        channels = [*self.state.channels(guild["id"]), *self.state.threads(guild=guild["id"])]
        if "person" in asked:
            talks = [c for c in self.state.records.channels.values() if c["type"] == DM]
            user = self._person(asked)
            channels = [c for c in [*channels, *talks] if self.state.sees_channel(user, c)]
        people = [
            {
                "user": user,
                "role": about["role"],
                "colour": about["colour"],
                "locale": about.get("locale", "en-US"),
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

    async def messages(self, asked: Json) -> Json:
        """A window of a channel's messages as one person sees them, oldest first."""
        posts = list(self.state.seen_by(self._person(asked), self._channel(asked)["id"]))
        if "before" in asked:
            posts = [p for p in posts if int(p.id) < int(asked["before"])]
        limit = max(1, min(int(asked.get("limit", 50)), 200))
        return {"messages": [p.message for p in posts[-limit:]]}

    async def commands(self, asked: Json) -> Json:
        """The slash commands a person may use in a channel."""
        found = wording.usable(self.state, self._person(asked), self._channel(asked))
        return {"commands": [c for c in found if c["type"] == 1]}

    async def slash(self, asked: Json) -> Json:
        """Use a command."""
        user, channel = self._person(asked), self._channel(asked)["id"]
        options, nonce = asked.get("options") or {}, asked.get("nonce")
        made = self.sandbox.client.slash(user, channel, str(asked.get("name", "")), options, nonce)
        return {"interaction": made.id}

    async def complete(self, asked: Json) -> Json:
        """Ask for completions and wait for them."""
        user, channel = self._person(asked), self._channel(asked)["id"]
        options, focused = asked.get("options") or {}, str(asked.get("focused", ""))
        name = str(asked.get("name", ""))
        made = self.sandbox.client.complete(user, channel, name, options, focused)
        choices = await Person.of(self.sandbox, user).completed(made)
        return {"choices": [], "failed": True} if choices is None else {"choices": choices}

    async def click(self, asked: Json) -> Json:
        """Press a button, or choose from a select."""
        user, nonce = self._person(asked), asked.get("nonce")
        message, custom_id = str(asked.get("message")), str(asked.get("custom_id"))
        made = self.sandbox.client.click(user, message, custom_id, asked.get("values"), nonce)
        return {"interaction": made.id}

    async def modal(self, asked: Json) -> Json:
        """Send a filled-in form."""
        user, opened_by = self._person(asked), str(asked.get("interaction"))
        made = self.sandbox.client.submit(user, opened_by, asked.get("values") or {}, asked.get("nonce"))
        return {"interaction": made.id}

    async def say(self, asked: Json) -> Json:
        """Write an ordinary message."""
        channel = self._channel(asked)["id"]
        return {"message": self.sandbox.client.say(self._person(asked), channel, str(asked["content"])).id}

    async def dismiss(self, asked: Json) -> Json:
        """Put an ephemeral message away."""
        self.sandbox.client.dismiss(self._person(asked), str(asked.get("message")))
        return {}

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Tell one person's page of everything that concerns it, until it goes."""
        try:
            user = self._person(dict(request.query))
        except Unsendable as refusal:
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

        self.sandbox.announcer.followers.append(follow)
        self.sockets.add(socket)
        sender = asyncio.create_task(send())
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
        finally:
            self.sandbox.announcer.followers.remove(follow)
            self.sockets.discard(socket)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    async def _chosen(self, request: web.Request) -> web.StreamResponse:
        """Keep a file that a person has chosen for an option of a command."""
        try:
            self._person(dict(request.query))
            filename = str(request.query.get("name", ""))
            return _json(200, {"file": uploads.choose(self.state, filename, await request.read())})
        except Unsendable as refusal:
            return _json(400, {"error": str(refusal)})

    def _asked(self, answer: Any) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                asked = dict(request.query)
                if request.method == "POST":
                    asked |= await request.json()
                return _json(200, await answer(asked))
            except Unsendable as refusal:
                return _json(400, {"error": str(refusal)})
            except (ValueError, KeyError, TypeError, AttributeError):
                return _json(400, {"error": "The page asked for something strange."})

        return handle

    def _person(self, asked: Json) -> str:
        user = str(asked.get("person"))
        if user not in self.state.person_ids():
            raise Unsendable("There is no such person.")
        return user

    def _channel(self, asked: Json) -> Json:
        channel = self.state.records.channels.get(str(asked.get("channel")))
        if channel is None or not self.state.sees_channel(self._person(asked), channel):
            raise Unsendable("That channel is not there.")
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
