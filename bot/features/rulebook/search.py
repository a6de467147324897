"""Search for a rule by words, in every language that its rulebook has. Pure.

A word counts most in a title, then in the name of a chapter, then in a text, and more if few rules have it:
BM25 of each, added up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import takewhile
from math import log

from bot.features.rulebook.terms import Language, Term, all_words, without_accents

WEIGHTS = (4.0, 2.0, 1.0)
"""What a word is worth in a title, in the name of a chapter and in a text."""
SATURATION, LENGTH_SHARE = 1.2, 0.3
"""k1 and b of BM25: how soon a repeated word counts no more, and how much less words count in long texts."""
OTHER_LANGUAGE = 0.9
"""What a match is worth in a language that is not the reader's."""
FIRST_IN_CHAPTER = 0.3
"""The advantage of the first rule of a chapter, which says what holds in general; the second has half of it,
the third a third."""
BEGINNING = 0.6
"""What a word is worth that only begins like the one in the question."""
SHORTEST_BEGINNING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that can be found: title, chapter and text by language; its place in its chapter, from 0.

    A `leaf` comes after everything else, and its id is no number: only its beginning is compared.
    """

    id: str
    texts: Mapping[str, tuple[str, str, str]]
    place: int = 0
    leaf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Postings:
    """The entries that have a token, by position, and what it is worth in each."""

    entries: array[int] = field(default_factory=lambda: array("H"))
    shares: array[float] = field(default_factory=lambda: array("f"))


class RuleIndex:
    """The words of a rulebook, made once. Searching changes nothing, so threads may share it.

    >>> texts = {"A-1": ("Support", "Combat", "No charge"), "B-1": ("Charges", "Horse", "")}
    >>> entries = [Entry(id=id_, texts={"en": text}) for id_, text in texts.items()]
    >>> english = Language({"stemmer": "english", "small": "how do i", "same": [["support", "help"]]})
    >>> index = RuleIndex(entries, {"en": english})
    >>> index.search("How do I charge?", "en"), index.search("b-1", "en"), index.search("elephants", "en")
    (['B-1', 'A-1'], ['B-1'], [])
    >>> index.search("helping", "en"), index.search("supp", "en"), index.search("", "en")
    (['A-1'], ['A-1'], ['A-1', 'B-1'])
    """

    def __init__(self, entries: Sequence[Entry], languages: Mapping[str, Language]) -> None:
        self._entries = entries
        self._languages = {
            name: _LanguageIndex(language, [entry.texts.get(name, ("", "", "")) for entry in entries])
            for name, language in languages.items()
            if any(name in entry.texts for entry in entries)
        }

    def search(self, query: str, reader: str) -> list[str]:
        """The ids of the entries that a text may mean, likeliest first; all of them, in order, for no text.

        `reader` is the language ("en") whose matches count a little more.
        """
        plain = query.strip().casefold()
        if not plain:
            return [e.id for e in self._entries]
        if numbered := self._with_number(plain):
            return numbered
        best: dict[int, float] = {}
        for name, index in self._languages.items():
            factor = (1.0 if name == reader else OTHER_LANGUAGE) * (1 + index.familiarity(query))
            for n, score in index.scores(query).items():
                ahead = 1 + FIRST_IN_CHAPTER / (1 + self._entries[n].place)
                best[n] = max(best.get(n, 0.0), factor * score * ahead)
        ranks = [
            (e.leaf, not _has_title(e, plain), -best[n], n) for n, e in enumerate(self._entries) if n in best
        ]
        matches = [self._entries[n].id for *_, n in sorted(ranks)]
        return matches or get_close_matches(
            query.strip().upper(), [e.id for e in self._entries], n=5, cutoff=0.7
        )

    def _with_number(self, plain: str) -> list[str]:
        """The ids that begin, or whose number begins, with this text; first that which is the text."""
        ids = [
            e.id
            for e in self._entries
            if e.id.casefold().startswith(plain) or (not e.leaf and f"-{plain}" in e.id.casefold())
        ]
        return sorted(ids, key=lambda id_: id_.casefold() != plain)


class _LanguageIndex:
    """The words of all entries in one language."""

    def __init__(self, language: Language, texts: Sequence[tuple[str, str, str]]) -> None:
        self._language = language
        self._count = len(texts)
        stemmer = language.stemmer()
        counted = [[Counter(language.tokens(part, stemmer)) for part in parts] for parts in texts]
        words = {word for parts in texts for part in parts for word in all_words(part)}
        self._words = sorted((without_accents(word), word) for word in words)
        self._plain = {plain for plain, _ in self._words}
        averages = [sum(c[n].total() for c in counted) / max(1, len(counted)) for n in range(len(WEIGHTS))]
        self._postings: dict[str, _Postings] = defaultdict(_Postings)
        for n, counters in enumerate(counted):
            for token, share in _shares(counters, averages).items():
                self._postings[token].entries.append(n)
                self._postings[token].shares.append(share)
        self._postings.default_factory = None

    def familiarity(self, query: str) -> float:
        """The share of the words of a query, small ones too, that the texts have in this language."""
        words = [without_accents(word) for word in all_words(query)]
        return sum(word in self._plain for word in words) / len(words) if words else 0.0

    def scores(self, query: str) -> dict[int, float]:
        """How well entries fit, by position: those with a word of the query, better the more they have."""
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        asked = 0.0
        for term in self._language.terms(query):
            rated = self._rated(term.tokens) or self._beginning(term)
            worth = max((self._rarity(token) for token in term.tokens), default=0)
            asked += worth
            for n, score in rated.items():
                scores[n] += score
                covered[n] += worth
        return {n: score * covered[n] / asked for n, score in scores.items()}

    def _rated(self, tokens: Mapping[str, float]) -> dict[int, float]:
        """The entries that have any of these tokens, with the best of their scores."""
        best: dict[int, float] = {}
        for token, factor in tokens.items():
            if token in self._postings:
                postings, worth = self._postings[token], factor * self._rarity(token)
                for n, share in zip(postings.entries, postings.shares, strict=True):
                    best[n] = max(best.get(n, 0.0), worth * share)
        return best

    def _beginning(self, term: Term) -> dict[int, float]:
        """The same for all words that begin like this one, which no entry has: the player is still typing."""
        if len(term.word) < SHORTEST_BEGINNING:
            return {}
        words = takewhile(
            lambda pair: pair[0].startswith(term.word),
            self._words[bisect_left(self._words, (term.word, "")) :],
        )
        stemmer = self._language.stemmer()
        return self._rated({form: BEGINNING for _, word in words for form in stemmer.forms(word)})

    def _rarity(self, token: str) -> float:
        """The inverse document frequency of BM25, highest for a token that no entry has."""
        having = len(self._postings[token].entries) if token in self._postings else 0
        return log(1 + (self._count - having + 0.5) / (having + 0.5))


def _has_title(entry: Entry, plain: str) -> bool:
    """Whether that is the title of an entry in any language, with or without what is in brackets."""
    titles = {title.casefold() for title, *_ in entry.texts.values()}
    return plain in titles | {title.partition(" (")[0] for title in titles}


def _shares(counters: Sequence[Counter[str]], averages: Sequence[float]) -> dict[str, float]:
    """What each token of an entry is worth in it, up to the sum of WEIGHTS."""
    shares: dict[str, float] = defaultdict(float)
    for counter, average, weight in zip(counters, averages, WEIGHTS, strict=True):
        length = counter.total() / average if average else 1.0
        soon = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length)
        for token, count in counter.items():
            shares[token] += weight * count / (count + soon)
    return shares
