"""Search for a rule by words: the title counts most, then the chapter, then the text. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

TITLE, BEGUN, CHAPTER, TEXT = 4, 3, 2, 1
"""What a word is worth where it is found, BEGUN for the beginning of one in the title; a word found nowhere
costs as much as one in the title brings."""
SMALL = frozenset(
    {"a", "an", "the", "of", "to", "in", "on", "for", "and", "is", "are", "can", "do", "does", "i", "my"}
    | {"how", "what", "when", "where", "which", "who", "why", "work", "works"}
    | {"le", "la", "les", "de", "du", "des", "est", "comment", "que", "quel", "quelle", "qui"}
)
ENDINGS = ("ing", "ies", "es", "ed", "e", "s")
LEAST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that can be found. The id of a `leaf` is no number: only its beginning is compared."""

    id: str
    title: str
    chapter: str = ""
    text: str = ""
    leaf: bool = False


def search(query: str, entries: Sequence[Entry]) -> list[str]:
    """The ids of the entries that a text may mean, likeliest first; all of them, in order, for no text.

    >>> book = [Entry(id="A-1", title="Support", text="no charge"), Entry(id="B-1", title="Charges")]
    >>> search("charging", book), search("b-1", book), search("elephants", book)
    (['B-1', 'A-1'], ['B-1'], [])
    >>> search("How do I charge?", book), search("supp", book)
    (['B-1', 'A-1'], ['A-1'])
    """
    plain = query.strip().casefold()
    if not plain:
        return [e.id for e in entries]
    if numbered := [
        e.id
        for e in entries
        if e.id.casefold().startswith(plain) or (not e.leaf and f"-{plain}" in e.id.casefold())
    ]:
        exact = [id_ for id_ in numbered if id_.casefold() == plain]
        return [*exact, *(id_ for id_ in numbered if id_ not in exact)]
    stems = [_stem(word) for word in _words(plain)]
    rated = [(e.leaf, -_rate(e, plain, stems), len(e.title), e.id) for e in entries]
    matches = sorted((r for r in rated if r[1] < 0), key=lambda r: r[:3])  # leaves after everything else
    if matches:
        return [id_ for *_, id_ in matches]
    return get_close_matches(query.strip().upper(), [e.id for e in entries], n=5, cutoff=0.7)


def _rate(entry: Entry, query: str, stems: Sequence[str]) -> int:
    """How well an entry fits."""
    title, chapter, text = (_stems(part) for part in (entry.title, entry.chapter, entry.text))
    total = 0
    for stem in stems:
        if stem in title:
            total += TITLE
        elif len(stem) >= LEAST and any(word.startswith(stem) for word in title):
            total += BEGUN
        elif stem in text or stem in chapter:
            total += TEXT
        else:
            total -= TITLE
        total += CHAPTER if stem in chapter else 0
    return total + (TITLE if entry.title.casefold() == query else 0)


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _words(text))


def _words(text: str) -> list[str]:
    """The words of a text without accents; small words are left out."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return [word for word in re.findall(r"\w+", plain) if word not in SMALL]


def _stem(word: str) -> str:
    """A word without its ending."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST:
            return word[: -len(ending)]
    return word
