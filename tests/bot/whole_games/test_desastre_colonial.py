"""Désastre Colonial over real sockets: a chief commands, dice are shared, units turn, fire and fight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scenarios

CHANNEL = "battle"
BATTLE = """
id: column
system: desastre_colonial
turns: 4
title: {en: The column, fr: La colonne}
intro: {en: A column is caught., fr: Une colonne est prise au piège.}
sides:
  - {id: colonial, name: {en: The column, fr: La colonne}}
  - {id: native, name: {en: The tribes, fr: Les tribus}}
charts: {first_initiative: colonial}
"""
UNITS = """
types:
  chief: {kind: chief, values: {staff: 4, die: 8, radius: 3}}
  line: {kind: infantry, values: {cohesion: 3, bases: 2}, traits: [blr, disciplined]}
  mass: {kind: infantry, values: {cohesion: 5, bases: 1}, traits: [ferocious]}
units:
  - {id: c9, side: colonial, type: chief, place: 0606, name: Colonel Desharbes}
  - {id: c1, side: colonial, type: line, place: 0605, name: Fusiliers, facing: NNE}
  - {id: c2, side: colonial, type: line, place: 0705, name: Askari, facing: NNE}
  - {id: c3, side: colonial, type: line, place: 0612, name: Rear guard, facing: NNE}
  - {id: n9, side: native, type: chief, place: 0602, name: Old chief}
  - {id: n1, side: native, type: mass, place: 0603, name: Spears, facing: SSW}
  - {id: n2, side: native, type: mass, place: 0703, name: Shields, facing: SSW}
"""
MAP = (
    "columns: 12\nrows: 12\nstands_on: side\nlegend: {.: clear}\nterrain:\n"
    + "  - . . . . . . . . . . . .\n" * 12
)


@pytest.fixture(autouse=True)
def extra_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a battle to those that come along."""
    folder = tmp_path / "more"
    column = folder / "battles" / "column"
    column.mkdir(parents=True)
    for name, text in (("scenario", BATTLE), ("units", UNITS), ("map", MAP)):
        (column / f"{name}.yaml").write_text(text)
    monkeypatch.setattr(scenarios, "FOLDERS", [*scenarios.FOLDERS, folder])
    scenarios.load.cache_clear()
    yield
    scenarios.load.cache_clear()


async def start_game(harness: Any, *, seed: int = 7) -> Any:
    """Anna plays both sides; the Colonial chief is to be activated."""
    harness.bot.games.secret = lambda n: bytes([seed]) * n
    anna = harness.person("Anna")
    await anna.slash(CHANNEL, "game new", battle="column", side="both")
    await harness.quiet()
    await anna.slash(CHANNEL, "game start")
    await harness.quiet()
    return anna


def select(page: Any, verb: str) -> str:
    """The id of the menu of that verb."""
    ids = [s["custom_id"] for s in page.selects if f":{verb}" in s["custom_id"]]
    assert len(ids) == 1, (verb, page.selects)
    return str(ids[0])


def label(page: Any, begins: str) -> str:
    """The label of the button that begins so."""
    labels = [text for text in page.labels if text.startswith(begins)]
    assert labels, (begins, page.labels, page.words)
    return str(labels[0])


async def state(harness: Any) -> Any:
    return (await harness.game()).state


async def start_command(harness: Any) -> tuple[Any, Any]:
    """Fusiliers and Askari ticked in the panel and commanded with four dice; what is shown then."""
    anna = await start_game(harness)
    post = [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels and not m.ephemeral][-1]
    page = await anna.click(post, "Give orders")
    ticked = await anna.select(page, select(page, "muster"), ["c1", "c2"])
    await harness.quiet()
    rolled = await anna.click(ticked, "Roll 4D8")
    await harness.quiet()
    return anna, rolled


async def test_units_are_ticked_and_commanded_with_so_many_dice(harness: Any) -> None:
    anna, rolled = await start_command(harness)

    assert rolled.ephemeral
    named = "**c9 (Colonel Desharbes)** commands c1 (Fusiliers) and c2 (Askari)"
    assert f"{named} with 4 dice of 4" in rolled.words
    if (await state(harness)).questions:
        rolled = await anna.click(rolled, "Keep the dice")
        await harness.quiet()
    assert (await state(harness)).phase == "sharing"
    assert "To share them out" in rolled.words


async def start_moves(harness: Any) -> tuple[Any, Any]:
    """Both activated, in the phase in which they move."""
    anna, page = await start_command(harness)
    if (await state(harness)).questions:
        page = await anna.click(page, "Keep the dice")
        await harness.quiet()
    page = await anna.click(page, label(page, "All activated"))
    await harness.quiet()
    assert (await state(harness)).phase == "movement"
    return anna, page


