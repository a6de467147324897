"""The page of `/dice luck`: a chart, and the same in words."""

from __future__ import annotations

from bot.features.dice import luck as dice_luck
from bot.features.dice.luck import Tally
from bot.i18n.names import Names, percent
from bot.ui.page import ChartImage, Embed, Page
from bot.ui.plain_text import plainly
from render.chart import Chart, ChartRow

MOST_ROWS = 24
"""Lines of a chart: more would be no small one."""
LEAST = 3
"""Dice of a kind below which the words do not say how lucky they were."""


def page(names: Names, viewer: str, theme: str = "") -> Page:
    """The luck of every side, kind by kind, as far as `viewer` may know of the dice."""
    words = names.words
    tallies = dice_luck.tallies(dice_luck.thrown(names.game, viewer), names.game.scenario.side_ids)
    title = words("luck.title", title=names.title)
    over = names.game.record.status == "over"
    if not tallies:
        return Page(embeds=(Embed(title=title, text=words("luck.none_over" if over else "luck.none")),))
    text = [line for tally in tallies for line in _tally_line(names, tally)]
    how = "luck.exact" if all(t.exact for t in tallies) else "luck.approximate"
    foot = [
        words("luck.how"),
        words(how, n=dice_luck.MOST_FACES),
        words("luck.all" if over else "luck.known"),
    ]
    note = Embed(title=title, text="\n".join(text), footer=" ".join(foot))
    return Page(embeds=(note,), picture=_chart(names, tallies, theme, text))


def side_lines(names: Names, viewer: str) -> list[str]:
    """A line for each side with dice that can be lucky: how lucky they were all together."""
    tallies = dice_luck.tallies(dice_luck.thrown(names.game, viewer), names.game.scenario.side_ids)
    return [line for tally in tallies if not tally.purpose for line in _tally_line(names, tally)]


def kind(names: Names, purpose: str) -> str:
    """What a kind of roll is called."""
    return names.words.get(f"luck.kind.{purpose}", purpose.replace("_", " "))


def _tally_line(names: Names, tally: Tally) -> list[str]:
    """A tally in a line."""
    words = names.words
    facts = {
        "sign": names.sign(tally.side),
        "side": names.side(tally.side),
        "kind": kind(names, tally.purpose),
        "n": tally.count,
        "mean": words.number(tally.mean, 1),
        "due": words.number(tally.due, 1),
        "spread": words.number(tally.spread, 1),
        "spread_due": words.number(tally.spread_due, 1),
    }
    if tally.luck is None:
        return [words("luck.lot", **facts)]
    facts |= {"share": percent(tally.luck), "verdict": words(f"luck.verdict.{_verdict(tally.luck)}")}
    if not tally.purpose:
        return [words("luck.side", **facts)]
    wish = words(f"luck.wish.{names.game.system.luck_direction[tally.purpose]}")
    return [words("luck.kind_line" if tally.count >= LEAST else "luck.kind_few", wish=wish, **facts)]


def _verdict(share: float) -> str:
    """A word for a share of luck."""
    for least, word in ((0.95, "great"), (0.75, "good"), (0.25, "usual"), (0.05, "bad")):
        if share >= least:
            return word
    return "awful"


def _chart(names: Names, tallies: tuple[Tally, ...], theme: str, text: list[str]) -> ChartImage:
    words = names.words
    rows = []
    for tally in tallies[:MOST_ROWS]:
        facts = {"n": tally.count, "mean": words.number(tally.mean, 1), "due": words.number(tally.due, 1)}
        whole = not tally.purpose
        label = words("luck.chart_side", side=names.side(tally.side)) if whole else kind(names, tally.purpose)
        numbers = words("luck.chart_all" if whole else "luck.chart_told", **facts)
        rows.append(ChartRow(side=tally.side, label=label, numbers=numbers, luck=tally.luck, whole=whole))
    chart = Chart(
        title=words("luck.title", title=names.title),
        sub=words("luck.chart_sub"),
        rows=tuple(rows),
        sides=names.game.scenario.side_ids,
        ends=(words("luck.end_bad"), words("luck.end_usual"), words("luck.end_good")),
    )
    alt = " ".join([words("luck.alt", title=names.title), *(f"{plainly(words, line)}." for line in text)])
    fixed = frozenset({"theme"} if theme else ())
    return ChartImage(chart=chart, alt=alt, theme=theme or "light", name="luck.png", fixed=fixed)
