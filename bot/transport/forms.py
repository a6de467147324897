"""Forms: a page's form as Discord's dialog, and what was filled in when it is sent.

Like buttons, forms are not remembered: their id says all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.transport.components import REST, read
from bot.ui.component_press import ComponentPress
from bot.ui.page import Choice, Form, Question

FORM = re.compile("f1" + REST)
FIELD = "text"
"""The id of a form's field."""
LONGEST_TITLE = LONGEST_LABEL = 45
LONGEST_LINE = 100
MOST_QUESTIONS = 4
MOST_RADIO, MOST_LINES = 10, 25


def dialog(form: Form) -> ui.Modal:
    """A form as Discord shows it; the library keeps nothing of it."""
    sheet = ui.Modal(title=form.title[:LONGEST_TITLE], custom_id=form.id, timeout=None)
    for question in form.questions[:MOST_QUESTIONS]:
        sheet.add_item(ui.Label(text=question.label[:LONGEST_LABEL], component=_part(question)))
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.short if form.questions else discord.TextStyle.paragraph,
        placeholder=form.hint[:LONGEST_LINE],
        default=form.text[: form.longest] or None,
        max_length=form.longest,
        required=not form.optional,
    )
    sheet.add_item(ui.Label(text=form.label[:LONGEST_LABEL], component=field))
    sheet.stop()  # the library remembers no form that has stopped
    return sheet


def _part(question: Question) -> ui.RadioGroup[Any] | ui.Select[Any]:
    if 2 <= len(question.choices) <= MOST_RADIO:
        radio = [discord.RadioGroupOption(**_option(choice)) for choice in question.choices]
        return ui.RadioGroup(custom_id=question.name, required=question.required, options=radio)
    lines = [discord.SelectOption(**_option(choice)) for choice in question.choices[:MOST_LINES]]
    return ui.Select(
        custom_id=question.name,
        required=question.required,
        min_values=1 if question.required else 0,
        options=lines,
    )


def _option(choice: Choice) -> dict[str, Any]:
    about = choice.about[:LONGEST_LINE] or None
    label = choice.label[:LONGEST_LINE]
    return {"label": label, "value": choice.value, "description": about, "default": choice.chosen}


def submitted(interaction: discord.Interaction[Any]) -> tuple[ComponentPress, str] | None:
    """The form that was sent, with what was chosen in it, and what was written; None when it is none of this
    version."""
    data: Any = interaction.data or {}
    match = FORM.fullmatch(str(data.get("custom_id", "")))
    if match is None:
        return None
    answers = dict(_answers(data.get("components") or []))
    return replace(read(match), answers=answers), answers.pop(FIELD, "")


def _answers(parts: Any) -> Iterator[tuple[str, str]]:
    """What each part says, however deep rows and labels lie around it."""
    for part in parts if isinstance(parts, list) else [parts]:
        if not isinstance(part, Mapping):
            continue
        values = part.get("values")
        value = values[0] if isinstance(values, list) and values else part.get("value")
        if "custom_id" in part:
            yield str(part["custom_id"]), str(value or "")
        for inner in ("components", "component"):
            yield from _answers(part.get(inner) or [])
