"""Refused orders: private, with the reason and the rule, and without any effect."""

from __future__ import annotations

from typing import Any

import pytest


async def two_players(harness: Any, channel: str = "battle") -> tuple[Any, Any]:
    """Anna plays Blue, Bruno Orange, at Ormes; Anna is in her movement phase."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash(channel, "game new", battle="ormes", side="blue")
    await bruno.slash(channel, "game join")
    await anna.slash(channel, "game start")
    game = await harness.game()
    if game.state.phase == "bombardment":
        await anna.slash(channel, "done")
    await harness.quiet()
    assert (await harness.game()).state.phase == "movement"
    return anna, bruno


@pytest.mark.fault(19)
@pytest.mark.parametrize(
    ("who", "command", "options", "words"),
    [
        (
            "Bruno",
            "move",
            {"unit": "ulm", "path": "0905"},
            ["Orange has nothing to decide", "Blue's movement phase"],
        ),
        ("Anna", "move", {"unit": "ulm", "path": "0905"}, ["Regiment Ulm", "is not yours", "Orange"]),
        ("Anna", "attack", {"unit": "line-1", "target": "ulm"}, ["combat", "movement", "`/move`"]),
        ("Anna", "rally", {}, ["rally", "movement"]),
        ("Anna", "move", {"unit": "line-11", "path": "NE"}, ["no unit", "line", "Did you mean", "line-1"]),
        ("Anna", "move", {"unit": "line-1", "path": "0799"}, ["0799", "off the map", "01-16", "01-12"]),
        (
            "Anna",
            "move",
            {"unit": "line-1", "path": "0708 0509"},
            ["Step 2", "0509", "not next to", "MP-MOV-2"],
        ),
        ("Anna", "move", {"unit": "line-1", "path": "up"}, ["cannot read", "NE"]),
        (
            "Anna",
            "move",
            {"unit": "line-1", "path": "0101"},
            ["cannot reach", "0101", "3 movement points", "nearest"],
        ),
        (
            "Anna",
            "move",
            {"unit": "line-1", "path": "0710"},
            ["0710", "occupied by", "9th Light", "MP-MOV-6"],
        ),
        ("Clara", "move", {"unit": "line-1", "path": "NE"}, ["no side in this game", "Anna", "Bruno"]),
        ("Clara", "game resign", {}, ["no side in this game"]),
        ("Anna", "game new", {"battle": "ormes"}, ["already a game", "bridge at Ormes"]),
        ("Anna", "game new", {"battle": "orme"}, ["orme", "ormes"]),
        ("Anna", "game start", {}, ["already started"]),
        ("Anna", "game join", {"side": "orange"}, ["already started"]),
        ("Anna", "undo", {}, []),
        ("Anna", "odds", {"unit": "line-1", "target": "ulm"}, ["not next to", "MP-CBT-2"]),
        ("Anna", "rule", {"query": "MP-MOV-999"}, ["no rule", "MP-MOV"]),
        ("Anna", "unit bombard", {"unit": "line-1", "target": "ulm"}, ["bombardment", "movement"]),
    ],
)
async def test_a_refusal_is_private_and_changes_nothing(
    harness: Any, who: str, command: str, options: dict[str, str], words: list[str]
) -> None:
    await two_players(harness)
    if command == "undo":  # the phase that has been left is taken back; then there is nothing more
        await harness.person(who).slash("battle", "undo")
    before = await harness.game()

    reply = await harness.person(who).slash("battle", command, options)
    await harness.quiet()

    after = await harness.game()
    assert reply.ephemeral
    assert "number" not in reply.words
    assert all(word in reply.words for word in words), reply.words
    assert after.last == before.last


@pytest.mark.parametrize(
    "command", ["done", "rally", "undo", "map", "game status", "game start", "game resign"]
)
async def test_without_a_game_every_command_says_so(harness: Any, command: str) -> None:
    reply = await harness.person("Anna").slash("parlour", command)

    assert reply.ephemeral
    assert "No game" in reply.words
    assert "Nothing has changed" not in reply.words


@pytest.mark.long
async def test_a_question_that_has_no_answer_does_not_say_that_nothing_has_changed(harness: Any) -> None:
    anna, _ = await two_players(harness)

    for command, options in (
        ("map", {"unit": "cav-9"}),
        ("odds", {"unit": "line-1", "target": "cav-9"}),
        ("rule", {"query": "qwertz"}),
        ("move", {"unit": "baden"}),
    ):
        reply = await anna.slash("battle", command, options)
        assert "Nothing has" not in reply.words, reply.words


async def test_a_game_does_not_start_with_an_empty_seat(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue")

    reply = await anna.slash("battle", "game start")

    assert "Orange has no player yet" in reply.words


async def test_a_taken_seat_stays_taken(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")

    reply = await bruno.slash("battle", "game join", side="blue")

    assert "already taken by Anna" in reply.words


async def test_orders_before_the_start_are_refused(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")

    reply = await anna.slash("battle", "move", unit="line-1", path="NE")

    assert "not started yet" in reply.words


async def test_a_press_on_the_lobby_seats_people_and_starts(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    lobby = await anna.until("battle", "· lobby")

    await bruno.click(lobby, "Take Orange")
    await harness.quiet()
    assert "Bruno" in lobby.words
    await bruno.click(lobby, "Start the game")
    await harness.quiet()

    assert (await harness.game()).playing
    assert "Start the game" not in lobby.labels, "it has become the board of the game"
    assert "Waiting for" in lobby.words
    assert "SHA-256" not in lobby.words, "the commitment has a post of its own"


@pytest.mark.long
async def test_only_the_player_to_move_is_called(harness: Any) -> None:
    anna, bruno = await two_players(harness)
    begun = len(harness.sandbox.exchanges)  # at the start Anna is called, unless she is quicker

    while (await harness.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await harness.quiet()

    sent = [
        x.json
        for x in [*harness.sandbox.exchanges][begun:]
        if x.method == "POST" and x.path.endswith("/messages")
    ]
    pinged = [m["allowed_mentions"].get("users") for m in sent if m["allowed_mentions"].get("users")]
    assert [[str(u) for u in users] for users in pinged] == [[bruno.id]]


async def test_a_name_cannot_inject_anything(build: Any) -> None:
    from sandbox import PersonPlan, World

    people = (PersonPlan(name="**@everyone** `x`"), PersonPlan(name="Bruno"))
    async with build(world=World(people=people)) as harness:
        rogue = harness.person("**@everyone** `x`")
        await rogue.slash("battle", "game new", battle="ormes", side="both")
        await harness.quiet()

        lobby = await rogue.until("battle", "· lobby")

        assert "\\*\\*\\@everyone" in lobby.words
