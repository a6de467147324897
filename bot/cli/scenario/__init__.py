"""`grognard scenario`: the author's tools."""

from bot.cli.scenario.commands import scenario

__all__ = ["scenario"]
