"""Which big fight impends, whether it has begun, and how it ended: from the log, and what everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import opponent
from bot import bigfights
from bot.bigfights import Fight
from bot.table import Table
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import Mark, State
from storage import Entry
from tests.bot.tables import laid

WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def played(name: str, until: Callable[[Table], object], table: Table | None = None) -> Table:
    """A battle between two sparring partners up to there, with its log."""
    dice, first = SeededDice(b"a"), laid(name)
    if table is None:
        events = referee.start(first.system, first.scenario, dice)
        start = Entry(seq=1, kind="start", events=events, at=WHEN)
        table = replace(first, entries=(start,), state=replay(State(), events))
    while not until(table):
        side, system, scenario = table.owing[0], table.system, table.scenario
        command = opponent.choose(system, scenario, system.seen(scenario, table.state, side), side)
        events = referee.play(system, scenario, table.state, side, command, dice, order=table.last + 1)
        table = table.added(
            Entry(seq=table.last + 1, kind="order", side=side, command=command, events=events, at=WHEN)
        )
    return table


def impending(table: Table) -> Fight:
    found = bigfights.impending(table)
    assert found is not None
    return found


def test_a_fight_is_open_until_a_die_is_rolled_about_it_and_ends_with_the_player_turn() -> None:
    before = played("ormes", bigfights.impending)
    fight, since = impending(before), before.last
    after = played("ormes", lambda t: bigfights.outcome(t, fight, since), before)
    open_ = [n for n in range(since, after.last + 1) if not bigfights.begun(after.at(n), fight, since)]

    assert fight.hex == before.state.units[fight.unit].hex
    assert before.state.units[fight.unit].side != before.state.player
    assert open_ == list(range(since, since + len(open_))), "once it has begun, it has"
    assert bigfights.begun(after, fight, since)
    assert bigfights.ended_with(after) == (since,)
    assert bigfights.ended_with(after.at(after.last - 1)) == ()
    unit = after.state.units[fight.unit]
    expected = "gone" if unit.hex is None else "holds" if unit.hex == fight.hex else "back"
    assert bigfights.outcome(after, fight, since) == expected


def test_it_is_told_once() -> None:
    before = played("ormes", bigfights.impending)
    over = played("ormes", lambda t: bigfights.outcome(t, impending(before), before.last), before)
    longer = played("ormes", lambda t: t.last == over.last + 12, over)

    ends = [
        n for n in range(before.last, longer.last + 1) if before.last in bigfights.ended_with(longer.at(n))
    ]

    assert ends == [over.last]


def test_what_is_hidden_makes_no_question_and_no_answer() -> None:
    before = played("kurokawa", bigfights.impending)
    fight = impending(before)
    marks = before.state.marks | {Mark(name="hidden", on=fight.unit)}
    hidden = replace(before, state=replace(before.state, marks=marks))

    found = bigfights.impending(hidden)

    assert found is None or fight.unit not in (found.unit, *found.enemies)


def test_a_skirmish_and_a_lesson_are_no_big_fights() -> None:
    for name in ("tutorial", "nonaka"):
        asked: list[int] = []

        def look(table: Table, asked: list[int] = asked) -> bool:
            asked += [table.last] if bigfights.impending(table) else []
            return table.state.result is not None or table.last > 60

        played(name, look)
        assert asked == []
