"""One private panel a player and game: a newer one takes the place of the one before."""

from __future__ import annotations

from typing import Any

from tests.bot.features.batch_orders.test_batch_orders import at_ormes


async def test_typed_orders_leave_one_panel(harness: Any) -> None:
    anna = await at_ormes(harness)
    typed = [await anna.slash("battle", "move", unit=u, path="NE") for u in ("line-1", "line-2", "line-4")]
    await harness.quiet()

    assert [reply.message.gone for reply in typed] == [True, True, False], [r.message.words for r in typed]


async def test_a_refusal_and_a_map_leave_the_panel(harness: Any) -> None:
    anna = await at_ormes(harness)
    panel = await anna.slash("battle", "move", unit="line-1", path="NE")
    await anna.slash("battle", "move", unit="line-1", path="0101")
    await anna.slash("battle", "map")
    await harness.quiet()

    assert not panel.message.gone


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
