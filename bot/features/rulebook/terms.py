"""Words as `/rule` compares them: without accents and endings, and with others of the same meaning."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import scenarios

SAME_MEANING = 0.7
"""What a word of the same meaning is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of a question, or several that belong together: the tokens that find it, with their worth."""

    word: str
    tokens: Mapping[str, float]


class Stemmer:
    """Takes endings off. Not for two threads at once: the library's stemmers keep the word they work on.

    `endings` are letters that the algorithm leaves at the end of words and the language does not pronounce.
    """

    def __init__(self, algorithm: str, endings: Sequence[str] = ()) -> None:
        import snowballstemmer  # type: ignore[import-untyped]  # 3 MB: loaded for the first search

        self._stem = snowballstemmer.stemmer(algorithm).stemWord
        self._endings = tuple(endings)
        self._known: dict[str, tuple[str, ...]] = {}

    def forms(self, word: str) -> tuple[str, ...]:
        """The stems of a word without accents: as it is written, and as if it were typed without accents."""
        if word not in self._known:
            plain = without_accents(word)
            cut = [
                self._stem(plain.removesuffix(ending)) for ending in self._endings if plain.endswith(ending)
            ]
            stems = (*cut, without_accents(self._stem(word)), self._stem(plain))
            self._known[word] = tuple(dict.fromkeys(stems))
        return self._known[word]


class Language:
    """The words of a language: its stemmer, words that say nothing, words that mean the same.

    Tokens are what is compared: a stem, the stems of a phrase, or the number of a group of the same meaning.
    """

    def __init__(self, written: Mapping[str, Any]) -> None:
        self._algorithm = str(written["stemmer"])
        self._endings = tuple(map(str, written.get("endings", ())))
        self._small = frozenset(str(written["small"]).split())
        self._meanings: dict[tuple[str, ...], set[str]] = defaultdict(set)
        stemmer = self.stemmer()
        for n, group in enumerate(written["same"]):
            for phrase in group:
                for key in _keys([self._forms(word, stemmer) for word in all_words(str(phrase))]):
                    self._meanings[key].add(f"={n}")
        self._meanings.default_factory = None
        self._first = {stem for key in self._meanings for stem in key[:1]}
        self._longest = max(map(len, self._meanings), default=1)

    def stemmer(self) -> Stemmer:
        """A stemmer for one thread."""
        return Stemmer(self._algorithm, self._endings)

    def tokens(self, text: str, stemmer: Stemmer) -> Iterator[str]:
        """All tokens of a text."""
        stems = [self._forms(word, stemmer) for word in all_words(text)]
        for start, forms in enumerate(stems):
            yield from forms
            for _, key in self._known(stems, start):
                yield from self._meanings[key]
                if len(key) > 1:
                    yield " ".join(key)

    def terms(self, question: str) -> list[Term]:
        """What a question asks for, its longest phrases together; small words only if there are no others."""
        words, stemmer = all_words(question), self.stemmer()
        stems = [self._forms(word, stemmer) for word in words]
        terms: list[Term] = []
        small: list[Term] = []
        start = 0
        while start < len(words):
            end = next((end for end, _ in self._known(stems, start)), start + 1)
            term = self._term(" ".join(words[start:end]), _keys(stems[start:end]))
            (small if end == start + 1 and words[start] in self._small else terms).append(term)
            start = end
        return terms or small

    def _term(self, word: str, keys: Sequence[tuple[str, ...]]) -> Term:
        same = {token: SAME_MEANING for key in keys for token in self._meanings.get(key, ())}
        return Term(word=without_accents(word), tokens={**same, **{" ".join(key): 1.0 for key in keys}})

    def _known(self, stems: Sequence[tuple[str, ...]], start: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The ends and keys of the words and phrases of any group that begin here, longest first."""
        if self._first.isdisjoint(stems[start]):
            return
        for end in range(min(start + self._longest, len(stems)), start, -1):
            for key in _keys(stems[start:end]):
                if key in self._meanings:
                    yield end, key

    def _forms(self, word: str, stemmer: Stemmer) -> tuple[str, ...]:
        """The tokens of a word. Small words keep apart from those that differ only in accents: des, dés."""
        return (f"'{without_accents(word)}",) if word in self._small else stemmer.forms(word)


@cache
def languages() -> Mapping[str, Language]:
    """The languages in which rules can be searched for, by name ("en")."""
    return {name: Language(written) for name, written in scenarios.search_words().items()}


def all_words(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())


def without_accents(word: str) -> str:
    """A word as a keyboard without accents types it."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def _keys(stems: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """How words are looked up: one by each of its stems, a phrase as if it were typed without accents."""
    return [(form,) for form in stems[0]] if len(stems) == 1 else [tuple(forms[-1] for forms in stems)]
