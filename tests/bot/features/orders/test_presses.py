"""How many presses an order takes: counted on real components, from [Give orders] on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.bot.features.batch_orders.test_batch_orders import at_ormes
from tests.bot.features.secret_orders.test_secret_orders import start_game

CHANNEL = "battle"


@dataclass
class Presses:
    """One player's presses, one after another on the same panel."""

    harness: Any
    person: Any
    page: Any = None
    made: list[str] = field(default_factory=list)

    async def click(self, label: str) -> Any:
        """Press a button of the panel."""
        self.made.append(label)
        self.page = await self.person.click(self.page, label)
        await self.harness.quiet()
        return self.page

    async def choose(self, menu: str, value: str) -> Any:
        """Choose a line of the panel's menu that begins so."""
        self.made.append(value)
        self.page = await self.person.select(self.page, self.menu(menu)["custom_id"], value)
        await self.harness.quiet()
        return self.page

    def menu(self, hint: str) -> Any:
        """The menu with a hint that begins so."""
        return next(m for m in self.page.selects if m.get("placeholder", "").startswith(hint))

    def hints(self) -> str:
        """What the panel's menus ask."""
        return " ".join(menu.get("placeholder", "") for menu in self.page.selects)

    def labels(self, hint: str) -> list[str]:
        """The lines of a menu."""
        return [option["label"] for option in self.menu(hint)["options"]]


async def give_orders(harness: Any, person: Any, *, pictures: str = "words") -> Presses:
    """The panel, opened by the button under the report or the call; in words, which is faster."""
    await person.slash(CHANNEL, "me look", pictures=pictures)
    posts = [message for message in person.sees(CHANNEL) if "Give orders" in message.labels]
    presses = Presses(harness, person, posts[-1])
    await presses.click("Give orders")
    return presses


@pytest.mark.long
async def test_one_move_and_one_attack_take_five_presses(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "huss-3")
    await presses.choose("Where to?", "0705")
    await presses.click("Attack baden")
    await presses.click("End movement and attack")

    assert len(presses.made) <= 5, presses.made
    assert "attack **baden (Regiment Baden)** at 0704" in presses.page.words


@pytest.mark.long
async def test_a_whole_turn_of_ten_units_takes_35_presses(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "marchand")
    for _ in range(10):
        quiet = [o for o in presses.menu("Where to?")["options"] if "⚔" not in o["label"] + o["description"]]
        await presses.choose("Where to?", quiet[0]["value"])
    game = await harness.game()
    await presses.click("Done with movement")
    if "Done with movement anyway" in presses.page.labels:
        await presses.click("Done with movement anyway")

    assert len({e.command.unit for e in game.actions_this_phase("blue")}) == 10
    assert len(presses.made) <= 35 - 2 * 6, "room for six attacks of two presses each"


async def test_the_next_unit_that_can_act_is_taken_up_after_a_move(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "line-1")
    await presses.choose("Where to?", "0708")

    chosen = [option["value"] for option in presses.menu("Choose a unit")["options"] if option["default"]]
    assert "**line-2** (2nd Line) at **0909**" in presses.page.words
    assert chosen == ["line-2"]


async def test_destinations_are_sorted_by_meaning_and_lettered(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "huss-3")

    labels = presses.labels("Where to?")
    about = [option["description"] for option in presses.menu("Where to?")["options"]]
    assert [label[:4] for label in labels] == [f"{letter} · " for letter in "ABCDEFGHIJKLMNPQRSTUVWXYZ"]
    ahead = [n for n, text in enumerate(about) if text.startswith("⚔ next to")]
    objectives = [n for n, text in enumerate(about) if "🚩" in text]
    assert ahead == list(range(len(ahead)))
    assert objectives == [len(ahead), len(ahead) + 1]


@pytest.mark.long
async def test_a_hex_is_typed_by_its_letter(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "huss-3")
    label = next(line for line in presses.labels("Where to?") if line.startswith("G · "))
    form = await anna.click(presses.page, "Type a hex")

    reply = await anna.submit(form, {"text": "g"})

    assert label.split(" · ")[1][:4] in reply.words.split("huss-3 (3rd Hussars)** 0609 → ")[1].split(" · ")[0]


@pytest.mark.long
async def test_a_hex_is_typed_by_number_and_a_wrong_one_is_explained(harness: Any) -> None:
    anna = await at_ormes(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "line-1")

    wrong = await anna.submit(await anna.click(presses.page, "Type a hex"), {"text": "9999"})
    words = wrong.words
    right = await anna.submit(await anna.click(wrong, "Type a hex"), {"text": "0708"})

    assert "9999" in words
    assert "**line-1 (1st Line)** 0709 → 0708" in right.words


@pytest.mark.long
async def test_a_secret_run_takes_four_presses(harness: Any) -> None:
    anna, _ = await start_game(harness)
    presses = await give_orders(harness, anna)
    await presses.choose("Choose a unit", "kiba-1")
    await presses.choose("Which order?", "run")
    goal = presses.menu("Where to?")["options"][0]
    await presses.choose("Where to?", goal["value"])

    orders = (await harness.game()).state.envelopes["red"]
    assert len(presses.made) == 4
    assert orders["kiba-1"] == {"order": "run", "path": goal["value"]}
    assert goal["label"].startswith("A · ")
