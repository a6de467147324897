"""Who may do what with seats, words and the start of a game: strangers nothing, players what is theirs."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.dice import words as dice_words
from bot.features.lobby import join_rules, seating
from bot.features.lobby.seating import COMPUTER, Person
from bot.features.lobby.start import begin, sealed_words
from bot.features.team.service import TeamService
from engine.errors import Refused
from storage import DiceWord, JoinRules

ANNA, BRUNO, CLARA, DORA = 11, 12, 13, 14
INTERACTIONS = count(1)


def by(user: int) -> Actor:
    return Actor(user=user, name=f"P{user}", interaction=next(INTERACTIONS), guild=1, channel=1)


def person(user: int) -> Person:
    return Person(user=user, name=f"P{user}")


async def lobby(games: GameService) -> int:
    """Anna's, who plays Blue; Orange is free."""
    return (await seating.create_game(games, by(ANNA), "ormes", "blue", None)).record.id


async def begun(games: GameService) -> int:
    """Anna plays Blue, Bruno Orange."""
    game = await lobby(games)
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    await seating.start(games, game, by(BRUNO))
    return game


async def refusal(work: Awaitable[Any]) -> str:
    """Why it is refused; "" when it is not."""
    try:
        await work
    except Refused as refused:
        return refused.reason
    return ""


def seats(game: Game) -> dict[str, list[int | None]]:
    return {side: [s.user for s in game.seats(side)] for side in game.scenario.side_ids}


def sealed(game: int, user: int, word: str) -> DiceWord:
    return DiceWord(game=game, user=user, seal=dice_words.seal(word), word=word)


async def test_each_player_has_one_word_and_strangers_none(games: GameService) -> None:
    game = await lobby(games)

    stranger = sealed_words.add_word(games, game, by(CLARA), sealed(game, CLARA, "stranger"))
    assert await refusal(stranger) == "not_the_owner"
    for word in ("one", "two"):
        await sealed_words.add_word(games, game, by(ANNA), sealed(game, ANNA, word))
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    words = {word.user: word.word for word in await games.store.dice.words(game)}
    after = await seating.start(games, game, by(ANNA))

    assert words[ANNA] == "two", "the last one counts"
    assert set(words) == {ANNA, BRUNO}, "Bruno got a random one"
    assert after.record.salts == (words[ANNA], words[BRUNO])
    assert (
        await refusal(sealed_words.add_word(games, game, by(ANNA), sealed(game, ANNA, "late")))
        == "already_started"
    )


async def test_the_word_of_who_left_is_not_mixed_in(games: GameService) -> None:
    game = await lobby(games)
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    await sealed_words.add_word(games, game, by(BRUNO), sealed(game, BRUNO, "gone"))
    await seating.leave(games, game, by(BRUNO))
    await seating.join(games, game, by(CLARA), "", person(CLARA))

    after = await seating.start(games, game, by(ANNA))

    assert "gone" not in after.record.salts
    assert len(after.record.salts) == 2


async def test_no_seat_changes_once_words_are_closed(games: GameService) -> None:
    game = await lobby(games)
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    kept = DiceWord(game=game, user=BRUNO, seal=dice_words.seal("kept"), word=None)
    await sealed_words.add_word(games, game, by(BRUNO), kept)
    await seating.start(games, game, by(ANNA))

    assert await refusal(seating.leave(games, game, by(BRUNO))) == "words_closed"
    assert await refusal(seating.share(games, game, by(ANNA), "blue", person(CLARA))) == "words_closed"
    assert (
        await refusal(sealed_words.add_word(games, game, by(ANNA), sealed(game, ANNA, "late")))
        == "words_closed"
    )
    assert await refusal(begin.open_word(games, game, by(ANNA), "kept")) == "no_such_word"
    assert (await begin.open_word(games, game, by(BRUNO), "kept")).record.status == "playing"


async def test_only_players_and_the_host_seat_others(games: GameService) -> None:
    game = await lobby(games)

    assert await refusal(seating.join(games, game, by(CLARA), "orange", person(BRUNO))) == "not_the_owner"
    assert await refusal(seating.join(games, game, by(CLARA), "orange", COMPUTER)) == "not_the_owner"
    after = await seating.join(games, game, by(ANNA), "orange", person(BRUNO))

    assert seats(after) == {"blue": [ANNA], "orange": [BRUNO]}
    assert await refusal(seating.join(games, game, by(CLARA), "orange", person(CLARA))) == "seat_taken"
    assert await refusal(seating.join(games, game, by(CLARA), "", person(CLARA))) == "no_free_seat"


async def test_a_game_starts_when_every_side_has_a_player_by_one_of_them(games: GameService) -> None:
    game = await lobby(games)

    assert await refusal(seating.start(games, game, by(ANNA))) == "seats_empty"
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    assert await refusal(seating.start(games, game, by(CLARA))) == "not_the_owner"
    assert (await seating.start(games, game, by(BRUNO))).record.status == "playing"
    assert await refusal(seating.start(games, game, by(BRUNO))) == "already_started"
    assert await refusal(seating.join(games, game, by(CLARA), "", person(CLARA))) == "already_started"


async def test_a_seat_is_freed_by_who_sits_on_it_and_the_computers_by_the_players(games: GameService) -> None:
    game = await lobby(games)
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))

    assert await refusal(seating.stand_up(games, game, by(ANNA), "orange")) == "not_your_seat"
    assert await refusal(seating.stand_up(games, game, by(CLARA), "orange")) == "not_your_seat"
    await seating.stand_up(games, game, by(BRUNO), "orange")
    await seating.join(games, game, by(ANNA), "orange", COMPUTER)
    assert await refusal(seating.stand_up(games, game, by(CLARA), "orange")) == "not_your_seat"
    after = await seating.stand_up(games, game, by(ANNA), "orange")

    assert seats(after) == {"blue": [ANNA], "orange": [None]}


