"""Désastre Colonial: chiefs, initiative and morale by circumstances. One file a chapter; in the rulebook's
order:

DC-GEN `values`, `aspects`, `marks` · section 2 `sequence`, `stages`, `setup`, `asking`, `answers` ·
DC-CMD `command`, `sharing`, `initiative` · DC-MOV `toll`, `movement`, `facing`, `routes`, `refuge`,
`chiefs`, `exits` · DC-FOR `formation` · DC-TER `ground`, `sight` · DC-FIR `fire`, `volley` ·
DC-PRO `protection` · DC-MEL `engage`, `engagement`, `conform`, `strength`, `melee`, `advance` ·
DC-MOR `causes`, `circumstances`, `morale` · DC-NAT `native` · DC-ROU `destinations`,
`flight`, `rout`, `crossing`, `reface` · DC-CAP `horde`, and wherever a capability counts · DC-DRA `drame` ·
DC-FAU `faux_pas`, `blunders`, `placing` · DC-VAG `free`, `waves` · DC-CHF `risk` · DC-VIC `victory`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.commands import (
    Activate,
    Attack,
    Bombard,
    Command,
    Done,
    Face,
    Form,
    Lead,
    Move,
    Place,
    Release,
    Share,
    Step,
    Unplace,
    Volley,
)
from engine.rules.turns import ending, no_offers, resign
from engine.system import Decide, Phase, Shows, System
from engine.systems.desastre_colonial import (
    advance,
    answers,
    asking,
    aspects,
    blunders,
    conform,
    drame,
    engage,
    exits,
    facing,
    faux_pas,
    fire,
    formation,
    initiative,
    marks,
    melee,
    morale,
    movement,
    odds,
    overlays,
    protection,
    reface,
    rout,
    routes,
    sequence,
    setup,
    sharing,
    shows,
    stages,
    victory,
    volley,
    waves,
)

for _chapter in (blunders, conform, volley, melee, advance, reface, morale, rout, faux_pas, sequence):
    asking.TASKS.update(_chapter.TASKS)
for _asking in (
    *(sharing, initiative, formation, movement, conform, volley, protection, melee, advance, reface, rout),
    *(drame, faux_pas),
):
    asking.ANSWERS.update(_asking.ANSWERS)

DONE: Mapping[type[Command], Decide] = {Done: sequence.done}
MOVING: Mapping[type[Command], Decide] = {
    Move: movement.move,
    Step: movement.step,
    Release: movement.release,
    **DONE,
}

TAKES: Mapping[str, Mapping[type[Command], Decide]] = {
    sequence.OPENING: {},
    "setup": {Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Face: setup.face, **DONE},
    "faux_pas": {Place: faux_pas.place, Done: faux_pas.done},
    "initiative": {Activate: initiative.activate, Lead: initiative.lead},
    "command": {Lead: initiative.command_units, **MOVING},
    "sharing": {Share: sharing.share},
    "movement": {
        Face: facing.face,
        Form: formation.form,
        Attack: engage.attack,
        Unplace: exits.leave,
        **MOVING,
    },
    "fire": {
        Volley: ending(fire.volley, sequence.looking_on),
        Bombard: ending(fire.bombard, sequence.looking_on),
        **DONE,
    },
    "melee": {Attack: ending(melee.attack, sequence.looking_on)},
    "drame": DONE,
    "chiefs": MOVING,
    "free_move": {Face: facing.face, **MOVING},
    "waves": {Place: waves.place, Unplace: waves.take_off, **DONE},
}
"""Which function obeys which order, by phase."""

SYSTEM = System(
    name="desastre_colonial",
    turns="DC-GEN-02",
    sequence="DC-GEN-05",
    phases={
        name: Phase(
            name=name,
            takes=takes,
            offers=setup.offers if name == "setup" else stages.offers(name) if takes else no_offers,
        )
        for name, takes in TAKES.items()
    },
    going_on=frozenset({"command", "sharing", "movement"}),
    opening=sequence.opening,
    follow=sequence.follow,
    answers=asking.ANSWERS,
    standing=answers.STANDING,
    begins={"drame": drame.begin},
    trials={"test": morale.trial_test, "rout": morale.trial_rout},
    resign=resign,
    timeout=sequence.timeout,
    fortune={
        **dict.fromkeys(("command", "reroll", "fire", "protection", "melee", "morale", "risk"), "high"),
        "native_morale": "low",
    },
    marks=marks.ALL,
    markers=marks.MARKERS,
    secrets=setup.veil,
    shows=Shows(
        face=shows.face,
        zones=shows.zones,
        clashes=odds.clashes,
        owners=victory.owners,
        scores=victory.scores,
        routes=routes.routes,
        steps=routes.steps,
        ways=routes.way,
        leadership=overlays.leadership,
        entries=exits.entries,
        sight=overlays.sight,
        proposals=overlays.proposals,
        aspects=aspects.aspects,
        strength=shows.strength,
    ),
)
