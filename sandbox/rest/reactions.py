"""Reactions and the typing indicator."""

from typing import Any
from urllib.parse import unquote

from sandbox.model.permissions import Permission
from sandbox.model.records import Post
from sandbox.model.refusals import Refusal, unknown
from sandbox.rest.messages import channel_for
from sandbox.rest.routing import Answer, Call, route
from sandbox.simulation import Simulation

Json = dict[str, Any]

EMOJI = "/channels/{channel}/messages/{message}/reactions/{emoji}"


@route("POST", "/channels/{channel}/typing")
async def typing(call: Call) -> Answer:
    """Show that the bot is writing."""
    call.sandbox.broadcaster.typing(channel_for(call, Permission.SEND_MESSAGES))
    return 204, None


@route("PUT", EMOJI + "/@me")
async def react(call: Call) -> Answer:
    """Add the bot's reaction."""
    channel = channel_for(call, Permission.READ_MESSAGE_HISTORY)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    emoji = _emoji(call)
    count = _reactions(post).get(emoji["name"], [])
    if not count:
        call.sandbox.state.require(channel, Permission.ADD_REACTIONS)
    if len(_reactions(post)) >= 20 and not count:
        raise Refusal(400, 30010, "Maximum number of reactions reached (20)")
    change(call.sandbox, channel, post, emoji, call.sandbox.state.bot["id"], add=True)
    return 204, None


@route("DELETE", EMOJI + "/@me")
async def take_back(call: Call) -> Answer:
    """Take the bot's reaction back."""
    channel = channel_for(call)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    change(call.sandbox, channel, post, _emoji(call), call.sandbox.state.bot["id"], add=False)
    return 204, None


@route("DELETE", EMOJI + "/{user}")
async def take_off(call: Call) -> Answer:
    """Remove a user's reaction."""
    channel = channel_for(call, Permission.MANAGE_MESSAGES)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    change(call.sandbox, channel, post, _emoji(call), call.at["user"], add=False)
    return 204, None


@route("GET", EMOJI)
async def who(call: Call) -> Answer:
    """Who reacted with an emoji."""
    channel = channel_for(call, Permission.READ_MESSAGE_HISTORY)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    users = _reactions(post).get(_emoji(call)["name"], [])
    return 200, [call.sandbox.state.records.users[u] for u in users]


@route("DELETE", "/channels/{channel}/messages/{message}/reactions")
async def clear(call: Call) -> Answer:
    """Remove all reactions."""
    channel = channel_for(call, Permission.MANAGE_MESSAGES)
    post = call.sandbox.state.post(channel["id"], call.at["message"])
    post.message.pop("reactions", None)
    post.reactors = {}
    call.sandbox.state.records.save_post(post)
    body = {"channel_id": channel["id"], "message_id": post.id}
    call.sandbox.broadcaster.event("MESSAGE_REACTION_REMOVE_ALL", body, channel)
    return 204, None


def change(sandbox: Simulation, channel: Json, post: Post, emoji: Json, user: str, *, add: bool) -> None:
    """Add or remove one person's reaction, and announce it."""
    reactions = {r["emoji"]["name"]: r for r in post.message.get("reactions", [])}
    users = _reactions(post).get(emoji["name"], [])
    if (user in users) == add:
        return
    users = [*users, user] if add else [u for u in users if u != user]
    reactions[emoji["name"]] = {
        "emoji": emoji,
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me": sandbox.state.bot["id"] in users,
        "me_burst": False,
    }
    post.reactors[emoji["name"]] = users
    post.message["reactions"] = [r for r in reactions.values() if r["count"]]
    sandbox.state.records.save_post(post)
    body = {"user_id": user, "channel_id": channel["id"], "message_id": post.id, "emoji": emoji}
    if add:
        body |= {"burst": False, "type": 0, "message_author_id": post.message["author"]["id"]}
        if "guild_id" in channel:
            body["member"] = sandbox.state.member(channel["guild_id"], user)
    else:
        body |= {"burst": False, "type": 0}
    name = "MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE"
    sandbox.broadcaster.event(name, body, channel)
    sandbox.broadcaster.message_changed(post)


def _reactions(post: Post) -> dict[str, list[str]]:
    return {name: users for name, users in post.reactors.items() if users}


def _emoji(call: Call) -> Json:
    name = unquote(call.at["emoji"])
    if not name or name.isascii():
        raise unknown("Emoji")
    return {"id": None, "name": name}
