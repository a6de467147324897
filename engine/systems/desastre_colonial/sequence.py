"""The sequence of play (section 2, DC-GEN-01 to 08): what comes when nobody owes a decision.

What is left to do lies on the agenda and is done first. When it is empty the phase goes on as long as its
player can do anything in it; then comes what follows that phase.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.commands import Command, Done, Expired, Release
from engine.ledger import Ledger
from engine.rules import opening as counters
from engine.rules.setup import has_setup
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial import (
    chiefs,
    conform,
    drame,
    fire,
    initiative,
    setup,
    sharing,
    stages,
    victory,
)
from engine.systems.desastre_colonial.asking import Do, carry_on, push
from engine.systems.desastre_colonial.marks import (
    ACTIVATED,
    DONE,
    FIRED,
    INITIATIVE,
    LOW_AMMO,
    OF_A_MOVE,
    OF_A_RUN,
    OF_A_TURN,
    ORDERED,
    SHOOTER,
)

COLONIAL, NATIVE = "colonial", "native"
OPENING = "opening"
END_OF_TURN = ("chiefs", "free_move", "waves")
"""The phases after the last run, in order."""
OPTIONAL = {
    "faux_pas": ("faux_pas", "yes"),
    "drame": ("drame", "yes"),
    "chiefs": ("chiefs.move", "end_of_turn"),
    "waves": ("waves", "yes"),
}
"""The phases of optional rules: the switch, and its position in which they are played."""
RULES = {
    "setup": "DC-GEN-03",
    "movement": "DC-CMD-27",
    "fire": "DC-FIR-01",
    "melee": "DC-MEL-18",
    "drame": "DC-DRA-02",
    "faux_pas": "DC-FAU-01",
    "chiefs": "DC-MOV-03",
    "free_move": "DC-VAG-01",
    "waves": "DC-VAG-03",
}
"""The rules by which phases are played."""


def looking_on(scn: Scenario, ledger: Ledger) -> None:
    """After an order of a phase that passes by itself: its player owes another only if there is one to
    give."""
    if ledger.state.result is None and ledger.state.active:
        ledger.tell(ev.Owed(sides=()))


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table and the initiative where the scenario says (DC-GEN-03)."""
    for counter in scn.counters.values():
        ledger.tell(ev.Introduced(counter=counters.unit(counter, {"mp": 0}), rule="DC-GEN-01"))
        if LOW_AMMO in counter.traits:
            ledger.tell(ev.Marked(name=LOW_AMMO, on=counter.id, rule="DC-FIR-27"))
        if counter.formation:
            ledger.tell(ev.Marked(name=counter.formation, on=counter.id, rule="DC-FOR-01"))
    ledger.tell(ev.Marked(name=INITIATIVE, on=initiative.first(scn), rule="DC-GEN-03"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="DC-GEN-03"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Do what is left to do; else go on in the phase, or to what comes after it."""
    state = ledger.state
    if state.agenda:
        carry_on(scn, ledger)
    elif _goes_on(scn, ledger):
        ledger.tell(ev.Owed(sides=(state.player,)))
    else:
        _after(scn, ledger)


def _goes_on(scn: Scenario, ledger: Ledger) -> bool:
    """Whether the player can do anything more in the phase."""
    state = ledger.state
    stage = stages.STAGES.get(state.phase)
    if stage is None:
        return False
    own = ("", *(unit.id for unit in state.units.values() if unit.side == state.player))
    return any(
        not isinstance(option.command, Done | Release)
        for offers in stage.offers
        for unit_id in own
        for option in offers(scn, state, state.player, unit_id)
    )


def begin(scn: Scenario, ledger: Ledger, phase: str, side: str) -> None:
    """Begin a phase; it passes by itself when its player can do nothing in it."""
    ledger.tell(ev.Began(phase=phase, turn=ledger.state.turn, player=side, rule=RULES[phase]))
    stages.STAGES[phase].begin(scn, ledger)
    if ledger.state.agenda or ledger.state.questions or ledger.state.active:
        return
    if _goes_on(scn, ledger):
        ledger.tell(ev.Owed(sides=(side,)))
    elif _expected(ledger.state, phase):
        ledger.note("passed", RULES[phase], phase=phase, side=side)


def _expected(state: State, phase: str) -> bool:
    """Whether it is worth telling that a phase passes: nobody looks for fire and melee when nobody was
    activated."""
    run = phase in ("fire", "melee")
    return not run or any(state.marked(unit.id, ACTIVATED) for unit in state.fielded(state.player))


def _after(scn: Scenario, ledger: Ledger) -> None:
    """End the phase, if it is one that somebody plays, and go on to what follows."""
    phase = ledger.state.phase
    if phase in stages.STAGES:
        stages.STAGES[phase].end(scn, ledger)
    AFTER[phase](scn, ledger)


def _over(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """The player has done with the phase."""
    _after(scn, ledger)


# --- before the first turn ----------------------------------------------------------------------------------


def _set_up(scn: Scenario, ledger: Ledger) -> None:
    """The Colonial player places first, then the Native one (step S2); what happens is seen by both."""
    state = ledger.state
    order = (COLONIAL, NATIVE) if has_setup(scn) else ()
    placed = () if state.phase == OPENING else (COLONIAL, NATIVE)[: 1 + (state.player == NATIVE)]
    left = [side for side in order if side not in placed]
    if left:
        ledger.tell(
            ev.Began(phase="setup", turn=state.turn, player=left[0], owing=(left[0],), rule="DC-GEN-03")
        )
    elif _played(scn, "faux_pas"):
        begin(scn, ledger, "faux_pas", NATIVE)
    else:
        _first_turn(scn, ledger)


def _first_turn(scn: Scenario, ledger: Ledger) -> None:
    """Begin the game; where nobody has the initiative yet, with him whom the scenario names (DC-GEN-03)."""
    if not any(mark.name == INITIATIVE for mark in ledger.state.marks):
        initiative.take(ledger, initiative.first(scn))
    _begin_turn(scn, ledger, ledger.state.turn)


# --- runs ---------------------------------------------------------------------------------------------------


def _begin_turn(scn: Scenario, ledger: Ledger, turn: int) -> None:
    """Every unit is there to be commanded again (DC-GEN-01); who has the initiative starts (DC-GEN-02)."""
    wipe(ledger, OF_A_TURN, ledger.state.units)
    holder = initiative.holder(ledger.state)
    ledger.tell(ev.Began(phase="initiative", turn=turn, player=holder, rule="DC-GEN-02"))
    _hand(scn, ledger, holder)


def _hand(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Give a side the initiative: it runs, or hands it straight back (DC-GEN-07). When nobody has a Chief
    left to activate the turn is over, and it starts the next (DC-GEN-04, DC-GEN-08)."""
    other = scn.enemy(side)
    initiative.take(ledger, side)
    if initiative.able(scn, ledger.state, side):
        if drame.may_hand_back(ledger.state, side) and initiative.able(scn, ledger.state, other):
            drame.offer_back(scn, ledger)
        else:
            initiative.run(scn, ledger, side)
    elif initiative.able(scn, ledger.state, other):
        ledger.note("handed_back", "DC-GEN-07", side=side)
        initiative.take(ledger, other)
        initiative.run(scn, ledger, other)
    else:
        ledger.note("no_chief_left", "DC-GEN-08", side=side)
        _next_at_end(scn, ledger, END_OF_TURN)


def _handed(scn: Scenario, ledger: Ledger) -> None:
    """Nobody is left to activate on the side that was to name a Chief (DC-GEN-07)."""
    _hand(scn, ledger, scn.enemy(ledger.state.player))


def _unshared(scn: Scenario, ledger: Ledger) -> None:
    """There is nobody to share dice out to: those activated move."""
    push(ledger, sharing.MOVING, rule="DC-CMD-27")


def _moving(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Units just activated move at once (DC-GEN-05, DC-CMD-27)."""
    if any(ORDERED in ledger.state.names_on(unit.id) for unit in ledger.state.fielded()):
        begin(scn, ledger, "movement", ledger.state.player)
    else:
        initiative.moved(scn, ledger)


def _moved(scn: Scenario, ledger: Ledger) -> None:
    """The moves are over: the initiative is kept or lost (DC-CMD-28, DC-CMD-29)."""
    wipe(ledger, OF_A_MOVE, ledger.state.units)
    initiative.moved(scn, ledger)


def _resolve(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """The resolution of the run, once for all that were activated in it: defenders conform, then fire, then
    melee (DC-CMD-34, DC-GEN-05, DC-GEN-06)."""
    push(ledger, FIRING, rule="DC-GEN-06")
    conform.begin(scn, ledger)


def _firing(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    begin(scn, ledger, "fire", ledger.state.player)


def _fighting(scn: Scenario, ledger: Ledger) -> None:
    begin(scn, ledger, "melee", ledger.state.player)


def _resolved(scn: Scenario, ledger: Ledger) -> None:
    """All melees are over: a card may let a unit recover, then the run is cleared (DC-DRA-08)."""
    push(ledger, CLEAR, rule="DC-GEN-05")
    drame.recovery(scn, ledger)


def _clear(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Clear the run: who was activated is done, who fired is known till the next run of his side; then a
    Drame card, or the initiative passes."""
    state, side = ledger.state, ledger.state.player
    fire.replenish(scn, ledger)
    _remember_shooters(scn, ledger, side)
    for unit in tuple(state.units.values()):
        if state.marked(unit.id, ACTIVATED):
            ledger.tell(ev.Unmarked(name=ACTIVATED, on=unit.id, rule="DC-GEN-05"))
            if not ledger.state.marked(unit.id, DONE):
                ledger.tell(ev.Marked(name=DONE, on=unit.id, rule="DC-GEN-05"))
    wipe(ledger, OF_A_RUN, ledger.state.units)
    if side == NATIVE:
        drame.close(scn, ledger)
    if side == COLONIAL and _played(scn, "drame"):
        begin(scn, ledger, "drame", NATIVE)
    else:
        _hand(scn, ledger, scn.enemy(side))


def _remember_shooters(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Whom a Drame card may name: the Colonial units that fired in the last Colonial run (5.11)."""
    if side != COLONIAL:
        return
    wipe(ledger, frozenset({SHOOTER}), ledger.state.units)
    for unit in tuple(ledger.state.fielded(side)):
        if FIRED in ledger.state.names_on(unit.id):
            ledger.tell(ev.Marked(name=SHOOTER, on=unit.id, rule="DC-DRA-08"))


def _carded(scn: Scenario, ledger: Ledger) -> None:
    """The Native player has had his choice of a card: he has the initiative (step L)."""
    _hand(scn, ledger, NATIVE)


# --- the end of a turn --------------------------------------------------------------------------------------


def _next_at_end(scn: Scenario, ledger: Ledger, phases: tuple[str, ...]) -> None:
    """The next phase of the end of a turn, or the look at victory and the next turn (steps T2 to T4)."""
    waiting = chiefs.awaited(ledger.state)
    played = [phase for phase in phases if _played(scn, phase) and (waiting or phase != "chiefs")]
    if played:
        side = ledger.state.units[waiting].side if played[0] == "chiefs" else NATIVE
        begin(scn, ledger, played[0], side)
    elif not victory.decided(scn, ledger):
        _begin_turn(scn, ledger, ledger.state.turn + 1)


def _at_end(scn: Scenario, ledger: Ledger) -> None:
    """On to the next phase; that of the Chiefs is played again as long as one is waited for (DC-MOV-03)."""
    phase = ledger.state.phase
    _next_at_end(scn, ledger, END_OF_TURN[END_OF_TURN.index(phase) + (phase != "chiefs") :])


def _played(scn: Scenario, phase: str) -> bool:
    """Whether a phase is played at all: those of optional rules need their switch."""
    if phase not in stages.STAGES:
        return False
    return phase not in OPTIONAL or scn.option(OPTIONAL[phase][0]) == OPTIONAL[phase][1]


# --- orders -------------------------------------------------------------------------------------------------


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase; in the command phase that is to command nobody (DC-CMD-11, DC-CMD-19)."""
    state = ledger.state
    if state.phase == "setup":
        setup.SETUP.check_all_placed(state, side)
    ledger.tell(ev.Owed(sides=()))
    if state.phase == "command":
        initiative.concede(scn, ledger, "nobody")
    else:
        push(ledger, OVER)


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """What happens when a side lets its time pass: the mildest thing that the rules allow and that goes on.

    Units still to be placed are placed. Who has the initiative activates a Chief, who commands nobody: that
    costs him the initiative and this Chief alone. A Chief already activated commands nobody. Dice are shared
    in the best way. Moves not made are not made, and the initiative is declined (7.1); nobody fires; melees
    are fought in the order of their hexes. Free moves are forgone; a wave comes as the book says.
    """
    phase = ledger.state.phase
    if phase == "sharing":
        sharing.expire(scn, ledger, side)
        return
    ledger.note("phase_abandoned", RULES.get(phase, "DC-CMD-19"), side=side, phase=phase)
    if phase not in ("initiative", "command", "faux_pas"):  # a Faux Pas goes on with its next effect
        push(ledger, OVER)  # what is left to do comes before
    if phase == "setup":
        setup.SETUP.place_the_rest(scn, ledger, side)
    elif phase == "initiative":
        initiative.expire(scn, ledger, side)
    elif phase == "movement":
        initiative.decline(ledger)
    elif phase in stages.STAGES:
        stages.STAGES[phase].expire(scn, ledger)
    ledger.tell(ev.Owed(sides=()))
    if phase == "command":
        initiative.concede(scn, ledger, "nobody")


def _given(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """A side is handed the initiative by a card (DC-DRA-08)."""
    _hand(scn, ledger, about[0])


def _run(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """A side that could have handed the initiative back runs after all (DC-DRA-08)."""
    initiative.run(scn, ledger, about[0])


OVER, FIRING, CLEAR = "over", "firing", "clear"
TASKS: Mapping[str, Do] = {
    OVER: _over,
    sharing.MOVING: _moving,
    initiative.RESOLUTION: _resolve,
    FIRING: _firing,
    CLEAR: _clear,
    drame.HAND: _given,
    drame.RUN: _run,
}
"""What the sequence itself leaves to do."""
AFTER = {
    OPENING: _set_up,
    "setup": _set_up,
    "faux_pas": _first_turn,
    "initiative": _handed,
    "command": initiative.nobody,
    "sharing": _unshared,
    "movement": _moved,
    "fire": _fighting,
    "melee": _resolved,
    "drame": _carded,
    "chiefs": _at_end,
    "free_move": _at_end,
    "waves": _at_end,
}
"""What comes after each phase."""
