"""Write into the gettext catalogues what is new or changed in English: `.venv/bin/python tools/catalogue.py`.

English is written once: sentences in `bot/locale/en.yaml`, commands and their options in `bot/cogs/`. A new
sentence comes into every catalogue with an empty translation; one whose English has changed keeps its
translation, marked fuzzy, and is spoken in English until somebody has looked at it and taken the mark away.
What is no longer said goes. With --check nothing is written; what is missing is told.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot import words
from bot.client import COGS, Grognard
from bot.tongue import said

HEADER = "# What Grognard says in this language; tools/catalogue.py keeps it in step with the English."
TOLD = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
"""What the head of a catalogue says: nothing that changes with the day."""


def english() -> Iterator[tuple[str, str]]:
    """Everything that is said in English, each with its context: the key, or the place in the tree."""
    yield from ((key, text) for key, text in words.sentences().items() if text)
    yield from dict.fromkeys(asyncio.run(_commands()))


async def _commands() -> list[tuple[str, str]]:
    bot = Grognard(None)  # type: ignore[arg-type]
    for cog in COGS:
        await bot.add_cog(cog(bot))
    found = list(said(bot.tree))
    await bot.close()
    return found


def renewed(language: str, known: Catalog) -> Catalog:
    """The catalogue of a language with all that is said, in that order, and nothing else."""
    said_ = list(english())
    now = set(said_)
    had = {(str(m.context), str(m.id)): m for m in known if m.id}
    gone: dict[str, list[Message]] = {}
    for (context, text), message in had.items():
        if (context, text) not in now:
            gone.setdefault(context, []).append(message)
    made = Catalog(locale=language, project="Grognard", header_comment=HEADER, fuzzy=False)
    for context, text in said_:
        before = had.get((context, text))
        if before is None and gone.get(context):  # its English has changed
            old = gone[context].pop(0)
            made.add(text, old.string, context=context, flags={"fuzzy"}, previous_id=[str(old.id)])
        else:
            flags = {"fuzzy"} if before is not None and before.fuzzy else set()
            made.add(text, before.string if before else "", context=context, flags=flags)
    return made


def wanting(catalogue: Catalog) -> list[str]:
    """The contexts of what is not translated, or no longer surely right."""
    return [str(m.context) for m in catalogue if m.id and (not m.string or m.fuzzy)]


def written(catalogue: Catalog) -> bytes:
    """The catalogue as a .po file, a line a sentence."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    out = io.BytesIO()
    write_po(out, catalogue, width=0, omit_header=False, include_previous=True)
    head, _, body = out.getvalue().decode().partition("\n\n")
    kept = [
        x for x in head.split("\n") if not x.startswith('"') or x.startswith(tuple(f'"{t}' for t in TOLD))
    ]
    return ("\n".join(kept) + f"\n\n{body}").encode()


def main() -> int:
    """The exit status: 1 when --check finds something wanting."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    check, missing = parser.parse_args().check, False
    for language in words.languages()[1:]:
        path = words.FOLDER / f"{language}.po"
        with path.open("rb") as file:
            made = renewed(language, read_po(file, locale=language))
        if not check:
            path.write_bytes(written(made))
        lacking = wanting(made)
        missing = missing or bool(lacking)
        print(f"{language}: {len(made)} sentences, {len(lacking)} to translate", *lacking, sep="\n  ")
    return int(check and missing)


if __name__ == "__main__":
    sys.exit(main())
