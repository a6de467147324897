"""Whose the battles of a server are: who changes and retires them, and how many there may be. No Discord."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scenarios
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.custom_battles.server_battles import MOST, MOST_OF_AUTHOR, ServerBattles
from bot.features.custom_battles.service import CustomBattles, Sent
from bot.features.server_settings.service import AUTHORS, UPLOADS
from engine.scenario import Scenario
from scenarios.upload_check import OWN
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, by, refusal

MARSHAL = 99


async def moderates(actor: Actor) -> bool:
    return actor.user == MARSHAL


def battles(games: GameService) -> ServerBattles:
    return ServerBattles(games, moderates)


def battle(name: str = "mill", turns: int = 8) -> Scenario:
    """A battle as it is uploaded, of so many turns."""
    loaded = scenarios.load("ormes")
    return replace(loaded, id=f"{OWN}{name}-0a1b2c3d", printed={**loaded.printed, "turns": turns})


async def test_a_battle_is_changed_by_its_author_and_moderators_and_stays_its_authors(
    games: GameService,
) -> None:
    kept = battles(games)
    await kept.keep(by(ANNA), battle())
    reason = await refusal(kept.keep(by(BRUNO), battle(turns=9)))
    same = await kept.keep(by(ANNA), battle())
    theirs = await kept.keep(by(MARSHAL), battle(turns=10))

    assert reason == "battle_of_another"
    assert (same.version, theirs.version) == (1, 2)
    assert (theirs.author, theirs.name) == (ANNA, f"P{ANNA}")


async def test_a_battle_is_retired_by_its_author_and_moderators_of_its_server(games: GameService) -> None:
    kept = battles(games)
    for name in ("mill", "ford"):
        await kept.keep(by(ANNA), battle(name))
    offered = {who: [b.battle for b in await kept.retirable(by(who))] for who in (ANNA, BRUNO, MARSHAL)}

    assert offered == {ANNA: ["ford", "mill"], BRUNO: [], MARSHAL: ["ford", "mill"]}
    assert await refusal(kept.retire(by(BRUNO), f"{OWN}mill")) == "battle_of_another"
    assert await refusal(kept.retire(replace(by(ANNA), guild=2), f"{OWN}mill")) == "no_such_server_battle"
    asked = by(ANNA)
    assert [await kept.retire(asked, f"{OWN}mill"), await kept.retire(asked, f"{OWN}ford")] == [
        "mill",
        "mill",
    ]
    await kept.retire(by(MARSHAL), f"{OWN}ford")
    assert await kept.all(1) == ()


async def test_an_author_and_a_server_have_so_many_battles_and_no_more(games: GameService) -> None:
    kept = battles(games)
    for number in range(MOST):
        await kept.keep(by(1 + number // MOST_OF_AUTHOR), battle(f"m{number}"))
    full = await refusal(kept.keep(by(BRUNO), battle("more")))
    await kept.retire(by(MARSHAL), f"{OWN}m{MOST - 1}")

    assert full == "battles_full"
    assert await refusal(kept.keep(by(1), battle("more"))) == "author_battles_full"
    assert await refusal(kept.keep(by(1), battle("m0", turns=9))) == "", "another version is no other battle"
    assert await refusal(kept.keep(by(BRUNO), battle("more"))) == ""


@pytest.mark.parametrize(
    ("who", "settled", "reason"),
    [
        (by(CLARA), {}, "uploads_off"),
        (replace(by(CLARA), roles=frozenset({7})), {}, "uploads_off"),
        (replace(by(CLARA), roles=frozenset({7})), {AUTHORS: 7}, ""),
        (replace(by(CLARA), roles=frozenset({8})), {AUTHORS: 7}, "uploads_off"),
        (by(CLARA), {UPLOADS: 1}, ""),
        (replace(by(CLARA), manages=True), {}, ""),
    ],
)
async def test_files_are_sent_by_those_whom_their_server_lets(
    games: GameService, who: Actor, settled: dict[str, int], reason: str
) -> None:
    async with games.store.writing() as tx:
        for name, value in settled.items():
            await tx.settings.set(1, name, value)
    uploads = CustomBattles(games, None, battles(games))  # type: ignore[arg-type]  # nothing is fetched

    assert await refusal(uploads.check_rights(who)) == reason
    if reason:
        sent = Sent(name="mill.yaml", size=9, url="")
        assert await refusal(uploads.fetch(who, sent, (".yaml",), 99, "file_kind")) == reason
