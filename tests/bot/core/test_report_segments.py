"""How the posts of a chapter are cut: the end of a turn and a beginning of which nothing is told make one."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.report_segments import _joined
from engine.events import Began, Event, Moved, Noted
from storage import Entry

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BEGAN = Began(phase="movement", turn=1, player="red", owing=("red",))
NEWS = Noted(kind="rallied", facts={})
SHOWN = Moved(unit="u", origin="0101", hex="0102", manner="march")


def joined(*events: Event) -> list[tuple[str, int, int]]:
    """Of an entry whose three events are a stage each."""
    entry = Entry(kind="order", events=events, at=NOON)
    return _joined(entry, [("one", 0, 1), ("two", 1, 2), ("three", 2, 3)])


def test_a_beginning_of_which_nothing_is_told_goes_with_the_stage_before_it_alone() -> None:
    assert joined(NEWS, NEWS, BEGAN) == [("one", 0, 1), ("two", 1, 3)]
    assert _joined(Entry(kind="order", events=(BEGAN,), at=NOON), [("one", 0, 1)]) == [("one", 0, 1)]


def test_each_has_its_post_where_there_is_something_to_tell_or_to_show() -> None:
    apart = [("one", 0, 1), ("two", 1, 2), ("three", 2, 3)]

    assert joined(NEWS, NEWS, NEWS) == apart
    assert joined(NEWS, SHOWN, BEGAN) == apart
