"""Several players on one side: seated beside each other, seeing the same, locking together (AT-GEN-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.test_bot_secret_orders import begun, envelope, order, posts


async def shared(house: Any) -> tuple[Any, Any, Any]:
    """Anna and Clara play Red together, Bruno plays Blue."""
    anna, bruno = await begun(house)
    clara = house.person("Clara")
    reply = await anna.slash("battle", "game share", {"with": clara.id})
    await house.quiet()
    assert "Anna and Clara" in reply.words
    return anna, clara, bruno


async def test_a_friend_is_called_and_sees_what_the_side_sees_AT_GEN_01(house: Any) -> None:
    anna, bruno = await begun(house)
    clara = house.person("Clara")
    await order(anna, "yari-1", "march", path="NE")
    before = await clara.slash("battle", "sheet")

    await anna.slash("battle", "game share", {"with": clara.id})
    await house.quiet()
    after = await clara.slash("battle", "sheet")

    told = posts(house)[-1]
    assert "no side" in before.words
    assert f"<@{clara.id}> you play 🔴 Red now: Anna and Clara" in told.words
    assert "**Yari-gumi Nogami**: March → 0907" in after.words
    assert "**Red** (Anna and Clara)" in (await bruno.slash("battle", "game status")).words


async def test_one_lock_for_the_side_and_who_locked_is_told_AT_GEN_01(house: Any) -> None:
    anna, clara, bruno = await shared(house)
    await order(anna, "yari-1", "march", path="NE")
    await order(clara, "yari-1", "defend", facing="NE")
    await order(clara, "nagi-1", "rest")

    await clara.slash("battle", "lock")
    await house.quiet()
    late = await order(anna, "yari-2", "rest")

    assert (await envelope(house, "red")).keys() == {"yari-1", "nagi-1"}
    assert "Red (Anna and Clara) has decided" in posts(house)[0].words
    assert "are locked. `/unlock` opens them again" in late.words
    await bruno.slash("battle", "lock")
    await house.quiet()
    called = posts(house)[-1]
    assert {u["id"] for u in called.json["mentions"]} == {anna.id, clara.id}, "Bruno is there"


async def test_each_takes_back_his_own_orders(house: Any) -> None:
    anna, clara, _ = await shared(house)
    await order(anna, "yari-1", "march", path="NE")
    await order(clara, "yari-2", "rest")

    undone = await anna.slash("battle", "undo")

    assert "the order of **Yari-gumi Nogami**" in undone.words
    assert (await envelope(house, "red")).keys() == {"yari-2"}


async def test_whoever_gets_up_sees_no_more_and_the_side_goes_on(house: Any) -> None:
    anna, clara, _ = await shared(house)
    await order(anna, "yari-1", "march", path="NE")
    shown = await clara.slash("battle", "order", unit="yari-2")

    left = await anna.slash("battle", "game leave")
    await house.quiet()
    gone = await anna.slash("battle", "sheet")
    alone = await clara.slash("battle", "game leave")
    still = await clara.click(shown, "Sheet")
    await house.quiet()

    assert "You have left Red" in left.words
    assert "Anna has left 🔴 Red; Clara goes on." in posts(house)[-1].words
    assert "no side" in gone.words
    assert "Nobody else plays Red" in alone.words
    assert "March → 0907" in still.words
    assert [s.name for s in (await house.game()).seats("red")] == ["Clara"]


@pytest.mark.parametrize(
    ("who", "friend", "words"),
    [
        ("Anna", "Bruno", "plays Blue"),
        ("Clara", "Anna", "no side"),
    ],
)
async def test_who_can_be_seated_and_by_whom(house: Any, who: str, friend: str, words: str) -> None:
    await begun(house)
    person = house.person(who)

    reply = await person.slash("battle", "game share", {"with": house.person(friend).id})

    assert words in reply.words
    assert len((await house.game()).game.seats) == 2


async def test_only_the_holder_seats_others_and_not_twice(house: Any) -> None:
    anna, clara, bruno = await shared(house)

    again = await anna.slash("battle", "game share", {"with": clara.id})
    his = await clara.slash("battle", "game share", {"with": bruno.id})

    assert "Anna and Clara" in again.words
    assert "Only the one who holds Red" in his.words
    assert len((await house.game()).game.seats) == 3


@pytest.mark.parametrize("wrote", [True, False])
async def test_whoever_left_a_side_knows_its_orders_and_is_not_seated_opposite(
    house: Any, wrote: bool
) -> None:
    anna, clara, bruno = await shared(house)
    if wrote:
        await order(clara, "yari-1", "march", path="NE")
    await clara.slash("battle", "game leave")
    await house.quiet()
    await house.again()

    reply = await bruno.slash("battle", "game share", {"with": clara.id})
    sheet = await clara.slash("battle", "sheet")
    back = await anna.slash("battle", "game share", {"with": clara.id})

    assert "has played Red in this game" in reply.words
    assert "no side" in sheet.words
    assert "Anna and Clara" in back.words


async def test_a_holder_who_left_without_a_word_is_not_seated_opposite(house: Any) -> None:
    anna, _, bruno = await shared(house)
    await anna.slash("battle", "game leave")
    await house.quiet()

    reply = await bruno.slash("battle", "game share", {"with": anna.id})

    assert "has played Red in this game" in reply.words
    assert (await house.game()).sides_of(int(anna.id)) == ()


async def test_a_lobby_is_shared_too_in_every_game(house: Any) -> None:
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await house.quiet()
    await anna.slash("battle", "game share", {"with": clara.id})
    await bruno.slash("battle", "game join")
    await house.quiet()

    await clara.slash("battle", "game start")
    await house.quiet()
    called = posts(house)[-1]
    moved = await clara.slash("battle", "move", unit="line-1", path="NE")
    await house.quiet()

    table = await house.game()
    assert len(table.game.salts) == 3
    assert table.sides_of(int(clara.id)) == ("blue",)
    assert "1st Line" in moved.words
    assert called.words.startswith(f"🔔 <@{anna.id}>, your move: 🔵 Blue")
    assert called.gone


async def test_leaving_a_lobby_keeps_a_free_seat(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="kurokawa", side="red")
    await house.quiet()
    await bruno.slash("battle", "game join")
    await bruno.slash("battle", "game leave")
    await house.quiet()

    table = await house.game()
    assert [(s.side, s.name) for s in table.game.seats] == [("red", "Anna"), ("blue", "")]
