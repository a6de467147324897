"""Pairs of games that differ only in one side's orders or placement: no one else can tell (AT-ORD-03)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from tests.bot.conftest import open_harness
from tests.bot.features.orders.test_setup import plain
from tests.bot.features.secret_orders.test_secret_orders import panel, pick, press
from tests.bot.locking import lock
from tests.bot.numbered_pictures import NumberedPictures

Secret = Callable[[Any, Any], Awaitable[None]]

PROBES = """\
yari-3 march SE
yari-1 march NE
yumi-2 fires yari-1
yari-3 assault yari-1 SE SE
no order yari-1
unlock
lock
"""


async def everything_asked(harness: Any, person: Any) -> list[str]:
    """Everything another player might try to learn what Red has written, with the completions."""
    for words in ({}, {"unit": "yari-1"}, {"area": "corps", "corps": "red", "overlay": "plans trails"}):
        await person.slash("battle", "map", words)
    for command in (
        "game status",
        "game board",
        "log",
        "why",
        "plan show",
        "undo",
        "plan unlock",
        "rally",
        "done",
    ):
        await person.slash("battle", command)
    for unit, order, words in (
        ("yari-1", "march", {"path": "NE"}),
        ("yari-1", "no order", {}),
        ("yari-1", "", {}),
        ("yari-3", "march", {"path": "SE"}),
        ("yumi-2", "fire_ranged_weapons", {"target": "yari-1"}),
        ("yumi-2", "fire", {"target": "teppo-1"}),
        ("yari-3", "assault", {"target": "yari-1", "path": "SE SE"}),
    ):
        await person.slash("battle", "plan write", {"unit": unit, "order": order, **words})
    for command in (
        "game list",
        "me predictions",
        "game team show",
        "lobby show",
        "game draw",
        "game rematch",
    ):
        await person.slash("battle", command)
    for what in ("map", "phase", "fight"):
        await person.slash(
            "battle", "game picture", what=what, channel=harness.sandbox.channel("tutorial")["id"]
        )
    exported = await person.slash("battle", "game export")
    files = plain(exported.file().decode()) if exported.attachments else ""
    await person.slash("battle", "unit place", unit="yari-1", hex="0708")
    await person.slash("battle", "odds", unit="yari-3", target="yari-1")
    form = await person.slash("battle", "orders")
    if form.kind == 9:
        await person.submit(form, {"text": PROBES})
    await harness.quiet()
    post = [m for m in person.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    for label in ("Give orders", "Map and key"):
        await person.click(post, label)
        await harness.quiet()
    if person.name == "Bruno" and (await harness.game()).state.phase == "planning":
        chosen = await pick(harness, person, await panel(harness, person), "pick", "kiba-2")
        path = await pick(harness, person, chosen, "kind", "run")
        await press(harness, person, path, next(b["label"] for b in path.buttons if not b.get("disabled")))
    return [
        files,
        *[await complete(person, command, given, focused) for command, given, focused in COMPLETED],
    ]


PNG = b"\x89PNG"
COMPLETED = (
    ("map", {"unit": ""}, "unit"),
    ("map", {"corps": ""}, "corps"),
    ("plan write", {"unit": ""}, "unit"),
    ("plan write", {"unit": "yari-1", "order": ""}, "order"),
    ("plan write", {"unit": "yari-3", "order": ""}, "order"),
    ("plan write", {"unit": "yari-3", "order": "march", "path": ""}, "path"),
    ("plan write", {"unit": "yumi-2", "order": "fire_ranged_weapons", "target": ""}, "target"),
    ("plan write", {"unit": "yari-1", "order": "march", "path": ""}, "path"),
    ("unit place", {"unit": ""}, "unit"),
    ("odds", {"unit": ""}, "unit"),
    ("log", {"unit": ""}, "unit"),
    ("log", {"phase": ""}, "phase"),
    ("why", {"about": ""}, "about"),
    ("game board", {"near": ""}, "near"),
    ("game team release", {"corps": ""}, "corps"),
)


def drawn(person: Any) -> list[bytes]:
    """The pictures that a player saw."""
    files = (m.file(0) for m in person.sees("battle") if m.attachments)
    return sorted(file for file in files if file.startswith(PNG))


async def complete(person: Any, command: str, given: dict[str, str], focused: str) -> str:
    return json.dumps(await person.complete("battle", command, given, focused=focused))


async def seated(harness: Any, battle: str) -> tuple[Any, Any, Any]:
    """Anna plays Red, Bruno Blue; Clara watches."""
    numbers = count(1)
    harness.bot.games.secret = lambda n: bytes([next(numbers) % 256]) * n  # in every game the same
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle=battle, side="red")
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno, clara


async def seen_by_others(harness: Any, battle: str, secret: Secret, ready: str) -> dict[str, Any]:
    """All that Bruno and Clara were told, saw and were offered while Red made up its mind and when it had."""
    seen: dict[str, Any] = {}
    anna, bruno, clara = await seated(harness, battle)
    lobby = {person.name: len(person.page_events()) for person in (bruno, clara)}
    await secret(harness, anna)
    await harness.quiet()
    for person in (bruno, clara):
        seen[f"{person.name} during"] = await everything_asked(harness, person)
    await (lock(anna) if ready == "plan lock" else anna.slash("battle", ready))
    await harness.quiet()
    for person in (bruno, clara):
        seen[f"{person.name} after"] = await everything_asked(harness, person)
        seen[f"{person.name} was shown"] = sorted(
            plain(x) for x in person.page_events()[lobby[person.name] :]
        )
        seen[f"{person.name} saw"] = drawn(person)
    assert ready == "plan lock" or (await harness.game()).state.phase == "setup"
    return seen


async def few(harness: Any, anna: Any) -> None:
    """One order."""
    await anna.slash("battle", "plan write", unit="yari-1", order="march", path="NW")


async def many(harness: Any, anna: Any) -> None:
    """Many, typed, in a form, by panel, taken back, struck out, locked and opened again by another form."""
    for unit in ("yari-1", "nagi-1", "akagi"):
        await anna.slash("battle", "plan write", unit=unit, order="defend", facing="NE")
    await anna.slash("battle", "undo")
    await anna.slash("battle", "plan write", unit="nagi-1", order="no order")
    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": "kata-1 run W\nyumi-1 rest"})
    await anna.click(plan, "Give")
    await harness.quiet()
    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "kiba-1")
    path = await pick(harness, anna, chosen, "kind", "run")
    await press(harness, anna, await press(harness, anna, path, "NW"), "Write this order")


async def here(harness: Any, anna: Any) -> None:
    await placed(anna, ("0708", "0608", "0808", "0508", "0908", "1008"))


async def there(harness: Any, anna: Any) -> None:
    await placed(anna, ("0709", "0609", "0809", "0509", "0909", "1009"))
    await anna.slash("battle", "unit unplace", unit="kiba-1")
    await anna.slash("battle", "undo")
    await anna.slash("battle", "unit place", unit="kiba-1", hex="0108")


async def placed(anna: Any, hexes: tuple[str, ...]) -> None:
    for unit, hex_ in zip(("akagi", "yari-1", "yari-2", "yumi-1", "nagi-1", "kiba-1"), hexes, strict=True):
        await anna.slash("battle", "unit place", unit=unit, hex=hex_)


@pytest.mark.long
@pytest.mark.parametrize(
    ("battle", "first", "second", "ready"),
    [("kurokawa", few, many, "plan lock"), ("takase", here, there, "done")],
    ids=["orders", "set-up"],
)
async def test_pairs_of_games_that_differ_in_reds_secrets_tell_no_one_else_AT_ORD_03(
    tmp_path: Any, battle: str, first: Secret, second: Secret, ready: str
) -> None:
    games, sketches = [], NumberedPictures()
    for name, secret in (("first", first), ("second", second)):
        async with open_harness(tmp_path / name) as harness:
            if battle == "kurokawa":  # the other one is really drawn
                harness.bot.drawing_process.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await seen_by_others(harness, battle, secret, ready))

    assert games[0].keys() == games[1].keys()
    for key in games[0]:
        assert games[0][key] == games[1][key], key
    assert len(games[0]["Bruno was shown"]) > 40
    assert len(games[0]["Bruno saw"]) > 4


# --- after the reveal: what lies in ambush stays hidden ---------------------------------------------------


async def lurked(harness: Any, facing: str) -> dict[str, Any]:
    """Two turns in which the same unit lies in ambush; in the second it looks that way."""
    anna, bruno, clara = await seated(harness, "kurokawa")
    for way in ("NE", facing):
        await anna.slash("battle", "plan write", unit="yari-1", order="ambush", facing=way)
        for person in (anna, bruno):
            await lock(person)
            await harness.quiet()  # else it depends on the moment whether the status is shown in between
    game, seen = await harness.game(), dict[str, Any]()
    assert game.state.turn == 3
    assert game.state.marked("yari-1", "hidden")
    assert game.seen("blue").state.units["yari-1"].hex is None
    for person in (bruno, clara):
        seen[f"{person.name} asked"] = await everything_asked(harness, person)
        seen[f"{person.name} was shown"] = sorted(plain(x) for x in person.page_events())
        seen[f"{person.name} saw"] = drawn(person)
    return seen


@pytest.mark.long
async def test_pairs_of_games_that_differ_in_an_ambush_tell_no_one_else_AT_ORD_50(tmp_path: Any) -> None:
    games, sketches = [], NumberedPictures()
    for facing in ("NE", "W"):
        async with open_harness(tmp_path / facing) as harness:
            harness.bot.drawing_process.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await lurked(harness, facing))

    for key in games[0]:
        assert games[0][key] == games[1][key], key
