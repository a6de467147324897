"""A line of a report as it is written on a picture or heard: no markdown, no signs, no numbers of rules."""

from __future__ import annotations

import re
import unicodedata

from bot.words import Words

_RULE = re.compile(r"\s*\(?`[A-Z]{2}-[A-Z]+-?\d+[a-z]?`\)?")
_SIGNS = frozenset("→×±−·+<=>°€")
"""Signs that are read well, and of which there are letters."""
_INDENTED = ("\u3000", "  ")
DIE = "🎲"


def plainly(words: Words, line: str) -> str:
    """The line without anything but words and numbers; "🎲 6" is "die 6"."""
    text = _RULE.sub("", line).replace(DIE, words("sharing.die")).replace("**", "").replace("`", "")
    text = "".join(c for c in text if c in _SIGNS or unicodedata.category(c)[0] not in "SMC")
    return " ".join(text.replace("*", "").split()).strip(" ·")


def aside(line: str) -> bool:
    """Whether a line only explains the one above it."""
    return line.startswith(_INDENTED)
