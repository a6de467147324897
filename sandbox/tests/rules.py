"""What Discord refuses, as its documentation says, though its OpenAPI description does not: by hand.

Each rule looks at one recorded request and says what is wrong with it. None of them knows the sandbox's own
`limits`: the sandbox is not to be its own judge. `NINE` are those that neither the description nor discord.py
nor any other look-alike knows; `OTHERS` are written in the documentation and known to some of them.
"""

import re
from collections.abc import Iterator
from typing import Any

from sandbox.rest.exchanges import Exchange

Json = dict[str, Any]

CHAT, SELECT, INPUT_FORM = 1, 3, 9
SUBCOMMANDS = (1, 2)
ANSWERS, UPDATES = 4, 7
LAYOUT = 1 << 15
MIB = 1 << 20

MESSAGE = re.compile(
    r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/[^/]+)?|/interactions/\d+/[^/]+/callback"
)
COMMAND = re.compile(r"/applications/\d+(/guilds/\d+)?/commands(/\d+)?")


def message(exchange: Exchange) -> Json | None:
    """The message a request makes or changes."""
    if not MESSAGE.fullmatch(exchange.path) or exchange.method not in ("POST", "PATCH"):
        return None
    body = exchange.json if isinstance(exchange.json, dict) else {}
    if not exchange.path.endswith("/callback"):
        return body
    data = body.get("data")
    return (data if isinstance(data, dict) else {}) if body.get("type") in (ANSWERS, UPDATES) else None


def form(exchange: Exchange) -> Json | None:
    """The modal a request opens."""
    body = exchange.json if isinstance(exchange.json, dict) else {}
    opened = exchange.path.endswith("/callback") and body.get("type") == INPUT_FORM
    return body.get("data") if opened and isinstance(body.get("data"), dict) else None


def completed(exchange: Exchange) -> list[Json]:
    """The choices with which a request answers an autocompletion."""
    body = exchange.json if isinstance(exchange.json, dict) else {}
    data = body.get("data") if exchange.path.endswith("/callback") else None
    return parts(data.get("choices")) if isinstance(data, dict) else []


def commands(exchange: Exchange) -> list[Json]:
    """The commands a request makes or changes."""
    if not COMMAND.fullmatch(exchange.path) or exchange.method not in ("POST", "PATCH", "PUT"):
        return []
    return parts(exchange.json if isinstance(exchange.json, list) else [exchange.json])


def parts(value: Any) -> list[Json]:
    """The objects of a list; nothing of what is none."""
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def options(command: Json) -> Iterator[Json]:
    """All options of a command, nested ones too."""
    for option in parts(command.get("options")):
        yield option
        yield from options(option)


def inside(components: Any) -> Iterator[Json]:
    """All components, nested ones too."""
    for component in parts(components):
        yield component
        yield from inside(component.get("components"))
        yield from inside([component.get("accessory"), component.get("component")])


def all_components(exchange: Exchange) -> list[Json]:
    """All components of a request: of its message, or of its form."""
    body = message(exchange) or form(exchange) or {}
    return list(inside(body.get("components")))


def urls(exchange: Exchange) -> Iterator[str]:
    """Every URL by which a message shows a picture or file."""
    for embed in parts((message(exchange) or {}).get("embeds")):
        for key in ("image", "thumbnail", "footer", "author"):
            held = embed.get(key)
            yield from [str(v) for v in held.values()] if isinstance(held, dict) else []
    for component in all_components(exchange):
        held = [component.get("media"), component.get("file")]
        held += [item.get("media") for item in parts(component.get("items"))]
        yield from (str(media.get("url")) for media in held if isinstance(media, dict))


def a_command_is_described(exchange: Exchange) -> Iterator[str]:
    """A slash command has a description."""
    for command in commands(exchange):
        created = exchange.method != "PATCH" or "description" in command
        if created and (command.get("type") or CHAT) == CHAT and not command.get("description"):
            yield f"/{command.get('name')} has no description"


