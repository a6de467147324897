"""What is no longer free to take back is asked of the other side; it agrees or refuses with one button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.desk import By
from bot.partner import choose
from engine.commands import Write
from engine.events import Rolled

AGREE, REFUSE = "Agree", "Refuse"


async def a_turn_over(house: Any, **options: Any) -> tuple[Any, Any]:
    """Anna plays Blue, Bruno Orange, at Ormes; Anna has moved, ended her player-turn, and wants it back."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    while (await house.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await house.quiet()
    assert (await house.game()).owing == ("orange",)
    return anna, bruno


def question(house: Any, who: str = "Clara") -> Any:
    """The newest public question, as somebody who only looks on sees it."""
    asked = [m for m in house.sandbox.messages("battle", who) if AGREE in m.labels]
    return asked[-1] if asked else None


async def answered(house: Any, person: Any, then: Any) -> str:
    """What somebody is told who still sees the question asked at that table, and agrees."""
    by = By(user=int(person.id), name=person.name, interaction=79, guild=0, channel=0)
    stamp = then.seen("").stamp
    page = await house.bot.clerk.consent.answer(by, then.game.id, "blue", stamp, agreed=True)
    return str(page.text)


async def test_the_other_side_agrees_and_the_finished_turn_is_open_again(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    before = await house.game()
    asked = await anna.slash("battle", "undo")
    await house.quiet()

    asking = question(house)
    told = await bruno.click(asking, AGREE)
    await house.quiet()

    after = await house.game()
    post, call = house.sandbox.messages("battle", "Clara")[-2:]
    assert "the other side is asked" in asked.words
    assert "Anna" in asking.words
    assert "stays known" in asking.words
    assert asking.gone, "it has its answer"
    assert "Agreed" in told.words
    assert "Give orders" not in told.labels, "it is not Bruno who decides now"
    assert after.owing == ("blue",)
    assert len(after.entries) == len(before.entries) + 1, "what was struck is kept"
    assert [e.struck for e in after.entries if e.seq == before.last] == [after.last]
    assert "Bruno" in post.words
    assert "agrees" in post.words
    assert call.words.startswith(f"🔔 <@{anna.id}>, your move: 🔵 Blue")
    assert "Give orders" in call.labels


async def test_a_refusal_leaves_the_table_and_is_not_asked_again(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    before = await house.game()
    await anna.slash("battle", "undo")
    await house.quiet()

    asking = question(house)
    await bruno.click(asking, REFUSE)
    await house.quiet()
    late = await answered(house, bruno, before)
    again = await anna.slash("battle", "undo")
    await house.quiet()

    assert (await house.game()).entries == before.entries
    assert "Bruno** refuses" in house.sandbox.messages("battle", "Clara")[-1].words
    assert asking.gone
    assert "no longer stands" in late
    assert "has refused" in again.words


async def test_only_a_player_of_the_other_side_can_answer(house: Any) -> None:
    anna, _bruno = await a_turn_over(house)
    before = await house.game()
    await anna.slash("battle", "undo")
    await house.quiet()

    own = await anna.click(question(house, "Anna"), AGREE)
    strange = await house.person("Clara").click(question(house), AGREE)

    assert "Only a player of the other side" in own.words
    assert "Only a player of the other side" in strange.words
    assert (await house.game()).entries == before.entries


async def test_a_further_order_lets_the_question_lapse(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    await anna.slash("battle", "undo")
    await house.quiet()
    asking, then = question(house), await house.game()
    await bruno.slash("battle", "done")
    await house.quiet()
    before = await house.game()

    told = await answered(house, bruno, then)

    assert asking.gone
    assert "no longer stands" in told
    assert (await house.game()).entries == before.entries


async def test_asked_twice_is_one_question_and_agreed_twice_one_undo(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    before = await house.game()
    await anna.slash("battle", "undo")
    again = await anna.slash("battle", "undo")
    await house.quiet()
    questions = [m for m in house.sandbox.messages("battle", "Clara") if AGREE in m.labels]

    await bruno.click(question(house), AGREE)
    second = await answered(house, bruno, before)
    await house.quiet()

    assert "has been asked for that already" in again.words
    assert len(questions) == 1
    assert "no longer stands" in second
    assert (await house.game()).last == before.last + 1


async def test_the_question_survives_a_restart(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    await anna.slash("battle", "undo")
    await house.quiet()
    await house.again()

    await bruno.click(question(house), AGREE)
    await house.quiet()

    assert (await house.game()).owing == ("blue",)


async def test_the_sparring_partner_agrees_at_once(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    while (await house.game()).state.turn == 1:
        await anna.slash("battle", "done")
        await house.quiet()
    mine = next(e.seq for e in reversed((await house.game()).entries) if e.side == "blue")

    await anna.slash("battle", "undo")
    await house.quiet()

    after = await house.game()
    assert question(house) is None
    assert all(e.struck for e in after.entries if mine <= e.seq < after.last)
    assert after.state.turn == 1
    assert after.owing == ("blue",)
    assert "The sparring partner agrees" in house.sandbox.messages("battle", "Clara")[-1].words


async def both(house: Any, scenario: str) -> Any:
    """Anna plays both sides."""
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario=scenario, side="both")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna


def dice(entry: Any) -> list[Rolled]:
    """The dice of an order."""
    return [event for event in entry.events if isinstance(event, Rolled)]


@pytest.mark.parametrize("scenario", ["ormes", "nonaka"])
async def test_an_order_given_again_throws_dice_of_other_keys(house: Any, scenario: str) -> None:
    anna = await both(house, scenario)
    desk = house.bot.desk
    table = await house.game()
    while not dice(table.entries[-1]):  # the sparring partner's orders for both, until one rolls
        side = table.owing[0]
        entry = desk.play(table, side, choose(table, side), None)
        table = (await desk.write(table, entry, None)).table
    rolled = table.entries[-1]

    reply = await anna.slash("battle", "undo")
    await house.quiet()
    undone = await house.game()
    same = undone.at(undone.last)
    again = desk.play(same, rolled.side, rolled.command, None)

    assert "It is taken back" in reply.words
    assert question(house) is None, "who plays both sides is not asked"
    assert undone.entries[rolled.seq - 1].struck == undone.last
    assert dice(again)
    assert {r.key for r in dice(rolled)}.isdisjoint(r.key for r in dice(again))


async def test_a_request_delivered_twice_is_one(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    by = By(user=int(anna.user["id"]), name="Anna", interaction=77, guild=0, channel=0)
    game = await house.game()
    for _ in range(2):
        await house.bot.clerk.consent.ask(by, game.game.id)
    await house.quiet()
    questions = [m for m in house.sandbox.messages("battle", "Clara") if AGREE in m.labels]
    yes = By(user=int(bruno.user["id"]), name="Bruno", interaction=78, guild=0, channel=0)
    stamp = game.seen("").stamp

    told = [
        await house.bot.clerk.consent.answer(yes, game.game.id, "blue", stamp, agreed=True) for _ in range(2)
    ]
    await house.quiet()

    assert [("Agreed" in page.text) for page in told] == [True, True]
    assert (await house.game()).last == game.last + 1
    assert len(questions) == 1


async def test_what_the_clock_decided_is_taken_back_by_consent_and_there_is_fresh_time(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", options="clock=1d")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.later(days=1, minutes=1)
    expired = (await house.game()).last

    await anna.slash("battle", "undo")
    await house.quiet()
    asked = question(house)
    await bruno.click(asked, AGREE)
    await house.later(hours=23)

    after = await house.game()
    assert "what the clock decided" in asked.words
    assert after.entries[expired - 1].struck == after.last == expired + 1, "nothing has been decided since"
    assert after.owing == ("blue",)


async def test_secret_orders_are_neither_told_nor_counted_and_go_with_what_is_taken_back(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="nonaka", side="red")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    turn = (await house.game()).state.turn
    for who in (anna, bruno):
        await who.slash("battle", "lock")
    await house.quiet()
    table = await house.game()
    assert (table.state.turn, table.together) == (turn + 1, True)
    free = (await anna.slash("battle", "undo")).words

    await house.quiet()
    before = await house.game()
    desk, blue = house.bot.desk, next(s for s in before.scenario.side_ids if s != "red")
    command = choose(before, blue)
    written = desk.play(before, blue, command, int(bruno.user["id"]))
    await desk.write(before, written, None)
    asked = question(house)
    told = await bruno.click(asked, AGREE)
    await house.quiet()

    after = await house.game()
    assert isinstance(command, Write)
    assert "the other side is asked" in free
    assert "the locking of its orders" in asked.words
    assert "Agreed" in told.words, "a secret order lets no question lapse: who asked would learn of it"
    assert after.state.turn == turn
    assert not [e for e in after.living if e.seq > before.last and e.kind == "order"]
    assert command.unit not in house.sandbox.messages("battle", "Clara")[-1].words
