"""The step and attack panels over real sockets: buttons alone, and the state is in the game."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

import render
from bot.core.requests.actor import Actor
from bot.features.lessons import progress as lessons_progress
from bot.transport.components import ButtonItem, read
from bot.ui.component_press import ComponentPress

CHANNEL = "tutorial"


async def marching(harness: Any) -> Any:
    """Anna at the tutorial, Blue's first movement phase: her dragoons two steps away from the recruits."""
    anna = harness.person("Anna")
    await anna.click(await anna.until(CHANNEL, "Welcome"), "Start the tutorial")
    await anna.slash(CHANNEL, "done")
    await harness.quiet()
    return anna


async def fighting(harness: Any) -> Any:
    """The same with the Guard and General Marin next to the militia, in the combat phase."""
    anna = await marching(harness)
    await anna.slash(CHANNEL, "move", unit="guard", path="0206 0305")
    await anna.slash(CHANNEL, "move", unit="marin", path="0307 0206 0205")
    await anna.slash(CHANNEL, "done")
    await harness.quiet()
    return anna


def button(page: Any, label: str) -> Any:
    """The button whose label begins so."""
    return next(b for b in page.buttons if b["label"].startswith(label))


def rows(page: Any) -> list[list[str]]:
    """The labels, row by row."""
    return [[b["label"] for b in row] for row in page.rows]


async def press(harness: Any, person: Any, page: Any, label: str) -> Any:
    """Press a button and wait until the panel has been redrawn."""
    reply = await person.click(page, label)
    await harness.quiet()
    return reply


def read_id(custom_id: str) -> ComponentPress:
    """What a button of that id says when it is pressed."""
    match = ButtonItem.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match is not None
    return read(match)


def stranger(harness: Any, person: Any) -> Actor:
    """A player who presses a button never shown to them."""
    place = harness.sandbox.channel(CHANNEL)
    return Actor(
        user=int(person.id),
        name=person.name,
        interaction=1,
        guild=int(place["guild_id"]),
        channel=int(place["id"]),
        sees=lambda channel: True,
    )


async def test_a_move_without_a_path_opens_the_rose(harness: Any) -> None:
    anna = await marching(harness)

    rose = await anna.slash(CHANNEL, "move", unit="cav-1")

    assert rose.ephemeral
    assert rows(rose.message) == [
        ["NW 3", "NE 1"],
        ["W 3", "E 1"],
        ["SW –", "SE –"],
        ["Do it for me", "Done with cav-1", "Map and key", "Skip this page"],
    ]
    assert "Lesson · Movement" in rose.words
    assert "6 movement points left" in rose.words
    assert "⛔" not in rose.words
    assert button(rose, "SE")["disabled"] is True
    assert not button(rose, "NE").get("disabled")
    assert "next step: 0706 costs 1" in rose.pictures[0]["description"]
    width, height = Image.open(io.BytesIO(rose.file())).size
    assert width <= render.BOX[0]
    assert render.BOX[1] <= height <= render.TALLEST


async def test_two_steps_in_line_show_the_charge_before_it_is_made_MP_CHG_10(harness: Any) -> None:
    anna = await marching(harness)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")

    ready = await press(harness, anna, rose, "NE")
    await harness.quiet()

    assert ready.message.id == rose.message.id, "the rose is redrawn where it stands"
    assert button(ready, "NE")["label"] == "NE 1 ⚔"
    assert [b["label"] for b in ready.buttons if "⚔" in b["label"]] == ["NE 1 ⚔"]
    assert "So far: 0707 → 0706" in ready.words
    assert "**NE 0805** charges **recruits** at 0804: broken on 🎲 2-9 of 9, **89%**" in ready.words
    assert "0805 costs 1 and charges the enemy at 0804" in ready.pictures[0]["description"]


async def test_the_step_in_line_charges_MP_CHG_2(harness: Any) -> None:
    anna = await marching(harness)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    ready = await press(harness, anna, rose, "NE")

    charged = await press(harness, anna, ready, "NE")
    await harness.quiet()

    assert "** charge **recruits** at 0804" in charged.words
    assert charged.message.id == rose.message.id
    assert "Undo" not in charged.labels, "a die has been rolled"
    assert (await harness.game()).state.selection.unit == "cav-1"


@pytest.mark.long
async def test_letting_go_ends_the_charging_action_MP_CHG_10(harness: Any) -> None:
    anna = await marching(harness)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(harness, anna, rose, "NE")

    panel = await press(harness, anna, rose, "Done with")
    again = await anna.slash(CHANNEL, "move", unit="cav-1")
    await harness.quiet()

    assert "no longer selected" in panel.words
    assert panel.message.id == rose.message.id
    assert panel.selects, "the orders panel"
    assert button(again, "NE")["label"] == "NE 1"


