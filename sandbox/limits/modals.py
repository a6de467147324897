"""The limits of modals."""

from typing import Any

from sandbox.limits.components import (
    CHECKBOX,
    CHECKBOXES,
    INPUT,
    LABEL,
    RADIO,
    SELECTS,
    TEXT,
    UPLOAD,
    check_options,
    select,
    walk,
)
from sandbox.model.refusals import Form

Json = dict[str, Any]

TITLE, FIELDS, LABEL_TEXT, VALUE, PLACEHOLDER = 45, 5, 45, 4000, 100


def check(modal: Any, form: Form) -> None:
    """The data of a callback of type 9; places begin with "data."."""
    if not isinstance(modal, dict):
        form.required("data")
        return
    form.length("data.title", modal.get("title") or "", TITLE, 1)
    form.length("data.custom_id", modal.get("custom_id") or "", 100, 1)
    form.length("data.components", modal.get("components") or [], FIELDS, 1)
    seen: set[str] = set()
    for place, component in walk(modal.get("components") or [], "data.components"):
        kind = component.get("type")
        if kind == INPUT:
            _input(component, place, form)
        elif kind == LABEL:
            form.length(f"{place}.label", component.get("label") or "", LABEL_TEXT, 1)
            form.length(f"{place}.description", component.get("description"), 100)
        elif kind in SELECTS:
            select(component, place, form)
        elif kind == TEXT:
            form.length(f"{place}.content", component.get("content") or "", 4000, 1)
        elif kind in (UPLOAD, RADIO, CHECKBOXES, CHECKBOX):
            _choice(component, place, form)
        if component.get("disabled"):
            form.fault(f"{place}.disabled", "COMPONENT_DISABLED_IN_MODAL", "Nothing is disabled in a modal")
        if component.get("custom_id") in seen:
            text = "Component custom id cannot be duplicated"
            form.fault(f"{place}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        if component.get("custom_id"):
            seen.add(component["custom_id"])


def _choice(field: Json, place: str, form: Form) -> None:
    """A file upload, a radio group, a group of checkboxes or one checkbox."""
    form.length(f"{place}.custom_id", field.get("custom_id") or "", 100, 1)
    if field["type"] in (UPLOAD, CHECKBOXES):
        form.number(f"{place}.min_values", field.get("min_values"), 0, 10)
        form.number(f"{place}.max_values", field.get("max_values"), 1, 10)
    if field["type"] in (RADIO, CHECKBOXES):
        least = 2 if field["type"] == RADIO else 1
        form.length(f"{place}.options", field.get("options") or [], 10, least)
        check_options(field, place, form)


def _input(field: Json, place: str, form: Form) -> None:
    form.length(f"{place}.custom_id", field.get("custom_id") or "", 100, 1)
    form.length(f"{place}.label", field.get("label"), LABEL_TEXT)
    form.length(f"{place}.placeholder", field.get("placeholder"), PLACEHOLDER)
    form.number(f"{place}.min_length", field.get("min_length"), 0, VALUE)
    form.number(f"{place}.max_length", field.get("max_length"), 1, VALUE)
    form.length(f"{place}.value", field.get("value"), field.get("max_length") or VALUE)
    if field.get("style") not in (1, 2):
        form.fault(f"{place}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
