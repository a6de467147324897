"""A plan given: its legal orders one after another, each an entry of its own, until one is refused.

What is not yet given is kept in the same transaction as the order that was: whatever happens in between, no
order is given twice and none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot import team
from bot.desk import By, Desk, check_stamp, speaker
from bot.plan import Line, judge
from bot.script import orders
from bot.table import Table
from engine.commands import Command, Done, Seal
from engine.errors import IllegalOrder, Refused
from storage import Draft, Entry, Writing


class Spent(Exception):
    """That draft has been given already, or another has taken its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The table after it, the entries made, the line that stopped it and why, the lines not given.

    `repeated`: this very press had been obeyed before; nothing was done now.
    """

    table: Table
    entries: tuple[Entry, ...] = ()
    stopped: tuple[Line, Refused] | None = None
    left: tuple[Line, ...] = ()
    repeated: bool = False


async def give(desk: Desk, game: int, by: By, draft: int, stamp: int) -> Given:
    """Give what a draft holds. Raises Refused, Spent, and Stale when it was judged on an older table."""
    async with desk.alone(game):
        table = await desk.table(game)
        if await desk.store.receipt(by.interaction):
            return Given(table=table, repeated=True)
        kept = await desk.store.draft(game, by.user)
        if kept is None or kept.number != draft or not kept.text:
            raise Spent
        side = speaker(table, by.user)
        await desk.check_time(table, side, by)
        check_stamp(table, by, stamp, table.together)
        plan = await asyncio.to_thread(judge, table.seen(side), side, kept.text)
        return await _give(desk, table, by, side, kept, plan.good, plan.bad)


async def _give(
    desk: Desk, table: Table, by: By, side: str, draft: Draft, good: Sequence[Line], bad: Sequence[Line]
) -> Given:
    entries: list[Entry] = []
    for place, line in enumerate(good):
        try:
            command = _read(table, side, line)
            _check_mates(table, side, by.user, command)
            entry = desk.play(table, side, command, by.user)
        except Refused as refused:
            left = _in_order(good[place:], bad)
            return Given(table=table, entries=tuple(entries), stopped=(line, refused), left=left)
        rest = _Rest(draft, _in_order(good[place + 1 :], bad))
        outcome = await desk.write(table, entry, None if entries else by, rest.keep)
        table = outcome.table
        entries.append(outcome.entry)
    return Given(table=table, entries=tuple(entries), left=tuple(bad))


def _check_mates(table: Table, side: str, user: int, command: Command) -> None:
    """Raises IllegalOrder for the end of a phase in which mates' units can act: that is asked once more."""
    if isinstance(command, (Done, Seal)) and (left := team.left(table, side, user)):
        raise IllegalOrder("", "mates_can_act", mate=str(next(iter(left))))


@dataclass(frozen=True, slots=True)
class _Rest:
    """What is left of a draft once an order of it is given."""

    draft: Draft
    lines: tuple[Line, ...]

    async def keep(self, w: Writing) -> None:
        text = "\n".join(line.text for line in self.lines)
        await w.shorten_draft(self.draft.game, self.draft.user, text)


def _in_order(*parts: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted((line for part in parts for line in part), key=lambda line: line.number))


def _read(table: Table, side: str, line: Line) -> Command:
    """The order on a line, read against the table as its side may know it."""
    seen = table.seen(side)
    return orders.read(line.text, seen.system, seen.scenario, seen.state, side)
