"""Translations of a battle's texts: gettext catalogues (fr.po) beside its files.

The context of an entry is the key of the text ("title", "units.line-1.name"), its msgid the battle's own
text. What a catalogue does not translate, or marks as fuzzy, stays as it is in the battle.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import BadScenario
from engine.scenario_builder.mapping_reader import LANGUAGES, suggestion
from scenarios.text import Row, Table, Text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

FILE = re.compile(r"([a-z]{2})\.po")
"""The name of a catalogue: that of its language."""
NAMED = ("sides", "objectives", "exits", "reinforcements", "units")
"""Lists whose entries have a name to translate."""
LOOSE = (("title",), ("intro",), ("first_minute", "stake"), ("first_minute", "question"),
         ("background", "history"), ("background", "design"))  # fmt: skip
KEPT = ("Language:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
"""What the head of a catalogue says: nothing that changes with the day."""
HEADER = (
    "# Texts of the battle in this language: grognard scenario translate keeps it in step with the battle."
)


class Place(NamedTuple):
    """A text that can be translated: its key, and the entry that holds it."""

    key: str
    holder: Table
    entry: str


def files(folder: Path) -> dict[str, bytes]:
    """The catalogues in the folder of a battle, by file name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.po"))}


def translate(printed: Table, catalogues: Mapping[str, bytes], folder: str) -> list[BadScenario]:
    """Put the translations into the text of a battle; what a catalogue lacks or has too much, as hints.

    Raises BadScenario for a catalogue that cannot be read.
    """
    hints: list[BadScenario] = []
    for name, data in catalogues.items():
        hints += _translate(printed, _language(name, folder), data, f"{folder}/{name}")
    return hints


def updated(printed: Table, language: str, known: bytes | None, name: str) -> bytes:
    """The catalogue of a language with an entry for each text: translations kept, those of texts that have
    changed marked as fuzzy. Raises BadScenario."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    before = {m.context: m for m in _messages(_read(known, name))} if known else {}
    catalogue = Catalog(locale=language, header_comment=HEADER, fuzzy=False)
    for place in places(printed):
        value = place.holder[place.entry]
        text, old = _said(value), before.get(place.key)
        own = str(value[language]) if isinstance(value, Mapping) and language in value else ""
        flags = ["fuzzy"] if old is not None and old.string and old.id != text else []
        catalogue.add(text, str(old.string) if old is not None else own, context=place.key, flags=flags)
    head = catalogue.mime_headers
    catalogue.mime_headers = [(field, value) for field, value in head if f"{field}:" in KEPT]
    out = io.BytesIO()
    write_po(out, catalogue, width=100)
    return out.getvalue()


def places(printed: Table) -> Iterator[Place]:
    """Every text of a battle that can be translated, in the order of its files."""
    for path in LOOSE:
        holder = printed if len(path) == 1 else printed.get(path[0])
        if isinstance(holder, Table) and path[-1] in holder:
            yield Place(".".join(path), holder, path[-1])
    for section in NAMED:
        for row in _rows(printed, section):
            if "name" in row and isinstance(row.get("id"), str):
                yield Place(f"{section}.{row['id']}.name", row, "name")
    for number, row in enumerate(_rows(printed, "lessons"), 1):
        if "text" in row:
            yield Place(f"lessons.{number}.text", row, "text")


def _rows(printed: Table, section: str) -> list[Table]:
    rows = printed.get(section)
    return [row for row in rows if isinstance(row, Table)] if isinstance(rows, Row) else []


def _said(value: Any) -> str:
    """The text that is translated: the battle's own, in the first language it has."""
    if isinstance(value, Mapping):
        return str(next((value[lang] for lang in LANGUAGES if lang in value), ""))
    return str(value)


def _language(name: str, folder: str) -> str:
    match = FILE.fullmatch(name)
    if match is None or match[1] not in LANGUAGES:
        names = ", ".join(f"{language}.po" for language in LANGUAGES)
        what = f"should be called after a language that the bot speaks: {names}"
        raise BadScenario(what, "(file)", f"{folder}/{name}")
    return match[1]


def _translate(printed: Table, language: str, data: bytes, name: str) -> list[BadScenario]:
    messages = {message.context: message for message in _messages(_read(data, name))}
    known = {place.key: place for place in places(printed)}
    hints = []
    for key, message in messages.items():
        at = f"{name}:{message.lineno}" if message.lineno else name
        if key not in known:
            what = f"the battle has no such text{suggestion(str(key), known)}"
            hints.append(BadScenario(what, str(key or "(no context)"), at))
        elif str(message.id) != _said(known[key].holder[known[key].entry]):
            hints.append(
                BadScenario("the battle has changed this text since it was translated", str(key), at)
            )
        elif message.string and not message.fuzzy:
            _put(known[key], language, Text(message.string), at)
    for key, place in known.items():
        value = place.holder[place.entry]
        has_one = isinstance(value, Mapping) and language in value
        if not has_one and (key not in messages or not messages[key].string):
            hints.append(BadScenario("is not translated", key, name))
    return hints


def _put(place: Place, language: str, text: Text, at: str) -> None:
    text.where = at
    value = place.holder[place.entry]
    words = Table(value) if isinstance(value, Table) else Table()
    words.where = getattr(value, "where", "")
    if not words:
        words[next(other for other in LANGUAGES if other != language)] = value
    words[language] = text
    place.holder[place.entry] = words


def _read(data: bytes, name: str) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    try:
        return read_po(io.BytesIO(data), abort_invalid=True)
    except UnicodeDecodeError as error:
        raise BadScenario("is not UTF-8; save the file as UTF-8", "(file)", name) from error
    except PoFileError as error:
        at = f"{name}:{error.lineno + 1}" if error.lineno is not None else name
        raise BadScenario(f"is no gettext catalogue: {error}", "(file)", at) from error
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise BadScenario("is no gettext catalogue", "(file)", name) from error


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)
