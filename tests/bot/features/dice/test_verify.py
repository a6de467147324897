"""The commands of `/dice` over real sockets: before a game, in the middle of it, with a changed log."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import opponent
from bot.features.dice import proof as dice_proof
from engine.events import Rolled
from tests.bot.whole_games.test_morne_plaine import typed

MOST_ORDERS = 60


async def rolling(harness: Any, person: Any) -> Any:
    """A game of one person on both sides in which a few dice have been rolled."""
    await person.slash("battle", "game new", scenario="ormes", side="both")
    await person.slash("battle", "game start")
    for _ in range(MOST_ORDERS):
        game = await harness.game()
        if any(isinstance(e, Rolled) for entry in game.entries for e in entry.events):
            return game
        side = game.side_for(int(person.id))
        command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
        await person.slash("battle", command, options)
    raise AssertionError("nobody rolls")


async def test_a_players_salt_is_mixed_into_the_dice_before_the_game(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes")
    before = (await harness.game()).record
    mixed = await anna.slash("battle", "dice salt", word="moustache")
    stranger = await bruno.slash("battle", "dice salt", word="eagle")
    unfit = await anna.slash("battle", "dice salt", word="two words/")
    verified = await anna.slash("battle", "dice verify")
    await harness.quiet()

    after = (await harness.game()).record
    assert after.salts == (*before.salts, "moustache")
    assert after.seed == before.seed
    assert "moustache" in mixed.words
    assert "Only the players of this game" in stranger.words
    assert "up to 32 letters" in unfit.words
    assert dice_proof.commitment(after.seed) in verified.words
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    posts = [m for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral]
    told = next(n for n, m in enumerate(posts) if "mixed into its dice" in m.words)
    assert "moustache" in posts[told].words
    begun = next(n for n, m in enumerate(posts) if "begins." in m.words and m.pictures)
    assert told < begun, "everybody sees the words before the first report"


async def test_no_word_is_added_once_the_game_has_begun(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    await anna.slash("battle", "game start")

    late = await anna.slash("battle", "dice salt", word="late")

    assert "already started" in late.words
    assert "late" not in (await harness.game()).record.salts


async def test_dice_are_checked_while_the_game_goes_on_and_the_seed_is_not_told(harness: Any) -> None:
    anna, clara = harness.person("Anna"), harness.person("Clara")
    game = await rolling(harness, anna)

    for person in (anna, clara):
        verified, lucky = (
            await person.slash("battle", "dice verify"),
            await person.slash("battle", "dice luck"),
        )
        assert verified.ephemeral
        assert dice_proof.commitment(game.record.seed) in verified.words
        assert "all of them are right" in verified.words
        assert "luckier than" in lucky.words
        assert game.record.seed.hex() not in verified.words + lucky.words


async def test_a_log_that_was_changed_is_found_out(harness: Any) -> None:
    anna = harness.person("Anna")
    game = await rolling(harness, anna)
    seq, fallen = next((n.seq, e) for n in game.entries for e in n.events if isinstance(e, Rolled))
    await harness.quiet()
    await harness.close()
    with sqlite3.connect(harness.folder / "grognard.db") as database:
        other = fallen.dice[0] % fallen.sides + 1
        change = "UPDATE entries SET events = replace(events, ?, ?) WHERE seq = ?"
        database.execute(change, (f'"dice":[{fallen.dice[0]}', f'"dice":[{other}', seq))
    database.close()
    await harness.open()
    anna = harness.person("Anna")

    meanwhile = await anna.slash("battle", "dice verify")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    after = await anna.slash("battle", "dice verify")

    assert f"`{fallen.key}/1`" in meanwhile.words
    assert "log of the game was **changed**" in meanwhile.words
    assert "log of the game was **changed**" in after.words
    assert f"`{fallen.key}/1`: **{other}** was rolled, should be **{fallen.dice[0]}**" in after.words


async def test_a_fingerprint_noted_during_the_game_is_found_in_its_file_afterwards(harness: Any) -> None:
    anna = harness.person("Anna")
    await rolling(harness, anna)
    verified = await anna.slash("battle", "dice verify")
    again = await anna.slash("battle", "dice verify")
    noted = re.search(r"fingerprint[^`]*`([0-9a-f]{32})`", verified.words)
    meanwhile = await anna.slash("battle", "marshal export")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    after = await anna.slash("battle", "marshal export")
    changed = await anna.slash("battle", "dice verify")

    assert noted is not None
    assert noted[1] in again.words
    assert noted[1] not in changed.words
    assert "fingerprint" not in meanwhile.file().decode()
    assert [entry["fingerprint"] for entry in json.loads(after.file())["log"]].count(noted[1]) == 1
