"""What an organiser or a moderator decides about one game of an event: nudge, more time, result, substitute.

Each needs a reason, is an entry of the game's log and is told in its channel. No Discord.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.clock import terms
from bot.core import game_clock
from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.core.who_acts import users
from bot.features.event_games import page as event_page
from bot.features.lobby.seating import Person
from bot.features.moderation import page as moderation_page
from bot.features.moderation.page import ADJUDICATED, EXTENDED, FORFEITED, NUDGED, SOUGHT
from bot.features.moderation.rulings import Rulings, read_extension, read_reason
from bot.features.moderation.service import ModerationService
from bot.ui.page import Page
from engine.errors import IllegalOrder, NotOnTable
from engine.events import Ended
from storage import Vacancy, WriteTransaction

BY_SCORE, DRAW, BOTH, ANYONE = "score", "draw", "both", "anyone"
"""Answers that are neither a side nor a player."""
NUDGED_AGAIN = timedelta(hours=1)
"""How soon the players of a game can be nudged again."""


class GameRulings:
    """Makes rulings on games of events."""

    def __init__(self, rulings: Rulings, moderation: ModerationService) -> None:
        self.games = rulings.games
        self._rulings = rulings
        self._moderation = moderation

    async def nudge(self, actor: Actor, game_id: int, reason: str) -> Page:
        """Call the players whose decision a game waits for. Raises Refused."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            await self.games.check_not_paused(game_id)
            sides = deciding(game)
            last = next((e for e in reversed(game.entries) if moderation_page.act_of(e) == NUDGED), None)
            if last is not None and self.games.clock() - last.at < NUDGED_AGAIN:
                again = last.at + NUDGED_AGAIN
                raise IllegalOrder("", "nudged_lately", when=f"<t:{int(again.timestamp())}:R>")
            facts = moderation_page.facts(NUDGED, why, sides=sides)
            await self._rulings.write(game, actor, facts)
            return event_page.done(actor.language, game_id, NUDGED)

        return await self._rulings.act(actor, game_id, work)

    async def extend(self, actor: Actor, game_id: int, time: str, reason: str) -> Page:
        """Give the sides that decide now more time. Raises Refused."""
        why, more = read_reason(reason), read_extension(time)

        async def work(game: Game) -> Page:
            await self.games.check_not_paused(game_id)
            now = self.games.clock()
            clock = await self.games.game_clock(game, now)
            if clock is None:
                raise IllegalOrder("", "nothing_to_extend")
            sides = tuple(side for side in deciding(game) if side in clock.running)

            async def add(tx: WriteTransaction) -> None:
                await game_clock.deduct_time(tx, game, now, now)
                dials = await tx.clocks.sides(game_id)
                given = [replace(dials[s], left=dials[s].left + more, late=False) for s in sides]
                await tx.clocks.save_sides([replace(dial, reminded=()) for dial in given])

            facts = moderation_page.facts(EXTENDED, why, sides=sides, time=terms.spelt(more))
            await self._rulings.write(game, actor, facts, also=add)
            return event_page.done(actor.language, game_id, EXTENDED)

        return await self._rulings.act(actor, game_id, work)

    async def adjudicate(self, actor: Actor, game_id: int, verdict: str, reason: str, stamp: int) -> Page:
        """End a game: a side wins, it is a draw, or the score decides; unless more has happened since it was
        asked. Raises Refused."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            if stamp != moderation_page.stamp(game):
                return event_page.done(actor.language, game_id, "lapsed")
            winner = _winner(game, verdict)
            ended = Ended(winner=winner, level=ADJUDICATED if winner else "draw", reason=ADJUDICATED)
            facts = moderation_page.facts(ADJUDICATED, why, winner=winner, by_score=int(verdict == BY_SCORE))
            return await self._end(game, actor, facts, ended)

        return await self._rulings.act(actor, game_id, work)

    async def forfeit(self, actor: Actor, game_id: int, loser: str, reason: str, stamp: int) -> Page:
        """End a game: a side loses it, or both do; unless more has happened since it was asked. Raises
        Refused."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            if stamp != moderation_page.stamp(game):
                return event_page.done(actor.language, game_id, "lapsed")
            if loser not in (*game.scenario.side_ids, BOTH):
                raise NotOnTable("", "no_such_side", side=loser[:40], known=game.scenario.side_ids)
            losers = game.scenario.side_ids if loser == BOTH else (loser,)
            winner = "" if loser == BOTH else game.scenario.enemy(loser)
            ended = Ended(winner=winner, level="forfeit", reason="forfeit")
            facts = moderation_page.facts(FORFEITED, why, sides=losers)
            return await self._end(game, actor, facts, ended)

        return await self._rulings.act(actor, game_id, work)

    async def _end(
        self, game: Game, actor: Actor, facts: dict[str, str | int | tuple[str, ...]], ended: Ended
    ) -> Page:
        async def resume(tx: WriteTransaction) -> None:
            await tx.pauses.delete(game.record.id)

        await self._rulings.write(game, actor, facts, (ended,), also=resume)
        return event_page.done(actor.language, game.record.id, str(facts["act"]))

    async def substitute(
        self, actor: Actor, game_id: int, side: str, person: Person | None, reason: str
    ) -> Page:
        """Give a side to another player, or (None) to the first who takes it over. Raises Refused."""
        if person is not None:
            return await self._moderation.replace(actor, side, person, None, reason, game_id=game_id)
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            if side not in game.scenario.side_ids:
                raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
            if game.seat(side).bot:
                raise IllegalOrder("", "replaced_partner", side=side)

            async def seek(tx: WriteTransaction) -> None:
                now, record = self.games.clock(), game.record
                await tx.vacancies.open(Vacancy(game=record.id, side=side, user=None, since=now))
                body = {"side": side, "user": game.seat(side).user}
                await tx.outbox.add(game=record.id, channel=record.channel, kind="wanted", body=body)

            await self._rulings.write(game, actor, moderation_page.facts(SOUGHT, why, side=side), also=seek)
            return event_page.done(actor.language, game_id, SOUGHT)

        return await self._rulings.act(actor, game_id, work)


def deciding(game: Game) -> tuple[str, ...]:
    """The sides of people that a game waits for. Raises IllegalOrder without any."""
    sides = tuple(side for side in game.owing if users(game, side) and not game.seat(side).bot)
    if not sides:
        raise IllegalOrder("", "nobody_decides")
    return sides


def scores(game: Game) -> dict[str, int]:
    """The points of each side, by the rulebook."""
    points = game.system.display.scores(game.scenario, game.state)
    return {side: points.get(side, 0) for side in game.scenario.side_ids}


def _winner(game: Game, verdict: str) -> str:
    """Who wins by a verdict, "" for a draw. Raises NotOnTable."""
    sides: Sequence[str] = game.scenario.side_ids
    if verdict == DRAW:
        return ""
    if verdict == BY_SCORE:
        points = scores(game)
        best = [side for side in sides if points[side] == max(points.values())]
        return best[0] if len(best) == 1 else ""
    if verdict not in sides:
        raise NotOnTable("", "no_such_side", side=verdict[:40], known=tuple(sides))
    return verdict
