"""Forged ids of buttons, menus and forms: answered, and nothing is done."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bot.feature import load_features
from tests.bot.conftest import open_harness
from tests.bot.hostile_input.sender import TEXTS, Sender
from tests.bot.hostile_input.test_hostile_commands import BATTLES, SOAK, all_well
from tests.bot.numbered_pictures import NumberedPictures
from tests.bot.two_players import begin
from tests.long_forms import long_but

ABOUT = (
    *(
        "",
        ":",
        ":x",
        ":-1",
        ":0",
        ":999999999999",
        ":x:y",
        ":yes",
        ":1:1:1:1:1",
        ":é:ﬀ:🐎",
        ":::::",
        ":a,b,c",
    ),
    *(":red", ":blue:yes", ":0405", ":line-7:0405", ":yari-1:march:path:NE", ":" + "9" * 40, ":" + "x" * 60),
    *(":\u202e", ":@everyone", ":../..", ":0:0", ":tutorial", ":ormes", ":over:-5", ":over:x", ":theme"),
)
"""What stands behind the verb."""
CHOSEN = (["x"], ["0"], ["-1"], ["9" * 90], ["é"], [""], [], ["a", "b"], ["line-7"], ["0405"], ["²"], ["1e9"])
GAMES = (0, 999, 10**17, -1, -999)
NONE = (
    "",
    "x",
    "g1",
    "g1:",
    "g1:1",
    "g1:1:1",
    "g1:1:1:",
    "g1:x:y:map",
    "g1:1:1:nobody",
    "c1:1:1:nobody",
    "g2:1:1:map",
)
NONE += (
    "g1:1:1:MAP",
    "g1:１:１:map",
    "g1:1:1:map\n",
    "g1:" + "9" * 30 + ":1:map",
    "x" * 100,
    "é" * 100,
    "\x00",
    "g1:1.5:1:map",
)


def pressed(sender: Sender, game: int, last: int, share: int) -> Iterator[tuple[str, Any]]:
    """Every verb, about all sorts of things, of this game and others, as a button and as a menu."""
    turn = count()
    for verb in sorted(verb for f in load_features() if f.buttons for verb in f.buttons.handlers):
        for number, about in enumerate(ABOUT):
            if (number + next(turn)) % share:
                continue
            where, stamp = (
                (game, (last, 0, 999999999)[number % 3]) if number % 4 else (GAMES[number % 5], last)
            )
            id_ = f"1:{where}:{stamp}:{verb}{about}"[:98]
            yield "", sender.press("g" + id_, private=bool(number % 2))
            yield "", sender.press("c" + id_, CHOSEN[number % len(CHOSEN)], private=bool(number % 2))
    for id_ in NONE:
        yield "", sender.press(id_) if id_[:1] != "c" else sender.press(id_, ["x"])


FIELD = {"type": 4, "custom_id": "text", "value": "x", "id": 9}
FORMS: tuple[Any, ...] = (
    [],
    [{"type": 1, "components": []}],
    [{"type": 1, "components": [FIELD, FIELD]}],
    [{"type": 1, "components": [FIELD]}, {"type": 1, "components": [FIELD | {"value": "y"}]}],
    [{"type": 1, "components": [FIELD | {"custom_id": "other"}]}],
    [{"type": 18, "component": FIELD}],
    [{"type": 18, "component": {"type": 3, "custom_id": "text", "values": ["x"], "id": 3}}],
    [{"type": 18, "component": {"type": 19, "custom_id": "text", "values": ["1"], "id": 3}}],
    [{"type": 1, "components": [FIELD | {"value": None}]}],
    [{"type": 1, "components": [FIELD | {"value": 7}]}],
    [{"type": 1, "components": [FIELD | {"value": ["x"]}]}],
    [{"type": 1, "components": [{"type": 99, "id": 1}]}],
    [{"type": 1, "components": [FIELD | {"extra": {"a": [1]}}]}],
    *([{"type": 1, "components": [FIELD | {"value": text}]}] for text in TEXTS),
)


def submitted(sender: Sender, game: int, last: int, share: int) -> Iterator[tuple[str, Any]]:
    """Forms with fields too few, too many, of another kind, for other games, with all sorts of texts."""
    for number, fields in enumerate(FORMS):
        if number < 13 or number % share == 0:
            yield "", sender.submit(f"f1:{game}:{last}:write", fields)
    for id_ in (
        f"f1:{game}:{last}:nobody",
        "f1:0:0:write",
        f"f1:{10**17}:0:write",
        "f1:-1:0:write",
        "",
        "x",
        "é" * 100,
    ):
        yield "", sender.submit(id_, FORMS[2])


@pytest.mark.promise(4, 17)
@pytest.mark.fault(18, 20, 23)
@pytest.mark.parametrize(("battle", "side"), long_but([*BATTLES.items()][:1], BATTLES.items()))
async def test_ids_that_are_made_up_do_nothing(tmp_path: Any, caplog: Any, battle: str, side: str) -> None:
    async with open_harness(tmp_path) as harness:
        harness.bot.drawing_process.draw = NumberedPictures().draw  # type: ignore[method-assign]
        anna, bruno = await begin(harness, battle, **({"side": side} if side else {}))
        await anna.slash("battle", "game status")
        game = await harness.game()
        sender, share = Sender(harness, anna), 1 if SOAK else 40 if battle == "ormes" else 80
        await sender.open()

        await all_well(sender, pressed(sender, game.record.id, game.last, share))
        await all_well(sender, submitted(sender, game.record.id, game.last, 1 if SOAK else 8))

        assert sender.called(bruno) == []
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []
