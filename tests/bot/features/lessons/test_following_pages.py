"""Lessons played by the orders their pages propose, and by any other."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import opponent
from bot.core.game import Game
from bot.features.lessons import page as lessons_page
from bot.features.lessons import progress as lessons_progress
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from engine import referee
from engine.commands import Answer, Attack, Command, Done, Seal, Write
from engine.ledger import SeededDice
from engine.scenario import Lesson
from notation import order_text
from storage import Entry
from tests.bot.sample_games import new_game
from tests.long_forms import long_but

AT = datetime(2026, 1, 1, tzinfo=UTC)
BATTLES = ("tutorial", "gue", "puits", "nonaka")


def new_lesson(name: str) -> Game:
    """A learning battle as it begins, with its log."""
    game = new_game(name)
    events = referee.start(game.system, game.scenario, SeededDice(b"start"))
    start = Entry(seq=1, kind="start", events=tuple(events), at=AT)
    seats = tuple(replace(s, bot=n > 0) for n, s in enumerate(game.record.seats))
    record = replace(game.record, seats=seats)
    return replace(game, record=record, state=type(game.state)()).added(start)


@pytest.mark.parametrize(("rated", "people", "taught"), [(True, 2, False), (False, 2, True), (True, 1, True)])
def test_no_page_tells_a_side_what_to_do_in_a_rated_game_between_people(
    rated: bool, people: int, taught: bool
) -> None:
    game = new_lesson("tutorial")
    seats = tuple(replace(s, bot=n >= people) for n, s in enumerate(game.record.seats))
    game = replace(game, record=replace(game.record, seats=seats, rated=rated))
    names = Names(words=catalogue_for("en"), game=game.seen("blue"))

    assert bool(lessons_page.lesson_note(names, "blue")) == taught
    assert bool(lessons_page.lesson_press(names, "blue")) == taught


def after_order(game: Game, side: str, command: Command | None, seed: int = 0) -> Game:
    """The game after one more order; after a page passed, without one."""
    if command is None:
        return game.added(Entry(seq=game.last + 1, kind="pass", side=side, at=AT))
    dice = SeededDice(bytes([seed]))
    events = referee.play(game.system, game.scenario, game.state, side, command, dice, order=game.last + 1)
    entry = Entry(seq=game.last + 1, kind="order", side=side, command=command, events=events, at=AT)
    return game.added(entry)


def after_typed_order(game: Game, side: str, text: str) -> Command:
    return order_text.read(text, game.system, game.scenario, game.seen(side).state, side)


def open_page(game: Game) -> Lesson | None:
    side = game.scenario.side_ids[0]
    return lessons_progress.page(game.seen(side), side)


def head(page: Lesson) -> str:
    return page.text["en"].split("**")[1]


def other(game: Game, side: str, chance: random.Random) -> Command:
    """A player who reads no page: random secret orders, otherwise the computer player's."""
    seen = game.seen(side)
    if game.system.secret_orders is None or chance.random() < 0.2:
        return partner(game, side)
    unit = chance.choice([u.id for u in game.state.units_on_map(side)])
    offered = [o.command for o in referee.options(game.system, game.scenario, seen.state, side, unit)]
    return chance.choice([c for c in offered if isinstance(c, Write)] or [Seal()])


def partner(game: Game, side: str) -> Command:
    return opponent.choose(game.system, game.scenario, game.seen(side).state, side)


def keeps_once(game: Game, side: str) -> Command:
    """What the pages say of the initiative: keep it once. Else whatever the partner would answer."""
    if game.state.questions and game.state.questions[0].kind == "keep":
        return Answer(option="no" if game.state.tracks.get("kept") else "yes")
    return partner(game, side)


def taught(game: Game) -> bool:
    """Whether pages may still come."""
    return game.state.result is None and game.state.turn <= max(p.turn for p in game.scenario.lessons)


def follow_pages(name: str, seed: int) -> tuple[Game, list[str]]:
    """A lesson played by its pages as far as they go: the game then, and what was right."""
    game, right, chance = new_lesson(name), [], random.Random(seed)
    pupil = game.scenario.side_ids[0]
    while taught(game):
        side = game.owing[0]
        page = lessons_progress.page(game.seen(side), side)
        command = (
            lessons_progress.aim(game.seen(side), side, page) if page is not None and page.try_it else None
        )
        if command is None:
            command = keeps_once(game, side) if side == pupil else other(game, side, chance)
        game = after_order(game, side, command, seed)
        remark = lessons_progress.remark(game.seen(side), game.entries[-1], side)
        assert remark.still is None
        right += [head(remark.right)] if remark.right else []
    return game, right


