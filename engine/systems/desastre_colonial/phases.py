"""The phases: what may be done in each, and what happens when it begins, ends or runs out of time.

Which phase follows which is in `sequence`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine import events as ev
from engine.battle import reinforcements
from engine.commands import Command, Done, Release
from engine.ledger import Ledger
from engine.rules.turns import for_no_unit
from engine.scenario import Scenario
from engine.state import State
from engine.system import ListOptions, Option, Procedure
from engine.systems.desastre_colonial.command import activation, dice_sharing, initiative
from engine.systems.desastre_colonial.end_of_turn import chief_moves, free_move, successive_waves
from engine.systems.desastre_colonial.events import drame, faux_pas
from engine.systems.desastre_colonial.fire import fire
from engine.systems.desastre_colonial.formation import squares
from engine.systems.desastre_colonial.general.marks import ACTIVATED
from engine.systems.desastre_colonial.melee import declaration, melee
from engine.systems.desastre_colonial.movement import exits, facing, movement
from engine.systems.desastre_colonial.setup import setup

Expire = Callable[[Scenario, Ledger, str], None]


def nothing(scn: Scenario, ledger: Ledger) -> None:
    """Do nothing."""


def leave_undone(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Do nothing in the place of a side whose time has run out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """A phase and the rule by which it is played, or abandoned when time runs out. `options`: what its player
    may do. `begin` and `end`: what happens by itself then. `expire`: what is done for its player, when time
    runs out, before the phase ends. `switch`: the option of an optional phase, and the value with which it is
    played."""

    rule: str
    options: tuple[ListOptions, ...] = ()
    begin: Procedure = nothing
    end: Procedure = nothing
    expire: Expire = leave_undone
    switch: tuple[str, str] | None = None


PHASES: Mapping[str, PlayedPhase] = {
    "setup": PlayedPhase(rule="DC-GEN-03", options=(setup.list_options,), expire=setup.SETUP.place_the_rest),
    reinforcements.PHASE: PlayedPhase(
        rule="",
        options=(setup.REINFORCEMENTS.list_options,),
        expire=setup.REINFORCEMENTS.place_the_rest,
    ),
    "faux_pas": PlayedPhase(
        rule="DC-FAU-01",
        options=(faux_pas.list_options,),
        begin=faux_pas.begin,
        expire=faux_pas.expire,
        switch=("faux_pas", "yes"),
    ),
    "initiative": PlayedPhase(rule="DC-CMD-19", options=(activation.list_options,), expire=activation.expire),
    "command": PlayedPhase(
        rule="DC-CMD-19", options=(activation.list_command_options, movement.list_options)
    ),
    "sharing": PlayedPhase(rule="DC-CMD-24", options=(dice_sharing.list_options,)),
    "movement": PlayedPhase(
        rule="DC-CMD-27",
        options=(
            movement.list_options,
            facing.list_options,
            squares.list_options,
            declaration.list_options,
            exits.list_options,
        ),
        begin=movement.begin,
        end=movement.end,
        expire=initiative.decline_in_advance,
    ),
    "fire": PlayedPhase(rule="DC-FIR-01", options=(fire.list_options,)),
    "melee": PlayedPhase(
        rule="DC-MEL-18", options=(melee.list_options,), begin=melee.begin, end=melee.end, expire=melee.expire
    ),
    "drame": PlayedPhase(rule="DC-DRA-02", begin=drame.begin, switch=("drame", "yes")),
    "chiefs": PlayedPhase(
        rule="DC-MOV-03",
        options=(movement.list_options,),
        begin=chief_moves.begin,
        end=chief_moves.end,
        switch=("chiefs.move", "end_of_turn"),
    ),
    "free_move": PlayedPhase(rule="DC-VAG-01", options=(free_move.list_options,), end=free_move.end),
    "waves": PlayedPhase(
        rule="DC-VAG-03",
        options=(successive_waves.list_options,),
        begin=successive_waves.begin,
        end=successive_waves.end,
        expire=successive_waves.expire,
        switch=("waves", "yes"),
    ),
}


def is_played(scn: Scenario, phase: str) -> bool:
    """Whether a phase is played: an optional one needs its switch."""
    switch = PHASES[phase].switch
    return switch is None or scn.option(switch[0]) == switch[1]


def begin(scn: Scenario, ledger: Ledger, phase: str, side: str) -> None:
    """Begin a phase; it passes if its player can do nothing in it."""
    rule = PHASES[phase].rule
    ledger.tell(ev.Began(phase=phase, turn=ledger.state.turn, player=side, rule=rule))
    PHASES[phase].begin(scn, ledger)
    if ledger.state.agenda or ledger.state.questions or ledger.state.active:
        return
    if can_act(scn, ledger.state):
        ledger.tell(ev.Owed(sides=(side,)))
    elif phase not in ("fire", "melee") or _any_activated(ledger.state):
        ledger.note("passed", rule, phase=phase, side=side)


def _any_activated(state: State) -> bool:
    return any(state.marked(unit.id, ACTIVATED) for unit in state.units_on_map(state.player))


def can_act(scn: Scenario, state: State) -> bool:
    """Whether the player can still do anything in a phase other than set-up."""
    if state.phase not in PHASES or state.phase == "setup":
        return False
    own = (*(unit.id for unit in state.units.values() if unit.side == state.player), "")
    return any(
        not isinstance(option.command, Done | Release)
        for list_part in PHASES[state.phase].options
        for unit_id in own
        for option in list_part(scn, state, state.player, unit_id)
    )


WITHOUT_MOVES: Mapping[ListOptions, ListOptions] = {
    movement.list_options: for_no_unit(movement.list_options),
    free_move.list_options: free_move.list_turns,
}
"""What functions that list steps list when they leave them out."""


def list_options(phase: str, *, moves: bool = True) -> ListOptions:
    """The function that lists all that may be done in a phase, each thing once; all but moves and steps."""
    parts = PHASES[phase].options
    if not moves:
        parts = tuple(WITHOUT_MOVES.get(part, part) for part in parts)

    def list_all(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        by_kind: dict[type[Command], list[Option]] = {}
        for part in parts:
            for option in part(scn, state, side, unit_id):
                alike = by_kind.setdefault(type(option.command), [])
                if option not in alike:
                    alike.append(option)
                    yield option

    return list_all
