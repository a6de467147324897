"""Embeds and components as Discord gives them back: numbered, defaults filled in, files resolved."""

from typing import Any

from sandbox.limits.components import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    SECTION,
    SELECT,
    SELECTS,
    SEPARATOR,
    THUMBNAIL,
)
from sandbox.messages.uploads import resolve
from sandbox.model.refusals import Form

Json = dict[str, Any]


def embeds(requested: list[Json], files: list[Json], form: Form) -> list[Json]:
    """The embeds of a message."""
    embeds = []
    for n, embed in enumerate(requested):
        fields = {key: value for key, value in embed.items() if value not in (None, [], {}) and key != "type"}
        body: Json = {"type": "rich"} | fields
        for key in ("image", "thumbnail"):
            if embed.get(key):
                media = resolve(embed[key].get("url"), files, f"embeds.{n}.{key}.url", form)
                body[key] = {k: v for k, v in media.items() if k not in ("attachment_id", "filename", "size")}
        for key in ("author", "footer"):
            if (embed.get(key) or {}).get("icon_url"):
                media = resolve(embed[key]["icon_url"], files, f"embeds.{n}.{key}.icon_url", form)
                body[key] = embed[key] | {"icon_url": media["url"], "proxy_icon_url": media["url"]}
        if "fields" in body:
            body["fields"] = [{"inline": False} | field for field in embed["fields"]]
        embeds.append(body)
    return embeds


def unembedded_files(embeds: list[Json], files: list[Json]) -> list[Json]:
    """The attachments beside the embeds: those no embed shows."""
    used = {embed[key]["url"] for embed in embeds for key in ("image", "thumbnail") if key in embed}
    used |= {e[key].get("icon_url") for e in embeds for key in ("author", "footer") if key in e}
    return [file for file in files if file["url"] not in used]


class Numbering:
    """Gives every component of a message a number where the bot gave none."""

    def __init__(self, components: list[Json]) -> None:
        self.used = set(_explicit_ids(components))
        self.last = 0

    def __call__(self, component: Json) -> int:
        """The component's own number, or the next free one."""
        if component.get("id"):
            return int(component["id"])
        self.last += 1
        while self.last in self.used:
            self.last += 1
        return self.last


def _explicit_ids(components: list[Json]) -> list[int]:
    numbers = []
    for component in components:
        numbers += [int(component["id"])] if component.get("id") else []
        numbers += _explicit_ids(component.get("components") or [])
        numbers += _explicit_ids([component["accessory"]] if component.get("accessory") else [])
    return numbers


def components(components: list[Json], files: list[Json], form: Form, new_id: Any) -> list[Json]:
    """The components of a message. `new_id` names pictures, as Discord does."""
    number = Numbering(components)
    return [_component(c, number, files, form, new_id, f"components.{n}") for n, c in enumerate(components)]


DEFAULTS: dict[int, Json] = {
    BUTTON: {"style": 2},
    THUMBNAIL: {"description": None, "spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    FILE: {"spoiler": False},
    CONTAINER: {"accent_color": None, "spoiler": False},
}
DEFAULTS |= {kind: {"min_values": 1, "max_values": 1} for kind in SELECTS}


def _component(
    component: Json, number: Numbering, files: list[Json], form: Form, new_id: Any, place: str
) -> Json:
    kind = component["type"]
    body: Json = {"type": kind, "id": number(component)} | DEFAULTS.get(kind, {})
    body |= {
        key: value for key, value in component.items() if value is not None and key not in ("type", "id")
    }
    for n, child in enumerate(component.get("components") or []):
        here = f"{place}.components.{n}"
        body["components"][n] = _component(child, number, files, form, new_id, here)
    if kind == SECTION:
        accessory = component["accessory"]
        body["accessory"] = _component(accessory, number, files, form, new_id, f"{place}.accessory")
    elif kind == SELECT:
        body["options"] = [{k: v for k, v in o.items() if v is not None} for o in component["options"]]
    elif kind == THUMBNAIL:
        body["media"] = _media(component["media"], files, form, new_id, f"{place}.media")
    elif kind == GALLERY:
        body["items"] = [
            {"description": None, "spoiler": False}
            | item
            | {"media": _media(item["media"], files, form, new_id, f"{place}.items.{n}.media")}
            for n, item in enumerate(component["items"])
        ]
    elif kind == FILE:
        known = resolve(component["file"].get("url"), files, f"{place}.file.url", form)
        body["file"] = _media(component["file"], files, Form(), new_id, place)
        body |= {"name": known.get("filename"), "size": known.get("size")}
    return body


def _media(media: Json, files: list[Json], form: Form, new_id: Any, place: str) -> Json:
    known = resolve(media.get("url"), files, f"{place}.url", form)
    fields = {k: v for k, v in known.items() if k not in ("filename", "size")}
    return {"id": new_id(), "width": None, "height": None, "content_type": None} | fields
