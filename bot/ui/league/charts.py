"""A player's rating over time as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_skeleton

from bot.i18n.catalogue import Catalogue
from bot.ui.league.tables import chart_image
from bot.ui.page import ChartImage
from league.ratings import START, Rating
from render.league.records import Line, LineChart, Point

MOST_TICKS = 5
DAYS = 100
"""Days up to which dates have a day, beyond which a month and a year."""

MONTH = "M" * 3
DAY_AND_MONTH, MONTH_AND_YEAR = MONTH + "d", "y" + MONTH
"""Dates as CLDR writes their skeletons."""

History = Sequence[tuple[datetime, Rating]]


def rating_picture(
    words: Catalogue,
    *,
    player: str,
    pools: Sequence[tuple[str, History]],
    theme: str = "",
) -> ChartImage:
    """The ratings of a player over time, a line for each pool: its name and the rating after each game,
    oldest first. The provisional part is dashed; the margin is shown where there is one pool.

    Raises ValueError when there is no game.
    """
    pools = [(label, history) for label, history in pools if history]
    if not pools:
        raise ValueError("no rated game")
    times = [at for _, history in pools for at, _ in history]
    lines = tuple(
        Line(
            label=words("league.rating_line", pool=label, **_facts(history)),
            points=tuple(
                Point(x=at.timestamp(), y=r.shown, margin=r.margin, sure=not r.provisional)
                for at, r in history
            ),
        )
        for label, history in pools
    )
    title = words("league.rating_title", player=player)
    alone = len(pools) == 1
    sub = lines[0].label if alone else words("league.rating_sub")
    foot = [words("league.rating_foot")] + ([words("league.rating_margin")] if alone else [])
    chart = LineChart(
        title=title, sub=sub, lines=lines, ticks=_ticks(words, min(times), max(times)), level=START,
        foot=" ".join(foot),
    )  # fmt: skip
    spoken = [
        words(
            "league.rating_alt",
            pool=label,
            first=history[0][1].shown,
            best=max(r.shown for _, r in history),
            worst=min(r.shown for _, r in history),
            **_facts(history),
        )
        for label, history in pools
    ]
    return chart_image(chart, [title, *spoken], theme, "rating")


def _facts(history: History) -> dict[str, object]:
    last = history[-1][1]
    return {"rating": last.shown, "margin": last.margin, "n": last.games}


def _ticks(words: Catalogue, first: datetime, last: datetime) -> tuple[tuple[float, str], ...]:
    """Dates below the chart, each once."""
    skeleton = DAY_AND_MONTH if (last - first).days < DAYS else MONTH_AND_YEAR
    span = (last - first) / (MOST_TICKS - 1)
    ticks: dict[str, float] = {}
    for at in (first + span * n for n in range(MOST_TICKS)):
        ticks.setdefault(str(format_skeleton(skeleton, at, locale=words.language)), at.timestamp())
    return tuple((x, label) for label, x in ticks.items())