async def test_a_command_its_dice_and_its_moves_make_one_post(harness: Any) -> None:
    anna, page = await start_moves(harness)
    while_moving = posts(anna)

    asked = await anna.click(page, label(page, "Done with movement"))
    await anna.click(asked, label(asked, "Done with movement"))
    await harness.quiet()
    if (await state(harness)).questions:
        panel = await anna.click(
            [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels][-1], "Give orders"
        )
        await anna.click(panel, "Give it up")
        await harness.quiet()

    assert not while_moving
    assert len(posts(anna)) == 1
    assert "✅ **c1" in posts(anna)[0]


def posts(anna: Any) -> list[str]:
    """The public posts that tell of the command."""
    return [m.words for m in anna.sees(CHANNEL) if not m.ephemeral and "commands c1 (Fusiliers)" in m.words]


async def test_dice_are_shared_by_a_button_and_by_typing(harness: Any) -> None:
    anna, page = await start_command(harness)
    if (await state(harness)).questions:
        await anna.click(page, "Keep the dice")
        await harness.quiet()
    offered = await anna.complete(CHANNEL, "unit deal", {"dice": ""}, focused="dice")

    wrong = await anna.slash(CHANNEL, "unit deal", dice="c1 9, c2 9")
    typed = await anna.slash(CHANNEL, "unit deal", dice=offered[0]["value"])
    await harness.quiet()

    assert "exactly the dice that were rolled" in wrong.words
    assert "(`/rule DC-CMD-24`)" in wrong.words
    assert "✅ **c1 (Fusiliers)**: 2" in typed.words


async def test_a_unit_turns_engages_and_the_rest_fires(harness: Any) -> None:
    anna, page = await start_moves(harness)

    chosen = await anna.select(page, select(page, "pick"), "c1")
    await harness.quiet()
    turned = await anna.select(chosen, select(chosen, "turn"), "Face left E")
    await harness.quiet()
    facing = dict((await state(harness)).units["c1"].facing)
    went = await anna.slash(CHANNEL, "move", unit="c1", path="N")
    button = label(went, "⚔ Engage n1")
    engaged = await anna.click(went, button)
    await harness.quiet()

    assert facing == {"left": 1, "right": 0}
    assert "turns: left E" in turned.words
    assert "**c1 (Fusiliers)** engages **n1 (Spears)**" in engaged.words
    assert "6 dice to 5" in button


async def test_a_volley_is_chosen_by_target_and_shooters(harness: Any) -> None:
    anna, _ = await start_moves(harness)
    page = await anna.slash(CHANNEL, "done")
    if (await state(harness)).questions:
        page = await anna.click(page, "Give it up")
    await harness.quiet()

    targeted = await anna.select(page, select(page, "target"), "n2")
    await harness.quiet()
    one = await anna.select(targeted, select(targeted, "shooters"), ["c2/left"])
    await harness.quiet()
    odds = one.words
    fired = await anna.click(one, label(one, "Fire at n2"))
    await harness.quiet()

    assert "**c2**: **2 dice**, hits on 5 or more" in odds
    assert "**c2 (Askari)** fires at **n2 (Shields)** at 0703" in fired.words
    assert (await state(harness)).marked("c2", "fired", "left")


async def test_typed_orders_do_the_same(harness: Any) -> None:
    anna = await start_game(harness)
    units = await anna.complete(CHANNEL, "unit lead", {"chief": "c9", "units": "c1 "}, focused="units")

    away = await anna.slash(CHANNEL, "unit lead", chief="c9", units="c3", dice=1)
    led = await anna.slash(CHANNEL, "unit lead", chief="c9", units="Fusiliers", dice=4)
    await harness.quiet()
    faced = await anna.slash(CHANNEL, "unit face", unit="c1", facing="left NNW right E")
    formed = await anna.slash(CHANNEL, "unit form", unit="c1", formation="square", facing="N")
    nobody = await anna.slash(CHANNEL, "fire", target="n1", units="c1")
    await harness.quiet()

    assert "c1 c2" in [c["value"] for c in units]
    assert "whose command radius is 3 hexes" in away.words
    assert "commands c1 (Fusiliers) with 4 dice" in led.words
    assert "turns: left NNW, right E" in faced.words
    assert "forms a **square**" in formed.words
    assert "belongs to the fire phase" in nobody.words


async def test_a_standing_order_is_private_and_answers_the_question(harness: Any) -> None:
    anna = await start_game(harness)
    kinds = await anna.complete(CHANNEL, "plan standing", {"question": ""}, focused="question")

    given = await anna.slash(CHANNEL, "plan standing", question="keep", answer="no")
    listed = await anna.slash(CHANNEL, "plan standing")
    await anna.slash(CHANNEL, "unit lead", chief="c9", units="c1", dice=4)
    await harness.quiet()
    await anna.slash(CHANNEL, "done")
    await harness.quiet()
    public = "\n".join(m.words for m in anna.sees(CHANNEL) if not m.ephemeral)

    assert "keep" in [c["value"] for c in kinds]
    assert given.ephemeral
    assert "**Keep the initiative**: no" in listed.words
    assert "standing" not in public.casefold()
    assert (await state(harness)).phase in ("fire", "initiative", "melee")
    assert not (await state(harness)).questions
