"""The limits of buttons, selects and the components of version 2 layouts."""

from collections.abc import Iterator
from typing import Any

from sandbox.model.refusals import Form

Json = dict[str, Any]

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL, UPLOAD = (
    9,
    10,
    11,
    12,
    13,
    14,
    17,
    18,
    19,
)
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23

CLASSIC = (ROW, BUTTON, *SELECTS)
NESTABLE = {
    None: (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER),
    CONTAINER: (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR),
    SECTION: (TEXT,),
    ROW: (BUTTON, *SELECTS),
}
LINK, PREMIUM = 5, 6
ALT_TEXT = 1024


def walk(components: list[Json], place: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its place, parents before children."""
    for n, component in enumerate(components):
        here = f"{place}.{n}"
        yield here, component
        yield from walk(component.get("components") or [], f"{here}.components")
        for key in ("accessory", "component"):
            if component.get(key):
                yield f"{here}.{key}", component[key]


def check(components: Any, form: Form, *, layout: bool) -> None:
    """The components of one message; `layout`: it is a version 2 message."""
    if not isinstance(components, list):
        if components is not None:
            form.fault("components", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    every = list(walk(components))
    if layout:
        _layout(components, every, form)
    else:
        form.length("components", components, 5)
        for n, row in enumerate(components):
            if row.get("type") != ROW:
                _misplaced(f"components.{n}", row, form)
    _once(every, form)
    for place, component in every:
        _component(component, place, form)
        children = NESTABLE.get(component.get("type"))
        if component.get("type") is not None and children is not None:
            for n, child in enumerate(component.get("components") or []):
                if child.get("type") not in children:
                    _misplaced(f"{place}.components.{n}", child, form)


def _layout(components: list[Json], every: list[tuple[str, Json]], form: Form) -> None:
    if len(every) > 40:
        form.fault("components", "COMPONENT_MAX_TOTAL_COMPONENTS", "The maximum number of components is 40")
    for n, component in enumerate(components):
        if component.get("type") not in NESTABLE[None]:
            _misplaced(f"components.{n}", component, form)
    if sum(len(c.get("content") or "") for _, c in every if c.get("type") == TEXT) > 4000:
        text = "The total number of characters in displayable text must not exceed 4000"
        form.fault("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


def _once(every: list[tuple[str, Json]], form: Form) -> None:
    seen: set[str] = set()
    for place, component in every:
        custom_id = component.get("custom_id")
        if custom_id in seen:
            text = "Component custom id cannot be duplicated"
            form.fault(f"{place}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        if custom_id is not None:
            seen.add(custom_id)


def _component(component: Json, place: str, form: Form) -> None:
    kind = component.get("type")
    if kind == ROW:
        _row(component, place, form)
    elif kind == BUTTON:
        _button(component, place, form)
    elif kind in SELECTS:
        select(component, place, form)
    elif kind == SECTION:
        form.length(f"{place}.components", component.get("components") or [], 3, 1)
        if not component.get("accessory"):
            form.required(f"{place}.accessory")
    elif kind == TEXT:
        form.length(f"{place}.content", component.get("content") or "", 4000, 1)
    elif kind == THUMBNAIL:
        form.length(f"{place}.description", component.get("description"), ALT_TEXT, 1)
    elif kind == GALLERY:
        form.length(f"{place}.items", component.get("items") or [], 10, 1)
        for n, item in enumerate(component.get("items") or []):
            form.length(f"{place}.items.{n}.description", item.get("description"), ALT_TEXT, 1)


def _row(row: Json, place: str, form: Form) -> None:
    children = row.get("components") or []
    form.length(f"{place}.components", children, 5, 1)
    if any(c.get("type") in SELECTS for c in children) and len(children) > 1:
        form.fault(f"{place}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The row is too wide")


def _button(button: Json, place: str, form: Form) -> None:
    form.length(f"{place}.label", button.get("label"), 80)
    style = button.get("style")
    if style not in range(1, 7):
        form.fault(f"{place}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    if style == LINK:
        if not button.get("url"):
            form.fault(f"{place}.url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        if button.get("custom_id"):
            text = "A custom id and url cannot both be specified"
            form.fault(place, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    elif style != PREMIUM:
        form.length(f"{place}.custom_id", button.get("custom_id") or "", 100, 1)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        text = "A label or emoji is required"
        form.fault(place, "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", text)


def select(component: Json, place: str, form: Form) -> None:
    """A select menu, in a message or in a modal."""
    form.length(f"{place}.custom_id", component.get("custom_id") or "", 100, 1)
    form.length(f"{place}.placeholder", component.get("placeholder"), 150)
    form.number(f"{place}.min_values", component.get("min_values"), 0, 25)
    form.number(f"{place}.max_values", component.get("max_values"), 1, 25)
    if component.get("type") != SELECT:
        return
    options = component.get("options") or []
    form.length(f"{place}.options", options, 25, 1)
    if (component.get("max_values") or 1) > max(1, len(options)):
        text = "max_values must not be greater than the number of options"
        form.fault(f"{place}.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", text)
    if (component.get("min_values") or 0) > len(options):
        text = "min_values must not be greater than the number of options"
        form.fault(f"{place}.min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", text)
    if sum(bool(o.get("default")) for o in options) > (component.get("max_values") or 1):
        text = "The number of default options must not be greater than max_values"
        form.fault(f"{place}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text)
    check_options(component, place, form)


def check_options(component: Json, place: str, form: Form) -> None:
    """The options of a menu or group: their texts, and each value once."""
    seen: set[str] = set()
    for n, option in enumerate(component.get("options") or []):
        here = f"{place}.options.{n}"
        form.length(f"{here}.label", option.get("label") or "", 100, 1)
        form.length(f"{here}.value", option.get("value") or "", 100, 1)
        form.length(f"{here}.description", option.get("description"), 100)
        if option.get("value") in seen:
            text = "The specified option value is already used"
            form.fault(f"{here}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option.get("value", ""))


def _misplaced(place: str, component: Json, form: Form) -> None:
    form.fault(
        f"{place}.type", "UNION_TYPE_CHOICES", f"Component type {component.get('type')} is not allowed here"
    )
