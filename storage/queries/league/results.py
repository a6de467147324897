"""Results of finished games: how each ended, and who played in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import ColumnElement, Select, exists, func, insert, select, update
from sqlalchemy.orm import aliased

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.row_mapping import Row
from storage.tables import game_results, games, ratings, result_players

Ending = Literal["rules", "resigned", "agreed", "forfeit", "adjudicated", "abandoned"]
"""How a game ended: by the rulebook; a side resigned; both sides agreed on a draw; a side lost on time, or a
moderator gave the game to the other side; a moderator, or the score, decided it; without a result."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPlayer:
    """A player of a finished game. `user` is a Discord id, negative for an erased user, None for the computer
    player (`bot`).

    `seated`: they played the side when the game ended. `orders`: how many they gave for it.
    """

    side: str
    user: int | None
    name: str = ""
    bot: bool = False
    seated: bool = True
    orders: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How a game ended. Times are UTC, `turns` the number of the last turn, `scores` the points of each side
    in the order of the sides. `winner` is a side, "" for a draw and for an abandoned game; `level` the
    rulebook's level of victory. `players` are in the order of the sides, those who left a side last.

    `unrated`: why the game does not count for ratings, "" if it does (see `league.ratings.Unrated`).
    `channel` is where it was played; it is read from the game, not stored with the result.
    """

    game: int
    guild: int
    battle: str
    rulebook: str
    begun: datetime
    finished: datetime
    turns: int
    ending: Ending
    winner: str
    level: str
    scores: Mapping[str, int]
    players: tuple[ResultPlayer, ...]
    unrated: str = ""
    channel: int = 0

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, first player first."""
        return tuple(self.scores)

    @property
    def drawn(self) -> bool:
        """Whether the game was played to a draw: not abandoned, nor forfeited by both sides."""
        return not self.winner and self.ending not in ("abandoned", "forfeit")

    def seated(self, side: str) -> tuple[ResultPlayer, ...]:
        """Who played a side when the game ended, its holder first."""
        return tuple(player for player in self.players if player.side == side and player.seated)

    def sides_of(self, user: int) -> tuple[str, ...]:
        """The sides that a user played at the end."""
        return tuple(p.side for p in self.players if p.user == user and p.seated)


class ListedResult(NamedTuple):
    """A finished game, as far as a list needs it before its result is read."""

    game: int
    guild: int
    channel: int
    unrated: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Games won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleRecord:
    """How games of a battle ended: how many, how many each side won (a side without a win is missing), how
    many were drawn; the median of their turns, and of the time they took. `sittings` of them were begun and
    finished in one sitting, and half of these within the time `sitting`."""

    games: int = 0
    wins: tuple[tuple[str, int], ...] = ()
    drawn: int = 0
    turns: int = 0
    lasted: timedelta = timedelta()
    sittings: int = 0
    sitting: timedelta = timedelta()


ONE_SITTING = timedelta(hours=12)
"""How long a game takes at most that was played in one sitting: then its time is play, not waiting."""
MOST_COMPARED = 1000
"""Games of a battle that are compared, the last ones."""
BETWEEN_PEOPLE = ("", "agreed")
"""Why games between people that were played to an end are not rated: for no reason, or by agreement."""
RESULTS = select(game_results, games.c.channel).join(games, games.c.id == game_results.c.game)
"""All results, each with the channel of its game."""
_OTHER = games.alias()
_UNFINISHED = select(_OTHER.c.id).where(_OTHER.c.status != "over")  # there is an index of these
_MISSING = (
    select(games.c.id)
    .where(~exists().where(game_results.c.game == games.c.id), games.c.id.not_in(_UNFINISHED))
    .order_by(games.c.id)
)


