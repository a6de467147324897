"""What follows the first answer: @original and follow-ups, under the interaction's token."""

from sandbox.model.records import Interaction, Post
from sandbox.model.refusals import expired_token, unknown
from sandbox.model.state import LOADING
from sandbox.rest.routing import Answer, Call, route

HOOK = "/webhooks/{application}/{token}"


@route("POST", HOOK, open=True)
async def follow_up(call: Call) -> Answer:
    """One more message. The first one after a deferral fills the thinking message."""
    interaction = _interaction(call)
    thinking = call.sandbox.state.records.posts.get(interaction.original or "")
    if thinking is not None and thinking.message["flags"] & LOADING:
        post = call.sandbox.message_writer.edit(thinking, call.body, call.files)
    else:
        post = call.sandbox.message_writer.create(
            interaction.channel, call.body, call.files, interaction=interaction
        )
        interaction.followups.append(post.id)
    _count(call, interaction)
    return 200, post.message


@route("GET", HOOK + "/messages/{message}", open=True)
@route("GET", HOOK + "/messages/@original", open=True)
async def show(call: Call) -> Answer:
    """The answer, or a follow-up."""
    return 200, _post(call, _interaction(call)).message


@route("PATCH", HOOK + "/messages/{message}", open=True)
@route("PATCH", HOOK + "/messages/@original", open=True)
async def edit(call: Call) -> Answer:
    """Change the answer, or a follow-up."""
    interaction = _interaction(call)
    post = call.sandbox.message_writer.edit(_post(call, interaction), call.body, call.files)
    _count(call, interaction)
    return 200, post.message


@route("DELETE", HOOK + "/messages/{message}", open=True)
@route("DELETE", HOOK + "/messages/@original", open=True)
async def remove(call: Call) -> Answer:
    """Delete the answer, or a follow-up."""
    interaction = _interaction(call)
    call.sandbox.message_writer.delete(_post(call, interaction))
    _count(call, interaction)
    return 204, None


def _interaction(call: Call) -> Interaction:
    interaction = call.sandbox.state.records.by_token.get(call.at["token"])
    if interaction is None or call.at["application"] != call.sandbox.state.bot["id"]:
        raise unknown("Webhook")
    if call.sandbox.delivery.is_expired(interaction):
        raise expired_token()
    if interaction.acknowledged is None:
        raise unknown("Webhook")
    return interaction


def _post(call: Call, interaction: Interaction) -> Post:
    key = call.at.get("message", interaction.original or "")
    post = call.sandbox.state.records.posts.get(key)
    if post is None or (post.interaction != interaction.id and key != interaction.original):
        raise unknown("Message")
    return post


def _count(call: Call, interaction: Interaction) -> None:
    interaction.effects += 1
    call.sandbox.state.records.save_interaction(interaction)
    call.sandbox.broadcaster.wake()
