"""Sentences by key and language. English ones are in `locale/en.yaml`, the others in gettext catalogues
beside it (`locale/fr.po`: context the key, msgid the English). No other module holds text for players."""

from __future__ import annotations

import gettext
import io
import re
import string
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.plural import PluralRule

import scenarios
from bot.i18n import grammar, plurals
from bot.i18n.plurals import Entry

LOCALE_FOLDER = Path(__file__).resolve().parent / "locale"
DEFAULT_LANGUAGE = "en"
"""The language that has every key, and the default."""

COUNT_OF_FRACTIONS = 100
"""What a count counts as that is no whole number, like "<1"."""

_RULE = re.compile(r" ?\(?`\{rule\}`\)?")
Part = tuple[str, str | None, str]
"""A piece of a sentence: what stands before a fact, the fact's name (None at the end), how it is set in."""


class Name(str):
    """What something is called, with its grammatical number: "Recruits" is plural, "the Guard" is not."""

    __slots__ = ("plural",)
    plural: bool

    def __new__(cls, text: str, plural: bool = False) -> Name:
        """The name `text`."""
        name = super().__new__(cls, text)
        name.plural = plural
        return name

    @classmethod
    def like(cls, name: str, text: str) -> Name:
        """The name written otherwise (in bold, with its id): the same number."""
        return cls(text, getattr(name, "plural", False))


class Catalogue:
    """One language. Call it with a key and facts: `words("refusal.too_far", hex="0304", needs=4, has=3)`.

    `texts` are the English sentences as `en.yaml` has them, `translations` a catalogue of theirs. `ruled`:
    sentences end with the number of their rule.
    """

    def __init__(
        self,
        language: str,
        texts: Mapping[str, str],
        translations: gettext.NullTranslations | None = None,
        *,
        ruled: bool = True,
    ) -> None:
        self.language = language
        self._texts = texts
        self._entries: dict[str, Entry] = {}
        self._translations = translations or gettext.NullTranslations()
        self._ruled = ruled
        self._parts = lru_cache(maxsize=8192)(self._parsed)
        self._uncounted: dict[str, tuple[Part, ...]] = {}

    @cached_property
    def without_rules(self) -> Catalogue:
        """The same sentences without the numbers of their rules, for reports."""
        return Catalogue(self.language, self._texts, self._translations, ruled=False)

    def __call__(self, key: str, /, **facts: Any) -> str:
        """The sentence of that key with its facts in it. Raises KeyError when there is none."""
        if (parts := self._uncounted.get(key)) is not None:
            return self._joined(key, parts, facts)
        if key not in self._entries:
            self._entries |= {e.context: e for e in plurals.entries(key, self._texts[key])}
        if not self._entries[key].fact:
            self._uncounted[key] = self._parts(key, 0)
        return self._filled(key, key, facts)

    def _filled(self, key: str, context: str, facts: Mapping[str, Any]) -> str:
        """An entry of the sentence `key` with its facts in it."""
        counted = self._entries[context].fact
        return self._joined(key, self._parts(context, _number(facts[counted]) if counted else 0), facts)

    def _joined(self, key: str, parts: tuple[Part, ...], facts: Mapping[str, Any]) -> str:
        if len(parts) == 1 and parts[0][1] is None:
            return parts[0][0]
        pieces = []
        for before, name, spec in parts:
            pieces.append(before)
            if name is None:
                continue
            if spec == plurals.REFERENCE:
                pieces.append(self._filled(key, f"{key}#{name}", facts))
            else:
                pieces.append(self._set(facts[name], spec) if spec else str(facts[name]))
        return "".join(pieces)

    def _parsed(self, context: str, n: int) -> tuple[Part, ...]:
        """The parts of an entry in this language, in the form that so many take."""
        _, singular, plural, counted = self._entries[context]
        if counted:
            text = self._translations.npgettext(context, singular, plural, n)
        else:
            text = self._translations.pgettext(context, singular)
        text = text if self._ruled else _RULE.sub("", text)
        return tuple((before, name, spec or "") for before, name, spec, _ in string.Formatter().parse(text))

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def get(self, key: str, default: str, /, **facts: Any) -> str:
        """The sentence of that key, or `default` when there is none."""
        return self(key, **facts) if key in self else default

    def localized(self, texts: Mapping[str, str]) -> str:
        """A text of a scenario or rulebook in this language, or in the first one it has."""
        if own := texts.get(self.language):
            return grammar.typeset(self.language, own)
        return texts.get(DEFAULT_LANGUAGE) or next(iter(texts.values()), "")

    def join_list(self, parts: tuple[str, ...] | list[str], last: str = "list.and") -> str:
        """Things in a row: "a", "a and b", "a, b and c". Several are plural, one is what it was."""
        if len(parts) < 2:
            return parts[0] if parts else ""
        return Name(self(last, some=", ".join(parts[:-1]), last=parts[-1]), plural=True)

    def number(self, value: float | Fraction, digits: int) -> str:
        """A number with so many decimals: "1.3" in English, "1,3" in French."""
        return _decimal(self.language, float(value), digits)

    def command_text(self, about: str, english: str) -> str | None:
        """What is said of a slash command in this language, None when nothing is: `about` is "/map area"."""
        translation = self._translations.pgettext(about, english)
        return translation if translation != english else None

    def _set(self, value: Any, spec: str) -> str:
        """A fact as its sentence wants it: the form that agrees with it, or the fact itself, joined to the
        word before it or as wide as asked."""
        if spec.startswith("=") and "/" in spec:
            singular, plural = spec[1:].split("/")
            return plural if self._plural(value) else singular
        joined = grammar.joined(self.language, spec, str(value))
        return format(value, spec) if joined is None else joined

    def _plural(self, fact: Any) -> bool:
        """Whether words that agree with a fact are plural: names say it themselves, whole numbers count."""
        if isinstance(fact, int):
            return _rule(self.language)(abs(fact)) != "one"
        return getattr(fact, "plural", False)


