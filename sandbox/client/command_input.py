"""Client-side parsing of commands: find the command, check and convert its options.

Whatever the client would not let a person send is refused here with a sentence for that person.
"""

from typing import Any

from sandbox.model.permissions import Permission
from sandbox.model.state import State

Json = dict[str, Any]

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)


class InvalidInput(Exception):
    """The client would not send this; the sentence says why."""


def usable_commands(state: State, user: str, channel: Json) -> list[Json]:
    """The commands a person may use in a channel: global ones and the guild's."""
    guild = channel.get("guild_id")
    rights = state.permissions_in(user, channel)
    commands = []
    for command in state.records.commands.values():
        if command.get("guild_id") not in (None, guild) or not _in_context(command, guild):
            continue
        needed = command.get("default_member_permissions")
        if guild is not None:
            if not rights & Permission.USE_APPLICATION_COMMANDS:
                continue
            if needed is not None and not _may(rights, int(needed)):
                continue
        commands.append(command)
    return commands


def _in_context(command: Json, guild: str | None) -> bool:
    if command.get("guild_id") is not None:
        return True
    contexts = command.get("contexts")
    if contexts is not None:
        return (0 if guild is not None else 1) in contexts
    return guild is not None or command.get("dm_permission", True)


def _may(rights: Permission, needed: int) -> bool:
    """Needing nothing at all means: administrators only."""
    return rights & needed == needed if needed else bool(rights & Permission.ADMINISTRATOR)


def find(state: State, user: str, channel: Json, name: str) -> tuple[Json, list[Json], list[Json]]:
    """A command by its full name: (command, the subcommand levels, the options at the end)."""
    words = name.strip().lstrip("/").split()
    if not words:
        raise InvalidInput("Which command?")
    commands = [c for c in usable_commands(state, user, channel) if c["type"] == 1 and c["name"] == words[0]]
    if not commands:
        known = any(c["name"] == words[0] for c in state.records.commands.values())
        if known:
            raise InvalidInput(f"/{words[0]}: You may not use it here.")
        raise InvalidInput(f"/{words[0]}: There is no such command.")
    command = commands[-1]
    levels: list[Json] = []
    options = command.get("options") or []
    for word in words[1:]:
        level = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if level is None:
            raise InvalidInput(f"/{name}: there is no subcommand {word}.")
        levels.append(level)
        options = level.get("options") or []
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
        names = ", ".join(o["name"] for o in options)
        raise InvalidInput(f"/{name}: choose one of {names}.")
    return command, levels, options


