"""A word as it is stored, and what is told of it. A real database, no Discord."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

from bot.core.game_service import GameService
from bot.features.dice import service, words
from bot.features.dice.outbox_pages import beacon_out
from bot.features.dice.service import DiceService
from bot.features.lobby import seating
from bot.features.lobby.start import begin, sealed_words
from bot.i18n.catalogue import catalogue_for
from storage import DiceWord, JoinRules, Seat, tables
from tests.bot.features.lobby.test_seating_rights import (
    ANNA,
    BRUNO,
    CLARA,
    DORA,
    begun,
    by,
    lobby,
    person,
    refusal,
)


def why(page: Any) -> str:
    return next((note.cause[1] for note in page.embeds if note.cause[1]), "")


async def test_no_one_finds_a_word_by_trying_words_on_its_seal(games: GameService) -> None:
    """The same word has another seal each time, of a text that holds more than the word."""
    game, dice, seals = await lobby(games), DiceService(games), set[str]()
    for _ in range(2):
        await dice.word(by(ANNA), "rain")
        (stored,) = await games.store.dice.words(game)
        assert stored.word is not None
        assert stored.word.startswith("rain")
        assert stored.seal == words.seal(stored.word) != words.seal("rain")
        seals.add(stored.seal)

    assert len(seals) == 2


async def test_a_word_that_is_sealed_is_not_opened_before_words_are_closed(games: GameService) -> None:
    game, dice = await lobby(games), DiceService(games)
    await dice.word(by(ANNA), "rain")
    (before,) = await games.store.dice.words(game)

    assert why(await dice.word(by(ANNA), str(before.word))) == "words_not_closed"
    assert await games.store.dice.words(game) == [before]


async def test_of_a_word_that_its_player_keeps_the_bot_has_the_seal_alone(games: GameService) -> None:
    game, dice = await lobby(games), DiceService(games)
    await dice.word(by(ANNA), "", words.seal("kept").upper())
    (stored,) = await games.store.dice.words(game)

    assert (stored.seal, stored.word) == (words.seal("kept"), None)
    assert why(await dice.word(by(ANNA), "rain", words.seal("kept"))) == "word_or_seal"
    assert why(await dice.word(by(ANNA), "", "12")) == "seal_unfit"


@pytest.mark.parametrize(("waiting", "told"), [(3, True), (4, False), (None, False)])
async def test_that_the_beacon_is_out_is_told_while_that_order_waits(waiting: int | None, told: bool) -> None:
    async def announced(game: int) -> Any:
        return None if waiting is None else SimpleNamespace(number=waiting)

    post: Any = SimpleNamespace(
        games=SimpleNamespace(store=SimpleNamespace(dice=SimpleNamespace(announced=announced))),
        game=SimpleNamespace(record=SimpleNamespace(id=1)),
        message=SimpleNamespace(body={"number": 3, "round": 9}),
        words=catalogue_for("en"),
    )

    assert (await beacon_out(post) is not None) is told


@pytest.mark.parametrize("word", ["rain!", "rain rain", "x" * 33])
async def test_a_word_that_does_not_fit_into_a_post_is_refused(games: GameService, word: str) -> None:
    await lobby(games)

    assert why(await DiceService(games).word(by(ANNA), word)) == "salt_unfit"


async def test_who_gives_a_word_twice_by_one_interaction_is_shown_no_seal_that_is_not_stored(
    games: GameService,
) -> None:
    game, dice, actor = await lobby(games), DiceService(games), by(ANNA)
    await dice.word(actor, "rain")
    (stored,) = await games.store.dice.words(game)
    again = await dice.word(actor, "rain")

    assert await games.store.dice.words(game) == [stored]
    shown = re.findall(r"rain-[0-9a-f]{32}", "".join(note.text for note in again.embeds))
    assert set(shown) <= {stored.word}


async def test_words_of_those_who_play_and_of_the_host_are_mixed_in_and_of_those_who_left_none(
    games: GameService,
) -> None:
    game = await lobby(games)
    seats = [Seat(side=side, user=user, name="") for side, user in (("blue", BRUNO), ("orange", CLARA))]
    async with games.store.writing() as tx:
        await tx.games.update(game, seats=seats)
        for user in (ANNA, BRUNO, CLARA, DORA):
            await tx.dice.save_word(
                DiceWord(game=game, user=user, seal=words.seal(f"w{user}"), word=f"w{user}")
            )
    games.forget(game)
    async with games.locked(game):
        after = await begin.begin(games, await games.game(game), None)

    assert after.record.owner == ANNA, "the host does not play"
    assert after.record.salts == tuple(f"w{user}" for user in (ANNA, BRUNO, CLARA))
    assert len(await games.store.outbox.of_game(game, "commitment")) == 1
    (post,) = await games.store.outbox.of_game(game, "commitment")
    assert post.body == {"seals": [words.seal(word) for word in after.record.salts]}


async def kept(games: GameService, starts_full: bool = True) -> int:
    """A lobby whose words are closed: Anna keeps hers, and Dora, who is not there, another."""
    game = await lobby(games)
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    async with games.store.writing() as tx:
        await tx.join_rules.save(game, JoinRules(starts_full=starts_full))
        for user in (ANNA, DORA):
            await tx.dice.save_word(DiceWord(game=game, user=user, seal=words.seal(f"w{user}"), word=None))
    return game


async def test_a_game_whose_words_are_still_kept_begins_when_they_are_opened_and_not_before(
    games: GameService,
) -> None:
    game = await kept(games)
    await begin.begin_full(games, game)
    closed = await games.game(game)
    again = await begin.begin_full(games, game)
    waits = await sealed_words.unopened(games, closed)
    stranger = await refusal(begin.open_word(games, game, by(DORA), f"w{DORA}"))
    async with games.store.writing() as tx:
        seats = [*closed.record.seats, Seat(side="orange", user=DORA, name="")]
        await tx.games.update(game, seats=seats)
    games.forget(game)
    newcomer = refusal(begin.open_word(games, game, by(DORA), f"w{DORA}"))

    assert words.seal(f"w{ANNA}") in closed.record.seals
    assert again.record.status == "lobby"
    assert waits == (ANNA,), "the other word is not among those that were posted"
    assert stranger == "not_the_owner"
    assert await newcomer == "no_such_word", "its seal was not posted"
    assert (await begin.open_word(games, game, by(ANNA), f"w{ANNA}")).playing


async def test_a_lobby_that_is_full_waits_for_its_host_unless_it_starts_by_itself(games: GameService) -> None:
    game = await kept(games, starts_full=False)

    assert (await begin.begin_full(games, game)).record == (await games.game(game)).record
    assert (await games.game(game)).record.seals == ()


async def test_no_word_is_added_once_the_beginning_waits_for_its_round(games: GameService) -> None:
    """Of a game that the computer plays against itself no word was sealed."""
    game = await lobby(games)
    async with games.store.writing() as tx:
        bots = [Seat(side=side, user=None, name="", bot=True) for side in ("blue", "orange")]
        await tx.games.update(game, seats=bots)
        await tx.session.execute(update(tables.games).where(tables.games.c.id == game).values(beacon="x"))
        record = await tx.games.get(game)
        assert record is not None
        about: Any = (record, 1, "", None, ANNA, None)
        await games.announced_orders.announce(tx, *about)
    games.forget(game)

    word = DiceWord(game=game, user=ANNA, seal=words.seal("late"), word="late")
    assert (await refusal(sealed_words.add_word(games, game, by(ANNA), word))).startswith("dice_awaited")
    assert "late" not in [each.word for each in await games.store.dice.words(game)]


async def test_the_host_may_add_a_word_without_playing(games: GameService) -> None:
    game = await lobby(games)
    async with games.store.writing() as tx:
        await tx.games.update(game, seats=[Seat(side="blue", user=BRUNO, name="")])
    games.forget(game)

    for user, reason in ((ANNA, ""), (BRUNO, ""), (CLARA, "not_the_owner")):
        word = DiceWord(game=game, user=user, seal=words.seal("w"), word="w")
        assert await refusal(sealed_words.add_word(games, game, by(user), word)) == reason


@pytest.mark.parametrize("user", [ANNA, BRUNO, CLARA])
async def test_who_asks_about_dice_is_told_what_their_own_side_knows(
    games: GameService, monkeypatch: pytest.MonkeyPatch, user: int
) -> None:
    game = await games.game(await begun(games))
    dice, viewers = DiceService(games), list[str]()
    for module in (service.dice_proof_page, service.dice_luck_page):
        made = module.page

        def page(names: Any, viewer: str, *more: Any, made: Any = made) -> Any:
            viewers.append(viewer)
            return made(names, viewer, *more)

        monkeypatch.setattr(module, "page", page)
    await dice.verify(by(user))
    await dice.luck(by(user))

    assert viewers == [game.side_for(user)] * 2
    assert viewers[0] == {ANNA: "blue", BRUNO: "orange", CLARA: ""}[user]
