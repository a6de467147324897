"""Reinforcements over real sockets: announced on the status, placed by typing and by the panel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scenarios.uploaded_files import folder, zipped

LATE = {
    "line-4, side: blue, corps: II, type: line, place: 1109": (
        "line-4, side: blue, corps: II, type: line, place: reserve, arrives: 1, enters: 0112"
    ),
    "place: 1310": "place: reserve",
}
LISTED = """reinforcements:
  - {id: guard, name: {en: The Guard, fr: La Garde}, units: [drag-5], turn: 3, enters: east,
     die: 4, latest: 5, when: {held: 0507, by: blue}}
"""


async def late_ormes(harness: Any) -> tuple[Any, Any]:
    """Anna plays Blue and Bruno Orange at Ormes; a unit of Blue comes in the first turn, one later."""
    files = folder("ormes")
    for was, now in LATE.items():
        assert was in files["units.yaml"]
        files["units.yaml"] = files["units.yaml"].replace(was, now)
    files["scenario.yaml"] += LISTED
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await harness.person("Marshal").slash("battle", "server", uploads=True)
    await anna.slash("battle", "game new", file=anna.choose("ormes.zip", zipped(files)), side="blue")
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


async def test_the_status_says_who_comes_when_where_and_on_what_it_depends(harness: Any) -> None:
    anna, _ = await late_ormes(harness)

    status = (await anna.slash("battle", "game status")).words

    assert "Now: line-4 at 0112" in status
    assert "Turn 3: The Guard (drag-5" in status
    assert "by a die each turn: 4 or more, on turn 5 at the latest, once Blue holds 0507" in status


@pytest.mark.long
async def test_a_unit_that_is_due_is_placed_by_typing_and_then_the_turn_goes_on(harness: Any) -> None:
    anna, _ = await late_ormes(harness)
    before = (await harness.game()).state.phase

    wrong = await anna.slash("battle", "unit place", unit="line-4", hex="0212")
    early = await anna.slash("battle", "unit place", unit="drag-5", hex="1601")
    placed = await anna.slash("battle", "unit place", unit="line-4", hex="0112")
    await harness.quiet()

    state = (await harness.game()).state
    assert before == "reinforcements"
    assert "cannot enter the map at **0212**" in wrong.words
    assert "turn 3" in early.words
    assert "0112" in placed.words
    assert state.units["line-4"].hex == "0112"
    assert state.phase != "reinforcements"


@pytest.mark.long
async def test_the_panel_brings_a_unit_on_and_undo_takes_it_back(harness: Any) -> None:
    anna, _ = await late_ormes(harness)
    panel = await anna.click(await anna.until("battle", "your orders, please"), "Give orders")
    assert "**Reinforcements**" in panel.words
    chosen = await anna.select(panel, None, "line-4")
    await harness.quiet()
    menu = next(s for s in chosen.selects if ":go:" in s["custom_id"])

    assert [o["value"] for o in menu["options"]] == ["0112"]
    placed = await anna.select(chosen, menu["custom_id"], "0112")
    await harness.quiet()
    assert (await harness.game()).state.units["line-4"].hex == "0112"
    await anna.click(placed, "Undo")
    await harness.quiet()
    game = await harness.game()
    assert (game.state.units["line-4"].hex, game.state.phase) == (None, "reinforcements")


@pytest.mark.long
async def test_units_may_be_held_back_and_the_turn_goes_on(harness: Any) -> None:
    anna, _ = await late_ormes(harness)

    await anna.slash("battle", "done")
    await harness.quiet()

    state = (await harness.game()).state
    assert state.phase != "reinforcements"
    assert state.units["line-4"].hex is None
