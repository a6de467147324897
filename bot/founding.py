"""A new game: written down with its seats, its clock and what it asks of those who sit down. No Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import doors, timekeeper
from bot.clock.terms import Terms
from bot.desk import By, Desk, receipt
from bot.table import Table
from engine.errors import IllegalOrder
from engine.scenario import Scenario
from storage import ChannelTaken, Door, Json, Seat

SEED_BYTES = 32
SALT_BYTES = 8


async def create(
    desk: Desk,
    by: By,
    battle: Scenario,
    seats: Sequence[Seat],
    clock: Terms | None,
    door: Door,
    invited: Sequence[int] = (),
) -> Table:
    """A new lobby with these seats; its post calls who is `invited`. For one who holds the channel's lock.

    Raises Refused: channel_taken.
    """
    try:
        async with desk.store.writing() as w:
            id_ = await w.create_game(
                guild=by.guild,
                channel=by.channel,
                scenario=battle.id,
                printed=dict(battle.printed),
                options=dict(battle.options),
                seed=desk.secret(SEED_BYTES),
                seats=seats,
                owner=by.user,
            )
            people = {seat.user for seat in seats if seat.user is not None}
            await w.update_game(id_, salts=[salt(desk) for _ in people])
            if clock is not None:
                await timekeeper.agree(w, id_, clock)
            if door != Door():
                await w.keep_door(id_, door)
            if any(seat.user != by.user and not seat.bot for seat in seats):  # not a game by himself
                await doors.found(w, by.guild, by.user, battle.system)
            await w.receive(receipt(by, id_, game=id_))
            body: Json = {"invited": list(invited)}
            await w.post(game=id_, channel=by.channel, kind="lobby", body=body)
    except ChannelTaken as error:
        raise await _taken(desk, by) from error
    desk.tell(id_)
    return await desk.table(id_)


async def _taken(desk: Desk, by: By) -> IllegalOrder:
    record = await desk.store.game_in(by.channel)
    title = find_title(record.printed) if record else ""
    return IllegalOrder("", "channel_taken", title=title)


def find_title(printed: Mapping[str, object]) -> str:
    """The English title of a battle as printed."""
    title = printed.get("title", {})
    return str(title.get("en", "")) if isinstance(title, dict) else str(title)


def salt(desk: Desk) -> str:
    """A word that is mixed into the dice, made for somebody."""
    return desk.secret(SALT_BYTES).hex()
