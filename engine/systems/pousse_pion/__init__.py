"""Pousse-pion: Napoleonic battles in phases, second generation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.battle import reinforcements
from engine.commands import Attack, Bombard, Charge, Command, Done, Move, Place, Release, Step, Unplace
from engine.display import Display
from engine.rules.movement import CROSSING
from engine.rules.turns import for_no_unit, no_options, resign, then_check_end
from engine.scenario import Scenario
from engine.state import State
from engine.system import OPENING, SETUP, Chapters, CommandHandler, Option, Phase, System
from engine.systems.pousse_pion import display, explanations, fire, fog, marks, sequence, setup, victory, zoc
from engine.systems.pousse_pion.combat import combat, odds, pursuit
from engine.systems.pousse_pion.movement import charge, manoeuvre, movement, routes
from engine.systems.pousse_pion.movement.reinforcements import expected_entries

CHAPTERS: Chapters = (
    ("GEN", "General", ("units", "terrain", "sequence", "setup", "fog")),
    ("CMD", "Command", ("command",)),
    ("FIR", "Fire", ("fire",)),
    (
        "MOV",
        "Movement",
        (
            *("movement.cost_table", "movement.step_cost", "movement.step_effects", "movement.movement"),
            *("movement.routes", "movement.reach", "movement.reinforcements", "movement.manoeuvre"),
        ),
    ),
    ("ZOC", "Zones of control", ("zoc", "movement.step_cost", "movement.step_effects")),
    ("CHG", "Cavalry charges", ("movement.charge",)),
    ("CBT", "Combat", ("combat.odds", "combat.combat")),
    ("MOR", "Morale, disorder, losses", ("losses",)),
    ("RET", "Retreats", ("combat.retreat_destinations", "combat.retreat")),
    ("PUR", "Pursuit after combat", ("combat.pursuit",)),
    ("RAL", "Rally", ("rally",)),
    ("VIC", "Victory", ("victory",)),
)

OF_NO_CHAPTER = ("display", "explanations", "marks")

OVER = victory.end_if_beaten  # after every decision: a side without combat units has lost at once (PP-VIC-07)

MOVING: Mapping[type[Command], CommandHandler] = {
    Move: then_check_end(movement.move, OVER),
    Step: then_check_end(movement.step, OVER),
    Release: movement.release,
    Done: sequence.done,
}


def _steps_and_charges(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """What may be done in the Movement phase (PP-MOV, PP-CHG)."""
    yield from movement.list_options(scn, state, side, unit_id)
    yield from charge.list_options(scn, state, side, unit_id)


def _charges(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    list_options = charge.list_options if unit_id else movement.list_options
    return list_options(scn, state, side, unit_id)


SYSTEM = System(
    name="pousse_pion",
    turns_rule="PP-GEN-01",
    sequence_rule="PP-CMD-03",
    tasks=frozenset({manoeuvre.TASK, pursuit.PURSUIT, CROSSING}),
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
            Phase(name=reinforcements.PHASE, takes={}, options=no_options),
            Phase(name=sequence.START, takes={}, options=no_options),
            Phase(
                name="fire",
                takes={Bombard: then_check_end(fire.bombard, OVER), Done: sequence.done},
                options=fire.list_options,
            ),
            Phase(
                name="movement",
                takes={**MOVING, Charge: then_check_end(charge.charge, OVER)},
                options=_steps_and_charges,
                without_moves=_charges,
            ),
            Phase(
                name="manoeuvre",
                takes=MOVING,
                options=movement.list_options,
                without_moves=for_no_unit(movement.list_options),
            ),
            Phase(
                name="combat",
                takes={Attack: then_check_end(combat.attack, OVER), Done: sequence.done},
                options=combat.list_options,
            ),
            Phase(name="rally", takes={}, options=no_options),
        )
    },
    start=sequence.start,
    follow=sequence.follow,
    answers={
        "manoeuvre": manoeuvre.answer,
        "crossing": then_check_end(movement.CROSSING.answer, OVER),
        "pursuit": then_check_end(pursuit.answer, OVER),
    },
    standing_answers={"manoeuvre": ("yes", "no"), "crossing": ("*",), "pursuit": ("yes", "no")},
    resign=resign,
    timeout=sequence.timeout,
    luck_direction={"combat": "high", "fire": "low", "morale": "low"},
    explanations=explanations.EXPLANATIONS,
    marks=marks.ALL,
    judge_markers=marks.MARKERS,
    fog=fog.fog,
    audience=fog.audience,
    battle_fault=setup.HIDDEN_SETUP.fault,
    display=Display(
        counter_face=display.counter_face,
        zones=zoc.ZOC.zones,
        clashes=odds.clashes,
        objective_owners=victory.owners,
        scores=victory.scores,
        routes=routes.routes,
        next_steps=routes.next_steps,
        price_path=routes.price_path,
        leadership=display.leadership,
        sight=fire.FIRE.sight_rules().sight,  # PP-FIR-03, PP-FIR-05 to 10
        entries=expected_entries,
        costly_to_leave=display.costly_to_leave,
        contacts=display.contacts,
        proposed_moves=pursuit.proposed_moves,
        strength=display.strength,
    ),
)
