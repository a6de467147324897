"""Discord's objects as JSON, with every key Discord's own description asks for. Constructors only."""

from datetime import UTC, datetime
from typing import Any

from sandbox.model.permissions import Permission

Json = dict[str, Any]

TEXT, DM = 0, 1
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)


def timestamp(seconds: float) -> str:
    """Unix seconds as Discord writes a moment."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")


def user(key: str, name: str, *, bot: bool = False) -> Json:
    """A user; a bot's own account has a few more keys."""
    body: Json = {
        "id": key,
        "username": name if bot else name.lower().replace(" ", "_"),
        "discriminator": "0000" if bot else "0",
        "global_name": None if bot else name,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if bot:
        body["bot"] = True
    return body


def own_account(bot: Json) -> Json:
    """The bot's account as the bot itself sees it."""
    return bot | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(person: Json, roles: list[str], joined: float) -> Json:
    """A member of a guild."""
    return {
        "user": person,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": roles,
        "joined_at": timestamp(joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def role(key: str, name: str, may: Permission, position: int, *, bot: str | None = None) -> Json:
    """A role; `bot` is the id of the bot whose own role it is."""
    body: Json = {
        "id": key,
        "name": name,
        "description": None,
        "permissions": str(int(may)),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "managed": bot is not None,
        "mentionable": False,
        "flags": 0,
    }
    return body if bot is None else body | {"tags": {"bot_id": bot}}


def text_channel(key: str, guild: str, name: str, position: int) -> Json:
    """A guild's text channel."""
    return {
        "id": key,
        "type": TEXT,
        "guild_id": guild,
        "name": name,
        "position": position,
        "permission_overwrites": [],
        "nsfw": False,
        "topic": None,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "flags": 0,
    }


def direct_channel(key: str, recipients: list[Json]) -> Json:
    """A conversation between the bot and one person."""
    return {"id": key, "type": DM, "flags": 0, "last_message_id": None, "recipients": recipients}


def thread(key: str, kind: int, parent: Json, name: str, owner: str, now: float) -> Json:
    """A thread of a text channel."""
    return {
        "id": key,
        "type": kind,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "name": name,
        "owner_id": owner,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": timestamp(now),
            "auto_archive_duration": 1440,
            "locked": False,
            "create_timestamp": timestamp(now),
        },
    }


def thread_member(thread_id: str, person: str, now: float) -> Json:
    """A user's membership of a thread."""
    return {"id": thread_id, "user_id": person, "join_timestamp": timestamp(now), "flags": 0}


def guild(key: str, name: str, owner: str, roles: list[Json]) -> Json:
    """A guild as REST gives it; members and channels are kept elsewhere."""
    return {
        "id": key,
        "name": name,
        "owner_id": owner,
        "roles": roles,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "premium_progress_bar_enabled_user_updated_at": None,
        "nsfw": False,
        "nsfw_level": 0,
        "incidents_data": None,
    }


def application(key: str, bot: Json, owner: Json, guilds: int) -> Json:
    """The application the bot belongs to."""
    return {
        "id": key,
        "name": bot["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": bot,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner,
        "team": None,
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }


def message(key: str, channel: str, author: Json, now: float) -> Json:
    """An empty message; its composer fills in the content."""
    return {
        "id": key,
        "type": 0,
        "channel_id": channel,
        "author": author,
        "content": "",
        "timestamp": timestamp(now),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }
