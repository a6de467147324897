"""Channels of guilds, direct conversations, and permission overwrites."""

from typing import Any

from sandbox.model import objects
from sandbox.model.objects import THREADS
from sandbox.model.permissions import Permission, in_guild
from sandbox.model.refusals import Form, Refusal, unknown
from sandbox.rest.messages import channel_for
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]

CHANGEABLE = (
    "name",
    "topic",
    "nsfw",
    "rate_limit_per_user",
    "position",
    "parent_id",
    "permission_overwrites",
)
THREAD_CHANGEABLE = ("name", "rate_limit_per_user")
THREAD_METADATA = ("archived", "locked", "auto_archive_duration", "invitable")
ARCHIVE_AFTER = (60, 1440, 4320, 10080)


@route("GET", "/channels/{channel}")
async def show(call: Call) -> Answer:
    """A channel, thread or conversation."""
    return 200, channel_for(call)


@route("PATCH", "/channels/{channel}")
async def change(call: Call) -> Answer:
    """Change a channel or thread."""
    channel = call.sandbox.state.channel(call.at["channel"])
    if channel["type"] in THREADS:
        return _change_thread(call, channel)
    call.sandbox.state.require(channel, Permission.MANAGE_CHANNELS)
    check(call.body)
    changed = channel | {key: call.body[key] for key in CHANGEABLE if key in call.body}
    if "permission_overwrites" in call.body:
        changed["permission_overwrites"] = overwrites(call.body["permission_overwrites"])
    call.sandbox.change_channel(changed)
    return 200, changed


def _change_thread(call: Call, thread: Json) -> Answer:
    state, body = call.sandbox.state, call.body
    mine = thread["owner_id"] == state.bot["id"]
    state.require(thread, *(() if mine and "locked" not in body else (Permission.MANAGE_THREADS,)))
    check(body)
    if thread["thread_metadata"]["archived"] and body.get("archived") is not False:
        raise Refusal(400, 50083, "Thread is archived")
    changed = thread | {key: body[key] for key in THREAD_CHANGEABLE if key in body}
    changed["thread_metadata"] = thread["thread_metadata"] | {
        key: body[key] for key in THREAD_METADATA if key in body
    }
    if "archived" in body:
        changed["thread_metadata"]["archive_timestamp"] = state.now()
    call.sandbox.change_channel(changed)
    return 200, changed


@route("DELETE", "/channels/{channel}")
async def delete(call: Call) -> Answer:
    """Delete a channel or thread with all it holds."""
    channel = call.sandbox.state.channel(call.at["channel"])
    is_thread = channel["type"] in THREADS
    call.sandbox.state.require(
        channel, Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS
    )
    call.sandbox.delete_channel(channel)
    return 200, channel


@route("GET", "/guilds/{guild}/channels")
async def of_guild(call: Call) -> Answer:
    """A guild's channels, without threads."""
    call.sandbox.state.guild(call.at["guild"])
    return 200, call.sandbox.state.channels(call.at["guild"])


@route("POST", "/guilds/{guild}/channels")
async def create(call: Call) -> Answer:
    """Make a text channel."""
    state = call.sandbox.state
    guild = state.guild(call.at["guild"])
    if not in_guild(guild, state.member(guild["id"], state.bot["id"])) & Permission.MANAGE_CHANNELS:
        raise Refusal(403, 50013, "Missing Permissions")
    check(call.body, new=True)
    if call.body.get("type", 0) not in (0, 4, 5):
        raise Refusal(404, 0, f"sandbox: no channels of type {call.body['type']}")
    name = call.body["name"] if call.body.get("type") == 4 else call.body["name"].lower().replace(" ", "-")
    position = len(state.channels(guild["id"]))
    channel = objects.text_channel(state.new_id(), guild["id"], name, position)
    channel |= {"type": call.body.get("type", 0)}
    channel |= {k: call.body[k] for k in CHANGEABLE[1:] if call.body.get(k) is not None}
    channel["permission_overwrites"] = overwrites(call.body.get("permission_overwrites") or [])
    state.records.save("channel", channel["id"], channel)
    call.sandbox.broadcaster.channel("CHANNEL_CREATE", channel)
    return 201, channel


@route("PUT", "/channels/{channel}/permissions/{target}")
async def overwrite(call: Call) -> Answer:
    """Set what one role or member may do in a channel."""
    channel = channel_for(call, Permission.MANAGE_ROLES)
    (new,) = overwrites([call.body | {"id": call.at["target"]}])
    rest = [o for o in channel["permission_overwrites"] if o["id"] != new["id"]]
    call.sandbox.change_channel(channel | {"permission_overwrites": [*rest, new]})
    return 204, None


@route("DELETE", "/channels/{channel}/permissions/{target}")
async def remove_overwrite(call: Call) -> Answer:
    """Let a role or member do in a channel what the guild says."""
    channel = channel_for(call, Permission.MANAGE_ROLES)
    rest = [o for o in channel["permission_overwrites"] if o["id"] != call.at["target"]]
    call.sandbox.change_channel(channel | {"permission_overwrites": rest})
    return 204, None


@route("POST", "/users/@me/channels")
async def conversation(call: Call) -> Answer:
    """The direct message channel with a user, created if there is none."""
    user = call.sandbox.state.records.users.get(str(call.body.get("recipient_id")))
    if user is None or user.get("bot"):
        raise unknown("User") if user is None else Refusal(400, 50007, "Cannot send messages to this user")
    return 200, call.sandbox.conversation(user["id"])


def check(body: Json, *, new: bool = False) -> None:
    """The limits of a channel or thread. Raises Refusal."""
    form = Form()
    if new or "name" in body:
        form.length("name", body.get("name") or "", 100, 1)
    form.length("topic", body.get("topic"), 1024)
    form.number("rate_limit_per_user", body.get("rate_limit_per_user"), 0, 21600)
    if body.get("auto_archive_duration") not in (None, *ARCHIVE_AFTER):
        text = f"Value must be one of {ARCHIVE_AFTER}."
        form.fault("auto_archive_duration", "BASE_TYPE_CHOICES", text)
    form.check()


def overwrites(bodies: list[Json]) -> list[Json]:
    """Permission overwrites as Discord gives them back."""
    return [
        {
            "id": str(o["id"]),
            "type": int(o.get("type", 0)),
            "allow": str(o.get("allow") or 0),
            "deny": str(o.get("deny") or 0),
        }
        for o in bodies
    ]
