"""How a fact joins the words around it: "de Bleu" but "d’Orange", "un bois" but "bois"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

APOSTROPHE = "\u2019"
NO_BREAK = "\u00a0"
_STOPS = re.compile(r" (?=[:;?!»])|(?<=«) ")
VOWELS = frozenset("aeiouœæ")
ARTICLES = {
    "en": ("a ", "an ", "the "),
    "fr": ("un ", "une ", "des ", "du ", "le ", "la ", "les ", f"l{APOSTROPHE}", f"de l{APOSTROPHE}"),
}
MARKUP = '*_~`«»“" \u00a0'


@lru_cache(maxsize=4096)
def typeset(language: str, text: str) -> str:
    """A text of a scenario or rulebook with the spaces that language puts before its stops.

    >>> typeset("fr", "Trois hexagones : qui est « là » ?").count(NO_BREAK)
    4
    """
    return text if language != "fr" else _STOPS.sub(NO_BREAK, text)


def joined(language: str, spec: str, text: str) -> str | None:
    """The fact as that language joins it by `spec`; None when it knows no such way."""
    way = _WAYS.get(language, {}).get(spec)
    return None if way is None else way(text)


def _de(text: str) -> str:
    """
    >>> [_de(text) for text in ("Bleu", "Orange", "**Erlon**", "11e", "le gué", "les bois", "la mare")]
    ['de Bleu', 'd’Orange', 'd’**Erlon**', 'de 11e', 'du gué', 'des bois', 'de la mare']
    """
    if text.startswith("le "):
        return f"du {text[3:]}"
    if text.startswith("les "):
        return f"des {text[4:]}"
    if text.startswith(("des ", "du ")):
        return f"de {text.split(' ', 1)[1]}"
    return f"d{APOSTROPHE}{text}" if _vowel(text) else f"de {text}"


def _vowel(text: str) -> bool:
    """Whether it begins with a vowel. H is none: most names of units that begin with it do not elide."""
    first = unicodedata.normalize("NFD", text.lstrip(MARKUP)[:1].lower())[:1]
    return first in VOWELS


def _bare(language: str, text: str) -> str:
    """
    >>> [_bare("fr", text) for text in ("un bois", "des haies", "du bâti", "l’étang", "Bleu")]
    ['bois', 'haies', 'bâti', 'étang', 'Bleu']
    """
    return next((text[len(a) :] for a in ARTICLES[language] if text.startswith(a)), text)


def _capital(text: str) -> str:
    """
    >>> _capital("un ruisseau")
    'Un ruisseau'
    """
    return text[:1].upper() + text[1:]


_WAYS: Mapping[str, Mapping[str, Callable[[str], str]]] = {
    "en": {"nu": partial(_bare, "en")},
    "fr": {"de": _de, "nu": partial(_bare, "fr"), "maj": _capital},
}
