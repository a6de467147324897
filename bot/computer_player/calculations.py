"""What runs in the process that thinks: orders of the computer player, and what it makes of orders of others.

The bot's own process imports this module to name these functions; it loads the engine and `opponent` only.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.computer_player.view_parcel import ViewParcel
from bot.jobs import parcels
from bot.runtime import allocator
from engine import scenario_builder
from engine.commands import Command
from engine.scenario import Scenario
from engine.systems import find
from opponent.advice.comparison import Comparison, compare
from opponent.advice.suggestions import Advice, advise
from opponent.follower import Follower
from opponent.levels import Player
from opponent.view import View

MOST_BATTLES = 8
MOST_PLAYERS = 64
NICENESS = 15
"""Added to the niceness: whatever else the machine has to do goes first."""


class PlayerKey(NamedTuple):
    """Whose player it is: it keeps a plan through a turn. `seed` is what its choices are drawn with."""

    game: int
    side: str
    level: str
    seed: bytes


_battles: OrderedDict[str, Scenario] = OrderedDict()
_players: OrderedDict[PlayerKey, Player] = OrderedDict()


def begin(parent: int) -> None:
    """In a new process: leave signals to the parent, end when it ends, give way to everything else."""
    allocator.economise()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(0)


def learn_battle(name: str, printed: dict[str, Any]) -> None:
    """Keep a battle under its name; the oldest goes."""
    _battles[name] = scenario_builder.build(printed)
    while len(_battles) > MOST_BATTLES:
        _battles.popitem(last=False)


def unpack(parcel: ViewParcel) -> View | None:
    """The view of a parcel; None where its battle is not known."""
    battle = _battles.get(parcel.battle)
    if battle is None:
        return None
    _battles.move_to_end(parcel.battle)
    return View(find(parcel.system), battle, pickle.loads(parcel.state), parcel.side)


def next_order(parcel: ViewParcel, key: PlayerKey) -> Command | None:
    """The order that a level gives; None where the battle of the parcel is not known."""
    view = unpack(parcel)
    if view is None:
        return None
    player = _players.pop(key, None) or Player(key.level, key.seed)
    _players[key] = player
    while len(_players) > MOST_PLAYERS:
        _players.popitem(last=False)
    return player.choose(view)


def next_order_with_memory(parcel: ViewParcel, key: PlayerKey, memory: bytes) -> tuple[Command, bytes] | None:
    """The order that a level gives, by a player who remembers what it knew after its last one, and what it
    knows afterwards; None where the battle of the parcel is not known."""
    view = unpack(parcel)
    if view is None:
        return None
    player = recalled(memory, view) if memory else Player(key.level, key.seed)
    return player.choose(view), remembered(player, view)


def remembered(player: Player, view: View) -> bytes:
    """What a player knows, without rulebook and battle."""
    names = {id(view.system): "system", id(view.scenario): "battle"}
    return parcels.pack(player, lambda thing: names.get(id(thing)))


def recalled(memory: bytes, view: View) -> Player:
    """The player who knows that. Raises Unreadable."""
    player = parcels.unpack(memory, {"system": view.system, "battle": view.scenario}, (Player, Follower))
    if not isinstance(player, Player):
        raise parcels.Unreadable(type(player).__name__)
    return player


def advised(parcel: ViewParcel, seed: bytes) -> Advice | None:
    """What is suggested to the side of a parcel; None where its battle is not known."""
    view = unpack(parcel)
    return None if view is None else advise(view, seed)


def compared(
    parcel: ViewParcel,
    command: Command,
    seed: bytes,
    samples: int,
    effort: float,
    others: Sequence[Command] | None = None,
) -> Comparison | None:
    """An order that was given beside others; None where the battle of the parcel is not known."""
    view = unpack(parcel)
    return None if view is None else compare(view, command, seed, samples, effort, others)
