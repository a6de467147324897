"""Long forms of tests: what `.ci/run` runs (LONG=1), and `make test` leaves out (docs/testing.md)."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

LONG = os.environ.get("LONG") == "1" or bool(os.environ.get("SOAK"))
"""Whether tests marked `long` run, too, and others at their full length."""
FIRST_BATTLES = ("tutorial", "gue", "puits", "nonaka")
"""Of each rulebook the battle with lessons, its smallest: enough where it is the rulebook that matters."""


def long_but(quick: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Values for `parametrize`, those that are not in `quick` marked as long.

    All of `quick` must be among them, or the quick form would be empty some day.
    """
    values = list(values)
    assert quick, "no quick form"
    assert set(quick) <= set(values)
    rows = [(value, value if isinstance(value, tuple) else (value,)) for value in values]
    return [pytest.param(*row, marks=[] if value in quick else pytest.mark.long) for value, row in rows]
