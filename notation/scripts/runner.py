"""A script played: every order given to the referee, one outcome each, then the table at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine import codec
from engine.commands import (
    Activate,
    Attack,
    Bombard,
    Command,
    Face,
    Form,
    JudgeAction,
    Lead,
    Place,
    Rally,
    Share,
)
from engine.errors import BadScenario, NotOnTable, NotYours, Refused
from engine.events import Event
from engine.evolve import replay
from engine.ledger import Dice, SeededDice
from engine.referee import judge, play, proceed
from engine.scenario import Scenario
from engine.scenario_builder.mapping_reader import MappingReader
from engine.state import State
from engine.system import System
from notation import leader_orders, order_text
from notation.order_words import OrderContext, unit_of
from notation.scripts import battle, expect, position
from notation.scripts.compare import verdict
from notation.scripts.counters import side_of, stated
from notation.scripts.dice import Cup, NoDie, cup, roll
from notation.scripts.output import position_json
from notation.scripts.position import Position, as_seen_by, lay

PLAYED = ("dice", "seed", "salts", "order", "orders", "refused", "accepted", "expect", "then")
TOLD = ("case", "says", "automated", "reason")
ENTRIES = (*battle.BATTLE, *position.STATE, *PLAYED, *TOLD)
PROCEED = "proceed"
"""Instead of an order: continue a phase that plays itself, while no side owes a decision."""
COMPUTER = "computer"
"""Instead of an order: that which the computer player gives for the side."""
Choose = Callable[[System, Scenario, State, str], Command]
"""A computer player: a rulebook, a battle, a position and a side in, a command out. Raises ValueError when
the side has nothing to decide."""
SUSPECTS = ("agenda", "pools", "numbers", "marks", "options")
"""Entries that can lead to a position the referee cannot play on from, the likeliest first."""
LONG = ("rout",)
"""The trials of so many hexes."""
_NAMED = re.compile(r"^(?:order \d+: )?[^:]*")
OF_AN_ORDER = ("dice", "refused", "accepted", "expect", "then")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One order of a script: its side ("" for the side that owes a decision), its words, the expectations."""

    side: str
    text: str
    page: MappingReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of an order. `failed` lists the expectations it did not meet."""

    number: int
    side: str
    text: str
    command: Command | JudgeAction | None
    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    state: State
    failed: tuple[str, ...] = ()
    hidden: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def json(self, view: str = "") -> dict[str, Any]:
        """The outcome for a reader; for one side, only what that side may know of."""
        document: dict[str, Any] = {"order": self.number, "side": self.side}
        if view in ("", self.side):
            document["text"] = self.text
            document["command"] = _command(self.command)
        document["accepted"] = self.refused is None
        if self.refused is None:
            document["events"] = [codec.to_json(e) for e in self.events if not view or e.only in ("", view)]
            document["events"] = [
                e for e in document["events"] if not _words(e) & self.hidden.get(view, frozenset())
            ]
        elif view in ("", self.side):
            document["refused"] = refusal(self.refused)
        if self.failed:
            document["failed"] = _failures(self.failed, view)
        return document


def _command(command: Command | JudgeAction | None) -> dict[str, Any] | None:
    """A command as JSON; a trial, which no game keeps, by its words."""
    if isinstance(command, JudgeAction):
        return {"is": "try", "kind": command.kind, "unit": command.unit, "length": command.length}
    return None if command is None else codec.to_json(command)


def _words(value: Any) -> frozenset[str]:
    """Every word of an event as JSON."""
    if isinstance(value, dict):
        return frozenset().union(*map(_words, value.values()))
    if isinstance(value, list):
        return frozenset().union(*map(_words, value))
    return frozenset({value}) if isinstance(value, str) else frozenset()


def _failures(failed: Iterable[str], view: str) -> list[str]:
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

    page: MappingReader
    position: Position
    cup: Cup
    orders: tuple[Order, ...]
    queues: Mapping[str, list[Order]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    state: State = field(default_factory=State)
    computer: Choose | None = None

    def outcomes(self) -> Iterator[Outcome]:
        """Every order played in turn. Raises BadScenario when a wanted die is not stated."""
        self.state = self.position.state
        happened: list[Event] = []
        last: Refused | None = None
        for number, order in enumerate(self._expected_orders(), start=1):
            outcome = self._play(number, order)
            self.state = outcome.state
            self.failed += [f"order {number}: {f}" for f in outcome.failed]
            happened += outcome.events
            last = outcome.refused
            yield outcome
        self.failed += verdict(self.page, last)
        for name in ("expect", "then"):
            for inner in _pages(self.page, name):
                self.failed += expect.failures(inner, self.position, self.state, happened)

    def _expected_orders(self) -> Iterator[Order]:
        """The orders in sequence, or, listed by side, those of the side that owes a decision."""
        yield from self.orders
        while True:
            waiting = self.state.questions[0].side if self.state.questions else ""
            owing = [waiting] if waiting else sorted(self.state.active)
            side = next((s for s in owing if self.queues.get(s)), "")
            if not side:
                return
            yield self.queues[side].pop(0)

    def _play(self, number: int, order: Order) -> Outcome:
        position, state = self.position, self.state
        side, text = (order.side, order.text) if order.side else expect.speaker(order.text, position, state)
        own = cup(order.page, bare=False) if "dice" in order.page else self.cup
        command: Command | JudgeAction | None = None
        try:
            command = self._read(text, side)
            events = roll(lambda dice: self._done(command, side, dice, number), own)
        except Refused as refused:
            done = Outcome(number=number, side=side, text=text, command=command, refused=refused, state=state)
        except NoDie as error:
            where = order.page if "dice" in order.page else self.page
            raise where.mistake(str(error), "dice") from error
        except BadScenario:
            raise
        except Exception as error:
            raise self._unplayable(error, order) from error
        else:
            after = replay(state, events)
            done = Outcome(number=number, side=side, text=text, command=command, events=events, state=after)
        return replace(done, failed=tuple(self._failures(order, done)), hidden=self._hidden(done.state))

    def _read(self, text: str, side: str) -> Command | JudgeAction | None:
        """The command or trial; none where no side is to give one."""
        if text == PROCEED and not self.state.active:
            return None
        position = self.position
        words = text.split()
        if words == [COMPUTER]:
            return self._chosen(side)
        if words and words[0] in position.system.judge_actions and words[0] not in self.state.units:
            context = OrderContext(
                position.system, position.scenario, self.state, side, tuple(position.system.judge_actions)
            )
            return _trial(context, words)
        return order_text.read(
            text, position.system, position.scenario, as_seen_by(position, self.state, side), side
        )

    def _chosen(self, side: str) -> Command:
        """What the computer player orders for a side. Raises NotYours when that has nothing to decide."""
        if self.computer is None:
            raise self.page.mistake("there is no computer player here", "orders")
        try:
            return self.computer(self.position.system, self.position.scenario, self.state, side)
        except ValueError as error:
            raise NotYours("", "nothing_open", side=side) from error

    def _done(
        self, command: Command | JudgeAction | None, side: str, dice: Dice, number: int
    ) -> tuple[Event, ...]:
        """What a command, or none, leads to."""
        position = self.position
        if command is None:
            return proceed(position.system, position.scenario, self.state, dice, number)
        if isinstance(command, JudgeAction):
            owner = self.state.units[command.unit].side
            return judge(position.system, position.scenario, self.state, owner, command, dice, number)
        return play(position.system, position.scenario, self.state, side, command, dice, number)

    def _unplayable(self, error: Exception, order: Order) -> BadScenario:
        """The entry of the script that led to an error where the referee expects none; else the order."""
        what = f"{type(error).__name__}: {error}"
        if "questions" in self.page and self.state.questions:
            return self.page.mistake(
                f"the question stated leads nowhere ({what}); is its agenda right?", "questions"
            )
        if "charts" in self.page:
            return self.page.mistake(f"these numbers cannot be played with ({what})", "charts")
        for name in SUSPECTS:
            if name in self.page:
                return self.page.mistake(f"the referee cannot play on from there ({what})", name)
        return order.page.mistake(f"{order.text}: the referee cannot play this order ({what})")

    def _hidden(self, state: State) -> dict[str, frozenset[str]]:
        """The units whose places a side does not know: events that name them are not told to it."""
        hidden = {}
        for side in self.position.scenario.side_ids:
            known = as_seen_by(self.position, state, side).units
            hidden[side] = frozenset(i for i, u in state.units.items() if known[i].place != u.place)
        return hidden

    def _failures(self, order: Order, done: Outcome) -> Iterator[str]:
        yield from verdict(order.page, done.refused)
        awaited = {"refused", "accepted"} & {*order.page.entries}
        if done.refused is not None and not awaited and self._strict(order):
            yield f"refused: {refusal(done.refused)}"
        for name in ("expect", "then"):
            for inner in _pages(order.page, name):
                yield from expect.failures(inner, self.position, done.state, done.events)

    def _strict(self, order: Order) -> bool:
        """In a case every order is meant to be accepted but the last one, where that is to be refused."""
        last = {"refused", "accepted"} & {*self.page.entries} and order is self.orders[-1]
        return "case" in self.page and not last

    def final(self, view: str = "") -> dict[str, Any]:
        """The table at the end; for one side, as that side may know it."""
        state = as_seen_by(self.position, self.state, view) if view else self.state
        document: dict[str, Any] = {"view": view} if view else {}
        document["table"] = position_json(self.position, state)
        zones = self.position.system.display.zones(self.position.scenario, state)
        document["zones"] = {side: sorted(hexes) for side, hexes in zones.items()}
        if not view:
            document["dice_left"] = self.cup.left
        document["failed"] = _failures(self.failed, view)
        return document


def _trial(context: OrderContext, words: list[str]) -> JudgeAction:
    """`test c1`, `rout c1 3`: what is tried, with which unit, over how many hexes. Raises NotOnTable for a
    word that says nothing."""
    kind = words[0]
    unit, after = unit_of(context, words[1:], kind)
    length = int(after.pop(0)) if kind in LONG and after and after[0].isdecimal() else 0
    if after:
        raise NotOnTable("", "unknown_order", order=after[0], near=())
    return JudgeAction(kind=kind, unit=unit.id, length=length)


def _pages(page: MappingReader, name: str) -> list[MappingReader]:
    """The expectations under a name: entries, or a list of them."""
    if name not in page:
        return []
    return [page.mapping(name)] if isinstance(page.entries[name], Mapping) else page.mappings(name)


def run(entries: Mapping[str, Any], path: str = "", computer: Choose | None = None) -> Run:
    """A script, its table laid out and its orders read but not yet given; `computer` gives the orders that
    the script leaves to the computer player. Raises BadScenario."""
    page = MappingReader.of(entries, path)
    page.allow_only(*ENTRIES)
    orders, queues = _orders(page)
    every = (*orders, *(order for queue in queues.values() for order in queue))
    position = _lay(page, every)
    _known(position, every, queues, page)
    return Run(page=page, position=position, cup=cup(page), orders=orders, queues=queues, computer=computer)


def _lay(page: MappingReader, orders: tuple[Order, ...]) -> Position:
    """The table. What the script leaves unsaid follows from its first order: the phase, and whose it is."""
    opening = SeededDice(page.text("seed", default="-").encode(), [str(t) for t in page.texts("salts")])
    bare = "scenario" in page
    first = orders[0] if orders else None
    words = first.text.replace(":", " ").split() if first else []
    player = first.side if first else ""
    if first and not player and words and words[0] in battle.book(page).sides:
        player, words = words[0], words[1:]
    elif first and not player and words and not bare:
        player = _owner(page, words[0])
    return lay(page, opening, first=_kind(words), player="" if bare else player)


def _owner(page: MappingReader, word: str) -> str:
    """The side of the counter stated under that id, "" where none is."""
    book = battle.book(page)
    spec = stated(page, book).get(word)
    return "" if spec is None else side_of(book, word, spec)


def _kind(words: list[str]) -> type[Command] | None:
    """The kind of an order by its verb, where that says something of the phase."""
    verbs = {word.lower().lstrip("/") for word in words[:2]}
    for known, kind in (
        ((*order_text.FIRE, *leader_orders.FIRE), Bombard),
        (order_text.FIGHT, Attack),
        (("rally",), Rally),
        (leader_orders.ACTIVATE, Activate),
        (leader_orders.LEAD, Lead),
        (leader_orders.SHARE, Share),
        (leader_orders.FACE, Face),
        (leader_orders.FORM, Form),
        ((*order_text.PLACE, *order_text.UNPLACE), Place),
    ):
        if verbs & set(known):
            return kind
    return None


def _known(
    position: Position, orders: tuple[Order, ...], queues: Mapping[str, list[Order]], page: MappingReader
) -> None:
    """Refuse orders of sides that do not play."""
    sides = position.scenario.side_ids
    for side in (*queues, *(order.side for order in orders if order.side)):
        if side not in sides:
            raise page.mistake(f"{side!r} is not a side; choose one of: {', '.join(sides)}", "orders")


def _orders(page: MappingReader) -> tuple[tuple[Order, ...], dict[str, list[Order]]]:
    """The orders in a row, and those listed by side."""
    if "order" in page and "orders" in page:
        raise page.mistake("stands beside `orders`; one of them is enough", "order")
    if "order" in page:
        return (_order(page, "order", page.entries["order"]),), {}
    entry = page.entries.get("orders", ())
    if isinstance(entry, Mapping):
        inner = page.mapping("orders")
        queues = {
            str(side): [replace(_order(inner, side, row), side=str(side)) for row in _listed(inner, side)]
            for side in inner.entries
        }
        return (), queues
    return tuple(_order(page, "orders", row) for row in page.rows("orders")), {}


def _listed(page: MappingReader, name: str) -> list[Any]:
    return [page.entries[name]] if isinstance(page.entries[name], str) else page.rows(name)


def _order(page: MappingReader, name: str, entry: Any) -> Order:
    """`blue: move b1 NE` as a text or as an entry, with what is expected of it beside."""
    if isinstance(entry, str):
        return Order(side="", text=str(entry), page=MappingReader({}, page.key(name), page.at))
    inner = MappingReader.of(entry, page.key(name), page.at)
    keys = [key for key in inner.entries if key not in OF_AN_ORDER]
    if len(keys) != 1:
        raise inner.mistake("should say one order, as `blue: move ...`", at=entry)
    text = inner.text(keys[0], most=1000)
    return Order(side="" if keys[0] == "order" else str(keys[0]), text=str(text), page=inner)
