"""docs/reliability.md: every promise and every fault has a test, and says what the bot does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reliability.md"
COUNTS = {"promise": 17, "fault": 79}


def marked(kind: str) -> set[int]:
    """The numbers that tests bear."""
    files = [*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("sandbox/tests/test_*.py")]
    return {number for file in files for number in numbers(ast.parse(file.read_text("utf-8")), kind)}


def numbers(tree: ast.AST, kind: str) -> Iterator[int]:
    """What `mark.<kind>(...)` says in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == kind:
            yield from (
                a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, int)
            )


@pytest.mark.parametrize(("kind", "count"), COUNTS.items())
def test_each_has_a_test(kind: str, count: int) -> None:
    assert marked(kind) == set(range(1, count + 1))


def test_each_line_of_the_page_says_what_the_bot_does() -> None:
    lines = re.findall(r"^\| (\d+) \| (.+?) \|(?: (.*?) ?\|)?$", PAGE.read_text("utf-8"), re.MULTILINE)
    numbers = [int(number) for number, _, _ in lines]
    assert numbers == [*range(1, COUNTS["promise"] + 1), *range(1, COUNTS["fault"] + 1)]
    assert [number for number, _, does in lines[COUNTS["promise"] :] if not does] == []