@pytest.mark.parametrize("seed", range(3))
def test_who_follows_the_first_tutorial_to_the_letter_wins(seed: int) -> None:
    game, right = follow_pages("tutorial", seed)

    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.level) == ("blue", "tactical")
    assert right == [head(p) for p in game.scenario.lessons][: len(right)]
    assert len(right) >= len(game.scenario.lessons) - 1  # there may be no unit left to rally at the end


@pytest.mark.parametrize("seed", long_but([0], range(3)))
@pytest.mark.parametrize("name", ["gue", "nonaka"])
def test_who_does_what_the_pages_propose_comes_to_the_last_one(name: str, seed: int) -> None:
    game, right = follow_pages(name, seed)

    assert right == [head(p) for p in game.scenario.lessons]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_dice_alone_keep_a_page_of_the_wells_from_being_followed(seed: int) -> None:
    game, right = follow_pages("puits", seed)

    pages = [head(p) for p in game.scenario.lessons]
    assert right[:5] == pages[:5]
    assert right[-1] == pages[-1]


@pytest.mark.parametrize("name", BATTLES)
def test_whoever_does_something_else_is_never_stuck(name: str) -> None:
    game = new_lesson(name)
    pupil = game.scenario.side_ids[0]
    names = [catalogue_for("en"), catalogue_for("fr")]
    while taught(game) and game.state.turn <= 2:
        side = game.owing[0]
        seen = game.seen(side)
        page = lessons_progress.page(seen, side)
        if page is not None and page.try_it:
            assert lessons_progress.aim(seen, side, page) is not None
        game = after_order(game, side, partner(game, side), 3)
        for words in names:
            after = Names(words, game.seen(side))
            lessons_page.remarks(after, game.entries[-1])
            lessons_page.lesson_note(after, pupil)


def guided(name: str, pages: int) -> Game:
    """A learning battle after so many pages done as they propose."""
    game = new_lesson(name)
    side = game.scenario.side_ids[0]
    for _ in range(pages):
        page = open_page(game)
        assert page is not None
        game = after_order(game, side, lessons_progress.aim(game.seen(side), side, page), 1)
    return game


def noted(game: Game, side: str) -> str:
    """The text of the lesson in a panel."""
    return "\n".join(
        note.text for note in lessons_page.lesson_note(Names(catalogue_for("en"), game.seen(side)), side)
    )


def test_a_page_stays_as_long_as_another_unit_can_show_what_it_teaches() -> None:
    game = after_order(guided("gue", 7), "blue", Done())
    names = Names(catalogue_for("en"), game.seen("blue"))

    page = open_page(game)

    assert page is not None
    assert head(page) == "Attack."
    aim = lessons_progress.aim(game.seen("blue"), "blue", page)
    assert isinstance(aim, Attack)
    assert (aim.unit, aim.target) == ("huss-1", "militia")
    assert "`/attack unit:huss-1 target:militia`" in noted(game, "blue")
    assert lessons_page.remarks(names, game.entries[-1]) == [
        "You have moved on without doing: **To the river** and **Support**. **Undo** takes you back there."
    ]


def test_a_page_that_can_be_done_no_more_goes_with_a_line() -> None:
    game = after_order(guided("gue", 7), "blue", Done())

    game = after_order(game, "blue", None)  # without an attack there is no pursuit

    remarks = noted(game, "blue")
    assert remarks.startswith("**Pursuit:** this question did not come up this time")
    assert "**Each unit can attack once" in remarks


def test_without_a_page_it_is_said_what_to_do_until_the_next() -> None:
    game = after_order(guided("puits", 2), "colonial", None)
    passed = noted(game, "colonial")
    game = after_order(
        game,
        "colonial",
        after_typed_order(game, "colonial", "/unit lead chief:merlin units:line-1 line-2 gun dice:4"),
        1,
    )
    remarks = noted(game, "colonial")

    game = after_order(game, "colonial", Answer(option="none"))

    assert "let a chief command" in passed
    assert "The next page will come up by itself" in passed
    assert "Answer the question first" in remarks
    assert "**Sharing.**" in noted(game, "colonial")


def test_after_the_last_page_nothing_is_promised() -> None:
    game = new_lesson("puits")
    last = game.scenario.lessons[-1]
    game = replace(game, state=replace(game.state, turn=last.turn + 1))

    assert not lessons_progress.waits(game, "colonial")


def test_undo_is_offered_only_where_there_is_one() -> None:
    game = new_lesson("nonaka")
    game = after_order(game, "red", after_typed_order(game, "red", "lock"))
    game = after_order(game, "blue", Seal())

    (remark,) = lessons_page.remarks(Names(catalogue_for("en"), game.seen("red")), game.entries[-2])

    assert remark.startswith("You have moved on without doing: **Secret orders**")
    assert "Undo" not in remark
