"""Whole battles at Ormes over real sockets, orders typed as slash commands."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import sys
from pathlib import Path
from typing import Any

import opponent
from engine.commands import Attack, Bombard, Done, Move, Rally
from engine.events import Rolled

MOST_ORDERS = 600
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_dice.py"


def typed(command: Any) -> tuple[str, dict[str, str]]:
    """A command as a person types it."""
    if isinstance(command, Move):
        return "move", {"unit": command.unit, "path": " ".join(command.path)}
    if isinstance(command, Attack):
        return "attack", {"unit": command.unit, "target": command.target}
    if isinstance(command, Bombard):
        return "bombard", {"unit": command.unit, "target": command.target}
    assert isinstance(command, (Done, Rally))
    return type(command).__name__.lower(), {}


def check_dice(table: Any, paper: str) -> None:
    """Throw every die of the paper again, by the formula it gives."""
    salts = "/".join(table.game.salts)
    lines = [line.split() for line in paper.splitlines() if re.match(r"\d+/\d+/\d+ ", line)]
    rolled = [e for entry in table.living for e in entry.events if isinstance(e, Rolled)]
    assert len(lines) == sum(len(e.dice) for e in rolled) > 10
    for key, sides, face, *_ in lines:
        mac = hmac.new(table.game.seed, f"{salts}/{key}".encode(), hashlib.sha256)
        assert int.from_bytes(mac.digest(), "big") % int(sides[1:]) + 1 == int(face)


async def check_yourself(house: Any, paper: bytes, folder: Any) -> None:
    """Check the paper as anybody can at home; then what /verify and /luck say of the same game."""
    file = folder / "dice.txt"
    file.write_bytes(paper)
    for words in (("-I", str(SCRIPT)), ("-m", "bot", "verify")):
        checked = await asyncio.create_subprocess_exec(
            sys.executable, *words, str(file), stdout=asyncio.subprocess.PIPE, cwd=SCRIPT.parents[1]
        )
        told, _ = await checked.communicate()
        assert checked.returncode == 0, told
        assert b"Every die is what" in told
    clara = house.person("Clara")
    verified = await clara.slash("battle", "verify")
    lucky = await clara.slash("battle", "luck")
    assert "are what the seed" in verified.words
    assert verified.file(0) == paper
    assert "Blue:" in lucky.words
    assert lucky.attachments[0]["filename"] == "luck.png"
    assert "Combat" in lucky.attachments[0]["description"]


async def play(house: Any, person: Any, channel: str) -> Any:
    """Play this person's seats to the end, by the sparring partner's own advice."""
    for _ in range(MOST_ORDERS):
        await house.quiet()
        table = await house.game()
        if not table.playing:
            return table
        side = table.side_for(int(person.id))
        if side not in table.owing:
            continue
        command, options = typed(opponent.choose(table.system, table.scenario, table.state, side))
        reply = await person.slash(channel, command, options)
        assert reply.ephemeral
        assert (await house.game()).last > table.last, reply.words
    raise AssertionError("the battle does not end")


async def test_a_battle_is_played_to_its_end(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")

    table = await play(house, anna, "battle")
    await house.quiet()

    posts = [m for m in house.sandbox.messages("battle", "Clara") if not m.ephemeral]
    assert table.state.result is not None
    assert table.game.seed.hex() in posts[-1].words
    paper = posts[-1].file(len(posts[-1].attachments) - 1)
    check_dice(table, paper.decode())
    await check_yourself(house, paper, house.folder)
    assert all(len(m.text) <= 2000 for m in posts)
    pictures = [a for m in posts for a in m.attachments if a["filename"].endswith(".png")]
    assert len(pictures) >= table.state.turn, "every player-turn has one at least"
    assert all(a["description"] for a in pictures)
    assert {e.who for e in table.entries if e.side == "blue"} == {int(anna.id)}
    assert not house.sandbox.unanswered
    assert [e.kind for e in table.entries if e.side == "orange"], "Orange has played"


async def test_an_opponent_is_invited_and_can_win(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="orange", opponent=bruno.id)
    await house.quiet()
    called = (await anna.until("battle", "you are invited")).text
    await bruno.slash("battle", "game join")
    await bruno.slash("battle", "game start")
    sure = await anna.slash("battle", "game resign")
    assert (await house.game()).game.status == "playing", "nothing is given up before it is confirmed"
    given_up = await anna.click(sure, "Yes, give up Orange")
    await house.quiet()

    assert "player-turn" not in given_up.words, "it was the other side's"
    last = house.sandbox.messages("battle", "Clara")[-1]
    assert f"<@{bruno.id}>" in called
    assert "Blue wins" in last.words
    assert "given up" in last.words
    assert (await house.game()).game.status == "over"