def a_choice_has_100_characters(exchange: Exchange) -> Iterator[str]:
    """The value of a choice, offered or completed."""
    offered = [c for command in commands(exchange) for o in options(command) for c in parts(o.get("choices"))]
    for choice in [*offered, *completed(exchange)]:
        if len(str(choice.get("value"))) > 100:
            yield f"the value of choice {choice.get('name')!r} has more than 100 characters"


def a_command_has_8000_characters(exchange: Exchange) -> Iterator[str]:
    """Names, descriptions and values of a command in all, each in its longest language."""
    for command in commands(exchange):
        if (count := _size(command)) > 8000:
            yield f"/{command.get('name')} has {count} characters, more than 8000"


def _size(thing: Json) -> int:
    count = len(str(thing["value"])) if "value" in thing else 0
    for key in ("name", "description"):
        languages = [thing.get(key), *(thing.get(f"{key}_localizations") or {}).values()]
        count += max(len(text or "") for text in languages)
    return count + sum(map(_size, [*parts(thing.get("options")), *parts(thing.get("choices"))]))


def an_option_is_described_in_100_characters(exchange: Exchange) -> Iterator[str]:
    """Descriptions of options, in every language."""
    for option in (o for command in commands(exchange) for o in options(command)):
        for text in [option.get("description"), *(option.get("description_localizations") or {}).values()]:
            if not 1 <= len(text or "") <= 100:
                yield f"option {option.get('name')!r} has a description of {len(text or '')} characters"


def a_file_has_10_megabytes(exchange: Exchange) -> Iterator[str]:
    """Each file the size every server allows, and all of them what a request may have."""
    sizes = [file["size"] for file in exchange.files]
    if max(sizes, default=0) > 10 * MIB:
        yield f"a file of {max(sizes)} bytes"
    if sum(sizes) > 25 * MIB:
        yield f"files of {sum(sizes)} bytes in all"


def a_picture_has_come_along(exchange: Exchange) -> Iterator[str]:
    """attachment://x is the name of a file that came with the message, or may have come with it before."""
    listed = parts((message(exchange) or {}).get("attachments"))
    earlier = "attachments" not in (message(exchange) or {}) or len(listed) > len(exchange.files)
    if exchange.method == "PATCH" and earlier:
        return
    names = {str(n).replace(" ", "_") for n in [*_named(listed), *(f["name"] for f in exchange.files)]}
    for url in urls(exchange):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} has not come along"


def _named(listed: list[Json]) -> list[str]:
    return [attachment["filename"] for attachment in listed if attachment.get("filename")]


def a_field_says_something(exchange: Exchange) -> Iterator[str]:
    """Name and value of a field of an embed."""
    for embed in parts((message(exchange) or {}).get("embeds")):
        for field in parts(embed.get("fields")):
            for key in ("name", "value"):
                if not str(field.get(key) or "").strip():
                    yield f"an embed's field has an empty {key}"


def a_menu_offers_enough(exchange: Exchange) -> Iterator[str]:
    """max_values of a menu is no more than it has options."""
    for menu in (c for c in all_components(exchange) if c.get("type") == SELECT):
        most, count = menu.get("max_values") or 1, len(parts(menu.get("options")))
        if isinstance(most, int) and most > max(count, 1):
            yield f"menu {menu.get('custom_id')} lets {most} be chosen of {count}"


def a_reason_has_512_characters(exchange: Exchange) -> Iterator[str]:
    """The reason for the audit log."""
    if len(exchange.reason or "") > 512:
        yield f"a reason of {len(exchange.reason or '')} characters"


NINE = (
    a_command_is_described,
    a_choice_has_100_characters,
    a_command_has_8000_characters,
    an_option_is_described_in_100_characters,
    a_file_has_10_megabytes,
    a_picture_has_come_along,
    a_field_says_something,
    a_menu_offers_enough,
    a_reason_has_512_characters,
)


