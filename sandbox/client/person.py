"""A person at the page, for tests: performs actions and waits for their visible results."""

import time
from typing import Any

from sandbox.client.command_input import InvalidInput, usable_commands
from sandbox.client.visible_message import VisibleMessage
from sandbox.gateway.interactions import NO_ANSWER
from sandbox.limits.components import CHECKBOX, INPUT, SELECTS, walk
from sandbox.messages import uploads
from sandbox.model.records import Interaction
from sandbox.model.state import LOADING
from sandbox.rest.callbacks import DEFER, DEFER_UPDATE, MODAL
from sandbox.simulation import Simulation

Json = dict[str, Any]

GRACE = 0.5
"""Seconds without any call after which a silently acknowledged click counts as done."""


class NoAnswer(AssertionError):
    """The bot did not do what a person would have waited for."""


class Reply:
    """What came of one interaction. What the message shows is asked of it: reply.text, reply.buttons."""

    def __init__(self, sandbox: Simulation, interaction: Interaction) -> None:
        self._sandbox = sandbox
        self.interaction = interaction
        posts = sandbox.state.records.posts
        post = posts.get(interaction.original or "")
        self.message = None if post is None else VisibleMessage(sandbox, post)

    def __repr__(self) -> str:
        return f"<Reply to {self.interaction.name} kind {self.kind} {self.message}>"

    def __getattr__(self, name: str) -> Any:
        """Anything a message can be asked."""
        if name.startswith("_"):
            raise AttributeError(name)
        if self.message is None:
            raise NoAnswer(f"{self.interaction.name}: there is no message, so no {name}")
        return getattr(self.message, name)

    @property
    def kind(self) -> int | None:
        """The callback's type: 4 message, 5 deferred, 6 and 7 update, 9 modal."""
        return self.interaction.acknowledged

    @property
    def modal(self) -> Json | None:
        """The form the bot opened."""
        return self.interaction.modal

    @property
    def fields(self) -> list[Json]:
        """The fields of the form."""
        if self.modal is None:
            raise NoAnswer(f"{self.interaction.name}: no form was opened")
        every = [c for _, c in walk(self.modal["components"])]
        return [c for c in every if c["type"] == INPUT or c["type"] in SELECTS or 19 <= c["type"] <= CHECKBOX]

    @property
    def followups(self) -> list[VisibleMessage]:
        """The further messages sent through this interaction."""
        posts = self._sandbox.state.records.posts
        return [VisibleMessage(self._sandbox, posts[k]) for k in self.interaction.followups if k in posts]


