"""Which games are within whose reach: those of their server in channels they see, and those they play."""

from __future__ import annotations

import pytest

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.access import check_access
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine.errors import NotOnTable

GUILD, CHANNEL, ANNA, CLARA = 10, 20, 11, 13


def actor(user: int, *, guild: int = GUILD, sees: bool = True) -> Actor:
    return Actor(
        user=user,
        name=str(user),
        interaction=user,
        guild=guild,
        channel=99,
        sees=lambda channel: sees and channel == CHANNEL,
    )


async def a_game(games: GameService) -> Game:
    anna = Actor(user=ANNA, name="Anna", interaction=1, guild=GUILD, channel=CHANNEL)
    return await seating.create_game(games, anna, "ormes", "blue", None)


@pytest.mark.parametrize(
    ("who", "reached"),
    [
        (actor(CLARA), True),
        (actor(CLARA, sees=False), False),
        (actor(CLARA, guild=77), False),
        (actor(ANNA, sees=False), True),
        (actor(ANNA, guild=77), False),
    ],
    ids=["sees it", "does not see it", "on another server", "plays unseen", "plays, but asks elsewhere"],
)
async def test_a_game_is_reached_from_its_server_by_who_sees_or_plays_it(
    games: GameService, who: Actor, reached: bool
) -> None:
    game = await a_game(games)

    try:
        await check_access(games, who, game.record.id)
    except NotOnTable as refused:
        assert (refused.reason, reached) == ("no_such_game", False)  # noqa: PT017
    else:
        assert reached


async def test_ids_of_no_game_are_left_to_what_looks_for_them(games: GameService) -> None:
    game = (await a_game(games)).record.id

    for id_ in (0, -game, game + 1):
        await check_access(games, actor(CLARA, guild=77), id_)
