"""The same scripts on the sandbox and on an independent Discord simulation: both show the same."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.bot.whole_games.discord_drivers import (
    DiscordDriver,
    SandboxDriver,
    SimcordDriver,
    sandboxed,
    simulated,
)


async def a_tutorial(at: DiscordDriver) -> None:
    """Alone with the lessons: buttons, a map, a restart with the old buttons."""
    await at.click("Anna", "Start the tutorial")
    await at.restart()
    await at.click("Anna", "Do it for me")
    await at.slash("Anna", "map")


async def a_bridge(at: DiscordDriver) -> None:
    """Morne Plaine for two: a lobby, orders, a refusal, a form, a menu, a secret, taking back."""
    await at.complete("Anna", "game new", "battle", "orm")
    await at.slash("Anna", "game new", battle="ormes", side="blue")
    await at.slash("Bruno", "game join")
    await at.slash("Anna", "game start")
    await at.complete("Anna", "move", "unit", "line")
    await at.slash("Anna", "move", unit="line-1", path="0708")
    await at.slash("Anna", "move", unit="line-1", path="0101")
    await at.slash("Bruno", "move", unit="line-1", path="0708")
    await at.slash("Anna", "undo")
    await at.form("Anna", "orders", text="line-1 NE\nline-2 NE\ncav-9 N")
    await at.slash("Anna", "done")


async def a_ford(at: DiscordDriver) -> None:
    """Pousse-pion with the computer player: a panel, a charge with its dice, the next phase."""
    await at.slash("Anna", "game new", battle="gue", side="blue", partner=True)
    await at.click("Anna", "Start the game")
    await at.slash("Anna", "done")
    await at.slash("Anna", "move", unit="cuir-1")
    await at.click("Anna", "⚔ Charge")
    await at.slash("Anna", "undo")


async def a_column(at: DiscordDriver) -> None:
    """Désastre colonial, both sides in one hand: a chief, those whom he commands, his dice."""
    await at.slash("Anna", "game new", battle="puits", side="both")
    await at.slash("Anna", "game start")
    await at.click("Anna", "Give orders")
    await at.choose("Anna", "Choose a unit", "merlin")
    await at.click("Anna", "Do it for me")


async def an_ambush(at: DiscordDriver) -> None:
    """Art of Tactic: orders that the other side sees only when both have locked."""
    await at.slash("Anna", "game new", battle="nonaka", side="red")
    await at.slash("Bruno", "game join")
    await at.slash("Anna", "game start")
    await at.slash("Anna", "plan write", unit="yari-1", order="march", path="NE")
    await at.slash("Anna", "plan write", unit="yari-1", order="dance")
    await at.click("Anna", "Give orders")
    await at.choose("Anna", "Choose a unit", "nagi-1")
    await at.choose("Anna", "Which order?", "Rest")
    await at.click("Anna", "Lock orders")
    await at.slash("Bruno", "plan lock")
    await at.click("Bruno", "Lock anyway")


SCRIPTS: dict[str, Callable[[DiscordDriver], Awaitable[None]]] = {
    "tutorial": a_tutorial,
    "bridge": a_bridge,
    "ford": a_ford,
    "column": a_column,
    "ambush": an_ambush,
}


def unlike(here: DiscordDriver, there: DiscordDriver) -> list[str]:
    """Where the two differ, step by step."""
    assert [step for step, _ in here.transcript] == [step for step, _ in there.transcript]
    differences = []
    for (step, one), (_, other) in zip(here.transcript, there.transcript, strict=True):
        if one != other:
            texts = (json.dumps(seen, indent=1, sort_keys=True).splitlines() for seen in (one, other))
            differences += [
                f"#{here.channel}, {step}",
                *unified_diff(*texts, "sandbox", "simcord", lineterm=""),
            ]
    return differences


@pytest.mark.long
async def test_whoever_looks_sees_the_same_on_both(tmp_path: Path) -> None:
    channels = tuple(SCRIPTS)
    async with sandboxed(tmp_path, channels) as harness:
        here = {name: SandboxDriver(harness, name) for name in SCRIPTS}
        for name, script in SCRIPTS.items():
            await script(here[name])
    async with simulated(tmp_path, channels) as world:
        there = {name: SimcordDriver(world, name) for name in SCRIPTS}
        for name, script in SCRIPTS.items():
            await script(there[name])
    differences = [line for name in SCRIPTS for line in unlike(here[name], there[name])]
    assert differences == [], "\n".join(differences)
