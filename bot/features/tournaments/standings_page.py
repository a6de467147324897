"""Pages of the standings of a tournament: as lines and as a picture, the cross-table, the podium."""

from __future__ import annotations

from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import paged, part, press, turning
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import ROBINS
from bot.features.tournaments.words import numbered
from bot.i18n.catalogue import Catalogue
from bot.ui.league.brackets import bracket_pictures
from bot.ui.league.cross_tables import cross_table_pictures, podium_picture
from bot.ui.league.tables import SHARES, points, share, standings_pictures
from bot.ui.page import ChartImage, Embed, Page
from league.standings import Standing
from render.league.records import ROWS


def standings(words: Catalogue, event: Event, at: int = 0) -> Page:
    """The standings, a page of them."""
    if not event.rounds:
        return Page(text=words("tournament.no_rounds"))
    pictures = standings_images(words, event)
    if event.terms.bracket:
        lines = _places(words, event)
    else:
        lines = [_standing(words, event, row) for row in event.standings()]
    shown, at, last = part(lines, at, ROWS, len(pictures))
    key = "tournament.standings_of" if event.round_over else "tournament.standings_in"
    title = words(key, round=event.round, title=tournament_words.bare_title(event))
    notes = [] if event.terms.bracket else [order(words, event, in_lines=True)]
    notes += [words("tournament.after_bids")] if event.terms.bid_hours else []
    footer = "\n".join(filter(None, (*notes, paged(words, at, last))))
    note = Embed(title=title, text="\n".join(shown), footer=footer)
    picture = pictures[min(at, len(pictures) - 1)]
    rows = turning(words, event, at, last, "standings")
    if event.terms.format in ROBINS:
        rows = (*rows, (press(event, words, "cross"),))
    return Page(embeds=(note,), picture=picture, rows=rows)


def cross_table(words: Catalogue, event: Event, at: int = 0) -> Page:
    """Who scored what against whom in a round robin, a part of it; its rows in words are the alt text."""
    if not event.rounds or event.terms.format not in ROBINS:
        return Page(text=words("tournament.no_cross" if event.rounds else "tournament.no_rounds"))
    pictures = cross_table_pictures(
        words,
        event.league,
        title=tournament_words.bare_title(event),
        names=_names(words, event),
        order=event.terms.tie_breaks,
    )
    _, at, last = part(pictures, at, 1)
    title = words("tournament.cross_of", title=tournament_words.bare_title(event))
    note = Embed(title=title, text=words("tournament.cross_how"), footer=paged(words, at, last))
    rows = (*turning(words, event, at, last, "cross"), (press(event, words, "standings"),))
    return Page(embeds=(note,), picture=pictures[at], rows=rows)


def standings_images(words: Catalogue, event: Event) -> tuple[ChartImage, ...]:
    """The standings, or the bracket, as pictures."""
    title = tournament_words.bare_title(event)
    names = _names(words, event)
    if event.terms.bracket:
        sub = words(f"tournament_format.{event.terms.format}")
        return bracket_pictures(words, event.bracket, names, title=title, sub=sub)
    return standings_pictures(words, event.league, title=title, names=names, order=event.terms.tie_breaks)


def _names(words: Catalogue, event: Event) -> dict[int, str]:
    """The names of the entrants by number, where Markdown does not apply."""
    return {number: tournament_words.bare_entrant(words, e) for number, e in event.numbered.items()}


def podium_image(words: Catalogue, event: Event) -> ChartImage:
    """The podium at the end of a tournament."""
    names = _names(words, event)
    places: list[tuple[int, str, str]] = []
    if event.terms.bracket:
        for group in event.places():
            rank = len(places) + 1
            places += [(rank, names[n], "") for n in group]
    else:
        places = [
            (row.rank, names[row.entrant], tournament_words.podium_points(words, points(row.score)))
            for row in event.standings()
        ]
    sub = words("tournament.podium_of", about=tournament_words.about(words, event))
    return podium_picture(words, title=tournament_words.bare_title(event), sub=sub, places=places)


def _standing(words: Catalogue, event: Event, row: Standing) -> str:
    lines = event.league.records[row.entrant]
    ties = [
        "–" if value is None else share(value, SHARES[tie])
        for tie, value in zip(event.terms.tie_breaks, row.values, strict=True)
    ]
    gone = "" if event.active(row.entrant) else words("tournament.withdrawn")
    return words(
        "tournament.standing",
        rank=row.rank,
        name=numbered(words, event, row.entrant),
        score=points(row.score),
        won=sum(each.won for each in lines),
        played=sum(each.played for each in lines),
        ties=" / ".join(ties),
        gone=gone,
    ).rstrip()


def order(words: Catalogue, event: Event, *, in_lines: bool = False) -> str:
    """What breaks ties, in order; `in_lines`: as lines of the standings have it at their end."""
    names = [words(f"tie_break.{tie}") for tie in event.terms.tie_breaks]
    return words("tournament.ties_in_lines" if in_lines else "tournament.ties", ties=", ".join(names))


def _places(words: Catalogue, event: Event) -> list[str]:
    """Who is out, best first, and who is still in."""
    lines, rank = [], 1
    groups = event.places()
    out = {number for group in groups for number in group}
    still = [number for number in sorted(event.numbered) if number not in out]
    if still:
        lines.append(words("tournament.still_in", names=", ".join(numbered(words, event, n) for n in still)))
        rank += len(still)
    for group in groups:
        names = ", ".join(numbered(words, event, n) for n in group)
        lines.append(words("tournament.place", rank=rank, names=names))
        rank += len(group)
    return lines


def podium(words: Catalogue, event: Event) -> list[str]:
    """The first places."""
    medals = ("🥇", "🥈", "🥉")
    if event.terms.bracket:
        groups = event.places()[:3]
        return [
            f"{medal} {words.join_list([numbered(words, event, n) for n in group])}"
            for medal, group in zip(medals, groups, strict=False)
        ]
    return [
        words(
            "tournament.podium",
            medal=medals[row.rank - 1],
            name=numbered(words, event, row.entrant),
            score=points(row.score),
        )
        for row in event.standings()
        if row.rank <= len(medals)
    ]
