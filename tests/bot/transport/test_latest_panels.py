"""One private panel a player and game: a newer one takes the place of the one before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox import Reply
from tests.bot.features.batch_orders.test_batch_orders import at_ormes


@pytest.mark.long
async def test_typed_orders_leave_one_panel(harness: Any) -> None:
    anna = await at_ormes(harness)
    typed = [await anna.slash("battle", "move", unit=u, path="NE") for u in ("line-1", "line-2", "line-4")]
    await harness.quiet()

    assert [reply.message.gone for reply in typed] == [True, True, False], [r.message.words for r in typed]


async def test_of_two_orders_the_later_one_leaves_its_panel_though_the_earlier_is_answered_last(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await at_ormes(harness)
    interactions, ready = harness.bot.interactions, asyncio.Event()
    draw, drawn = interactions.draw, []

    async def held(*args: Any, **options: Any) -> Any:
        drawn.append(args)
        if len(drawn) == 1:
            await ready.wait()
        return await draw(*args, **options)

    monkeypatch.setattr(interactions, "draw", held)
    first = await anna.slash("battle", "move", unit="line-1", path="NE", wait=False)
    while not drawn:
        await asyncio.sleep(0.01)
    second = await anna.slash("battle", "move", unit="line-2", path="NE")
    ready.set()
    await harness.quiet()

    answered = harness.sandbox.state.records.interactions[first.interaction.id]
    assert Reply(harness.sandbox, answered).message is None
    assert not second.message.gone


@pytest.mark.long
async def test_a_refusal_and_a_map_leave_the_panel(harness: Any) -> None:
    anna = await at_ormes(harness)
    panel = await anna.slash("battle", "move", unit="line-1", path="NE")
    await anna.slash("battle", "move", unit="line-1", path="0101")
    await anna.slash("battle", "map")
    await harness.quiet()

    assert not panel.message.gone


@pytest.mark.long
async def test_a_panel_worked_with_in_place_stays_and_gives_way_to_one_opened_later(harness: Any) -> None:
    anna = await at_ormes(harness)
    panel = await anna.slash("battle", "move", unit="line-1", path="NE")
    await anna.click(panel, "Undo")
    await harness.quiet()
    assert not panel.message.gone

    newer = await anna.slash("battle", "move", unit="line-1", path="NE")
    await harness.quiet()
    assert panel.message.gone
    assert not newer.message.gone


@pytest.mark.long
async def test_a_press_on_a_panel_from_before_a_restart_makes_it_the_only_one_again(harness: Any) -> None:
    anna = await at_ormes(harness)
    old = await anna.slash("battle", "move", unit="line-1", path="NE")
    await harness.again()
    anna = harness.person("Anna")
    newer = await anna.slash("battle", "move", unit="line-2", path="NE")
    await harness.quiet()
    beside = old.message.gone, newer.message.gone

    pressed = await anna.click(old, "Undo")
    await harness.quiet()

    assert beside == (False, False), "no one remembers what the panel before the restart answered"
    assert pressed.message.id == old.message.id
    assert not old.message.gone
    assert "the game has changed since you saw that" in old.message.words
    assert newer.message.gone


@pytest.mark.long
async def test_a_panel_too_old_to_delete_is_taken_up_again_by_a_press_on_it(harness: Any) -> None:
    anna = await at_ormes(harness)
    old = await anna.slash("battle", "move", unit="line-1", path="NE")
    await harness.later(minutes=20)
    newer = await anna.slash("battle", "move", unit="line-2", path="NE")
    await harness.quiet()
    beside = old.message.gone, newer.message.gone

    await anna.click(old, "Undo")
    await harness.quiet()
    last = await anna.slash("battle", "move", unit="line-4", path="NE")
    await harness.quiet()

    assert beside == (False, False), "Discord no longer lets the first answer be changed"
    assert [reply.message.gone for reply in (old, newer, last)] == [True, True, False]


@pytest.mark.long
async def test_each_player_has_a_panel_of_their_own(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="nonaka", side="red")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()

    panels = [
        await person.slash("battle", "plan write", unit=unit, order="rest")
        for person, unit in ((anna, "yari-1"), (bruno, "kiba-2"))
    ]
    await harness.quiet()

    assert [reply.message.gone for reply in panels] == [False, False]
