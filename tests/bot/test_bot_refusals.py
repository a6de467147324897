"""What cannot be done is refused privately, says why and where to read more, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest


async def two_players(house: Any, channel: str = "battle") -> tuple[Any, Any]:
    """Anna plays Blue, Bruno Orange, at Ormes; Anna is in her movement phase."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash(channel, "game new", scenario="ormes", side="blue")
    await bruno.slash(channel, "game join")
    await anna.slash(channel, "game start")
    table = await house.game()
    if table.state.phase == "bombardment":
        await anna.slash(channel, "done")
    await house.quiet()
    assert (await house.game()).state.phase == "movement"
    return anna, bruno


@pytest.mark.fault(19)
@pytest.mark.parametrize(
    ("who", "command", "options", "words"),
    [
        (
            "Bruno",
            "move",
            {"unit": "ulm", "path": "0905"},
            ["Orange has no decision", "Blue's movement phase"],
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
            ["cannot get to", "0101", "3 movement points", "nearest"],
        ),
        (
            "Anna",
            "move",
            {"unit": "line-1", "path": "0710"},
            ["0710", "occupied by", "9th Light", "MP-MOV-6"],
        ),
        ("Clara", "move", {"unit": "line-1", "path": "NE"}, ["no side in this game", "Anna", "Bruno"]),
        ("Clara", "game resign", {}, ["no side in this game"]),
        ("Anna", "game new", {"scenario": "ormes"}, ["already a game", "bridge at Ormes"]),
        ("Anna", "game new", {"scenario": "orme"}, ["orme", "ormes"]),
        ("Anna", "game start", {}, ["begun already"]),
        ("Anna", "game join", {"side": "orange"}, ["begun already"]),
        ("Anna", "undo", {}, []),
        ("Anna", "odds", {"unit": "line-1", "target": "ulm"}, ["not next to", "MP-CBT-2"]),
        ("Anna", "rule", {"query": "MP-MOV-999"}, ["no rule", "MP-MOV"]),
        ("Anna", "bombard", {"unit": "line-1", "target": "ulm"}, ["bombardment", "movement"]),
    ],
)
async def test_a_refusal_is_private_and_changes_nothing(
    house: Any, who: str, command: str, options: dict[str, str], words: list[str]
) -> None:
    await two_players(house)
    if command == "undo":  # the phase that has been left is taken back; then there is nothing more
        await house.person(who).slash("battle", "undo")
    before = await house.game()

    reply = await house.person(who).slash("battle", command, options)
    await house.quiet()

    after = await house.game()
    assert reply.ephemeral
    assert "number" not in reply.words
    assert all(word in reply.words for word in words), reply.words
    assert after.last == before.last


@pytest.mark.parametrize(
    "command", ["done", "rally", "undo", "map", "game status", "game start", "game resign"]
)
async def test_without_a_game_every_command_says_so(house: Any, command: str) -> None:
    reply = await house.person("Anna").slash("parlour", command)

    assert reply.ephemeral
    assert "No game" in reply.words
    assert "Nothing has changed" not in reply.words


async def test_a_question_that_has_no_answer_does_not_say_that_nothing_has_changed(house: Any) -> None:
    anna, _ = await two_players(house)

    for command, options in (
        ("map", {"unit": "cav-9"}),
        ("odds", {"unit": "line-1", "target": "cav-9"}),
        ("rule", {"query": "qwertz"}),
        ("move", {"unit": "baden"}),
    ):
        reply = await anna.slash("battle", command, options)
        assert "Nothing has" not in reply.words, reply.words


async def test_a_game_does_not_start_with_an_empty_seat(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")

    reply = await anna.slash("battle", "game start")

    assert "Orange has no player yet" in reply.words


async def test_a_taken_seat_stays_taken(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")

    reply = await bruno.slash("battle", "game join", side="blue")

    assert "taken already, by Anna" in reply.words


async def test_orders_before_the_start_are_refused(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")

    reply = await anna.slash("battle", "move", unit="line-1", path="NE")

    assert "not begun yet" in reply.words


async def test_a_press_on_the_lobby_seats_people_and_starts(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    lobby = await anna.until("battle", "· lobby")

    await bruno.click(lobby, "Take Orange")
    await house.quiet()
    assert "Bruno" in lobby.words
    await bruno.click(lobby, "Start the game")
    await house.quiet()

    assert (await house.game()).playing
    assert "Start the game" not in lobby.labels, "it has become the board of the game"
    assert "SHA-256" in lobby.words


async def test_only_the_player_to_move_is_called(house: Any) -> None:
    anna, bruno = await two_players(house)

    while (await house.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await house.quiet()

    sent = [x.json for x in house.sandbox.exchanges if x.method == "POST" and x.path.endswith("/messages")]
    pinged = [m["allowed_mentions"].get("users") for m in sent if m["allowed_mentions"].get("users")]
    assert [[str(u) for u in users] for users in pinged] == [[bruno.id]]


async def test_a_name_cannot_inject_anything(build: Any) -> None:
    from sandbox import PersonPlan, World

    people = (PersonPlan(name="**@everyone** `x`"), PersonPlan(name="Bruno"))
    async with build(world=World(people=people)) as house:
        rogue = house.person("**@everyone** `x`")
        await rogue.slash("battle", "game new", scenario="ormes", side="both")
        await house.quiet()

        lobby = await rogue.until("battle", "· lobby")

        assert "\\*\\*\\@everyone" in lobby.words
