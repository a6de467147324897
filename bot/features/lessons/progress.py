"""A player's progress in a tutorial: the open page, and how each earlier page ended. Pure.

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

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from engine import lessons, referee
from engine.commands import Attack, Bombard, Charge, Command, Move, Seal, Step
from engine.errors import Refused
from engine.events import Began
from engine.hexes import Hex
from engine.scenario import Lesson
from notation import order_text
from storage import Entry

PASSED: Literal["pass"] = "pass"
"""The kind of entry by which a page is passed."""
How = Literal["right", "known", "passed", "missed"]
MOST_KEPT = 32
TARGETED = frozenset({"attack", "bombard", "charge"})
"""The kinds of order that another unit, or another enemy, can show as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """An earlier page and how it ended: right, known (done before it was asked for), passed, missed."""

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


def page(game: Game, side: str) -> Lesson | None:
    """The page that is open for a side. None while it is asked something that the page is not about."""
    pages = progress(game, side).rest if _taught(game, side) and side in game.state.active else ()
    if not pages or (game.state.questions and pages[0].until != "answer"):
        return None
    return pages[0]


def gone(game: Game, side: str) -> tuple[Lesson, ...]:
    """The pages that can be done no more since the last order of a side."""
    return progress(game, side).gone if side in game.state.active else ()


def waits(game: Game, side: str) -> bool:
    """Whether a side must decide something that no page is about, and pages are still to come."""
    if not _taught(game, side) or side not in game.owing or page(game, side) is not None:
        return False
    now, begun = game.state.turn, {(e.turn, e.phase) for e in _phases(game)}
    mine = (p for p in game.scenario.lessons if p.side == side)
    later = any(p.turn > now or (p.turn == now and (now, p.phase) not in begun) for p in mine)
    return later or bool(progress(game, side).rest)


def instead(game: Game, side: str, page: Lesson) -> Attack | Bombard | Charge | None:
    """An order that shows what a page teaches where the one it proposes cannot be given: on the same enemy if
    possible. None where its own can be given, or no other shows it."""
    if page.until not in TARGETED or page.exact or game.state.questions:
        return None
    own = _read(game, side, page)
    if own is not None and legal_orders.barred(game, side, own) is None:
        return None
    attacks = [
        c
        for unit in legal_orders.able(game, side)
        for c in legal_orders.commands(game, side, unit)
        if isinstance(c, (Attack, Bombard, Charge)) and lessons.kind(c) == page.until
    ]
    target = getattr(own, "target", "")
    return min(attacks, key=lambda c: c.target != target, default=None)


def aim(game: Game, side: str, page: Lesson) -> Command | None:
    """The order that does what a page proposes, from where things stand now; None when it cannot be given."""
    command = instead(game, side, page) or _read(game, side, page)
    if isinstance(command, Move):
        command = _from_here(game, command)
    if command is None:
        return None
    if isinstance(command, Seal):
        try:
            referee.check_admitted(game.system, game.state, side, Seal)
        except Refused:
            return None
        return command
    return command if legal_orders.barred(game, side, command) is None else None


def number(game: Game, page: Lesson) -> tuple[int, int]:
    """Which page it is, and of how many its side has."""
    mine = [each for each in game.scenario.lessons if each.side == page.side]
    return mine.index(page) + 1, len(mine)


def remark(game: Game, entry: Entry, side: str) -> Remark:
    """What the newest entry was to the pages of its phase; `game` is the position after it."""
    before = game.at(entry.seq - 1)
    command = entry.command
    open_ = page(before, side) if entry.side == side else None
    if open_ is None or command is None:
        return Remark()
    met = lessons.fulfils(open_, _expected(before, side, open_), command, _way(before, side, command))
    right = open_ if met else None
    if not _same_phase(before, game):
        ends = lessons.kind(command) in lessons.PHASE_ENDERS and open_.until not in lessons.PHASE_ENDERS
        return Remark(right=right, left=_in_a_row(before, side) if ends and not met else ())
    now = progress(game, side)
    expected = (
        open_ if not met and now.rest[:1] == (open_,) and open_.until not in lessons.PHASE_ENDERS else None
    )
    return Remark(right=right, still=expected if _astray(before, side, open_, command) else None)


def progress(game: Game, side: str) -> Progress:
    """How far a side is in the pages of the phase that is open."""
    if not _taught(game, side):
        return Progress()
    key = (id(game.entries), side, game.viewer)
    cached = _KEPT.get(key)
    if cached is None or cached[0] is not game.entries:
        cached = _KEPT[key] = (game.entries, _progress(game, side))
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return cached[1]


_KEPT: OrderedDict[tuple[int, str, str | None], tuple[tuple[Entry, ...], Progress]] = OrderedDict()


def _progress(game: Game, side: str) -> Progress:
    tracker = _LessonTracker(side, lessons.lessons_now(game.scenario, game.state, side))
    for entry in game.actions_this_phase(side) if tracker.rest else ():
        tracker.look(game.at(entry.seq - 1))
        tracker.take(game.at(entry.seq - 1), entry)
    before = len(tracker.turned)
    if side in game.state.active:
        tracker.look(game)
    gone = tuple(t.page for t in tracker.turned[before:] if t.how == "missed")
    return Progress(turned=tuple(tracker.turned), rest=tuple(tracker.rest), gone=gone)


