"""The live world: records, ids and clock, and common queries on them."""

from collections.abc import Callable, Iterator
from typing import Any

from sandbox.model import objects, permissions
from sandbox.model.permissions import Permission
from sandbox.model.records import Post, Records
from sandbox.model.refusals import missing_access, missing_permissions, unknown
from sandbox.model.snowflakes import Snowflakes

Json = dict[str, Any]

EPHEMERAL, LOADING = 1 << 6, 1 << 7


class State:
    """Who and what there is. Changes go through `Records`; what others must hear, through `Broadcaster`."""

    def __init__(self, records: Records, clock: Callable[[], float]) -> None:
        self.records = records
        self.clock = clock
        self.new_id = Snowflakes(clock, records.newest())
        self.base_url = ""
        """Set once the server listens; addresses of attachments begin with it."""
        self.sent: dict[str, Json] = {}
        """The files people have chosen for options of commands, by id. They are forgotten at the end."""

    @property
    def bot(self) -> Json:
        """The bot's user. Its id is also the application's."""
        return self.records.users[self.records.meta["bot"]["id"]]

    @property
    def owner(self) -> Json:
        """The user who owns the application and the guilds."""
        return self.records.users[self.records.meta["bot"]["owner"]]

    def now(self) -> str:
        """The present moment as Discord writes it."""
        return objects.timestamp(self.clock())

    def people(self) -> list[tuple[Json, Json]]:
        """Those who sit at the page: (user, {"role", "colour", "locale", "name"})."""
        return [(self.records.users[key], self.records.meta[f"person:{key}"]) for key in self.person_ids()]

    def person_ids(self) -> list[str]:
        """The users who are people of the page."""
        return [k.removeprefix("person:") for k in self.records.meta if k.startswith("person:")]

    def members(self, guild: str) -> dict[str, Json]:
        """A guild's members by user id: {"roles", "joined", "nick"}."""
        members: dict[str, Json] = self.records.meta[f"members:{guild}"]
        return members

    def member(self, guild: str, user: str) -> Json:
        """A member as Discord shows them. Raises 10007 when they are none."""
        record = self.members(guild).get(user)
        if record is None:
            raise unknown("Member")
        person = self.records.users[user]
        shape = objects.member(person, list(record["roles"]), record["joined"])
        return shape | {"nick": record.get("nick")}

    def guild(self, key: str) -> Json:
        """A guild. Raises 10004."""
        guild = self.records.guilds.get(key)
        if guild is None:
            raise unknown("Guild")
        return guild

    def channel(self, key: str) -> Json:
        """A channel, thread or direct conversation. Raises 10003."""
        channel = self.records.channels.get(key)
        if channel is None:
            raise unknown("Channel")
        return channel

    def channels(self, guild: str) -> list[Json]:
        """A guild's channels in order, without threads."""
        channels = [
            c
            for c in self.records.channels.values()
            if c.get("guild_id") == guild and c["type"] not in objects.THREADS
        ]
        return sorted(channels, key=lambda c: (c["position"], int(c["id"])))

    def threads(self, *, guild: str | None = None, parent: str | None = None) -> list[Json]:
        """The threads of a guild or of one channel, archived ones too."""
        return [
            c
            for c in self.records.channels.values()
            if c["type"] in objects.THREADS
            and (guild is None or c["guild_id"] == guild)
            and (parent is None or c["parent_id"] == parent)
        ]

    def post(self, channel: str, key: str) -> Post:
        """A message that stands in a channel for all to see. Raises 10008."""
        post = self.records.posts.get(key)
        if post is None or post.channel != channel or post.viewer is not None:
            raise unknown("Message")
        return post

    def permissions_in(self, user: str, channel: Json) -> Permission:
        """What a user may do in a channel; nothing when they are not of the guild."""
        if "guild_id" not in channel:
            recipients = {self.bot["id"], *(r["id"] for r in channel["recipients"])}
            return permissions.EVERYONE if user in recipients else Permission(0)
        guild = self.records.guilds[channel["guild_id"]]
        if user not in self.members(guild["id"]):
            return Permission(0)
        seat = channel
        if channel["type"] in objects.THREADS:
            seat = self.records.channels.get(channel["parent_id"], channel)
        rights = permissions.in_channel(guild, self.member(guild["id"], user), seat)
        if channel["type"] == objects.PRIVATE_THREAD and user not in self.thread_members(channel["id"]):
            return rights if rights & Permission.MANAGE_THREADS else Permission(0)
        return rights

    def thread_members(self, thread: str) -> list[str]:
        """The users who joined a thread."""
        members: list[str] = self.records.meta.get(f"thread:{thread}", {"users": []})["users"]
        return members

    def require(self, channel: Json, *needed: Permission) -> None:
        """Raise 50001 or 50013 unless the bot sees the channel and may do all that is needed."""
        rights = self.permissions_in(self.bot["id"], channel)
        if not rights & Permission.VIEW_CHANNEL:
            raise missing_access()
        for permission in needed:
            if not rights & permission:
                raise missing_permissions()

    def sees_channel(self, user: str, channel: Json) -> bool:
        """Whether a user sees a channel at all."""
        return bool(self.permissions_in(user, channel) & Permission.VIEW_CHANNEL)

    def sees(self, user: str, post: Post) -> bool:
        """Whether a user sees a message."""
        if post.viewer is not None:
            return post.viewer == user and not post.dismissed
        channel = self.records.channels.get(post.channel)
        return channel is not None and self.sees_channel(user, channel)

    def visible_to(self, user: str, channel: str) -> Iterator[Post]:
        """The messages of a channel a user sees, oldest first."""
        return (post for post in self.records.in_channel(channel) if self.sees(user, post))

    def is_member_of(self, guild: str) -> bool:
        """Whether the bot was told it joined the guild, at some time."""
        return guild in self.records.meta["bot"]["joined"]

    def mark_joined(self, guild: str) -> None:
        """Remember that the bot knows it is in the guild."""
        meta = self.records.meta["bot"]
        if guild not in meta["joined"]:
            self.records.save("meta", "bot", meta | {"joined": [*meta["joined"], guild]})
