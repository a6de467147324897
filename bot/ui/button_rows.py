"""Compact lists that fit a limited space."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.page import LONGEST_LABEL, Button, Menu, Page, button_id


def apart(words: Catalogue, parts: Sequence[str]) -> str:
    """The parts in a row, with that language's semicolon between them."""
    return words("alt.apart").join(parts)


def join_within(names: Names, parts: Sequence[str], longest: int) -> str:
    """The parts in a row; those that do not fit are counted."""
    fitting: list[str] = []
    for part in parts:
        if len(apart(names.words, [*fitting, part])) > longest:
            return apart(names.words, [*fitting, names.words("alt.more", n=len(parts) - len(fitting))])
        fitting.append(part)
    return apart(names.words, fitting)


MOST_ROWS, IN_A_ROW = 5, 5
"""Rows of a message, and buttons in a row."""
RULE = re.compile(r"[A-Z]{2}-[A-Z]{2,4}-\d+")
"""What the number of a rule that can be read looks like."""

Rows = tuple[Menu | tuple[Button, ...], ...]


def added(rows: Rows, presses: tuple[Button, ...]) -> Rows:
    """The rows with more buttons: in the last row where they fit, else below, else not at all."""
    if not presses:
        return rows
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) + len(presses) <= IN_A_ROW:
        return (*rows[:-1], (*rows[-1], *presses))
    return (*rows, presses) if len(rows) < MOST_ROWS else rows


def add_row(page: Page, presses: tuple[Button, ...]) -> Page:
    """The page with more buttons, where it has room."""
    return replace(page, rows=added(page.rows, presses))


def rule_press(words: Catalogue, id_: str) -> Button:
    """The button that shows a rule beside what one reads."""
    label = words("button.read", rule=id_)[:LONGEST_LABEL]
    return Button(label=label, id=button_id(0, 0, "read", id_))


def rule_presses(words: Catalogue, id_: str) -> tuple[Button, ...]:
    """The same, if it is a rule that can be read."""
    return (rule_press(words, id_),) if RULE.fullmatch(id_) else ()