async def test_a_reserved_seat_is_taken_by_whom_it_is_reserved_for_alone(games: GameService) -> None:
    game = await lobby(games)
    async with games.store.writing() as tx:
        await tx.join_rules.save(game, JoinRules(reserved={"orange": (BRUNO,)}))

    for side in ("orange", ""):
        assert await refusal(seating.join(games, game, by(CLARA), side, person(CLARA))) == "seat_kept"
    assert await refusal(join_rules.release(games, game, by(CLARA), "orange")) == "not_the_owner"
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    assert seats(await games.game(game))["orange"] == [BRUNO]


@pytest.mark.parametrize("user", [ANNA, BRUNO])
async def test_a_reserved_seat_is_given_free_by_the_players_and_who_it_was_for(
    games: GameService, user: int
) -> None:
    game = await lobby(games)
    async with games.store.writing() as tx:
        await tx.join_rules.save(game, JoinRules(reserved={"orange": (BRUNO,)}))

    await join_rules.release(games, game, by(user), "orange")
    await seating.join(games, game, by(CLARA), "orange", person(CLARA))

    assert seats(await games.game(game))["orange"] == [CLARA]


@pytest.mark.parametrize(
    ("met", "missed", "joins"), [(8, 2, True), (79, 21, False), (40, 10, True), (0, 0, True)]
)
async def test_a_game_is_joined_by_who_met_the_share_of_deadlines_that_is_asked_for(
    games: GameService, met: int, missed: int, joins: bool
) -> None:
    game = (await seating.create_game(games, by(ANNA), "ormes", "blue", None, least=80)).record.id
    async with games.store.writing() as tx:
        tx.players.count_deadlines([BRUNO], met=met, missed=missed)

    reason = await refusal(seating.join(games, game, by(BRUNO), "", person(BRUNO)))

    assert reason == ("" if joins else "not_reliable")


async def test_a_side_is_shared_by_its_holder_with_a_few_who_know_nothing_of_the_other(
    games: GameService,
) -> None:
    game = await begun(games)

    assert await refusal(seating.share(games, game, by(CLARA), "blue", person(DORA))) == "not_a_player"
    assert await refusal(seating.share(games, game, by(ANNA), "blue", person(BRUNO))) == "sits_opposite"
    assert await refusal(seating.share(games, game, by(ANNA), "orange", person(CLARA))) == "not_the_holder"
    await seating.share(games, game, by(ANNA), "blue", person(CLARA))
    assert await refusal(seating.share(games, game, by(CLARA), "blue", person(DORA))) == "not_the_holder"
    for mate in range(100, 100 + seating.MOST_MATES - 2):
        await seating.share(games, game, by(ANNA), "", person(mate))
    assert await refusal(seating.share(games, game, by(ANNA), "", person(DORA))) == "side_full"
    assert len((await games.game(game)).seats("blue")) == seating.MOST_MATES


@pytest.mark.parametrize("kind", ["risen", "relieved", "replaced"])
async def test_who_left_a_side_in_any_way_is_not_seated_on_the_other(games: GameService, kind: str) -> None:
    game = await begun(games)
    async with games.store.writing() as tx:
        body = {"user": CLARA, "name": "P", "side": "orange", "sides": ["orange"], "taker": BRUNO}
        await tx.outbox.add(game=game, channel=1, kind=kind, body=body)

    assert await refusal(seating.share(games, game, by(ANNA), "", person(CLARA))) == "sat_opposite"
    assert await refusal(seating.share(games, game, by(BRUNO), "", person(CLARA))) == ""


async def test_who_gave_orders_for_a_side_is_not_seated_on_the_other(games: GameService) -> None:
    game = await begun(games)
    table = await games.game(game)
    async with games.store.writing() as tx:
        entry = replace(table.entries[0], kind="order", side="orange", who=CLARA, events=())
        await tx.log.append(game, table.last, entry)
    games.forget(game)

    assert await seating.sides_left(games, await games.game(game), CLARA) == {"orange"}
    assert await refusal(seating.share(games, game, by(ANNA), "", person(CLARA))) == "sat_opposite"


async def test_a_side_is_not_left_without_a_player(games: GameService) -> None:
    game = await begun(games)

    assert await refusal(seating.leave(games, game, by(CLARA))) == "not_the_owner"
    assert await refusal(seating.leave(games, game, by(ANNA))) == "alone_on_side"
    await seating.share(games, game, by(ANNA), "", person(CLARA))
    await seating.leave(games, game, by(ANNA))

    assert seats(await games.game(game)) == {"blue": [CLARA], "orange": [BRUNO]}


async def test_units_are_given_by_the_holder_or_by_who_commands_them(games: GameService) -> None:
    game, team = await begun(games), TeamService(games)
    for mate in (CLARA, DORA):
        await seating.share(games, game, by(ANNA), "", person(mate))

    assert await refusal(team.assign(by(CLARA), CLARA, "P", "line-1")) == "not_yours_to_give", "shared"
    assert await refusal(team.assign(by(ANNA), BRUNO, "P", "line-1")) == "not_your_mate"
    await team.assign(by(ANNA), CLARA, "P", "line-1")
    assert await refusal(team.assign(by(DORA), DORA, "P", "line-1")) == "not_yours_to_give", "another's"
    assert await refusal(team.release(by(DORA), "line-1")) == "not_yours_to_give"
    assert await refusal(team.release(by(DORA))) == "commands_nothing"
    await team.assign(by(CLARA), DORA, "P", "line-1")

    corps = {s.user: s.corps for s in (await games.game(game)).seats("blue")}
    assert corps == {ANNA: (), CLARA: (), DORA: ("line-1",)}
