"""What a person can do, as Discord's client lets him: slash, complete, click, choose, submit, say.

The page and the hands of the tests both go through here.
"""

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from sandbox import wording
from sandbox.delivery import AUTOCOMPLETE, COMPONENT, MODAL, SLASH
from sandbox.limits.components import BUTTON, INPUT, LINK, SELECT, SELECTS, walk
from sandbox.permissions import Permission
from sandbox.records import Interaction, Post
from sandbox.shapes import THREADS
from sandbox.wording import Unsendable

if TYPE_CHECKING:
    from sandbox.server import Sandbox

Json = dict[str, Any]


class Client:
    """Discord's client, for any person. Every refusal is an Unsendable."""

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox
        self.state = sandbox.state

    def slash(self, user: str, channel: str, name: str, options: Json, nonce: Any = None) -> Interaction:
        """Use a slash command."""
        place = self._place(user, channel)
        full, data = wording.data(self.state, user, place, name, options)
        return self.sandbox.delivery.deliver(SLASH, data, place, user, name=full, nonce=nonce)

    def complete(self, user: str, channel: str, name: str, options: Json, focused: str) -> Interaction:
        """Ask what could be typed for one option."""
        place = self._place(user, channel)
        full, data = wording.data(self.state, user, place, name, options, focused=focused)
        return self.sandbox.delivery.deliver(AUTOCOMPLETE, data, place, user, name=full)

    def click(
        self, user: str, message: str, custom_id: str, values: list[str] | None, nonce: Any = None
    ) -> Interaction:
        """Press a button, or choose `values` of a select."""
        post = self.state.records.posts.get(message)
        if post is None or not self.state.sees(user, post):
            raise Unsendable("That message is not there any more.")
        component = self._component(post, custom_id)
        data: Json = {
            "custom_id": custom_id,
            "component_type": component["type"],
            "id": component["id"],
        }
        place = self.state.channel(post.channel)
        if component["type"] in SELECTS:
            data |= chosen(component, values or [], wording.Resolved(self.state, place, user))
        return self.sandbox.delivery.deliver(
            COMPONENT, data, place, user, name=custom_id, nonce=nonce, source=deepcopy(post.message)
        )

    def submit(self, user: str, opened_by: str, values: Json, nonce: Any = None) -> Interaction:
        """Send a filled-in modal; fields that are not mentioned keep what the bot put in."""
        trigger = self.state.records.interactions.get(opened_by)
        if trigger is None or trigger.modal is None or trigger.user != user:
            raise Unsendable("No form is open.")
        source = self.state.records.posts.get(trigger.source or "")
        place = self.state.channel(trigger.channel)
        resolver = wording.Resolved(self.state, place, user)
        data: Json = {
            "custom_id": trigger.modal["custom_id"],
            "components": _filled(trigger.modal, values, resolver),
        }
        if resolver.found:
            data["resolved"] = resolver.found
        return self.sandbox.delivery.deliver(
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
        if not self.state.rights(user, place) & needed:
            raise Unsendable("You may not write here.")
        if not content.strip() or len(content) > 2000:
            raise Unsendable("A message has between 1 and 2000 characters.")
        author = self.state.records.users[user]
        return self.sandbox.composer.create(channel, {"content": content}, [], author=author)

    def dismiss(self, user: str, message: str) -> None:
        """Put an ephemeral message away."""
        post = self.state.records.posts.get(message)
        if post is None or post.viewer != user:
            raise Unsendable("Only a message that you alone see can be dismissed.")
        post.dismissed = True
        self.state.records.keep_post(post)
        self.sandbox.announcer.message_gone(post)

    def _place(self, user: str, channel: str) -> Json:
        place = self.state.records.channels.get(channel)
        if place is None or not self.state.sees_channel(user, place):
            raise Unsendable("That channel is not there.")
        return place

    def _component(self, post: Post, custom_id: str) -> Json:
        found = [c for _, c in walk(post.message["components"]) if c.get("custom_id") == custom_id]
        if not found:
            raise Unsendable("That message has no such button or menu.")
        if found[0].get("disabled"):
            raise Unsendable("That is switched off.")
        if found[0]["type"] == BUTTON and found[0].get("style") == LINK:
            raise Unsendable("A link is not sent to the bot.")
        return found[0]


USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
OPTION_KIND = {
    USER_SELECT: wording.USER,
    ROLE_SELECT: wording.ROLE,
    MENTIONABLE_SELECT: wording.MENTIONABLE,
    CHANNEL_SELECT: wording.CHANNEL,
}


def chosen(component: Json, values: list[str], resolver: wording.Resolved) -> Json:
    """The values of a select, and what they stand for. Raises Unsendable."""
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise Unsendable(f"Between {least} and {most} different values can be chosen.")
    if component["type"] == SELECT:
        offered = {o["value"] for o in component["options"]}
        if not offered.issuperset(values):
            raise Unsendable("Choose one of the values offered.")
        return {"values": values}
    kind = OPTION_KIND[component["type"]]
    body: Json = {"values": [resolver("value", kind, v) for v in values]}
    return body | ({"resolved": resolver.found} if resolver.found else {})


def _filled(modal: Json, values: Json, resolver: wording.Resolved) -> list[Json]:
    """The components of a submitted modal, each with what was filled in."""
    known = {c["custom_id"] for _, c in walk(modal["components"]) if c.get("custom_id")}
    for key in values:
        if key not in known:
            raise Unsendable(f"The form has no field {key}.")
    numbers = iter(range(1, 1000))
    return [_answer(c, values, resolver, numbers) for c in modal["components"]]


def _answer(component: Json, values: Json, resolver: wording.Resolved, numbers: Any) -> Json:
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
            body |= _picked(component, values.get(key), resolver)
        else:
            plural = isinstance(values.get(key), list)
            body["values" if plural else "value"] = values.get(key)
    return body


def _picked(component: Json, value: Any, resolver: wording.Resolved) -> Json:
    given = [] if value is None else value if isinstance(value, list) else [value]
    if not given:
        given = [o["value"] for o in component.get("options") or [] if o.get("default")]
    if not given and component.get("required") is False:
        return {"values": []}
    return {"values": chosen(component, given, resolver)["values"]}


def _typed(field: Json, value: Any) -> str:
    text = (field.get("value") or "") if value is None else str(value)
    name = field.get("label") or field["custom_id"]
    if field.get("required", True) is not False and not text:
        raise Unsendable(f"{name}: please fill this in.")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise Unsendable(f"{name}: between {least} and {most} characters are wanted.")
    return text
