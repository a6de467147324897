"""Tables as pictures: any table in pages of sixteen rows, and the standings of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare
from bot.ui.page import ChartImage
from league.model import ByeKind, Line, Result, Tournament
from league.standings import DEFAULT_ORDER, Standing, TieBreak, standings
from render.league.records import ROWS, Column, Drawing, Row, Table

LONGEST_ALT = 1024
MOST_TIE_BREAKS = 2
QUARTERS = ("", "¼", "½", "¾")
SHARES: Mapping[TieBreak, int] = {
    TieBreak.BUCHHOLZ: 2,
    TieBreak.BUCHHOLZ_CUT_1: 2,
    TieBreak.SONNEBORN_BERGER: 4,
    TieBreak.HEAD_TO_HEAD: 2,
    TieBreak.WINS: 1,
    TieBreak.SCORE_DIFFERENCE: 1,
    TieBreak.BOARD_POINTS: 2,
}
"""What the values of tie-breaks are counted in: halves, quarters or whole points."""


def table_pictures(
    words: Catalogue,
    *,
    title: str,
    sub: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    foot: str = "",
    medals: bool = False,
    theme: str = "",
    name: str = "table",
) -> tuple[ChartImage, ...]:
    """A table in pictures of ROWS rows, at least one. Its alt text reads the rows, as many as fit."""
    pages = [tuple(rows[n : n + ROWS]) for n in range(0, max(1, len(rows)), ROWS)]
    images = []
    for number, page in enumerate(pages, 1):
        part = paged(words, sub, number, len(pages))
        table = Table(
            title=title, sub=part, columns=tuple(columns), rows=page, foot=foot, medals=medals and number == 1
        )
        spoken = [_spoken(columns, row) for row in page]
        images.append(chart_image(table, [title, part, *spoken], theme, f"{name}-{number}"))
    return tuple(images)


def paged(words: Catalogue, sub: str, number: int, pages: int) -> str:
    """A subtitle with the number of the page, where there are several."""
    part = words("league.page", number=number, pages=pages) if pages > 1 else ""
    return " · ".join(filter(None, (sub, part)))


def chart_image(drawing: Drawing, alt: Iterable[str], theme: str, name: str) -> ChartImage:
    """A picture with its alt text, cut to what Discord takes. A `theme` asked for stays; without one the
    reader's own applies."""
    text = " ".join(part if part[-1:] in ".!?" else f"{part}." for part in alt if part)
    if len(text) > LONGEST_ALT:
        text = text[: LONGEST_ALT - 1] + "…"
    fixed = frozenset({"theme"} if theme else ())
    return ChartImage(chart=drawing, alt=text, theme=theme or "light", name=f"{name}.png", fixed=fixed)


def _spoken(columns: Sequence[Column], row: Row) -> str:
    """A row in words: rank and name, then each value with its label. Marks are only to be seen."""
    head = [c for column, c in zip(columns, row.cells, strict=True) if column.kind in ("rank", "name")]
    rest = [
        f"{column.label} {c}"
        for column, c in zip(columns, row.cells, strict=True)
        if column.kind in ("number", "text") and c
    ]
    return ", ".join([" ".join(head), *rest])


def standings_pictures(
    words: Catalogue,
    tournament: Tournament,
    *,
    title: str,
    names: Mapping[int, str] | None = None,
    order: Sequence[TieBreak] = DEFAULT_ORDER,
    lines: Sequence[int] = (),
    theme: str = "",
) -> tuple[ChartImage, ...]:
    """The standings of a tournament. `names` by entrant (its own by default); `lines`: ranks with a line
    below them, as those that are promoted."""
    rows = standings(tournament, order)
    shown = [n for n, tie in enumerate(order) if tie is not TieBreak.HEAD_TO_HEAD][:MOST_TIE_BREAKS]
    columns = [
        Column(label=words("league.rank"), kind="rank"),
        Column(label=words("league.player"), kind="name"),
        Column(label=words("league.rounds"), kind="marks"),
        Column(label=words("league.points"), kind="number"),
        *(Column(label=words(f"league.tie.{order[n]}.short"), kind="number") for n in shown),
    ]
    table = [
        Row(
            cells=(
                str(row.rank),
                bare((names or {}).get(row.entrant) or tournament.by_number[row.entrant].name),
                "".join(map(_mark, tournament.records[row.entrant])),
                points(row.score),
                *(_value(row, n, order[n]) for n in shown),
            ),
            faint=tournament.by_number[row.entrant].left is not None,
            line=nth > 0 and nth in lines,
        )
        for nth, row in enumerate(rows)
    ]
    played = sum(round_.finished for round_ in tournament.rounds)
    sub = words(
        "league.standings_sub", round=played, rounds=tournament.planned_rounds, n=len(tournament.entrants)
    )
    foot = [words("league.marks")]
    foot += [words(f"league.tie.{order[n]}.long", short=words(f"league.tie.{order[n]}.short")) for n in shown]
    return table_pictures(
        words, title=title, sub=sub, columns=columns, rows=table, foot=" ".join(foot), medals=played > 0,
        theme=theme, name="standings",
    )  # fmt: skip


def points(halves: int) -> str:
    """Half points as players read them.

    >>> points(5), points(1), points(0)
    ('2½', '½', '0')
    """
    return share(halves, 2)


def _value(row: Standing, n: int, tie: TieBreak) -> str:
    value = row.values[n]
    return "" if value is None else share(value, SHARES[tie])


def share(value: int, parts: int) -> str:
    """A number counted in halves or quarters, with a fraction."""
    whole, rest = divmod(abs(value), parts)
    fraction = QUARTERS[rest * 4 // parts]
    sign = "−" if value < 0 else ""
    return sign + (f"{whole or ''}{fraction}" if fraction else str(whole))


def _mark(line: Line) -> str:
    """A round as one of the marks of `render.league.records.Column`."""
    if line.bye is ByeKind.HALF or line.result is Result.DRAW:
        return "="
    if line.bye is ByeKind.ALLOCATED or line.won or line.forfeit_win:
        return "+"
    if line.bye is ByeKind.ZERO or (line.opponent is None and line.result is None):
        return "b"
    return "." if line.result is None else "-"
