"""An organiser decides about the games of their own tournament, and about no others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.channels import PostTarget
from bot.core.requests.actor import Actor
from bot.features.event_games.page import ACTS
from bot.features.tournaments import standings_page
from bot.i18n.catalogue import catalogue_for
from bot.ui.component_press import ComponentPress, IdArguments
from bot.ui.page import Page
from engine.errors import Refused
from tests.bot.features.event_games.test_rights import ACTS as ANSWERS
from tests.bot.features.tournaments import play

WHY = "No move for a week"
ORGANISER, OTHER, STRANGER = 0, 10, 11


async def two_tournaments(harness: Any) -> tuple[int, int, int]:
    """Player 0 organises a tournament with a game, player 10 another one: theirs, and the game's number."""
    mine = await play.started(harness, 2, rounds=1, clock="1d")
    asked = play.Announcement(name="Other", battle="ormes", public_dice=False)
    await play.service(harness).new(play.actor(harness, OTHER, "parlour"), asked)
    theirs = (await harness.store.tournaments.in_guild(play.actor(harness, 0).guild))[0].id
    (game,) = await harness.store.games.ids_playing()
    return mine, theirs, game


async def sent(harness: Any, who: Actor, game: int, act: str, **answers: str) -> Page:
    """A form of an act, as the bot receives it."""
    stamp = len((await harness.bot.games.game(game)).known_to(""))
    form = ComponentPress(
        game_id=game, stamp=stamp, verb="decide", arguments=IdArguments((act,)), answers=answers
    )
    page: Page = await harness.bot.component_handler._router.submit(form, WHY, who)
    await harness.quiet()
    return page


async def refused(harness: Any, who: Actor, game: int, act: str) -> str:
    try:
        await sent(harness, who, game, act, **ANSWERS[act])
    except Refused as refusal:
        return refusal.reason
    return ""


@pytest.mark.parametrize("act", ACTS)
async def test_an_organiser_of_another_tournament_and_a_stranger_can_do_nothing(
    harness: Any, act: str
) -> None:
    _, _, game = await two_tournaments(harness)
    before = (await harness.bot.games.game(game)).entries

    reasons = {await refused(harness, play.actor(harness, n), game, act) for n in (OTHER, STRANGER, 1)}

    assert reasons == {"not_a_marshal"}
    assert (await harness.bot.games.game(game)).entries == before


@pytest.mark.long
async def test_the_organiser_decides_and_the_tournament_takes_the_result_over(harness: Any) -> None:
    tournament, _, game = await two_tournaments(harness)

    extended = await sent(harness, play.actor(harness, ORGANISER), game, "extend", time="2d")
    ended = await sent(harness, play.actor(harness, ORGANISER), game, "forfeit", side="both")

    event = await play.event(harness, tournament)
    (decided,) = event.rounds[0].pairings[0].games
    assert "new deadline" in extended.text
    assert "the game is over" in ended.text
    assert decided.result == "both-forfeit"


@pytest.mark.long
async def test_an_organiser_who_plays_leaves_their_own_game_to_others(harness: Any) -> None:
    tournament = await play.announced(harness, rounds=1)
    await play.entered(harness, tournament, 0, 1)
    await play.begun(harness, tournament)
    (game,) = await harness.store.games.ids_playing()

    assert await refused(harness, play.actor(harness, 0), game, "forfeit") == "marshal_plays"


@pytest.mark.long
async def test_each_organiser_sees_only_the_games_of_their_own_tournament(harness: Any) -> None:
    mine, theirs, _ = await two_tournaments(harness)
    view = harness.bot.services.event_games

    own = await view.overview(play.actor(harness, ORGANISER), mine)
    other = await view.overview(play.actor(harness, OTHER), theirs)

    assert len(own.sections) == 1
    assert other.sections == ()
    for n, event in ((OTHER, mine), (ORGANISER, theirs), (STRANGER, mine), (ORGANISER, 0)):
        with pytest.raises(Refused, match="not_a_marshal"):
            await view.overview(play.actor(harness, n), event)


@pytest.mark.long
async def test_a_game_whose_quiet_thread_discord_has_archived_is_still_within_reach(harness: Any) -> None:
    _, _, game = await two_tournaments(harness)
    channel = (await harness.bot.games.game(game)).record.channel
    organiser = replace(play.actor(harness, ORGANISER), sees=lambda number: number != channel)
    blind = replace(play.actor(harness, STRANGER), sees=lambda number: False)

    assert await refused(harness, organiser, game, "nudge") == ""
    assert await refused(harness, blind, game, "nudge") == "no_such_game"


@pytest.mark.long
async def test_results_of_a_tournament_are_for_those_who_see_its_channel(harness: Any) -> None:
    tournament, theirs, game = await two_tournaments(harness)
    await play.played(harness, tournament)
    thread = (await harness.bot.games.game(game)).record.channel
    results = harness.bot.services.result_list
    spectator = replace(play.actor(harness, STRANGER), sees=lambda number: number != thread)

    seen = await results.of_event(spectator, tournament)
    listed = await results.of_event(spectator, tournament, "csv")
    empty = await results.of_event(spectator, theirs)

    assert "Open" in seen.text
    assert "who resigned" in seen.text
    assert "Player 1" in listed.files[0].text
    assert "no finished game" in empty.text
    for blind in (
        replace(spectator, sees=lambda number: False),
        replace(spectator, guild=5, manages=True),
    ):
        with pytest.raises(Refused, match="no_such_event"):
            await results.of_event(blind, tournament)


@pytest.mark.long
async def test_the_standings_are_shared_from_a_game_of_the_tournament(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    await play.played(harness, tournament)
    event = await play.event(harness, tournament)
    game, here = event.rounds[0].pairings[0].games[0], play.actor(harness, 1)
    asker = replace(here, channel=game.channel)

    await harness.bot.services.sharing.share(asker, "standings", PostTarget(channel=here.channel))
    await harness.quiet()
    shared = harness.person("Player 2").sees(play.CHANNEL)[-1]
    asker = replace(play.actor(harness, 1), channel=game.channel)
    again = await harness.bot.services.sharing.share(asker, "standings", PostTarget(channel=here.channel))
    picture = standings_page.standings(catalogue_for("en"), event).picture

    assert "shares the standings of the tournament" in shared.words
    assert [file["description"] for file in shared.pictures] == [picture.alt]
    assert "already been shared" in again.embeds[0].text
