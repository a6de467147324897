"""Actions of a person in Discord's client: slash, complete, click, choose, submit, say.

The page and the hands of the tests both go through here.
"""

from copy import deepcopy
from typing import Any

from sandbox.client import command_input
from sandbox.client.command_input import InvalidInput
from sandbox.client.form_input import filled_components, selected_values
from sandbox.gateway.broadcaster import Broadcaster
from sandbox.gateway.interactions import AUTOCOMPLETE, COMPONENT, MODAL, SLASH, InteractionDelivery
from sandbox.limits.components import BUTTON, LINK, SELECTS, walk
from sandbox.messages.writer import MessageWriter
from sandbox.model.objects import THREADS
from sandbox.model.permissions import Permission
from sandbox.model.records import Interaction, Post
from sandbox.model.state import State

Json = dict[str, Any]


class Client:
    """Discord's client, for any person. Every refusal is an InvalidInput."""

    def __init__(
        self,
        state: State,
        delivery: InteractionDelivery,
        message_writer: MessageWriter,
        broadcaster: Broadcaster,
    ) -> None:
        self.state = state
        self.delivery = delivery
        self.message_writer = message_writer
        self.broadcaster = broadcaster

    def slash(self, user: str, channel: str, name: str, options: Json, nonce: Any = None) -> Interaction:
        """Use a slash command."""
        place = self._place(user, channel)
        full, data = command_input.interaction_data(self.state, user, place, name, options)
        return self.delivery.deliver(SLASH, data, place, user, name=full, nonce=nonce)

    def complete(self, user: str, channel: str, name: str, options: Json, focused: str) -> Interaction:
        """Ask what could be typed for one option."""
        place = self._place(user, channel)
        full, data = command_input.interaction_data(self.state, user, place, name, options, focused=focused)
        return self.delivery.deliver(AUTOCOMPLETE, data, place, user, name=full)

    def click(
        self, user: str, message: str, custom_id: str, values: list[str] | None, nonce: Any = None
    ) -> Interaction:
        """Press a button, or choose `values` of a select."""
        post = self.state.records.posts.get(message)
        if post is None or not self.state.sees(user, post):
            raise InvalidInput("That message is not there any more.")
        component = self._component(post, custom_id)
        data: Json = {
            "custom_id": custom_id,
            "component_type": component["type"],
            "id": component["id"],
        }
        place = self.state.channel(post.channel)
        if component["type"] in SELECTS:
            data |= selected_values(
                component, values or [], command_input.OptionResolver(self.state, place, user)
            )
        return self.delivery.deliver(
            COMPONENT, data, place, user, name=custom_id, nonce=nonce, source=deepcopy(post.message)
        )

    def submit(self, user: str, opened_by: str, values: Json, nonce: Any = None) -> Interaction:
        """Send a filled-in modal; fields that are not mentioned keep what the bot put in."""
        trigger = self.state.records.interactions.get(opened_by)
        if trigger is None or trigger.modal is None or trigger.user != user:
            raise InvalidInput("No form is open.")
        source = self.state.records.posts.get(trigger.source or "")
        place = self.state.channel(trigger.channel)
        resolver = command_input.OptionResolver(self.state, place, user)
        data: Json = {
            "custom_id": trigger.modal["custom_id"],
            "components": filled_components(trigger.modal, values, resolver),
        }
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        return self.delivery.deliver(
            MODAL,
            data,
            place,
            user,
            name=trigger.modal["custom_id"],
            nonce=nonce,
            source=None if source is None else deepcopy(source.message),
            trigger=trigger.id,
        )

    def say(self, user: str, channel: str, content: str) -> Post:
        """Write an ordinary message."""
        place = self._place(user, channel)
        thread = place["type"] in THREADS
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        if not self.state.permissions_in(user, place) & needed:
            raise InvalidInput("You may not write here.")
        if not content.strip() or len(content) > 2000:
            raise InvalidInput("A message has between 1 and 2000 characters.")
        author = self.state.records.users[user]
        return self.message_writer.create(channel, {"content": content}, [], author=author)

    def dismiss(self, user: str, message: str) -> None:
        """Put an ephemeral message away."""
        post = self.state.records.posts.get(message)
        if post is None or post.viewer != user:
            raise InvalidInput("Only a message that you alone see can be dismissed.")
        post.dismissed = True
        self.state.records.save_post(post)
        self.broadcaster.message_deleted(post)

    def _place(self, user: str, channel: str) -> Json:
        place = self.state.records.channels.get(channel)
        if place is None or not self.state.sees_channel(user, place):
            raise InvalidInput("That channel is not there.")
        return place

    def _component(self, post: Post, custom_id: str) -> Json:
        components = [c for _, c in walk(post.message["components"]) if c.get("custom_id") == custom_id]
        if not components:
            raise InvalidInput("That message has no such button or menu.")
        if components[0].get("disabled"):
            raise InvalidInput("That is switched off.")
        if components[0]["type"] == BUTTON and components[0].get("style") == LINK:
            raise InvalidInput("A link is not sent to the bot.")
        return components[0]
