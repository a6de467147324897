"""The rose and the attack panel over real sockets: nothing but buttons, and the table remembers the rest."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from bot import tutor
from bot.buttons import Pressed, PressItem, read
from bot.desk import By

CHANNEL = "tutorial"


async def marching(house: Any) -> Any:
    """Anna at the tutorial, Blue's first movement phase: her dragoons two steps away from the recruits."""
    anna = house.person("Anna")
    await anna.click(await anna.until(CHANNEL, "Welcome"), "Start the tutorial")
    await anna.slash(CHANNEL, "done")
    await house.quiet()
    return anna


async def fighting(house: Any) -> Any:
    """The same with the Guard and General Marin next to the militia, in the combat phase."""
    anna = await marching(house)
    await anna.slash(CHANNEL, "move", unit="guard", path="0206 0305")
    await anna.slash(CHANNEL, "move", unit="marin", path="0307 0206 0205")
    await anna.slash(CHANNEL, "done")
    await house.quiet()
    return anna


def button(shown: Any, label: str) -> Any:
    """The button whose label begins so."""
    return next(b for b in shown.buttons if b["label"].startswith(label))


def rows(shown: Any) -> list[list[str]]:
    """The labels, row by row."""
    return [[b["label"] for b in row["components"]] for row in shown.json["components"]]


async def press(house: Any, person: Any, shown: Any, label: str) -> Any:
    """Press a button and wait until the panel has been redrawn."""
    reply = await person.click(shown, label)
    await house.quiet()
    return reply


def read_id(custom_id: str) -> Pressed:
    """What a button of that id says when it is pressed."""
    match = PressItem.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match is not None
    return read(match)


def stranger(house: Any, person: Any) -> By:
    """Somebody who presses a button that was never shown to him."""
    place = house.sandbox.channel(CHANNEL)
    return By(
        user=int(person.id),
        name=person.name,
        interaction=1,
        guild=int(place["guild_id"]),
        channel=int(place["id"]),
    )


async def test_a_move_without_a_path_opens_the_rose(house: Any) -> None:
    anna = await marching(house)

    rose = await anna.slash(CHANNEL, "move", unit="cav-1")

    assert rose.ephemeral
    assert rows(rose.message) == [
        ["NW 3", "NE 1"],
        ["W 3", "E 1"],
        ["SW –", "SE –"],
        ["Do it for me", "Done with 1st Dragoons", "Map", "Skip this page"],
    ]
    assert "Lesson · Movement" in rose.words
    assert "6 movement points left" in rose.words
    assert "⛔ **SE SW**: off the map" in rose.words
    assert button(rose, "SE")["disabled"] is True
    assert not button(rose, "NE").get("disabled")
    assert "its next step: 0706 costs 1" in rose.attachments[0]["description"]
    assert Image.open(io.BytesIO(rose.file())).width < 1000, "a close-up"


async def test_two_steps_in_line_show_the_charge_before_it_is_made_MP_CHG_10(house: Any) -> None:
    anna = await marching(house)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")

    ready = await press(house, anna, rose, "NE")
    await house.quiet()

    assert ready.message.id == rose.message.id, "the rose is redrawn where it stands"
    assert button(ready, "NE")["label"] == "NE 1 ⚔"
    assert [b["label"] for b in ready.buttons if "⚔" in b["label"]] == ["NE 1 ⚔"]
    assert "In hand, so far: 0707 → 0706" in ready.words
    assert (
        "**NE 0805** charges **Recruits** (`recruits`) at 0804: it breaks on 🎲 2-9 of 9, **89 %**"
        in ready.words
    )
    assert "0805 costs 1 and charges the enemy at 0804" in ready.attachments[0]["description"]


async def test_the_step_in_line_charges_MP_CHG_2(house: Any) -> None:
    anna = await marching(house)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    ready = await press(house, anna, rose, "NE")

    charged = await press(house, anna, ready, "NE")
    await house.quiet()

    assert "**1st Dragoons** charges **Recruits** at 0804" in charged.words
    assert charged.message.id == rose.message.id
    assert "Undo" not in charged.labels, "a die has been rolled"
    assert (await house.game()).state.selection.unit == "cav-1"


