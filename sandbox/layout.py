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
from sandbox.refusals import Form
from sandbox.uploads import resolve

Json = dict[str, Any]


def embeds(asked: list[Json], files: list[Json], form: Form) -> list[Json]:
    """The embeds of a message."""
    shown = []
    for n, embed in enumerate(asked):
        kept = {key: value for key, value in embed.items() if value not in (None, [], {}) and key != "type"}
        body: Json = {"type": "rich"} | kept
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
        shown.append(body)
    return shown


def shown_files(shown: list[Json], files: list[Json]) -> list[Json]:
    """The attachments beside the embeds: those no embed shows."""
    used = {embed[key]["url"] for embed in shown for key in ("image", "thumbnail") if key in embed}
    used |= {e[key].get("icon_url") for e in shown for key in ("author", "footer") if key in e}
    return [file for file in files if file["url"] not in used]


class Numbering:
    """Gives every component of a message a number where the bot gave none."""

    def __init__(self, asked: list[Json]) -> None:
        self.taken = set(_given(asked))
        self.last = 0

    def __call__(self, component: Json) -> int:
        """The component's own number, or the next free one."""
        if component.get("id"):
            return int(component["id"])
        self.last += 1
        while self.last in self.taken:
            self.last += 1
        return self.last


def _given(components: list[Json]) -> list[int]:
    numbers = []
    for component in components:
        numbers += [int(component["id"])] if component.get("id") else []
        numbers += _given(component.get("components") or [])
        numbers += _given([component["accessory"]] if component.get("accessory") else [])
    return numbers


def components(asked: list[Json], files: list[Json], form: Form, new_id: Any) -> list[Json]:
    """The components of a message. `new_id` names pictures, as Discord does."""
    number = Numbering(asked)
    return [_component(c, number, files, form, new_id, f"components.{n}") for n, c in enumerate(asked)]


DEFAULTS: dict[int, Json] = {
    BUTTON: {"style": 2},
    THUMBNAIL: {"description": None, "spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    FILE: {"spoiler": False},
    CONTAINER: {"accent_color": None, "spoiler": False},
}
DEFAULTS |= {kind: {"min_values": 1, "max_values": 1} for kind in SELECTS}


def _component(
    asked: Json, number: Numbering, files: list[Json], form: Form, new_id: Any, place: str
) -> Json:
    kind = asked["type"]
    body: Json = {"type": kind, "id": number(asked)} | DEFAULTS.get(kind, {})
    body |= {key: value for key, value in asked.items() if value is not None and key not in ("type", "id")}
    for n, child in enumerate(asked.get("components") or []):
        here = f"{place}.components.{n}"
        body["components"][n] = _component(child, number, files, form, new_id, here)
    if kind == SECTION:
        accessory = asked["accessory"]
        body["accessory"] = _component(accessory, number, files, form, new_id, f"{place}.accessory")
    elif kind == SELECT:
        body["options"] = [{k: v for k, v in o.items() if v is not None} for o in asked["options"]]
    elif kind == THUMBNAIL:
        body["media"] = _media(asked["media"], files, form, new_id, f"{place}.media")
    elif kind == GALLERY:
        body["items"] = [
            {"description": None, "spoiler": False}
            | item
            | {"media": _media(item["media"], files, form, new_id, f"{place}.items.{n}.media")}
            for n, item in enumerate(asked["items"])
        ]
    elif kind == FILE:
        known = resolve(asked["file"].get("url"), files, f"{place}.file.url", form)
        body["file"] = _media(asked["file"], files, Form(), new_id, place)
        body |= {"name": known.get("filename"), "size": known.get("size")}
    return body


def _media(asked: Json, files: list[Json], form: Form, new_id: Any, place: str) -> Json:
    known = resolve(asked.get("url"), files, f"{place}.url", form)
    kept = {k: v for k, v in known.items() if k not in ("filename", "size")}
    return {"id": new_id(), "width": None, "height": None, "content_type": None} | kept
