"""Who may look at all games of a server and decide about them: moderators of that server, and no one else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.ui.component_press import ComponentPress, IdArguments
from bot.ui.page import Form
from engine.errors import Refused
from tests.bot.features.moderation.test_moderation import a_game

ACTS = {
    "nudge": {},
    "extend": {"time": "1d"},
    "substitute": {"side": "blue", "player": "anyone"},
    "adjudicate": {"result": "orange"},
    "forfeit": {"side": "both"},
}


def actor(harness: Any, name: str, **changes: Any) -> Actor:
    """A person as the bot meets them in the channel of the game."""
    place = harness.sandbox.channel("battle")
    number = int(harness.person(name).id)
    known = Actor(
        user=number,
        name=name,
        interaction=9_000_000 + number % 1_000_000 + len(changes),
        guild=int(place["guild_id"]),
        channel=int(place["id"]),
        sees=lambda channel: True,
    )
    return replace(known, **changes)


async def forged(harness: Any, who: Actor, act: str) -> list[str]:
    """The reasons why a forged button and a forged form of an act are refused; "" where they are not."""
    game = await harness.game()
    press = ComponentPress(
        game_id=game.record.id, stamp=len(game.known_to("")), verb="decide", arguments=IdArguments((act,))
    )
    router, reasons = harness.bot.component_handler._router, []
    sent = replace(press, answers=ACTS[act])
    for work in (router.dispatch(press, who), router.submit(sent, "because", who)):
        try:
            page = await work
            reasons.append("" if isinstance(page, Form) else page.text)
        except Refused as refused:
            reasons.append(refused.reason)
    return reasons


@pytest.mark.parametrize("act", ACTS)
async def test_a_forged_button_or_form_of_someone_without_the_right_does_nothing(
    harness: Any, act: str
) -> None:
    await a_game(harness, options="clock=1d")
    before = await harness.game()

    stranger = await forged(harness, actor(harness, "Clara"), act)
    player = await forged(harness, actor(harness, "Anna"), act)
    elsewhere = await forged(harness, actor(harness, "Marshal", manages=True, guild=5), act)
    playing = await forged(harness, actor(harness, "Bruno", manages=True), act)
    blind = await forged(harness, actor(harness, "Marshal", manages=True, sees=lambda _: False), act)

    assert stranger == player == ["not_a_marshal"] * 2
    assert elsewhere == blind == ["no_such_game"] * 2
    assert playing == ["marshal_plays"] * 2
    after = await harness.game()
    assert after.entries == before.entries
    assert after.record.seats == before.record.seats


async def test_the_list_of_all_games_is_for_moderators(harness: Any) -> None:
    anna, _, marshal = await a_game(harness)

    refused = await anna.slash("parlour", "marshal games")
    listed = await marshal.slash("parlour", "marshal games")

    assert "Only this server's moderators" in refused.words
    assert "The bridge at Ormes" in listed.words


@pytest.mark.long
async def test_an_event_that_is_not_there_is_shown_to_no_one(harness: Any) -> None:
    await a_game(harness)

    press = ComponentPress(game_id=0, stamp=0, verb="events", arguments=IdArguments(("77", "0")))
    with pytest.raises(Refused, match="no_such_event"):
        await harness.bot.component_handler._router.dispatch(press, actor(harness, "Marshal", manages=True))


async def test_only_a_player_who_was_offered_becomes_the_substitute(harness: Any) -> None:
    _, _, marshal = await a_game(harness)
    clara = int(harness.person("Clara").id)
    game = await harness.game()
    sent = ComponentPress(
        game_id=game.record.id,
        stamp=0,
        verb="decide",
        arguments=IdArguments(("substitute",)),
        answers={"side": "blue", "player": str(clara)},
    )

    with pytest.raises(Refused, match="seeks_no_more"):
        await harness.bot.component_handler._router.submit(
            sent, "because", actor(harness, "Marshal", manages=True)
        )

    assert (await harness.game()).seat("blue").user == int(harness.person("Anna").id)
    assert marshal.id


async def test_a_moderator_sees_no_game_in_a_channel_hidden_from_them(harness: Any) -> None:
    await a_game(harness)
    events = harness.bot.services.event_games

    hidden = await events.overview(actor(harness, "Marshal", manages=True, sees=lambda _: False))
    shown = await events.overview(actor(harness, "Marshal", manages=True))

    assert hidden.sections == ()
    assert len(shown.sections) == 1
