"""The limits of embeds."""

from typing import Any

from sandbox.model.refusals import Form

Json = dict[str, Any]

MOST, FIELDS, ALL_TEXT = 10, 25, 6000
TITLE, DESCRIPTION, FIELD_NAME, FIELD_VALUE, FOOTER, AUTHOR = 256, 4096, 256, 1024, 2048, 256

LINKED = ("image", "thumbnail", "video")


def check(embeds: Any, form: Form) -> None:
    """The embeds of one message."""
    form.length("embeds", embeds, MOST)
    if not isinstance(embeds, list):
        return
    for n, embed in enumerate(embeds):
        place = f"embeds.{n}"
        if not isinstance(embed, dict):
            form.fault(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        _embed(embed, place, form)
    if sum(letters(e) for e in embeds if isinstance(e, dict)) > ALL_TEXT:
        size = f"Embed size exceeds maximum size of {ALL_TEXT}"
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", size)


def _embed(embed: Json, place: str, form: Form) -> None:
    form.length(f"{place}.title", embed.get("title"), TITLE)
    form.length(f"{place}.description", embed.get("description"), DESCRIPTION)
    fields = embed.get("fields") or []
    form.length(f"{place}.fields", fields, FIELDS)
    for n, field in enumerate(fields):
        for key, most in (("name", FIELD_NAME), ("value", FIELD_VALUE)):
            _needed(field.get(key), f"{place}.fields.{n}.{key}", most, form)
    if embed.get("footer"):
        _needed(embed["footer"].get("text"), f"{place}.footer.text", FOOTER, form)
    if embed.get("author"):
        _needed(embed["author"].get("name"), f"{place}.author.name", AUTHOR, form)
    form.number(f"{place}.color", embed.get("color"), 0, 0xFFFFFF)
    for key in LINKED:
        _link((embed.get(key) or {}).get("url"), f"{place}.{key}.url", form)
    _link(embed.get("url"), f"{place}.url", form)


def _needed(text: Any, place: str, most: int, form: Form) -> None:
    if text is None or (isinstance(text, str) and not text.strip()):
        form.required(place)
    else:
        form.length(place, text, most)


def _link(url: Any, place: str, form: Form) -> None:
    if url is not None and not str(url).startswith(("http://", "https://", "attachment://")):
        schemes = (
            f"Scheme \"{str(url).split(':')[0]}\" is not supported. Scheme must be one of ('http', 'https')."
        )
        form.fault(place, "URL_TYPE_INVALID_SCHEME", schemes)


def letters(embed: Json) -> int:
    """The characters of an embed that count against the total of a message."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def empty(embed: Json) -> bool:
    """Whether an embed shows nothing at all."""
    return not letters(embed) and not any(embed.get(key) for key in LINKED)