def blank(exchange: Exchange) -> bool:
    """Whether the message of a request shows nothing, as far as the request says."""
    body = message(exchange)
    if body is None or exchange.files or str(body.get("content") or "").strip():
        return False
    embeds = parts(body.get("embeds"))
    visible = [value for embed in embeds for key, value in embed.items() if key not in ("type", "color")]
    return not (any(visible) or body.get("components") or body.get("poll") or body.get("sticker_ids"))


def depends(exchange: Exchange) -> bool:
    """Whether a request may be wrong for what was before: the question it answers, the files it names, the
    content that an edit into a layout leaves."""
    errors = (exchange.response or {}).get("errors") or {}
    if exchange.path.endswith("/callback") and list(errors) == ["type"]:
        return True
    body = message(exchange) or {}
    update = exchange.path.endswith("/callback") and exchange.json.get("type") == UPDATES
    if (exchange.method == "PATCH" or update) and (body.get("flags") or 0) & LAYOUT:
        return True
    if exchange.method == "PATCH":
        shows = any(url.startswith("attachment://") for url in urls(exchange))
        return shows or bool(body.get("attachments"))
    return "message_reference" in body


def a_message_shows_something(exchange: Exchange) -> Iterator[str]:
    """A new message; what an edit leaves is not known from the request."""
    update = exchange.path.endswith("/callback") and exchange.json.get("type") == UPDATES
    new = exchange.method == "POST" and not update
    if new and blank(exchange) and "message_reference" not in (message(exchange) or {}):
        yield "the message is empty"


def a_message_has_2000_characters(exchange: Exchange) -> Iterator[str]:
    """Its content; the description would let 4,000 pass in a channel."""
    content = (message(exchange) or {}).get("content")
    if isinstance(content, str) and len(content) > 2000:
        yield f"a message of {len(content)} characters"


def a_form_has_five_fields(exchange: Exchange) -> Iterator[str]:
    """One to five; the description would let 40 pass."""
    opened = form(exchange)
    if opened is not None and not 1 <= len(parts(opened.get("components"))) <= 5:
        yield f"a form of {len(parts(opened.get('components')))} fields"


def a_form_has_nothing_disabled(exchange: Exchange) -> Iterator[str]:
    """No field of a form can be switched off."""
    for field in inside((form(exchange) or {}).get("components")):
        if field.get("disabled"):
            yield f"field {field.get('custom_id')} of a form is disabled"


def embeds_have_6000_characters(exchange: Exchange) -> Iterator[str]:
    """All text of all embeds."""
    count = 0
    for embed in parts((message(exchange) or {}).get("embeds")):
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        texts += [field.get(key) for field in parts(embed.get("fields")) for key in ("name", "value")]
        count += sum(len(str(text)) for text in texts if text)
    if count > 6000:
        yield f"embeds of {count} characters"


def ids_are_there_once(exchange: Exchange) -> Iterator[str]:
    """The custom_id of each component, and the values of each menu."""
    every = all_components(exchange)
    ids = [c["custom_id"] for c in every if c.get("custom_id")]
    yield from (f"custom_id {key} is there twice" for key in sorted({k for k in ids if ids.count(k) > 1}))
    for component in every:
        values = [str(option.get("value")) for option in parts(component.get("options"))]
        if len(values) != len(set(values)):
            yield f"menu {component.get('custom_id')} has a value twice"


def buttons_and_menus_stand_in_rows(exchange: Exchange) -> Iterator[str]:
    """In a message: five rows at most, of five buttons at most or one menu; nothing outside of them."""
    body = message(exchange) or {}
    rows = parts(body.get("components"))
    if (body.get("flags") or 0) & LAYOUT or any(row.get("type", 0) > 8 for row in rows):
        return
    if len(rows) > 5 or any(row.get("type") != 1 for row in rows):
        yield "components that are not five rows at most"
    for held in (parts(row.get("components")) for row in rows):
        menus = [c for c in held if c.get("type") != 2]
        if len(held) > 5 or (menus and len(held) > 1):
            yield "a row is too wide"


