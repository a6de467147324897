"""Every finished game of a channel can be asked about: by an option, and by the buttons under its end."""

from __future__ import annotations

from typing import Any

import pytest

from notation.record import read


async def finished(harness: Any, scenario: str = "ormes", **options: Any) -> int:
    """Anna plays both sides and gives up at once; the number of the game."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=scenario, side="both", **options)
    await anna.slash("battle", "game start")
    await anna.slash("battle", "done")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    game = await harness.game()
    assert game.record.status == "over"
    return int(game.record.id)


def labels(choices: Any) -> list[str]:
    return [choice["name"] for choice in choices]


@pytest.mark.long
async def test_after_another_game_the_first_one_is_asked_about_by_its_name(harness: Any) -> None:
    first = await finished(harness)
    anna, clara = harness.person("Anna"), harness.person("Clara")
    await anna.slash("battle", "game new", battle="nonaka", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()

    offered = await clara.complete("battle", "log", focused="game")
    log = await clara.slash("battle", "log", game=str(first))
    why = await clara.slash("battle", "why", game=str(first))
    verified = await clara.slash("battle", "dice verify", game=str(first))
    lucky = await clara.slash("battle", "dice luck", game=str(first))
    board = await clara.slash("battle", "game board", game=str(first))
    shown = await clara.slash("battle", "map", game="Ormes")
    stands = await clara.slash("battle", "game status", game=str(first))
    exported = await clara.slash("battle", "game export", game=str(first))
    now = await clara.slash("battle", "log")
    phases = await clara.complete("battle", "log", {"game": str(first), "phase": ""}, focused="phase")

    record = (await harness.bot.games.game(first)).record
    assert [choice["value"] for choice in offered] == [str((await harness.game()).record.id), str(first)]
    assert "in progress, turn 1" in labels(offered)[0]
    assert "Ormes" in labels(offered)[1]
    assert "Blue wins" in labels(offered)[1] or "Orange wins" in labels(offered)[1]
    assert "Ormes" in log.words
    assert "resign" in log.words
    assert "Ormes" not in now.words
    assert why.ephemeral
    assert record.seed.hex() in verified.words, "the seed of a finished game is told"
    assert "Ormes" in lucky.words
    assert board.ephemeral
    assert "The bridge at Ormes: the map in" in board.words
    assert shown.attachments
    assert "Ormes" in stands.words
    assert read(exported.file()).battle == "ormes"
    assert "Movement" in labels(phases)


@pytest.mark.long
async def test_the_buttons_under_the_end_of_a_game_stay_its_own(harness: Any) -> None:
    first = await finished(harness)
    anna, clara = harness.person("Anna"), harness.person("Clara")
    end = next(m for m in harness.sandbox.messages("battle", "Clara") if "Check the dice" in m.labels)
    await anna.slash("battle", "game new", battle="nonaka", side="both")
    await anna.slash("battle", "game start")
    await harness.again()
    clara = harness.person("Clara")

    log, verified = await clara.click(end, "Log"), await clara.click(end, "Check the dice")
    lucky = await clara.click(end, "Luck")

    record = (await harness.bot.games.game(first)).record
    assert log.ephemeral
    assert "Ormes" in log.words
    assert record.seed.hex() in verified.words
    assert "Ormes" in lucky.words


@pytest.mark.long
async def test_a_game_of_another_channel_is_refused_in_private(harness: Any) -> None:
    first = await finished(harness)
    clara = harness.person("Clara")

    elsewhere = await clara.slash("tutorial", "dice verify", game=str(first))
    nowhere = await clara.slash("tutorial", "log", game="999999")
    wrong = await clara.slash("battle", "why", game="Waterloo")
    huge = await clara.slash("battle", "dice luck", game="9" * 90)
    offered = await clara.complete("tutorial", "log", focused="game")

    assert all(reply.ephemeral for reply in (elsewhere, nowhere, wrong, huge))
    assert "That game belongs to <#" in elsewhere.words
    assert "No game of this channel matches “999999”" in nowhere.words
    assert "No game of this channel matches “Waterloo”" in wrong.words
    assert "No game of this channel matches" in huge.words
    assert offered == []


async def test_a_game_in_a_private_thread_is_not_there_for_those_who_are_not_in_it(harness: Any) -> None:
    anna, clara = harness.person("Anna"), harness.person("Clara")
    await anna.slash("battle", "learn", system="pousse_pion")
    await harness.quiet()
    (lesson,) = await harness.store.games.all()

    reply = await clara.slash("battle", "dice verify", game=str(lesson.id))

    assert "No game of this channel matches" in reply.words
    assert str(lesson.channel) not in reply.words


def games_menu(page: Any) -> list[tuple[str, bool]]:
    """The games to choose from, newest first, and which is shown."""
    options = page.selects[-1]["options"] if page.selects else []
    return [(option["value"], bool(option.get("default"))) for option in options]


@pytest.mark.long
async def test_after_a_rematch_the_first_game_is_one_choice_away(harness: Any) -> None:
    first = await finished(harness)
    anna, clara = harness.person("Anna"), harness.person("Clara")
    await anna.slash("battle", "game rematch")
    await anna.slash("battle", "game start")
    await harness.quiet()
    second = (await harness.game()).record.id

    log = await clara.slash("battle", "log")
    offered, now = games_menu(log), log.words
    chosen = await clara.select(log, None, str(first))
    verified = await clara.click(chosen, "Check the dice")

    record = (await harness.bot.games.game(first)).record
    assert offered == [(str(second), True), (str(first), False)]
    assert "resign" not in now
    assert chosen.ephemeral
    assert "resign" in chosen.words
    assert games_menu(chosen) == [(str(second), False), (str(first), True)]
    assert {"Map and key", "Why?", "Luck", "Check the dice"} <= {*chosen.labels}
    assert record.seed.hex() in verified.words


async def test_a_channel_with_one_game_has_no_menu_of_games(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")

    log = await anna.slash("battle", "log")

    assert games_menu(log) == []


@pytest.mark.long
async def test_a_rematch_of_an_earlier_game_is_named(harness: Any) -> None:
    first = await finished(harness)
    await finished(harness, "nonaka")
    anna = harness.person("Anna")

    offered = await anna.complete("battle", "game rematch", focused="game")
    again = await anna.slash("battle", "game rematch", game=str(first))
    await harness.quiet()

    assert str(first) in [choice["value"] for choice in offered]
    assert not again.words.startswith("Nothing")
    assert (await harness.game()).record.scenario == "ormes"
