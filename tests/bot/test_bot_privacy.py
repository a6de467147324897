"""What is kept about somebody is told, given and taken away; the games stay, for those he played with."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.desk import By
from sandbox.world import World
from storage.privacy import ABOUT, LETTERS
from storage.tables import metadata
from tests.bot.traces import traces

BOT = Path(__file__).resolve().parents[2] / "bot"
SURE = "Delete everything"


def number(person: Any) -> int:
    return int(person.user["id"])


async def together(house: Any, scenario: str = "ormes", **options: Any) -> tuple[Any, Any]:
    """Anna plays the first side, Bruno the other."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario=scenario, **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna, bruno


async def forgotten(house: Any, person: Any, channel: str = "battle") -> Any:
    """Somebody has deleted what is kept about him; the answer he got."""
    asked = await person.slash(channel, "privacy delete")
    told = await person.click(asked, SURE)
    await house.quiet()
    return told


def exported(answer: Any) -> Any:
    return json.loads(answer.file())


# --- nothing is forgotten by those who write the program ---------------------------------------------------


def test_every_column_is_told_to_privacy() -> None:
    made = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}

    assert {name: set(columns) for name, columns in ABOUT.items()} == made


def test_every_kind_of_letter_is_told_to_privacy() -> None:
    found = {kind for path in sorted(BOT.rglob("*.py")) for kind in _kinds(ast.parse(path.read_bytes()))}

    assert len(found) > 10
    assert found <= set(LETTERS), "say in storage/privacy.py where people are named in these"


def _kinds(tree: ast.Module) -> set[str]:
    """The kinds of letters that are posted in a module, or asked for when letters are written."""
    names = {
        node.targets[0].id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "post":
            for word in node.keywords:
                value = word.value
                if word.arg == "kind" and isinstance(value, ast.Constant):
                    found.add(value.value)
                elif word.arg == "kind" and isinstance(value, ast.Name):
                    found.add(
                        names.get(value.id, "lobby")
                    )  # a parameter: what is really sent is looked at in every test
        if isinstance(node, ast.Compare) and re.search(r"\bletter\.kind\b", ast.unparse(node.left)):
            found |= {c.value for c in node.comparators if isinstance(c, ast.Constant)}
    return {str(kind) for kind in found}


# --- show, export ------------------------------------------------------------------------------------------


async def test_it_is_told_in_short_and_given_as_a_file(house: Any) -> None:
    anna, bruno = await together(house, "nonaka", options="clock=3d")
    game = await house.game()
    await anna.slash("battle", "hours", zone="Europe/Paris", quiet="22-7")
    await anna.slash("battle", "preferences", theme="dark")
    await bruno.slash("battle", "order", unit="r1", order="hold")
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "clock", time="2d")
    await house.quiet()

    shown = await anna.slash("battle", "privacy show")
    told = shown.words
    kept = exported(await anna.click(shown, "Get it as a file"))

    assert shown.ephemeral
    assert "**Games** with your name or number: 1" in told
    assert kept["user"] == number(anna)
    assert kept["players"][0]["zone"] == "Europe/Paris"
    assert kept["tastes"] == [{"chosen": {"theme": "dark"}}]
    assert kept["games"][0]["seats"][0]["name"] == "Anna"
    assert {order["kind"] for order in kept["games"][0]["orders"]} >= {"start"}
    assert kept["games"][0]["clocks"][0]["time"]
    for secret in (str(number(bruno)), "Bruno", game.game.seed.hex(), "seed"):
        assert secret not in json.dumps(kept)


# --- delete ------------------------------------------------------------------------------------------------


