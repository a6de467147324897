"""Stored data of a person is shown, exported and deleted; the games stay, for the people they played with."""

from __future__ import annotations

import ast
import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.core.requests.actor import Actor
from sandbox.model.world import World
from storage.errors import ConstraintViolated
from storage.personal_columns import COLUMNS, MESSAGES
from storage.tables import metadata
from tests.bot.personal_data_scan import traces

BOT = Path(__file__).resolve().parents[4] / "bot"
SURE = "Delete everything"


def number(person: Any) -> int:
    return int(person.user["id"])


async def together(harness: Any, scenario: str = "ormes", **options: Any) -> tuple[Any, Any]:
    """Anna plays the first side, Bruno the other."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle=scenario, **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


async def forgotten(harness: Any, person: Any, channel: str = "battle") -> Any:
    """A player deletes their data; returns the answer."""
    confirmation = await person.slash(channel, "me data delete")
    reply = await person.click(confirmation, SURE)
    await harness.quiet()
    return reply


def exported(answer: Any) -> Any:
    return json.loads(answer.file())


# --- nothing is forgotten by those who write the program ---------------------------------------------------


def test_every_column_is_told_to_privacy() -> None:
    made = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}

    assert {name: set(columns) for name, columns in COLUMNS.items()} == made


@pytest.mark.long
def test_every_kind_of_post_is_known_to_privacy() -> None:
    kinds = {kind for path in sorted(BOT.rglob("*.py")) for kind in _kinds(ast.parse(path.read_bytes()))}

    assert len(kinds) > 10
    assert kinds <= set(MESSAGES), "add to storage/personal_columns.py where people are named in these"


def _kinds(tree: ast.Module) -> set[str]:
    """The kinds of posts that a module adds to the outbox, or compares with when it writes their pages."""
    names = {
        node.targets[0].id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    kinds = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add":
            for word in node.keywords:
                value = word.value
                if word.arg == "kind" and isinstance(value, ast.Constant):
                    kinds.add(value.value)
                elif word.arg == "kind" and isinstance(value, ast.Name):
                    kinds.add(
                        names.get(value.id, "lobby")
                    )  # a parameter: what is really sent is looked at in every test
        if isinstance(node, ast.Compare) and re.search(r"\b(post|message)\.kind\b", ast.unparse(node.left)):
            kinds |= {c.value for c in node.comparators if isinstance(c, ast.Constant)}
    return {str(kind) for kind in kinds}


# --- show, export ------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_it_is_told_in_short_and_given_as_a_file(harness: Any) -> None:
    anna, bruno = await together(harness, "nonaka", options="clock=3d")
    game = await harness.game()
    await anna.slash("battle", "time hours", zone="Europe/Paris", quiet="22-7")
    await anna.slash("battle", "me look", theme="dark")
    await bruno.slash("battle", "plan write", unit="r1", order="hold")
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "time clock", time="2d")
    async with harness.store.writing() as tx:
        tx.players.count_deadlines([number(anna)], met=3, missed=1)
    await harness.quiet()

    reply = await anna.slash("battle", "me data show")
    text = reply.words
    kept = exported(await anna.click(reply, "Download as a file"))

    assert reply.ephemeral
    assert "**Games** with your name or ID: 1" in text
    assert "**Deadlines** met: 3, missed: 1" in text
    assert kept["user"] == number(anna)
    assert kept["players"][0]["zone"] == "Europe/Paris"
    assert kept["tastes"] == [{"chosen": {"theme": "dark"}}]
    assert kept["games"][0]["seats"][0]["name"] == "Anna"
    assert {order["kind"] for order in kept["games"][0]["orders"]} >= {"start"}
    assert kept["games"][0]["clocks"][0]["time"]
    for secret in (str(number(bruno)), "Bruno", game.record.seed.hex(), "seed"):
        assert secret not in json.dumps(kept)


# --- delete ------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_after_deleting_neither_number_nor_name_is_left_and_the_game_is_the_same(harness: Any) -> None:
    anna, bruno = await together(harness, options="clock=3d")
    for person in (anna, bruno):
        await person.slash("battle", "done")
        await harness.quiet()
    await anna.slash("battle", "time hours", zone="Europe/Paris")
    await anna.slash("battle", "time vacation", last="+3")
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "undo")
    await anna.slash("parlour", "game new", battle="ormes")
    await harness.quiet()
    before = await harness.bot.games.game(1)
    assert await traces(harness.store, number(anna), "Anna")

    confirmation = await anna.slash("battle", "me data delete")
    still = await traces(harness.store, number(anna), "Anna")
    warned = confirmation.words
    reply = await anna.click(confirmation, SURE)
    await harness.quiet()
    after = await harness.bot.games.game(1)

    assert still, "he is asked first"
    assert "a new player is wanted for Blue" in warned
    assert "its lobby is closed" in warned
    assert "nothing is stored about you any more" in reply.words
    assert await traces(harness.store, number(anna), "Anna") == []
    assert await traces(harness.store, number(bruno), "Bruno")
    assert after.state == before.state
    assert [(e.seq, e.command, e.events, e.struck) for e in after.entries] == [
        (e.seq, e.command, e.events, e.struck) for e in before.entries
    ]
    assert await harness.store.games.in_channel(int(harness.sandbox.channel("parlour")["id"])) is None
    assert "Player A" in harness.sandbox.messages("battle", "Clara")[-1].words
    assert "Player A" in (await bruno.slash("battle", "game status")).words
    assert "no side in this game" in (await anna.slash("battle", "done")).words
    assert "Nothing is stored" in (await anna.slash("battle", "me data show")).words


@pytest.mark.long
async def test_a_substitute_takes_the_side_over_and_the_next_to_leave_is_player_b(harness: Any) -> None:
    anna, bruno = await together(harness)
    clara = harness.person("Clara")
    await anna.slash("battle", "done")
    await harness.quiet()
    await forgotten(harness, anna)
    sought = next(
        m for m in reversed(harness.sandbox.messages("battle", "Clara")) if "Take over" in str(m.labels)
    )
    label = next(label for label in sought.labels if "Take over" in label)

    await clara.click(await clara.click(sought, label), label)
    await harness.quiet()
    seated = (await harness.game()).seat("blue").user
    await forgotten(harness, bruno)

    game = await harness.game()
    assert seated == number(clara)
    assert {e.who for e in game.entries} == {-1}
    assert game.seat("orange").user == -2
    assert "Player B" in (await clara.slash("battle", "game status")).words


async def test_a_game_against_the_ai_ends_and_its_dice_can_still_be_checked(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    confirmation = await anna.slash("battle", "me data delete")
    warning = confirmation.words
    await anna.click(confirmation, SURE)
    await harness.quiet()

    checked = await harness.person("Bruno").slash("battle", "dice verify")

    assert "ends, because no one else plays in it" in warning
    assert (await harness.game()).record.status == "over"
    assert "Anna" not in checked.words
    assert await traces(harness.store, number(anna), "Anna") == []


@pytest.mark.long
async def test_a_player_who_shares_a_side_leaves_it_to_the_others_in_their_language(build: Any) -> None:
    async with build(world=World().with_locales({"server": "fr"})) as harness:
        anna, _bruno = await together(harness)
        await anna.slash("battle", "game share", {"with": "Clara"})
        await harness.quiet()

        confirmation = await anna.slash("battle", "me data delete")
        await anna.click(confirmation, SURE)
        await harness.quiet()

        game = await harness.game()
        assert [seat.user for seat in game.seats("blue")] == [number(harness.person("Clara"))]
        assert "Joueur A" in harness.sandbox.messages("battle", "Bruno")[-1].words


async def test_what_fails_half_way_has_not_happened(harness: Any) -> None:
    anna, _bruno = await together(harness)
    async with harness.store.writing() as tx:
        await tx.session.execute(
            text("CREATE TRIGGER full BEFORE INSERT ON wanted BEGIN SELECT RAISE(ABORT, 'no'); END")
        )
    before = await traces(harness.store, number(anna), "Anna")
    actor = Actor(user=number(anna), name="Anna", interaction=77, guild=0, channel=0)

    with pytest.raises(ConstraintViolated):
        await harness.bot.services.privacy.delete(actor, sure=True)

    assert await traces(harness.store, number(anna), "Anna") == before
    assert (await harness.game()).seat("blue").name == "Anna"


@pytest.mark.long
async def test_a_game_that_is_joined_while_data_are_deleted_is_left_too(harness: Any) -> None:
    anna, bruno = await together(harness)
    games = harness.bot.games
    await bruno.slash("parlour", "game new", battle="ormes")
    actor = Actor(user=number(anna), name="Anna", interaction=77, guild=0, channel=0)

    async with games.locked(1):
        deleting = asyncio.create_task(harness.bot.services.privacy.delete(actor, sure=True))
        await asyncio.sleep(0.05)  # it waits for the first game
        await anna.slash("parlour", "game join")
        joined = (await games.game(2)).seat("orange").user
    await deleting

    assert joined == number(anna)
    assert (await games.game(2)).seat("orange").user is None
    assert await traces(harness.store, number(anna), "Anna") == []