@cache
def _rule(language: str) -> PluralRule:
    """The plural rule of a language for whole numbers: 1 is "one" in English, 0 and 1 are in French."""
    return Locale(language).plural_form


def _number(count: Any) -> int:
    """The whole number by which a count is counted."""
    return abs(int(count)) if isinstance(count, int) or str(count).isdigit() else COUNT_OF_FRACTIONS


@lru_cache(maxsize=4096)
def _decimal(language: str, value: float, digits: int) -> str:
    return format_decimal(value, format=f"0.{'0' * digits}", locale=language)


def languages() -> tuple[str, ...]:
    """The languages there are, the first one first."""
    return (DEFAULT_LANGUAGE, *sorted(path.stem for path in LOCALE_FOLDER.glob("*.po")))


def catalogue_for(language: str = DEFAULT_LANGUAGE) -> Catalogue:
    """The words of a language, as Discord names it ("en-GB"); of the first language when it is not known."""
    short = language.split("-")[0].lower()
    return _loaded(short if short in known_languages() else DEFAULT_LANGUAGE, tuple(scenarios.FOLDERS))


@cache
def known_languages() -> frozenset[str]:
    """The languages there were when this was first asked."""
    return frozenset(languages())


@cache
def _loaded(language: str, folders: tuple[Path, ...]) -> Catalogue:
    """The words of a language; the rulebooks of these folders bring their own."""
    texts = {**_rulebook_sentences(language), **sentences()}
    if language == DEFAULT_LANGUAGE:
        return Catalogue(DEFAULT_LANGUAGE, texts)
    return Catalogue(language, texts, read_translations(LOCALE_FOLDER / f"{language}.po"))


def _rulebook_sentences(language: str) -> Mapping[str, str]:
    """The sentences that rulebooks bring along, in that language where they have it: `note.hit` of a rulebook
    stands at `note.<rulebook>.hit`, which is looked up first, and at `note.hit` where nothing else does."""
    sentences: dict[str, str] = {}
    for system, texts in scenarios.texts().items():
        title = scenarios.rulebook(system)["title"]
        sentences[f"learn.book.{system}"] = str(title.get(language) or title[DEFAULT_LANGUAGE])
        own = dict(_flat(texts[DEFAULT_LANGUAGE])) | dict(_flat(texts.get(language, {})))
        for key, text in own.items():
            head, _, rest = key.partition(".")
            sentences |= {f"{head}.{system}.{rest}": text, key: text}
    return sentences


@cache
def sentences() -> Mapping[str, str]:
    """The English sentences by key."""
    return dict(_flat(scenarios.read(LOCALE_FOLDER / f"{DEFAULT_LANGUAGE}.yaml")))


def read_translations(path: Path) -> gettext.GNUTranslations:
    """The catalogue of a language, out of its .po file: nothing needs to be compiled beforehand."""
    with path.open("rb") as file:
        messages = read_po(file, locale=path.stem)
    for message in [m for m in messages if m.pluralizable and not all(m.string or ())]:
        messages.delete(message.id, message.context)  # not all its forms are translated: say it in English
    binary = io.BytesIO()
    write_mo(binary, messages)
    binary.seek(0)
    return gettext.GNUTranslations(binary)


def _flat(entries: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested entries as dotted keys."""
    for name, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(entry)