async def test_after_deleting_neither_number_nor_name_is_left_and_the_game_is_the_same(house: Any) -> None:
    anna, bruno = await together(house, options="clock=3d")
    for person in (anna, bruno):
        await person.slash("battle", "done")
        await house.quiet()
    await anna.slash("battle", "hours", zone="Europe/Paris")
    await anna.slash("battle", "vacation", last="+3")
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "undo")
    await anna.slash("parlour", "game new", scenario="ormes")
    await house.quiet()
    before = await house.bot.desk.table(1)
    assert await traces(house.store, number(anna), "Anna")

    asked = await anna.slash("battle", "privacy delete")
    still = await traces(house.store, number(anna), "Anna")
    warned = asked.words
    told = await anna.click(asked, SURE)
    await house.quiet()
    after = await house.bot.desk.table(1)

    assert still, "he is asked first"
    assert "somebody is sought to take over Blue" in warned
    assert "its lobby is closed" in warned
    assert "nothing is kept about you any more" in told.words
    assert await traces(house.store, number(anna), "Anna") == []
    assert await traces(house.store, number(bruno), "Bruno")
    assert after.state == before.state
    assert [(e.seq, e.command, e.events, e.struck) for e in after.entries] == [
        (e.seq, e.command, e.events, e.struck) for e in before.entries
    ]
    assert await house.store.game_in(int(house.sandbox.channel("parlour")["id"])) is None
    assert "Player A" in house.sandbox.messages("battle", "Clara")[-1].words
    assert "Player A" in (await bruno.slash("battle", "game status")).words
    assert "no side in this game" in (await anna.slash("battle", "done")).words
    assert "Nothing is kept" in (await anna.slash("battle", "privacy show")).words


async def test_somebody_takes_the_side_over_and_whoever_goes_next_is_player_b(house: Any) -> None:
    anna, bruno = await together(house)
    clara = house.person("Clara")
    await anna.slash("battle", "done")
    await house.quiet()
    await forgotten(house, anna)
    sought = next(
        m for m in reversed(house.sandbox.messages("battle", "Clara")) if "Take over" in str(m.labels)
    )
    label = next(label for label in sought.labels if "Take over" in label)

    await clara.click(await clara.click(sought, label), label)
    await house.quiet()
    seated = (await house.game()).seat("blue").user
    await forgotten(house, bruno)

    table = await house.game()
    assert seated == number(clara)
    assert {e.who for e in table.entries} == {-1}
    assert table.seat("orange").user == -2
    assert "Player B" in (await clara.slash("battle", "game status")).words


async def test_a_game_of_ones_own_ends_and_its_dice_can_still_be_checked(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    asked = await anna.slash("battle", "privacy delete")
    told = asked.words
    await anna.click(asked, SURE)
    await house.quiet()

    checked = await house.person("Bruno").slash("battle", "verify")

    assert "ends; nobody else plays in it" in told
    assert (await house.game()).game.status == "over"
    assert "Anna" not in checked.words
    assert await traces(house.store, number(anna), "Anna") == []


async def test_who_shares_a_side_leaves_it_to_the_others_in_their_language(build: Any) -> None:
    async with build(world=World().speaking({"server": "fr"})) as house:
        anna, _bruno = await together(house)
        await anna.slash("battle", "game share", {"with": "Clara"})
        await house.quiet()

        asked = await anna.slash("battle", "privacy delete")
        await anna.click(asked, SURE)
        await house.quiet()

        table = await house.game()
        assert [seat.user for seat in table.seats("blue")] == [number(house.person("Clara"))]
        assert "Joueur A" in house.sandbox.messages("battle", "Bruno")[-1].words


async def test_what_fails_half_way_has_not_happened(house: Any) -> None:
    anna, _bruno = await together(house)
    async with house.store.writing() as w:
        await w._run(text("CREATE TRIGGER full BEFORE INSERT ON wanted BEGIN SELECT RAISE(ABORT, 'no'); END"))
    before = await traces(house.store, number(anna), "Anna")
    by = By(user=number(anna), name="Anna", interaction=77, guild=0, channel=0)

    with pytest.raises(IntegrityError):
        await house.bot.privacy.delete(by, sure=True)

    assert await traces(house.store, number(anna), "Anna") == before
    assert (await house.game()).seat("blue").name == "Anna"
