"""What the report of the end says: who won and why, the score over the turns, losses, luck, the fights that
decided the game, the time it took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from babel.dates import format_timedelta

from bot.features.after_game.course_of_game import CourseOfGame, course_of_game
from bot.features.after_game.decisive_fights import Swing, decisive
from bot.features.dice import luck_page
from bot.features.history import explain_page
from bot.i18n.names import Names, bare
from bot.reports import event_lines
from bot.reports.result_text import handicap_line, outcome
from bot.ui.league.tables import chart_image
from bot.ui.page import ChartImage, Embed, Section
from engine.events import Ended
from engine.state import ELIMINATED
from render.league.records import Line, LineChart, Point
from scenarios.presentation import presentation

MOST_FIGHTS = 3
MOST_TICKS = 12
LATER = 0
"""The stamp of buttons under a finished game, whichever is played in the channel later."""


def end_notes(names: Names) -> tuple[Embed, ...]:
    """The notes about the end of a game; `names` are those of the table after it."""
    course = course_of_game(names.game)
    notes = [replace(result_note(names, course), picture=course_chart(names, course))]
    swings = _swings(names)
    if swings:
        sections = tuple(_fight(names, number, swing) for number, swing in enumerate(swings, start=1))
        notes.append(
            Embed(title=names.words("after.fights"), text=names.words("after.how"), sections=sections)
        )
    return tuple(notes)


def result_note(names: Names, course: CourseOfGame) -> Embed:
    """How a game ended, in words: the result, why, points and losses, luck, time."""
    sign = names.sign(names.game.state.result.winner) if names.game.state.result else ""
    title = names.words("over.title", result=outcome(names))
    sign = sign or names.words("over.draw_sign")
    return Embed(title=f"{sign} {title}".strip(), text="\n".join(_text(names, course)), tone="victory")


def _text(names: Names, course: CourseOfGame) -> Iterator[str]:
    """Why it ended, score and losses, luck, time, and a word for the winner."""
    game, words = names.game, names.words
    result = game.state.result
    assert result is not None
    loser = next(s for s in game.scenario.side_ids if s != result.winner)
    ended = (e for entry in reversed(game.active_entries) for e in entry.events if isinstance(e, Ended))
    rule = next((e.rule for e in ended), "")
    why = f"over.reason_{result.reason}"
    why = f"{why}_none" if not result.winner and f"{why}_none" in words else why
    if reason := words.get(why, "", side=names.side(loser), rule=rule):
        yield reason
        yield ""
    yield from (_score(names, side) for side in game.scenario.side_ids)
    yield from handicap_line(words, game.scenario)
    if luck := luck_page.side_lines(names, ""):
        yield ""
        yield from luck
    yield ""
    yield from (_time(names, course, side) for side in game.scenario.side_ids)
    winner = game.seat(result.winner) if result.winner else None
    if winner is not None and winner.user is not None:
        yield ""
        yield words("over.congratulations", player=names.player(winner.side))


def _score(names: Names, side: str) -> str:
    """Points and losses of a side."""
    game, words = names.game, names.words
    own = [u for u in game.state.units.values() if u.side == side]
    lost = [u for u in own if u.place == ELIMINATED]
    losses = {
        value: sum(max(0, u.printed[value] - u[value]) for u in own if value in u.printed)
        for value in (*presentation(game.scenario.system).strength, "figures")
        if f"over.lost_{value}" in words and any(value in u.printed for u in own)
    }
    if any("losses" in u.values for u in own):
        losses["losses"] = sum(max(0, u["losses"] - u.printed.get("losses", 0)) for u in own)
    some = {value: n for value, n in losses.items() if n}
    return words(
        names.own("over", "score" if lost else "score_no_loss" if some else "score_unharmed"),
        sign=names.sign(side),
        side=names.side(side),
        score=game.system.display.scores(game.scenario, game.state).get(side, 0),
        lost=len(lost),
        units=names.units(u.id for u in lost),
        losses=", ".join(words(f"over.lost_{value}", n=n) for value, n in (some or losses).items()),
    )


def _time(names: Names, course: CourseOfGame, side: str) -> str:
    """How long the game waited for a side."""
    waited = format_timedelta(course.waited[side], threshold=2, locale=names.words.language)
    facts = {"sign": names.sign(side), "side": names.side(side), "n": course.orders.get(side, 0)}
    if names.game.seat(side).bot:
        return names.words("after.time_computer", **facts)
    return names.words("after.time", time=waited, **facts)


def _swings(names: Names) -> tuple[Swing, ...]:
    fights = list(explain_page.fights(names, names.game.active_entries, stamp=LATER))
    return decisive(names.game, fights, MOST_FIGHTS)


def _fight(names: Names, number: int, swing: Swing) -> Section:
    """A fight in a line or two, with its own *Why?*."""
    words = names.words
    then = Names(words.without_rules, names.game.at(swing.entry.seq).seen(""))
    told = event_lines.fight_line(then, swing.fight.events, swing.fight.main)
    gain = words(
        "after.swing",
        sign=names.sign(swing.side),
        side=names.side(swing.side),
        gain=words.number(swing.gain, 1),
    )
    line = words("after.fight", number=number, turn=swing.turn, told=told)
    return Section(text=f"{line}\n{gain}", button=swing.fight.button)


def course_chart(names: Names, course: CourseOfGame) -> ChartImage | None:
    """The score of each side over the turns, or the strength left where there are no points; None of a game
    that was over before its second turn, or in which no line would rise or fall."""
    words, sides = names.words, names.game.scenario.side_ids
    turns = course.turns
    if len(turns) < 3:
        return None

    def value(turn: int, side: str) -> float:
        return turns[turn].scores[side] if course.scored else turns[turn].strength[side]

    if all(value(turn, side) == value(0, side) for turn in range(len(turns)) for side in sides):
        return None

    lines = tuple(
        Line(
            label=words(
                "after.line", side=names.side(side), player=bare(names.player(side).replace("\\", ""))
            ),
            points=tuple(Point(x=turn.turn, y=value(n, side)) for n, turn in enumerate(turns)),
            side=side,
        )
        for side in sides
    )
    step = max(1, -(-len(turns) // MOST_TICKS))
    ticks = tuple((turn.turn, str(turn.turn)) for turn in turns[1::step])
    title = words("after.score_chart" if course.scored else "after.strength_chart")
    chart = LineChart(
        title=title, sub=bare(names.title, 80), lines=lines, ticks=ticks, sides=sides, steps=course.scored,
        foot=words("after.turns"),
    )  # fmt: skip
    spoken = [
        words("after.alt", side=names.side(side), values=_listed(value(n, side) for n in range(len(turns))))
        for side in sides
    ]
    return chart_image(chart, [title, *spoken], "", "score")


def _listed(values: Iterator[float] | Sequence[float]) -> str:
    return ", ".join(f"{value:.0f}" for value in values)
