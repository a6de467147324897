"""Which games are lessons, and which pictures reports have."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scenarios
from bot.core.lesson_games import is_lesson
from bot.core.report_pictures import FILM, PHASE, TURN, named
from scenarios.presentation import courses
from storage import Seat
from tests.bot.sample_games import new_game

LESSON = sorted(courses().values())[0]
OTHER = next(battle for battle in scenarios.all() if battle not in courses().values())
ANNA, BRUNO = 1, 2


@pytest.mark.parametrize(
    ("battle", "users", "lesson"),
    [
        (LESSON, (ANNA, ANNA), True),
        (LESSON, (ANNA, BRUNO), False),
        (LESSON, (ANNA, None), False),
        (OTHER, (ANNA, ANNA), False),
        (OTHER, (ANNA, BRUNO), False),
    ],
)
def test_a_lesson_is_a_learning_battle_of_one_person_alone(
    battle: str, users: tuple[int | None, ...], lesson: bool
) -> None:
    record = new_game(battle).record
    seats = tuple(Seat(side=side, user=user, name="") for side, user in zip(("a", "b"), users, strict=True))
    computer = Seat(side="b", user=None, name="", bot=True)

    assert is_lesson(replace(record, scenario=battle, seats=seats)) is lesson
    assert is_lesson(replace(record, scenario=battle, seats=(seats[0], computer))) is (battle == LESSON)


def test_a_server_names_its_pictures_by_their_number() -> None:
    assert [named(n) for n in (None, 0, 1, 2, 3, 4, -1)] == [PHASE, PHASE, PHASE, TURN, FILM, PHASE, PHASE]
