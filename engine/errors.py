"""Refusals as data, never sentences. A refusal changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

Fact = str | int | tuple[str, ...]


class Refused(Exception):
    """A command that is refused.

    `rule` is the rule to read ("" where no rule of the rulebook forbids it), `reason` the key of the
    sentence that explains, `facts` the names and numbers in it (hexes and unit ids as printed).
    """

    def __init__(self, rule: str, reason: str, **facts: Fact) -> None:
        super().__init__(f"{reason} [{rule}] {facts}" if rule else f"{reason} {facts}")
        self.rule = rule
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


class IllegalOrder(Refused):
    """The rulebook forbids it."""


class NotYours(Refused):
    """The side has no decision to make now, or the unit is not its own."""


class WrongPhase(Refused):
    """The order belongs to another phase."""


class NotOnTable(Refused):
    """It cannot be read: no such unit, hex or option."""


class GameOver(Refused):
    """The game has ended."""


class BadScenario(Exception):
    """A scenario that cannot be built; says file, line and key where they are known."""

    def __init__(self, what: str, key: str, where: str = "") -> None:
        super().__init__(f"{where + ': ' if where else ''}{key}: {what}")
        self.what = what
        self.key = key
        self.where = where
