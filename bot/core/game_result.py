"""The result of a finished game: how it ended, who played, whether it counts for ratings. Pure.

It follows from the game's record and log alone, so that results of earlier games can be added later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from engine.commands import Draw, Expired, Resign
from engine.events import Ended
from league.ratings import FinishedGame, counted_players, why_unrated
from storage import ENDINGS, Ending, Entry, GameResult, ResultPlayer

ABANDONED: Ending = "abandoned"
FORFEIT: Ending = "forfeit"
OF_THE_CLOCK = (Draw, Expired, Resign)
"""What the bot does for a side itself, such as at a deadline."""
ANNULLED = "annulled"
"""The reason of the end that a moderator gives a game whose result does not count."""


def result_of(game: Game, now: datetime | None = None) -> GameResult:
    """The result of a game that is over: the referee's own table, after its last entry.

    A game that ended without a result, or whose result was annulled, was abandoned, `now` or with its last
    entry. A result that was corrected later keeps the time of the end.
    """
    record, result = game.record, game.state.result
    ends = _ends(game)
    first, last = next(iter(game.own_entries), None), ends[-1] if ends else None
    scores = game.system.display.scores(game.scenario, game.state) if game.entries else {}
    finished = ends[0].at if ends else now
    if finished is None:
        finished = game.entries[-1].at if game.entries else record.created
    ending = ABANDONED if result is None else _ending(result.reason, last)
    players = tuple(_players(game))
    winner = result.winner if result is not None else ""
    return GameResult(
        game=record.id,
        guild=record.guild,
        channel=record.channel,
        battle=record.scenario,
        rulebook=game.scenario.system,
        begun=first.at if first is not None else record.created,
        finished=finished,
        turns=game.state.turn,
        ending=ending,
        winner=winner,
        level=result.level if result is not None else "",
        scores={side: scores.get(side, 0) for side in game.scenario.side_ids},
        players=players,
        unrated=_unrated(game, played=bool(winner) or ending not in (ABANDONED, FORFEIT), players=players),
    )


def _ends(game: Game) -> list[Entry]:
    """The entry with which the game ended by a result, then those that gave it another one."""
    active = (entry for entry in game.entries if entry.struck is None)
    return [entry for entry in active if any(isinstance(event, Ended) for event in entry.events)]


def _ending(reason: str, last: Entry | None) -> Ending:
    """How a game with a result ended, by the reason its rulebook or the referee gave."""
    if last is not None and isinstance(last.command, Resign) and last.who is None:
        return FORFEIT  # the bot resigned for a side that had run out of time
    if reason == ANNULLED:
        return ABANDONED
    known = next((ending for ending in ENDINGS if ending == reason), None)
    return known or "rules"


def _players(game: Game) -> Iterable[ResultPlayer]:
    """The players of each side: those who play it at the end, then those who left it after giving orders."""
    orders = Counter((e.side, e.who) for e in game.entries if e.kind == "order" and e.struck is None)
    for side in game.scenario.side_ids:
        seated = [seat.user for seat in game.seats(side)]
        for seat in game.seats(side):
            given = orders[side, seat.user] if seat.user is not None else 0
            yield ResultPlayer(
                side=side, user=seat.user, name=seat.name, bot=seat.bot and seat.user is None, orders=given
            )
        for (ordered, user), given in orders.items():
            if ordered == side and user is not None and user not in seated:
                yield ResultPlayer(side=side, user=user, seated=False, orders=given)


def _unrated(game: Game, *, played: bool, players: tuple[ResultPlayer, ...]) -> str:
    """Why a game is not rated; `played`: a side won it, or it was a draw."""
    reason = why_unrated(
        FinishedGame(
            game=game.record.id,
            rulebook=game.scenario.system,
            sides=_rated_sides(game.scenario.side_ids, players),
            turns=game.state.turn,
            rated=game.record.rated,
            lesson=is_lesson(game.record),
            computer=any(player.bot for player in players) or _computer_stood_in(game),
            abandoned=not played,
        )
    )
    return str(reason or "")


def _computer_stood_in(game: Game) -> bool:
    """Whether the computer player gave an order for a player who was absent."""
    return any(
        entry.kind == "order" and entry.who is None and not isinstance(entry.command, OF_THE_CLOCK)
        for entry in game.own_entries
    )


def finished_game(result: GameResult) -> FinishedGame:
    """What ratings know of a game that is rated."""
    sides = result.sides
    return FinishedGame(
        game=result.game,
        rulebook=result.rulebook,
        sides=_rated_sides(sides, result.players),
        winner=sides.index(result.winner) if result.winner in sides else None,
        turns=result.turns,
    )


def _rated_sides(sides: Iterable[str], players: Iterable[ResultPlayer]) -> tuple[tuple[int, ...], ...]:
    """The players of each side for whom its result counts."""
    people = [player for player in players if player.user is not None]
    return tuple(
        counted_players({p.user: p.orders for p in people if p.side == side and p.user is not None})
        for side in sides
    )
