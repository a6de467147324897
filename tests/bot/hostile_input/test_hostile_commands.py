"""Hostile input: whatever is handed in is answered, privately and kindly, and has no effect."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox.client.command_input import ATTACHMENT, CHANNEL, ROLE, USER
from tests.bot.conftest import open_harness
from tests.bot.hostile_input.sender import ODD, TEXTS, Sender, commands, raw
from tests.bot.numbered_pictures import NumberedPictures
from tests.bot.two_players import begin

SOAK = bool(os.environ.get("SOAK"))
BATTLES = {"ormes": "blue", "kurokawa": "red"} | ({"gue": "blue", "isandlwana": ""} if SOAK else {})
"""Battles, and Anna's side: in the long form one of each rulebook."""

AT_ONCE = 16
THINGS = (USER, CHANNEL, ROLE, ATTACHMENT)


def options_of(sender: Sender, parameters: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The options that a command needs, as they are usually sent, and what they name."""
    resolved: dict[str, Any] = {}
    usual = []
    for parameter in parameters:
        option, named = sender.usual(parameter)
        usual += [option] if parameter.required else []
        for kind, things in named.items():
            resolved.setdefault(kind, {}).update(things)
    return usual, resolved


def typed(sender: Sender, tree: Any, share: int) -> Iterator[tuple[str, Any]]:
    """Each command with each of its options turned hostile, one by one; `share`: every so many values."""
    turn = 0
    for path, command in commands(tree):
        parameters = list(command.parameters)
        needed, named = options_of(sender, parameters)
        yield "", sender.slash(path, [*needed, {"name": "nobody", "type": 3, "value": "x"}], named)
        if needed:
            yield "", sender.slash(path, [])
        for parameter in parameters:
            usual, _ = sender.usual(parameter)
            rest = [o for o in needed if o["name"] != usual["name"]]
            turn += 1
            for number, value in enumerate((*TEXTS, *ODD)):
                if (number + turn) % share == 0:
                    yield str(value), sender.slash(path, [*rest, usual | {"value": value}], named)
            yield "", sender.slash(path, [*rest, usual | {"type": 3 if usual["type"] != 3 else 4}], named)
            if parameter.autocomplete:
                for value in TEXTS[turn % share :: share]:
                    yield "", sender.complete(path, [*rest, usual | {"value": value, "focused": True}])


async def all_well(sender: Sender, sent: Iterator[tuple[str, Any]]) -> int:
    """Sends them, a few at once; each must be answered as it should be. How many there were."""
    wrong, count = [], 0
    while some := [pair for _, pair in zip(range(AT_ONCE), sent, strict=False)]:
        await sender.answered([made for _, made in some])
        wrong += [(made.name, value[:60], why) for value, made in some if (why := sender.wrong(made))]
        wrong += [(made.name, value[:60], "raw") for value, made in some if raw(sender.response(made), value)]
        count += len(some)
    assert wrong == []
    return count


@pytest.mark.promise(4, 17)
@pytest.mark.fault(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 22)
@pytest.mark.long
@pytest.mark.parametrize(("battle", "side"), BATTLES.items())
async def test_each_option_of_each_command_takes_hostile_values(
    tmp_path: Any, caplog: Any, battle: str, side: str
) -> None:
    async with open_harness(tmp_path) as harness:
        harness.bot.drawing_process.draw = NumberedPictures().draw  # type: ignore[method-assign]
        anna, bruno = await begin(harness, battle, **({"side": side} if side else {}))
        before = (await harness.game()).last
        share = 1 if SOAK else 60 if battle == "ormes" else 90

        count = await all_well(sender := Sender(harness, anna), typed(sender, harness.bot.tree, share))

        assert count > 200
        assert (await harness.game()).last == before, "something of it was obeyed"
        assert sender.called(bruno) == []
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


# --- whatever hypothesis makes up -------------------------------------------------------------------------

LETTERS = st.text(
    st.one_of(st.characters(), st.sampled_from("`*_~|@<>#\\[]()\u202e\u200b\ud800\x00 0123456789NEWS")),
    max_size=60,
)


def made_up(tree: Any) -> st.SearchStrategy[Any]:
    """A command, and for each of its options a value of any kind, or none."""
    known = sorted(path for path, _ in commands(tree))
    value = st.one_of(
        LETTERS, st.sampled_from(TEXTS), st.sampled_from(["line-7", "0405", "yes"]), st.integers()
    )
    return st.tuples(
        st.sampled_from(known), st.lists(st.none() | value | st.sampled_from(ODD), min_size=8, max_size=8)
    )


def handed_in(sender: Sender, tree: Any, path: Any, values: list[Any]) -> Any:
    """That command with those values, for the people and places it needs the usual ones."""
    command = dict(commands(tree))[path]
    _, named = options_of(sender, list(command.parameters))
    usual = [sender.usual(parameter)[0] for parameter in command.parameters]
    changed = zip(usual, values, strict=False)
    given = [o | ({} if v is None or o["type"] in THINGS else {"value": v}) for o, v in changed]
    return sender.slash(path, given, named)


@pytest.mark.promise(4, 17)
def test_whatever_is_made_up_is_answered(tmp_path: Any, caplog: Any) -> None:
    loop = asyncio.new_event_loop()
    opened = open_harness(tmp_path)
    harness = loop.run_until_complete(opened.__aenter__())
    harness.bot.drawing_process.draw = NumberedPictures().draw  # type: ignore[method-assign]
    anna, _ = loop.run_until_complete(begin(harness, "kurokawa", side="red"))
    sender, tree = Sender(harness, anna), harness.bot.tree

    @settings(max_examples=400 if SOAK else 12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(calls=st.lists(made_up(tree), min_size=6, max_size=12))
    def play(calls: list[Any]) -> None:
        sent = (("", handed_in(sender, tree, path, values)) for path, values in calls)
        loop.run_until_complete(all_well(sender, sent))
        assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []

    try:
        play()
    finally:
        loop.run_until_complete(opened.__aexit__(None, None, None))
        loop.close()
