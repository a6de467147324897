"""Two people play turns of a battle by pressing, as the computer player would; what that costs is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from bench.load.scripts import typed
from bench.presses.choice import OPENS, Press, best, presses, words
from bench.presses.hands import Hands
from bench.presses.table import CHANNEL, Table
from bot.core.game import Game
from bot.workers.computer_player import choose
from engine.commands import Answer, Command, Done, Seal
from sandbox import InvalidInput, NoAnswer

MOST = 14
"""Presses after which an order is typed instead."""


@dataclass(slots=True)
class Cost:
    """What so many turns of a battle cost."""

    battle: str
    turns: int = 0
    orders: int = 0
    pressed: int = 0
    by_turn: Counter[tuple[int, str]] = field(default_factory=Counter)
    typed: list[str] = field(default_factory=list)
    public: int = 0
    private: int = 0
    sent: int = 0
    waits: list[float] = field(default_factory=list)

    @property
    def most(self) -> int:
        """Presses of one side in the turn that took it the most."""
        return max(self.by_turn.values(), default=0)

    @property
    def wait(self) -> float:
        """Seconds from a press to its picture, as a rule."""
        return median(self.waits) if self.waits else 0.0


class Players:
    """The two, and the messages in front of them."""

    def __init__(self, table: Table, hands: Mapping[str, Hands], cost: Cost) -> None:
        self.table = table
        self.hands = hands
        self.cost = cost
        self.panel: dict[str, str] = {}
        """The id of the message with what each of them can do."""
        self.wishes: set[Any] = set()

    async def order(self, side: str) -> None:
        """The next order of a side, as the computer player would have it."""
        game = await self.table.game()
        command = self._chosen(game, side)
        name = self.table.player(game, side)
        wanted = words(command, game.state.questions[0].options if game.state.questions else ())
        entries, tried = len(game.entries), set[Any]()
        for _ in range(MOST):
            press = self._next(name, command, wanted, tried)
            if press is None:
                break
            tried.add(press.meaning)
            self.cost.pressed += 1
            self.cost.by_turn[game.state.turn, side] += 1
            try:
                reply, wait = await self.hands[name].press(press)
            except (InvalidInput, NoAnswer, TimeoutError):
                self.panel.pop(name, None)
                continue
            if wait is not None:
                self.cost.waits.append(wait)
            if reply.message is not None and reply.message.ephemeral:
                self.panel[name] = reply.message.id
            if len((await self.table.game()).entries) > entries:
                self.cost.orders += 1
                return
        await self._type(name, command)

    def _chosen(self, game: Game, side: str) -> Command:
        """What the computer player would do. What it wants twice in a phase did not come out as meant (a menu
        turns one face, the order two): then the phase is ended."""
        command = choose(game, side)
        wish = (game.state.turn, game.state.phase, side, repr(command))
        if wish in self.wishes and not isinstance(command, (Answer, Done, Seal)):
            return Done()
        self.wishes.add(wish)
        return command

    def _next(self, name: str, command: Command, wanted: tuple[str, ...], tried: set[Any]) -> Press | None:
        """What to press next: on the panel, or what opens one."""
        seen = self.table.sandbox.person(name).sees(CHANNEL)
        panels = [m for m in seen if m.id == self.panel.get(name)]
        for message in panels:
            offered = list(presses(message.id, message.components, wanted))
            if (press := best(offered, command, wanted, tried)) is not None:
                return press
        for message in reversed(seen):
            for press in presses(message.id, message.components, wanted):
                if press.verb == OPENS and not press.values and (press.message, OPENS) not in tried:
                    tried.add((press.message, OPENS))
                    return press
        return None

    async def _type(self, name: str, command: Command) -> None:
        """Give as a slash command what no button led to."""
        line, options = next(typed(command), ("", {}))
        self.cost.typed.append(line or type(command).__name__)
        if not line:
            raise NoAnswer(f"nothing leads to {command}")
        await self.table.sandbox.person(name).slash(CHANNEL, line, options)
        await self.table.quiet()
        self.cost.orders += 1


async def play(table: Table, hands: Mapping[str, Hands], battle: str, turns: int, most: int = 1000) -> Cost:
    """Play whole turns, or `most` orders of them."""
    cost = Cost(battle=battle)
    players = Players(table, hands, cost)
    public, private = table.posted()
    sent, game = table.sent(), await table.game()
    first = game.state.turn
    while game.playing and game.state.turn < first + turns and cost.orders < most:
        await players.order(game.owing[0])
        game = await table.game()
    cost.turns = max(1, game.state.turn - first)
    now_public, now_private = table.posted()
    cost.public, cost.private = len(now_public - public), len(now_private - private)
    cost.sent = table.sent() - sent
    return cost
