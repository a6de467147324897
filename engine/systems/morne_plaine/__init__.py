"""Morne Plaine: Napoleonic battles in phases."""

from __future__ import annotations

from engine.battle import reinforcements
from engine.battle.exits import entries_and_exits
from engine.commands import Attack, Bombard, Done, Move, Place, Rally, Release, Step, Unplace
from engine.display import Display
from engine.rules.setup import audience
from engine.rules.turns import for_no_unit, no_options, resign, then_check_end
from engine.system import OPENING, SETUP, Chapters, Phase, System
from engine.systems.morne_plaine import (
    display,
    explanations,
    fire,
    fog,
    marks,
    rally,
    sequence,
    setup,
    victory,
    zoc,
)
from engine.systems.morne_plaine.combat import combat, odds
from engine.systems.morne_plaine.movement import movement, routes

CHAPTERS: Chapters = (
    ("GEN", "General", ("sequence", "units", "terrain")),
    ("CMD", "Command", ("command",)),
    ("MOR", "Morale", ("losses", "combat.combat")),
    ("SET", "Set-up", ("setup", "fog")),
    ("BOM", "Bombardment", ("fire",)),
    (
        "MOV",
        "Movement",
        (
            "movement.terrain_cost",
            "movement.cost_table",
            "movement.step_cost",
            "movement.movement",
            "movement.routes",
        ),
    ),
    ("ZOC", "Zones of control", ("zoc", "movement.step_cost")),
    ("CHG", "Cavalry charges", ("movement.charge",)),
    ("CBT", "Combat", ("combat.odds", "combat.combat")),
    ("RET", "Retreat", ("combat.retreat",)),
    ("ADV", "Advance after combat", ("combat.combat",)),
    ("RAL", "Rally", ("rally",)),
    ("VIC", "Victory", ("victory",)),
)

OF_NO_CHAPTER = ("display", "explanations", "marks")

OVER = victory.end_if_wiped_out  # after every decision: a side without units has lost at once (MP-VIC-11)

SYSTEM = System(
    name="morne_plaine",
    turns_rule="MP-GEN-3",
    sequence_rule="MP-GEN-4",
    tasks=frozenset({"advance"}),
    phases={
        phase.name: phase
        for phase in (
            Phase(name=sequence.OPENING, role=OPENING, takes={}, options=no_options),
            Phase(
                name="setup",
                role=SETUP,
                takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: sequence.done},
                options=setup.SETUP.list_options,
            ),
            Phase(
                name=reinforcements.PHASE,
                takes={Place: setup.REINFORCEMENTS.place, Done: setup.REINFORCEMENTS.done},
                options=setup.REINFORCEMENTS.list_options,
            ),
            Phase(
                name="bombardment",
                takes={Bombard: then_check_end(fire.bombard, OVER), Done: sequence.done},
                options=fire.list_options,
            ),
            Phase(
                name="movement",
                takes={
                    Move: then_check_end(movement.move, OVER),
                    Step: then_check_end(movement.step, OVER),
                    Release: movement.release,
                    Done: sequence.done,
                },
                options=movement.list_options,
                without_moves=for_no_unit(movement.list_options),
            ),
            Phase(
                name="combat",
                takes={Attack: then_check_end(combat.attack, OVER), Done: sequence.done},
                options=combat.list_options,
            ),
            Phase(
                name="rally",
                takes={Rally: sequence.done, Done: sequence.done},
                options=rally.list_options,
            ),
        )
    },
    start=sequence.start,
    follow=sequence.follow,
    answers={"advance": combat.answer_advance, "objective": victory.answer_choice},
    standing_answers={"advance": ("yes", "no"), "objective": ("*",)},
    resign=resign,
    timeout=sequence.timeout,
    luck_direction={"combat": "high", "charge": "high", "fire": "low", "morale": "low", "marsh": "high"},
    explanations=explanations.EXPLANATIONS,
    marks=marks.ALL,
    judge_markers=marks.MARKERS,
    fog=fog.fog,
    audience=audience,
    battle_fault=setup.HIDDEN_SETUP.fault,
    display=Display(
        counter_face=display.counter_face,
        zones=zoc.ZOC.zones,
        clashes=odds.clashes,
        objective_owners=victory.owners,
        scores=victory.scores,
        routes=routes.routes,
        route=routes.route,
        costs=routes.costs,
        next_steps=routes.next_steps,
        price_path=routes.price_path,
        leadership=display.leadership,
        entries=entries_and_exits,
        sight=fire.FIRE.sight_rules().sight,  # MP-BOM-4, and by the switch what it sees (MP-BOM-7, O-1)
    ),
)
