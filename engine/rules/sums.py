"""Sums that are told part by part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A part of a sum: the rule it comes from, why, and what it adds."""

    rule: str
    reason: str
    adds: int
