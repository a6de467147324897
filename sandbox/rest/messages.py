"""Messages of channels: list, show, send, edit, delete, pin."""

from typing import Any

from sandbox.limits.messages import NONCE
from sandbox.model.objects import THREADS
from sandbox.model.permissions import Permission
from sandbox.model.records import Post
from sandbox.model.refusals import Form, Refusal, archived_thread, unknown
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]

MESSAGES = "/channels/{channel}/messages"
PINS = 250


def channel_for(call: Call, *needed: Permission) -> Json:
    """The channel of a call, once the bot's rights in it are known to suffice."""
    channel = call.sandbox.state.channel(call.at["channel"])
    call.sandbox.state.require(channel, *needed)
    return channel


@route("GET", MESSAGES)
async def history(call: Call) -> Answer:
    """Up to 100 messages, newest first; before, after or around one."""
    channel = channel_for(call, Permission.READ_MESSAGE_HISTORY)
    form = Form()
    limit = int(call.query.get("limit", 50))
    form.number("limit", limit, 1, 100)
    form.check()
    posts = [p for p in call.sandbox.state.records.in_channel(channel["id"]) if p.viewer is None]
    return 200, [p.message for p in _window(posts, call.query, limit)]


def _window(posts: list[Post], query: dict[str, str], limit: int) -> list[Post]:
    newest_first = sorted(posts, key=lambda p: -int(p.id))
    if "around" in query:
        half = limit // 2
        older = [p for p in newest_first if int(p.id) <= int(query["around"])]
        newer = [p for p in newest_first if int(p.id) > int(query["around"])]
        return [*newer[len(newer) - half :], *older[: limit - half]] if half else older[:limit]
    if "after" in query:
        newer = [p for p in newest_first if int(p.id) > int(query["after"])]
        return newer[-limit:]
    if "before" in query:
        newest_first = [p for p in newest_first if int(p.id) < int(query["before"])]
    return newest_first[:limit]


@route("POST", MESSAGES)
async def send(call: Call) -> Answer:
    """Send a message; one sent before with the same enforced nonce is given again."""
    channel = channel_for(call)
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel["type"] in THREADS else Permission.SEND_MESSAGES
    call.sandbox.state.require(channel, needed)
    if call.files:
        call.sandbox.state.require(channel, Permission.ATTACH_FILES)
    if call.body.get("embeds"):
        call.sandbox.state.require(channel, Permission.EMBED_LINKS)
    if isinstance(call.body.get("nonce"), str):
        form = Form()
        form.length("nonce", call.body["nonce"], NONCE)
        form.check()
    repeated = call.sandbox.message_writer.with_same_nonce(channel["id"], call.body)
    if repeated is not None:
        return 200, repeated.message
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        if channel["thread_metadata"]["locked"]:
            call.sandbox.state.require(channel, Permission.MANAGE_THREADS)
        channel["thread_metadata"]["archived"] = False  # speaking in an archived thread opens it
        call.sandbox.state.records.save("channel", channel["id"], channel)
        call.sandbox.broadcaster.channel("THREAD_UPDATE", channel)
    return 200, call.sandbox.message_writer.create(channel["id"], call.body, call.files).message


@route("POST", MESSAGES + "/bulk-delete")
async def bulk_delete(call: Call) -> Answer:
    """Delete 2 to 100 messages."""
    channel = channel_for(call, Permission.MANAGE_MESSAGES)
    form = Form()
    form.length("messages", call.body.get("messages") or [], 100, 2)
    form.check()
    candidates = [call.sandbox.state.records.posts.get(str(key)) for key in call.body["messages"]]
    posts = [p for p in candidates if p is not None and p.channel == channel["id"] and p.viewer is None]
    call.sandbox.broadcaster.messages_deleted(channel["id"], posts)
    for post in posts:
        call.sandbox.state.records.delete_post(post)
    return 204, None


@route("GET", MESSAGES + "/{message}")
async def one(call: Call) -> Answer:
    """One message."""
    channel = channel_for(call, Permission.READ_MESSAGE_HISTORY)
    return 200, call.sandbox.state.post(channel["id"], call.at["message"]).message


@route("PATCH", MESSAGES + "/{message}")
async def edit(call: Call) -> Answer:
    """Edit a message of the bot's own."""
    channel = channel_for(call)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    if post.message["author"]["id"] != call.sandbox.state.bot["id"]:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    _not_archived(channel)
    return 200, call.sandbox.message_writer.edit(post, call.body, call.files).message


@route("DELETE", MESSAGES + "/{message}")
async def delete(call: Call) -> Answer:
    """Delete a message; another's with manage messages only."""
    channel = channel_for(call)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    if post.message["author"]["id"] != call.sandbox.state.bot["id"]:
        call.sandbox.state.require(channel, Permission.MANAGE_MESSAGES)
    _not_archived(channel)
    call.sandbox.message_writer.delete(post)
    return 204, None


@route("GET", MESSAGES + "/pins")
async def pins(call: Call) -> Answer:
    """The pinned messages, latest pin first, a page at a time."""
    posts = _pinned(call)
    items = [{"pinned_at": p.message["timestamp"], "message": p.message} for p in posts]
    return 200, {"items": items[: int(call.query.get("limit", 50))], "has_more": False}


@route("GET", "/channels/{channel}/pins")
async def pins_as_before(call: Call) -> Answer:
    """The pinned messages, as the older route gives them."""
    return 200, [p.message for p in _pinned(call)]


def _pinned(call: Call) -> list[Post]:
    channel = channel_for(call)
    posts = [p for p in call.sandbox.state.records.in_channel(channel["id"]) if p.message["pinned"]]
    return sorted(posts, key=lambda p: -int(p.id))


@route("PUT", MESSAGES + "/pins/{message}")
@route("PUT", "/channels/{channel}/pins/{message}")
async def pin(call: Call) -> Answer:
    """Pin a message."""
    if len(_pinned(call)) >= PINS:
        raise Refusal(400, 30003, f"Maximum number of pins reached ({PINS})")
    return _pin(call, pinned=True)


@route("DELETE", MESSAGES + "/pins/{message}")
@route("DELETE", "/channels/{channel}/pins/{message}")
async def unpin(call: Call) -> Answer:
    """Take a pin out."""
    return _pin(call, pinned=False)


def _pin(call: Call, *, pinned: bool) -> Answer:
    state = call.sandbox.state
    channel = channel_for(call)
    rights = state.permissions_in(state.bot["id"], channel)
    if not rights & (Permission.PIN_MESSAGES | Permission.MANAGE_MESSAGES):
        raise Refusal(403, 50013, "Missing Permissions")
    post = state.post(channel["id"], call.at["message"])
    _not_archived(channel)
    if post.message["flags"] & 64:
        raise unknown("Message")
    if post.message["pinned"] != pinned:
        post.message["pinned"] = pinned
        state.records.save_post(post)
        call.sandbox.broadcaster.message_changed(post)
        stamp = state.now() if pinned else None
        body = {"channel_id": channel["id"], "last_pin_timestamp": stamp}
        call.sandbox.broadcaster.event("CHANNEL_PINS_UPDATE", body, channel)
        if pinned:
            call.sandbox.message_writer.post_pin_notice(post)
    return 204, None


def _not_archived(channel: Json) -> None:
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise archived_thread()
