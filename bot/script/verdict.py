"""Whether an order was accepted or refused as a script expects, and whether a value is the one written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.box.page import Page
from engine.errors import Refused

ALONE = ("nothing", "none", "no")
"""Words for what is not there."""


def verdict(page: Page, refused: Refused | None) -> list[str]:
    """Whether an order was accepted or refused as expected: `accepted: yes`, `refused: MP-ZOC-3`."""
    found = refusal(page, refused) if "refused" in page else []
    if "accepted" in page:
        wanted = page.choice("accepted", ("yes", "no")) == "yes"
        if wanted != (refused is None):
            found.append(f"accepted: {'yes' if refused is None else _why(refused)}")
    return found


def refusal(page: Page, refused: Refused | None) -> list[str]:
    """Whether a refusal is the one expected: a rule id, rule, reason and facts, any, or none."""
    entry = page.entries["refused"]
    if refused is None:
        return [] if entry in ALONE else ["refused: accepted"]
    if entry in ALONE:
        return [f"refused: {_why(refused)}"]
    if entry == "yes":
        return []
    had = {"rule": refused.rule, "reason": refused.reason, **refused.facts}
    wanted = page.page("refused").entries if isinstance(entry, Mapping) else {"rule": page.text("refused")}
    return [
        f"refused.{key}: {plain(had.get(key))!r}, not {str(want)!r}"
        for key, want in wanted.items()
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
