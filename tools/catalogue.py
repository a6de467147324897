"""Update the gettext catalogues from the English: `.venv/bin/python tools/catalogue.py`.

English is written once: sentences in `bot/i18n/locale/en.yaml`, commands and options in `bot/features/`.
A new sentence gets an entry with an empty translation in every catalogue; an entry whose English has changed
keeps its translation, marked fuzzy, and is shown in English until a translator has checked it and removed
the mark. Entries that English no longer needs are deleted. With --check nothing is written; missing
translations are listed.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.i18n import catalogue as i18n_catalogue
from bot.i18n import plurals
from bot.i18n.command_translator import command_texts
from bot.i18n.plurals import Entry
from bot.without_discord import bot_without_discord

HEADER = "# What Grognard says in this language; tools/catalogue.py keeps it in step with the English."
KEPT = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
"""What the head of a catalogue says: nothing that changes with the day."""

Ids = tuple[str, ...]
"""The English of an entry: one text, or its singular and its plural."""


class Translation(NamedTuple):
    """An entry as a catalogue has it. `texts` are as many as the language has forms, or one."""

    context: str
    ids: Ids
    texts: tuple[str, ...]
    fuzzy: bool


def english() -> Iterator[Entry]:
    """All entries that a catalogue needs: sentences by key, commands by their place in the tree."""
    for key, text in i18n_catalogue.sentences().items():
        if text:
            yield from plurals.entries(key, text)
    yield from (Entry(place, text) for place, text in dict.fromkeys(asyncio.run(_commands())))


async def _commands() -> list[tuple[str, str]]:
    async with bot_without_discord() as bot:
        return list(command_texts(bot.tree))


def updated(known: Catalog, needed: Iterable[Entry]) -> Catalog:
    """A catalogue with the entries that are needed, in that order, and no others."""
    entries = list(needed)
    translations = {(t.context, t.ids): t for t in map(_translation, filter(lambda m: m.id, known))}
    current = {(entry.context, _ids(entry)) for entry in entries}
    outdated: dict[str, list[Translation]] = {}
    for place, translation in translations.items():
        if place not in current:
            outdated.setdefault(translation.context, []).append(translation)
    catalogue = Catalog(locale=known.locale, project="Grognard", header_comment=HEADER, fuzzy=False)
    catalogue.mime_headers = known.mime_headers
    for entry in entries:
        ids = _ids(entry)
        translation = translations.get((entry.context, ids), Translation(entry.context, ids, ("",), False))
        previous: Ids = ()
        if (entry.context, ids) not in translations and outdated.get(entry.context):
            translation = outdated[entry.context].pop(0)._replace(fuzzy=True)
            previous = translation.ids
        forms = catalogue.num_plurals if entry.plural else 1
        texts = (*translation.texts, *(translation.texts[-1:] * forms))[:forms]
        catalogue.add(
            ids if entry.plural else entry.singular,
            texts if entry.plural else texts[0],
            context=entry.context,
            flags={"fuzzy"} if translation.fuzzy else set(),
            previous_id=previous,
        )
    return catalogue


def _ids(entry: Entry) -> Ids:
    return (entry.singular, entry.plural) if entry.plural else (entry.singular,)


def _translation(message: Message) -> Translation:
    return Translation(str(message.context), _texts(message.id), _texts(message.string), message.fuzzy)


def _texts(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def untranslated(catalogue: Catalog) -> list[str]:
    """The contexts of the entries that lack a translation (or a form of it) or are fuzzy."""
    return [str(m.context) for m in catalogue if m.id and (m.fuzzy or not all(_texts(m.string)))]


def po_bytes(catalogue: Catalog) -> bytes:
    """The catalogue as a .po file, a line a sentence."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    out = io.BytesIO()
    write_po(out, catalogue, width=0, omit_header=False, include_previous=True)
    head, _, body = out.getvalue().decode().partition("\n\n")
    lines = [
        x for x in head.split("\n") if not x.startswith('"') or x.startswith(tuple(f'"{t}' for t in KEPT))
    ]
    return ("\n".join(lines) + f"\n\n{body}").encode()


def main() -> int:
    """The exit status: 1 when --check finds a translation missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    check, incomplete, entries = parser.parse_args().check, False, list(english())
    for language in i18n_catalogue.languages()[1:]:
        path = i18n_catalogue.LOCALE_FOLDER / f"{language}.po"
        with path.open("rb") as file:
            catalogue = updated(read_po(file, locale=language), entries)
        if not check:
            path.write_bytes(po_bytes(catalogue))
        missing = untranslated(catalogue)
        incomplete = incomplete or bool(missing)
        print(f"{language}: {len(catalogue)} entries, {len(missing)} to translate", *missing, sep="\n  ")
    return int(check and incomplete)


if __name__ == "__main__":
    sys.exit(main())
