"""The limits of one message as a whole. What it refers to (files, users) is checked where it is composed."""

from collections.abc import Collection
from typing import Any

from sandbox.limits import components, embeds
from sandbox.model.refusals import Form

Json = dict[str, Any]

CONTENT, FILES, FILE_BYTES, ALL_BYTES, NONCE = 2000, 10, 10 * 2**20, 25 * 2**20, 25
LAYOUT = 1 << 15


def check(body: Json, form: Form, *, layout: bool, prefix: str = "", kept: Collection[str] = ()) -> None:
    """A message's JSON; `layout`: it is, or is to become, a version 2 message; `kept`: what the message
    shows that an edit leaves as it is."""
    local = Form()
    content = body.get("content")
    if content is not None and not isinstance(content, str):
        local.fault("content", "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
    else:
        local.length("content", content, CONTENT)
    embeds.check(body.get("embeds"), local)
    components.check(body.get("components"), local, layout=layout)
    local.length("attachments", body.get("attachments"), FILES)
    for n, attachment in enumerate(body.get("attachments") or []):
        local.length(f"attachments.{n}.description", attachment.get("description"), components.ALT_TEXT)
    if layout:
        for key in ("content", "embeds", "poll", "stickers", "sticker_ids"):
            if body.get(key) or key in kept:
                text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                local.fault(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    _mentions(body.get("allowed_mentions"), local)
    if local.errors:
        form.errors.update({prefix: local.errors} if prefix else local.errors)


def _mentions(allowed: Any, form: Form) -> None:
    if not isinstance(allowed, dict):
        return
    for key in ("users", "roles"):
        named = allowed.get(key) or []
        form.length(f"allowed_mentions.{key}", named, 100)
        if named and key in (allowed.get("parse") or []):
            text = f"parse:[{key!r}] and {key}: [ids...] are mutually exclusive."
            form.fault("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)
