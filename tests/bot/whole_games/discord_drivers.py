"""One driver for two Discords: the sandbox and simcord, an independent simulation.

A script is a coroutine that takes a `Hands`; after whatever it does, what each person sees is written down in
words that are the same wherever the same is seen: ids become names, pictures their pixels.
"""

from __future__ import annotations

import abc
import contextlib
import functools
import hashlib
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord
from PIL import Image, UnidentifiedImageError
from simcord.backend import serializers
from simcord.results import ResponseMessage

from bot.client import Grognard
from sandbox import GuildPlan, World
from storage import Store
from tests.bot.conftest import BotHarness, open_harness, printed_maps

Json = dict[str, Any]

PEOPLE = ("Anna", "Bruno")
BUTTON, SELECTS = 2, (3, 5, 6, 7, 8)
EPHEMERAL = 1 << 6
SHOWN = (
    *("type", "label", "custom_id", "style", "disabled", "emoji", "url", "placeholder", "min_values"),
    *("max_values", "options", "components", "content", "value", "required", "title"),
    *("accent_color", "description", "spoiler", "divider", "spacing", "name", "size"),
)
UNSAID = (None, False, 0)
"""What one of the two fills in where the bot said nothing, and the other leaves out."""


class DiscordDriver(abc.ABC):
    """What people do in one channel, and what they then see."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.transcript: list[tuple[str, Any]] = []

    async def slash(self, who: str, name: str, **options: Any) -> None:
        """Use a command; people among the options go by their names."""
        await self._slash(who, name, options)
        await self._note(f"{who}: /{name} {options}")

    async def click(self, who: str, label: str) -> None:
        """Press the newest button with a label that begins so."""
        message, button = self._newest(who, BUTTON, "label", label)
        await self._click(who, message, button["custom_id"])
        await self._note(f"{who}: [{label}]")

    async def choose(self, who: str, menu: str, value: str) -> None:
        """Choose a value, or the label of one, in the newest menu whose placeholder begins so."""
        message, component = self._newest(who, 3, "placeholder", menu)
        values = {option["label"]: option["value"] for option in component["options"]}
        await self._select(who, message, component["custom_id"], values.get(value, value))
        await self._note(f"{who}: {menu} > {value}")

    async def form(self, who: str, name: str, **fields: str) -> None:
        """Use a command that opens a form, fill it in and send it."""
        opened = await self._slash(who, name, {})
        self.transcript.append((f"{who}: the form of /{name}", self._component(opened.modal)))
        await self._submit(who, opened, fields)
        await self._note(f"{who}: {fields}")

    async def complete(self, who: str, name: str, option: str, typed: str, **options: Any) -> None:
        """Type into an option."""
        choices = await self._complete(who, name, option, typed, options)
        self.transcript.append((f"{who}: /{name} {option}:{typed}", choices))

    def _newest(self, who: str, kind: int, key: str, begins: str) -> tuple[Json, Json]:
        for message in reversed(self.raw(who)):
            for component in _parts(message["components"]):
                fits = component["type"] == kind and not component.get("disabled")
                if fits and str(component.get(key, "")).startswith(begins):
                    return message, component
        raise AssertionError(f"{who} sees no {key} {begins!r} in #{self.channel}")

    async def _note(self, step: str) -> None:
        await self.quiet()
        seen = {who: [self._message(message) for message in self.raw(who)] for who in PEOPLE}
        self.transcript.append((step, seen))

    def _message(self, message: Json) -> Json:
        """A message as it looks."""
        return {
            "by": "the bot" if message["author"].get("bot") else message["author"]["username"],
            "says": self._named(message["content"]),
            "embeds": [self._embed(embed) for embed in message["embeds"]],
            "components": [self._component(component) for component in message["components"]],
            "files": sorted(self._file(file) for file in message["attachments"]),
            "alone": bool(message["flags"] & EPHEMERAL),
            "pinned": message["pinned"],
            "mentions": sorted(user["username"] for user in message["mentions"]),
        }

    def _embed(self, embed: Json) -> Json:
        kept = ("title", "description", "color", "fields", "url")
        body = {key: self._named(embed[key]) for key in kept if embed.get(key) is not None}
        fields = [{k: f.get(k) for k in ("name", "value", "inline")} for f in body.get("fields", [])]
        body["fields"] = [field | {"inline": bool(field["inline"])} for field in fields]
        for key in ("footer", "author"):
            body[key] = self._named((embed.get(key) or {}).get("text" if key == "footer" else "name", ""))
        for key in ("image", "thumbnail"):
            body[key] = ((embed.get(key) or {}).get("url") or "").rpartition("/")[2]
        return body

    def _component(self, component: Json) -> Json:
        """A component or form; what is not said is as Discord fills it in."""
        body = {key: self._named(component[key]) for key in SHOWN if component.get(key) is not None}
        body["components"] = [self._component(part) for part in component.get("components") or []]
        if component.get("component"):
            body["components"].append(self._component(component["component"]))
        if component.get("type") in SELECTS:
            body = {"min_values": 1, "max_values": 1} | body
            body["options"] = [{k: v for k, v in o.items() if v} for o in body.get("options", [])]
        if component.get("accessory"):
            body["accessory"] = self._component(component["accessory"])
        for key in ("media", "file"):
            if component.get(key):
                body[key] = _file_name(component[key])
        if component.get("items"):
            body["items"] = [_item(item) for item in component["items"]]
        return {k: v for k, v in body.items() if k not in ("disabled", "spoiler") or v not in UNSAID}

    def _named(self, value: Any) -> Any:
        """Names for ids, and no hours."""
        if isinstance(value, str):
            value = re.sub(r"\d{15,}", lambda match: self.name(int(match[0])), value)
            return re.sub(r"<t:\d+", "<t:#", value)
        if isinstance(value, list):
            return [self._named(part) for part in value]
        return {key: self._named(part) for key, part in value.items()} if isinstance(value, dict) else value

    def _file(self, file: Json) -> str:
        return f"{file['filename']} {looks(self.content(file))} {file.get('description')}"

    @abc.abstractmethod
    def raw(self, who: str) -> list[Json]:
        """The messages a person sees, oldest first, in Discord's own shape."""

    @abc.abstractmethod
    def name(self, key: int) -> str:
        """Who or what an id stands for."""

    @abc.abstractmethod
    def content(self, file: Json) -> bytes:
        """The bytes of an attachment."""

    @abc.abstractmethod
    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do."""

    @abc.abstractmethod
    async def restart(self) -> None:
        """The bot ends, and another life of it begins."""

    @abc.abstractmethod
    async def _slash(self, who: str, name: str, options: Json) -> Any: ...

    @abc.abstractmethod
    async def _click(self, who: str, message: Json, custom_id: str) -> None: ...

    @abc.abstractmethod
    async def _select(self, who: str, message: Json, custom_id: str, value: str) -> None: ...

    @abc.abstractmethod
    async def _submit(self, who: str, opened: Any, fields: Json) -> None: ...

    @abc.abstractmethod
    async def _complete(self, who: str, name: str, option: str, typed: str, options: Json) -> Any: ...


@functools.cache
def looks(content: bytes) -> str:
    """A digest of a picture's pixels, or of the bytes of any other file."""
    with contextlib.suppress(UnidentifiedImageError), Image.open(io.BytesIO(content)) as picture:
        content = f"{picture.size} ".encode() + picture.convert("RGB").tobytes()
    return hashlib.sha256(content).hexdigest()


