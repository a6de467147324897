"""The limits of application commands."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sandbox.model.refusals import Form, Refusal

Json = dict[str, Any]

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
MOST = {CHAT: 100, USER: 15, MESSAGE: 15}
OPTIONS, CHOICES, NAME, DESCRIPTION, CHOICE, LETTERS = 25, 25, 32, 100, 100, 8000
NAMED = re.compile(r"^[-_'\w]{1,32}$")
TOO_MANY = {CHAT: 30032, USER: 30032, MESSAGE: 30032}


def check_all(commands: list[Json]) -> None:
    """A whole set of commands of one scope. Raises Refusal."""
    form = Form()
    for n, command in enumerate(commands):
        check(command, form, f"{n}")
    form.check()
    for kind, count in Counter(kind_of(c) for c in commands).items():
        if count > MOST.get(kind, 1):
            text = f"Maximum number of application commands reached ({MOST.get(kind, 1)})"
            raise Refusal(400, TOO_MANY.get(kind, 30032), text)
    seen: set[tuple[int, str]] = set()
    for n, command in enumerate(commands):
        key = (kind_of(command), command["name"])
        if key in seen:
            text = "Application command names must be unique"
            form.fault(f"{n}", "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)
    form.check()


def kind_of(command: Json) -> int:
    """A command's type; chat input when it says nothing."""
    return int(command.get("type") or CHAT)


def check(command: Json, form: Form, place: str = "") -> None:
    """One command."""
    dot = f"{place}." if place else ""
    if kind_of(command) == CHAT:
        _name(command.get("name"), f"{dot}name", form)
        _described(command, dot, form)
        _options(command.get("options") or [], f"{dot}options", form, depth=0)
    else:
        form.length(f"{dot}name", command.get("name") or "", NAME, 1)
        if command.get("description"):
            text = "Context menu commands cannot have description"
            form.fault(f"{dot}description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", text)
    if sum(len(text) for text in _texts(command)) > LETTERS:
        form.fault(place, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({LETTERS})")


def _name(name: Any, place: str, form: Form) -> None:
    if not isinstance(name, str) or not name:
        form.required(place)
    elif len(name) > NAME:
        form.length(place, name, NAME, 1)
    elif not NAMED.match(name) or name != name.lower():
        form.fault(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _described(thing: Json, dot: str, form: Form) -> None:
    form.length(f"{dot}description", thing.get("description") or "", DESCRIPTION, 1)
    for locale, text in (thing.get("description_localizations") or {}).items():
        form.length(f"{dot}description_localizations.{locale}", text, DESCRIPTION, 1)
    for locale, text in (thing.get("name_localizations") or {}).items():
        _name(text, f"{dot}name_localizations.{locale}", form)


def _options(options: list[Json], place: str, form: Form, *, depth: int) -> None:
    form.length(place, options, OPTIONS)
    names: set[str] = set()
    optional = False
    for n, option in enumerate(options):
        here = f"{place}.{n}"
        _name(option.get("name"), f"{here}.name", form)
        _described(option, f"{here}.", form)
        if option.get("name") in names:
            text = "Option names must be unique"
            form.fault(f"{here}.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
        names.add(option.get("name", ""))
        if option.get("type") in (SUBCOMMAND, GROUP):
            _nested(option, here, form, depth)
            continue
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            form.fault(f"{here}.required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")
        _choices(option, here, form)
    nested = [o.get("type") in (SUBCOMMAND, GROUP) for o in options]
    if any(nested) and not all(nested):
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.fault(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _nested(option: Json, place: str, form: Form, depth: int) -> None:
    if depth > 1 or (depth == 1 and option["type"] == GROUP):
        text = "Sub-command groups may not be nested further"
        form.fault(f"{place}.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        return
    _options(option.get("options") or [], f"{place}.options", form, depth=depth + 1)


def _choices(option: Json, place: str, form: Form) -> None:
    choices = option.get("choices") or []
    form.length(f"{place}.choices", choices, CHOICES)
    if choices and option.get("autocomplete"):
        text = "Choices cannot be specified when autocomplete is enabled"
        form.fault(f"{place}.choices", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", text)
    check_choices(choices, option.get("type"), f"{place}.choices", form, unique=True)


def check_choices(choices: list[Json], kind: Any, place: str, form: Form, *, unique: bool = False) -> None:
    """Choices of an option (their names unique), or the answer to an autocompletion."""
    names: set[str] = set()
    for n, choice in enumerate(choices):
        here = f"{place}.{n}"
        form.length(f"{here}.name", choice.get("name") or "", CHOICE, 1)
        value = choice.get("value")
        if kind == STRING:
            form.length(f"{here}.value", value if isinstance(value, str) else str(value), CHOICE, 1)
        elif kind == INTEGER and not isinstance(value, int):
            form.fault(f"{here}.value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif kind == NUMBER and not isinstance(value, int | float):
            form.fault(f"{here}.value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        if unique and choice.get("name") in names:
            text = "Choice names must be unique"
            form.fault(f"{here}.name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", text)
        names.add(choice.get("name", ""))


def _texts(thing: Json) -> Iterator[str]:
    """The texts that count against 8,000: names, descriptions and choice values, the longest translation."""
    for key in ("name", "description"):
        texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        yield max(texts, key=len)
    for option in thing.get("options") or []:
        yield from _texts(option)
    for choice in thing.get("choices") or []:
        yield from (choice.get("name") or "", str(choice.get("value", "")))
