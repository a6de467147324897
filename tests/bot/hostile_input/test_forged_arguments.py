"""Buttons, menus and forms whose id says anything at all: a refusal or a page, never a fault of ours."""

from __future__ import annotations

import contextlib
import random
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from bot.feature import load_features
from bot.ui.component_press import ComponentPress, IdArguments
from engine.errors import Refused
from tests.bot.conftest import open_harness
from tests.bot.hostile_input.test_hostile_commands import SOAK
from tests.bot.numbered_pictures import NumberedPictures
from tests.bot.two_players import actor, begin, order
from tests.long_forms import LONG, long_but

BATTLES = {"ormes": 16, "gue": 8, "puits": 16, "kurokawa": 1}
"""A battle of each rulebook, and after how many orders it is tried again."""
WORDS = (
    "",
    "x",
    "yes",
    "0",
    "1",
    "7",
    "-1",
    "9" * 18,
    "²",
    "1e9",
    "a,b",
    "é",
    "N",
    "NE",
    "@off_map",
    "*",
    "theme",
    "over",
)
TRIES = 200 if SOAK else 3 if LONG else 1
"""Ids for each verb."""


def verbs() -> list[str]:
    """Those of all features, and of forms."""
    found: set[str] = set()
    for feature in load_features():
        for buttons in (feature.buttons, feature.play_buttons):
            if buttons is not None:
                found |= {*buttons.handlers, *buttons.forms}
    return sorted(found)


def words_of(game: Any) -> tuple[str, ...]:
    """What could stand in an id about this game: units, hexes, sides, phases, orders."""
    state = game.state
    hexes = random.Random(1).sample(sorted(game.scenario.hexes), 6)
    units = list(state.units)[:6]
    sheet = ("march", "run", "rest", "defend", "path", "facing", "reach")
    return (*units, *hexes, *game.scenario.side_ids, *list(game.system.phases)[:4], *sheet, *WORDS)


def forged(game: Any, verb: str, chance: random.Random) -> Iterator[ComponentPress]:
    """Ids with this verb."""
    words = words_of(game)
    for _ in range(TRIES):
        about = [chance.choice(words) for _ in range(chance.randrange(6))]
        if chance.random() < 0.3:
            about = [",".join(chance.choices(words, k=3)), *about[1:]]
        picked = tuple(chance.choices(words, k=chance.randrange(3)))
        stamp = chance.choice((game.last, game.seen(game.side_for(0)).stamp, 0, 1, 10**9 - 1))
        game_id = chance.choice((*[game.record.id] * 8, 0, 999, -1, -game.record.id))
        answers = {chance.choice(("unit", "order", "hex", "x")): chance.choice(words) for _ in range(2)}
        yield ComponentPress(
            game_id=game_id,
            stamp=stamp,
            verb=verb,
            arguments=IdArguments(about),
            chosen=picked[0] if picked else "",
            picked=picked,
            answers=answers,
        )


async def tried(harness: Any, user: int, chance: random.Random) -> list[str]:
    """What went wrong with forged ids, in the game as it stands."""
    router, wrong = harness.bot.component_handler._router, []
    for verb in verbs():
        for press in forged(await harness.game(), verb, chance):
            asking = actor(harness, user)
            for asked in (router.dispatch(press, asking), router.submit(press, chance.choice(WORDS), asking)):
                try:
                    await asked
                except Refused:
                    pass
                except Exception as error:
                    wrong.append(f"{verb}: {error!r} in {_where(error)}, of {press}")
    return wrong


def _where(error: BaseException) -> str:
    """The line in which it happened."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}:{last.lineno}"


FOUND = [
    ("ormes", "log", "0:-1"),
    ("ormes", "goto", "*"),
    ("ormes", "lock", "x"),
    ("puits", "turn", "*:²"),
    ("puits", "volley", "merlin:²:-1"),
]


@pytest.mark.parametrize(("battle", "verb", "about"), FOUND)
async def test_what_was_found_before(tmp_path: Any, battle: str, verb: str, about: str) -> None:
    async with open_harness(tmp_path) as harness:
        anna, _ = await begin(harness, battle)
        press = ComponentPress(
            game_id=1, stamp=1, verb=verb, arguments=IdArguments(about.split(":")), chosen="0", picked=("0",)
        )
        router, asking = harness.bot.component_handler._router, actor(harness, int(anna.id))
        with contextlib.suppress(Refused):
            await (router.submit(press, "A", asking) if verb == "goto" else router.dispatch(press, asking))
        await harness.quiet()


@pytest.mark.long
@pytest.mark.promise(4)
@pytest.mark.fault(18)
@pytest.mark.parametrize("battle", long_but(["gue"], BATTLES))
async def test_whatever_an_id_says_is_no_fault_of_ours(tmp_path: Any, battle: str) -> None:
    chance = random.Random(battle)
    async with open_harness(tmp_path) as harness:
        harness.bot.drawing_process.draw = NumberedPictures().draw  # type: ignore[method-assign]
        people = [int(harness.person(name).id) for name in ("Anna", "Bruno", "Clara")]
        await harness.person("Anna").slash("tutorial", "game new", battle=battle)
        wrong = await tried(harness, chance.choice(people), chance)
        await begin(harness, battle)
        for _ in range(BATTLES[battle]):
            if (await harness.game()).owing:  # what was forged may have opened another game
                await order(harness)
        for user in people:
            wrong += await tried(harness, user, chance)
        await harness.quiet()

    assert sorted(wrong) == []
