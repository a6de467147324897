"""The first answer to an interaction."""

from typing import Any

from sandbox.limits import commands, modals
from sandbox.messages.uploads import check as check_files
from sandbox.model.records import Interaction, Post
from sandbox.model.refusals import Form, Refusal, already_acknowledged, unknown
from sandbox.model.state import EPHEMERAL
from sandbox.rest.routing import Answer, Call, route

Json = dict[str, Any]

PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
SLASH, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5

FITTING = {
    SLASH: (MESSAGE, DEFER, MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}


@route("POST", "/interactions/{interaction}/{token}/callback", open=True)
async def callback(call: Call) -> Answer:
    """Answer, defer, update, complete or open a modal: once, and in time."""
    sandbox = call.sandbox
    interaction = sandbox.state.records.interactions.get(call.at["interaction"])
    if interaction is None or interaction.token != call.at["token"]:
        raise unknown("interaction")
    if interaction.acknowledged is not None:
        raise already_acknowledged()
    if sandbox.delivery.is_late(interaction):
        raise unknown("interaction")
    kind = call.body.get("type")
    _fits(interaction, kind)
    check_files(call.files)
    post = _perform(call, interaction, int(kind or 0), call.body.get("data") or {})
    interaction.acknowledged = kind
    sandbox.state.records.save_interaction(interaction)
    sandbox.broadcaster.acknowledged(interaction)
    if kind == MODAL:
        sandbox.broadcaster.modal(interaction)
    if call.query.get("with_response", "").lower() in ("1", "true"):
        return 200, _resource(interaction, int(kind or 0), post)
    return 204, None


def _fits(interaction: Interaction, kind: Any) -> None:
    fitting = FITTING[interaction.type]
    if interaction.source is None and interaction.type == SUBMIT:
        fitting = (MESSAGE, DEFER)
    if kind not in fitting:
        form = Form()
        choices = ", ".join(map(str, fitting))
        form.fault("type", "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        form.check()


def _perform(call: Call, interaction: Interaction, kind: int, data: Json) -> Post | None:
    message_writer = call.sandbox.message_writer
    if kind == MESSAGE:
        post = message_writer.create(
            interaction.channel, data, call.files, interaction=interaction, prefix="data"
        )
        interaction.original = post.id
        interaction.effects += 1
        return post
    if kind == DEFER:
        post = message_writer.defer(interaction, ephemeral=bool(data.get("flags", 0) & EPHEMERAL))
        interaction.original = post.id
        return post
    if kind in (UPDATE, DEFER_UPDATE):
        source = call.sandbox.state.records.posts.get(interaction.source or "")
        if source is None:
            raise unknown("Message")
        interaction.original = source.id
        if kind == DEFER_UPDATE:
            return source
        interaction.effects += 1
        return message_writer.edit(source, data, call.files, prefix="data")
    if kind == CHOICES:
        interaction.choices = _choices(data)
    elif kind == MODAL:
        form = Form()
        modals.check(data, form)
        form.check()
        interaction.modal = data
    return None


def _choices(data: Json) -> list[Json]:
    choices = data.get("choices")
    form = Form()
    form.length("data.choices", choices, commands.CHOICES)
    kind = commands.STRING if any(isinstance(c.get("value"), str) for c in choices or []) else None
    commands.check_choices(choices or [], kind, "data.choices", form)
    form.check()
    if choices is None:
        raise Refusal(400, 50035, "Invalid Form Body")
    result: list[Json] = choices
    return result


def _resource(interaction: Interaction, kind: int, post: Post | None) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.type}
    if post is not None:
        about["response_message_id"] = post.id
        about["response_message_loading"] = kind == DEFER
        about["response_message_ephemeral"] = post.viewer is not None
    body: Json = {"interaction": about}
    if post is not None and kind in (MESSAGE, UPDATE):
        body["resource"] = {"type": kind, "message": post.message}
    return body
