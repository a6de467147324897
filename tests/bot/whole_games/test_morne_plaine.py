"""Whole battles at Ormes over real sockets, orders typed as slash commands."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import opponent
from engine.commands import Attack, Bombard, Done, Move, Rally
from engine.events import Rolled

MOST_ORDERS = 600
SCRIPT = Path(__file__).resolve().parents[3] / "docs" / "verify_dice.py"


def typed(command: Any) -> tuple[str, dict[str, str]]:
    """A command as a person types it."""
    if isinstance(command, Move):
        return "move", {"unit": command.unit, "path": " ".join(command.path)}
    if isinstance(command, Attack):
        return "attack", {"unit": command.unit, "target": command.target}
    if isinstance(command, Bombard):
        return "unit bombard", {"unit": command.unit, "target": command.target}
    assert isinstance(command, (Done, Rally))
    return type(command).__name__.lower(), {}


def check_dice(game: Any, paper: str) -> None:
    """Throw every die of the paper again, by the formula it gives."""
    salts = "/".join(game.record.salts)
    lines = [line.split() for line in paper.splitlines() if re.match(r"\d+/\d+/\d+ ", line)]
    rolled = [e for entry in game.active_entries for e in entry.events if isinstance(e, Rolled)]
    assert len(lines) == sum(len(e.dice) for e in rolled) > 10
    for key, sides, face, *_ in lines:
        mac = hmac.new(game.record.seed, f"{salts}/{key}".encode(), hashlib.sha256)
        assert int.from_bytes(mac.digest(), "big") % int(sides[1:]) + 1 == int(face)


async def check_yourself(harness: Any, paper: bytes, folder: Any) -> None:
    """Check the paper as anybody can at home; then what /dice verify and /dice luck say of the same game."""
    file = folder / "dice.txt"
    file.write_bytes(paper)
    for words in (("-I", str(SCRIPT)), ("-m", "bot", "verify")):
        checked = await asyncio.create_subprocess_exec(
            sys.executable, *words, str(file), stdout=asyncio.subprocess.PIPE, cwd=SCRIPT.parents[1]
        )
        output, _ = await checked.communicate()
        assert checked.returncode == 0, output
        assert b"Every die matches the seed" in output
    clara = harness.person("Clara")
    verified = await clara.slash("battle", "dice verify")
    lucky = await clara.slash("battle", "dice luck")
    assert "match the seed" in verified.words
    assert verified.file(0) == paper
    assert "Blue:" in lucky.words
    assert lucky.pictures[0]["filename"] == "luck.png"
    assert "Combat" in lucky.pictures[0]["description"]


async def play(harness: Any, person: Any, channel: str) -> Any:
    """Play this person's seats to the end, by the computer player's own advice."""
    for _ in range(MOST_ORDERS):
        await harness.quiet()
        game = await harness.game()
        if not game.playing:
            return game
        side = game.side_for(int(person.id))
        if side not in game.owing:
            continue
        command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
        reply = await person.slash(channel, command, options)
        assert reply.ephemeral
        assert (await harness.game()).last > game.last, reply.words
    raise AssertionError("the battle does not end")


@pytest.mark.long
async def test_a_battle_is_played_to_its_end(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")

    game = await play(harness, anna, "battle")
    await harness.quiet()

    posts = [m for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral]
    assert game.state.result is not None
    assert game.record.seed.hex() in posts[-1].words
    named = [file["filename"] for file in posts[-1].attachments]
    paper = posts[-1].file(named.index("dice.txt"))
    check_dice(game, paper.decode())
    await check_yourself(harness, paper, harness.folder)
    assert all(len(m.text) <= 4000 for m in posts)
    pictures = [a for m in posts for a in m.pictures]
    assert len(pictures) >= game.state.turn, "every player-turn has one at least"
    assert all(a["description"] for a in pictures)
    assert {e.who for e in game.entries if e.side == "blue"} == {int(anna.id)}
    assert not harness.sandbox.unanswered
    assert [e.kind for e in game.entries if e.side == "orange"], "Orange has played"


async def test_a_phase_that_was_ended_with_nothing_done_says_so_and_the_beginning_of_a_game_does_not(
    harness: Any,
) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    begins = await anna.until("battle", "Turn 1 of 8")

    await anna.slash("battle", "done")
    await harness.quiet()
    ended = await anna.until("battle", "Turn 1 of 8 — Orange")

    assert "Nothing to do" in begins.words
    assert "Nothing happened" not in begins.words
    assert "*Nothing happened.*\n-# Nothing to do: 🔵 combat, 🔵 rally" in ended.words


async def test_who_does_not_resign_after_all_is_back_at_the_orders(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    sure = await anna.slash("battle", "game resign")

    back = await anna.click(sure, "No, go on playing")

    assert "you play Blue" in back.words
    assert "Done with movement" in back.message.labels
    assert (await harness.game()).record.status == "playing"


async def test_an_opponent_is_invited_and_can_win(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="orange", opponent=bruno.id)
    await harness.quiet()
    called = (await anna.until("battle", "you are invited")).text
    await bruno.slash("battle", "game join")
    await bruno.slash("battle", "game start")
    sure = await anna.slash("battle", "game resign")
    assert (await harness.game()).record.status == "playing", "nothing is given up before it is confirmed"
    given_up = await anna.click(sure, "Yes, give up Orange")
    await harness.quiet()

    assert "player-turn" not in given_up.words, "it was the other side's"
    last = harness.sandbox.messages("battle", "Clara")[-1]
    assert f"<@{bruno.id}>" in called
    assert "Blue wins" in last.words
    assert "has resigned" in last.words
    assert (await harness.game()).record.status == "over"
