"""Whether an order was accepted or refused as a script expects, and whether a value is the one written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import Refused
from engine.scenario_builder.mapping_reader import MappingReader

ALONE = ("nothing", "none", "no")
"""Words for what is not there."""


def verdict(page: MappingReader, refused: Refused | None) -> list[str]:
    """Whether an order was accepted or refused as expected: `accepted: yes`, `refused: <rule>`."""
    failures = refusal(page, refused) if "refused" in page else []
    if "accepted" in page:
        accepted = page.choice("accepted", ("yes", "no")) == "yes"
        if accepted != (refused is None):
            failures.append(f"accepted: {'yes' if refused is None else _why(refused)}")
    return failures


def refusal(page: MappingReader, refused: Refused | None) -> list[str]:
    """Whether a refusal is the one expected: a rule id, rule, reason and facts, any, or none."""
    entry = page.entries["refused"]
    if refused is None:
        return [] if entry in ALONE else ["refused: accepted"]
    if entry in ALONE:
        return [f"refused: {_why(refused)}"]
    if entry == "yes":
        return []
    had = {"rule": refused.rule, "reason": refused.reason, **refused.facts}
    expected = (
        page.mapping("refused").entries if isinstance(entry, Mapping) else {"rule": page.text("refused")}
    )
    return [
        f"refused.{key}: {plain(had.get(key))!r}, not {str(want)!r}"
        for key, want in expected.items()
        if not same(had.get(key), want)
    ]


def _why(refused: Refused) -> str:
    return f"{refused.rule} {refused.reason}".strip()


def plain(value: Any) -> str:
    """A value in words; sets are sorted."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return " ".join(map(str, sorted(value) if isinstance(value, (set, frozenset)) else value))
    return str(value)


def same(had: Any, want: Any) -> bool:
    """Whether a value is the one written; lists are written with spaces or as lists."""
    return had is not None and plain(had) == (plain(want) if isinstance(want, list) else str(want))
