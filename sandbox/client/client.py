"""Actions of a person in Discord's client: slash, complete, click, choose, submit, say.

The page and the hands of the tests both go through here.
"""

from copy import deepcopy
from typing import Any

from sandbox.client import command_input
from sandbox.client.command_input import InvalidInput
from sandbox.gateway.broadcaster import Broadcaster
from sandbox.gateway.interactions import AUTOCOMPLETE, COMPONENT, MODAL, SLASH, InteractionDelivery
from sandbox.limits.components import BUTTON, INPUT, LINK, SELECT, SELECTS, walk
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
            "components": _filled_components(trigger.modal, values, resolver),
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


USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
OPTION_KIND = {
    USER_SELECT: command_input.USER,
    ROLE_SELECT: command_input.ROLE,
    MENTIONABLE_SELECT: command_input.MENTIONABLE,
    CHANNEL_SELECT: command_input.CHANNEL,
}


def selected_values(component: Json, values: list[str], resolver: command_input.OptionResolver) -> Json:
    """The values of a select, and what they stand for. Raises InvalidInput."""
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise InvalidInput(f"Between {least} and {most} different values can be chosen.")
    if component["type"] == SELECT:
        offered = {o["value"] for o in component["options"]}
        if not offered.issuperset(values):
            raise InvalidInput("Choose one of the values offered.")
        return {"values": values}
    kind = OPTION_KIND[component["type"]]
    body: Json = {"values": [resolver("value", kind, v) for v in values]}
    return body | ({"resolved": resolver.resolved} if resolver.resolved else {})


def _filled_components(modal: Json, values: Json, resolver: command_input.OptionResolver) -> list[Json]:
    """The components of a submitted modal, each with what was filled in."""
    known = {c["custom_id"] for _, c in walk(modal["components"]) if c.get("custom_id")}
    for key in values:
        if key not in known:
            raise InvalidInput(f"The form has no field {key}.")
    numbers = iter(range(1, 1000))
    return [_answer(c, values, resolver, numbers) for c in modal["components"]]


def _answer(component: Json, values: Json, resolver: command_input.OptionResolver, numbers: Any) -> Json:
    body: Json = {"type": component["type"], "id": component.get("id") or next(numbers)}
    if component.get("components"):
        children = component["components"]
        body["components"] = [_answer(c, values, resolver, numbers) for c in children]
    elif component.get("component"):
        body["component"] = _answer(component["component"], values, resolver, numbers)
    elif component.get("custom_id"):
        key = component["custom_id"]
        body["custom_id"] = key
        if component["type"] == INPUT:
            body["value"] = _typed(component, values.get(key))
        elif component["type"] in SELECTS:
            body |= _selection(component, values.get(key), resolver)
        else:
            plural = isinstance(values.get(key), list)
            body["values" if plural else "value"] = values.get(key)
    return body


def _selection(component: Json, value: Any, resolver: command_input.OptionResolver) -> Json:
    values = [] if value is None else value if isinstance(value, list) else [value]
    if not values:
        values = [o["value"] for o in component.get("options") or [] if o.get("default")]
    if not values and component.get("required") is False:
        return {"values": []}
    return {"values": selected_values(component, values, resolver)["values"]}


def _typed(field: Json, value: Any) -> str:
    text = (field.get("value") or "") if value is None else str(value)
    name = field.get("label") or field["custom_id"]
    if field.get("required", True) is not False and not text:
        raise InvalidInput(f"{name}: please fill this in.")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise InvalidInput(f"{name}: between {least} and {most} characters are wanted.")
    return text
