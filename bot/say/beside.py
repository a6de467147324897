"""Buttons that lead further, put where a message has room for them."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.page import LONGEST_LABEL, Menu, Page, Press, press_id
from bot.words import Words

MOST_ROWS, IN_A_ROW = 5, 5
"""Rows of a message, and buttons in a row."""
RULE = re.compile(r"[A-Z]{2}-[A-Z]{2,4}-\d+")
"""What the number of a rule that can be read looks like."""

Rows = tuple[Menu | tuple[Press, ...], ...]


def added(rows: Rows, presses: tuple[Press, ...]) -> Rows:
    """The rows with more buttons: in the last row where they fit, else below, else not at all."""
    if not presses:
        return rows
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) + len(presses) <= IN_A_ROW:
        return (*rows[:-1], (*rows[-1], *presses))
    return (*rows, presses) if len(rows) < MOST_ROWS else rows


def beside(page: Page, presses: tuple[Press, ...]) -> Page:
    """The page with more buttons, where it has room."""
    return replace(page, rows=added(page.rows, presses))


def rule_press(words: Words, id_: str) -> Press:
    """The button that shows a rule beside what one reads."""
    label = words("button.read", rule=id_)[:LONGEST_LABEL]
    return Press(label=label, id=press_id(0, 0, "read", id_))


def rule_presses(words: Words, id_: str) -> tuple[Press, ...]:
    """The same, if it is a rule that can be read."""
    return (rule_press(words, id_),) if RULE.fullmatch(id_) else ()
