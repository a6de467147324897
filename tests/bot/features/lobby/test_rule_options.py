"""Switches and optional rules over real sockets: set by /game new, shown with their rules, kept."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.long
async def test_options_are_set_shown_and_kept(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash(
        "battle", "game new", battle="ormes", side="both", options="line_of_sight=yes support_terrain: all"
    )
    await harness.quiet()
    lobby = await anna.until("battle", "· lobby")
    await anna.slash("battle", "game start")
    await harness.again()

    game = await harness.game()
    status = await anna.slash("battle", "game status")
    assert (game.scenario.option("line_of_sight"), game.scenario.option("support_terrain")) == (
        "yes",
        "all",
    )
    assert game.record.options["line_of_sight"] == "yes"
    assert game.scenario.option("optional_advance") == "no"
    options_line = "`support_terrain` = all (`MP-CBT-22`), `line_of_sight` = yes (`MP-BOM-7`)"
    assert options_line in lobby.words
    assert options_line in status.words


async def test_a_game_as_usual_says_nothing_of_options(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", options="line_of_sight=no")
    await harness.quiet()

    assert "Options" not in (await anna.until("battle", "· lobby")).words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("line_of_site=yes", ["no option “line\\_of\\_site”", "Did you mean `line_of_sight`"]),
        ("sight=yes", ["Did you mean `line_of_sight`"]),
        (
            "support_terrain=some",
            ["“some” is not a value for `support_terrain`", "`defender_only` and `all`", "MP-CBT-22"],
        ),
        ("line_of_sight", ["cannot read", "Did you mean `line_of_sight`", "line_of_sight=yes"]),
        ("setup=free", ["no option “setup”", "`setup_only_first_turn`"]),
        ("@everyone=yes", ["no option"]),
        ("= = =", ["cannot read"]),
        ("\u202e\x00🐎", ["cannot read"]),
    ],
)
async def test_an_option_that_is_none_is_refused_and_no_game_is_opened(
    harness: Any, options: str, words: list[str]
) -> None:
    anna = harness.person("Anna")

    reply = await anna.slash("battle", "game new", battle="ormes", side="both", options=options)

    assert all(word in reply.words for word in words), reply.words
    assert reply.ephemeral
    assert await harness.store.games.all() == []


async def test_options_complete_name_and_value_after_those_typed_already(harness: Any) -> None:
    anna = harness.person("Anna")

    every = await anna.complete("battle", "game new", {"battle": "ormes", "options": ""}, focused="options")
    begun = await anna.complete(
        "battle",
        "game new",
        {"battle": "ormes", "options": "line_of_sight=yes optional"},
        focused="options",
    )
    inside = await anna.complete("battle", "game new", {"options": "sight"}, focused="options")

    assert len(every) == 25
    assert every[0] == {
        "name": "support_terrain=defender_only · MP-CBT-22 · default",
        "value": "support_terrain=defender_only",
    }
    assert [c["value"] for c in begun] == [
        "line_of_sight=yes optional_advance=no",
        "line_of_sight=yes optional_advance=yes",
    ]
    assert [c["value"] for c in inside] == ["line_of_sight=no", "line_of_sight=yes"]


@pytest.mark.long
async def test_the_same_battle_again_has_the_same_options(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", options="optional_advance=yes")
    await anna.slash("battle", "game start")
    reply = await anna.slash("battle", "game resign")
    if reply.buttons and (await harness.game()).playing:
        await anna.click(reply, reply.labels[0])
    await harness.quiet()

    await anna.click(await anna.until("battle", "Blue resigns"), "Rematch with sides swapped")
    await harness.quiet()

    games = await harness.store.games.all()
    assert [g.options["optional_advance"] for g in games] == ["yes", "yes"]


async def test_an_option_changes_the_game(harness: Any) -> None:
    """O-9: each side chooses its objectives before the first turn."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", options="chosen_objectives=yes")

    await anna.slash("battle", "game start")
    await harness.quiet()

    assert (await harness.game()).state.questions[0].kind == "objective"


@pytest.mark.long
async def test_what_has_shown_the_other_sides_choice_is_not_free_to_take_back(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", options="chosen_objectives=yes")
    await bruno.slash("battle", "game join")
    panel = await anna.slash("battle", "game start")
    await harness.quiet()

    panel = await anna.click(panel, "Ormes, north bank")
    await harness.quiet()
    assert "Your answer: **Ormes, north bank**." in panel.words
    await anna.click(panel, "The mill")
    await harness.quiet()
    post = await bruno.until("battle", "a question is waiting")
    assert "Done with opening" not in post.labels
    panel = await bruno.click(post, "Give orders")
    for choice in ("The mill", "Orchard farm"):
        await bruno.click(panel, choice)
        await harness.quiet()

    assert "Undo" not in panel.labels
    assert "Blue has chosen its objectives: Ormes, north bank and The mill" in panel.words
    undone = await bruno.slash("battle", "undo")
    assert "no longer undo that freely" in undone.words