def a_link_leads_somewhere(exchange: Exchange) -> Iterator[str]:
    """A button of style 5 has a url and no custom_id."""
    for button in (c for c in all_components(exchange) if c.get("type") == 2 and c.get("style") == 5):
        if not button.get("url") or button.get("custom_id"):
            yield "a link without a url, or with a custom_id"


def a_layout_is_alone_and_short(exchange: Exchange) -> Iterator[str]:
    """A version 2 message: no content, embeds or poll; 40 components; 4,000 characters."""
    body = message(exchange) or {}
    if not (body.get("flags") or 0) & LAYOUT:
        return
    if any(body.get(key) for key in ("content", "embeds", "poll", "sticker_ids")):
        yield "a layout beside content or embeds"
    every = all_components(exchange)
    if len(every) > 40:
        yield f"a layout of {len(every)} components"
    if (count := sum(len(str(c.get("content") or "")) for c in every if c.get("type") == 10)) > 4000:
        yield f"a layout of {count} characters"


def attachments_are_ten_and_known(exchange: Exchange) -> Iterator[str]:
    """At most ten; a new message can list only files that came with it."""
    listed = parts((message(exchange) or {}).get("attachments"))
    if max(len(listed), len(exchange.files)) > 10:
        yield "more than ten attachments"
    if exchange.method == "POST" and any(str(a.get("id")) not in _slots(exchange) for a in listed):
        yield "an attachment is listed that has not come along"


def _slots(exchange: Exchange) -> set[str]:
    return {str(n) for n in range(len(exchange.files))}


def mentions_are_allowed_once(exchange: Exchange) -> Iterator[str]:
    """Either all users, or these; either all roles, or these."""
    allowed = (message(exchange) or {}).get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            yield f"{kind} are allowed twice over"


def names_of_commands(exchange: Exchange) -> Iterator[str]:
    """Small letters without blanks, each once; nothing for menus but a name."""
    listed = commands(exchange)
    keys = [(c.get("type") or CHAT, c.get("name")) for c in listed]
    yield from (f"two commands are called {key[1]}" for key in set(keys) if keys.count(key) > 1)
    for command in listed:
        if (command.get("type") or CHAT) != CHAT and command.get("description"):
            yield f"{command.get('name')} in a menu has a description"
        chat = (command.get("type") or CHAT) == CHAT
        named = [*([command] if chat else []), *options(command)]
        for name in (str(thing["name"]) for thing in named if "name" in thing):
            if not re.fullmatch(r"[-_'\w]{1,32}", name) or name != name.lower():
                yield f"a command or option is called {name!r}"


def options_of_commands(exchange: Exchange) -> Iterator[str]:
    """Names once, required ones first, either choices or completion."""
    for holder in (h for command in commands(exchange) for h in (command, *options(command))):
        held = parts(holder.get("options"))
        names = [option.get("name") for option in held]
        if len(names) != len(set(names)):
            yield f"two options of {holder.get('name')} have one name"
        needed = [bool(o.get("required")) for o in held if o.get("type") not in SUBCOMMANDS]
        if needed != sorted(needed, reverse=True):
            yield f"a required option of {holder.get('name')} stands behind others"
        if any(o.get("choices") and o.get("autocomplete") for o in held):
            yield f"an option of {holder.get('name')} has both choices and completion"


OTHERS = (
    a_message_shows_something,
    a_message_has_2000_characters,
    a_form_has_five_fields,
    a_form_has_nothing_disabled,
    embeds_have_6000_characters,
    ids_are_there_once,
    buttons_and_menus_stand_in_rows,
    a_link_leads_somewhere,
    a_layout_is_alone_and_short,
    attachments_are_ten_and_known,
    mentions_are_allowed_once,
    names_of_commands,
    options_of_commands,
)


def broken(exchange: Exchange) -> list[str]:
    """What is wrong with a request by the rules written here."""
    return [problem for rule in (*NINE, *OTHERS) for problem in rule(exchange)]
