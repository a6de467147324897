"""Who may do what in a tournament, and that pressing twice does it once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.features.tournaments.paging import VERB
from bot.ui.component_press import ComponentPress, IdArguments
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from tests.bot.features.tournaments import play

FORGED = [
    *(
        (what, "{t}", *about)
        for what in ("start", "pair", "cancel")
        for about in ((), ("1",), ("-1",), ("x",))
    ),
    *((what, "{t}") for what in ("check", "leave", "", "eat", "organise")),
    *(
        (what, number)
        for what in ("join", "start", "standings")
        for number in ("0", "-3", "99", "x", "9" * 18)
    ),
    ("pairings", "{t}", "x"),
    ("standings", "{t}", "", "x"),
    ("join",),
    (),
]
"""What the id of a button may say that the bot never made for this player."""


async def test_every_forged_button_gets_a_refusal_and_changes_nothing(harness: Any) -> None:
    tournament = await play.announced(harness)
    await play.entered(harness, tournament, 1, 2)
    before = await play.event(harness, tournament)
    router, stranger = harness.bot.component_handler._router, play.actor(harness, 5)

    for arguments in FORGED:
        filled = tuple(part.format(t=tournament) for part in arguments)
        press = ComponentPress(game_id=0, stamp=0, verb=VERB, arguments=IdArguments(filled))
        with pytest.raises(Refused):
            await router.dispatch(press, stranger)

    assert await play.event(harness, tournament) == before


async def test_a_stranger_can_neither_start_nor_pair_nor_rule_nor_cancel(harness: Any) -> None:
    tournament = await play.announced(harness)
    await play.entered(harness, tournament, 1, 2)
    event, stranger = await play.event(harness, tournament), play.actor(harness, 1)
    service, decisions = play.service(harness), harness.bot.services.tournament_decisions

    for refused in (
        service.start(stranger, event),
        service.pair(stranger, event, 1),
        service.cancel(stranger, event, sure=True),
        service.help(stranger, event, stranger.user),
        decisions.rule(stranger, event, stranger.user, "wins", "I say so"),
    ):
        with pytest.raises(NotYours) as refusal:
            await refused
        assert refusal.value.reason == "not_an_organiser"

    assert await play.event(harness, tournament) == event


@pytest.mark.parametrize("who", ["a helper", "a moderator"])
async def test_helpers_and_moderators_may(harness: Any, who: str) -> None:
    tournament = await play.announced(harness)
    await play.entered(harness, tournament, 1, 2)
    helper = play.actor(harness, 3)
    if who == "a helper":
        await play.service(harness).help(
            play.actor(harness, 0), await play.event(harness, tournament), helper.user
        )
    else:
        helper = replace(helper, manages=True)

    await play.service(harness).start(helper, await play.event(harness, tournament))

    assert (await play.event(harness, tournament)).status == "playing"


async def test_a_tournament_of_another_server_is_out_of_reach(harness: Any) -> None:
    tournament = await play.announced(harness)
    elsewhere = replace(play.actor(harness, 1), guild=77, manages=True)

    with pytest.raises(NotOnTable):
        await play.service(harness).get(elsewhere, tournament)
    with pytest.raises(NotYours):
        await play.service(harness).start(elsewhere, await play.event(harness, tournament))


async def test_a_channel_that_one_cannot_see_hides_its_tournament(harness: Any) -> None:
    tournament = await play.announced(harness)
    blind = replace(play.actor(harness, 1), sees=lambda channel: False)

    with pytest.raises(NotOnTable):
        await play.service(harness).get(blind, tournament)
    assert await play.service(harness).choices(blind, "") == []


@pytest.mark.long
async def test_two_presses_of_start_and_of_pair_do_it_once(harness: Any) -> None:
    tournament = await play.announced(harness, rounds=3)
    await play.entered(harness, tournament, 1, 2, 3, 4)
    service, event = play.service(harness), await play.event(harness, tournament)

    await asyncio.gather(*(service.start(play.actor(harness, 0), event) for _ in range(3)))
    await harness.quiet()
    started = await play.event(harness, tournament)
    games = len(await harness.store.games.all())
    await play.played(harness, tournament)
    event = await play.event(harness, tournament)
    await asyncio.gather(*(service.pair(play.actor(harness, 0), event, 2) for _ in range(3)))
    await harness.quiet()

    after = await play.event(harness, tournament)
    assert (started.round, games) == (1, 2)
    assert (after.round, len(await harness.store.games.all())) == (2, 4)
    posts = [m for m in harness.sandbox.messages("battle", "Clara") if "· round 2" in m.words]
    assert len(posts) == 1


@pytest.mark.long
async def test_no_round_is_paired_while_a_game_is_open(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=3)

    with pytest.raises(IllegalOrder) as refusal:
        await play.service(harness).pair(play.actor(harness, 0), await play.event(harness, tournament))

    assert refusal.value.reason == "round_open"
    assert refusal.value.facts["n"] == 2


async def test_a_member_cannot_flood_a_server_with_tournaments(harness: Any) -> None:
    for _ in range(3):
        await play.announced(harness)

    with pytest.raises(IllegalOrder) as refusal:
        await play.announced(harness)

    assert refusal.value.reason == "tournaments_many"
