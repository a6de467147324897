"""Pages of seasons: the table of a division as lines and as a picture, the posts, what buttons answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import paged, part
from bot.features.tournaments.seasons.season import Season
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare, plain
from bot.ui.league.cross_tables import podium_picture
from bot.ui.league.tables import table_pictures
from bot.ui.page import Button, ChartImage, Embed, Page, button_id
from league.season_table import SeasonRow
from render.league.records import ROWS, Column, Row

VERB, SEE = "season", "seasontable"
NAMED, NAMED_IN_POST = 16, 5
"""Players of a division named in a list, and in the post of the end, which also names the winners."""
CALLED = 60
"""Players whom one post calls at most: their mentions have to fit into a message."""
COLUMNS = 4
"""Tournaments that a picture shows, the newest ones."""
LONGEST_NAME = 32

Rows = tuple[tuple[Button, ...], ...]


def bare_title(season: Season) -> str:
    """The name of a season with its number, where Markdown does not apply."""
    record = season.stored.record
    return f"{bare(record.name, LONGEST_NAME)} {record.number}"


def title(season: Season) -> str:
    """The name of a season with its number, escaped."""
    record = season.stored.record
    return f"{plain(record.name, LONGEST_NAME)} {record.number}"


def _division(words: Catalogue, season: Season, division: int) -> str:
    """The name of a division; of the only one the season's table."""
    return bare(season.terms.divisions[division].name) if season.terms.lowest else words("season.table")


def _name(words: Catalogue, season: Season, player: int) -> str:
    return tournament_words.entrant(words, season.entrants[player])


def see(words: Catalogue, season: Season, division: int) -> Button:
    """The button for the table of a division."""
    return Button(label=_division(words, season, division), id=button_id(0, 0, SEE, season.id, division))


def _see(words: Catalogue, season: Season) -> tuple[Button, ...]:
    """A button for the table of each division."""
    return tuple(see(words, season, d) for d in range(len(season.terms.divisions)))


def _press(words: Catalogue, season: Season, what: str, style: str = "secondary") -> Button:
    label = words(f"season.press.{what}", number=season.stored.record.number + 1)
    return Button(label=label, id=button_id(0, 0, VERB, what, season.id), style=style)


# --- the table ---------------------------------------------------------------------------------------------


def table(words: Catalogue, season: Season, division: int, at: int = 0) -> Page:
    """The table of a division, a page of it."""
    division = min(max(0, division), season.terms.lowest)
    rows = season.table(division)
    others = _see(words, season) if season.terms.lowest else ()
    acts = () if season.stored.record.status == "over" else (_press(words, season, "leave"),)
    head = " · ".join([bare_title(season), *([_division(words, season, division)] if others else [])])
    if not rows:
        text = "\n".join([words("season.no_table"), *_tournaments(words, season, division)])
        embed = Embed(title=head, text=text, footer=_rules(words, season))
        return Page(embeds=(embed,), rows=tuple(filter(None, (others, acts))))
    moves = season.moves(division)
    shown, at, last = part([_line(words, season, row, moves) for row in rows], at, ROWS)
    text = "\n".join([*shown, *_tournaments(words, season, division)])
    footer = "\n".join(filter(None, (_rules(words, season), paged(words, at, last))))
    turn = _turning(words, season, division, at, last)
    return Page(
        embeds=(Embed(title=head, text=text, footer=footer),),
        picture=table_images(words, season, division)[at],
        rows=tuple(row for row in (turn, others, acts) if row),
    )


def _turning(words: Catalogue, season: Season, division: int, at: int, last: int) -> tuple[Button, ...]:
    if not last:
        return ()
    return tuple(
        Button(
            label=words(label), id=button_id(0, 0, SEE, season.id, division, to), disabled=not 0 <= to <= last
        )
        for label, to in (("button.before", at - 1), ("button.after", at + 1))
    )


def _tournaments(words: Catalogue, season: Season, division: int) -> list[str]:
    """Which tournaments count, in the order of the places in the table."""
    names = [
        words(f"season.tournament.{event.status}", name=tournament_words.title(event))
        for event in season.tournaments(division)
    ]
    return ["", words("season.tournaments", names=words.join_list(names))] if names else []


