"""Report lines as plain text for pictures and screen readers: no Markdown, symbols or rule ids."""

from __future__ import annotations

import re
import unicodedata

from bot.i18n.catalogue import Catalogue

_RULE = re.compile(r"\s*\(?`[A-Z]{2}-[A-Z]+-?\d+[a-z]?`\)?")
_SIGNS = frozenset("→×±−·+<=>°€")
"""Signs that are read well, and of which there are letters."""
_INDENTED = ("\u3000", "  ")
DIE = "🎲"


_ITALIC = re.compile(r"(?<![\\*\w])\*(?=[^\s*])((?:\\.|[^*\\])+)\*(?![*\w])")
_ESCAPED = re.compile(r"\\([^\w\s])")


def unmarked(line: str, *, rules: bool = False) -> str:
    """The line without Markdown, its symbols kept: where symbols are shown. `rules`: with rule ids."""
    text = _RULE.sub(_in_brackets if rules else "", line)
    text = _ITALIC.sub(r"\1", re.sub(r"(?<!\\)(\*\*|`|~~)", "", text))
    text = "".join(c for c in _ESCAPED.sub(r"\1", text) if unicodedata.category(c)[0] not in "C")
    return re.sub("[ \u3000]+", " ", text).strip(" ·")  # other spaces hold words together


def _in_brackets(rule: re.Match[str]) -> str:
    """A rule's id, in brackets of its own or those around it."""
    return rule[0] if "(" in rule[0] or ")" in rule[0] else f" ({rule[0].strip()})"


def plainly(words: Catalogue, line: str) -> str:
    """The line without anything but words and numbers; "🎲 6" is "die 6"."""
    text = _RULE.sub("", line).replace(DIE, words("sharing.die")).replace("**", "").replace("`", "")
    text = "".join(c for c in text if c in _SIGNS or unicodedata.category(c)[0] not in "SMC")
    return " ".join(text.replace("*", "").split()).strip(" ·")


def shortened(text: str, longest: int) -> str:
    """The text in at most `longest` characters, cut between words."""
    return text if len(text) <= longest else f"{text[: longest - 1].rpartition(' ')[0]} …"


def aside(line: str) -> bool:
    """Whether a line only explains the one above it."""
    return line.startswith(_INDENTED)
