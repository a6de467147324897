"""Cross-tables of round robins, and the podium of a season, as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare
from bot.ui.league.tables import chart_image, paged, points
from bot.ui.page import ChartImage
from league.model import Tournament
from league.standings import DEFAULT_ORDER, TieBreak, standings
from render.league.records import MOST_BELOW, PLAYERS, CrossRow, CrossTable, Finisher, Podium


def cross_table_pictures(
    words: Catalogue,
    tournament: Tournament,
    *,
    title: str,
    names: Mapping[int, str] | None = None,
    order: Sequence[TieBreak] = DEFAULT_ORDER,
    theme: str = "",
) -> tuple[ChartImage, ...]:
    """Who scored what against whom, in the order of the standings: in pictures of PLAYERS rows and columns.
    Several games of the same two players are added up. `names` by entrant (its own by default)."""
    ranking = [row.entrant for row in standings(tournament, order)]
    met = _met(tournament)
    called = {n: bare((names or {}).get(n) or tournament.by_number[n].name) for n in ranking}
    numbers = {entrant: str(number) for number, entrant in enumerate(ranking, 1)}
    parts = [ranking[n : n + PLAYERS] for n in range(0, len(ranking), PLAYERS)]
    pages = list(product(parts, parts))
    played = sum(round_.finished for round_ in tournament.rounds)
    sub = words("league.standings_sub", round=played, rounds=tournament.planned_rounds, n=len(ranking))
    images = []
    for number, (down, across) in enumerate(pages, 1):
        rows = tuple(
            CrossRow(
                number=numbers[own],
                name=called[own],
                points=points(tournament.score(own)),
                cells=tuple(None if own == other else met.get((own, other), "") for other in across),
                faint=tournament.by_number[own].left is not None,
            )
            for own in down
        )
        part = paged(words, sub, number, len(pages))
        table = CrossTable(
            title=title,
            sub=part,
            player=words("league.player"),
            points=words("league.points"),
            opponents=tuple(numbers[other] for other in across),
            rows=rows,
            foot=words("league.cross_foot"),
        )
        spoken = [
            words(
                "league.alt_cross",
                number=row.number,
                name=row.name,
                points=row.points,
                cells=", ".join(
                    f"{numbers[other]}: {cell}" for other, cell in zip(across, row.cells, strict=True) if cell
                ),
            )
            for row in rows
        ]
        images.append(chart_image(table, [title, part, *spoken], theme, f"cross-table-{number}"))
    return tuple(images)


def _met(tournament: Tournament) -> dict[tuple[int, int], str]:
    """The points of each entrant from its finished games with each other one."""
    halves: dict[tuple[int, int], int] = {}
    for number, lines in tournament.records.items():
        for line in lines:
            if line.opponent is not None and line.result is not None:
                pair = (number, line.opponent)
                halves[pair] = halves.get(pair, 0) + line.score
    return {pair: points(score) for pair, score in halves.items()}


def podium_picture(
    words: Catalogue,
    *,
    title: str,
    sub: str = "",
    places: Sequence[tuple[int, str, str]],
    theme: str = "",
) -> ChartImage:
    """The podium of a season, of a tournament or a division: rank, name and result in words of each, the best
    first. Those who share a rank stand on steps beside each other."""
    finishers = tuple(
        Finisher(rank=str(rank), name=bare(name), result=result)
        for rank, name, result in places[: 3 + MOST_BELOW]
    )
    podium = Podium(title=title, sub=sub, places=finishers)
    spoken = [
        ", ".join(filter(None, (words("league.alt_place", rank=each.rank, name=each.name), each.result)))
        for each in finishers
    ]
    return chart_image(podium, [title, sub, *spoken], theme, "podium")
