"""Who looks on predicts big fights, in private, until a die is rolled; the next report tells who saw it."""

from __future__ import annotations

from typing import Any

import pytest

from bot import bigfights
from bot.chapters import ended_by
from bot.desk import By
from bot.partner import choose
from bot.table import Table
from engine.errors import IllegalOrder
from tests.bot.test_bot_consent import AGREE, question

ASKED = "🔮 It holds"


async def until(house: Any, over: Any) -> Table:
    """The table once that is so, the sparring partner's orders having been given for both sides."""
    desk, table = house.bot.desk, await house.game()
    while not over(table):
        side = table.owing[0]
        entry = desk.play(table, side, choose(table, side), None)
        table = (await desk.write(table, entry, None)).table
    await house.quiet()
    return table


def impends(table: Table) -> bool:
    return ended_by(table, table.last) is not None and bigfights.impending(table) is not None


async def begun(house: Any) -> tuple[Any, Any, Any, Table]:
    """Anna plays Blue, Bruno Orange at Ormes, Clara looks on; a big fight impends."""
    house.bot.desk.secret = lambda n: b"\x07" * n
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    return anna, bruno, clara, await until(house, impends)


def asked(person: Any) -> Any:
    """The report that asks."""
    return [m for m in person.sees("battle") if ASKED in m.labels and not m.ephemeral][-1]


async def test_a_spectator_predicts_in_private_and_the_next_report_tells_who_saw_it(house: Any) -> None:
    anna, _, clara, table = await begun(house)
    fight = bigfights.impending(table)
    assert fight is not None
    name = table.scenario.counters[fight.unit].name
    posts = len(house.sandbox.messages("battle", "Bruno"))

    question_asked = asked(clara).words
    refused = await anna.click(asked(anna), ASKED)
    first = await clara.click(asked(clara), "Destroyed")
    changed = await clara.click(asked(clara), ASKED)
    before = await clara.slash("battle", "predictions")
    await house.quiet()
    silent = len(house.sandbox.messages("battle", "Bruno")) == posts
    after = await until(house, lambda t: bigfights.outcome(t, fight, table.last))
    by = By(user=int(clara.id), name="Clara", interaction=77, guild=0, channel=0)
    with pytest.raises(IllegalOrder, match="fight_begun"):
        await house.bot.presses.wagers.guess(by, table.game.id, table.seen("").stamp, bigfights.OUTCOMES[0])
    standing = await clara.slash("battle", "predictions")

    outcome = bigfights.outcome(after, fight, table.last)
    told = [
        m.words for m in house.sandbox.messages("battle", "Bruno") if "🔮" in m.words and "saw it" in m.words
    ]
    assert f"Spectators: will **{name}** hold {fight.hex}?" in question_asked
    assert "that is for those who look on" in refused.words
    assert "is destroyed" in first.words
    assert f"holds {fight.hex}" in changed.words
    assert silent, "nobody is told before it is over"
    assert "0 of 0 fights; 1 still to be decided" in before.words
    assert len(told) == 1
    assert (
        "1 of 1 spectator saw it coming (Clara)" if outcome == "holds" else "none of 1 spectator"
    ) in told[0]
    assert f"{int(outcome == 'holds')} of 1 fight; 0 still" in standing.words


async def test_a_fight_that_is_taken_back_is_asked_about_anew(house: Any) -> None:
    anna, bruno, clara, table = await begun(house)
    old = asked(clara)
    await clara.click(old, ASKED)

    await (anna if table.state.player == "blue" else bruno).slash("battle", "undo")
    await house.quiet()
    if question(house) is not None:
        await (bruno if table.state.player == "blue" else anna).click(question(house), AGREE)
        await house.quiet()
    gone = await clara.click(old, "Destroyed")
    board = await clara.slash("battle", "predictions")
    await until(house, impends)

    assert "was taken back" in gone.words
    assert "predicted no fight" in board.words
    assert asked(clara).id != old.id
