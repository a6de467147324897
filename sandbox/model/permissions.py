"""Discord's permission bits, and the permissions of a member in a channel. Read-only."""

from enum import IntFlag
from typing import Any

Json = dict[str, Any]


class Permission(IntFlag):
    """The bits this look-alike knows; others are carried along untouched."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERYTHING = Permission((1 << 53) - 1)

EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)

MODERATOR = EVERYONE | (
    Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.MENTION_EVERYONE
    | Permission.PIN_MESSAGES
)

BOT = EVERYONE | (
    Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.PIN_MESSAGES
)


def in_guild(guild: Json, member: Json) -> Permission:
    """What a member may do in a guild before any channel has its say."""
    if member["user"]["id"] == guild["owner_id"]:
        return EVERYTHING
    roles = {guild["id"], *member["roles"]}
    allowed = Permission(0)
    for role in guild["roles"]:
        if role["id"] in roles:
            allowed |= Permission(int(role["permissions"]))
    return EVERYTHING if allowed & Permission.ADMINISTRATOR else allowed


def in_channel(guild: Json, member: Json, channel: Json) -> Permission:
    """What a member may do in a channel: everyone's overwrite first, then the roles', then their own."""
    allowed = in_guild(guild, member)
    if allowed == EVERYTHING:
        return allowed
    overwrites = {o["id"]: o for o in channel.get("permission_overwrites", ())}
    own_roles = [overwrites[r] for r in member["roles"] if r in overwrites]
    for group in (
        [overwrites[guild["id"]]] if guild["id"] in overwrites else [],
        own_roles,
        [overwrites[member["user"]["id"]]] if member["user"]["id"] in overwrites else [],
    ):
        for overwrite in group:
            allowed &= ~int(overwrite["deny"])
        for overwrite in group:
            allowed |= int(overwrite["allow"])
    return Permission(allowed)