def _parts(components: list[Json]) -> list[Json]:
    parts = []
    for component in components:
        inside = component.get("components") or []
        accessory = [component["accessory"]] if component.get("accessory") else []
        parts += [component, *_parts([*inside, *accessory])]
    return parts


def _file_name(media: Json) -> str:
    return str(media["url"]).rpartition("/")[2]


def _item(item: Json) -> Json:
    """A picture of a gallery."""
    return {
        "file": _file_name(item["media"]),
        "description": item.get("description"),
        "spoiler": bool(item.get("spoiler")),
    }


class SandboxDriver(DiscordDriver):
    """Hands in the sandbox."""

    def __init__(self, harness: BotHarness, channel: str) -> None:
        super().__init__(channel)
        self.harness = harness

    def raw(self, who: str) -> list[Json]:
        seen = self.harness.sandbox.messages(self.channel, who)
        return [message_.json | {"attachments": message_.attachments} for message_ in seen]

    def name(self, key: int) -> str:
        state = self.harness.sandbox.state
        named = state.records.users.get(str(key)) or state.records.channels.get(str(key)) or {}
        return str(named.get("username") or named.get("name") or "#")

    def content(self, file: Json) -> bytes:
        content = self.harness.sandbox.state.records.file(file["id"])
        assert content is not None
        return content

    async def quiet(self) -> None:
        await self.harness.quiet()

    async def restart(self) -> None:
        await self.harness.again()
        self.harness.bot.games.secret = same

    async def _slash(self, who: str, name: str, options: Json) -> Any:
        return await self.harness.person(who).slash(self.channel, name, options)

    async def _click(self, who: str, message: Json, custom_id: str) -> None:
        await self.harness.person(who).click(self._shown(who, message), custom_id)

    async def _select(self, who: str, message: Json, custom_id: str, value: str) -> None:
        await self.harness.person(who).select(self._shown(who, message), custom_id, value)

    async def _submit(self, who: str, opened: Any, fields: Json) -> None:
        await self.harness.person(who).submit(opened, fields)

    async def _complete(self, who: str, name: str, option: str, typed: str, options: Json) -> Any:
        given = options | {option: typed}
        return await self.harness.person(who).complete(self.channel, name, given, focused=option)

    def _shown(self, who: str, message: Json) -> Any:
        seen = self.harness.sandbox.messages(self.channel, who)
        return next(message_ for message_ in seen if message_.id == message["id"])