def interaction_data(
    state: State,
    user: str,
    channel: Json,
    name: str,
    values: Json,
    *,
    focused: str | None = None,
) -> tuple[str, Json]:
    """The full name and the data of a slash interaction, or of an autocompletion when one is focused."""
    command, levels, known = find(state, user, channel, name)
    resolver = OptionResolver(state, channel, user)
    by_name = {option["name"]: option for option in known}
    for key in values:
        if key not in by_name:
            raise InvalidInput(f"/{name}: there is no option {key}.")
    if focused is not None and not by_name.get(focused, {}).get("autocomplete"):
        raise InvalidInput(f"/{name}: {focused} completes nothing.")
    options: list[Json] = []
    for option in known:
        key = option["name"]
        if key == focused:
            value = str(values.get(key, ""))
            options.append({"name": key, "type": option["type"], "value": value, "focused": True})
        elif values.get(key) is not None:
            value = values[key] if focused else convert(option, values[key], resolver)
            options.append({"name": key, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise InvalidInput(f"/{name}: {key} is missing.")
    for level in reversed(levels):
        options = [{"name": level["name"], "type": level["type"], "options": options}]
    body: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if command.get("guild_id"):
        body["guild_id"] = command["guild_id"]
    if resolver.resolved:
        body["resolved"] = resolver.resolved
    return " ".join([command["name"], *(level["name"] for level in levels)]), body


def convert(option: Json, value: Any, resolver: "OptionResolver") -> Any:
    """One option's value as Discord sends it. Raises InvalidInput."""
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        for choice in option["choices"]:
            if value in (choice["value"], choice["name"]) or str(value) == str(choice["value"]):
                return choice["value"]
        raise InvalidInput(f"{name}: choose one of the given values.")
    if kind == STRING:
        return _text(option, value)
    if kind in (INTEGER, NUMBER):
        return _number(option, value)
    if kind == BOOLEAN:
        return _truth(name, value)
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        return resolver(name, kind, value)
    if kind == ATTACHMENT:
        return resolver.file(name, str(value))
    raise InvalidInput(f"{name}: the sandbox cannot send options of this kind.")


def _text(option: Json, value: Any) -> str:
    name = option["name"]
    if not isinstance(value, str):
        raise InvalidInput(f"{name}: a text is wanted.")
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if option.get("required") and not value:
        raise InvalidInput(f"{name} is missing.")
    if not least <= len(value) <= most:
        raise InvalidInput(f"{name}: between {least} and {most} characters are wanted.")
    return value


def _number(option: Json, value: Any) -> int | float:
    name, whole = option["name"], option["type"] == INTEGER
    try:
        number = float(value) if not whole else int(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if number != number or isinstance(value, bool) or (whole and float(value) != number):
        if whole:
            raise InvalidInput(f"{name}: a whole number is wanted.")
        raise InvalidInput(f"{name}: a number is wanted.")
    least, most = option.get("min_value"), option.get("max_value")
    least = -(2**53) if least is None else least
    most = 2**53 if most is None else most
    if not least <= number <= most:
        raise InvalidInput(f"{name}: a number between {least} and {most} is wanted.")
    return number


def _truth(name: str, value: Any) -> bool:
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise InvalidInput(f"{name}: true or false is wanted.")
    return value


class OptionResolver:
    """Finds the users, members, channels, roles and files that options name, and lists them."""

    def __init__(self, state: State, channel: Json, user: str) -> None:
        self.state = state
        self.channel = channel
        self.asker = user
        self.resolved: Json = {}

    def __call__(self, name: str, kind: int, value: Any) -> str:
        """The id of what `value` names: an id, a mention or a name."""
        text = str(value)
        key = text.strip("<@!&#>") if text.startswith("<") else text.lstrip("@#")
        if kind in (USER, MENTIONABLE) and (user := self._user(key)) is not None:
            self.user(user)
            return user
        if kind == CHANNEL and (channel := self._channel(key)) is not None:
            return channel
        if kind in (ROLE, MENTIONABLE) and (role := self._role(key)) is not None:
            return role
        raise InvalidInput(f"{name}: {value} is not to be found.")

    def file(self, name: str, key: str) -> str:
        """List a file that was chosen; its id."""
        if key not in self.state.sent:
            raise InvalidInput(f"{name}: choose a file.")
        self._list("attachments", key, self.state.sent[key])
        return key

    def user(self, key: str) -> None:
        """List a user, and the member when there is one."""
        self._list("users", key, self.state.records.users[key])
        guild = self.channel.get("guild_id")
        if guild is not None and key in self.state.members(guild):
            member = self.state.member(guild, key)
            del member["user"], member["deaf"], member["mute"]
            rights = self.state.permissions_in(key, self.channel)
            self._list("members", key, member | {"permissions": str(int(rights))})

    def role(self, key: str) -> None:
        """List a role."""
        roles = self.state.guild(self.channel["guild_id"])["roles"]
        self._list("roles", key, next(r for r in roles if r["id"] == key))

    def channel_named(self, key: str) -> None:
        """List a channel, as short as Discord does, with what the one who asks may do there."""
        channel = self.state.channel(key)
        keys = ("id", "type", "name", "parent_id", "flags", "topic", "nsfw", "position", "guild_id",
                "rate_limit_per_user", "last_message_id", "thread_metadata")  # fmt: skip
        short = {k: channel[k] for k in keys if k in channel}
        self._list("channels", key, short | {"permissions": str(int(self._rights(channel)))})

    def _rights(self, channel: Json) -> Permission:
        return self.state.permissions_in(self.asker, channel)

    def _user(self, key: str) -> str | None:
        for user in self.state.records.users.values():
            if key in (user["id"], user["username"], user["global_name"]):
                return str(user["id"])
        return None

    def _channel(self, key: str) -> str | None:
        for channel in self.state.records.channels.values():
            same = channel.get("guild_id") == self.channel.get("guild_id")
            if same and key in (channel["id"], channel.get("name")):
                self.channel_named(channel["id"])
                return str(channel["id"])
        return None

    def _role(self, key: str) -> str | None:
        guild = self.channel.get("guild_id")
        for role in self.state.guild(guild)["roles"] if guild else ():
            if key in (role["id"], role["name"]):
                self.role(role["id"])
                return str(role["id"])
        return None

    def _list(self, kind: str, key: str, body: Json) -> None:
        self.resolved.setdefault(kind, {})[key] = body
