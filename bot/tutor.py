"""How far somebody is in a tutorial: which page is open, which are behind him and how. Pure.

It follows from the log alone, so whatever is taken back turns its pages back, too. A page is turned by an
order that does what it asks for, whichever way; by being passed; or when that can be done no more, since the
player has gone another way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from bot import offers
from bot.script import orders
from bot.table import Table
from engine import lessons, referee
from engine.commands import Attack, Bombard, Charge, Command, Move, Seal, Step
from engine.errors import Refused
from engine.events import Began
from engine.hexes import Hex
from engine.scenario import Lesson
from storage import Entry

PASSED: Literal["pass"] = "pass"
"""The kind of entry by which a page is passed."""
How = Literal["right", "known", "passed", "missed"]
MOST_KEPT = 32
TARGETED = frozenset({"attack", "bombard", "charge"})
"""The kinds of order that another unit, or another enemy, can show as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A page behind somebody, and how: right, known (done before it was asked for), passed, missed."""

    page: Lesson
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The pages of a phase: those turned, in order, and those to come, the open one first. `gone` are the
    turned ones that have become impossible since the side's last order."""

    turned: tuple[Turned, ...] = ()
    rest: tuple[Lesson, ...] = ()
    gone: tuple[Lesson, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What an order was to the page that was open: what it asked for (`right`), what it left undone and can
    still be done (`still`) or not, the phase being over (`left`, with the pages after it)."""

    right: Lesson | None = None
    still: Lesson | None = None
    left: tuple[Lesson, ...] = ()


def page(table: Table, side: str) -> Lesson | None:
    """The page that is open for a side. None while it is asked something that the page is not about."""
    found = progress(table, side).rest if _taught(table, side) and side in table.state.active else ()
    if not found or (table.state.questions and found[0].until != "answer"):
        return None
    return found[0]


def gone(table: Table, side: str) -> tuple[Lesson, ...]:
    """The pages that can be done no more since the last order of a side."""
    return progress(table, side).gone if side in table.state.active else ()


def waits(table: Table, side: str) -> bool:
    """Whether a side must decide something that no page is about, and pages are still to come."""
    if not _taught(table, side) or side not in table.owing or page(table, side) is not None:
        return False
    now, begun = table.state.turn, {(e.turn, e.phase) for e in _phases(table)}
    mine = (p for p in table.scenario.lessons if p.side == side)
    later = any(p.turn > now or (p.turn == now and (now, p.phase) not in begun) for p in mine)
    return later or bool(progress(table, side).rest)


def instead(table: Table, side: str, page: Lesson) -> Attack | Bombard | Charge | None:
    """An order that shows what a page teaches where the one it proposes cannot be given: on the same enemy if
    possible. None where its own can be given, or no other shows it."""
    if page.until not in TARGETED or page.exact or table.state.questions:
        return None
    own = _read(table, side, page)
    if own is not None and offers.barred(table, side, own) is None:
        return None
    found = [
        c
        for unit in offers.able(table, side)
        for c in offers.commands(table, side, unit)
        if isinstance(c, (Attack, Bombard, Charge)) and lessons.kind(c) == page.until
    ]
    target = getattr(own, "target", "")
    return min(found, key=lambda c: c.target != target, default=None)


def aim(table: Table, side: str, page: Lesson) -> Command | None:
    """The order that does what a page proposes, from where things stand now; None when it cannot be given."""
    command = instead(table, side, page) or _read(table, side, page)
    if isinstance(command, Move):
        command = _from_here(table, command)
    if command is None:
        return None
    if isinstance(command, Seal):
        try:
            referee.admit(table.system, table.state, side, Seal)
        except Refused:
            return None
        return command
    return command if offers.barred(table, side, command) is None else None


def number(table: Table, page: Lesson) -> tuple[int, int]:
    """Which page it is, and of how many its side has."""
    mine = [each for each in table.scenario.lessons if each.side == page.side]
    return mine.index(page) + 1, len(mine)


def remark(table: Table, entry: Entry, side: str) -> Remark:
    """What the newest entry was to the pages of its phase; `table` is the table after it."""
    before = table.at(entry.seq - 1)
    given = entry.command
    open_ = page(before, side) if entry.side == side else None
    if open_ is None or given is None:
        return Remark()
    met = lessons.meets(open_, _wanted(before, side, open_), given, _way(before, side, given))
    right = open_ if met else None
    if not _same_phase(before, table):
        ends = lessons.kind(given) in lessons.ENDING and open_.until not in lessons.ENDING
        return Remark(right=right, left=_in_a_row(before, side) if ends and not met else ())
    now = progress(table, side)
    wanted = open_ if not met and now.rest[:1] == (open_,) and open_.until not in lessons.ENDING else None
    return Remark(right=right, still=wanted if _astray(before, side, open_, given) else None)


def progress(table: Table, side: str) -> Progress:
    """How far a side is in the pages of the phase that is open."""
    if not _taught(table, side):
        return Progress()
    key = (id(table.entries), side, table.viewer)
    kept = _KEPT.get(key)
    if kept is None or kept[0] is not table.entries:
        kept = _KEPT[key] = (table.entries, _progress(table, side))
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return kept[1]


_KEPT: OrderedDict[tuple[int, str, str | None], tuple[tuple[Entry, ...], Progress]] = OrderedDict()


def _progress(table: Table, side: str) -> Progress:
    found = _Reading(side, lessons.pages(table.scenario, table.state, side))
    for entry in table.deeds(side) if found.rest else ():
        found.look(table.at(entry.seq - 1))
        found.take(table.at(entry.seq - 1), entry)
    before = len(found.turned)
    if side in table.state.active:
        found.look(table)
    gone = tuple(t.page for t in found.turned[before:] if t.how == "missed")
    return Progress(turned=tuple(found.turned), rest=tuple(found.rest), gone=gone)


class _Reading:
    """Turns the pages of one phase, order by order."""

    def __init__(self, side: str, pages: Sequence[Lesson]) -> None:
        self.side = side
        self.rest = list(pages)
        self.turned: list[Turned] = []
        self._spare: list[tuple[Command, tuple[Hex, ...]]] = []

    def look(self, table: Table) -> None:
        """Turn the pages whose order has been given already, or cannot be given any more."""
        while self.rest and self.rest[0].try_it:
            page = self.rest[0]
            if table.state.questions and page.until != "answer":
                return
            if self._known(table, page):
                self._turn("known")
            elif aim(table, self.side, page) is None:
                self._turn("missed")
            else:
                return

    def take(self, table: Table, entry: Entry) -> None:
        """Turn the open page if this order, given on that table, does what it asks for, or passes it."""
        if self.rest and entry.kind == PASSED:
            self._turn("passed")
        if entry.command is None:
            return
        way = _way(table, self.side, entry.command)
        if self.rest and lessons.meets(
            self.rest[0], _wanted(table, self.side, self.rest[0]), entry.command, way
        ):
            self._turn("right")
        else:
            self._spare.append((entry.command, way))

    def _turn(self, how: How) -> None:
        self.turned.append(Turned(page=self.rest.pop(0), how=how))

    def _known(self, table: Table, page: Lesson) -> bool:
        """Whether an order that turned no page has done what this one asks for, and it still is so."""
        wanted = _read(table, self.side, page)
        if wanted is None or page.until in lessons.ENDING or page.until == "answer":
            return False
        done = any(lessons.meets(page, wanted, given, way) for given, way in self._spare)
        unit = table.state.units.get(wanted.unit) if isinstance(wanted, Move | Step) else None
        return done and (unit is None or unit.hex == lessons.goal(wanted))


def _taught(table: Table, side: str) -> bool:
    """Whether there are pages for a side in a game that is on."""
    on = table.playing and table.state.result is None
    return bool(side) and on and bool(table.scenario.lessons)


def _same_phase(before: Table, now: Table) -> bool:
    a, b = before.state, now.state
    return (a.turn, a.phase, a.player) == (b.turn, b.phase, b.player) and b.result is None


def _read(table: Table, side: str, page: Lesson) -> Command | None:
    """What a page proposes, as it is read on that table; None where it proposes nothing or means nothing."""
    if not page.try_it:
        return None
    seen = table if table.viewer is not None else table.seen(side)
    try:
        return orders.read(page.try_it, table.system, table.scenario, seen.state, side)
    except Refused:
        return None


def _wanted(table: Table, side: str, page: Lesson) -> Command | None:
    """What a page wants as things stand: what it proposes; where something else has to show it, anything of
    that kind."""
    return None if instead(table, side, page) is not None else _read(table, side, page)


def _in_a_row(table: Table, side: str) -> tuple[Lesson, ...]:
    """The pages of the phase that are to come up to the one that ends it."""
    return tuple(takewhile(lambda p: p.until not in lessons.ENDING, progress(table, side).rest))


def _phases(table: Table) -> Iterator[Began]:
    """The phases that have begun so far."""
    return (e for entry in table.living for e in entry.events if isinstance(e, Began))


def _from_here(table: Table, move: Move) -> Move | None:
    """A move to the same hex from where the unit stands by now: it may have made some steps already."""
    unit = table.state.units.get(move.unit)
    if unit is None or not move.path or unit.hex == move.path[-1]:
        return None
    if unit.hex in move.path:
        return replace(move, path=move.path[move.path.index(unit.hex) + 1 :])
    if unit.hex is not None and table.scenario.grid.adjacent(unit.hex, move.path[0]):
        return move
    route = offers.routes(table, unit.id).get(move.path[-1])
    return replace(move, path=route.path) if route else None


def _way(table: Table, side: str, command: Command) -> tuple[Hex, ...]:
    """The hexes a unit has entered at a stretch, with this order, which is given on that table."""
    if isinstance(command, Move):
        here: tuple[Hex, ...] = command.path
    elif isinstance(command, Step):
        here = (command.hex,)
    else:
        return ()
    before: list[Hex] = []
    for entry in reversed(table.deeds(side)):
        given = entry.command
        if not isinstance(given, Move | Step) or given.unit != command.unit:
            break
        before[:0] = given.path if isinstance(given, Move) else (given.hex,)
    return (*before, *here)


def _astray(table: Table, side: str, page: Lesson, given: Command) -> bool:
    """Whether an order has nothing to do with what a page wants, nor with a page after it."""
    wanted = _read(table, side, page)
    if lessons.kind(given) not in ("move", "write", "attack", "bombard", "charge", "lead", "volley"):
        return False
    if isinstance(given, Step) and given.unit == getattr(wanted, "unit", ""):
        return False  # on its way
    way = _way(table, side, given)
    later = progress(table, side).rest[1:]
    return not any(p.try_it and lessons.meets(p, _read(table, side, p), given, way) for p in later)
