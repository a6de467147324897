"""The table of a what-if: what its owner may know of the game, and what they have tried since. Pure.

It is made of the veiled table alone, so secrets of the other side are not in it, wherever it is looked at.
What is hidden counts as printed; who is hidden stands nowhere. Its owner plays every side of it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from engine.commands import Command, Draw, Expired, Resign
from engine.errors import IllegalOrder
from engine.events import Began, Event, Rolled
from engine.evolve import replay
from engine.ledger import Dice, SeededDice
from engine.state import State
from storage import BY_ORDER, Entry, Seat, Snapshot, WhatIf

FIRST = 1
"""The number of the entry that stands for everything that happened in the game."""
MOST_ORDERS = 300
"""Orders in one what-if."""


class LaidDice:
    """Dice that fall as they were laid, then as a seed of their own says."""

    def __init__(self, faces: tuple[int, ...], rest: Dice) -> None:
        self._faces = faces
        self._rest = rest
        self.used = 0

    def draw(self, key: str, sides: int) -> int:
        """The next face. Raises IllegalOrder for one that this die does not have."""
        if self.used >= len(self._faces):
            return self._rest.draw(key, sides)
        face = self._faces[self.used]
        if face > sides:
            raise IllegalOrder("", "whatif_face", face=face, sides=sides)
        self.used += 1
        return face


def copy_game(real: Game, what_if: WhatIf, name: str) -> Game:
    """The table of a what-if; `real` is the referee's own table of its game, `name` the owner's."""
    assert real.viewer is None, "a what-if is laid from the referee's own table, and veils it itself"
    known = real.at(what_if.after).seen(what_if.side)
    began = tuple(
        e for entry in known.active_entries for e in entry.events if isinstance(e, Began) and not e.only
    )
    start = Entry(seq=FIRST, kind="start", events=began[-1:], at=real.entries[0].at)
    base = Snapshot(seq=FIRST, state=guessed(known.state, what_if.side))
    seats = tuple(seat for side in real.scenario.side_ids for seat in _seats(real, side, what_if.user, name))
    living = (entry for entry in what_if.entries if entry.struck is None)
    state = replay(base.state, (event for entry in living for event in entry.events))
    record = replace(
        real.record,
        id=-what_if.game,
        seed=what_if.seed,
        salts=(),
        seals=(),
        beacon="",
        dice_keys=BY_ORDER,
        imported_after=0,
        twin=0,
        randomness="",
        seats=seats,
        owner=what_if.user,
        status="playing" if state.result is None else "over",
    )
    return replace(real, record=record, entries=(start, *what_if.entries), bases=(base,), state=state)


def _seats(real: Game, side: str, user: int, name: str) -> tuple[Seat, ...]:
    """Who plays a side of a what-if: its owner, and beside them the mates who command units of their side."""
    own = next((seat for seat in real.seats(side) if seat.user == user), None)
    if own is None:
        return (Seat(side=side, user=user, name=name),)
    return (replace(own, name=name), *(s for s in real.seats(side) if s.user != user and s.corps))


def guessed(state: State, side: str) -> State:
    """The table with printed values for those that a side does not know."""
    units = {
        id_: unit
        if unit.side == side or not unit.printed.keys() - unit.values.keys()
        else replace(unit, values={**unit.printed, **unit.values})
        for id_, unit in state.units.items()
    }
    return replace(state, units=units)


def dice(what_if: WhatIf, order: int) -> LaidDice:
    """The dice for an order of a what-if: none of them is one of the game's, and an order that was taken back
    and is given again rolls new dice."""
    return LaidDice(what_if.faces, SeededDice(what_if.seed, (f"what if {order}",)))


def outdated(real: Game, what_if: WhatIf) -> bool:
    """Whether something has happened in the game since, as far as the owner's side knows."""
    return any(entry.seq > what_if.after for entry in real.known_to(what_if.side))


def orders(what_if: WhatIf, sides: tuple[str, ...]) -> tuple[Entry, ...]:
    """The orders of these sides that can be sent to the game, in order."""
    return tuple(
        entry
        for entry in what_if.entries
        if entry.struck is None and entry.kind == "order" and entry.side in sides and _sent(entry.command)
    )


def _sent(command: Command | None) -> bool:
    return command is not None and not isinstance(command, (Resign, Draw, Expired))


def differs(tried: Entry, real: Entry) -> str:
    """How an order turned out otherwise in the game than in the what-if, as far as its side knows: "dice",
    "otherwise", or "" when it did not."""
    expected, came = (_visible_events(entry) for entry in (tried, real))
    if expected == came:
        return ""
    fell = [tuple(e.dice for e in events if isinstance(e, Rolled)) for events in (expected, came)]
    return "dice" if fell[0] != fell[1] else "otherwise"


def _visible_events(entry: Entry) -> list[Event]:
    events = (e for e in entry.events if e.only in ("", entry.side))
    return [replace(e, key="") if isinstance(e, Rolled) else e for e in events]
