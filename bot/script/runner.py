"""A script played: every order given to the referee, one outcome each, then the table at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.script import expect, leading, orders, sheet, table
from bot.script.dice import Cup, NoDie, cup, roll
from bot.script.pieces import side_of, stated
from bot.script.table import Laid, lay, seen
from bot.script.telling import shown
from bot.script.terms import Desk, unit_of
from bot.script.verdict import verdict
from engine.box.page import Page
from engine.commands import (
    Activate,
    Attack,
    Bombard,
    Command,
    Face,
    Form,
    Lead,
    Place,
    Rally,
    Share,
    Try,
)
from engine.errors import NotOnTable, Refused
from engine.events import Event
from engine.evolve import replay
from engine.ledger import Dice, SeededDice
from engine.referee import attempt, play, proceed
from engine.state import State
from storage import codec

PLAYED = ("dice", "seed", "salts", "order", "orders", "refused", "accepted", "expect", "then")
TOLD = ("case", "says", "automated", "reason")
ENTRIES = (*sheet.BATTLE, *table.STATE, *PLAYED, *TOLD)
PROCEED = "proceed"
"""In place of an order: what plays itself goes on, on a table where nobody owes a decision."""
LONG = ("rout",)
"""The trials of so many hexes."""
_NAMED = re.compile(r"^(?:order \d+: )?[^:]*")
OF_AN_ORDER = ("dice", "refused", "accepted", "expect", "then")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One order of a script: who gives it ("" for whoever owes a decision), its words, what is expected."""

    side: str
    text: str
    page: Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of an order. `failed` lists the expectations it did not meet."""

    number: int
    side: str
    text: str
    command: Command | Try | None
    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    state: State
    failed: tuple[str, ...] = ()
    hidden: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def json(self, view: str = "") -> dict[str, Any]:
        """The outcome for a reader; for one side, only what that side may know of."""
        told: dict[str, Any] = {"order": self.number, "side": self.side}
        if view in ("", self.side):
            told["text"] = self.text
            told["command"] = _command(self.command)
        told["accepted"] = self.refused is None
        if self.refused is None:
            told["events"] = [codec.to_json(e) for e in self.events if not view or e.only in ("", view)]
            told["events"] = [e for e in told["events"] if not _words(e) & self.hidden.get(view, frozenset())]
        elif view in ("", self.side):
            told["refused"] = refusal(self.refused)
        if self.failed:
            told["failed"] = _told(self.failed, view)
        return told


def _command(command: Command | Try | None) -> dict[str, Any] | None:
    """A command as JSON; a trial, which no game keeps, by its words."""
    if isinstance(command, Try):
        return {"is": "try", "kind": command.kind, "unit": command.unit, "length": command.length}
    return None if command is None else codec.to_json(command)


def _words(told: Any) -> frozenset[str]:
    """Every word of an event as JSON."""
    if isinstance(told, dict):
        return frozenset().union(*map(_words, told.values()))
    if isinstance(told, list):
        return frozenset().union(*map(_words, told))
    return frozenset({told}) if isinstance(told, str) else frozenset()


def _told(failed: Iterable[str], view: str) -> list[str]:
    """Expectations not met. One side is told which, not what the table holds instead."""
    return ["".join(_NAMED.findall(text)[:1]) for text in failed] if view else list(failed)


def refusal(refused: Refused) -> dict[str, Any]:
    """A refusal as JSON: its kind, rule, reason and facts."""
    facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in refused.facts.items()}
    return {
        "kind": type(refused).__name__,
        "rule": refused.rule,
        "reason": refused.reason,
        "facts": facts,
    }


@dataclass(slots=True, kw_only=True)
class Run:
    """A script on its way: the table, the dice left, and what did not come out as expected."""

    page: Page
    laid: Laid
    cup: Cup
    orders: tuple[Order, ...]
    queues: Mapping[str, list[Order]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    state: State = field(default_factory=State)

    def outcomes(self) -> Iterator[Outcome]:
        """Every order played in turn. Raises BadScenario when a wanted die is not stated."""
        self.state = self.laid.state
        happened: list[Event] = []
        last: Refused | None = None
        for number, order in enumerate(self._given(), start=1):
            outcome = self._play(number, order)
            self.state = outcome.state
            self.failed += [f"order {number}: {f}" for f in outcome.failed]
            happened += outcome.events
            last = outcome.refused
            yield outcome
        self.failed += verdict(self.page, last)
        for name in ("expect", "then"):
            for inner in _pages(self.page, name):
                self.failed += expect.failures(inner, self.laid, self.state, happened)

    def _given(self) -> Iterator[Order]:
        """The orders as they stand, or, listed by side, those of whoever owes a decision."""
        yield from self.orders
        while True:
            waiting = self.state.questions[0].side if self.state.questions else ""
            owing = [waiting] if waiting else sorted(self.state.active)
            side = next((s for s in owing if self.queues.get(s)), "")
            if not side:
                return
            yield self.queues[side].pop(0)

    def _play(self, number: int, order: Order) -> Outcome:
        laid, state = self.laid, self.state
        side, text = (order.side, order.text) if order.side else expect.speaker(order.text, laid, state)
        own = cup(order.page, bare=False) if "dice" in order.page else self.cup
        command: Command | Try | None = None
        try:
            command = self._read(text, side)
            events = roll(lambda dice: self._done(command, side, dice, number), own)
        except Refused as refused:
            done = Outcome(number=number, side=side, text=text, command=command, refused=refused, state=state)
        except NoDie as error:
            where = order.page if "dice" in order.page else self.page
            raise where.wrong(str(error), "dice") from error
        except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
            raise self._unplayable(error) from error
        else:
            after = replay(state, events)
            done = Outcome(number=number, side=side, text=text, command=command, events=events, state=after)
        return replace(done, failed=tuple(self._failures(order, done)), hidden=self._hidden(done.state))

    def _read(self, text: str, side: str) -> Command | Try | None:
        """The command or trial meant; none where nobody is to give one."""
        if text == PROCEED and not self.state.active:
            return None
        laid = self.laid
        words = text.split()
        if words and words[0] in laid.system.trials and words[0] not in self.state.units:
            desk = Desk(laid.system, laid.scenario, self.state, side, tuple(laid.system.trials))
            return _trial(desk, words)
        return orders.read(text, laid.system, laid.scenario, seen(laid, self.state, side), side)

    def _done(self, command: Command | Try | None, side: str, dice: Dice, number: int) -> tuple[Event, ...]:
        """What a command, or none, leads to."""
        laid = self.laid
        if command is None:
            return proceed(laid.system, laid.scenario, self.state, dice, number)
        if isinstance(command, Try):
            owner = self.state.units[command.unit].side
            return attempt(laid.system, laid.scenario, self.state, owner, command, dice, number)
        return play(laid.system, laid.scenario, self.state, side, command, dice, number)

    def _unplayable(self, error: Exception) -> Exception:
        """The entry of the script that led to an error where the referee expects none; else the error."""
        what = f"{type(error).__name__}: {error}"
        if "questions" in self.page and self.state.questions:
            return self.page.wrong(
                f"the question stated leads nowhere ({what}); is its agenda right?", "questions"
            )
        if "charts" in self.page:
            return self.page.wrong(f"these numbers cannot be played with ({what})", "charts")
        return error

    def _hidden(self, state: State) -> dict[str, frozenset[str]]:
        """The units whose places a side does not know: events that name them are not told to it."""
        found = {}
        for side in self.laid.scenario.side_ids:
            known = seen(self.laid, state, side).units
            found[side] = frozenset(i for i, u in state.units.items() if known[i].place != u.place)
        return found

    def _failures(self, order: Order, done: Outcome) -> Iterator[str]:
        yield from verdict(order.page, done.refused)
        awaited = {"refused", "accepted"} & {*order.page.entries}
        if done.refused is not None and not awaited and self._strict(order):
            yield f"refused: {refusal(done.refused)}"
        for name in ("expect", "then"):
            for inner in _pages(order.page, name):
                yield from expect.failures(inner, self.laid, done.state, done.events)

    def _strict(self, order: Order) -> bool:
        """In a case every order is meant to be accepted but the last one, where that is to be refused."""
        last = {"refused", "accepted"} & {*self.page.entries} and order is self.orders[-1]
        return "case" in self.page and not last

    def final(self, view: str = "") -> dict[str, Any]:
        """The table at the end; for one side, as that side may know it."""
        state = seen(self.laid, self.state, view) if view else self.state
        told: dict[str, Any] = {"view": view} if view else {}
        told["table"] = shown(self.laid, state)
        zones = self.laid.system.shows.zones(self.laid.scenario, state)
        told["zones"] = {side: sorted(hexes) for side, hexes in zones.items()}
        if not view:
            told["dice_left"] = self.cup.left
        told["failed"] = _told(self.failed, view)
        return told


def _trial(desk: Desk, words: list[str]) -> Try:
    """`test c1`, `rout c1 3`: what is tried, with which unit, over how many hexes. Raises NotOnTable for a
    word that says nothing."""
    kind = words[0]
    unit, after = unit_of(desk, words[1:], kind)
    length = int(after.pop(0)) if kind in LONG and after and after[0].isdecimal() else 0
    if after:
        raise NotOnTable("", "unknown_order", order=after[0], near=())
    return Try(kind=kind, unit=unit.id, length=length)


def _pages(page: Page, name: str) -> list[Page]:
    """The expectations under a name: entries, or a list of them."""
    if name not in page:
        return []
    return [page.page(name)] if isinstance(page.entries[name], Mapping) else page.pages(name)


def run(entries: Mapping[str, Any], path: str = "") -> Run:
    """A script, its table laid out and its orders read but not yet given. Raises BadScenario."""
    page = Page.of(entries, path)
    page.only(*ENTRIES)
    given, queues = _orders(page)
    every = (*given, *(order for queue in queues.values() for order in queue))
    laid = _lay(page, every)
    _known(laid, every, queues, page)
    return Run(page=page, laid=laid, cup=cup(page), orders=given, queues=queues)


def _lay(page: Page, given: tuple[Order, ...]) -> Laid:
    """The table. What the script leaves unsaid follows from its first order: the phase, and whose it is."""
    opening = SeededDice(page.text("seed", default="-").encode(), [str(t) for t in page.texts("salts")])
    bare = "scenario" in page
    first = given[0] if given else None
    words = first.text.replace(":", " ").split() if first else []
    player = first.side if first else ""
    if first and not player and words and words[0] in sheet.book(page).sides:
        player, words = words[0], words[1:]
    elif first and not player and words and not bare:
        player = _owner(page, words[0])
    return lay(page, opening, first=_kind(words), player="" if bare else player)


def _owner(page: Page, word: str) -> str:
    """The side of the counter stated under that id, "" where none is."""
    book = sheet.book(page)
    said = stated(page, book).get(word)
    return "" if said is None else side_of(book, word, said)


def _kind(words: list[str]) -> type[Command] | None:
    """The kind of an order by its verb, where that says something of the phase."""
    verbs = {word.lower().lstrip("/") for word in words[:2]}
    for known, kind in (
        ((*orders.FIRE, *leading.FIRE), Bombard),
        (orders.FIGHT, Attack),
        (("rally",), Rally),
        (leading.ACTIVATE, Activate),
        (leading.LEAD, Lead),
        (leading.SHARE, Share),
        (leading.FACE, Face),
        (leading.FORM, Form),
        ((*orders.PLACE, *orders.UNPLACE), Place),
    ):
        if verbs & set(known):
            return kind
    return None


def _known(laid: Laid, given: tuple[Order, ...], queues: Mapping[str, list[Order]], page: Page) -> None:
    """Refuse orders of sides that do not play."""
    sides = laid.scenario.side_ids
    for side in (*queues, *(order.side for order in given if order.side)):
        if side not in sides:
            raise page.wrong(f"{side!r} is no side; there are {', '.join(sides)}", "orders")


def _orders(page: Page) -> tuple[tuple[Order, ...], dict[str, list[Order]]]:
    """The orders in a row, and those listed by side."""
    if "order" in page and "orders" in page:
        raise page.wrong("stands beside `orders`; one of them is enough", "order")
    if "order" in page:
        return (_order(page, "order", page.entries["order"]),), {}
    entry = page.entries.get("orders", ())
    if isinstance(entry, Mapping):
        inner = page.page("orders")
        queues = {
            str(side): [replace(_order(inner, side, row), side=str(side)) for row in _listed(inner, side)]
            for side in inner.entries
        }
        return (), queues
    return tuple(_order(page, "orders", row) for row in page.rows("orders")), {}


def _listed(page: Page, name: str) -> list[Any]:
    return [page.entries[name]] if isinstance(page.entries[name], str) else page.rows(name)


def _order(page: Page, name: str, entry: Any) -> Order:
    """`blue: move b1 NE` as a text or as an entry, with what is expected of it beside."""
    if isinstance(entry, str):
        return Order(side="", text=str(entry), page=Page({}, page.key(name), page.at))
    inner = Page.of(entry, page.key(name), page.at)
    said = [key for key in inner.entries if key not in OF_AN_ORDER]
    if len(said) != 1:
        raise inner.wrong("should say one order, as `blue: move ...`", at=entry)
    text = inner.text(said[0], most=1000)
    return Order(side="" if said[0] == "order" else str(said[0]), text=str(text), page=inner)