def _line(words: Catalogue, season: Season, row: SeasonRow, moves: Mapping[int, int | None]) -> str:
    places = " / ".join("–" if f is None else str(f.place) for f in row.finishes)
    return words(
        "season.line",
        rank=row.rank,
        name=_name(words, season, row.player),
        points=words("season.points", n=row.points),
        places=places,
        move=_move(words, season, row, moves),
    ).rstrip()


def _move(words: Catalogue, season: Season, row: SeasonRow, moves: Mapping[int, int | None]) -> str:
    """Where a player goes: up, down, out, "" for nowhere."""
    if row.player not in moves:
        return ""
    way = moves[row.player]
    return words("season.move.out" if way is None else "season.move.up" if way > 0 else "season.move.down")


def table_images(words: Catalogue, season: Season, division: int) -> tuple[ChartImage, ...]:
    """The table of a division as pictures: lines divide those who move up and those who move down."""
    rows, moves = season.table(division), season.moves(division)
    events = season.finished(division)
    first = max(0, len(events) - COLUMNS)
    columns = [
        Column(label=words("league.rank"), kind="rank"),
        Column(label=words("league.player"), kind="name"),
        *(Column(label=words("season.column", n=n + 1), kind="number") for n in range(first, len(events))),
        Column(label=words("league.points"), kind="number"),
    ]
    if moves:
        columns.append(Column(label=words("season.next"), kind="text", weight=0.45))
    table = []
    for nth, row in enumerate(rows):
        places = ["–" if f is None else str(f.place) for f in row.finishes[first:]]
        name = tournament_words.bare_entrant(words, season.entrants[row.player])
        cells = [str(row.rank), name, *places, str(row.points)]
        cells += [_move(words, season, row, moves)] if moves else []
        table.append(Row(cells=tuple(cells), line=nth > 0 and _parted(rows, moves, nth)))
    sub = [_division(words, season, division)] if season.terms.lowest else []
    sub.append(words("season.played", n=len(events), all=len(season.tournaments(division))))
    return table_pictures(
        words, title=bare_title(season), sub=" · ".join(sub), columns=columns, rows=table,
        foot=words("season.foot"), medals=True, name="season",
    )  # fmt: skip


def _parted(rows: Sequence[SeasonRow], moves: Mapping[int, int | None], nth: int) -> bool:
    """Whether those above a row go elsewhere than those from it on."""
    above, here = (moves.get(row.player, 0) or 0 for row in rows[nth - 1 : nth + 1])
    return above != here


def _rules(words: Catalogue, season: Season) -> str:
    """The rules of the table in a line or two."""
    said = [words("season.scheme", points=", ".join(map(str, season.terms.points)))]
    if season.terms.promoted:
        said.append(words("season.promoted", n=season.terms.promoted))
    return " ".join(said)


# --- answers -----------------------------------------------------------------------------------------------


def announced(words: Catalogue, season: Season) -> Page:
    """To the organiser: how to go on."""
    return Page(text=words("season.announced", title=title(season)))


def added(words: Catalogue, season: Season, event: Event, division: int) -> Page:
    """To the organiser: that a tournament counts."""
    facts = {"tournament": tournament_words.title(event), "title": title(season)}
    return Page(text=words("season.added", **facts), rows=(_see(words, season)[division : division + 1],))


def removed(words: Catalogue, event: Event) -> Page:
    """To the organiser: that a tournament no longer counts."""
    return Page(text=words("season.removed", tournament=tournament_words.title(event)))


def leaving(words: Catalogue, season: Season, *, leaves: bool) -> Page:
    """To a player: that they are not in the next season, or that they are."""
    text = words("season.leaves" if leaves else "season.stays", title=title(season))
    return Page(text=text, rows=((_press(words, season, "stay" if leaves else "leave"),),))


def sure_to_end(words: Catalogue, season: Season) -> Page:
    """To the organiser: what follows from the end of the season, and the button that ends it."""
    text = words("season.sure", title=title(season))
    note = Embed(text="\n".join([words("season.next_divisions"), *next_divisions(words, season)]))
    return Page(text=text, embeds=(note,), rows=((_press(words, season, "end", "danger"),),))


def ended(words: Catalogue, season: Season) -> Page:
    """To the organiser: that the season is over, and the button that opens the next one."""
    note = Embed(text="\n".join([words("season.next_divisions"), *next_divisions(words, season)]))
    row = (_press(words, season, "next", "success"),)
    return Page(text=words("season.ended", title=title(season)), embeds=(note,), rows=(row,))


