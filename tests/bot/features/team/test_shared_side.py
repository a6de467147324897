"""Several players on one side: seated beside each other, seeing the same, locking together (AT-GEN-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.secret_orders.test_secret_orders import envelope, order, posts, start_game
from tests.bot.locking import lock


async def shared(harness: Any) -> tuple[Any, Any, Any]:
    """Anna and Clara play Red together, Bruno plays Blue."""
    anna, bruno = await start_game(harness)
    clara = harness.person("Clara")
    reply = await anna.slash("battle", "game share", {"with": clara.id})
    await harness.quiet()
    assert "Anna and Clara" in reply.words
    return anna, clara, bruno


@pytest.mark.long
async def test_a_friend_is_called_and_sees_what_the_side_sees_AT_GEN_01(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    clara = harness.person("Clara")
    await order(anna, "yari-1", "march", path="NE")
    before = await clara.slash("battle", "plan show")

    await anna.slash("battle", "game share", {"with": clara.id})
    await harness.quiet()
    after = await clara.slash("battle", "plan show")

    post = posts(harness)[-1]
    assert "no side" in before.words
    assert f"<@{clara.id}> you have joined 🔴 Red: Anna and Clara" in post.words
    assert "**yari-1 (Yari-gumi Nogami)**: March → 0907" in after.words
    assert "**Red** (Anna and Clara)" in (await bruno.slash("battle", "game status")).words


@pytest.mark.long
async def test_one_lock_for_the_side_and_who_locked_is_told_AT_GEN_01(harness: Any) -> None:
    anna, clara, bruno = await shared(harness)
    await order(anna, "yari-1", "march", path="NE")
    await order(clara, "yari-1", "defend", facing="NE")
    await order(clara, "nagi-1", "rest")

    await lock(clara)
    await harness.quiet()
    late = await order(anna, "yari-2", "rest")

    assert (await envelope(harness, "red")).keys() == {"yari-1", "nagi-1"}
    assert "Red (Anna and Clara) is ready" in posts(harness)[0].words
    assert "are locked. `/plan unlock` opens them again" in late.words
    await lock(bruno)
    await harness.quiet()
    called = posts(harness)[-1]
    assert {u["id"] for u in called.json["mentions"]} == {anna.id, clara.id}, "Bruno is there"


@pytest.mark.long
async def test_each_takes_back_his_own_orders(harness: Any) -> None:
    anna, clara, _ = await shared(harness)
    await order(anna, "yari-1", "march", path="NE")
    await order(clara, "yari-2", "rest")

    undone = await anna.slash("battle", "undo")

    assert "the order of **yari-1**" in undone.words
    assert (await envelope(harness, "red")).keys() == {"yari-2"}


@pytest.mark.long
async def test_a_player_who_leaves_sees_no_more_and_the_side_goes_on(harness: Any) -> None:
    anna, clara, _ = await shared(harness)
    await order(anna, "yari-1", "march", path="NE")
    reply = await clara.slash("battle", "plan write", unit="yari-2")

    left = await anna.slash("battle", "game leave")
    await harness.quiet()
    gone = await anna.slash("battle", "plan show")
    alone = await clara.slash("battle", "game leave")
    still = await clara.click(reply, "Sheet")
    await harness.quiet()

    assert "You have left Red" in left.words
    assert "Anna has left 🔴 Red. Still playing it: Clara." in posts(harness)[-1].words
    assert "no side" in gone.words
    assert "the only player of Red" in alone.words
    assert "March → 0907" in still.words
    assert [s.name for s in (await harness.game()).seats("red")] == ["Clara"]


@pytest.mark.parametrize(
    ("who", "friend", "words"),
    [
        ("Anna", "Bruno", "plays Blue"),
        ("Clara", "Anna", "no side"),
    ],
)
async def test_who_can_be_seated_and_by_whom(harness: Any, who: str, friend: str, words: str) -> None:
    await start_game(harness)
    person = harness.person(who)

    reply = await person.slash("battle", "game share", {"with": harness.person(friend).id})

    assert words in reply.words
    assert len((await harness.game()).record.seats) == 2


async def test_only_the_holder_seats_others_and_not_twice(harness: Any) -> None:
    anna, clara, bruno = await shared(harness)

    again = await anna.slash("battle", "game share", {"with": clara.id})
    his = await clara.slash("battle", "game share", {"with": bruno.id})

    assert "Anna and Clara" in again.words
    assert "can add players to Red" in his.words
    assert len((await harness.game()).record.seats) == 3


@pytest.mark.long
@pytest.mark.parametrize("wrote", [True, False])
async def test_whoever_left_a_side_knows_its_orders_and_is_not_seated_opposite(
    harness: Any, wrote: bool
) -> None:
    anna, clara, bruno = await shared(harness)
    if wrote:
        await order(clara, "yari-1", "march", path="NE")
    await clara.slash("battle", "game leave")
    await harness.quiet()
    await harness.again()

    reply = await bruno.slash("battle", "game share", {"with": clara.id})
    sheet = await clara.slash("battle", "plan show")
    back = await anna.slash("battle", "game share", {"with": clara.id})

    assert "has played Red in this game" in reply.words
    assert "no side" in sheet.words
    assert "Anna and Clara" in back.words


async def test_a_player_who_left_silently_cannot_join_the_other_side(harness: Any) -> None:
    anna, _, bruno = await shared(harness)
    await anna.slash("battle", "game leave")
    await harness.quiet()

    reply = await bruno.slash("battle", "game share", {"with": anna.id})

    assert "has played Red in this game" in reply.words
    assert (await harness.game()).sides_of(int(anna.id)) == ()


@pytest.mark.long
async def test_a_lobby_is_shared_too_in_every_game(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await harness.quiet()
    await anna.slash("battle", "game share", {"with": clara.id})
    await bruno.slash("battle", "game join")
    await harness.quiet()

    await clara.slash("battle", "game start")
    await harness.quiet()
    called = posts(harness)[-1]
    moved = await clara.slash("battle", "move", unit="line-1", path="NE")
    await harness.quiet()

    game = await harness.game()
    assert len(game.record.salts) == 3
    assert game.sides_of(int(clara.id)) == ("blue",)
    assert "1st Line" in moved.words
    assert called.words.startswith(f"🔔 <@{anna.id}>, your move: 🔵 Blue")
    assert called.gone


async def test_leaving_a_lobby_keeps_a_free_seat(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="kurokawa", side="red")
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await bruno.slash("battle", "game leave")
    await harness.quiet()

    game = await harness.game()
    assert [(s.side, s.name) for s in game.record.seats] == [("red", "Anna"), ("blue", "")]
