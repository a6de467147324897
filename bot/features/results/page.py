"""The list of results: as text, as a picture, and the buttons under it."""

from __future__ import annotations

from collections.abc import Sequence

import scenarios
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare, plain
from bot.ui.league.tables import table_pictures
from bot.ui.page import Button, ChartImage, Page, TextFile, button_id
from render.league.records import Column, Row
from storage import GameResult, ResultPlayer, departed
from storage.personal_columns import departed_letter

A_PAGE = 12
"""Results on a page; a picture of a table holds sixteen rows."""


def results(
    words: Catalogue,
    listed: Sequence[GameResult],
    *,
    title: str,
    scope: str,
    number: int,
    last: int,
    n: int,
) -> Page:
    """Page `number` (`last` is the last one) of `n` results, newest first. `scope` says for buttons whose
    they are."""
    head = words("results.head", title=plain(title))
    if not listed:
        return Page(text="\n".join([head, words("results.none")]))
    text = [head, words("results.count", n=n), *(line(words, result) for result in listed)]
    picture = _picture(words, listed, title, number, last)
    files = tuple(
        Button(label=words(f"button.results_{kind}"), id=button_id(0, 0, "results", scope, 0, kind))
        for kind in ("csv", "json")
    )
    turning = _turning(words, scope, number, last) if last else ()
    return Page(text="\n".join(text), picture=picture, rows=((*turning, *files),))


def line(words: Catalogue, result: GameResult) -> str:
    """One result in a line: who beat whom, where and when."""
    sides = [_players(words, result.seated(side), mention=True) for side in result.sides]
    winner = result.sides.index(result.winner) if result.winner in result.sides else None
    points = [*result.scores.values()][:: -1 if winner == 1 else 1]
    facts = {
        "battle": battle_title(words, result.battle),
        "when": f"<t:{int(result.finished.timestamp())}:d>",
        "score": "–".join(map(str, points)),
        "one": sides[winner or 0],
        "two": sides[1 - (winner or 0)] if len(sides) > 1 else "",
    }
    if winner is not None:
        how = result.ending if result.ending in ("resigned", "forfeit", "adjudicated") else "rules"
        return words(f"results.won_{how}", **facts)
    key = "drawn" if result.drawn else "abandoned" if result.ending == "abandoned" else "both_forfeit"
    return words(f"results.{key}", **facts)


def _picture(
    words: Catalogue, listed: Sequence[GameResult], title: str, number: int, last: int
) -> ChartImage:
    columns = (
        Column(label=words("results.first"), kind="name", weight=1.0),
        Column(label=words("results.result"), kind="number"),
        Column(label=words("results.second"), kind="name", weight=1.0),
        Column(label=words("results.battle"), kind="text", weight=1.1),
    )
    rows = [_row(words, result) for result in listed]
    sub = words("league.page", number=number + 1, pages=last + 1) if last else ""
    (picture,) = table_pictures(
        words,
        title=words("results.picture", title=bare(title)),
        sub=sub,
        columns=columns,
        rows=rows,
        foot=words("results.foot"),
        name="results",
    )
    return picture


def _row(words: Catalogue, result: GameResult) -> Row:
    first, second, *_ = (*(_players(words, result.seated(side)) for side in result.sides), "", "")
    cells = (first, outcome(result), second, battle_title(words, result.battle))
    return Row(cells=cells, faint=result.ending == "abandoned")


def outcome(result: GameResult) -> str:
    """A result as a table shows it, the first side's points first: 1–0, ½–½; 0–0 where both sides forfeited;
    a dash without a result."""
    if result.winner:
        return "1–0" if result.winner == result.sides[0] else "0–1"
    if result.ending == "abandoned":
        return "–"
    return "½–½" if result.drawn else "0–0"


def battle_title(words: Catalogue, battle: str) -> str:
    """What a battle is called; of an uploaded one its id."""
    return words.localized(scenarios.load(battle).title) if battle in scenarios.all() else plain(battle)


def _players(words: Catalogue, players: Sequence[ResultPlayer], *, mention: bool = False) -> str:
    """The players of a side, by name or as mentions, which ping no one."""
    names = []
    for player in players:
        if player.bot:
            names.append(words("player.partner"))
        elif player.user is None:
            names.append(words("player.nobody"))
        elif departed(player.user):
            names.append(words("player.gone", letter=departed_letter(player.user)))
        elif mention:
            names.append(f"<@{player.user}>")
        else:
            names.append(bare(player.name))
    return words.join_list(names) if names else words("player.nobody")


def _turning(words: Catalogue, scope: str, number: int, last: int) -> tuple[Button, ...]:
    before = button_id(0, 0, "results", scope, max(0, number - 1), "")
    after = button_id(0, 0, "results", scope, number + 1, "")
    return (
        Button(label=words("button.before"), id=before, disabled=number == 0),
        Button(label=words("button.after"), id=after, disabled=number == last),
    )


def exported(words: Catalogue, title: str, file: TextFile, n: int) -> Page:
    """The file of a list of results."""
    return Page(text=words("results.exported", title=plain(title), n=n), files=(file,))
