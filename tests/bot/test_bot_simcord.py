"""The same scripts on two Discords, one of which nobody here wrote: whoever looks sees the same on both."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from difflib import unified_diff
from pathlib import Path

from tests.bot.two_discords import Hands, OnSandbox, OnSimcord, sandboxed, simulated


async def a_tutorial(at: Hands) -> None:
    """Alone with the lessons: buttons, a map, a restart with the old buttons."""
    await at.click("Anna", "Start the tutorial")
    await at.restart()
    await at.click("Anna", "Do it for me")
    await at.slash("Anna", "map")


async def a_bridge(at: Hands) -> None:
    """Morne Plaine for two: a lobby, orders, a refusal, a form, a menu, a secret, taking back."""
    await at.complete("Anna", "game new", "scenario", "orm")
    await at.slash("Anna", "game new", scenario="ormes", side="blue")
    await at.slash("Bruno", "game join")
    await at.slash("Anna", "game start")
    await at.complete("Anna", "move", "unit", "line")
    await at.slash("Anna", "move", unit="line-1", path="0708")
    await at.slash("Anna", "move", unit="line-1", path="0101")
    await at.slash("Bruno", "move", unit="line-1", path="0708")
    await at.slash("Anna", "undo")
    await at.form("Anna", "orders", text="line-1 NE\nline-2 NE\ncav-9 N")
    await at.slash("Anna", "done")


async def a_ford(at: Hands) -> None:
    """Pousse-pion with the sparring partner: a panel, a charge with its dice, the next phase."""
    await at.slash("Anna", "game new", scenario="gue", side="blue", partner=True)
    await at.click("Anna", "Start the game")
    await at.slash("Anna", "done")
    await at.slash("Anna", "move", unit="cuir-1")
    await at.click("Anna", "⚔ Charge")
    await at.click("Anna", "Undo")


async def a_column(at: Hands) -> None:
    """Désastre colonial, both sides in one hand: a chief, those whom he commands, his dice."""
    await at.slash("Anna", "game new", scenario="puits", side="both")
    await at.slash("Anna", "game start")
    await at.click("Anna", "Give orders")
    await at.choose("Anna", "Choose a unit", "merlin")
    await at.click("Anna", "Do it for me")


async def an_ambush(at: Hands) -> None:
    """Art of Tactic: orders that the other side sees only when both have locked."""
    await at.slash("Anna", "game new", scenario="nonaka", side="red")
    await at.slash("Bruno", "game join")
    await at.slash("Anna", "game start")
    await at.slash("Anna", "order", unit="yari-1", order="march", path="NE")
    await at.slash("Anna", "order", unit="yari-1", order="dance")
    await at.click("Anna", "Give orders")
    await at.choose("Anna", "Choose a unit", "nagi-1")
    await at.choose("Anna", "Which order?", "Rest")
    await at.click("Anna", "Lock the orders")
    await at.slash("Bruno", "lock")


SCRIPTS: dict[str, Callable[[Hands], Awaitable[None]]] = {
    "tutorial": a_tutorial,
    "bridge": a_bridge,
    "ford": a_ford,
    "column": a_column,
    "ambush": an_ambush,
}


def unlike(here: Hands, there: Hands) -> list[str]:
    """Where the two differ, step by step."""
    assert [step for step, _ in here.told] == [step for step, _ in there.told]
    found = []
    for (step, one), (_, other) in zip(here.told, there.told, strict=True):
        if one != other:
            texts = (json.dumps(seen, indent=1, sort_keys=True).splitlines() for seen in (one, other))
            found += [f"#{here.channel}, {step}", *unified_diff(*texts, "sandbox", "simcord", lineterm="")]
    return found


async def test_whoever_looks_sees_the_same_on_both(tmp_path: Path) -> None:
    channels = tuple(SCRIPTS)
    async with sandboxed(tmp_path, channels) as house:
        here = {name: OnSandbox(house, name) for name in SCRIPTS}
        for name, script in SCRIPTS.items():
            await script(here[name])
    async with simulated(tmp_path, channels) as world:
        there = {name: OnSimcord(world, name) for name in SCRIPTS}
        for name, script in SCRIPTS.items():
            await script(there[name])
    found = [line for name in SCRIPTS for line in unlike(here[name], there[name])]
    assert found == [], "\n".join(found)
