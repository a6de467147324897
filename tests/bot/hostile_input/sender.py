"""Send the bot anything, including what Discord's client would not: commands, presses, forms."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from discord import app_commands

from sandbox.client.command_input import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    INTEGER,
    NUMBER,
    ROLE,
    USER,
    OptionResolver,
)
from sandbox.gateway.interactions import AUTOCOMPLETE, COMPONENT, MODAL, SLASH
from sandbox.limits.components import BUTTON, SELECT, TEXT, walk
from sandbox.model.state import EPHEMERAL, LOADING
from sandbox.rest.callbacks import DEFER, DEFER_UPDATE
from sandbox.rest.callbacks import MODAL as FORM
from tests.patience import PATIENCE

Json = dict[str, Any]
Path = tuple[str, ...]

CHARM = "@everyone @here <@1> <@&1> <#1> </a:1> <t:1:R> **b** __u__ ~~s~~ ||x|| `c` [l](http://e.vil) http://e.vil"
TEXTS = (
    "",
    " \t ",
    "\u3000\u2003",
    "x" * 2000,
    "x" * 2001,
    "🐎" * 2000,
    "x" * 4000,
    "x" * 4001,
    "\x00",
    "a\x00\x07\x1b[31m\r\n\x7f\x85",
    "\ud800",
    "a\udfffb",
    "👩‍👩‍👧‍👦🏳️‍🌈👍🏽",
    "\U0010ffff𝕳",
    "\u202e0405\u2066\u200f",
    "\u200b\u200d\ufeff\u00ad\u2060",
    "Z̸̢̛̖͎̜͕͝a̷l̶g̵o̶" * 20,
    CHARM,
    "@everyone",
    "<@1>",
    "```py\nprint(1)\n```",
    "||`a` *b*",
    "# a\n> b\n- c\n1. d\n-# e\n>>> f",
    "'; DROP TABLE games; --",
    "!!python/object/apply:os.system ['true']",
    "{{7*7}} {0.__class__} %s %(x)s ${HOME} $(id)",
    "../../../../etc/passwd",
    "a/b\\c:d",
    "&a [*a, *a]",
    "0",
    "-1",
    str(2**53),
    str(2**63),
    "9" * 400,
    "1e9",
    "NaN",
    "Infinity",
    "-inf",
    "9999",
    "0000",
    "０４０５",
    "٠٤٠٥",
    "²³",
    "NE " * 200,
    "ne",
    "n e",
    ",,,;;;",
    "/",
    "\\",
    "=",
    "é" * 3,
    "e\u0301" * 3,
)
"""Texts that no option expects (faults 1 to 11 and 22)."""
ODD = (0, -1, 2**53, 2**63, 10**400, 1e9, 0.5, True, None, "", "abc", "NaN", [], {}, ["a"], {"a": 1})
"""Values of another type, numbers far out (faults 10 to 13)."""


def commands(tree: Any) -> Iterator[tuple[Path, app_commands.Command[Any, Any, Any]]]:
    """Every command that can be typed, with the words of its name."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield tuple(command.qualified_name.split()), command


