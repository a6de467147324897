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
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The shelf of battles with one more on it."""
    shelf, shipped = tmp_path / "shelf", scenarios.HERE
    shelf.mkdir()
    for entry in shipped.iterdir():
        (shelf / entry.name).symlink_to(entry)
    column = shelf / "column"
    column.mkdir()
    for name, text in (("scenario", BATTLE), ("units", UNITS), ("map", MAP)):
        (column / f"{name}.yaml").write_text(text)
    monkeypatch.setattr(scenarios, "HERE", shelf)
    scenarios.load.cache_clear()
    yield
    scenarios.load.cache_clear()


async def begun(house: Any, *, seed: int = 7) -> Any:
    """Anna plays both sides; the Colonial chief is to be activated."""
    house.bot.desk.secret = lambda n: bytes([seed]) * n
    anna = house.person("Anna")
    await anna.slash(CHANNEL, "game new", scenario="column", side="both")
    await house.quiet()
    await anna.slash(CHANNEL, "game start")
    await house.quiet()
    return anna


def select(shown: Any, verb: str) -> str:
    """The id of the menu of that verb."""
    found = [s["custom_id"] for s in shown.selects if f":{verb}" in s["custom_id"]]
    assert len(found) == 1, (verb, shown.selects)
    return str(found[0])


def label(shown: Any, begins: str) -> str:
    """The label of the button that begins so."""
    found = [text for text in shown.labels if text.startswith(begins)]
    assert found, (begins, shown.labels, shown.words)
    return str(found[0])


async def state(house: Any) -> Any:
    return (await house.game()).state


async def commanded(house: Any) -> tuple[Any, Any]:
    """Fusiliers and Askari ticked in the panel and commanded with four dice; what is shown then."""
    anna = await begun(house)
    post = [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels and not m.ephemeral][-1]
    shown = await anna.click(post, "Give orders")
    ticked = await anna.select(shown, select(shown, "muster"), ["c1", "c2"])
    await house.quiet()
    rolled = await anna.click(ticked, "Roll 4D8")
    await house.quiet()
    return anna, rolled


async def test_units_are_ticked_and_commanded_with_so_many_dice(house: Any) -> None:
    anna, rolled = await commanded(house)

    assert rolled.ephemeral
    assert "**Colonel Desharbes** commands Fusiliers and Askari with 4 dice of 4 `DC-CMD-12`" in rolled.words
    if (await state(house)).questions:
        rolled = await anna.click(rolled, "Keep the dice")
        await house.quiet()
    assert (await state(house)).phase == "sharing"
    assert "Share them out" in rolled.words


async def moving(house: Any) -> tuple[Any, Any]:
    """Both activated, in the phase in which they move."""
    anna, shown = await commanded(house)
    if (await state(house)).questions:
        shown = await anna.click(shown, "Keep the dice")
        await house.quiet()
    shown = await anna.click(shown, label(shown, "All activated"))
    await house.quiet()
    assert (await state(house)).phase == "movement"
    return anna, shown


async def test_a_command_its_dice_and_its_moves_make_one_post(house: Any) -> None:
    anna, shown = await moving(house)
    while_moving = posts(anna)

    await anna.click(shown, label(shown, "Done with movement"))
    await house.quiet()
    if (await state(house)).questions:
        panel = await anna.click(
            [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels][-1], "Give orders"
        )
        await anna.click(panel, "Let it go")
        await house.quiet()

    assert not while_moving
    assert len(posts(anna)) == 1
    assert ": activated by" in posts(anna)[0]


def posts(anna: Any) -> list[str]:
    """The public posts that tell of the command."""
    return [m.words for m in anna.sees(CHANNEL) if not m.ephemeral and "commands Fusiliers" in m.words]


async def test_dice_are_shared_by_a_button_and_by_typing(house: Any) -> None:
    anna, shown = await commanded(house)
    if (await state(house)).questions:
        await anna.click(shown, "Keep the dice")
        await house.quiet()
    offered = await anna.complete(CHANNEL, "deal", {"dice": ""}, focused="dice")

    wrong = await anna.slash(CHANNEL, "deal", dice="c1 9, c2 9")
    typed = await anna.slash(CHANNEL, "deal", dice=offered[0]["value"])
    await house.quiet()

    assert "Every die must be given to one unit" in wrong.words
    assert "(`/rule DC-CMD-24`)" in wrong.words
    assert ": activated by" in typed.words


async def test_a_unit_turns_engages_and_the_rest_fires(house: Any) -> None:
    anna, shown = await moving(house)

    chosen = await anna.select(shown, select(shown, "pick"), "c1")
    await house.quiet()
    turned = await anna.select(chosen, select(chosen, "turn"), "Face left E")
    await house.quiet()
    facing = dict((await state(house)).units["c1"].facing)
    went = await anna.slash(CHANNEL, "move", unit="c1", path="N")
    button = label(went, "⚔ Engage Spears")
    engaged = await anna.click(went, button)
    await house.quiet()

    assert facing == {"left": 1, "right": 0}
    assert "turns: left E `DC-MOV-09`" in turned.words
    assert "**Fusiliers** engages **Spears**" in engaged.words
    assert "6 dice to 5" in button


async def test_a_volley_is_chosen_by_target_and_shooters(house: Any) -> None:
    anna, _ = await moving(house)
    shown = await anna.slash(CHANNEL, "done")
    if (await state(house)).questions:
        shown = await anna.click(shown, "Let it go")
    await house.quiet()

    targeted = await anna.select(shown, select(shown, "target"), "n2")
    await house.quiet()
    one = await anna.select(targeted, select(targeted, "shooters"), ["c2/left"])
    await house.quiet()
    odds = one.words
    fired = await anna.click(one, label(one, "Fire at Shields"))
    await house.quiet()

    assert "**Askari**: **2 dice**, 5 or more hits" in odds
    assert "**Askari** at 0705 fires at **Shields** at 0703" in fired.words
    assert (await state(house)).marked("c2", "fired", "left")


async def test_typed_orders_do_the_same(house: Any) -> None:
    anna = await begun(house)
    units = await anna.complete(CHANNEL, "lead", {"chief": "c9", "units": "c1 "}, focused="units")

    away = await anna.slash(CHANNEL, "lead", chief="c9", units="c3", dice=1)
    led = await anna.slash(CHANNEL, "lead", chief="c9", units="Fusiliers", dice=4)
    await house.quiet()
    faced = await anna.slash(CHANNEL, "face", unit="c1", facing="left NNW right E")
    formed = await anna.slash(CHANNEL, "form", unit="c1", formation="square", facing="N")
    nobody = await anna.slash(CHANNEL, "fire", target="n1", units="c1")
    await house.quiet()

    assert "c1 c2" in [c["value"] for c in units]
    assert "who commands 3 hexes around him" in away.words
    assert "commands Fusiliers with 4 dice" in led.words
    assert "turns: left NNW, right E" in faced.words
    assert "forms a **square**" in formed.words
    assert "belongs to the fire phase" in nobody.words


async def test_a_standing_order_is_private_and_answers_the_question(house: Any) -> None:
    anna = await begun(house)
    kinds = await anna.complete(CHANNEL, "standing", {"question": ""}, focused="question")

    given = await anna.slash(CHANNEL, "standing", question="keep", answer="no")
    listed = await anna.slash(CHANNEL, "standing")
    await anna.slash(CHANNEL, "lead", chief="c9", units="c1", dice=4)
    await house.quiet()
    await anna.slash(CHANNEL, "done")
    await house.quiet()
    public = "\n".join(m.words for m in anna.sees(CHANNEL) if not m.ephemeral)

    assert "keep" in [c["value"] for c in kinds]
    assert given.ephemeral
    assert "**Keep the initiative**: no" in listed.words
    assert "standing" not in public.casefold()
    assert (await state(house)).phase in ("fire", "initiative", "melee")
    assert not (await state(house)).questions
