"""Create and edit messages from the bot's requests: check, complete, store, announce."""

from collections.abc import Collection
from copy import deepcopy
from typing import Any

from sandbox.gateway.broadcaster import Broadcaster
from sandbox.limits import embeds as embed_limits
from sandbox.limits import messages as message_limits
from sandbox.messages import normalize, uploads
from sandbox.messages.mentions import mentions
from sandbox.messages.uploads import Upload
from sandbox.model.objects import message as empty
from sandbox.model.records import Interaction, Post
from sandbox.model.refusals import Form, empty_message
from sandbox.model.snowflakes import created_at
from sandbox.model.state import EPHEMERAL, LOADING, State

Json = dict[str, Any]

SUPPRESS_EMBEDS, SILENT, LAYOUT = 1 << 2, 1 << 12, message_limits.LAYOUT
SLASH_REPLY, REPLY, PIN_ADDED = 20, 19, 6

NONCE_LIFE = 300
"""Seconds for which an enforced nonce is remembered."""


class MessageWriter:
    """Makes, fills and edits messages."""

    def __init__(self, state: State, broadcaster: Broadcaster) -> None:
        self.state = state
        self.broadcaster = broadcaster

    def create(
        self,
        channel: str,
        body: Json,
        files: list[Upload],
        *,
        author: Json | None = None,
        interaction: Interaction | None = None,
        prefix: str = "",
    ) -> Post:
        """A new message by `author` (the bot when None), perhaps in answer to an interaction."""
        self._check(body, layout=bool(body.get("flags", 0) & LAYOUT), prefix=prefix)
        message = empty("0", channel, author or self.state.bot, self.state.clock())
        post = Post(message=message, interaction=interaction.id if interaction else None)
        flags = body.get("flags", 0)
        message["flags"] = flags & (SUPPRESS_EMBEDS | SILENT | LAYOUT)
        if interaction is not None:
            self._credit(post, interaction, ephemeral=bool(flags & EPHEMERAL))
        self._fill(post, body, files)
        if isinstance(body.get("message_reference"), dict):
            self._refer(post, body["message_reference"])
        if body.get("nonce") is not None:
            post.nonce = str(body["nonce"])
            message["nonce"] = body["nonce"]
        message["id"] = self.state.new_id()
        self.state.records.save_post(post)
        self.broadcaster.message_created(post)
        return post

    def post_pin_notice(self, post: Post) -> Post:
        """The line that says that the bot has pinned a message."""
        message = empty(self.state.new_id(), post.channel, self.state.bot, self.state.clock())
        message["type"] = PIN_ADDED
        message["message_reference"] = {"type": 0, "message_id": post.id, "channel_id": post.channel}
        if guild := self.state.channel(post.channel).get("guild_id"):
            message["message_reference"]["guild_id"] = guild
        notice = Post(message=message)
        self.state.records.save_post(notice)
        self.broadcaster.message_created(notice)
        return notice

    def defer(self, interaction: Interaction, *, ephemeral: bool) -> Post:
        """The message that says the bot is thinking."""
        key = self.state.new_id()
        message = empty(key, interaction.channel, self.state.bot, self.state.clock())
        message["flags"] = LOADING
        post = Post(message=message, interaction=interaction.id)
        self._credit(post, interaction, ephemeral=ephemeral)
        self.state.records.save_post(post)
        self.broadcaster.message_created(post)
        return post

    def edit(self, post: Post, body: Json, files: list[Upload], *, prefix: str = "") -> Post:
        """Change a message; only the keys that are there change. A thinking message is filled."""
        flags = post.message["flags"]
        if body.get("flags") is not None:
            flags = (flags & ~SUPPRESS_EMBEDS) | (body["flags"] & (SUPPRESS_EMBEDS | LAYOUT))
        is_layout = bool(flags & LAYOUT)
        thinking = bool(flags & LOADING)
        self._check(body, layout=is_layout, prefix=prefix, kept=_left(post.message, body))
        changed = deepcopy(post)
        changed.message["flags"] = flags & ~LOADING
        self._fill(changed, body, files)
        if not thinking:
            changed.message["edited_timestamp"] = self.state.now()
        self.state.records.save_post(changed)
        self.broadcaster.message_changed(changed)
        return changed

    def delete(self, post: Post) -> None:
        """Take a message away."""
        self.broadcaster.message_deleted(post)
        self.state.records.delete_post(post)

    def with_same_nonce(self, channel: str, body: Json) -> Post | None:
        """The message sent before with this nonce, when the bot asked for that to be enforced."""
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        since = self.state.clock() - NONCE_LIFE
        for post in reversed(list(self.state.records.in_channel(channel))):
            if post.nonce == str(body["nonce"]) and post.message["author"]["id"] == self.state.bot["id"]:
                return post if created_at(post.id) > since else None
        return None

    def _check(self, body: Json, *, layout: bool, prefix: str, kept: Collection[str] = ()) -> None:
        form = Form()
        message_limits.check(body, form, layout=layout, prefix=prefix, kept=kept)
        form.check()

    def _fill(self, post: Post, body: Json, files: list[Upload]) -> None:
        message, form = post.message, Form()
        post.files = uploads.attach(self.state, files, body.get("attachments"), post.files)
        if "content" in body:
            message["content"] = (body["content"] or "").strip()
        if "embeds" in body:
            message["embeds"] = normalize.embeds(body["embeds"] or [], post.files, form)
        if "components" in body:
            components = deepcopy(body["components"] or [])
            message["components"] = normalize.components(components, post.files, form, self.state.new_id)
        form.check()
        beside = normalize.unembedded_files(message["embeds"], post.files)
        message["attachments"] = [] if message["flags"] & LAYOUT else beside
        author = message["author"]["id"]
        message |= mentions(self.state, message, body.get("allowed_mentions"), author)
        if not _shows_something(message, post.files):
            raise empty_message()

    def _credit(self, post: Post, interaction: Interaction, *, ephemeral: bool) -> None:
        """Mark a message as the answer to an interaction."""
        message = post.message
        message["webhook_id"] = message["application_id"] = self.state.bot["id"]
        user = self.state.records.users[interaction.user]
        about: Json = {
            "id": interaction.id,
            "type": interaction.type,
            "name": interaction.name,
            "user": user,
            "authorizing_integration_owners": owners(self.state, interaction.channel),
        }
        if interaction.type == 2:
            message["type"] = SLASH_REPLY
            message["interaction"] = {key: about[key] for key in ("id", "type", "name", "user")}
        elif interaction.source is not None:
            about["interacted_message_id"] = interaction.source
        if interaction.type == 5 and interaction.trigger is not None:
            about["triggering_interaction_metadata"] = self._trigger(interaction.trigger)
        message["interaction_metadata"] = about
        if ephemeral:
            message["flags"] |= EPHEMERAL
            post.viewer = interaction.user

    def _trigger(self, key: str) -> Json:
        trigger = self.state.records.interactions[key]
        about: Json = {
            "id": trigger.id,
            "type": trigger.type,
            "user": self.state.records.users[trigger.user],
            "authorizing_integration_owners": owners(self.state, trigger.channel),
        }
        return about if trigger.source is None else about | {"interacted_message_id": trigger.source}

    def _refer(self, post: Post, reference: Json) -> None:
        key, message = str(reference.get("message_id")), post.message
        original = self.state.records.posts.get(key)
        if original is None or original.channel != post.channel or original.viewer is not None:
            if reference.get("fail_if_not_exists", True):
                form = Form()
                form.fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
                form.check()
            return
        message["type"] = REPLY
        message["message_reference"] = {"type": 0, "channel_id": post.channel, "message_id": key}
        if (guild := self.state.channel(post.channel).get("guild_id")) is not None:
            message["message_reference"]["guild_id"] = guild
        message["referenced_message"] = {
            k: v for k, v in original.message.items() if k not in ("referenced_message", "reactions")
        }


def owners(state: State, channel: str) -> Json:
    """The owner of the installation of an interaction: the guild, or none in a direct message."""
    return {"0": state.channel(channel).get("guild_id", "0")}


def _left(message: Json, body: Json) -> list[str]:
    """Which of content and embeds an edit leaves as they are; null for embeds changes nothing at Discord."""
    content = ["content"] if message["content"] and "content" not in body else []
    return content + (["embeds"] if message["embeds"] and body.get("embeds") is None else [])


def _shows_something(message: Json, files: list[Json]) -> bool:
    embeds = [e for e in message["embeds"] if not embed_limits.empty(e)]
    return bool(message["content"] or embeds or files or message["components"])