def opened(words: Catalogue, season: Season) -> Page:
    """To the organiser: that the next season is open."""
    return Page(text=words("season.opened", title=title(season)), rows=(_see(words, season),))


def next_divisions(words: Catalogue, season: Season, most: int = NAMED) -> list[str]:
    """Who plays in which division next, and who has come from above or below; `most` of each are named."""
    now = {row.player: d for d in range(len(season.terms.divisions)) for row in season.table(d)}
    lines = []
    for division, players in enumerate(season.next_divisions()):
        named = [_newly(words, season, player, now[player] - division) for player in players[:most]]
        if len(players) > most:
            named.append(words("alt.more", n=len(players) - most))
        name = plain(season.terms.divisions[division].name) or words("season.everyone")
        lines.append(words("season.division", name=name, players=", ".join(named) or "–"))
    return lines


def _newly(words: Catalogue, season: Season, player: int, way: int) -> str:
    """A player of a division of the next season, with where they have come from."""
    name = _name(words, season, player)
    return " ".join(filter(None, (name, words(f"season.move.{'up' if way > 0 else 'down'}") if way else "")))


# --- posts -------------------------------------------------------------------------------------------------


def announcement(words: Catalogue, season: Season) -> Page:
    """The post that a season is announced."""
    lines = [words("season.head", title=title(season))]
    if season.terms.lowest:
        names = [
            words("season.sized", name=plain(d.name), n=d.size) if d.size else plain(d.name)
            for d in season.terms.divisions
        ]
        lines.append(words("season.divisions", names=" · ".join(names)))
    lines += [_rules(words, season), words("season.how")]
    return Page(text="\n".join(lines), rows=(_see(words, season),), tone="lesson")


def over(words: Catalogue, season: Season) -> Page:
    """The post that a season is over: the podium of its top division, the first places of all."""
    lines = [words("season.is_over", title=title(season))]
    for division in range(len(season.terms.divisions)):
        first = [_name(words, season, row.player) for row in season.table(division) if row.rank == 1]
        if first:
            name = plain(_division(words, season, division))
            if len(first) > NAMED_IN_POST:
                first = [*first[:NAMED_IN_POST], words("alt.more", n=len(first) - NAMED_IN_POST)]
            lines.append(words("season.winner", division=name, names=words.join_list(first)))
    if season.terms.lowest:
        lines += ["", words("season.next_divisions"), *next_divisions(words, season, NAMED_IN_POST)]
    acts = (_press(words, season, "leave"), _press(words, season, "next"))
    return Page(
        text="\n".join(lines), picture=podium(words, season), rows=(_see(words, season), acts), tone="victory"
    )


def podium(words: Catalogue, season: Season) -> ChartImage | None:
    """The podium of the highest division with a table."""
    for division in range(len(season.terms.divisions)):
        if rows := season.table(division):
            places = [
                (
                    row.rank,
                    tournament_words.bare_entrant(words, season.entrants[row.player]),
                    tournament_words.podium_points(words, str(row.points)),
                )
                for row in rows
            ]
            sub = _division(words, season, division) if season.terms.lowest else words("season.final")
            return podium_picture(words, title=bare_title(season), sub=sub, places=places)
    return None


def division_opened(words: Catalogue, season: Season, division: int) -> Page:
    """The post that calls the players of a division of a new season."""
    users = [each.user for each in season.stored.players if each.division == division]
    called = tuple(users[:CALLED])
    name = plain(_division(words, season, division))
    lines = [words("season.division_opened", title=title(season), division=name)]
    players = " ".join(f"<@{user}>" for user in called) or words("season.no_one")
    if len(users) > CALLED:
        players = f"{players} {words('alt.more', n=len(users) - CALLED)}"
    entered = next(iter(season.tournaments(division)), None)
    if entered is not None:
        facts = {"players": players, "tournament": tournament_words.title(entered)}
        lines.append(words("season.entered", **facts))
    else:
        lines.append(words("season.not_entered", players=players))
    if division == season.terms.lowest:
        lines.append(words("season.newcomers"))
    return Page(text="\n".join(lines), pings=called)
