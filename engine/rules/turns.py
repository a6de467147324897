"""Turns: markers removed, the next player-turn, resigning, what may be done in a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

from engine import events as ev
from engine.commands import Attack, Bombard, Done, Resign
from engine.fog import Fog
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import ListOptions, Option, Procedure

Ts = TypeVarTuple("Ts")


def remove_marks(ledger: Ledger, names: frozenset[str], on: Iterable[str]) -> None:
    """Remove the markers of these names from these units, in a fixed order."""
    things = frozenset(on)
    for mark in sorted(ledger.state.marks, key=lambda m: (m.on, m.name, m.to)):
        if mark.name in names and mark.on in things:
            ledger.tell(ev.Unmarked(name=mark.name, on=mark.on, to=mark.to))


def next_player_turn(scn: Scenario, state: State) -> tuple[int, str] | None:
    """Game turn and side of the player-turn after this one; None after the last."""
    first, second = scn.side_ids
    if state.player == first:
        return state.turn, second
    return None if state.turn >= scn.turns else (state.turn + 1, first)


def then_check_end(
    handler: Callable[[Scenario, Ledger, *Ts], None], then: Procedure
) -> Callable[[Scenario, Ledger, *Ts], None]:
    """The same handler of a command or answer, followed by `then`, which checks whether the game is over."""

    def handler_and_check(scn: Scenario, ledger: Ledger, *arguments: *Ts) -> None:
        handler(scn, ledger, *arguments)
        then(scn, ledger)

    return handler_and_check


def resign(scn: Scenario, ledger: Ledger, side: str, order: Resign) -> None:
    """A side resigns: the other wins."""
    ledger.tell(ev.Ended(winner=scn.enemy(side), level="resigned", reason="resigned"))


def no_options(scn: Scenario, state: State, side: str, unit: str) -> Iterable[Option]:
    """Default: nothing can be done."""
    return ()


def nothing_hidden(scn: Scenario, state: State, viewer: str) -> State:
    """The position as any viewer may know it, in a rulebook where nothing is hidden."""
    return state


def for_no_unit(list_options: ListOptions) -> ListOptions:
    """Lists those of the options that concern no unit, such as Done."""

    def list_some(scn: Scenario, state: State, side: str, unit: str) -> Iterable[Option]:
        return () if unit else list_options(scn, state, side, unit)

    return list_some


def attack_options(
    order: type[Attack | Bombard],
    targets: Callable[[Scenario, State, str], Iterable[Unit]],
    fog: Fog = nothing_hidden,
) -> ListOptions:
    """Lists the options of a phase of attacks: an order against each of a unit's targets that its side sees,
    or Done."""

    def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        if not unit_id:
            return (Option(command=Done()),)
        known = fog(scn, state, side)
        return tuple(Option(command=order(unit=unit_id, target=t.id)) for t in targets(scn, known, unit_id))

    return list_options
