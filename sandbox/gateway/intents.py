"""Which events a session asked for, and how much of a message it may read."""

from typing import Any

Json = dict[str, Any]

GUILDS, MEMBERS = 1 << 0, 1 << 1
GUILD_MESSAGES, GUILD_REACTIONS, GUILD_TYPING = 1 << 9, 1 << 10, 1 << 11
DIRECT_MESSAGES, DIRECT_REACTIONS, DIRECT_TYPING = 1 << 12, 1 << 13, 1 << 14
CONTENT = 1 << 15

PRIVATE = {"content": "", "embeds": [], "attachments": [], "components": []}


def filter_event(name: str, body: Json, intents: int, guild: str | None, bot: str) -> Json | None:
    """The event as a session with these intents gets it; None when it gets nothing."""
    needed = _intent(name, guild)
    if needed and not intents & needed:
        return None
    if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and guild is not None and not intents & CONTENT:
        mentioned = any(user["id"] == bot for user in body.get("mentions", ()))
        if body["author"]["id"] != bot and not mentioned:
            return body | PRIVATE
    return body


def _intent(name: str, guild: str | None) -> int:
    """The bit an event belongs to; 0 when every session gets it."""
    if name.startswith("MESSAGE_REACTION"):
        return DIRECT_REACTIONS if guild is None else GUILD_REACTIONS
    if name.startswith("MESSAGE_"):
        return DIRECT_MESSAGES if guild is None else GUILD_MESSAGES
    if name == "TYPING_START":
        return DIRECT_TYPING if guild is None else GUILD_TYPING
    if name.startswith("GUILD_MEMBER_"):
        return MEMBERS
    if name.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return 0 if guild is None else GUILDS
    return 0
