"""Turns: markers that come off, whose player-turn is next, giving up, what may be done in a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

from engine import events as ev
from engine.commands import Attack, Bombard, Done, Resign
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Offer, Option, Step

Ts = TypeVarTuple("Ts")


def wipe(ledger: Ledger, names: frozenset[str], on: Iterable[str]) -> None:
    """Take markers of these names off these things, in a fixed order."""
    things = frozenset(on)
    for mark in sorted(ledger.state.marks, key=lambda m: (m.on, m.name, m.to)):
        if mark.name in names and mark.on in things:
            ledger.tell(ev.Unmarked(name=mark.name, on=mark.on, to=mark.to))


def after(scn: Scenario, state: State) -> tuple[int, str] | None:
    """Game turn and side of the player-turn after this one; None after the last."""
    first, second = scn.side_ids
    if state.player == first:
        return state.turn, second
    return None if state.turn >= scn.turns else (state.turn + 1, first)


def ending(
    decide: Callable[[Scenario, Ledger, *Ts], None], then: Step
) -> Callable[[Scenario, Ledger, *Ts], None]:
    """The same decision, or the same way to settle a question, after which `then` looks whether the game is
    over at once."""

    def decided(scn: Scenario, ledger: Ledger, *said: *Ts) -> None:
        decide(scn, ledger, *said)
        then(scn, ledger)

    return decided


def resign(scn: Scenario, ledger: Ledger, side: str, order: Resign) -> None:
    """A side gives up: the other wins."""
    ledger.tell(ev.Ended(winner=scn.enemy(side), level="resigned", reason="resigned"))


def no_offers(scn: Scenario, state: State, side: str, unit: str) -> Iterable[Option]:
    """Nothing can be done."""
    return ()


def offers_against(
    order: type[Attack | Bombard], targets: Callable[[Scenario, State, str], Iterable[Unit]]
) -> Offer:
    """What may be done where each order is against one enemy: one for each of a unit's targets, or Done."""

    def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        if not unit_id:
            return (Option(command=Done()),)
        return tuple(Option(command=order(unit=unit_id, target=t.id)) for t in targets(scn, state, unit_id))

    return offers