class SimcordServer:
    """simcord with a server, and one life of the bot after another in it."""

    def __init__(self, folder: Path, channels: tuple[str, ...]) -> None:
        self.cache = printed_maps(folder)
        self.names = channels
        self.env: Any = None
        self.bot: Grognard = None  # type: ignore[assignment]
        self.store: Store = None  # type: ignore[assignment]
        self.people: dict[str, Any] = {}
        self.channels: dict[str, Any] = {}

    def life(self) -> Grognard:
        """A bot; its clock is that of simcord, whose interactions would else be of long ago."""
        bot = Grognard(self.store, clock=self.now, cache=self.cache, calm=0.0, lock_step=0.0)
        bot.games.secret = same
        # Time advances for what sleeps, while the bot's clock stands: a reminder would wait for ever.
        bot.workers.deadlines._run = no_deadlines
        return bot

    def now(self) -> Any:
        return self.env.now()

    def create_server(self) -> None:
        """A server as the sandbox has it."""
        guild = self.env.create_guild("The local table")
        self.channels = {name: guild.create_text_channel(name) for name in self.names}
        for name in PEOPLE:
            user = self.env.create_user(name.lower(), global_name=name)
            self.people[name] = guild.add_member(user)


class SimcordDriver(DiscordDriver):
    """Hands in simcord."""

    def __init__(self, world: SimcordServer, channel: str) -> None:
        super().__init__(channel)
        self.world = world
        self.place = world.channels[channel]

    def raw(self, who: str) -> list[Json]:
        backend, viewer = self.world.env.backend, self.world.people[who].id
        held = sorted(backend.messages.get(self.place.id, {}).values(), key=lambda message: message.id)
        return [dict(serializers.message_payload(backend, m)) for m in held if m.visible_to(viewer)]

    def name(self, key: int) -> str:
        backend = self.world.env.backend
        named = backend.users.get(key) or backend.channels.get(key)
        return "#" if named is None else str(named.name)

    def content(self, file: Json) -> bytes:
        content: bytes = self.world.env.backend.cdn.get(file["url"])
        return content

    async def quiet(self) -> None:
        await self.world.env.settle()

    async def restart(self) -> None:
        old, self.world.bot = self.world.bot, self.world.life()
        await self.world.env.restart_bot(self.world.bot)
        await old.close()

    async def _slash(self, who: str, name: str, options: Json) -> Any:
        return await self.world.people[who].slash(self.place, name, **options)

    async def _click(self, who: str, message: Json, custom_id: str) -> None:
        await self.world.people[who].click(self._held(message), custom_id=custom_id)

    async def _select(self, who: str, message: Json, custom_id: str, value: str) -> None:
        await self.world.people[who].select(self._held(message), [value], custom_id=custom_id)

    async def _submit(self, who: str, opened: Any, fields: Json) -> None:
        await self.world.people[who].submit_modal(opened, fields)

    async def _complete(self, who: str, name: str, option: str, typed: str, options: Json) -> Any:
        return await self.world.people[who].autocomplete(self.place, name, option, typed, **options)

    def _held(self, message: Json) -> ResponseMessage:
        backend = self.world.env.backend
        return ResponseMessage(self.world.env, backend.messages[self.place.id][int(message["id"])])


def same(count: int) -> bytes:
    """The dice of both worlds: a seed that is no secret."""
    return b"\x07" * count


@asynccontextmanager
async def sandboxed(folder: Path, channels: tuple[str, ...]) -> AsyncIterator[BotHarness]:
    """The bot on a sandbox with these channels."""
    world = World(guilds=(GuildPlan(name="The local table", channels=channels),))
    async with open_harness(folder, world=world) as harness:
        harness.bot.games.secret = same
        await harness.person("Anna").until(channels[0], "Welcome")
        await harness.quiet()
        yield harness


async def no_deadlines() -> None:
    """Nothing is waited for."""


@asynccontextmanager
async def simulated(folder: Path, channels: tuple[str, ...]) -> AsyncIterator[SimcordServer]:
    """The bot in simcord with these channels."""
    world = SimcordServer(folder, channels)
    world.store = await Store.open(folder / "elsewhere.db", clock=world.now)
    world.bot = world.life()
    env = world.env = simcord.Env(world.bot, settle_timeout=30.0)
    try:
        await env.start()
        world.create_server()
        await env.settle()
        yield world
    finally:
        await env.shutdown()
        await world.bot.close()
        await world.store.close()
    assert env.errors == []