class ResultQueries(QueryBase):
    """Queries about results of finished games."""

    @query
    async def of_game(self, game: int) -> GameResult | None:
        """The result of a game; None before its end."""
        found = await self._select(game_results.c.game == game)
        return found[0] if found else None

    @query
    async def of_games(self, ids: Iterable[int]) -> dict[int, GameResult]:
        """The results of those of these games that are finished, by game."""
        return {result.game: result for result in await self._select(game_results.c.game.in_(list(ids)))}

    @query
    async def in_guild(self, guild: int, *, most: int | None = None, after: int = 0) -> list[GameResult]:
        """The results of a server's games, the last one to finish first: `most` of them, after the first
        `after`."""
        return await self._select(game_results.c.guild == guild, most=most, after=after)

    @query
    async def listed(
        self, *, guild: int | None = None, user: int | None = None, among: Sequence[int] | None = None
    ) -> list[ListedResult]:
        """Which games have a result, those of a server, of a user, among some games, or all of that; the
        last one to finish first."""
        mine = select(game_results.c.game, game_results.c.guild, games.c.channel, game_results.c.unrated)
        mine = mine.join(games, games.c.id == game_results.c.game)
        if guild is not None:
            mine = mine.where(game_results.c.guild == guild)
        if user is not None:
            mine = mine.where(_played_by(user))
        if among is not None:
            mine = mine.where(game_results.c.game.in_(among))
        mine = mine.order_by(game_results.c.finished.desc(), game_results.c.game.desc())
        return [ListedResult(**row) for row in (await self._run(mine)).mappings()]

    @query
    async def of_user(self, user: int, *, most: int | None = None, after: int = 0) -> list[GameResult]:
        """The results of the games that a user played to the end, the last one to finish first."""
        return await self._select(_played_by(user), most=most, after=after)

    @query
    async def names_in(self, guild: int, users: Iterable[int]) -> dict[int, str]:
        """The names that users had in their last finished game of a server, by user."""
        here = result_players.join(game_results, game_results.c.game == result_players.c.game)
        mine = select(result_players.c.user, func.max(result_players.c.game).label("game")).select_from(here)
        mine = mine.where(game_results.c.guild == guild, result_players.c.user.in_(list(users)))
        last = mine.where(result_players.c.name != "").group_by(result_players.c.user).subquery()
        both = (result_players.c.user == last.c.user) & (result_players.c.game == last.c.game)
        named = select(result_players.c.user, result_players.c.name).join(last, both)
        rows = await self._run(named.where(result_players.c.name != ""))
        return {row["user"]: row["name"] for row in rows.mappings()}

    @query
    async def between(self, one: int, two: int, *, most: int | None = None) -> list[GameResult]:
        """The results of the games in which two users played to the end, the last one to finish first."""
        return await self._select(_played_by(one), _played_by(two), most=most)

    @query
    async def record(self, user: int) -> Record:
        """How many rated games a user has won, lost and drawn."""
        mine = select(result_players.c.side, game_results.c.winner, func.count())
        mine = mine.join(game_results, game_results.c.game == result_players.c.game)
        mine = mine.join(ratings, (ratings.c.game == game_results.c.game) & (ratings.c.user == user))
        mine = mine.where(result_players.c.user == user, ratings.c.pool == game_results.c.rulebook)
        rows: Any = await self._run(mine.group_by(result_players.c.side, game_results.c.winner))
        won = lost = drawn = 0
        for side, winner, n in rows:
            won, lost, drawn = (
                won + n * (winner == side),
                lost + n * (winner not in ("", side)),
                drawn + n * (not winner),
            )
        return Record(won=won, lost=lost, drawn=drawn)

    @remembered(game_results)
    async def of_battle(self, battle: str) -> BattleRecord:
        """How the last games of a battle between people ended, on all servers: at most MOST_COMPARED, rated
        or opened as unrated."""
        columns = (getattr(game_results.c, name) for name in ("winner", "turns", "begun", "finished"))
        mine = select(*columns).where(
            game_results.c.battle == battle, game_results.c.unrated.in_(BETWEEN_PEOPLE)
        )
        mine = mine.order_by(game_results.c.finished.desc(), game_results.c.game.desc())
        rows = (await self._run(mine.limit(MOST_COMPARED))).mappings().all()
        if not rows:
            return BattleRecord()
        winners = Counter(row["winner"] for row in rows)
        lasted = [
            datetime.fromisoformat(row["finished"]) - datetime.fromisoformat(row["begun"]) for row in rows
        ]
        sittings = [time for time in lasted if time <= ONE_SITTING]
        return BattleRecord(
            games=len(rows),
            drawn=winners.pop("", 0),
            wins=tuple(sorted(winners.items())),
            turns=median_low(row["turns"] for row in rows),
            lasted=median_low(lasted),
            sittings=len(sittings),
            sitting=median_low(sittings) if sittings else timedelta(),
        )

    @query
    async def missing(self, most: int, after: int = 0) -> list[int]:
        """Finished games without a result, the oldest first: at most so many of those after game `after`."""
        return list((await self._run(_MISSING.where(games.c.id > after).limit(most))).scalars())

    async def _select(
        self, *where: ColumnElement[bool], most: int | None = None, after: int = 0
    ) -> list[GameResult]:
        mine: Select[Any] = RESULTS.where(*where)
        mine = mine.order_by(game_results.c.finished.desc(), game_results.c.game.desc())
        rows = (await self._run(mine.limit(most).offset(after or None))).mappings().all()
        return await self.with_players(rows)

    async def with_players(self, rows: Sequence[Row]) -> list[GameResult]:
        """Results with their players, which are read for many games at a time."""
        players: dict[int, list[ResultPlayer]] = {row["game"]: [] for row in rows}
        ids = list(players)
        for start in range(0, len(ids), TOGETHER):
            theirs = select(result_players).where(result_players.c.game.in_(ids[start : start + TOGETHER]))
            found = await self._run(theirs.order_by(result_players.c.game, result_players.c.place))
            for row in found.mappings():
                players[row["game"]].append(_player(row))
        return [_result(row, players[row["game"]]) for row in rows]


