"""Sentences that count things, as gettext entries.

English is written with its counts inside: "{n:point/points}" is the number and the noun, "{n:=is/are}" a form
that agrees with it. An entry of gettext depends on one number only. So the first count of a sentence (rather:
the one that another word agrees with) makes it a plural entry of two whole sentences; each further count is
an entry of its own with the context `key#fact`, and the sentence refers to it by "{fact:#}".
"""

from __future__ import annotations

import re
from typing import NamedTuple

REFERENCE = "#"
"""The format of a fact whose count is an entry of its own."""

_FORMS = re.compile(r"\{(\w+):(=?)([^{}/]*)/([^{}/]*)\}")


class Entry(NamedTuple):
    """A message of a catalogue. `fact` is what chooses between singular and plural, if anything does."""

    context: str
    singular: str
    plural: str = ""
    fact: str = ""


def entries(key: str, text: str) -> tuple[Entry, ...]:
    """The entries of an English sentence, that of the whole first.

    >>> [entry[1:3] for entry in entries("moves", "{n:unit/units} {n:=moves/move}.")]
    [('{n} unit moves.', '{n} units move.')]
    >>> [entry[:3] for entry in entries("road", "{n:hex/hexes}, {mp:point/points}")]
    [('road', '{n} hex, {mp:#}', '{n} hexes, {mp:#}'), ('road#mp', '{mp} point', '{mp} points')]
    """
    main, *others = counted(text) or [""]
    parts = [Entry(f"{key}#{fact}", *phrases(text, fact), fact) for fact in others]
    for fact in others:
        text = referred(text, fact)
    whole = Entry(key, form(text, main, 0), form(text, main, 1), main) if main else Entry(key, text)
    return whole, *parts


def counted(text: str) -> list[str]:
    """The facts that a text counts, first those that other words agree with."""
    forms = _FORMS.findall(text)
    agreeing = {fact for fact, agrees, *_ in forms if agrees}
    facts = dict.fromkeys(fact for fact, agrees, *_ in forms if not agrees)
    return sorted(facts, key=lambda fact: fact not in agreeing)


def form(text: str, fact: str, index: int) -> str:
    """A text with one form, the singular (0) or the plural (1), of all that depends on a count."""

    def chosen(match: re.Match[str]) -> str:
        if match[1] != fact:
            return match[0]
        word = match[3 + index]
        return word if match[2] else f"{{{fact}}} {word}".rstrip()

    return _FORMS.sub(chosen, text)


def phrases(text: str, fact: str) -> tuple[str, str]:
    """What a text says of a count, number and noun, in the singular and the plural.

    Raises ValueError when it counts two things by one fact.
    """
    forms = {(one, many) for name, agrees, one, many in _FORMS.findall(text) if name == fact and not agrees}
    if len(forms) > 1:
        raise ValueError(f"{text!r} counts {{{fact}}} twice, and something else as well: use another fact")
    one, many = forms.pop()
    return f"{{{fact}}} {one}".rstrip(), f"{{{fact}}} {many}".rstrip()


def referred(text: str, fact: str) -> str:
    """A text that refers to the entry of a count; words that agree with it stay as they are."""
    return _FORMS.sub(
        lambda match: match[0] if match[1] != fact or match[2] else f"{{{fact}:{REFERENCE}}}", text
    )
