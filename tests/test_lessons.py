"""The learning battles, played: by what their pages propose, and by anything else."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import opponent
from bot import tutor
from bot.say import lessons as saying
from bot.say.names import Names
from bot.script import orders
from bot.table import Table
from bot.words import speak
from engine import referee
from engine.commands import Answer, Attack, Command, Done, Seal, Write
from engine.ledger import SeededDice
from engine.scenario import Lesson
from storage import Entry
from tests.bot.tables import laid

AT = datetime(2026, 1, 1, tzinfo=UTC)
BATTLES = ("tutorial", "gue", "puits", "nonaka")


def begun(name: str) -> Table:
    """A learning battle as it begins, with its log."""
    table = laid(name)
    events = referee.start(table.system, table.scenario, SeededDice(b"start"))
    start = Entry(seq=1, kind="start", events=tuple(events), at=AT)
    seats = tuple(replace(s, bot=n > 0) for n, s in enumerate(table.game.seats))
    game = replace(table.game, seats=seats)
    return replace(table, game=game, state=type(table.state)()).added(start)


def given(table: Table, side: str, command: Command | None, seed: int = 0) -> Table:
    """The table after one more order; after a page passed, without one."""
    if command is None:
        return table.added(Entry(seq=table.last + 1, kind="pass", side=side, at=AT))
    dice = SeededDice(bytes([seed]))
    events = referee.play(
        table.system, table.scenario, table.state, side, command, dice, order=table.last + 1
    )
    entry = Entry(seq=table.last + 1, kind="order", side=side, command=command, events=events, at=AT)
    return table.added(entry)


def typed(table: Table, side: str, text: str) -> Command:
    return orders.read(text, table.system, table.scenario, table.seen(side).state, side)


def open_page(table: Table) -> Lesson | None:
    side = table.scenario.side_ids[0]
    return tutor.page(table.seen(side), side)


def head(page: Lesson) -> str:
    return page.text["en"].split("**")[1]


def other(table: Table, side: str, chance: random.Random) -> Command:
    """What somebody does who reads no page: in secret whatever comes into his mind, else as the partner."""
    seen = table.seen(side)
    if table.system.writing is None or chance.random() < 0.2:
        return partner(table, side)
    unit = chance.choice([u.id for u in table.state.fielded(side)])
    offered = [o.command for o in referee.options(table.system, table.scenario, seen.state, side, unit)]
    return chance.choice([c for c in offered if isinstance(c, Write)] or [Seal()])


def partner(table: Table, side: str) -> Command:
    return opponent.choose(table.system, table.scenario, table.seen(side).state, side)


def keeps_once(table: Table, side: str) -> Command:
    """What the pages say of the initiative: keep it once. Else whatever the partner would answer."""
    if table.state.questions and table.state.questions[0].kind == "keep":
        return Answer(option="no" if table.state.tracks.get("kept") else "yes")
    return partner(table, side)


def taught(table: Table) -> bool:
    """Whether pages may still come."""
    return table.state.result is None and table.state.turn <= max(p.turn for p in table.scenario.lessons)


def followed(name: str, seed: int) -> tuple[Table, list[str]]:
    """A battle played by its pages as far as they go: the table then, and what was right."""
    table, right, chance = begun(name), [], random.Random(seed)
    pupil = table.scenario.side_ids[0]
    while taught(table):
        side = table.owing[0]
        page = tutor.page(table.seen(side), side)
        command = tutor.aim(table.seen(side), side, page) if page is not None and page.try_it else None
        if command is None:
            command = keeps_once(table, side) if side == pupil else other(table, side, chance)
        table = given(table, side, command, seed)
        found = tutor.remark(table.seen(side), table.entries[-1], side)
        assert found.still is None
        right += [head(found.right)] if found.right else []
    return table, right


@pytest.mark.parametrize("seed", range(3))
def test_who_follows_the_first_tutorial_to_the_letter_wins(seed: int) -> None:
    table, right = followed("tutorial", seed)

    assert table.state.result is not None
    assert (table.state.result.winner, table.state.result.level) == ("blue", "tactical")
    assert right == [head(p) for p in table.scenario.lessons][: len(right)]
    assert len(right) >= len(table.scenario.lessons) - 1  # nobody may be left to rally at the end


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["gue", "nonaka"])
def test_who_does_what_the_pages_propose_comes_to_the_last_one(name: str, seed: int) -> None:
    table, right = followed(name, seed)

    assert right == [head(p) for p in table.scenario.lessons]


@pytest.mark.parametrize("seed", range(2))
def test_dice_alone_keep_a_page_of_the_wells_from_being_followed(seed: int) -> None:
    table, right = followed("puits", seed)

    pages = [head(p) for p in table.scenario.lessons]
    assert right[:5] == pages[:5]
    assert right[-1] == pages[-1]


@pytest.mark.parametrize("name", BATTLES)
def test_whoever_does_something_else_is_never_stuck(name: str) -> None:
    table = begun(name)
    pupil = table.scenario.side_ids[0]
    names = [speak("en"), speak("fr")]
    while taught(table) and table.state.turn <= 2:
        side = table.owing[0]
        seen = table.seen(side)
        page = tutor.page(seen, side)
        if page is not None and page.try_it:
            assert tutor.aim(seen, side, page) is not None
        table = given(table, side, partner(table, side), 3)
        for words in names:
            after = Names(words, table.seen(side))
            saying.remarks(after, table.entries[-1])
            saying.lesson_note(after, pupil)


def guided(name: str, pages: int) -> Table:
    """A learning battle after so many pages done as they propose."""
    table = begun(name)
    side = table.scenario.side_ids[0]
    for _ in range(pages):
        page = open_page(table)
        assert page is not None
        table = given(table, side, tutor.aim(table.seen(side), side, page), 1)
    return table


def noted(table: Table, side: str) -> str:
    """The text of the lesson in a panel."""
    return "\n".join(note.text for note in saying.lesson_note(Names(speak("en"), table.seen(side)), side))


def test_a_page_stays_as_long_as_another_unit_can_show_what_it_teaches() -> None:
    table = given(guided("gue", 7), "blue", Done())
    names = Names(speak("en"), table.seen("blue"))

    page = open_page(table)

    assert page is not None
    assert head(page) == "Attack."
    aim = tutor.aim(table.seen("blue"), "blue", page)
    assert isinstance(aim, Attack)
    assert (aim.unit, aim.target) == ("huss-1", "militia")
    assert "`/attack unit:huss-1 target:militia`" in noted(table, "blue")
    assert saying.remarks(names, table.entries[-1]) == [
        "You have gone on and left undone: **To the river** and **Support**. **Undo** takes you back there."
    ]


def test_a_page_that_can_be_done_no_more_goes_with_a_line() -> None:
    table = given(guided("gue", 7), "blue", Done())

    table = given(table, "blue", None)  # without an attack nobody pursues

    told = noted(table, "blue")
    assert told.startswith("**Pursuit:** this time nobody asks you")
    assert "**One attack a unit" in told


def test_without_a_page_it_is_said_what_to_do_until_the_next() -> None:
    table = given(guided("puits", 2), "colonial", None)
    passed = noted(table, "colonial")
    table = given(
        table, "colonial", typed(table, "colonial", "/lead chief:merlin units:line-1 line-2 gun dice:4"), 1
    )
    asked = noted(table, "colonial")

    table = given(table, "colonial", Answer(option="none"))

    assert "let a chief command" in passed
    assert "The next page comes by itself" in passed
    assert "First answer the question" in asked
    assert "**Sharing.**" in noted(table, "colonial")


def test_after_the_last_page_nothing_is_promised() -> None:
    table = begun("puits")
    last = table.scenario.lessons[-1]
    table = replace(table, state=replace(table.state, turn=last.turn + 1))

    assert not tutor.waits(table, "colonial")


def test_undo_is_offered_only_where_there_is_one() -> None:
    table = begun("nonaka")
    table = given(table, "red", typed(table, "red", "lock"))
    table = given(table, "blue", Seal())

    (told,) = saying.remarks(Names(speak("en"), table.seen("red")), table.entries[-2])

    assert told.startswith("You have gone on and left undone: **Secret orders**")
    assert "Undo" not in told