class Sender:
    """Sends for one person, past all that the sandbox checks for him."""

    def __init__(self, harness: Any, person: Any, channel: str = "battle") -> None:
        self.harness = harness
        self.sandbox = harness.sandbox
        self.person = person
        self.place = self.sandbox.channel(channel)
        self._form = ""

    def _send(self, kind: int, data: Json, name: str, source: Json | None = None, **more: Any) -> Any:
        deliver = self.sandbox.delivery.deliver
        return deliver(kind, data, self.place, self.person.id, name=name, source=source, **more)

    def slash(self, path: Path, options: list[Json], resolved: Json | None = None) -> Any:
        """A command with these raw options."""
        return self._send(SLASH, self.worded(path, options, resolved), " ".join(path))

    def complete(self, path: Path, options: list[Json]) -> Any:
        """What could be typed for the option that is `focused`."""
        return self._send(AUTOCOMPLETE, self.worded(path, options), " ".join(path))

    def worded(self, path: Path, options: list[Json], resolved: Json | None = None) -> Json:
        """The data of a command."""
        known = self.sandbox.state.records.commands.values()
        command = next(c for c in known if c["name"] == path[0])
        for word in reversed(path[1:]):
            options = [{"name": word, "type": 1, "options": options}]
        body = {"id": command["id"], "name": path[0], "type": 1, "options": options}
        return body | ({"resolved": resolved} if resolved else {})

    def usual(self, parameter: Any) -> tuple[Json, Json]:
        """An option as it would be sent, with whom or what it names."""
        kind = int(parameter.type.value)
        resolver = OptionResolver(self.sandbox.state, self.place, self.person.id)
        named = {USER: "Bruno", CHANNEL: "tutorial", ROLE: "Player"}
        value: Any
        if kind in named:
            value = resolver("value", kind, named[kind])
        elif kind == ATTACHMENT:
            value = resolver.file("value", self.person.choose("mine.yaml", b"id: x"))
        elif kind == BOOLEAN:
            value = True
        elif kind in (INTEGER, NUMBER):
            value = 1
        else:
            value = parameter.choices[0].value if parameter.choices else "x"
        return {"name": parameter.display_name, "type": kind, "value": value}, resolver.resolved

    def press(self, custom_id: Any, values: Any = None, *, private: bool = True, **more: Any) -> Any:
        """A button, or a menu where values are given, of a message of the bot's that really has it."""
        kind = BUTTON if values is None else SELECT
        data = {"custom_id": custom_id, "component_type": kind, "id": 1}
        data |= {} if values is None else {"values": values}
        body = {"type": kind, "custom_id": custom_id, "id": 2}
        body |= {"style": 1, "label": "x"} if kind == BUTTON else {"options": [{"label": "x", "value": "x"}]}
        source = deepcopy(self._posted(private))
        source["components"] = [{"type": 1, "id": 1, "components": [body]}]
        return self._send(COMPONENT, data | more, str(custom_id), source)

    def _posted(self, private: bool) -> Json:
        """A message of the bot's in this channel."""
        me = self.sandbox.state.bot["id"]
        posts = list(self.sandbox.state.records.in_channel(self.place["id"]))
        fit = [
            p for p in posts if p.message["author"]["id"] == me and (p.viewer == self.person.id) == private
        ]
        message: Json = fit[-1].message
        return message

    def submit(self, custom_id: Any, components: Any) -> Any:
        """A form."""
        data = {"custom_id": custom_id, "components": components}
        return self._send(MODAL, data, str(custom_id), trigger=self._form)

    async def open(self) -> None:
        """Open a form, by which those that are submitted seem to have come."""
        self._form = (await self.person.slash(self.place, "orders")).interaction.id

    async def answered(self, sent: list[Any]) -> None:
        """Wait until all have been answered, as far as that can be seen."""
        async with asyncio.timeout(PATIENCE):
            while any(not self._done(made) for made in sent):
                await self.sandbox.broadcaster.wait_for_change(0.1)
            await self.sandbox.settled()

    def _done(self, made: Any) -> bool:
        if self.sandbox.delivery.is_late(made):
            return True
        if made.type == AUTOCOMPLETE or made.acknowledged is None:
            return made.acknowledged is not None
        if made.acknowledged == DEFER:
            post = self.sandbox.state.records.posts.get(made.original or "")
            return post is None or not post.message["flags"] & LOADING
        return made.acknowledged == FORM or made.effects > 0

    def _gave_way(self, made: Any) -> bool:
        """Whether it was answered, and the answer was deleted: a newer panel has taken its place."""
        path = f"/{made.token}/messages/@original"
        done = [e.method for e in self.sandbox.exchanges if e.path.endswith(path) and e.status in (200, 204)]
        return "PATCH" in done and done[-1] == "DELETE"

    def response(self, made: Any) -> Json:
        """The message that answers."""
        post = self.sandbox.state.records.posts.get(made.original or made.source or "")
        return post.message if post is not None else {"content": "", "embeds": [], "components": []}

    def called(self, *but: Any) -> list[str]:
        """The messages that ping anyone except these people by their own mention."""
        fine = {person.id for person in (*but, self.person)}
        posts = [p.message for p in self.sandbox.state.records.posts.values()]
        return [
            read(m)
            for m in posts
            if m["mention_everyone"] or m["mention_roles"] or {u["id"] for u in m["mentions"]} - fine
        ]

    def wrong(self, made: Any) -> str:
        """What is wrong with the answer; "" when it is as it should be."""
        if made.acknowledged is None:
            return "no answer"
        if made.type == AUTOCOMPLETE:
            return "" if made.choices is not None and len(made.choices) <= 25 else f"choices {made.choices}"
        if made.acknowledged in (FORM, DEFER_UPDATE):
            return ""
        post = self.sandbox.state.records.posts.get(made.original or "")
        if post is None:
            return "" if self._gave_way(made) else "no message"
        if not post.message["flags"] & EPHEMERAL:
            return "not private"
        said = read(post.message)
        if "went wrong" in said or not (said or post.files or post.message["components"]):
            return f"a crash: {said}"
        return ""


def read(message: Json) -> str:
    """What a message says."""
    embeds = [e.get(key) or "" for e in message["embeds"] for key in ("title", "description")]
    texts = [part["content"] for _, part in walk(message["components"]) if part["type"] == TEXT]
    return "\n".join([message["content"], *embeds, *texts])


CODE = re.compile(r"\\.|`[^`\n]*`")


def raw(message: Json, typed: str) -> bool:
    """Whether typed text is in a message in a form that could have an effect there."""
    charm = re.search(r"[@<#*_~|`\[\]>\u202e\u200b\x00]", typed) is not None
    return charm and len(typed) > 2 and typed[:40].strip() in CODE.sub("", read(message))