class _LessonTracker:
    """Turns the pages of one phase, order by order."""

    def __init__(self, side: str, pages: Sequence[Lesson]) -> None:
        self.side = side
        self.rest = list(pages)
        self.turned: list[Turned] = []
        self._spare: list[tuple[Command, tuple[Hex, ...]]] = []

    def look(self, game: Game) -> None:
        """Turn the pages whose order has been given already, or cannot be given any more."""
        while self.rest and self.rest[0].try_it:
            page = self.rest[0]
            if game.state.questions and page.until != "answer":
                return
            if self._known(game, page):
                self._turn("known")
            elif aim(game, self.side, page) is None:
                self._turn("missed")
            else:
                return

    def take(self, game: Game, entry: Entry) -> None:
        """Turn the open page if this order, given on that table, does what it asks for, or passes it."""
        if self.rest and entry.kind == PASSED:
            self._turn("passed")
        if entry.command is None:
            return
        way = _way(game, self.side, entry.command)
        if self.rest and lessons.fulfils(
            self.rest[0], _expected(game, self.side, self.rest[0]), entry.command, way
        ):
            self._turn("right")
        else:
            self._spare.append((entry.command, way))

    def _turn(self, how: How) -> None:
        self.turned.append(Turned(page=self.rest.pop(0), how=how))

    def _known(self, game: Game, page: Lesson) -> bool:
        """Whether an order that turned no page has done what this one asks for, and it still is so."""
        expected = _read(game, self.side, page)
        if expected is None or page.until in lessons.PHASE_ENDERS or page.until == "answer":
            return False
        done = any(lessons.fulfils(page, expected, command, way) for command, way in self._spare)
        unit = game.state.units.get(expected.unit) if isinstance(expected, Move | Step) else None
        return done and (unit is None or unit.hex == lessons.destination(expected))


def _taught(game: Game, side: str) -> bool:
    """Whether there are pages for a side in a game that is on; none between people where it counts for their
    ratings, since a page tells its side what to do."""
    on = game.playing and game.state.result is None
    people = {seat.user for seat in game.record.seats if not seat.bot}
    counts = game.record.rated and len(people) > 1
    return bool(side) and on and bool(game.scenario.lessons) and not counts


def _same_phase(before: Game, now: Game) -> bool:
    a, b = before.state, now.state
    return (a.turn, a.phase, a.player) == (b.turn, b.phase, b.player) and b.result is None


def _read(game: Game, side: str, page: Lesson) -> Command | None:
    """What a page proposes, as it is read on that table; None where it proposes nothing or means nothing."""
    if not page.try_it:
        return None
    visible = game if game.viewer is not None else game.seen(side)
    try:
        return order_text.read(page.try_it, game.system, game.scenario, visible.state, side)
    except Refused:
        return None


def _expected(game: Game, side: str, page: Lesson) -> Command | None:
    """What a page wants as things stand: what it proposes; where something else has to show it, anything of
    that kind."""
    return None if instead(game, side, page) is not None else _read(game, side, page)


def _in_a_row(game: Game, side: str) -> tuple[Lesson, ...]:
    """The pages of the phase that are to come up to the one that ends it."""
    return tuple(takewhile(lambda p: p.until not in lessons.PHASE_ENDERS, progress(game, side).rest))


def _phases(game: Game) -> Iterator[Began]:
    """The phases that have begun so far."""
    return (e for entry in game.active_entries for e in entry.events if isinstance(e, Began))


def _from_here(game: Game, move: Move) -> Move | None:
    """A move to the same hex from where the unit stands by now: it may have made some steps already."""
    unit = game.state.units.get(move.unit)
    if unit is None or not move.path or unit.hex == move.path[-1]:
        return None
    if unit.hex in move.path:
        return replace(move, path=move.path[move.path.index(unit.hex) + 1 :])
    if unit.hex is not None and game.scenario.grid.adjacent(unit.hex, move.path[0]):
        return move
    route = legal_orders.routes(game, unit.id).get(move.path[-1])
    return replace(move, path=route.path) if route else None


def _way(game: Game, side: str, command: Command) -> tuple[Hex, ...]:
    """The hexes a unit has entered at a stretch, with this order, which is given on that table."""
    if isinstance(command, Move):
        here: tuple[Hex, ...] = command.path
    elif isinstance(command, Step):
        here = (command.hex,)
    else:
        return ()
    before: list[Hex] = []
    for entry in reversed(game.actions_this_phase(side)):
        order = entry.command
        if not isinstance(order, Move | Step) or order.unit != command.unit:
            break
        before[:0] = order.path if isinstance(order, Move) else (order.hex,)
    return (*before, *here)


def _astray(game: Game, side: str, page: Lesson, command: Command) -> bool:
    """Whether an order has nothing to do with what a page wants, nor with a page after it."""
    expected = _read(game, side, page)
    if lessons.kind(command) not in ("move", "write", "attack", "bombard", "charge", "lead", "volley"):
        return False
    if isinstance(command, Step) and command.unit == getattr(expected, "unit", ""):
        return False  # on its way
    way = _way(game, side, command)
    later = progress(game, side).rest[1:]
    return not any(p.try_it and lessons.fulfils(p, _read(game, side, p), command, way) for p in later)
