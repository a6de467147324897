"""How loudly what fails in the background is told."""

from __future__ import annotations

import logging

import pytest

from bot.runtime import errors
from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble


def test_what_is_left_to_another_process_is_told_in_a_line_and_counts_as_no_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    lost, full = DatabaseTrouble("not_ours", path="games"), DatabaseTrouble("disk_full", path="games")
    metrics = Metrics()

    errors.log_failure(metrics, "pings", lost, 7)
    errors.log_failure(metrics, "pings", full, 7)

    told = [(record.levelname, bool(record.exc_info)) for record in caplog.records]
    assert told == [("INFO", False), ("ERROR", True)]
    assert metrics.stumbled.labels(task="pings")._value.get() == 1
    assert [errors.level_of(each) for each in (lost, full)] == [logging.INFO, logging.ERROR]
