"""Plain English: words that players, hosts and authors should not have to read, and what to say instead."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.i18n.catalogue import LOCALE_FOLDER
from tests.source_text import docstrings_and_comments

ROOT = Path(__file__).resolve().parents[1]
PYTHON = (
    *("bench", "bot", "engine", "notation", "opponent", "render", "sandbox", "scenarios", "storage", "tests"),
    "tools",
)
"""Folders whose docstrings and comments are checked."""
FILES = (
    LOCALE_FOLDER / "en.yaml",
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "scenarios").rglob("*.yaml")),
    *(path for name in PYTHON for path in sorted((ROOT / name).rglob("*.py"))),
)
KEY = re.compile(r"^ *\w+:", re.MULTILINE)
"""The key of a line of YAML, which is not a sentence."""
TYPED = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""Code between backticks, in Markdown and docstrings."""
VERB = "(?:can|cannot|could|may|might|must|should|would|wants|likes|needs|plays|sees|says)"
AVOIDED = {
    "somebody": "you, a player",
    "nobody": "no one",
    "whoever": "anyone who",
    "one[’']s(?: own)?": "your",
    f"(?:if|when|where|what|how|as|whether|than|because|until|before|while) one {VERB}": "you",
    "s[ai]ts? down": "join",
    "(?<!anyone )who open(?:s|ed) (?:one|(?:a|that|the|this) game)": "the host",
    "time(?: of [^ .]+)? (?:is|was) over": "ran out of time",
    "deadlines (?:of his|(?:were |are )?kept(?! in\\b))|kept (?:his|their) deadlines": "deadlines met",
    "(?:is|are|was|were|be|being) kept for": "reserved for",
    "anew|once more|again as before": "again",
    "whither|whence": "where, from where",
    "besides": "also",
    "thereupon": "then",
    "foret(?:ell|old)(?:s|ing)?": "predict",
    "look(?:s|ed|ing)? on(?! (?:a|an|both|each|every|its|that|the|this|your)\\b)": "watch, spectator",
    "(?<!zip )bombs?": "a zip bomb",
    "lies? about (?:its|their) sizes?": "a false size",
    "t(?:ake|akes|aking|aken|ook) away": "delete",
    "put(?:s|ting)? back": "restore",
    "let(?:s|ting)? go": "drop, release",
}
"""Words to avoid, as regular expressions, and what to say."""

IN_DISCORD = {"en.yaml", "README.md", "players-guide.md", "hosts-guide.md"}
"""Files about a game in Discord. Elsewhere a table is a chart, or one of a database."""
TABLE = {"(?:an older|that|the|the local|the whole|this|your) table(?! (?:of|that)\\b)": "the game, the map"}


def avoided(text: str, words: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """Every word to avoid in a text: its line, the word, what to say."""
    flat = re.sub(r"\s", " ", KEY.sub(lambda key: " " * len(key[0]), text))
    for pattern, better in words.items():
        spaced = re.sub(r" (?!\))", " +", pattern)
        for match in re.finditer(rf"\b(?:{spaced})\b", flat, re.IGNORECASE):
            yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), better


def prose(path: Path) -> str:
    """The text of a file, without what is not prose; lines keep their numbers."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        text = docstrings_and_comments(text)
    if path.suffix in (".md", ".py"):
        text = TYPED.sub(lambda typed: re.sub(r"[^\n]", " ", typed[0]), text)
    return text


def folder(path: Path) -> str:
    """The folder at the top that a file is in; in `bot` and `tests` the next one, too."""
    parts = path.relative_to(ROOT).parts[:-1]
    return "/".join(parts[: 2 if parts[:1] in (("bot",), ("tests",)) else 1])


@pytest.mark.parametrize("place", sorted({folder(path) for path in FILES}))
def test_texts_are_plain_english(place: str) -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{line}: {word!r}, say {better!r}"
        for path in FILES
        if folder(path) == place
        for line, word, better in sorted(
            avoided(prose(path), AVOIDED | TABLE if path.name in IN_DISCORD else AVOIDED)
        )
    ]

    assert lines == []


@pytest.mark.parametrize(
    ("text", "avoided_word"),
    [
        ("Whoever plays it may look.", "Whoever"),
        ("If one\nmay see it", "If one may"),
        ("It is kept\n  for Anna.", "is kept for"),
        ("a thread of one’s own", "one’s own"),
        ("Those who look on predict it.", "look on"),
        ("The table has changed.", "The table"),
    ],
)
def test_words_to_avoid_are_noticed(text: str, avoided_word: str) -> None:
    assert [(line, word) for line, word, _ in avoided(text, AVOIDED | TABLE)] == [(1, avoided_word)]


@pytest.mark.parametrize(
    "text",
    [
        "One of them looks on the map.",
        "  nobody: no one yet",
        "a zip bomb",
        "the movement table",
        "No one may enter.",
    ],
)
def test_plain_words_are_left_alone(text: str) -> None:
    assert list(avoided(text, AVOIDED | TABLE)) == []


def test_docstrings_and_comments_are_those_that_python_finds() -> None:
    for path in sorted((ROOT / "opponent").rglob("*.py")):
        source = path.read_text("utf-8")
        lines = [""] * (source.count("\n") + 1)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                lines[node.lineno - 1 : node.end_lineno] = str(node.value.value).split("\n")
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                lines[token.start[0] - 1] = token.string

        assert docstrings_and_comments(source).split("\n") == lines, path
