"""Python source taken apart by one pattern, in a fraction of the time that Python’s own tokeniser takes."""

from __future__ import annotations

import re

PART = re.compile(
    r'#[^\n]*|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|'
    r"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|"
    r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'
    r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
"""A comment or a string, whichever begins first."""


def docstrings_and_comments(source: str) -> str:
    """The comments, and the long strings that begin a line, each on its own lines."""
    lines = [""] * (source.count("\n") + 1)
    number, counted = 0, 0
    for part in PART.finditer(source):
        begins_line = not source[source.rfind("\n", 0, part.start()) + 1 : part.start()].strip()
        if part[0].startswith("#") or (begins_line and part[0].startswith('"""')):
            number += source.count("\n", counted, part.start())
            counted = part.start()
            for n, line in enumerate(part[0].removeprefix('"""').removesuffix('"""').split("\n"), number):
                lines[n] = line
    return "\n".join(lines)


def without_docstrings_and_comments(source: str) -> str:
    """The code and its short strings."""
    return PART.sub(lambda part: " " if part[0].startswith(("#", '"""')) else part[0], source)
