"""Plain REST calls to a sandbox, for what discord.py would not let a bot send."""

import io
import json
from typing import Any

import aiohttp

from sandbox import Sandbox
from sandbox.model.records import Interaction

COMMAND = {"name": "ping", "description": "Ping", "type": 1}


class Raw:
    """A bot that is nothing but REST."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.application = sandbox.state.bot["id"]

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
        **headers: str,
    ) -> tuple[int, Any]:
        """Status and JSON of the answer."""
        headers = {"Authorization": f"Bot {self.sandbox.token}"} | headers
        kwargs: dict[str, Any] = {} if body is None else {"json": body}
        if files:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            for n, (name, content) in enumerate(files.items()):
                form.add_field(
                    f"files[{n}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
            kwargs = {"data": form}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.sandbox.api_base + path, headers=headers, **kwargs) as answer,
        ):
            return answer.status, (None if answer.status == 204 else await answer.json(content_type=None))

    async def sync(self, *commands: Any) -> tuple[int, Any]:
        """Register commands."""
        return await self("PUT", f"/applications/{self.application}/commands", list(commands))

    async def used(self) -> Interaction:
        """A command just used, waiting for its answer."""
        if not self.sandbox.state.records.commands:
            await self.sync(COMMAND)
        anna = self.sandbox.person("Anna")
        return self.sandbox.client.slash(anna.id, self.sandbox.channel("battle")["id"], "ping", {})

    async def answer(
        self, kind: int, data: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Use a command and answer it."""
        interaction = await self.used()
        return await self.callback(interaction, kind, data, files)

    async def callback(
        self, interaction: Interaction, kind: int, data: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Answer an interaction."""
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
        return await self("POST", path, body, files)

    async def send(self, body: Any, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        """A message in #battle."""
        return await self("POST", f"/channels/{self.sandbox.channel('battle')['id']}/messages", body, files)
