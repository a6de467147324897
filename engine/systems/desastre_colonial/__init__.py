"""Désastre Colonial. `CHAPTERS` lists the modules of each chapter in the rulebook's order."""

from __future__ import annotations

from collections.abc import Mapping

from engine.battle import reinforcements
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
from engine.display import Display
from engine.rules.movement import CROSSING
from engine.rules.turns import no_options, resign, then_check_end
from engine.system import OPENING, SETUP, Chapters, CommandHandler, Phase, System
from engine.systems.desastre_colonial import display, explanations, overlays, phases, sequence, victory
from engine.systems.desastre_colonial.chiefs import overrun
from engine.systems.desastre_colonial.command import activation, dice_sharing, initiative
from engine.systems.desastre_colonial.end_of_turn import successive_waves
from engine.systems.desastre_colonial.events import drame, faux_pas, handing_back
from engine.systems.desastre_colonial.fire import fire, protection, volley
from engine.systems.desastre_colonial.formation import reaction_square, squares
from engine.systems.desastre_colonial.general import agenda, aspects, marks, pools, standing_orders
from engine.systems.desastre_colonial.melee import advance, declaration, melee, odds, principal_attacker
from engine.systems.desastre_colonial.morale import morale
from engine.systems.desastre_colonial.movement import exits, facing, free_facing, movement, routes
from engine.systems.desastre_colonial.rout import rout
from engine.systems.desastre_colonial.setup import setup

CHAPTERS: Chapters = (
    (
        "GEN",
        "General",
        (
            *("general.values", "general.aspects", "general.marks", "general.losses", "general.agenda"),
            *(
                "general.pools",
                "general.standing_orders",
                "setup.setup",
                "sequence",
                "turns",
                "runs",
                "phases",
            ),
        ),
    ),
    (
        "CMD",
        "Command",
        ("command.command", "command.dice_sharing", "command.activation", "command.initiative"),
    ),
    (
        "MOV",
        "Movement",
        (
            *("movement.movement", "movement.permission", "movement.allowance", "movement.step_cost"),
            *("movement.facing", "movement.free_facing", "movement.routes", "movement.exits"),
            "chiefs.overrun",
        ),
    ),
    ("FOR", "Formations", ("formation.squares", "formation.reaction_square")),
    ("TER", "Terrain and sight", ("terrain.terrain", "terrain.sight")),
    ("FIR", "Fire", ("fire.targets", "fire.fire", "fire.volley")),
    ("PRO", "Protection", ("fire.protection",)),
    (
        "MEL",
        "Melee",
        (
            *("melee.declaration", "general.engagements", "melee.principal_attacker", "melee.melee"),
            *("melee.melee_dice", "melee.advance", "melee.odds"),
        ),
    ),
    (
        "MOR",
        "Colonial morale",
        ("morale.morale", "general.morale_causes", "morale.colonial_morale", "morale.circumstances"),
    ),
    ("NAT", "Native morale", ("morale.native_morale",)),
    (
        "ROU",
        "Rout",
        ("rout.rout", "rout.flight", "rout.destinations", "rout.paths", "rout.passing_through"),
    ),
    ("CAP", "Special capabilities", ("movement.hordes",)),
    ("DRA", "Drame cards", ("events.drame", "events.handing_back")),
    ("FAU", "Faux Pas", ("events.faux_pas", "events.faux_pas_effects", "events.relocation")),
    (
        "VAG",
        "End of turn, waves",
        ("end_of_turn.chief_moves", "end_of_turn.free_move", "end_of_turn.successive_waves"),
    ),
    ("CHF", "Chiefs at risk", ("chiefs.at_risk",)),
    ("VIC", "Victory", ("victory",)),
)
"""Most special capabilities are applied by the chapters that they change."""
OF_NO_CHAPTER = ("display", "explanations", "overlays")

