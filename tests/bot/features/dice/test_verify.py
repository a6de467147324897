"""The commands of `/dice` over real sockets: before a game, in the middle of it, with a changed log."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import pytest

import opponent
from bot.features.dice import proof as dice_proof
from bot.features.dice import words as dice_words
from bot.features.record.checks import entry_with
from bot.features.record.recorded_game import log_of
from engine.events import Rolled
from notation.record import read
from tests.bot.whole_games.test_morne_plaine import typed

MOST_ORDERS = 60


async def rolling(harness: Any, person: Any) -> Any:
    """A game of one person on both sides in which a few dice have been rolled."""
    await person.slash("battle", "game new", battle="ormes", side="both")
    await person.slash("battle", "game start")
    for _ in range(MOST_ORDERS):
        game = await harness.game()
        if any(isinstance(e, Rolled) for entry in game.entries for e in entry.events):
            return game
        side = game.side_for(int(person.id))
        command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
        await person.slash("battle", command, options)
    raise AssertionError("nobody rolls")


@pytest.mark.long
async def test_a_word_is_sealed_until_all_are_opened_together(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes")
    await bruno.slash("battle", "game join")
    first = await anna.slash("battle", "dice word", word="moustache")
    second = await bruno.slash("battle", "dice word", word="eagle")
    stranger = await harness.person("Clara").slash("battle", "dice word", word="owl")
    unfit = await anna.slash("battle", "dice word", word="two words/")
    before = await anna.slash("battle", "dice verify")
    await harness.quiet()
    secret = [m for m in harness.sandbox.messages("battle", "Bruno") if m.id != second.id]
    assert not any("moustache" in m.words for m in secret)

    await anna.slash("battle", "game start")
    await harness.quiet()

    record = (await harness.game()).record
    assert first.ephemeral
    assert [word.rpartition("-")[0] for word in record.salts] == sorted_by_user(
        (anna, "moustache"), (bruno, "eagle")
    )
    assert all(dice_words.seal(word) in posted(harness)[0].words for word in record.salts)
    assert not any(word in posted(harness)[0].words for word in record.salts)
    assert dice_proof.commitment(record.seed) in posted(harness)[0].words
    assert all(word in posted(harness)[1].words for word in record.salts)
    assert "Words sealed so far: 2" in before.words
    assert "Only the players of this game" in stranger.words
    assert "up to 32 letters" in unfit.words
    begun = next(
        m for m in harness.sandbox.messages("battle", "Clara") if "begins." in m.words and m.pictures
    )
    assert int(posted(harness)[0].id) < int(posted(harness)[1].id) < int(begun.id)
    verified = await anna.slash("battle", "dice verify")
    assert f"/{record.channel}/{posted(harness)[0].id}" in verified.words
    assert "Not proven" in verified.words


def sorted_by_user(*words: tuple[Any, str]) -> list[str]:
    return [word for _, word in sorted(words, key=lambda pair: int(pair[0].id))]


def posted(harness: Any) -> list[Any]:
    """The commitment, and the words that are opened."""
    posts = [m for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral]
    texts = ("fixed before the first roll", "All words are opened")
    return [m for text in texts for m in posts if text in m.words]


async def test_words_that_the_bot_made_up_are_told_on_request_only(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()

    verified = await anna.slash("battle", "dice verify")

    record = (await harness.game()).record
    [only] = posted(harness)
    assert all(dice_words.seal(word) in only.words for word in record.salts)
    assert len(record.salts) == 2
    assert all(word in verified.words for word in record.salts)


@pytest.mark.long
async def test_the_commitment_is_never_edited(harness: Any) -> None:
    anna = harness.person("Anna")
    game = await rolling(harness, anna)
    await harness.quiet()
    [commitment, *_] = posted(harness)
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()

    assert dice_proof.commitment(game.record.seed) in commitment.words
    assert posted(harness)[0].words == commitment.words
    assert commitment.id == posted(harness)[0].id


async def test_who_speaks_last_cannot_try_words_until_the_dice_are_sixes(harness: Any) -> None:
    """The attack: with the seed from his file, a host tries words until his first six dice are sixes. Bruno
    kept his word to himself: what the host can try says nothing of the dice that fall."""
    host, bruno = harness.person("Anna"), harness.person("Bruno")
    kept = "a-word-of-my-own-5f0c2a"
    await host.slash("battle", "game new", battle="ormes")
    await bruno.slash("battle", "game join")
    await bruno.slash("battle", "dice word", sealed=dice_words.seal(kept))
    game = await harness.game()
    stored = await harness.store.dice.words(game.record.id)
    [his] = [word for word in stored if word.user == int(bruno.id)]
    assert his.word is None, "the host's file does not hold it"

    def first_dice(*words: str) -> list[int]:
        return [dice_proof.face(game.record.seed, words, f"2/1/{n}", 6) for n in range(1, 3)]

    tried = next(f"w{n}" for n in range(10**6) if first_dice(f"w{n}-{'0' * 32}") == [6, 6])
    await host.slash("battle", "dice word", word=tried)
    await host.slash("battle", "game start")
    late = await host.slash("battle", "dice word", word="another")
    sealed_again = await host.slash("battle", "dice word", sealed="0" * 64)
    await harness.quiet()
    closed = await harness.game()

    opened = await bruno.slash("battle", "dice word", word=kept)
    await harness.quiet()

    after = await harness.game()
    assert (closed.record.status, len(closed.record.seals), closed.record.salts) == ("lobby", 2, ())
    assert "closed" in sealed_again.words
    assert "not the word" in late.words
    assert kept in after.record.salts
    assert set(map(dice_words.seal, after.record.salts)) == set(closed.record.seals)
    assert after.playing
    assert "the game begins" in opened.words
    outcomes = {
        tuple(first_dice(*(w if w != kept else f"{n}" for w in after.record.salts))) for n in range(99)
    }
    assert len(outcomes) > 20, "which dice fall hangs on the word that the host did not know"


async def test_a_kept_word_is_opened_only_after_words_are_closed_and_only_as_it_was_sealed(
    harness: Any,
) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "dice word", sealed=dice_words.seal("kept-to-myself"))

    early = await anna.slash("battle", "dice word", word="kept-to-myself")
    neither = await anna.slash("battle", "dice word")
    unfit = await anna.slash("battle", "dice word", sealed="abc")
    started = await anna.slash("battle", "game start")
    again = await anna.slash("battle", "game start")
    left = await anna.slash("battle", "game join")
    wrong = await anna.slash("battle", "dice word", word="kept-to-myselF")
    await harness.quiet()
    waiting = (await harness.game()).record.status
    await anna.slash("battle", "dice word", word="kept-to-myself")

    assert "too early" in early.words
    assert "either a word" in neither.words
    assert "no SHA-256" in unfit.words
    assert "kept a word" in started.words
    assert "still to be opened" in again.words
    assert left is not None
    assert "not the word" in wrong.words
    assert waiting == "lobby"
    assert (await harness.game()).record.salts == ("kept-to-myself",)


async def test_no_word_is_added_once_the_game_has_begun(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")

    late = await anna.slash("battle", "dice word", word="late")

    assert "already started" in late.words
    assert not any("late" in word for word in (await harness.game()).record.salts)


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
async def test_a_fingerprint_noted_during_the_game_is_found_in_its_file_afterwards(harness: Any) -> None:
    anna = harness.person("Anna")
    await rolling(harness, anna)
    verified = await anna.slash("battle", "dice verify")
    again = await anna.slash("battle", "dice verify")
    noted = re.search(r"fingerprint[^`]*`([0-9a-f]{32})`", verified.words)
    meanwhile = await anna.slash("battle", "game export")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    after = await anna.slash("battle", "game export")
    changed = await anna.slash("battle", "dice verify")

    assert noted is not None
    assert noted[1] in again.words
    assert noted[1] not in changed.words
    record = read(after.file())
    entry = entry_with(record, log_of(record), noted[1])
    assert "\nlog: " not in meanwhile.file().decode()
    assert entry is not None
    assert entry < len(record.entries)
