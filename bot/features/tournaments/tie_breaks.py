"""The tie-breaks of a tournament as an organiser types them: names, divided by commas, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.catalogue import Catalogue, catalogue_for, languages
from bot.ui.page import Choice
from engine.errors import NotOnTable
from league.standings import DEFAULT_ORDER, TieBreak

LONGEST = 100
"""Characters of a choice."""


def read(text: str, usual: tuple[TieBreak, ...] = DEFAULT_ORDER) -> tuple[TieBreak, ...]:
    """The order that is typed, in any language; the `usual` one where nothing is. Raises NotOnTable."""
    typed = [part for part in map(_plain, text.split(",")) if part]
    known = {_plain(word): tie for tie in TieBreak for word in (tie, *_names(tie))}
    order = []
    for part in typed:
        if part not in known:
            names = tuple(catalogue_for()(f"tie_break.{tie}") for tie in TieBreak)
            raise NotOnTable("", "no_such_tie_break", option=part[:40], known=names)
        order.append(known[part])
    return tuple(dict.fromkeys(order)) or usual


def choices(words: Catalogue, typed: str) -> list[Choice]:
    """What is typed, with each tie-break that can come next."""
    *before, last = typed.split(",")
    try:
        chosen = read(",".join(before)) if any(map(_plain, before)) else ()
    except NotOnTable:
        return []
    rest = [tie for tie in TieBreak if tie not in chosen]
    fitting = [tie for tie in rest if _plain(last) in {*map(_plain, (tie, *_names(tie)))}]
    fitting += [
        tie
        for tie in rest
        if tie not in fitting and any(_plain(last) in _plain(word) for word in (tie, *_names(tie)))
    ]
    return [_choice(words, (*chosen, tie)) for tie in fitting]


def _choice(words: Catalogue, order: Sequence[TieBreak]) -> Choice:
    label = ", ".join(words(f"tie_break.{tie}") for tie in order)
    return Choice(
        label=label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…", value=", ".join(order)
    )


def _names(tie: TieBreak) -> list[str]:
    """What a tie-break is called in each language."""
    return [catalogue_for(language)(f"tie_break.{tie}") for language in languages()]


def _plain(text: str) -> str:
    """A name without what need not be typed."""
    return " ".join(text.casefold().replace("-", " ").split())
