"""What a person chooses in menus and fills into forms, as Discord's client sends it."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from sandbox.client import command_input
from sandbox.client.command_input import InvalidInput
from sandbox.limits.components import CHECKBOX, CHECKBOXES, INPUT, RADIO, SELECT, SELECTS, UPLOAD, walk

Json = dict[str, Any]

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


def filled_components(modal: Json, values: Json, resolver: command_input.OptionResolver) -> list[Json]:
    """The components of a submitted modal, each with what was filled in."""
    known = {c["custom_id"] for _, c in walk(modal["components"]) if c.get("custom_id")}
    for key in values:
        if key not in known:
            raise InvalidInput(f"The form has no field {key}.")
    numbers = count(1)
    return [_answer(c, values, resolver, numbers) for c in modal["components"]]


def _answer(
    component: Json, values: Json, resolver: command_input.OptionResolver, numbers: Iterator[int]
) -> Json:
    body: Json = {"type": component["type"], "id": component.get("id") or next(numbers)}
    if component.get("components"):
        children = component["components"]
        body["components"] = [_answer(c, values, resolver, numbers) for c in children]
    elif component.get("component"):
        label = component.get("label")
        body["component"] = _answer(component["component"] | {"label": label}, values, resolver, numbers)
    elif component.get("custom_id"):
        key = component["custom_id"]
        body["custom_id"] = key
        body |= _filled(component, values.get(key), resolver)
    return body


def _filled(field: Json, value: Any, resolver: command_input.OptionResolver) -> Json:
    """What one field sends; None is a field that was left as the bot made it."""
    kind = field["type"]
    if kind == INPUT:
        return {"value": _typed(field, value)}
    if kind in SELECTS:
        return _selection(field, value, resolver)
    if kind == RADIO:
        return {"value": _marked(field, value)}
    if kind == CHECKBOXES:
        return {"values": _ticked(field, value)}
    if kind == UPLOAD:
        chosen = _listed(value)
        _counted(field, chosen, 1)
        return {"values": [resolver.file(_name(field), str(key)) for key in chosen]}
    if kind == CHECKBOX:
        return {"value": bool(field.get("default") if value is None else value)}
    raise InvalidInput(f"{_name(field)}: the sandbox cannot fill in a field of this kind.")


def _name(field: Json) -> str:
    return str(field.get("label") or field["custom_id"])


def _required(field: Json) -> bool:
    return field.get("required", True) is not False


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _defaults(field: Json) -> list[str]:
    return [o["value"] for o in field.get("options") or [] if o.get("default")]


def _offered(field: Json, chosen: list[str]) -> None:
    if not {o["value"] for o in field["options"]}.issuperset(chosen):
        raise InvalidInput(f"{_name(field)}: choose one of the values offered.")


def _counted(field: Json, chosen: list[Any], most: int) -> None:
    """Refuse too few or too many; none at all is enough where nothing is required."""
    least, most = field.get("min_values"), field.get("max_values") or most
    least = int(_required(field)) if least is None else least
    if not chosen and not _required(field):
        return
    if not least <= len(chosen) <= most or len(set(chosen)) != len(chosen):
        raise InvalidInput(f"{_name(field)}: between {least} and {most} different values can be chosen.")


def _marked(field: Json, value: Any) -> str | None:
    """The one choice of a radio group."""
    chosen = _defaults(field)[:1] if value is None else _listed(value)
    if len(chosen) > 1:
        raise InvalidInput(f"{_name(field)}: only one can be chosen.")
    if not chosen and _required(field):
        raise InvalidInput(f"{_name(field)}: please choose one.")
    _offered(field, chosen)
    return chosen[0] if chosen else None


def _ticked(field: Json, value: Any) -> list[str]:
    """The choices of a group of checkboxes."""
    chosen = _defaults(field) if value is None else _listed(value)
    _offered(field, chosen)
    _counted(field, chosen, len(field["options"]))
    return chosen


def _selection(field: Json, value: Any, resolver: command_input.OptionResolver) -> Json:
    values = _listed(value) or _defaults(field)
    if not values and not _required(field):
        return {"values": []}
    return {"values": selected_values(field, values, resolver)["values"]}


def _typed(field: Json, value: Any) -> str:
    text = (field.get("value") or "") if value is None else str(value)
    name = _name(field)
    if _required(field) and not text:
        raise InvalidInput(f"{name}: please fill this in.")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise InvalidInput(f"{name}: between {least} and {most} characters are wanted.")
    return text
