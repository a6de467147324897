"""Texts allowed in an uploaded battle.

They appear in messages, buttons, completions and pictures. Anything that would garble one of these is refused
here, so no other code has to escape it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.errors import BadScenario

_NAME = re.compile(r"(?:[^\W_]|['‘“«(])(?:[^\W_]|[\u0300-\u036f \u00a0\u202f'’‘.,;:!?()/&+–—“”«»°º%-])*")
_PROSE = re.compile(r"(?:[^\W_]|[\u0300-\u036f\s'’‘.,;:!?()/&+–—“”«»°º%\"*`…=-])*")
_WORD = re.compile(r"[A-Za-z0-9 .,:;+/_'()=-]*")
_ID = re.compile(r"[A-Za-z0-9-]*")
_MARKS = re.compile(r"\*\*[^*`\n]+\*\*|\*[^*`\s][^*`\n]*\*|`[^*`\n]+`")
_LISTED = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_HEAPED = re.compile(r"[\u0300-\u036f\u0483-\u0489\u0610-\u061a\u20d0-\u20ff\ufe20-\ufe2f]{3}")
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
SPACES = "\n \u00a0\u202f"
"""White space in texts: lines, blanks, and those that do not break."""


def _name(text: str) -> str:
    if "\n" in text or "://" in text or not _NAME.fullmatch(text):
        return _first_forbidden(_NAME, text, "in a name")
    return ""


def _prose(text: str) -> str:
    if "://" in text or not _PROSE.fullmatch(text):
        return _first_forbidden(_PROSE, text, "in a text to read")
    if re.search(r"[*`]", _MARKS.sub("", text)):
        return "has a * or ` that belongs to no **bold**, *slanted* or `typed` words"
    return "has a line that looks like an item of a list" if _LISTED.search(text) else ""


def _word(text: str) -> str:
    return "" if _WORD.fullmatch(text) else _first_forbidden(_WORD, text, "here")


def _id(text: str) -> str:
    return "" if _ID.fullmatch(text) else "should be letters, digits and hyphens"


def _sign(text: str) -> str:
    return ""


Rule = Callable[[str], str]
TEXTS: tuple[tuple[re.Pattern[str], Rule, int], ...] = tuple(
    (re.compile(path), rule, longest)
    for path, rule, longest in (
        (r"title(\.\w+)?", _name, 60),
        (r"intro(\.\w+)?", _prose, 900),
        (r"first_minute(\.\w+){1,2}", _prose, 320),
        (r"background(\.\w+){1,2}", _prose, 1200),
        (r"background\.sources\[\]", _prose, 160),
        (r"sides\[\]\.name(\.\w+)?", _name, 40),
        (r"sides\[\]\.corps\[\]", _name, 8),
        (r"objectives\[\]\.id", _id, 20),
        (r"(objectives|reinforcements|exits)\[\]\.name(\.\w+)?", _name, 40),
        (r"(reinforcements|exits)\[\]\.id", _id, 20),
        (r"units\[\]\.name(\.\w+)?", _name, 40),
        (r"map\.names\.\w+", _name, 30),
        (r"lessons\[\]\.text(\.\w+)?", _prose, 600),
        (r"zones\.\w+|objectives\[\]\.hexes", _word, 1500),
        (r"map\.terrain\[\]|map\.levels\[\]|map\.legend/", _sign, 200),
        (r"map\..*", _word, 600),
        (r".*", _word, 100),
    )
)
"""By path: what may stand there, and how many characters. A path that ends with / is that of keys."""


def strange(printed: Mapping[str, Any]) -> Iterator[BadScenario]:
    """The texts that are not allowed where they are, in order."""
    for path, name, text in _texts(printed, "", ""):
        if what := _wrong(path, text):
            yield BadScenario(what, name, getattr(text, "where", ""))


def _texts(thing: Any, path: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Every text with its path ("units[].id") and its name ("units[3].id"); of entries, the key first."""
    if isinstance(thing, Mapping):
        for key, entry in thing.items():
            inner = f"{name}.{key[:40]}" if name else key[:40]
            yield f"{path}/", inner, key
            yield from _texts(entry, f"{path}.{key}" if path else key, inner)
    elif isinstance(thing, list):
        for n, entry in enumerate(thing, 1):
            yield from _texts(entry, f"{path}[]", f"{name}[{n}]")
    else:
        yield path, name, thing


def _wrong(path: str, text: str) -> str:
    """What is wrong with a text at this path, or ""."""
    for sign in text:
        if (unicodedata.category(sign)[0] in "CZ" and sign not in SPACES) or _UNSEEN.match(sign):
            return f"holds the invisible character U+{ord(sign):04X}"
        if unicodedata.bidirectional(sign) in ("R", "AL", "AN"):
            return f"holds the character U+{ord(sign):04X}, which is written from right to left"
    if _HEAPED.search(text):
        return "has letters under heaps of accents"
    rule, longest = next((rule, longest) for form, rule, longest in TEXTS if form.fullmatch(path))
    if len(text) > longest:
        return f"has {len(text)} characters; the limit for an uploaded battle is {longest}"
    return rule(text)


def _first_forbidden(allowed: re.Pattern[str], text: str, where: str) -> str:
    """A sentence that names the first character that is not allowed."""
    sign = next((sign for sign in text if not allowed.fullmatch(f"a{sign}")), "")
    return f"{sign!r} is not allowed {where}" if sign else f"is not allowed {where} like this"
