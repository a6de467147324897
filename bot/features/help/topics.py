"""Topics of /help, and how a slash command says where it belongs."""

from __future__ import annotations

from typing import Any

TOPICS = ("start", "orders", "chiefs", "looking", "time", "undo", "teams", "tournaments", "server", "privacy")
"""The topics, in the order of the menu."""


def in_topic(topic: str, place: int) -> dict[Any, Any]:
    """The extras of a command that help shows under a topic, at that place."""
    assert topic in TOPICS, topic
    return {"help": (topic, place)}
