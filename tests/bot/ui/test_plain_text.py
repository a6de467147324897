"""Report lines without Markdown."""

from __future__ import annotations

import pytest

from bot.ui.plain_text import shortened, unmarked

CASES = {
    "⚔️ **ulm** attacks **gun-1**: **7/1** · `0/7*` (`MP-CBT-34`)": "⚔️ ulm attacks gun-1: 7/1 · 0/7*",
    "\u3000column (`MP-CBT-29`), 🎲 6": "column, 🎲 6",
    "~~Undone~~ by \\*\\*Anna\\*\\* \\@everyone": "Undone by **Anna** @everyone",
    "⚖️ **adjourned**: *his \\* reason* · `0/7*`": "⚖️ adjourned: his * reason · 0/7*",
    "0506\u00a0: **yumi-1**\u202e": "0506\u00a0: yumi-1",
}


@pytest.mark.parametrize(("line", "text"), CASES.items())
def test_symbols_stay_and_marks_and_rules_go(line: str, text: str) -> None:
    assert unmarked(line) == text


def test_rules_are_in_brackets_where_they_are_wanted() -> None:
    assert unmarked("\u30000 losses `DC-FIR-23`", rules=True) == "0 losses (DC-FIR-23)"
    assert unmarked("column (`MP-CBT-29`), 🎲 6", rules=True) == "column (MP-CBT-29), 🎲 6"
    assert unmarked("uhlans 4 (CS 3, `MP-CHG-38`)", rules=True) == "uhlans 4 (CS 3, MP-CHG-38)"


@pytest.mark.parametrize(
    ("longest", "text"), [(12, "three words."), (11, "three …"), (8, "three …"), (7, "three …"), (6, " …")]
)
def test_a_long_text_is_cut_between_words(longest: int, text: str) -> None:
    assert shortened("three words.", longest) == text
    assert len(text) <= longest
