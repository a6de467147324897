"""How games stand, for lists of them: a server's, a person's; where to jump to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from bot.desk import Desk
from bot.say.boards import Standing
from bot.table import Table
from storage import Game

NEVER = datetime.max.replace(tzinfo=UTC)
CHANNELS = "https://discord.com/channels/"


def link(guild: int, channel: int, message: int = 0) -> str:
    """The address of a message, or of a channel."""
    return f"{CHANNELS}{guild}/{channel}" + (f"/{message}" if message else "")


async def last_map(desk: Desk, table: Table) -> str:
    """The address of the newest report, which has a map; "" before there is one."""
    game = table.game
    letter = await desk.store.letter_for(game.id, "report")
    return link(game.guild, game.channel, letter.posted) if letter and letter.posted else ""


async def paused(desk: Desk, game: int) -> bool:
    """Whether a game stands still until somebody lets it go on."""
    return await desk.store.ask(lambda r: r.pause(game)) is not None


async def of_server(desk: Desk, guild: int, shown: Callable[[int], bool]) -> list[Standing]:
    """The unfinished games of a server in channels that may be shown: those under way, then the lobbies."""
    found = [*await desk.store.games("playing"), *await desk.store.games("lobby")]
    return await of(desk, [g for g in found if g.guild == guild and shown(g.channel)])


async def of(desk: Desk, games: Iterable[Game], server: Callable[[int], str] | None = None) -> list[Standing]:
    """How these games stand; with the name of each one's server where `server` is given."""
    return [await _standing(desk, game, server) for game in games]


async def _standing(desk: Desk, game: Game, server: Callable[[int], str] | None) -> Standing:
    table = await desk.table(game.id)
    board = await desk.store.ask(lambda r: r.board("game", game.id))
    lobby = await desk.store.letter_for(game.id, "lobby") if board is None else None
    message = board.message if board is not None else lobby.posted or 0 if lobby is not None else 0
    return Standing(
        table=table,
        times=await desk.times(table) if table.playing else None,
        link=link(game.guild, game.channel, message),
        channel=f"<#{game.channel}>",
        server=server(game.guild) if server is not None else "",
        paused=await paused(desk, game.id),
    )


def waits_for(standing: Standing, user: int) -> bool:
    """Whether that person is to decide."""
    table = standing.table
    return table.playing and bool({*table.owing} & {*table.sides_of(user)})


def deadline(standing: Standing, user: int) -> datetime:
    """Until when that person has time, a day that never comes where nobody hurries."""
    if standing.times is None:
        return NEVER
    mine = standing.table.sides_of(user)
    return min((at for s in mine if (at := standing.times.deadline(s)) is not None), default=NEVER)
