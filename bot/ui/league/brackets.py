"""Brackets of single and double elimination as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare
from bot.ui.league.tables import chart_image, paged
from bot.ui.page import ChartImage
from league.elimination import BYE, Played, Source
from render.league.records import MATCHES, Bracket, BracketMatch, Slot, State

NAMED_ROUNDS = 4
"""Rounds from the end that have a name: final, semi-final, quarter-final, last sixteen."""


def bracket_pictures(
    words: Catalogue,
    played: Mapping[str, Played],
    names: Mapping[int, str],
    *,
    title: str,
    sub: str = "",
    scores: Mapping[str, tuple[str, str]] | None = None,
    theme: str = "",
) -> tuple[ChartImage, ...]:
    """A bracket as `league.elimination.play` has it. The first picture has the last rounds.

    `names` by seed; `scores` by match, of its two sides. Matches with a bye are left out.
    """
    shown = {name: match for name, match in played.items() if not _has_bye(match)}
    numbers = {name: number for number, name in enumerate(shown, 1)}
    matches = [_match(words, match, shown, numbers, names, scores or {}) for match in shown.values()]
    notes = _notes(words, matches, double="reset" in played)
    matches = [replace(match, round=height, note=notes[match.id]) for match, height in _heights(matches)]
    pages = bracket_pages(matches)
    foot = words("league.bracket_foot")
    if "reset" in played:
        foot = f"{foot} {words('league.lower_foot')}"
    images = []
    for number, page in enumerate(pages, 1):
        part = paged(words, sub, number, len(pages))
        drawing = Bracket(title=title, sub=part, matches=tuple(page), foot=foot)
        spoken = [_spoken(words, match) for match in page]
        images.append(chart_image(drawing, [title, part, *spoken], theme, f"bracket-{number}"))
    return tuple(images)


def _has_bye(match: Played) -> bool:
    return BYE in (match.one, match.two)


def _match(
    words: Catalogue,
    match: Played,
    shown: Mapping[str, Played],
    numbers: Mapping[str, int],
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, str]],
) -> BracketMatch:
    """A match with words for sides that are not known yet."""
    slots, sources = [], []
    pairs = ((match.match.one, match.one), (match.match.two, match.two))
    for (source, entrant), score in zip(pairs, scores.get(match.match.name, ("", "")), strict=True):
        sources.append(source.match if source.match in shown and not source.loser else "")
        if entrant is None:
            slots.append(Slot(name=_waiting(words, source, numbers), known=False))
            continue
        won = match.winner == entrant
        state: State = "open" if match.winner is None else "won" if won else "lost"
        text = score or (words("league.walkover") if match.walkover and won else "")
        slots.append(Slot(name=bare(names.get(entrant, "")), seed=str(entrant), score=text, state=state))
    return BracketMatch(
        id=match.match.name, round=0, one=slots[0], two=slots[1], one_from=sources[0], two_from=sources[1]
    )


def _waiting(words: Catalogue, source: Source, numbers: Mapping[str, int]) -> str:
    """Who comes: the winner or loser of another match."""
    number = numbers.get(source.match)
    if number is None:
        return words("league.waiting")
    return words("league.loser_of" if source.loser else "league.winner_of", number=number)


def _notes(words: Catalogue, matches: Sequence[BracketMatch], *, double: bool) -> dict[str, str]:
    """The number of each match, and the round it belongs to."""
    depth = _depths(matches)
    notes = {}
    for number, match in enumerate(matches, 1):
        kind = ""
        if match.id in ("final", "reset"):
            kind = words(f"league.{match.id}")
        elif double:
            kind = words("league.lower") if match.id.startswith("l") else ""
        elif depth[match.id] < NAMED_ROUNDS:
            kind = words(f"league.round.{depth[match.id]}")
        notes[match.id] = " · ".join(filter(None, (str(number), kind)))
    return notes


def _depths(matches: Sequence[BracketMatch]) -> dict[str, int]:
    """How many matches each is away from the last one."""
    depth: dict[str, int] = {}
    for match in reversed(matches):
        own = depth.setdefault(match.id, 0)
        for source in filter(None, (match.one_from, match.two_from)):
            depth[source] = own + 1
    return depth


def _heights(matches: Sequence[BracketMatch]) -> Iterable[tuple[BracketMatch, int]]:
    """Each match with how many rounds lead to it; matches come after those that lead to them."""
    height: dict[str, int] = {}
    for match in matches:
        sources = (height[source] for source in (match.one_from, match.two_from) if source)
        height[match.id] = max((1 + other for other in sources), default=0)
        yield match, height[match.id]


def bracket_pages(matches: Sequence[BracketMatch]) -> list[list[BracketMatch]]:
    """The matches in pages of at most MATCHES: the last rounds first, then what leads to each of their first
    matches, which are repeated there."""
    by_id = {match.id: match for match in matches}
    led = {source for match in matches for source in (match.one_from, match.two_from)}
    pages: list[list[BracketMatch]] = []
    roots = [match for match in matches if match.id not in led]
    while roots:
        page: list[BracketMatch] = []
        below: list[BracketMatch] = []
        while roots and len(page) + len(_tree(roots[0], by_id)) <= MATCHES:
            page += _tree(roots.pop(0), by_id)
        if not page:
            page, cut = _top(roots.pop(0), by_id)
            below = cut
        pages.append(sorted(page, key=matches.index))
        roots = [*below, *roots]
    return pages


def _tree(root: BracketMatch, by_id: Mapping[str, BracketMatch]) -> list[BracketMatch]:
    """A match and all that lead to it."""
    sources = [by_id[source] for source in (root.one_from, root.two_from) if source]
    return [root, *(match for source in sources for match in _tree(source, by_id))]


def _top(
    root: BracketMatch, by_id: Mapping[str, BracketMatch]
) -> tuple[list[BracketMatch], list[BracketMatch]]:
    """The last rounds, as many as fit on a page, and their first matches that others lead to."""
    page, last = [root], [root]
    while True:
        before = [by_id[s] for match in last for s in (match.one_from, match.two_from) if s]
        if len(page) + len(before) > MATCHES:
            return page, [match for match in last if match.one_from or match.two_from]
        page += before
        last = before


def _spoken(words: Catalogue, match: BracketMatch) -> str:
    """A match in words."""
    one, two = match.one, match.two
    facts = {"note": match.note, "one": one.name, "two": two.name, "a": one.score, "b": two.score}
    if "won" not in (one.state, two.state):
        return words("league.alt_open", **facts)
    winner, loser = (one, two) if one.state == "won" else (two, one)
    facts |= {"one": winner.name, "two": loser.name}
    return words("league.alt_won", **facts)
