"""Guilds, their members and roles, and users."""

from typing import Any

from sandbox.model.permissions import in_guild
from sandbox.model.refusals import Form, missing_access, unknown
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]


def guild_for(call: Call) -> Json:
    """The guild of a call; 50001 when the bot is not in it."""
    guild = call.sandbox.state.guild(call.at["guild"])
    if call.sandbox.state.bot["id"] not in call.sandbox.state.members(guild["id"]):
        raise missing_access()
    return guild


@route("GET", "/guilds/{guild}")
async def guild(call: Call) -> Answer:
    """A guild."""
    guild = guild_for(call)
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        count = len(call.sandbox.state.members(guild["id"]))
        guild = guild | {"approximate_member_count": count, "approximate_presence_count": count}
    return 200, guild


@route("GET", "/users/@me/guilds")
async def own_guilds(call: Call) -> Answer:
    """The guilds the bot is in."""
    state = call.sandbox.state
    guilds = []
    for guild in state.records.guilds.values():
        rights = in_guild(guild, state.member(guild["id"], state.bot["id"]))
        short = {key: guild[key] for key in ("id", "name", "icon", "banner", "features")}
        guilds.append(short | {"owner": False, "permissions": str(int(rights))})
    return 200, guilds


@route("GET", "/guilds/{guild}/members")
async def members(call: Call) -> Answer:
    """A guild's members, by id."""
    guild = guild_for(call)
    form = Form()
    limit = int(call.query.get("limit", 1))
    form.number("limit", limit, 1, 1000)
    form.check()
    after = int(call.query.get("after", 0))
    users = sorted(u for u in call.sandbox.state.members(guild["id"]) if int(u) > after)
    return 200, [call.sandbox.state.member(guild["id"], u) for u in users[:limit]]


@route("GET", "/guilds/{guild}/members/search")
async def search(call: Call) -> Answer:
    """Members whose name begins so."""
    guild = guild_for(call)
    start = call.query.get("query", "").lower()
    every = [call.sandbox.state.member(guild["id"], u) for u in call.sandbox.state.members(guild["id"])]
    names = [m for m in every if _names(m, start)]
    return 200, names[: int(call.query.get("limit", 1))]


def _names(member: Json, start: str) -> bool:
    user = member["user"]
    names = (user["username"], user["global_name"], member["nick"])
    return any(name and name.lower().startswith(start) for name in names)


@route("GET", "/guilds/{guild}/members/{user}")
async def member(call: Call) -> Answer:
    """One member."""
    return 200, call.sandbox.state.member(guild_for(call)["id"], call.at["user"])


@route("PATCH", "/guilds/{guild}/members/@me")
async def rename_self(call: Call) -> Answer:
    """The bot's own nickname in a guild."""
    state, guild = call.sandbox.state, guild_for(call)
    form = Form()
    form.length("nick", call.body.get("nick"), 32)
    form.check()
    members = state.members(guild["id"])
    own = members[state.bot["id"]] | {"nick": call.body.get("nick")}
    state.records.save("meta", f"members:{guild['id']}", members | {state.bot["id"]: own})
    return 200, state.member(guild["id"], state.bot["id"])


@route("GET", "/guilds/{guild}/roles")
async def roles(call: Call) -> Answer:
    """A guild's roles."""
    return 200, guild_for(call)["roles"]


@route("GET", "/guilds/{guild}/roles/{role}")
async def role(call: Call) -> Answer:
    """One role."""
    role = next((r for r in guild_for(call)["roles"] if r["id"] == call.at["role"]), None)
    if role is None:
        raise unknown("Role")
    return 200, role


@route("GET", "/users/{user}")
async def user(call: Call) -> Answer:
    """Anybody."""
    user = call.sandbox.state.records.users.get(call.at["user"])
    if user is None:
        raise unknown("User")
    return 200, user
