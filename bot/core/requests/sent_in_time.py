"""Whether an order was meant for the table as it is: by the stamp that was pressed, by when it was sent."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.requests.actor import Actor
from engine.commands import Command, Done, Seal
from engine.errors import IllegalOrder


class Stale(Exception):
    """What was pressed belongs to an older table; nothing was done."""


def check_sent(game: Game, actor: Actor, command: Command) -> None:
    """Raises IllegalOrder when a typed end of a phase, or lock, was sent before the open phase began: it was
    meant for the one before."""
    if sent_early(game, actor, command):
        raise IllegalOrder("", "sent_before_phase", phase=game.state.phase)


def sent_early(game: Game, actor: Actor, command: Command) -> bool:
    """Whether a typed end of a phase, or lock, was sent before the open phase began."""
    if actor.at is None or not isinstance(command, (Done, Seal)):
        return False
    began = game.phase_began
    return any(entry.seq == began and actor.at < entry.at for entry in reversed(game.entries))


def check_stamp(game: Game, actor: Actor, stamp: int | None, same_phase: bool) -> None:
    """Raises Stale when what the asker saw is older than the table (than its phase, with `same_phase`)."""
    if stamp is None:
        return
    known = game.known_to("" if actor.public else game.side_for(actor.user))
    if stamp == len(known):
        return
    if not (same_phase and 0 < stamp < len(known) and game.phase_began <= known[stamp - 1].seq):
        raise Stale
