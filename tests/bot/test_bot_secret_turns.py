"""Secret orders locked, revealed and carried out, over real sockets; and what other games say to them."""

from __future__ import annotations

from typing import Any

from bot.desk import By
from engine.commands import Expired
from tests.bot.test_bot_secret_orders import begun, newest, order, posts


async def test_lock_and_unlock_cost_no_message_and_are_seen_on_the_board(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "march", path="NE")
    before = newest(house)

    reply = await anna.slash("battle", "lock")
    await house.quiet()
    said = reply.words
    locked = posts(house)[0].words
    opened = await anna.click(reply, "Unlock")
    await house.quiet()

    assert "Your orders are locked" in said
    assert "**Yari-gumi Nogami**: March → 0907" in said, "every unit and its order, once more"
    assert "open again" in opened.words
    assert posts(house, before) == []
    assert "✅ 🔴 Red (Anna) has decided." in locked
    assert "➡️ 🔴 **Red** (Anna) is to decide." in posts(house)[0].words


async def test_when_both_have_locked_the_orders_are_read_out_and_carried_out(house: Any) -> None:
    anna, bruno = await begun(house)
    await order(anna, "kiba-1", "run", path="NW NW")
    await order(anna, "yumi-1", "defend", facing="NE", range="3")
    await order(bruno, "kiba-2", "run", path="SE SE")
    await anna.slash("battle", "lock")
    await house.quiet()
    before = newest(house)

    reply = await bruno.slash("battle", "lock")
    await house.quiet()

    found = posts(house, before)
    titles = [e["title"] for m in found for e in m.embeds]
    assert len(found) == 2, "one post of the whole turn, one call"
    assert titles[0] == "Orders revealed · turn 1"
    assert "Movement · turn 1" in titles
    assert not any("Special" in title for title in titles), "a step in which nothing happened has no post"
    assert "**Kibamusha Tsuge**: Run → 1309 → 1208" in found[0].words
    assert "**Yumi-gumi Iwase**: Defend facing NE, fire up to 3 hexes" in found[0].words
    assert "**Yari-gumi Nogami**: Rest" in found[0].words
    assert "**Kibamusha Tsuge** runs 1310 → 1309 → 1208" in found[0].words
    assert found[0].attachments
    assert found[-1].words.startswith(f"🔔 <@{anna.id}>, your orders: 🔴 Red"), "Bruno is there"
    assert "Give orders" in found[-1].labels
    assert "carried out" in reply.words
    assert [bool(m.labels) for m in found] == [False] * (len(found) - 1) + [True]


async def test_when_time_is_over_the_orders_are_taken_as_they_are(house: Any) -> None:
    anna, bruno = await begun(house)
    await order(anna, "kiba-1", "run", path="NW NW")
    before = newest(house)
    game = (await house.game()).game.id

    for number, person in ((1, anna), (2, bruno)):
        by = By(user=int(person.id), name=person.name, interaction=number, guild=1, channel=1)
        await house.bot.desk.order(game, by, lambda table, side: Expired())
        await house.quiet()

    table = await house.game()
    assert table.state.units["kiba-1"].hex == "1208"
    assert table.state.turn == 2
    told = [m.words for m in posts(house, before)]
    assert "⌛ The time of 🔴 **Red** is over" in told[0]
    assert "Orders revealed" in told[1]


async def test_orders_of_another_game_are_refused_kindly(house: Any) -> None:
    anna, _ = await begun(house)
    for command, words in (
        ("move", {"unit": "yari-1", "path": "NE"}),
        ("attack", {"unit": "yari-1", "target": "yari-3"}),
        ("bombard", {"unit": "yumi-1", "target": "yari-3"}),
        ("rally", {}),
        ("done", {}),
        ("place", {"unit": "yari-1", "hex": "0907"}),
    ):
        assert "Nothing has" in (await anna.slash("battle", command, words)).words
    assert "no odds" in (await anna.slash("battle", "odds", unit="yari-1", target="yari-3")).words
    await anna.slash("battle", "game resign")
    await anna.slash("parlour", "game new", scenario="ormes", side="both")
    await anna.slash("parlour", "game start")
    for command in ("lock", "unlock", "sheet"):
        assert "Nothing has changed" in (await anna.slash("parlour", command)).words
    assert "given openly" in (await order_in("parlour", anna)).words


async def order_in(channel: str, person: Any) -> Any:
    return await person.slash(channel, "order", unit="line-1", order="march", path="NE")


async def test_a_level_is_chosen_like_a_switch(house: Any) -> None:
    await begun(house, options="level=intermediate")

    table = await house.game()
    assert table.scenario.option("level") == "intermediate"


async def test_the_sparring_partner_writes_and_locks_and_the_turn_is_played(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="takase", side="red", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    red = {"akagi": "0708", "yari-1": "0608", "yari-2": "0808", "yumi-1": "0508", "nagi-1": "0908"}
    for unit, hex_ in {**red, "kiba-1": "1008"}.items():
        await anna.slash("battle", "place", unit=unit, hex=hex_)
    await anna.slash("battle", "done")
    await house.quiet()

    await anna.slash("battle", "lock")
    await house.quiet()

    table = await house.game()
    assert table.state.turn == 2
    assert any(u.hex not in table.scenario.zones["blue"] for u in table.state.fielded("blue"))
