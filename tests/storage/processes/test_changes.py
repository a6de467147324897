"""What one process tells the others of what it has written."""

from __future__ import annotations

import pytest

from storage.processes.changes import ANYTHING, MOST_NAMED, Change


def test_a_change_is_read_as_it_was_sent() -> None:
    change = Change.of(frozenset({"games", "seats"}), [2, 1])

    assert Change.from_text(change.to_text("me")) == ("me", change)
    assert Change.from_text(ANYTHING.to_text("me")) == ("me", ANYTHING)


def test_of_very_many_games_any_may_have_changed() -> None:
    named = Change.of(frozenset({"games"}), range(MOST_NAMED))

    assert named.games == frozenset(range(MOST_NAMED))
    assert Change.of(frozenset({"games"}), range(MOST_NAMED + 1)).games is None
    assert Change.of(None, [1]).games is None


@pytest.mark.parametrize("text", ["", "[]", '["me"]', '["me",3,[1]]', '["me",[],["x"]]'])
def test_of_what_cannot_be_read_anything_may_have_changed(text: str) -> None:
    assert Change.from_text(text) == ("", ANYTHING)
