"""The application itself, the gateway's address, and application commands."""

from typing import Any

from sandbox.limits import commands as limits
from sandbox.model import objects
from sandbox.model.refusals import Form, Refusal, missing_access, unknown
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]


@route("GET", "/users/@me")
async def own_account(call: Call) -> Answer:
    """The bot's own account."""
    return 200, objects.own_account(call.sandbox.state.bot)


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
async def application(call: Call) -> Answer:
    """The bot's application."""
    state = call.sandbox.state
    return 200, objects.application(state.bot["id"], state.bot, state.owner, len(state.records.guilds))


@route("GET", "/gateway", open=True)
async def gateway(call: Call) -> Answer:
    """Where the gateway is."""
    return 200, {"url": call.sandbox.gateway.url}


@route("GET", "/gateway/bot")
async def gateway_bot(call: Call) -> Answer:
    """Where the gateway is, and how many sessions may still be started."""
    gateway = call.sandbox.gateway
    remaining = max(0, 1000 - gateway.identifies)
    limit = {"total": 1000, "remaining": remaining, "reset_after": 14_400_000}
    limit["max_concurrency"] = gateway.max_concurrency
    return 200, {"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit}


@route("GET", "/applications/{application}/commands")
@route("GET", "/applications/{application}/guilds/{guild}/commands")
async def commands(call: Call) -> Answer:
    """The commands of one scope; in other languages only when asked to."""
    listed = _scope(call)
    if call.query.get("with_localizations") != "true":
        listed = [_in_english(command) for command in listed]
    return 200, listed


@route("PUT", "/applications/{application}/commands")
@route("PUT", "/applications/{application}/guilds/{guild}/commands")
async def replace(call: Call) -> Answer:
    """Put these commands in the place of all others; those that stay keep their ids."""
    records = call.sandbox.state.records
    earlier = {(c["type"], c["name"]): c for c in _scope(call)}
    bodies = call.json or []
    if not isinstance(bodies, list):
        form = Form()
        form.fault("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        form.check()
    limits.check_all(bodies)
    commands = [_command_record(call, c, earlier.get((limits.kind_of(c), c["name"]))) for c in bodies]
    for old in earlier.values():
        records.delete("command", old["id"])
    for command in commands:
        records.save("command", command["id"], command)
    call.sandbox.broadcaster.commands_changed()
    return 200, commands


@route("POST", "/applications/{application}/commands")
@route("POST", "/applications/{application}/guilds/{guild}/commands")
async def create(call: Call) -> Answer:
    """Make one command, or overwrite the one of that name."""
    scope = _scope(call)
    form = Form()
    limits.check(call.body, form)
    form.check()
    key = (limits.kind_of(call.body), call.body["name"])
    earlier = next((c for c in scope if (c["type"], c["name"]) == key), None)
    limits.check_all([c for c in scope if c is not earlier] + [call.body])
    command = _command_record(call, call.body, earlier)
    call.sandbox.state.records.save("command", command["id"], command)
    call.sandbox.broadcaster.commands_changed()
    return (201 if earlier is None else 200), command


@route("GET", "/applications/{application}/commands/{command}")
@route("GET", "/applications/{application}/guilds/{guild}/commands/{command}")
async def one(call: Call) -> Answer:
    """One command."""
    return 200, _command(call)


@route("PATCH", "/applications/{application}/commands/{command}")
@route("PATCH", "/applications/{application}/guilds/{guild}/commands/{command}")
async def change(call: Call) -> Answer:
    """Change one command."""
    earlier = _command(call)
    command = _command_record(call, earlier | call.body | {"type": earlier["type"]}, earlier)
    form = Form()
    limits.check(command, form)
    form.check()
    call.sandbox.state.records.save("command", command["id"], command)
    call.sandbox.broadcaster.commands_changed()
    return 200, command


@route("DELETE", "/applications/{application}/commands/{command}")
@route("DELETE", "/applications/{application}/guilds/{guild}/commands/{command}")
async def remove(call: Call) -> Answer:
    """Delete one command."""
    call.sandbox.state.records.delete("command", _command(call)["id"])
    call.sandbox.broadcaster.commands_changed()
    return 204, None


def _scope(call: Call) -> list[Json]:
    state = call.sandbox.state
    if call.at["application"] != state.bot["id"]:
        raise Refusal(403, 20012, "You are not authorized to perform this action on this application")
    guild = call.at.get("guild")
    if guild is not None and guild not in state.records.guilds:
        raise missing_access()
    return [c for c in state.records.commands.values() if c.get("guild_id") == guild]


def _in_english(thing: Any) -> Any:
    """A command, option or choice without what it is called in other languages."""
    if isinstance(thing, list):
        return [_in_english(part) for part in thing]
    if isinstance(thing, dict):
        return {key: _in_english(part) for key, part in thing.items() if not key.endswith("_localizations")}
    return thing


def _command(call: Call) -> Json:
    command = next((c for c in _scope(call) if c["id"] == call.at["command"]), None)
    if command is None:
        raise unknown("application command")
    return command


def _command_record(call: Call, body: Json, earlier: Json | None) -> Json:
    state = call.sandbox.state
    needed = body.get("default_member_permissions")
    command: Json = {
        "id": state.new_id() if earlier is None else earlier["id"],
        "application_id": state.bot["id"],
        "version": state.new_id(),
        "type": limits.kind_of(body),
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "default_member_permissions": None if needed is None else str(needed),
        "nsfw": bool(body.get("nsfw")),
        "integration_types": body.get("integration_types") or [0],
    }
    if body.get("options"):
        command["options"] = body["options"]
    if "guild" in call.at:
        command["guild_id"] = call.at["guild"]
    else:
        command["contexts"] = body.get("contexts")
        command["dm_permission"] = body.get("dm_permission", True) is not False
    if earlier is not None and {**command, "version": earlier["version"]} == earlier:
        return earlier
    return command
