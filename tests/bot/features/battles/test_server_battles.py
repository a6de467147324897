"""Battles of a server over real sockets: uploaded, listed, tried, played, retired; and by whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import scenarios
from bot.features.custom_battles import server_battles
from bot.ui.page import MOST_CHOICES
from tests.scenarios.uploaded_files import bomb, folder, single, zipped


def battle(turns: int = 6, id_: str = "mill") -> bytes:
    """A shipped battle under another name, as a zip."""
    files = folder("ormes")
    text = files["scenario.yaml"].replace("id: ormes", f"id: {id_}").replace("turns: 8", f"turns: {turns}")
    return zipped({**files, "scenario.yaml": text})


async def uploaded(who: Any, data: bytes, name: str = "mill.zip") -> Any:
    """The answer to an upload."""
    return await who.slash("battle", "battle upload", {"file": who.choose(name, data)})


async def authors(harness: Any) -> tuple[Any, Any, Any]:
    """Anna and Bruno, who may upload battles; the marshal, who manages the server."""
    marshal = harness.person("Marshal")
    await marshal.slash("battle", "server", uploads=True)
    return harness.person("Anna"), harness.person("Bruno"), marshal


async def guild(harness: Any) -> int:
    """The server of the sandbox."""
    [server] = harness.bot.guilds
    return int(server.id)


@pytest.mark.long
async def test_a_battle_is_uploaded_listed_with_author_and_picture_and_shown(harness: Any) -> None:
    anna, bruno, _ = await authors(harness)

    await uploaded(anna, battle())
    answer = await uploaded(anna, battle())
    gallery = await bruno.slash("battle", "battle list")
    own = await bruno.click(gallery, "Battles of this server")
    shown = await bruno.slash("battle", "battle show", battle="own-mill")
    typed = await bruno.slash("battle", "battle show", battle="mill")
    unknown = await bruno.slash("battle", "battle show", battle="mull")
    chosen = await bruno.complete("battle", "battle show", {"battle": "own"}, focused="battle")
    offered = await bruno.complete("battle", "battle show", {"battle": ""}, focused="battle")

    assert answer.ephemeral
    assert "version 1" in answer.words, "the same text again is no new version"
    assert "Waterloo" not in own.words, "those of the server begin a page"
    assert answer.pictures
    assert "by **Anna**, version 1" in own.words
    assert own.pictures or own.json["components"]
    assert "6 turns" in shown.words
    assert shown.pictures
    assert typed.words == shown.words, "its name alone is enough"
    assert "There is no battle called “mull”. `/battle list` shows them all." in unknown.words
    assert [choice["value"] for choice in chosen] == ["own-mill"]
    assert [choice["value"] for choice in offered][:2] == ["own-mill", "tutorial"], "the easiest first"
    more = len(scenarios.all()) + 1 - (MOST_CHOICES - 1)
    assert offered[-1]["name"] == f"… and {more} more: type part of a name, or /battle list"
    page = await bruno.slash("battle", "battle show", battle=offered[-1]["value"])
    assert "Battles · page 1" in page.words


@pytest.mark.long
async def test_a_game_keeps_the_version_it_began_with_and_outlives_the_battle(harness: Any) -> None:
    anna, _, _ = await authors(harness)
    await uploaded(anna, battle(turns=6))
    await anna.slash("battle", "game new", battle="own-mill", side="both")
    await anna.slash("battle", "game start")

    second = await uploaded(anna, battle(turns=5))
    shown = await anna.slash("battle", "battle show", battle="own-mill")
    retired = await anna.slash("battle", "battle retire", battle="own-mill")
    gone = await anna.slash("battle", "battle show", battle="own-mill")
    await harness.again()
    await anna.slash("battle", "done")
    game = await harness.game()

    assert "version 2" in second.words
    assert "5 turns" in shown.words
    assert "no longer in the gallery" in retired.words
    assert "has no battle `mill`" in gone.words
    assert not gone.pictures
    assert game.scenario.turns == 6
    assert game.playing
    assert await harness.store.custom_battles.in_guild(game.record.guild) == ()


@pytest.mark.long
async def test_a_battle_is_tried_in_a_private_thread_against_the_computer(harness: Any) -> None:
    anna, _, _ = await authors(harness)
    answer = await uploaded(anna, battle())

    opened = await anna.click(answer, "Try it in private")
    typed = await anna.slash("battle", "battle try", battle="tutorial", side="orange")
    wrong = await anna.slash("battle", "battle try", battle="tutorial", side="red")
    await harness.quiet()

    games = await harness.store.games.all()
    assert "private thread" in opened.words
    assert "private thread" in typed.words
    assert "no side" in wrong.words.lower()
    assert len(games) == 2
    assert all(game.status == "playing" and not game.rated for game in games)
    assert sorted((s.side, s.bot) for s in games[1].seats) == [("blue", True), ("orange", False)]
    threads = [harness.bot.get_channel(game.channel) for game in games]
    assert all(thread.is_private() for thread in threads)


@pytest.mark.long
async def test_who_may_not_upload_is_told_so_and_a_role_can_be_given_the_right(harness: Any) -> None:
    anna, marshal = harness.person("Anna"), harness.person("Marshal")
    refused = await uploaded(anna, battle())

    settings = await marshal.slash("battle", "server", authors="Player")
    taken = await uploaded(anna, battle())

    roles = {role.name: role for role in harness.bot.guilds[0].roles}
    assert "only some members may upload" in refused.words
    assert f"one of these roles to allow it: <@&{roles['Moderator'].id}>. They can type" in refused.words
    assert "may upload battles, too" in settings.words
    assert "version 1" in taken.words


@pytest.mark.long
async def test_only_the_author_or_a_moderator_changes_or_retires_a_battle(harness: Any) -> None:
    anna, bruno, marshal = await authors(harness)
    await uploaded(anna, battle())

    replaced = await uploaded(bruno, battle(turns=3))
    retired = await bruno.slash("battle", "battle retire", battle="own-mill")
    his = await bruno.complete("battle", "battle retire", {"battle": ""}, focused="battle")
    by_marshal = await marshal.slash("battle", "battle retire", battle="own-mill")
    house = await marshal.slash("battle", "battle retire", battle="ormes")

    assert "Anna’s" in replaced.words
    assert "Anna’s" in retired.words
    assert his == []
    assert "no longer in the gallery" in by_marshal.words
    assert "has no battle `ormes`" in house.words


@pytest.mark.long
async def test_all_mistakes_are_told_at_once_and_nothing_is_kept(harness: Any) -> None:
    anna, _, _ = await authors(harness)
    text = single("ormes")
    for good, bad in (("turns: 8", "turns: many"), ("kind: infantry", "kind: infantri")):
        text = text.replace(good, bad, 1)
    text = text.replace("side: orange, corps", "side: oran, corps", 1)

    answer = await uploaded(anna, text.encode(), "mill.yaml")
    zip_bomb = await uploaded(anna, bomb())
    hints = await uploaded(anna, zipped({**folder("tutorial")}))

    assert answer.ephemeral
    assert "- `mill.yaml:" in answer.words, "one line each"
    assert "turns: should be a whole number" in answer.words
    assert "did you mean 'infantry'?" in answer.words
    assert "'oran'" in answer.words
    assert "damaged" in zip_bomb.words or "unpacks" in zip_bomb.words
    assert "Worth a look" in hints.words
    kept = await harness.store.custom_battles.in_guild(await guild(harness))
    assert [each.battle for each in kept] == ["tutorial"]


@pytest.mark.long
async def test_there_is_a_limit_for_an_author_and_for_a_server(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno, _ = await authors(harness)
    monkeypatch.setattr(server_battles, "MOST_OF_AUTHOR", 1)
    monkeypatch.setattr(server_battles, "MOST", 2)

    answers = [await uploaded(anna, battle(id_=name)) for name in ("one", "two")]
    answers += [await uploaded(bruno, battle(id_="three"))]
    answers += [await uploaded(harness.person("Marshal"), battle(id_="four"))]
    again = await uploaded(anna, battle(turns=3, id_="one"))

    assert "You have 1 battles" in answers[1].words
    assert "version 1" in answers[2].words
    assert "keeps 2 battles" in answers[3].words
    assert "version 2" in again.words


@pytest.mark.long
async def test_uploads_at_the_same_moment_become_versions_one_after_the_other(harness: Any) -> None:
    anna, _, _ = await authors(harness)

    answers = await asyncio.gather(*(uploaded(anna, battle(turns=n)) for n in (3, 4)))

    assert sorted("version 2" in answer.words for answer in answers) == [False, True]


@pytest.mark.long
async def test_an_author_who_is_erased_takes_their_battles_along(harness: Any) -> None:
    anna, _, _ = await authors(harness)
    await uploaded(anna, battle())

    told = await anna.slash("battle", "me data show")
    exported = await harness.store.privacy.export(int(anna.id))
    summary = told.words
    await anna.click(await anna.click(told, "Delete it …"), "Delete everything")

    assert "Battles" in summary
    assert exported["custom_battles"][0]["printed"]["turns"] == "6"
    assert await harness.store.custom_battles.in_guild(await guild(harness)) == ()


def test_no_battle_that_comes_with_the_bot_can_be_taken_for_one_of_a_server() -> None:
    assert not [id_ for id_ in scenarios.all() if id_.startswith("own-")]
