"""Secret orders locked, revealed and carried out, over real sockets; and what other games say to them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.requests.actor import Actor
from engine.commands import Expired
from tests.bot.features.secret_orders.test_secret_orders import newest, order, posts, start_game
from tests.bot.locking import lock


@pytest.mark.long
async def test_lock_and_unlock_cost_no_message_and_are_seen_on_the_board(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")
    before = newest(harness)

    reply = await lock(anna)
    await harness.quiet()
    said = reply.words
    locked = posts(harness)[0].words
    opened = await anna.click(reply, "Unlock")
    await harness.quiet()

    assert "Your orders are locked" in said
    assert "**yari-1 (Yari-gumi Nogami)**: March → 0907" in said, "every unit and its order, once more"
    assert "unlocked" in opened.words
    assert posts(harness, before) == []
    assert "✅ 🔴 Red (Anna) is ready." in locked
    assert "➡️ Waiting for 🔴 **Red** (Anna)." in posts(harness)[0].words


@pytest.mark.long
async def test_when_both_have_locked_the_orders_are_read_out_and_carried_out(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await order(anna, "kiba-1", "run", path="NW NW")
    await order(anna, "yumi-1", "defend", facing="NE", range="3")
    await order(bruno, "kiba-2", "run", path="SE SE")
    await lock(anna)
    await harness.quiet()
    before = newest(harness)

    reply = await lock(bruno)
    await harness.quiet()

    messages = posts(harness, before)
    titles = [title for m in messages for title in m.titles]
    assert len(messages) == 2, "one post of the whole turn, one call"
    assert titles[0] == "Orders revealed · turn 1"
    assert "**Movement · turn 1**" in messages[0].words.splitlines()
    assert not any("Special" in title for title in titles), "a step in which nothing happened has no post"
    assert "**kiba-1**: Run → 1309 → 1208" in messages[0].words
    assert "**yumi-1**: Defend facing NE, fire up to 3 hexes" in messages[0].words
    assert "**yari-1**: Rest" in messages[0].words
    assert "**kiba-1 (Kibamusha Tsuge)** runs 1310 → 1309 → 1208" in messages[0].words
    assert messages[0].pictures
    assert messages[-1].words.startswith(f"🔔 <@{anna.id}>, your orders: 🔴 Red"), "Bruno is there"
    assert "Give orders" in messages[-1].labels
    assert "carried out" in reply.words
    assert [bool(m.labels) for m in messages] == [False] * (len(messages) - 1) + [True]


@pytest.mark.long
async def test_when_time_is_over_the_orders_are_taken_as_they_are(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await order(anna, "kiba-1", "run", path="NW NW")
    before = newest(harness)
    game_id = (await harness.game()).record.id

    for number, person in ((1, anna), (2, bruno)):
        actor = Actor(user=int(person.id), name=person.name, interaction=number, guild=1, channel=1)
        await harness.bot.games.order(game_id, actor, Expired())
        await harness.quiet()

    game = await harness.game()
    assert game.state.units["kiba-1"].hex == "1208"
    assert game.state.turn == 2
    lines = [m.words for m in posts(harness, before)]
    assert "⌛ 🔴 **Red** is out of time" in lines[0]
    assert "Orders revealed" in lines[1]


@pytest.mark.long
async def test_orders_of_another_game_are_refused_kindly(harness: Any) -> None:
    anna, _ = await start_game(harness)
    for command, words in (
        ("move", {"unit": "yari-1", "path": "NE"}),
        ("attack", {"unit": "yari-1", "target": "yari-3"}),
        ("unit bombard", {"unit": "yumi-1", "target": "yari-3"}),
        ("rally", {}),
        ("done", {}),
        ("unit place", {"unit": "yari-1", "hex": "0907"}),
    ):
        assert "Nothing has" in (await anna.slash("battle", command, words)).words
    assert "no odds" in (await anna.slash("battle", "odds", unit="yari-1", target="yari-3")).words
    await anna.slash("battle", "game resign")
    await anna.slash("parlour", "game new", battle="ormes", side="both")
    await anna.slash("parlour", "game start")
    for command in ("plan lock", "plan unlock", "plan show"):
        assert "Nothing has changed" in (await anna.slash("parlour", command)).words
    assert "orders are not secret here" in (await order_in("parlour", anna)).words


async def order_in(channel: str, person: Any) -> Any:
    return await person.slash(channel, "plan write", unit="line-1", order="march", path="NE")


async def test_a_level_is_chosen_like_a_switch(harness: Any) -> None:
    await start_game(harness, options="level=intermediate")

    game = await harness.game()
    assert game.scenario.option("level") == "intermediate"


@pytest.mark.long
async def test_the_sparring_partner_writes_and_locks_and_the_turn_is_played(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="takase", side="red", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    red = {"akagi": "0708", "yari-1": "0608", "yari-2": "0808", "yumi-1": "0508", "nagi-1": "0908"}
    for unit, hex_ in {**red, "kiba-1": "1008"}.items():
        await anna.slash("battle", "unit place", unit=unit, hex=hex_)
    await anna.slash("battle", "done")
    await harness.quiet()

    await lock(anna)
    await harness.quiet()

    game = await harness.game()
    assert game.state.turn == 2
    assert any(u.hex not in game.scenario.zones["blue"] for u in game.state.units_on_map("blue"))


async def shot_and_march(harness: Any) -> tuple[Any, Any]:
    """The post of a turn with fire and movement, and who has played it."""
    anna, bruno = await start_game(harness)
    await order(anna, "yumi-1", "fire_ranged_weapons", target="yari-4")
    await order(anna, "kiba-1", "run", path="NW NW")
    await order(bruno, "kiba-2", "run", path="SE SE")
    await lock(anna)
    await harness.quiet()
    before = newest(harness)
    await lock(bruno)
    await harness.quiet()
    return posts(harness, before)[0], anna


def shown(message: Any) -> list[str]:
    """The parts of a card from top to bottom: first words of its texts, names of its pictures."""
    told = []
    for part in message.json["components"][0]["components"]:
        if part["type"] == 12:
            (item,) = part["items"]
            told.append(item["media"]["url"].rpartition("/")[2].partition("?")[0])
        elif part["type"] in (9, 10):
            text = part["content"] if part["type"] == 10 else part["components"][0]["content"]
            told.append(text.splitlines()[0].strip("*# "))
    return told


@pytest.mark.long
async def test_a_turn_shows_its_steps_one_after_the_other(harness: Any) -> None:
    report, _ = await shot_and_march(harness)

    parts = shown(report)
    assert parts[0] == "Orders revealed · turn 1"
    fire, move = parts.index("Ranged combat · turn 1"), parts.index("Movement · turn 1")
    assert parts[fire + 1] == "step-1.png"
    assert parts[fire + 2].startswith("🏹 **yumi-1")
    assert parts[move + 1] == "step-2.png"
    assert fire < move
    assert [part for part in parts if part.endswith(".png")] == ["step-1.png", "step-2.png"]


@pytest.mark.long
async def test_each_step_is_described_for_readers_who_do_not_see_it(harness: Any) -> None:
    report, _ = await shot_and_march(harness)

    galleries = [p for p in report.json["components"][0]["components"] if p["type"] == 12]
    fire, move = (gallery["items"][0]["description"] for gallery in galleries)
    assert fire != move
    assert "kiba-1 from 1310" not in fire
    assert "1208" in move
    assert len({report.file(n) for n in range(2)}) == 2
