"""YAML reader that keeps every value as the text written, with its file and line.

Plain YAML turns the hex 0101 into 65, the odds 3:1 into 181, `no` into False, and keeps the last of two
equal keys silently. This reader converts nothing. Anchors, aliases and tags are refused.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import yaml

from engine.errors import BadScenario

LONGEST = 2_000_000
"""Bytes in a file."""
DEEPEST = 40
"""Lists and mappings inside one another."""
MOST_WORDS = 60_000
"""Words, lists and mappings in a file."""

_READER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Text(str):
    """A word or text as written."""

    where: str = ""


class Row(list[Any]):
    """A list as written."""

    where: str = ""


class Table(dict[str, Any]):
    """A mapping as written."""

    where: str = ""


def unlocated(thing: Text | Row | Table) -> Any:
    """The same content without files and lines: for what is kept, in a tenth of the memory."""
    if isinstance(thing, dict):
        return Table((sys.intern(str(name)), unlocated(entry)) for name, entry in thing.items())
    if isinstance(thing, list):
        return Row(unlocated(entry) for entry in thing)
    return sys.intern(str(thing))


def parse(source: str | bytes, name: str = "") -> Text | Row | Table:
    """The content of a YAML text; `name` is the file that mistakes are reported in.

    Raises BadScenario for anything that is not plain YAML of one document.
    """
    text = _decoded(source, name)
    try:
        return _document(_bounded(yaml.parse(text, Loader=_READER), name), name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        slip = _slip(text.splitlines(), error, mark.line if mark else 0)
        if slip is not None:
            raise BadScenario(slip[1], "(YAML)", f"{name}:{slip[0] + 1}") from error
        at = f"{name}:{mark.line + 1}" if mark else name
        raise BadScenario(_explained(text, error, mark.line if mark else 0), "(YAML)", at) from error
    except yaml.YAMLError as error:
        raise BadScenario(str(error), "(YAML)", name) from error


def _decoded(source: str | bytes, name: str) -> str:
    """The text in the bytes. Only UTF-8 without control characters is read."""
    if len(source) > LONGEST:
        raise BadScenario(f"is longer than {LONGEST} bytes", "(file)", name)
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadScenario("is not UTF-8; save the file as UTF-8", "(file)", f"{name}:{line}") from error
    match = _UNPRINTABLE.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        raise BadScenario(f"holds the character U+{ord(match[0]):04X}", "(file)", f"{name}:{line}")
    return text


def _slip(lines: list[str], error: yaml.MarkedYAMLError, line: int) -> tuple[int, str] | None:
    """The line with a slip of the pen that the YAML reader stumbles over later, and what it is."""
    begun = error.context_mark.line if error.context_mark else line
    if "quoted scalar" in str(error.context) and "end of stream" in str(error.problem):
        return begun, "the quote that begins in this line is not closed"
    for number in dict.fromkeys((line, line - 1, begun)):
        there = lines[number] if 0 <= number < len(lines) else ""
        if re.match(" *\u00a0", there):
            return number, "the line is indented with a no-break space; use spaces"
        if re.match(r" *-[^\s-]", there):
            return number, "a space is missing after the dash"
        if "simple key" in str(error.context) and re.match(r" *(- )?[\w-]+:\S", there):
            return number, "a space is missing after the colon"
    return None


def _explained(text: str, error: yaml.MarkedYAMLError, line: int) -> str:
    """The YAML reader's message, or the likeliest cause."""
    lines = text.splitlines()
    if line < len(lines) and "\t" in lines[line][: len(lines[line]) - len(lines[line].lstrip())]:
        return "the line is indented with a tab; use spaces"
    if "cannot start any token" in str(error.problem):
        return "put a text that begins with @, % or ` in quotes"
    told = f"{error.context} {error.problem}"
    if "flow mapping" in told or "flow sequence" in told:
        opened = error.context_mark.line if error.context_mark else line
        sign = "{" if "mapping" in told else "["
        if opened != line:
            return f"the {sign} of line {opened + 1} is not closed there"
        pair = "{ }" if sign == "{" else "[ ]"
        return f"within {pair} commas divide the entries: put a text with a colon or comma in quotes"
    if "block collection" in told or "block mapping" in told:
        return "entries that belong together begin in the same column, and a list's lines with '-'"
    if "mapping values are not allowed" in told:
        return "put a text with a colon in quotes; a list's lines begin with '-', all in the same column"
    return " ".join(part for part in (error.context, error.problem) if part) or "cannot be read"


def _bounded(events: Iterator[yaml.Event], name: str) -> Iterator[yaml.Event]:
    for number, event in enumerate(events):
        if number > MOST_WORDS:
            raise _wrong(f"more than {MOST_WORDS} words and lists", event, name)
        yield event


def _document(events: Iterator[yaml.Event], name: str) -> Text | Row | Table:
    """The one document of a stream."""
    documents: list[Text | Row | Table] = []
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            if documents:
                raise _wrong("a file holds one document; remove the line ---", event, name)
        elif isinstance(event, yaml.NodeEvent):
            documents.append(_node(event, events, name, 0))
    if not documents:
        raise BadScenario("is empty", "(file)", name)
    return documents[0]


def _node(event: yaml.Event, events: Iterator[yaml.Event], name: str, depth: int) -> Text | Row | Table:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        sign = "&" if getattr(event, "anchor", None) and not isinstance(event, yaml.AliasEvent) else "*"
        raise _wrong(f"a word beginning with {sign} is an anchor or alias: put it in quotes", event, name)
    if getattr(event, "tag", None):
        raise _wrong("a word beginning with ! is a tag: put it in quotes", event, name)
    if depth > DEEPEST:
        raise _wrong(f"more than {DEEPEST} lists or mappings inside one another", event, name)
    at = _at(event, name)
    if isinstance(event, yaml.ScalarEvent):
        text = Text(event.value)
        text.where = at
        return text
    if isinstance(event, yaml.SequenceStartEvent):
        row = Row(_node(inner, events, name, depth + 1) for inner in _until(events, yaml.SequenceEndEvent))
        row.where = at
        return row
    table = Table()
    table.where = at
    for inner in _until(events, yaml.MappingEndEvent):
        key = _node(inner, events, name, depth + 1)
        if not isinstance(key, Text):
            raise _wrong("a name before a colon should be one word", inner, name)
        if key in table:
            raise BadScenario("appears twice", key, key.where)
        table[key] = _node(next(events), events, name, depth + 1)
    return table


def _until(events: Iterator[yaml.Event], end: type[yaml.Event]) -> Iterator[yaml.Event]:
    for event in events:
        if isinstance(event, end):
            return
        yield event


def _wrong(what: str, event: yaml.Event, name: str) -> BadScenario:
    return BadScenario(what, "(YAML)", _at(event, name))


def _at(event: yaml.Event, name: str) -> str:
    return f"{name}:{event.start_mark.line + 1}" if event.start_mark else name
