"""Summaries of games for lists: of a server, of a player; with links."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.features.my_games.page import GameSummary
from storage import GameRecord

NEVER = datetime.max.replace(tzinfo=UTC)
CHANNELS = "https://discord.com/channels/"


def link(guild: int, channel: int, message: int = 0) -> str:
    """The address of a message, or of a channel."""
    return f"{CHANNELS}{guild}/{channel}" + (f"/{message}" if message else "")


async def last_map(games: GameService, game: Game) -> str:
    """The address of the newest report, which has a map; "" before there is one."""
    record = game.record
    post = await games.store.outbox.last_posted(record.id, "report")
    return link(record.guild, record.channel, post.posted) if post and post.posted else ""


async def paused(games: GameService, game_id: int) -> bool:
    """Whether a game is paused."""
    return await games.store.pauses.of_game(game_id) is not None


async def of_server(games: GameService, guild: int, visible: Callable[[int], bool]) -> list[GameSummary]:
    """The unfinished games of a server in channels that may be shown: those under way, then the lobbies."""
    stored = games.store.games
    records = [*await stored.all("playing", guild=guild), *await stored.all("lobby", guild=guild)]
    return await of(games, [g for g in records if visible(g.channel)])


async def of(
    games_service: GameService, games: Iterable[GameRecord], server: Callable[[int], str] | None = None
) -> list[GameSummary]:
    """The status of these games; with the name of their servers where `server` is given."""
    return [await _standing(games_service, record, server) for record in games]


async def _standing(
    games: GameService, record: GameRecord, server: Callable[[int], str] | None
) -> GameSummary:
    game = await games.game(record.id)
    board = await games.store.status_messages.get("game", record.id)
    lobby = await games.store.outbox.last_posted(record.id, "lobby") if board is None else None
    message = board.message if board is not None else lobby.posted or 0 if lobby is not None else 0
    return GameSummary(
        game=game,
        clock=await games.game_clock(game) if game.playing else None,
        link=link(record.guild, record.channel, message),
        channel=f"<#{record.channel}>",
        server=server(record.guild) if server is not None else "",
        paused=await paused(games, record.id),
    )


def waits_for(standing: GameSummary, user: int) -> bool:
    """Whether that person is to decide."""
    game = standing.game
    return game.playing and bool({*game.owing} & {*game.sides_of(user)})


def deadline(standing: GameSummary, user: int) -> datetime:
    """The deadline of that person, far in the future if there is no clock."""
    if standing.clock is None:
        return NEVER
    mine = standing.game.sides_of(user)
    return min((at for s in mine if (at := standing.clock.deadline(s)) is not None), default=NEVER)
