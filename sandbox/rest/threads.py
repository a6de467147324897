"""Threads: made from a message or without one, joined, listed."""

from typing import Any

from sandbox.model import objects
from sandbox.model.permissions import Permission
from sandbox.model.refusals import Refusal, unknown
from sandbox.rest.channels import check
from sandbox.rest.messages import channel_for
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]


@route("POST", "/channels/{channel}/messages/{message}/threads")
async def from_message(call: Call) -> Answer:
    """A public thread that hangs on a message; it has the message's id."""
    channel = channel_for(call, Permission.CREATE_PUBLIC_THREADS)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    if post.id in call.sandbox.state.records.channels:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    thread = _make(call, channel, objects.PUBLIC_THREAD, post.id)
    post.message |= {"flags": post.message["flags"] | 1 << 5, "thread": thread}
    call.sandbox.state.records.save_post(post)
    call.sandbox.broadcaster.message_changed(post)
    return 201, thread


@route("POST", "/channels/{channel}/threads")
async def alone(call: Call) -> Answer:
    """A thread that hangs on no message; private unless the bot says otherwise."""
    kind = call.body.get("type", objects.PRIVATE_THREAD)
    private = kind == objects.PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    channel = channel_for(call, needed)
    return 201, _make(call, channel, kind, call.sandbox.state.new_id())


def _make(call: Call, parent: Json, kind: int, key: str) -> Json:
    state = call.sandbox.state
    if parent["type"] != objects.TEXT:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    check(call.body, new=True)
    bot = state.bot["id"]
    thread = objects.thread(key, kind, parent, call.body["name"], bot, state.clock())
    thread["rate_limit_per_user"] = call.body.get("rate_limit_per_user") or 0
    metadata = thread["thread_metadata"]
    metadata["auto_archive_duration"] = call.body.get("auto_archive_duration") or 1440
    if kind == objects.PRIVATE_THREAD:
        metadata["invitable"] = call.body.get("invitable", True)
    state.records.save("channel", key, thread)
    state.records.save("meta", f"thread:{key}", {"users": [bot]})
    member = objects.thread_member(key, bot, state.clock())
    body = thread | {"member": member}
    call.sandbox.broadcaster.channel("THREAD_CREATE", body | {"newly_created": True})
    return body


@route("GET", "/channels/{channel}/thread-members")
async def members(call: Call) -> Answer:
    """Who joined a thread."""
    thread = _thread(call)
    users = call.sandbox.state.thread_members(thread["id"])
    return 200, [objects.thread_member(thread["id"], u, call.sandbox.state.clock()) for u in users]


@route("GET", "/channels/{channel}/thread-members/{user}")
async def one_member(call: Call) -> Answer:
    """One member of a thread."""
    thread = _thread(call)
    user = _user(call)
    if user not in call.sandbox.state.thread_members(thread["id"]):
        raise unknown("Member")
    return 200, objects.thread_member(thread["id"], user, call.sandbox.state.clock())


@route("PUT", "/channels/{channel}/thread-members/{user}")
async def add(call: Call) -> Answer:
    """Join a thread, or add a member."""
    thread, user = _thread(call), _user(call)
    if user not in call.sandbox.state.records.users:
        raise unknown("User")
    call.sandbox.join_thread(thread, user)
    return 204, None


@route("DELETE", "/channels/{channel}/thread-members/{user}")
async def leave(call: Call) -> Answer:
    """Leave a thread, or remove a member."""
    thread, user = _thread(call), _user(call)
    if user != call.sandbox.state.bot["id"]:
        call.sandbox.state.require(thread, Permission.MANAGE_THREADS)
    call.sandbox.join_thread(thread, user, leave=True)
    return 204, None


@route("GET", "/guilds/{guild}/threads/active")
async def active(call: Call) -> Answer:
    """A guild's open threads."""
    every = call.sandbox.state.threads(guild=call.at["guild"])
    threads = [t for t in every if not t["thread_metadata"]["archived"]]
    return 200, {"threads": threads, "members": [], "has_more": False}


@route("GET", "/channels/{channel}/threads/archived/public")
async def archived_public(call: Call) -> Answer:
    """A channel's archived public threads."""
    return _archived(call, objects.PUBLIC_THREAD)


@route("GET", "/channels/{channel}/users/@me/threads/archived/private")
@route("GET", "/channels/{channel}/threads/archived/private")
async def archived_private(call: Call) -> Answer:
    """A channel's archived private threads."""
    return _archived(call, objects.PRIVATE_THREAD)


def _archived(call: Call, kind: int) -> Answer:
    channel = channel_for(call, Permission.READ_MESSAGE_HISTORY)
    every = call.sandbox.state.threads(parent=channel["id"])
    threads = [t for t in every if t["type"] == kind and t["thread_metadata"]["archived"]]
    return 200, {"threads": threads, "members": [], "has_more": False}


def _thread(call: Call) -> Json:
    thread = channel_for(call)
    if thread["type"] not in objects.THREADS:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    return thread


def _user(call: Call) -> str:
    return str(call.sandbox.state.bot["id"]) if call.at["user"] == "@me" else call.at["user"]
