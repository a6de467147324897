"""Check a batch of orders: each line on the position that the lines before it would leave. Pure.

No die is rolled for a plan. Where one decides, the table stays as it was before that line, and whatever is
said about the same units afterwards is judged only when it is given.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.core.game import Game
from engine import referee
from engine.commands import Command, Done, Draw, Expired, Lead, Move, Rally, Resign, Seal, Share, Volley
from engine.errors import IllegalOrder, Refused
from engine.events import Event
from engine.evolve import replay
from engine.hexes import Hex
from engine.ledger import ForcedDice, OutOfDice
from engine.state import State
from notation import order_text

LONGEST = 4000
"""Characters of a draft: Discord takes no more in a form."""
LONGEST_LINE = 200
MOST_LINES = 100
COMMENT = "#"

Kind = Literal["sure", "dice", "later", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line that holds an order; `number` counts all lines from 1, as they were typed."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is said of a line.

    sure: it is legal, `events` come of it. dice: it is legal, and a die decides what comes of it. later:
    that hangs on such a die. refused: it is not legal, or cannot be read, and why. `state` is the table
    after it, as far as it is known.
    """

    line: Line
    kind: Kind
    command: Command | None = None
    refused: Refused | None = None
    events: tuple[Event, ...] = ()
    origin: Hex = ""
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedBatch:
    """The verdicts, in order; `cut` lines were too many to be looked at."""

    verdicts: tuple[Verdict, ...]
    cut: int = 0

    @property
    def good(self) -> tuple[Line, ...]:
        """The lines that are to be given."""
        return tuple(v.line for v in self.verdicts if v.kind != "refused")

    @property
    def bad(self) -> tuple[Line, ...]:
        """The lines that cannot be given."""
        return tuple(v.line for v in self.verdicts if v.kind == "refused")


def clean(text: str) -> str:
    """The text without what no order needs: control characters, invisible ones, lone surrogates.

    >>> clean("cav-1 NE\\r\\n\\x00inf-1\\u202e E\\t# home")
    'cav-1 NE\\ninf-1 E # home'
    """
    plain = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(c for c in plain if c == "\n" or unicodedata.category(c)[0] != "C")


def lines(text: str) -> tuple[Line, ...]:
    """The lines that hold orders; blank ones and what follows a # are left out."""
    numbered = enumerate((line.split(COMMENT)[0].strip()[:LONGEST_LINE] for line in text.split("\n")), 1)
    return tuple(Line(number=number, text=line) for number, line in numbered if line)


def check_lines(game: Game, side: str, text: str) -> CheckedBatch:
    """The verdict on every line. `game` is the game as `side` may know it."""
    assert game.viewer is not None, "a plan is judged on what its side may know"
    all_lines = lines(text)
    state, open_, verdicts, refused = game.state, frozenset[str](), list[Verdict](), list[Verdict]()
    for line in all_lines[:MOST_LINES]:
        verdict = _judge(game, side, line, state, open_)
        if isinstance(verdict.command, ENDING) and verdict.kind != "refused" and refused:
            why = IllegalOrder("", "line_before", line=refused[0].line.number)
            verdict = Verdict(line=line, kind="refused", command=verdict.command, refused=why, state=state)
        if verdict.kind in ("dice", "later"):
            open_ |= _touched(verdict.command)
            open_ |= {EVERYTHING} if isinstance(verdict.command, LEADING_ON) else frozenset()
        if verdict.kind == "sure" and isinstance(verdict.command, (Done, Rally)) and open_:
            open_ |= {EVERYTHING}
        refused += [verdict] if verdict.kind == "refused" else []
        state = verdict.state
        verdicts.append(verdict)
    return CheckedBatch(verdicts=tuple(verdicts), cut=max(0, len(all_lines) - MOST_LINES))


UNREAD = frozenset({"unknown_order", "no_such_unit"})
"""Reasons that no die can do away with."""
LEADING_ON = (Lead, Share, Volley)
"""Orders whose dice decide in which phase the table is afterwards."""
ENDING = (Done, Seal, Expired)
"""Orders that cannot be taken back: not given when a line before them was refused."""
EVERYTHING = "*"
"""Among what is open: a phase has ended on an open table, so no refusal after it is certain."""


def _judge(game: Game, side: str, line: Line, state: State, open_: frozenset[str]) -> Verdict:
    """One line on one table; `open_` are units and hexes about which a die has yet to decide."""
    plain = Verdict(line=line, kind="refused", state=state)
    command: Command | None = None
    try:
        command = order_text.read(line.text, game.system, game.scenario, state, side)
        if isinstance(command, Resign):  # it needs a confirmation, so it cannot be one order among others
            raise IllegalOrder("", "resign_alone")
        if isinstance(command, Draw):  # nor is this: the other side is asked first
            raise IllegalOrder("", "draw_alone")
        plain = replace(plain, command=command, origin=_origin(state, command))
        if _touched(command) & open_:
            return replace(plain, kind="later")
        if isinstance(command, Seal):  # the rest depends on orders that are unknown here
            referee.check_admitted(game.system, state, side, Seal)
            return replace(plain, kind="sure", state=replace(state, active=state.active - {side}))
        events = referee.play(game.system, game.scenario, state, side, command, ForcedDice(()))
    except OutOfDice:
        return replace(plain, kind="dice")
    except Refused as refused:
        hangs = (EVERYTHING in open_ and refused.reason not in UNREAD) or bool(set(_words(refused)) & open_)
        return replace(plain, kind="later" if hangs else "refused", refused=refused)
    return replace(plain, kind="sure", events=events, state=replay(state, events))


def _origin(state: State, command: Command) -> Hex:
    unit = state.units.get(getattr(command, "unit", ""))
    return unit.hex or "" if unit is not None else ""


def _touched(command: Command | None) -> frozenset[str]:
    """The units a command names and the hexes it enters."""
    named = (str(getattr(command, name, "")) for name in ("unit", "target", "hex"))
    path = command.path if isinstance(command, Move) else ()
    return frozenset(word for word in (*named, *path) if word)


def _words(refused: Refused) -> Iterable[str]:
    """The units and hexes a refusal names."""
    for fact in refused.facts.values():
        yield from fact if isinstance(fact, tuple) else (str(fact),)
