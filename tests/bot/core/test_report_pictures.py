"""Which pictures the reports of a game have, by the number that a server has set."""

from __future__ import annotations

import pytest

from bot.core.report_pictures import FILM, PHASE, TURN, named


@pytest.mark.parametrize(
    ("number", "choice"),
    [(1, PHASE), (2, TURN), (3, FILM), (None, PHASE), (0, PHASE), (4, PHASE), (-1, PHASE)],
)
def test_a_number_stands_for_its_choice_and_any_other_for_a_map_of_each_phase(
    number: int | None, choice: str
) -> None:
    assert named(number) == choice
