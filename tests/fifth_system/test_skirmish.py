"""A toy rulebook plays, reports, explains, teaches and draws, and nothing outside its folder knows it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import scenarios
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from notation.scripts.runner import run
from tests.fifth_system.system import SYSTEM

CASES = scenarios.read_list(Path(__file__).parent / "cases.yaml")
DO_IT = "Do it for me"


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case: Any) -> None:
    played = run(case, case["case"])

    for _ in played.outcomes():
        pass

    assert played.failed == [], case.where


def test_every_rule_has_a_case() -> None:
    assert {case["case"] for case in CASES} == {*scenarios.rulebook("skirmish")["rules"]}


async def new_game(harness: Any) -> tuple[Any, Any]:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ridge")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


async def orders(person: Any, *lines: tuple[str, dict[str, str]]) -> list[str]:
    return [(await person.slash("battle", name, options)).words for name, options in lines]


async def fight(harness: Any) -> tuple[Any, Any]:
    """Green stands on the ridge and has fought."""
    anna, bruno = await new_game(harness)
    await orders(
        anna,
        ("move", {"unit": "fern", "path": "0304 0303"}),
        ("done", {}),
        ("attack", {"unit": "fern", "target": "plum"}),
    )
    return anna, bruno


@pytest.mark.long
async def test_a_game_is_played_to_its_end_and_reported_with_pictures(harness: Any) -> None:
    anna, bruno = await fight(harness)
    await orders(anna, ("done", {}))
    for person in (bruno, anna, bruno, anna, bruno):
        await orders(person, ("done", {}))
        if (await harness.game()).state.phase == "clash":
            await orders(person, ("done", {}))
    await harness.quiet()

    game = await harness.game()
    posts = [m for m in harness.sandbox.messages("battle", "Anna") if not m.ephemeral]
    reports = "\n".join(m.words for m in posts)
    assert game.state.result is not None
    assert game.state.result.winner == "green"
    assert "**fern (Fern’s band)** clashes with plum (Plum’s band)" in reports
    assert "🟢" in reports
    assert "Green wins" in reports
    last = posts[-1]
    assert last.pictures[0]["description"]
    assert "seed" in last.words


@pytest.mark.long
async def test_a_result_is_explained_by_the_rules_of_the_rulebook(harness: Any) -> None:
    anna, _ = await fight(harness)

    why = await anna.slash("battle", "why")

    assert "Die " in why.words
    assert "grit 2" in why.words
    assert "**The clash**: Once a turn a band may clash" in why.words
    assert "**Bracken**: A band in bracken" in why.words


@pytest.mark.long
async def test_rules_and_charts_are_looked_up(harness: Any) -> None:
    anna, _ = await new_game(harness)

    rule = await anna.slash("battle", "rule", query="SK-MOV-1")
    reply = await anna.slash("battle", "rule", query="bracken")

    assert "A band pays for each hex it enters" in rule.words
    assert "Pace table" in rule.words
    assert "meadow       1\nbracken      2\ncrag    closed" in rule.words
    assert "Bracken" in reply.words


@pytest.mark.long
async def test_the_panel_leads_through_a_turn_by_buttons(harness: Any) -> None:
    anna, _ = await new_game(harness)

    panel = await anna.click(await anna.until("battle", "Green"), "Give orders")
    panel = await anna.select(panel, panel.selects[0]["custom_id"], "fern")
    panel = await anna.select(panel, panel.selects[1]["custom_id"], "0303")
    asked = await anna.click(panel, "Done with march")
    assert "can still act" in asked.words
    panel = await anna.click(asked, "Done with march anyway")

    game = await harness.game()
    assert game.state.units["fern"].place == "0303"
    assert game.state.phase == "clash"
    panel = await anna.select(panel, panel.selects[0]["custom_id"], "fern")
    assert "⚔ plum · 2 to 2" in panel.labels


@pytest.mark.long
async def test_the_map_is_shown_as_picture_and_as_text(harness: Any) -> None:
    anna, _ = await fight(harness)

    seen = await anna.slash("battle", "map")
    read = await anna.slash("battle", "game board")

    picture = Image.open(BytesIO(seen.file(0)))
    assert min(picture.size) > 300
    assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 20
    assert "Fern’s band" in read.words
    assert "0303 meadow" in read.words
    assert "grit 2, pace 3" in read.words
    assert "has fought" in read.words


@pytest.mark.long
async def test_an_order_is_refused_in_the_words_of_the_rulebook(harness: Any) -> None:
    anna, _ = await new_game(harness)

    refused = (await orders(anna, ("move", {"unit": "moss", "path": "0104 0204 0303 0203"})))[0]
    closed = (await orders(anna, ("move", {"unit": "fern", "path": "0304 0403"})))[0]

    assert "must stop" in refused
    assert "`/rule SK-ZOC-1`" in refused
    assert "**0403** is a crag" in closed


@pytest.mark.long
async def test_an_order_can_be_taken_back_and_the_log_plays_again_to_the_same_state(harness: Any) -> None:
    anna, _ = await new_game(harness)
    await orders(anna, ("move", {"unit": "fern", "path": "0304"}))

    await anna.slash("battle", "undo")

    game = await harness.game()
    events = [e for entry in game.active_entries for e in entry.events]
    assert game.state.units["fern"].place == "0305"
    assert replay(State(), events) == game.state
    await harness.again()
    assert (await harness.game()).state == game.state, "as the database has it"


@pytest.mark.long
async def test_it_is_taught(harness: Any) -> None:
    anna = harness.person("Anna")
    offered = await anna.slash("battle", "learn")

    await anna.click(offered, "Skirmish")
    await harness.quiet()
    (thread,) = harness.sandbox.state.threads(parent=harness.sandbox.channel("battle")["id"])
    for _ in range(3):
        lesson = [message for message in anna.sees(thread["id"]) if DO_IT in message.labels][-1]
        await anna.click(lesson, DO_IT)
        await harness.quiet()

    game = await harness.game()
    assert "A toy with two bands" in offered.words
    assert game.state.units["fern"].place == "0303"
    assert game.state.marked("fern", "fought")


def test_random_dice_change_nothing_but_the_dice() -> None:
    scn = scenarios.load("ridge")
    first, again = (referee.start(SYSTEM, scn, SeededDice(b"a")) for _ in range(2))

    assert first == again