class Person:
    """A person at the page. Raises InvalidInput when the client refuses, NoAnswer when the bot is silent."""

    def __init__(self, sandbox: Simulation, user: Json, about: Json) -> None:
        self.sandbox = sandbox
        self.user = user
        self.id: str = user["id"]
        self.name: str = about["name"]
        self.role: str = about["role"]
        self.timeout = 30.0
        """Seconds to wait for a visible answer after the acknowledgement."""

    @classmethod
    def of(cls, sandbox: Simulation, user: str) -> "Person":
        """The person with this user id."""
        return cls(sandbox, sandbox.state.records.users[user], sandbox.state.records.meta[f"person:{user}"])

    async def slash(
        self, channel: Any, name: str, options: Json | None = None, /, *, wait: bool = True, **more: Any
    ) -> Reply:
        """Use a command, `name` in full: "game new". Options by keyword, or in a dict."""
        values = (options or {}) | more
        interaction = self.sandbox.client.slash(self.id, self._place(channel), name, values)
        return await self._answer(interaction, wait)

    def choose(self, filename: str, content: bytes, **described: Any) -> str:
        """Choose a file for an option of a command; returns the option's value. `described` replaces parts of
        Discord's description of the file."""
        attachment = uploads.choose(self.sandbox.state, filename, content)
        attachment.update(described)
        return str(attachment["id"])

    async def click(self, message: "VisibleMessage | Reply", which: str, *, wait: bool = True) -> Reply:
        """Press the button with this custom_id or label, or with a label that begins so."""
        visible = self._visible_message(message)
        custom_id = self._button(visible, which)
        interaction = self.sandbox.client.click(self.id, visible.id, custom_id, None)
        return await self._answer(interaction, wait)

    async def select(
        self,
        message: "VisibleMessage | Reply",
        custom_id: str | None,
        values: list[str] | str,
        *,
        wait: bool = True,
    ) -> Reply:
        """Choose values of a select; None for `custom_id`: of the only one. Labels will do for values."""
        visible = self._visible_message(message)
        menus = [s for s in visible.selects if custom_id in (None, s["custom_id"])]
        if len(menus) != 1:
            raise InvalidInput(f"{len(menus)} menus fit {custom_id}")
        labels = {o["label"]: o["value"] for o in menus[0].get("options", ())}
        known = {o["value"] for o in menus[0].get("options", ())}
        selected = [values] if isinstance(values, str) else values
        chosen = [v if v in known else labels.get(v, v) for v in selected]
        interaction = self.sandbox.client.click(self.id, visible.id, menus[0]["custom_id"], chosen)
        return await self._answer(interaction, wait)

    async def submit(self, reply: Reply, fields: Json, *, wait: bool = True) -> Reply:
        """Fill in the form a reply opened, by custom_id or label, and send it."""
        names = _names(reply)
        values = {names.get(key, key): value for key, value in fields.items()}
        interaction = self.sandbox.client.submit(self.id, reply.interaction.id, values)
        return await self._answer(interaction, wait)

    async def complete(
        self, channel: Any, name: str, options: Json | None = None, *, focused: str
    ) -> list[Json]:
        """The choices offered for the focused option: [{"name", "value"}]."""
        interaction = self.sandbox.client.complete(
            self.id, self._place(channel), name, options or {}, focused
        )
        choices = await self.completed(interaction)
        if choices is None:
            raise NoAnswer(f"/{name}: no completion of {focused}")
        return choices

    async def completed(self, interaction: Interaction) -> list[Json] | None:
        """The choices that answer an autocompletion; None when none came in time."""
        while interaction.acknowledged is None and not self._lost(interaction):
            await self.sandbox.broadcaster.wait_for_change(0.1)
        return interaction.choices

    async def say(self, channel: Any, content: str) -> VisibleMessage:
        """Write an ordinary message."""
        post = self.sandbox.client.say(self.id, self._place(channel), content)
        return VisibleMessage(self.sandbox, post)

    def dismiss(self, message: "VisibleMessage | Reply") -> None:
        """Put an ephemeral message away."""
        self.sandbox.client.dismiss(self.id, self._visible_message(message).id)

    def sees(self, channel: Any) -> list[VisibleMessage]:
        """The messages of a channel this person sees, oldest first."""
        posts = self.sandbox.state.visible_to(self.id, self._place(channel))
        return [VisibleMessage(self.sandbox, post) for post in posts]

    def direct_messages(self) -> list[VisibleMessage]:
        """The direct messages between this person and the bot, oldest first."""
        return self.sees(self.sandbox.conversation(self.id))

    def commands(self, channel: Any) -> list[str]:
        """The names of the commands this person may use in a channel."""
        place = self.sandbox.state.channel(self._place(channel))
        return [c["name"] for c in usable_commands(self.sandbox.state, self.id, place)]

    def page_events(self) -> list[Json]:
        """Every line this person's page was ever told: messages, changes, forms (PAGE.md)."""
        return [n.body for n in self.sandbox.broadcaster.notices if self.id in n.people]

    async def until(self, channel: Any, words: str, *, timeout: float | None = None) -> VisibleMessage:
        """The latest message of a channel whose text contains `words`; waits for it."""
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            matches = [m for m in self.sees(channel) if words in m.words]
            if matches:
                return matches[-1]
            if time.monotonic() > end:
                raise NoAnswer(f"no message contains {words!r}; there is {self.sees(channel)[-5:]}")
            await self.sandbox.broadcaster.wait_for_change(0.25)

    async def _answer(self, interaction: Interaction, wait: bool) -> Reply:
        if not wait:
            return Reply(self.sandbox, interaction)
        while interaction.acknowledged is None:
            if self._lost(interaction):
                raise NoAnswer(f"{interaction.name}: {NO_ANSWER}")
            await self.sandbox.broadcaster.wait_for_change(0.1)
        end = time.monotonic() + self.timeout
        while not self._visible(interaction):
            if time.monotonic() > end:
                raise NoAnswer(
                    f"{interaction.name}: acknowledged with {interaction.acknowledged}, then nothing to see"
                )
            await self.sandbox.broadcaster.wait_for_change(0.05)
        return Reply(self.sandbox, interaction)

    def _lost(self, interaction: Interaction) -> bool:
        nobody = not interaction.delivered and not self.sandbox.gateway.sessions
        return nobody or self.sandbox.delivery.is_late(interaction)

    def _visible(self, interaction: Interaction) -> bool:
        if interaction.acknowledged == DEFER:
            post = self.sandbox.state.records.posts.get(interaction.original or "")
            return post is None or not post.message["flags"] & LOADING
        if interaction.acknowledged == DEFER_UPDATE and not interaction.effects:
            activity = self.sandbox.activity
            quiet = time.monotonic() - activity.quiet_since
            return activity.calls == 0 and quiet > GRACE and not activity.working()
        return (
            interaction.acknowledged == MODAL
            or interaction.effects > 0
            or interaction.acknowledged == DEFER_UPDATE
        )

    def _place(self, channel: Any) -> str:
        if isinstance(channel, dict):
            return str(channel["id"])
        return str(self.sandbox.channel(str(channel))["id"])

    def _visible_message(self, message: "VisibleMessage | Reply") -> VisibleMessage:
        if isinstance(message, VisibleMessage):
            return message
        if message.message is None:
            raise NoAnswer(f"{message}: there is no message to act on")
        return message.message

    def _button(self, message: VisibleMessage, which: str) -> str:
        buttons = [b for b in message.buttons if "custom_id" in b]
        for fits in (
            lambda b: b["custom_id"] == which,
            lambda b: b.get("label") == which,
            lambda b: str(b.get("label", "")).startswith(which),
        ):
            matches = [b for b in buttons if fits(b)]
            if len(matches) == 1:
                return str(matches[0]["custom_id"])
            if matches:
                raise InvalidInput(f"{len(matches)} buttons fit {which!r}")
        raise InvalidInput(f"No button {which!r}; there is {message.labels}")


def _names(reply: Reply) -> dict[str, str]:
    """The custom_id of each field by its label."""
    names: dict[str, str] = {}
    for _, component in walk((reply.modal or {}).get("components", [])):
        inner = component.get("component")
        if inner is not None and component.get("label"):
            names[component["label"]] = inner["custom_id"]
        elif component.get("custom_id") and component.get("label"):
            names[component["label"]] = component["custom_id"]
    return names
