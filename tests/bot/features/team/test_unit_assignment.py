"""Players of one side divide its corps; an assigned unit takes orders from its player alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.secret_orders.test_secret_orders import order, start_game
from tests.bot.locking import lock


async def shared(harness: Any, scenario: str = "ormes") -> tuple[Any, Any, Any]:
    """Anna and Clara play Blue together, Bruno Orange; Blue is to move."""
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle=scenario, side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game share", {"with": clara.id})
    await anna.slash("battle", "game start")
    await harness.quiet()
    while (await harness.game()).state.phase != "movement":
        await anna.slash("battle", "done")
    return anna, bruno, clara


@pytest.mark.long
async def test_an_order_to_a_teammates_corps_is_refused_and_panels_offer_own_units(harness: Any) -> None:
    anna, bruno, clara = await shared(harness)
    typed = await anna.complete(
        "battle", "game team assign", {"player": clara.id, "corps": ""}, focused="corps"
    )
    given = await anna.slash("battle", "game team assign", player=clara.id, corps="II")

    refused = await anna.slash("battle", "move", unit="drag-5", path="NE")
    rose = await anna.slash("battle", "move", unit="drag-5")
    moved = await clara.slash("battle", "move", unit="drag-5", path="NE")
    taken = await anna.slash("battle", "undo")
    panel = await clara.click(
        [m for m in clara.sees("battle") if "Give orders" in m.labels][-1], "Give orders"
    )
    movers = await anna.complete("battle", "move", {"unit": ""}, focused="unit")
    others = await bruno.slash("battle", "game team show")

    assert [c["value"] for c in typed][:2] == ["I", "II"]
    assert "Assigned to **Clara**: corps II (4 units)" in given.words
    assert "Shared: corps I (6 units)" in given.words
    for page in (refused, rose, taken):
        assert "Only Clara may order drag-5 (5th Dragoons)" in page.words.replace("**", "")
    assert "Yours: corps II" in moved.words
    assert "Yours: corps II (4 units)" in panel.words
    assert {c["value"] for c in movers}.isdisjoint({"drag-5", "line-4", "gren-1", "delorme"})
    assert {"line-1", "huss-3"} <= {c["value"] for c in movers}
    assert "Clara" not in others.words


@pytest.mark.long
async def test_a_phase_ends_only_when_asked_again_while_mates_can_act(harness: Any) -> None:
    anna, _, clara = await shared(harness)
    await clara.slash("battle", "game team release")
    await anna.slash("battle", "game team assign", player=clara.id, corps="II")

    warning = await anna.slash("battle", "done")
    question, still = warning.words, (await harness.game()).state.phase
    await anna.click(warning, "Done with")

    assert "**Clara**'s units can still act" in question
    assert "drag-5" in question
    assert still == "movement"
    assert (await harness.game()).owing == ("orange",)


async def test_only_the_holder_gives_others_corps_and_who_gets_up_frees_his(harness: Any) -> None:
    anna, bruno, clara = await shared(harness)
    not_hers = await clara.slash("battle", "game team assign", player=clara.id, corps="II")
    stranger = await anna.slash("battle", "game team assign", player=bruno.id, corps="II")
    await anna.slash("battle", "game team assign", player=clara.id, corps="II, line-1")
    handed = await clara.slash("battle", "game team assign", player=anna.id, corps="gren-1")
    seats = (await harness.game()).seats("blue")
    await harness.again()
    kept = (await harness.game()).seats("blue")

    await clara.slash("battle", "game leave")
    await harness.quiet()

    assert "not yours to assign" in not_hers.words
    assert "does not play on your side" in stranger.words
    assert "gren-1" in handed.words
    assert [seat.corps for seat in seats] == [("gren-1",), ("II", "line-1")]
    assert kept == seats
    assert [seat.corps for seat in (await harness.game()).seats("blue")] == [("gren-1",)]
    assert "5th Dragoons" in (await anna.slash("battle", "move", unit="drag-5", path="NE")).words


@pytest.mark.long
async def test_in_secret_each_writes_for_his_own_and_the_envelope_is_the_sides(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    clara = harness.person("Clara")
    await anna.slash("battle", "game share", {"with": clara.id})
    await harness.quiet()
    await anna.slash("battle", "game team assign", player=clara.id, corps="cavalry, yari-1")

    refused = await order(anna, "kiba-1", "rest")
    await order(clara, "kiba-1", "rest")
    sheet = await anna.slash("battle", "plan show")
    warning = await anna.slash("battle", "plan lock")
    question = warning.words
    await anna.click(warning, "Lock anyway")
    await lock(bruno)
    await harness.quiet()

    assert "Clara" in refused.words
    assert "Only Clara may order" in refused.words
    assert "Kibamusha Tsuge" in sheet.words
    assert "have no order yet: yari-1; yabu-1" in question
    assert (await harness.game()).state.turn == 2


@pytest.mark.long
async def test_a_what_if_keeps_to_the_division(harness: Any) -> None:
    anna, _, clara = await shared(harness)
    await anna.slash("battle", "game team assign", player=clara.id, corps="II")
    await anna.slash("battle", "whatif open")

    refused = await anna.slash("battle", "move", unit="drag-5", path="NE")
    tried = await anna.slash("battle", "move", unit="line-1", path="NE")

    assert "Clara" in refused.words
    assert "Only Clara may order" in refused.words
    assert "1st Line" in tried.words
