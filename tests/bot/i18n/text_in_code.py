"""Strings of a module that read like text for people: what is not a key, a log line, a docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

READS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|(?:^|[\s(·]) ?[^\W\d_]{2,}(?:[\s:,.;!?]|$)|^[A-Z][a-z]+$")
KEY = re.compile(
    r"https://\S+|[a-z0-9_@%{}]+([./-][a-z0-9_{}]*)*|[A-Z]{2}-[A-Z]+-|[A-Z]{1,3}|[a-z_]+:\s?|/[a-z_ ]+:?"
)
UNHEARD = ("errors", "log", "logging", "re", "unicodedata")
QUIET = (ast.Assert, ast.Raise)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLiteral:
    """A string that reads like text, and where it stands."""

    place: str
    line: int
    text: str


def sentences_in(source: str) -> Iterator[tuple[int, str]]:
    """Each string that reads like text, with its line."""
    tree = ast.parse(source)
    yield from _in(tree)


def _in(node: ast.AST) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if _unheard(child):
            continue
        if isinstance(child, ast.JoinedStr):
            text = "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in child.values)
            if _reads(text):
                yield child.lineno, text
            for value in child.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _in(value)
        elif isinstance(child, ast.Constant):
            if isinstance(child.value, str) and _reads(child.value):
                yield child.lineno, child.value
        else:
            yield from _in(child)


def _unheard(node: ast.AST) -> bool:
    """Whether players never see a text: docstrings, the log, errors of the program, annotations."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return True
    if isinstance(node, QUIET) or (isinstance(node, ast.keyword) and node.arg in ("name", "command_prefix")):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return isinstance(owner, ast.Name) and owner.id in UNHEARD
    return isinstance(node, ast.AnnAssign) and node.value is None


def _reads(text: str) -> bool:
    return bool(READS.search(text)) and not KEY.fullmatch(text) and text.lower() != text.upper()
