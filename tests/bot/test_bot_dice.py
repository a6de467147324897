"""/verify, /luck and /salt over real sockets: before a game, in the middle of it, with a changed log."""

from __future__ import annotations

import sqlite3
from typing import Any

import opponent
from bot import proof
from engine.events import Rolled
from tests.bot.test_bot_battle import typed

MOST_ORDERS = 60


async def rolling(house: Any, person: Any) -> Any:
    """A battle in which a few dice have fallen, one person on both sides; the table."""
    await person.slash("battle", "game new", scenario="ormes", side="both")
    await person.slash("battle", "game start")
    for _ in range(MOST_ORDERS):
        table = await house.game()
        if any(isinstance(e, Rolled) for entry in table.entries for e in entry.events):
            return table
        side = table.side_for(int(person.id))
        command, options = typed(opponent.choose(table.system, table.scenario, table.state, side))
        await person.slash("battle", command, options)
    raise AssertionError("nobody rolls")


async def test_a_word_of_ones_own_is_mixed_into_the_dice_before_the_game(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes")
    before = (await house.game()).game
    mixed = await anna.slash("battle", "salt", word="moustache")
    stranger = await bruno.slash("battle", "salt", word="eagle")
    unfit = await anna.slash("battle", "salt", word="two words/")
    verified = await anna.slash("battle", "verify")
    await house.quiet()

    after = (await house.game()).game
    assert after.salts == (*before.salts, "moustache")
    assert after.seed == before.seed
    assert "moustache" in mixed.words
    assert "Only those who sit" in stranger.words
    assert "up to 32 letters" in unfit.words
    assert proof.commitment(after.seed) in verified.words
    posts = [m for m in house.sandbox.messages("battle", "Clara") if not m.ephemeral]
    assert any("moustache" in m.words for m in posts), "everybody sees the words before a die falls"


async def test_no_word_is_added_once_the_game_has_begun(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    await anna.slash("battle", "game start")

    late = await anna.slash("battle", "salt", word="late")

    assert "begun already" in late.words
    assert "late" not in (await house.game()).game.salts


async def test_dice_are_checked_while_the_game_goes_on_and_the_seed_is_not_told(house: Any) -> None:
    anna, clara = house.person("Anna"), house.person("Clara")
    table = await rolling(house, anna)

    for person in (anna, clara):
        verified, lucky = await person.slash("battle", "verify"), await person.slash("battle", "luck")
        assert verified.ephemeral
        assert proof.commitment(table.game.seed) in verified.words
        assert "all are right" in verified.words
        assert "less lucky" in lucky.words
        assert table.game.seed.hex() not in verified.words + lucky.words


async def test_a_log_that_was_changed_is_found_out(house: Any) -> None:
    anna = house.person("Anna")
    table = await rolling(house, anna)
    seq, fallen = next((n.seq, e) for n in table.entries for e in n.events if isinstance(e, Rolled))
    await house.quiet()
    await house.close()
    with sqlite3.connect(house.folder / "grognard.db") as database:
        other = fallen.dice[0] % fallen.sides + 1
        change = "UPDATE entries SET events = replace(events, ?, ?) WHERE seq = ?"
        database.execute(change, (f'"dice":[{fallen.dice[0]}', f'"dice":[{other}', seq))
    database.close()
    await house.open()
    anna = house.person("Anna")

    meanwhile = await anna.slash("battle", "verify")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await house.quiet()
    after = await anna.slash("battle", "verify")

    assert f"`{fallen.key}/1`" in meanwhile.words
    assert f"`{fallen.key}/1`: **{other}** fell, **{fallen.dice[0]}** should have" in after.words
