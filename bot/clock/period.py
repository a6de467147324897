"""What of a table the clock looks at. Pure."""

from __future__ import annotations

from bot.clock.winding import OVER, Situation
from bot.table import Table
from engine.events import Began


def situation(table: Table) -> Situation:
    """The player-turn that is under way at a table, and who owes a decision in it.

    The sparring partner has no clock.
    """
    people = tuple(s for s in table.scenario.side_ids if users(table, s) and not table.seat(s).bot)
    going = table.playing and table.state.result is None
    return Situation(
        game=table.game.id,
        period=_period(table) if going else OVER,
        player=table.state.player,
        sides=people,
        owing=frozenset(s for s in table.owing if s in people) if going else frozenset(),
    )


def users(table: Table, side: str) -> tuple[int, ...]:
    """The people on a side."""
    return tuple(seat.user for seat in table.seats(side) if seat.user is not None)


def rivals(table: Table) -> bool:
    """Whether people play against each other, none of them on both sides."""
    people = [set(users(table, side)) for side in table.scenario.side_ids]
    return all(people) and len(set.union(*people)) == sum(map(len, people))


def _period(table: Table) -> str:
    """The player-turn that is under way, by the event with which it began; set-up is one of its own."""
    state = table.state
    mine, found = (state.turn, state.player, state.phase == "setup"), "start"
    for entry in reversed(table.living):
        for number in range(len(entry.events) - 1, -1, -1):
            event = entry.events[number]
            if isinstance(event, Began):
                if (event.turn, event.player, event.phase == "setup") != mine:
                    return found
                found = f"{entry.seq}.{number}"
    return found
