"""A connection to the gateway that goes on with a session which another process has begun."""

from __future__ import annotations

from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket

from storage import ShardSession


class ResumingWebSocket(DiscordWebSocket):
    """The library's, but for a client that has a session to resume. There is no public way to tell the
    library of one: it looks for this class by its name."""

    @classmethod
    async def from_client(cls, client: Any, **options: Any) -> Any:
        """Connect a client; where it was given a session, with that. Raises LeaseInDoubt."""
        session = ShardSession()
        if hasattr(client, "take_session"):  # other clients connect as they always do
            await client.until_may_connect()
            session = client.take_session()
        if session.session:
            options |= {
                "resume": True,
                "session": session.session,
                "sequence": session.sequence,
                "gateway": yarl.URL(session.resume_url),
            }
        return await super().from_client(client, **options)


def install() -> None:
    """Have clients connect in this way."""
    discord.client.DiscordWebSocket = ResumingWebSocket  # type: ignore[misc]
