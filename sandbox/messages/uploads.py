"""Files that come with a message: their limits, their attachment objects, and references to them."""

import struct
from dataclasses import dataclass
from mimetypes import guess_type
from typing import Any

from sandbox.client.command_input import InvalidInput
from sandbox.limits.messages import ALL_BYTES, FILE_BYTES, FILES
from sandbox.model.refusals import Form, too_large
from sandbox.model.state import State

Json = dict[str, Any]


MEDIA = ("url", "proxy_url", "width", "height", "content_type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """One file of a multipart request; `slot` is n of files[n]."""

    slot: str
    filename: str
    content: bytes


def check(uploads: list[Upload], existing: int = 0) -> None:
    """Refuse files too many (with those `existing`) or too large."""
    if any(len(u.content) > FILE_BYTES for u in uploads) or sum(len(u.content) for u in uploads) > ALL_BYTES:
        raise too_large()
    form = Form()
    if len(uploads) + existing > FILES:
        form.fault("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    form.check()


def attach(state: State, uploads: list[Upload], named: Any, earlier: list[Json]) -> list[Json]:
    """The attachments of a message: those kept of the earlier ones, then the new files.

    `named` is the request's "attachments"; None keeps all earlier ones.
    """
    if named is None:
        remaining, described = earlier, {}
    else:
        described = {str(a.get("id")): a for a in named}
        remaining = [a for a in earlier if a["id"] in described]
        slots = {u.slot for u in uploads} | {a["id"] for a in earlier}
        form = Form()
        for n, attachment in enumerate(named):
            if str(attachment.get("id")) not in slots:
                text = "The attachment was not found"
                form.fault(f"attachments.{n}.id", "ATTACHMENT_NOT_FOUND", text)
        form.check()
    check(uploads, len(remaining))
    return [*remaining, *(_store(state, upload, described.get(upload.slot, {})) for upload in uploads)]


def choose(state: State, filename: str, content: bytes) -> Json:
    """Keep a file that a person has chosen for an option of a command; its attachment."""
    if len(content) > FILE_BYTES:
        raise InvalidInput("Your files are too powerful: this one is too large.")
    if not 0 < len(filename) <= 260:
        raise InvalidInput("A file has a name.")
    attachment = _store(state, Upload(slot="0", filename=filename, content=content), {}) | {"ephemeral": True}
    state.sent[attachment["id"]] = attachment
    return attachment


def _store(state: State, upload: Upload, described: Json) -> Json:
    key = state.new_id()
    filename = (described.get("filename") or upload.filename).replace("/", "_").replace(" ", "_")
    state.records.save_file(key, upload.content)
    url = f"{state.base_url}/attachments/{key}/{filename}"
    attachment = {
        "id": key,
        "filename": filename,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": guess_type(filename)[0] or "application/octet-stream",
    }
    if described.get("description"):
        attachment["description"] = described["description"]
    if (size := png_size(upload.content)) is not None:
        attachment["width"], attachment["height"] = size
    return attachment


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG in pixels, or None."""
    if len(content) < 24 or content[:8] != b"\x89PNG\r\n\x1a\n":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def resolve(url: Any, files: list[Json], place: str, form: Form) -> Json:
    """What is known of a picture or file behind a URL; attachment://name must be among `files`."""
    if not isinstance(url, str) or not url.startswith("attachment://"):
        return {"url": url, "proxy_url": url}
    name = url.removeprefix("attachment://")
    file = next((f for f in files if f["filename"] == name), None)
    if file is None:
        text = f"The referenced attachment '{name}' was not found"
        form.fault(place, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
        return {"url": url, "proxy_url": url}
    media = {key: file[key] for key in MEDIA if key in file}
    return media | {"attachment_id": file["id"], "filename": name, "size": file["size"]}
