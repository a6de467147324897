"""The same battle once more with sides swapped: who asks sits, the others' seats are kept. No Discord.

In a tutorial nobody changes sides: its lessons are for one of them.
"""

from __future__ import annotations

from dataclasses import replace

import scenarios
from bot import doors, founding, opening, switches, timekeeper
from bot.desk import By, Desk
from bot.opening import PARTNER, Guest
from bot.table import Table
from engine.errors import IllegalOrder, NotYours
from storage import Door, Seat, departed


async def rematch(desk: Desk, by: By, game: int) -> Table:
    """The lobby of a rematch of a game that is over; where it is open already, the asker sits down in it.

    Battle, options, clock and minimum stay. Raises Refused: rematch_not_over, not_the_owner, channel_taken,
    and whatever stops him from sitting down.
    """
    before = await desk.table(game)
    if before.game.status != "over":
        raise IllegalOrder("", "rematch_not_over")
    if not before.sides_of(by.user):
        raise NotYours("", "not_the_owner")
    by = replace(by, channel=before.game.channel, guild=before.game.guild)
    async with desk.alone(-by.channel):
        if known := await desk.store.receipt(by.interaction):
            return await desk.table(int(known.outcome["game"]))
        standing = await _standing(desk, by)
        if standing is None:
            return await _again(desk, by, before)
    if standing.sides_of(by.user):
        return standing
    return await opening.take(desk, standing.game.id, by, "", Guest(user=by.user, name=by.name))


async def _standing(desk: Desk, by: By) -> Table | None:
    """The rematch that is open in this channel, if the asker sits in it or a seat is kept for him."""
    game = await desk.store.game_in(by.channel)
    if game is None or game.status != "lobby":
        return None
    table, door = await desk.table(game.id), await desk.store.ask(lambda r: r.door(game.id))
    kept = any(by.user in doors.missing(table, door, side) for side in door.kept)
    return table if kept or (door.kept and table.sides_of(by.user)) else None


async def _again(desk: Desk, by: By, before: Table) -> Table:
    ours = before.game.scenario in scenarios.all()
    battle = opening.find_scenario(before.game.scenario) if ours else before.scenario
    chosen = switches.chosen_of(battle, before.game.options)
    battle = switches.apply(battle, switches.read(chosen, battle.system))
    clock = await desk.store.ask(lambda r: timekeeper.terms_of(r, before.game.id))
    door = await desk.store.ask(lambda r: r.door(before.game.id))
    came_from = {s: s if battle.lessons else before.scenario.enemy(s) for s in battle.side_ids}
    kept = {side: _others(before, old, by.user) for side, old in came_from.items()}
    kept = {side: users for side, users in kept.items() if users}
    seats = [_seat(before, side, old, by) for side, old in came_from.items()]
    invited = dict.fromkeys(user for users in kept.values() for user in users)
    new = Door(least=door.least, kept=kept)
    return await founding.create(desk, by, battle, seats, clock, new, tuple(invited))


def _others(before: Table, side: str, asker: int) -> tuple[int, ...]:
    """The other people who played a side, its holder first."""
    return tuple(s.user for s in before.seats(side) if s.user not in (None, asker) and not departed(s.user))


def _seat(before: Table, side: str, old: str, by: By) -> Seat:
    """The seat of a side: the asker's, the sparring partner's, or a free one."""
    if old in before.sides_of(by.user):
        return opening.seat(side, Guest(user=by.user, name=by.name))
    return opening.seat(side, PARTNER if before.seat(old).bot else None)