async def test_letting_go_ends_the_charging_action_MP_CHG_10(house: Any) -> None:
    anna = await marching(house)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(house, anna, rose, "NE")

    panel = await press(house, anna, rose, "Done with")
    again = await anna.slash(CHANNEL, "move", unit="cav-1")
    await house.quiet()

    assert "is let go" in panel.words
    assert panel.message.id == rose.message.id
    assert panel.selects, "the orders panel"
    assert button(again, "NE")["label"] == "NE 1"


async def test_the_rose_of_the_unit_in_hand_goes_on_after_a_restart_MP_CHG_2(house: Any) -> None:
    anna = await marching(house)
    old = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(house, anna, old, "NE")

    await house.again()
    resumed = await anna.slash(CHANNEL, "move", unit="cav-1")
    charged = await press(house, anna, old, "NE")
    await house.quiet()

    assert button(resumed, "NE")["label"] == "NE 1 ⚔"
    assert "charges **Recruits** at 0804" in charged.words


async def test_a_rose_of_another_unit_ends_the_selection_MP_CHG_2(house: Any) -> None:
    anna = await marching(house)
    await press(house, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")

    other = await anna.slash(CHANNEL, "move", unit="inf-1")
    again = await anna.slash(CHANNEL, "move", unit="cav-1")
    await house.quiet()

    assert "**1st Dragoons** is let go" in other.words
    assert button(again, "NE")["label"] == "NE 1"


async def test_an_old_rose_opens_again_where_the_table_stands(house: Any) -> None:
    anna = await marching(house)
    old = await anna.slash(CHANNEL, "move", unit="inf-1")
    await press(house, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")
    before = await house.game()

    stale = await press(house, anna, old, "NW")
    await house.quiet()

    assert "changed since" in stale.words
    assert (await house.game()).last == before.last
    assert button(stale, "NE")["label"] == "NE 1 ⚔", "the unit in hand, still in hand"


async def test_a_double_click_makes_one_step(house: Any) -> None:
    anna = await marching(house)
    house.sandbox.delivery.copies = 2

    await press(house, anna, await anna.slash(CHANNEL, "move", unit="cav-1"), "NE")
    await house.quiet()

    assert (await house.game()).state.units["cav-1"].hex == "0706"


async def test_undo_in_the_rose_takes_the_last_step_back(house: Any) -> None:
    anna = await marching(house)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(house, anna, rose, "NE")
    await press(house, anna, rose, "E")

    undone = await press(house, anna, rose, "Undo")
    await house.quiet()

    assert (await house.game()).state.units["cav-1"].hex == "0706"
    assert "Taken back: the step of **1st Dragoons** to 0806" in undone.words
    assert button(undone, "NE")["label"] == "NE 1 ⚔", "its first step counts again"


async def test_undo_of_letting_go_puts_the_unit_back_in_hand(house: Any) -> None:
    anna = await marching(house)
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    await press(house, anna, rose, "NE")
    panel = await press(house, anna, rose, "Done with")

    undone = await press(house, anna, panel, "Undo")
    await house.quiet()

    assert "Taken back: letting go of **1st Dragoons**" in undone.words
    assert (await house.game()).state.selection.unit == "cav-1"


async def test_a_unit_that_was_stopped_shows_why_MP_MOV_14(house: Any) -> None:
    anna = await marching(house)
    await anna.slash(CHANNEL, "move", unit="guard", path="0206 0305")

    rose = await anna.slash(CHANNEL, "move", unit="guard")

    assert "⛔ No step is possible: **The Guard**" in rose.words
    assert "`MP-MOV-14`" in rose.words
    assert all(b["disabled"] for b in rose.buttons[:6])


async def test_the_orders_panel_opens_the_rose_of_the_unit_chosen(house: Any) -> None:
    anna = await marching(house)
    moved = await anna.slash(CHANNEL, "move", unit="inf-1", path="0506")
    panel = await anna.select(moved, moved.selects[0]["custom_id"], "cav-1")
    await house.quiet()

    rose = await press(house, anna, panel, "Step by step")
    await house.quiet()

    assert rows(rose.message)[0] == ["NW 3", "NE 1"]
    assert rose.message.id == panel.message.id


async def test_steps_turn_the_page_of_the_tutorial_where_they_arrive(house: Any) -> None:
    anna = await marching(house)
    first = tutor.page(await house.game(), "blue")

    rose = await anna.slash(CHANNEL, "move", unit="inf-1")
    await press(house, anna, rose, "NE")
    on_the_way = tutor.page(await house.game(), "blue")
    await press(house, anna, rose, "NW")
    await press(house, anna, rose, "NE")
    there = tutor.page(await house.game(), "blue")

    assert first is on_the_way
    assert there is not first


async def test_nobody_else_opens_or_steps(house: Any) -> None:
    anna, bruno = await marching(house), house.person("Bruno")
    rose = await anna.slash(CHANNEL, "move", unit="cav-1")
    before = await house.game()
    step = button(rose, "NE")["custom_id"]

    refused = await bruno.slash(CHANNEL, "move", unit="cav-1")
    pressed = await house.bot.presses.answer(stranger(house, bruno), read_id(step))
    await house.quiet()

    assert "no side in this game" in refused.words
    assert not refused.attachments
    assert "no side in this game" in pressed.notes[0].text
    assert pressed.picture is None
    assert (await house.game()).last == before.last


async def test_the_rose_is_refused_where_no_unit_moves(house: Any) -> None:
    anna = house.person("Anna")
    await press(house, anna, await anna.until(CHANNEL, "Welcome"), "Start the tutorial")

    early = await anna.slash(CHANNEL, "move", unit="cav-1")
    await anna.slash(CHANNEL, "done")
    theirs = await anna.slash(CHANNEL, "move", unit="recruits")
    nobody = await anna.slash(CHANNEL, "move", unit="ghost")

    assert "belongs to the movement phase" in early.words
    assert "it belongs to Orange" in theirs.words
    assert "no unit “ghost”" in nobody.words
    assert not any(reply.attachments for reply in (early, theirs, nobody))


async def test_an_attack_without_a_target_works_every_target_out(house: Any) -> None:
    anna = await fighting(house)

    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    titles = [e["title"] for e in panel.embeds]
    assert panel.ephemeral
    assert {"The Guard attacks Saules militia", "The Guard attacks Siege battery"} <= {*titles}
    assert "**10** to **5** → column **2/1**" in panel.words
    assert "Attack 10: **The Guard** 8 + General Marin 2" in panel.words
    assert "Defence 5: **Saules militia** 4 + Siege battery 1" in panel.words
    assert "**Saules militia**: loses" in panel.words
    assert [b["label"] for b in panel.buttons if b["label"].startswith("Attack Saules militia · 2/1")]
    assert "Possible fights: " in panel.attachments[0]["description"]


async def test_a_button_of_the_attack_panel_attacks(house: Any) -> None:
    anna = await fighting(house)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    struck = await press(house, anna, panel, "Attack Saules militia")

    assert "**The Guard** attacks **Saules militia**" in struck.words
    assert struck.message.id == panel.message.id
    table = await house.game()
    assert table.state.marked("guard", "attacked")


async def test_choosing_a_unit_in_the_combat_phase_opens_its_attack_panel(house: Any) -> None:
    anna = await fighting(house)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    other = await anna.select(panel, panel.selects[0]["custom_id"], "marin")
    await house.quiet()

    assert "General Marin attacks Saules militia" in [e.get("title") for e in other.embeds]
    assert other.message.id == panel.message.id


async def test_an_old_attack_panel_attacks_nobody(house: Any) -> None:
    anna = await fighting(house)
    old = await anna.slash(CHANNEL, "attack", unit="guard")
    await anna.slash(CHANNEL, "attack", unit="guard", target="militia")
    before = await house.game()

    stale = await press(house, anna, old, "Attack Siege battery")

    assert "changed since" in stale.words
    assert (await house.game()).last == before.last


async def test_a_unit_that_can_attack_nobody_is_told_why(house: Any) -> None:
    anna = await fighting(house)

    far = await anna.slash(CHANNEL, "attack", unit="inf-1")
    await anna.slash(CHANNEL, "attack", unit="guard", target="militia")
    twice = await anna.slash(CHANNEL, "attack", unit="guard")

    assert "is not next to **1st Line**" in far.words
    assert "has attacked already in this phase" in twice.words
    assert all(label.startswith("Read MP-") for reply in (far, twice) for label in reply.labels)


async def test_the_attack_panel_belongs_to_the_combat_phase(house: Any) -> None:
    anna = await marching(house)

    early = await anna.slash(CHANNEL, "attack", unit="guard")

    assert "belongs to the combat phase" in early.words


async def test_attack_buttons_survive_a_restart(house: Any) -> None:
    anna = await fighting(house)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")

    await house.again()
    struck = await press(house, anna, panel, "Attack Saules militia")

    assert "**The Guard** attacks **Saules militia**" in struck.words