_MODULES_WITH_TASKS = (
    *(faux_pas, sequence, principal_attacker, volley, melee, advance, free_facing, morale, rout),
)
_MODULES_WITH_QUESTIONS = (
    *(faux_pas, dice_sharing, initiative, movement, overrun, reaction_square, principal_attacker, volley),
    *(protection, melee, advance, free_facing, rout, drame, handing_back),
)
for _module in _MODULES_WITH_TASKS:
    agenda.TASKS.update(_module.TASKS)
for _asking in _MODULES_WITH_QUESTIONS:
    agenda.ANSWERS.update(_asking.ANSWERS)

DONE: Mapping[type[Command], CommandHandler] = {Done: sequence.done}
MOVING: Mapping[type[Command], CommandHandler] = {
    Move: movement.move,
    Step: movement.step,
    Release: movement.release,
    **DONE,
}

ORDERS: Mapping[str, Mapping[type[Command], CommandHandler]] = {
    sequence.OPENING: {},
    "setup": {Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Face: setup.face, **DONE},
    reinforcements.PHASE: {Place: setup.REINFORCEMENTS.place, **DONE},
    "faux_pas": {Place: faux_pas.place, Done: faux_pas.done},
    "initiative": {Activate: activation.activate, Lead: activation.activate_and_lead},
    "command": {Lead: activation.lead, **MOVING},
    "sharing": {Share: dice_sharing.share},
    "movement": {
        Face: facing.face,
        Form: squares.form,
        Attack: declaration.engage,
        Unplace: exits.leave,
        **MOVING,
    },
    "fire": {
        Volley: then_check_end(fire.fire, sequence.recheck),
        Bombard: then_check_end(fire.fire_alone, sequence.recheck),
        **DONE,
    },
    "melee": {Attack: then_check_end(melee.attack, sequence.recheck)},
    "drame": DONE,
    "chiefs": MOVING,
    "free_move": {Face: facing.face, **MOVING},
    "waves": {Place: successive_waves.place, Unplace: successive_waves.take_off, **DONE},
}
"""The function that carries out each kind of order, by phase."""
ROLES = {sequence.OPENING: OPENING, "setup": SETUP}

SYSTEM = System(
    name="desastre_colonial",
    turns_rule="DC-GEN-02",
    sequence_rule="DC-GEN-05",
    phases={
        name: Phase(
            name=name,
            takes=orders,
            role=ROLES.get(name, ""),
            options=phases.list_options(name) if name in phases.PHASES else no_options,
            without_moves=phases.list_options(name, moves=False) if name in phases.PHASES else None,
        )
        for name, orders in ORDERS.items()
    },
    continuing_phases=frozenset({"command", "sharing", "movement"}),
    start=sequence.open_game,
    follow=sequence.follow,
    answers=agenda.ANSWERS,
    standing_answers=standing_orders.STANDING,
    phase_openers={"drame": drame.begin},
    tasks=frozenset({*agenda.TASKS, CROSSING}),
    pool_faults=pools.faults,
    judge_actions={"test": morale.trial_test, "rout": morale.trial_rout},
    resign=resign,
    timeout=sequence.timeout,
    luck_direction={
        **dict.fromkeys(("command", "reroll", "fire", "protection", "melee", "morale", "risk"), "high"),
        "native_morale": "low",
    },
    explanations=explanations.EXPLANATIONS,
    marks=marks.ALL,
    judge_markers=marks.MARKERS,
    fog=setup.nothing_hidden,
    battle_fault=setup.battle_fault,
    display=Display(
        counter_face=display.face,
        zones=display.zones,
        clashes=odds.clashes,
        objective_owners=victory.owners,
        scores=victory.scores,
        routes=routes.routes,
        next_steps=routes.steps,
        price_path=routes.way,
        leadership=overlays.leadership,
        entries=overlays.entries,
        sight=overlays.sight,
        proposed_moves=overlays.proposals,
        aspects=aspects.around,
        strength=display.strength,
    ),
)