TOGETHER = 500
"""Games whose players are read with one query."""


class ResultRepository(ResultQueries, RepositoryBase):
    """Changes to results of finished games."""

    async def finish(self, result: GameResult) -> None:
        """Finish a game: its status, and its result, which replaces one that it has; ratings count it again.

        Raises LookupError when there is no such game.
        """
        over = update(games).where(games.c.id == result.game)
        changed = await self._run(over.values(status="over", revision=games.c.revision + 1))
        if changed.rowcount != 1:
            raise LookupError(f"no game {result.game}")
        self._session.touched.add(result.game)
        if not await self.add(result):
            await self._correct(result)

    async def _correct(self, result: GameResult) -> None:
        """Change how a finished game ended."""
        changes = {name: getattr(result, name) for name in ("ending", "winner", "level", "unrated")}
        mine = update(game_results).where(game_results.c.game == result.game)
        await self._run(mine.values(**changes, counted=0))

    async def add(self, result: GameResult) -> bool:
        """Add the result of a game that is finished already, unless it has one; whether it was added."""
        row = {
            "game": result.game,
            "guild": result.guild,
            "battle": result.battle,
            "rulebook": result.rulebook,
            "begun": row_mapping.stamp(result.begun),
            "finished": row_mapping.stamp(result.finished),
            "turns": result.turns,
            "ending": result.ending,
            "winner": result.winner,
            "level": result.level,
            "scores": row_mapping.to_text(dict(result.scores)),
            "unrated": result.unrated,
        }
        if not await self._insert_new(game_results, row):
            return False
        if result.players:
            await self._run(insert(result_players), [*_player_rows(result)])
        return True


def _played_by(user: int) -> ColumnElement[bool]:
    """Results of games that a user played to the end."""
    theirs = aliased(result_players)
    return exists().where(theirs.c.game == game_results.c.game, theirs.c.user == user, theirs.c.seated == 1)


def _player_rows(result: GameResult) -> Iterable[dict[str, Any]]:
    for place, player in enumerate(result.players):
        yield {
            "game": result.game,
            "place": place,
            "side": player.side,
            "user": player.user,
            "name": player.name,
            "bot": int(player.bot),
            "seated": int(player.seated),
            "orders": player.orders,
        }


def _player(row: Row) -> ResultPlayer:
    return ResultPlayer(
        side=row["side"],
        user=row["user"],
        name=row["name"],
        bot=bool(row["bot"]),
        seated=bool(row["seated"]),
        orders=row["orders"],
    )


def _result(row: Row, players: Iterable[ResultPlayer]) -> GameResult:
    return GameResult(
        game=row["game"],
        guild=row["guild"],
        battle=row["battle"],
        rulebook=row["rulebook"],
        begun=datetime.fromisoformat(row["begun"]),
        finished=datetime.fromisoformat(row["finished"]),
        turns=row["turns"],
        ending=row["ending"],
        winner=row["winner"],
        level=row["level"],
        scores=json.loads(row["scores"]),
        players=tuple(players),
        unrated=row["unrated"],
        channel=row["channel"],
    )