@pytest.mark.long
async def test_the_rose_of_the_unit_in_hand_goes_on_after_a_restart_MP_CHG_2(harness: Any) -> None:
    anna = await marching(harness)
    old = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(harness, anna, old, "NE")

    await harness.again()
    resumed = await anna.slash(CHANNEL, "move", unit="cav-1")
    charged = await press(harness, anna, old, "NE")
    await harness.quiet()

    assert button(resumed, "NE")["label"] == "NE 1 ⚔"
    assert "charge **recruits** at 0804" in charged.words


@pytest.mark.long
async def test_a_rose_of_another_unit_ends_the_selection_MP_CHG_2(harness: Any) -> None:
    anna = await marching(harness)
    await press(harness, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")

    other = await anna.slash(CHANNEL, "move", unit="inf-1")
    again = await anna.slash(CHANNEL, "move", unit="cav-1")
    await harness.quiet()

    assert "**cav-1** are no longer selected" in other.words
    assert button(again, "NE")["label"] == "NE 1"


async def test_an_old_step_panel_opens_again_in_the_present_position(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.transport.latest_panels.LIFE", -1.0)  # too old to be deleted by a newer one
    anna = await marching(harness)
    old = await anna.slash(CHANNEL, "move", unit="inf-1")
    await press(harness, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")
    before = await harness.game()

    stale = await press(harness, anna, old, "NW")
    await harness.quiet()

    assert "changed since" in stale.words
    assert (await harness.game()).last == before.last
    assert button(stale, "NE")["label"] == "NE 1 ⚔", "the unit in hand, still in hand"


async def test_a_double_click_makes_one_step(harness: Any) -> None:
    anna = await marching(harness)
    harness.sandbox.delivery.copies = 2

    await press(harness, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")
    await harness.quiet()

    assert (await harness.game()).state.units["cav-1"].hex == "0706"


@pytest.mark.long
async def test_undo_in_the_rose_takes_the_last_step_back(harness: Any) -> None:
    anna = await marching(harness)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(harness, anna, rose, "NE")
    await press(harness, anna, rose, "E")

    undone = await press(harness, anna, rose, "Undo")
    await harness.quiet()

    assert (await harness.game()).state.units["cav-1"].hex == "0706"
    assert "Undone: the step of **cav-1** to 0806" in undone.words
    assert button(undone, "NE")["label"] == "NE 1 ⚔", "its first step counts again"


@pytest.mark.long
async def test_undo_of_letting_go_puts_the_unit_back_in_hand(harness: Any) -> None:
    anna = await marching(harness)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(harness, anna, rose, "NE")
    panel = await press(harness, anna, rose, "Done with")

    undone = await press(harness, anna, panel, "Undo")
    await harness.quiet()

    assert "Undone: deselecting **cav-1**" in undone.words
    assert (await harness.game()).state.selection.unit == "cav-1"


async def test_a_unit_that_was_stopped_shows_why_MP_MOV_14(harness: Any) -> None:
    anna = await marching(harness)
    await anna.slash(CHANNEL, "move", unit="guard", path="0206 0305")

    rose = await anna.slash(CHANNEL, "move", unit="guard")

    assert "⛔ No step is possible: **guard** (The Guard)" in rose.words
    assert "`MP-MOV-14`" in rose.words
    asked = await anna.click(rose, "E –")
    assert "`/rule MP-MOV-14`" in asked.words


@pytest.mark.long
async def test_the_orders_panel_opens_the_rose_of_the_unit_chosen(harness: Any) -> None:
    anna = await marching(harness)
    moved = await anna.slash(CHANNEL, "move", unit="inf-1", path="0506")
    panel = await anna.select(moved, moved.selects[0]["custom_id"], "cav-1")
    await harness.quiet()

    rose = await press(harness, anna, panel, "Step by step")
    await harness.quiet()

    assert rows(rose.message)[0] == ["NW 3", "NE 1"]
    assert rose.message.id == panel.message.id


@pytest.mark.long
async def test_steps_turn_the_page_of_the_tutorial_where_they_arrive(harness: Any) -> None:
    anna = await marching(harness)
    first = lessons_progress.page(await harness.game(), "blue")

    rose = await anna.slash(CHANNEL, "move", unit="inf-1")
    await press(harness, anna, rose, "NE")
    on_the_way = lessons_progress.page(await harness.game(), "blue")
    await press(harness, anna, rose, "NW")
    await press(harness, anna, rose, "NE")
    there = lessons_progress.page(await harness.game(), "blue")

    assert first is on_the_way
    assert there is not first


async def test_no_one_else_opens_or_steps(harness: Any) -> None:
    anna, bruno = await marching(harness), harness.person("Bruno")
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    before = await harness.game()
    step = button(rose, "NE")["custom_id"]

    refused = await bruno.slash(CHANNEL, "move", unit="cav-1")
    pressed = await harness.bot.component_handler._router.dispatch(read_id(step), stranger(harness, bruno))
    await harness.quiet()

    assert "no side in this game" in refused.words
    assert not refused.pictures
    assert "no side in this game" in pressed.embeds[0].text
    assert pressed.picture is None
    assert (await harness.game()).last == before.last


async def test_the_rose_is_refused_where_no_unit_moves(harness: Any) -> None:
    anna = harness.person("Anna")
    await press(harness, anna, await anna.until(CHANNEL, "Welcome"), "Start the tutorial")

    early = await anna.slash(CHANNEL, "move", unit="cav-1")
    await anna.slash(CHANNEL, "done")
    theirs = await anna.slash(CHANNEL, "move", unit="recruits")
    nobody = await anna.slash(CHANNEL, "move", unit="ghost")

    assert "belongs to the movement phase" in early.words
    assert "they belong to Orange" in theirs.words
    assert "no unit “ghost”" in nobody.words
    assert not any(reply.pictures for reply in (early, theirs, nobody))


@pytest.mark.long
async def test_an_attack_without_a_target_works_every_target_out(harness: Any) -> None:
    anna = await fighting(harness)

    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    assert panel.ephemeral
    assert {"**guard attacks militia**", "**guard attacks gun-2**"} <= {*panel.words.splitlines()}
    assert "**10** to **5** → column **2/1**" in panel.words
    assert "Attack 10: **guard** 8 + marin 2" in panel.words
    assert "Defence 5: **militia** 4 + gun-2 1" in panel.words
    assert "**militia**: average loss" in panel.words
    assert [b["label"] for b in panel.buttons if b["label"].startswith("Attack militia · 2/1")]
    assert "Possible fights: " in panel.pictures[0]["description"]


@pytest.mark.long
async def test_a_button_of_the_attack_panel_attacks(harness: Any) -> None:
    anna = await fighting(harness)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    struck = await press(harness, anna, panel, "Attack militia")

    assert "**guard (The Guard)** attacks **militia (Saules militia)**" in struck.words
    assert struck.message.id == panel.message.id
    game = await harness.game()
    assert game.state.marked("guard", "attacked")


@pytest.mark.long
async def test_choosing_a_unit_in_the_combat_phase_opens_its_attack_panel(harness: Any) -> None:
    anna = await fighting(harness)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    other = await anna.select(panel, panel.selects[0]["custom_id"], "marin")
    await harness.quiet()

    assert "**marin attacks militia**" in other.words.splitlines()
    assert other.message.id == panel.message.id


async def test_an_old_attack_panel_attacks_no_one(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.transport.latest_panels.LIFE", -1.0)  # too old to be deleted by a newer one
    anna = await fighting(harness)
    old = await anna.slash(CHANNEL, "attack", unit="guard")
    await anna.slash(CHANNEL, "attack", unit="guard", target="militia")
    before = await harness.game()

    stale = await press(harness, anna, old, "Attack gun-2")

    assert "changed since" in stale.words
    assert (await harness.game()).last == before.last


@pytest.mark.long
async def test_a_unit_that_can_attack_no_one_is_told_why(harness: Any) -> None:
    anna = await fighting(harness)

    far = await anna.slash(CHANNEL, "attack", unit="inf-1")
    await anna.slash(CHANNEL, "attack", unit="guard", target="militia")
    twice = await anna.slash(CHANNEL, "attack", unit="guard")

    assert "is not next to **inf-1** (1st Line)" in far.words
    assert "has already attacked this phase" in twice.words
    assert all(label.startswith("Read MP-") for reply in (far, twice) for label in reply.labels)


@pytest.mark.long
async def test_the_attack_panel_belongs_to_the_combat_phase(harness: Any) -> None:
    anna = await marching(harness)

    early = await anna.slash(CHANNEL, "attack", unit="guard")

    assert "belongs to the combat phase" in early.words


@pytest.mark.long
async def test_attack_buttons_survive_a_restart(harness: Any) -> None:
    anna = await fighting(harness)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    await harness.again()
    struck = await press(harness, anna, panel, "Attack militia")

    assert "**guard (The Guard)** attacks **militia (Saules militia)**" in struck.words
