"""Create the described world in the records. Objects that already exist by name stay unchanged."""

from sandbox.model import objects
from sandbox.model.permissions import EVERYONE
from sandbox.model.state import State
from sandbox.model.world import ROLES, GuildPlan, PersonPlan, World


def create_missing(state: State, world: World) -> None:
    """Add whatever of `world` is missing: bot, guilds, channels, people."""
    if "bot" not in state.records.meta:
        _bot(state, world)
    for person in world.people:
        _person(state, person)
    for plan in world.guilds:
        _guild(state, plan, world)
    if world.joined:
        for guild in state.records.guilds:
            state.mark_joined(guild)


def _bot(state: State, world: World) -> None:
    bot = objects.user(state.new_id(), world.bot_name, bot=True)
    owner = objects.user(state.new_id(), "Landlord")
    state.records.save("user", bot["id"], bot)
    state.records.save("user", owner["id"], owner)
    state.records.save("meta", "bot", {"id": bot["id"], "owner": owner["id"], "joined": []})


def _person(state: State, plan: PersonPlan) -> None:
    for known, about in state.people():
        if about["name"] == plan.name:
            state.records.save("meta", f"person:{known['id']}", {**about, "locale": plan.locale})
            return
    user = objects.user(state.new_id(), plan.name)
    about = {"name": plan.name, "role": plan.role, "colour": plan.colour, "locale": plan.locale}
    state.records.save("user", user["id"], user)
    state.records.save("meta", f"person:{user['id']}", about)


def _guild(state: State, plan: GuildPlan, world: World) -> None:
    guild = next((g for g in state.records.guilds.values() if g["name"] == plan.name), None)
    if guild is None:
        key = plan.id or state.new_id()
        roles = [objects.role(key, "@everyone", EVERYONE, 0)]
        for position, (name, may) in enumerate(ROLES.items(), 1):
            roles.append(objects.role(state.new_id(), name.capitalize(), may, position))
        bot = state.bot
        own = objects.role(state.new_id(), world.bot_name, world.bot_permissions, len(roles), bot=bot["id"])
        guild = objects.guild(key, plan.name, state.owner["id"], [*roles, own])
        joined = state.clock()
        members = {
            state.owner["id"]: {"roles": [], "joined": joined},
            bot["id"]: {"roles": [own["id"]], "joined": joined},
        }
        state.records.save("guild", key, guild)
        state.records.save("meta", f"members:{key}", members)
    state.records.save("guild", guild["id"], guild | {"preferred_locale": plan.locale})
    _channels(state, guild["id"], plan)
    _members(state, guild, plan, world)


def _channels(state: State, guild: str, plan: GuildPlan) -> None:
    names = {c["name"] for c in state.channels(guild)}
    for position, name in enumerate(plan.channels):
        if name not in names:
            channel = objects.text_channel(state.new_id(), guild, name, position)
            state.records.save("channel", channel["id"], channel)


def _members(state: State, guild: objects.Json, plan: GuildPlan, world: World) -> None:
    members = dict(state.members(guild["id"]))
    roles = {role["name"].lower(): role["id"] for role in guild["roles"]}
    guests = {p.name for p in world.people if p.guilds is None or plan.name in p.guilds}
    for user, about in state.people():
        if about["name"] in guests and user["id"] not in members:
            members[user["id"]] = {"roles": [roles[about["role"]]], "joined": state.clock()}
    state.records.save("meta", f"members:{guild['id']}", members)
