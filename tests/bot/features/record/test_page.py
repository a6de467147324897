"""The example in docs/record.md is a record, and true."""

from __future__ import annotations

from bot.features.record import checks
from bot.features.record.recorded_game import log_of
from notation.record import read, write
from notation.record.fields import MOST_ENTRIES
from notation.record.reader import LARGEST, LONGEST, MOST_EVENTS
from notation.record.values import DEEPEST
from tests.bot.recorded_games import PAGE, REMARKS, in_page


def test_the_example_of_the_page_is_whole_and_decided_as_it_says() -> None:
    record = read(in_page().encode())

    assert record.intact
    assert checks.decide(record).difference is None
    assert checks.dice_faults(record, log_of(record)) == ()
    assert checks.log_is_whole(record, log_of(record))
    assert checks.shipped(record)
    assert [entry.strikes for entry in record.entries if entry.kind == "undo"] == [(4,)]


def test_every_remark_of_the_example_stands_above_what_it_is_about() -> None:
    lines = in_page().split("\n")

    for start, remark in REMARKS.items():
        assert lines[lines.index(f"# {remark}") + 1].startswith(start)


def test_the_page_names_every_line_of_the_head_and_the_limits() -> None:
    page = PAGE.read_text("utf-8")
    head = write(read(in_page().encode())).partition("[log]")[0].split("\n")[1:]

    for name in {line.partition(":")[0] for line in head if line}:
        assert f"`{name}`" in page
    assert f"at most {LARGEST // 1024**2} MB, a line {LONGEST:,} characters" in page
    assert f"{MOST_ENTRIES:,} entries and {MOST_EVENTS:,} events" in page
    assert f"nested at most {DEEPEST} deep" in page
