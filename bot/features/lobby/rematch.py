"""Rematch: the same battle with sides swapped; the other players' seats are reserved.

In a tutorial sides stay: its lessons are written for one of them.
"""

from __future__ import annotations

from dataclasses import replace

import scenarios
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import handicaps, join_rules, rule_options, seating
from bot.features.lobby.create import NewGame, create, find_scenario
from bot.features.lobby.seating import COMPUTER, Person
from engine.errors import IllegalOrder, NotYours
from storage import Seat, departed


async def rematch(games: GameService, actor: Actor, game_id: int) -> Game:
    """The lobby of a rematch of a game that is over; if it is already open, the asker joins it.

    Battle, options, handicap, clock and minimum stay. Raises Refused: rematch_not_over, not_the_owner,
    channel_taken, and whatever stops them from sitting down.
    """
    before = await games.game(game_id)
    if before.record.status != "over":
        raise IllegalOrder("", "rematch_not_over")
    if not before.sides_of(actor.user):
        raise NotYours("", "not_the_owner")
    actor = replace(actor, channel=before.record.channel, guild=before.record.guild)
    async with games.locked(-actor.channel):
        if known := await games.store.receipts.get(actor.interaction):
            return await games.game(int(known.outcome["game"]))
        standing = await _standing(games, actor)
        if standing is None:
            return await _again(games, actor, before)
    if standing.sides_of(actor.user):
        return standing
    return await seating.join(games, standing.record.id, actor, "", Person(user=actor.user, name=actor.name))


async def _standing(games: GameService, actor: Actor) -> Game | None:
    """The open rematch in this channel, if the asker plays in it or has a reserved seat."""
    record = await games.store.games.in_channel(actor.channel)
    if record is None or record.status != "lobby":
        return None
    game, door = await games.game(record.id), await games.store.join_rules.of_game(record.id)
    reserved = any(actor.user in join_rules.missing(game, door, side) for side in door.reserved)
    return game if reserved or (door.reserved and game.sides_of(actor.user)) else None


async def _again(games: GameService, actor: Actor, before: Game) -> Game:
    ours = before.record.scenario in scenarios.all()
    battle = find_scenario(before.record.scenario) if ours else before.scenario
    chosen = rule_options.chosen_of(battle, before.record.options)
    battle = rule_options.apply(battle, rule_options.read(chosen, battle.system))
    if battle.handicap != before.scenario.handicap:
        battle = handicaps.with_handicap(battle, before.scenario.handicap)
    clock = await game_clock.terms_of(games.store, before.record.id)
    door = await games.store.join_rules.of_game(before.record.id)
    came_from = {s: s if battle.lessons else before.scenario.enemy(s) for s in battle.side_ids}
    reserved = {side: _others(before, old, actor.user) for side, old in came_from.items()}
    reserved = {side: users for side, users in reserved.items() if users}
    seats = [_seat(before, side, old, actor) for side, old in came_from.items()]
    invited = dict.fromkeys(user for users in reserved.values() for user in users)
    new = NewGame(
        guild=actor.guild,
        channel=actor.channel,
        owner=actor.user,
        battle=battle,
        seats=seats,
        clock=clock,
        rules=replace(door, reserved=reserved),
        called=tuple(invited),
        rematch=True,
        beacon=before.record.beacon,
        rated=before.record.rated,
    )
    return await create(games, actor, new)


def _others(before: Game, side: str, asker: int) -> tuple[int, ...]:
    """The other people who played a side, its holder first."""
    return tuple(s.user for s in before.seats(side) if s.user not in (None, asker) and not departed(s.user))


def _seat(before: Game, side: str, old: str, actor: Actor) -> Seat:
    """The seat of a side: the asker's, the computer player's, or a free one."""
    if old in before.sides_of(actor.user):
        return seating.seat(side, Person(user=actor.user, name=actor.name))
    holder = before.seat(old)
    return seating.seat(
        side, replace(COMPUTER, level=holder.level) if holder.bot and not holder.user else None
    )
