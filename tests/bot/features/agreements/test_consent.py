"""Undo that needs consent: the opponent agrees or refuses with one button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.workers.computer_player import choose
from engine.commands import Write
from engine.events import Rolled
from tests.bot.locking import lock

AGREE, REFUSE = "Agree", "Refuse"


async def a_turn_over(harness: Any, **options: Any) -> tuple[Any, Any]:
    """Anna plays Blue, Bruno Orange, at Ormes; Anna has moved, ended her player-turn, and wants it back."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    while (await harness.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await harness.quiet()
    assert (await harness.game()).owing == ("orange",)
    return anna, bruno


def question(harness: Any, who: str = "Clara") -> Any:
    """The newest public question, as a spectator sees it."""
    questions = [m for m in harness.sandbox.messages("battle", who) if AGREE in m.labels]
    return questions[-1] if questions else None


async def answered(harness: Any, person: Any, then: Any) -> str:
    """The answer to a player who still sees the question of that game, and agrees."""
    actor = Actor(user=int(person.id), name=person.name, interaction=79, guild=0, channel=0)
    stamp = then.seen("").stamp
    page = await harness.bot.services.of_games.undo_requests.answer(
        actor, then.record.id, "blue", stamp, agreed=True
    )
    return str(page.text)


@pytest.mark.long
async def test_the_other_side_agrees_and_the_finished_turn_is_open_again(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    before = await harness.game()
    reply = await anna.slash("battle", "undo")
    await harness.quiet()

    asking = question(harness)
    answer = await bruno.click(asking, AGREE)
    await harness.quiet()

    after = await harness.game()
    post, call = harness.sandbox.messages("battle", "Clara")[-2:]
    assert "I have asked the other side" in reply.words
    assert "Anna" in asking.words
    assert "still know" in asking.words
    assert asking.gone, "it has its answer"
    assert "Agreed" in answer.words
    assert "Give orders" not in answer.labels, "it is not Bruno who decides now"
    assert after.owing == ("blue",)
    assert len(after.entries) == len(before.entries) + 1, "what was struck is kept"
    assert [e.struck for e in after.entries if e.seq == before.last] == [after.last]
    assert "Bruno" in post.words
    assert "agrees" in post.words
    assert call.words.startswith(f"🔔 <@{anna.id}>, your move: 🔵 Blue")
    assert "Give orders" in call.labels


@pytest.mark.long
async def test_a_refused_undo_leaves_the_game_and_is_not_requested_again(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    before = await harness.game()
    await anna.slash("battle", "undo")
    await harness.quiet()

    asking = question(harness)
    await bruno.click(asking, REFUSE)
    await harness.quiet()
    late = await answered(harness, bruno, before)
    again = await anna.slash("battle", "undo")
    await harness.quiet()

    assert (await harness.game()).entries == before.entries
    assert "Bruno** refused" in harness.sandbox.messages("battle", "Clara")[-1].words
    assert asking.gone
    assert "no longer open" in late
    assert "refused to undo that" in again.words


async def test_only_a_player_of_the_other_side_can_answer(harness: Any) -> None:
    anna, _bruno = await a_turn_over(harness)
    before = await harness.game()
    await anna.slash("battle", "undo")
    await harness.quiet()

    own = await anna.click(question(harness, "Anna"), AGREE)
    strange = await harness.person("Clara").click(question(harness), AGREE)

    assert "Only a player on the other side" in own.words
    assert "Only a player on the other side" in strange.words
    assert (await harness.game()).entries == before.entries


@pytest.mark.long
async def test_a_further_order_lets_the_question_lapse(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    await anna.slash("battle", "undo")
    await harness.quiet()
    asking, then = question(harness), await harness.game()
    await bruno.slash("battle", "done")
    await harness.quiet()
    before = await harness.game()

    reply = await answered(harness, bruno, then)

    assert asking.gone
    assert "no longer open" in reply
    assert (await harness.game()).entries == before.entries


async def test_asked_twice_is_one_question_and_agreed_twice_one_undo(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    before = await harness.game()
    await anna.slash("battle", "undo")
    again = await anna.slash("battle", "undo")
    await harness.quiet()
    questions = [m for m in harness.sandbox.messages("battle", "Clara") if AGREE in m.labels]

    await bruno.click(question(harness), AGREE)
    second = await answered(harness, bruno, before)
    await harness.quiet()

    assert "has already been asked" in again.words
    assert len(questions) == 1
    assert "no longer open" in second
    assert (await harness.game()).last == before.last + 1


@pytest.mark.long
async def test_the_question_survives_a_restart(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    await anna.slash("battle", "undo")
    await harness.quiet()
    await harness.again()

    await bruno.click(question(harness), AGREE)
    await harness.quiet()

    assert (await harness.game()).owing == ("blue",)


@pytest.mark.long
async def test_the_sparring_partner_agrees_at_once(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    while (await harness.game()).state.turn == 1:
        await anna.slash("battle", "done")
        await harness.quiet()
    mine = next(e.seq for e in reversed((await harness.game()).entries) if e.side == "blue")

    await anna.slash("battle", "undo")
    await harness.quiet()

    after = await harness.game()
    assert question(harness) is None
    assert all(e.struck for e in after.entries if mine <= e.seq < after.last)
    assert after.state.turn == 1
    assert after.owing == ("blue",)
    assert "The computer player agrees" in harness.sandbox.messages("battle", "Clara")[-1].words


async def both(harness: Any, scenario: str) -> Any:
    """Anna plays both sides."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=scenario, side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


def dice(entry: Any) -> list[Rolled]:
    """The dice of an order."""
    return [event for event in entry.events if isinstance(event, Rolled)]


@pytest.mark.parametrize("scenario", ["ormes", "nonaka"])
async def test_an_order_given_again_throws_dice_of_other_keys(harness: Any, scenario: str) -> None:
    anna = await both(harness, scenario)
    games = harness.bot.games
    game = await harness.game()
    while not dice(game.entries[-1]):  # the computer player's orders for both, until one rolls
        side = game.owing[0]
        entry = games.play(game, side, choose(game, side), None)
        game = (await games.write(game, entry, None)).game
    rolled = game.entries[-1]

    reply = await anna.slash("battle", "undo")
    await harness.quiet()
    undone = await harness.game()
    same = undone.at(undone.last)
    again = games.play(same, rolled.side, rolled.command, None)

    assert "Undone" in reply.words
    assert question(harness) is None, "who plays both sides is not asked"
    assert undone.entries[rolled.seq - 1].struck == undone.last
    assert dice(again)
    assert {r.key for r in dice(rolled)}.isdisjoint(r.key for r in dice(again))


async def test_a_request_delivered_twice_is_one(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    actor = Actor(user=int(anna.user["id"]), name="Anna", interaction=77, guild=0, channel=0)
    game = await harness.game()
    for _ in range(2):
        await harness.bot.services.of_games.undo_requests.ask(actor, game.record.id)
    await harness.quiet()
    questions = [m for m in harness.sandbox.messages("battle", "Clara") if AGREE in m.labels]
    yes = Actor(user=int(bruno.user["id"]), name="Bruno", interaction=78, guild=0, channel=0)
    stamp = game.seen("").stamp

    replies = [
        await harness.bot.services.of_games.undo_requests.answer(
            yes, game.record.id, "blue", stamp, agreed=True
        )
        for _ in range(2)
    ]
    await harness.quiet()

    assert [("Agreed" in page.text) for page in replies] == [True, True]
    assert (await harness.game()).last == game.last + 1
    assert len(questions) == 1


@pytest.mark.long
async def test_what_the_clock_decided_is_taken_back_by_consent_and_there_is_fresh_time(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", options="clock=1d")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.later(days=1, minutes=1)
    expired = (await harness.game()).last

    await anna.slash("battle", "undo")
    await harness.quiet()
    request = question(harness)
    await bruno.click(request, AGREE)
    await harness.later(hours=23)

    after = await harness.game()
    assert "the default order played" in request.words
    assert after.entries[expired - 1].struck == after.last == expired + 1, "nothing has been decided since"
    assert after.owing == ("blue",)


async def test_secret_orders_are_neither_told_nor_counted_and_go_with_what_is_taken_back(
    harness: Any,
) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="nonaka", side="red")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    turn = (await harness.game()).state.turn
    for who in (anna, bruno):
        await lock(who)
    await harness.quiet()
    game = await harness.game()
    assert (game.state.turn, game.simultaneous) == (turn + 1, True)
    free = (await anna.slash("battle", "undo")).words

    await harness.quiet()
    before = await harness.game()
    games, blue = harness.bot.games, next(s for s in before.scenario.side_ids if s != "red")
    command = choose(before, blue)
    written = games.play(before, blue, command, int(bruno.user["id"]))
    await games.write(before, written, None)
    request = question(harness)
    reply = await bruno.click(request, AGREE)
    await harness.quiet()

    after = await harness.game()
    assert isinstance(command, Write)
    assert "I have asked the other side" in free
    assert "the locking of its orders" in request.words
    assert "Agreed" in reply.words, "a secret order lets no question lapse: who asked would learn of it"
    assert after.state.turn == turn
    assert not [e for e in after.active_entries if e.seq > before.last and e.kind == "order"]
    assert command.unit not in harness.sandbox.messages("battle", "Clara")[-1].words
