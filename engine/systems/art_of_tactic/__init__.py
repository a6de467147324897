"""Art of Tactic: Samurai Battles, with secret orders carried out simultaneously."""

from __future__ import annotations

from engine.battle import reinforcements
from engine.battle.exits import entries_and_exits
from engine.commands import Done, Place, Seal, Unplace, Unseal, Write
from engine.display import Display
from engine.rules.turns import no_options, resign
from engine.system import OPENING, SETUP, Chapters, Phase, System
from engine.systems.art_of_tactic import (
    display,
    execution,
    explanations,
    fog,
    marks,
    overlays,
    sequence,
    setup,
    victory,
)
from engine.systems.art_of_tactic.orders import planning

CHAPTERS: Chapters = (
    ("GEN", "General", ("sequence", "execution", "setup", "dice", "combat.removal")),
    (
        "ORD",
        "Orders",
        (
            "orders.planning",
            "orders.allowed_orders",
            "orders.parameters",
            "orders.possible_orders",
            "orders.commander_access",
            "orders.reveal",
            "orders.special_orders",
            "orders.ambush",
            "orders.join_up",
        ),
    ),
    ("MOV", "Movement", ("movement.paths", "movement.movement_step")),
    ("ENC", "Encounters", ("movement.encounters", "movement.contacts", "movement.own_stops")),
    ("ZOC", "Zones of control", ("zones.zone_of_control",)),
    ("DZ", "Defense Zone and Kill Zone", ("zones.defense_zone", "zones.kill_zone")),
    ("RNG", "Ranged combat", ("combat.ranged_combat", "combat.shots", "combat.line_of_sight")),
    (
        "MEL",
        "Melee",
        (
            "combat.engagement",
            "combat.facing",
            "combat.attack_side",
            "combat.melee",
            "combat.attacks",
            "combat.modified_values",
            "combat.casualties",
            "combat.after_melee",
        ),
    ),
    (
        "MOR",
        "Morale and honor (from intermediate on)",
        (
            "morale.morale_levels",
            "morale.fortitude_tests",
            "morale.morale_phase",
            "morale.flee_and_panic",
            "morale.forced_paths",
            "morale.honor",
            "morale.pursue",
        ),
    ),
    ("TER", "Terrain", ("movement.terrain",)),
    ("FAT", "Fatigue (expert)", ("fatigue",)),
    ("VIC", "Victory", ("victory",)),
)
OF_NO_CHAPTER = ("unit_card", "directions", "marks", "fog", "display", "overlays", "explanations")

PLANNING = Phase(
    name=sequence.PLANNING,
    takes={Write: planning.write, Seal: planning.seal, Unseal: planning.unseal},
    options=planning.offers,
    anytime=frozenset({Unseal}),
)
PLACING = Phase(
    name=sequence.SETUP,
    role=SETUP,
    takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: setup.finish},
    options=setup.SETUP.list_options,
)
ARRIVING = Phase(
    name=reinforcements.PHASE,
    takes={Place: setup.REINFORCEMENTS.place, Done: setup.REINFORCEMENTS.done},
    options=setup.REINFORCEMENTS.list_options,
)
AUTOMATIC = (
    Phase(name=sequence.OPENING, role=OPENING, takes={}, options=no_options),
    *(Phase(name=name, takes={}, options=no_options) for name in sequence.AUTOMATIC_PHASES),
)

SYSTEM = System(
    name="art_of_tactic",
    phases={phase.name: phase for phase in (*AUTOMATIC, PLACING, ARRIVING, PLANNING)},
    start=sequence.opening,
    follow=sequence.follow,
    answers={},
    settle=execution.settle,
    battle_fault=setup.battle_fault,
    resign=resign,
    timeout=sequence.time_out,
    luck_direction=dict.fromkeys(("fire", "move_and_fire", "kill_zone", "melee", "fortitude"), "low"),
    explanations=explanations.EXPLANATIONS,
    marks=marks.ALL,
    judge_markers=marks.MARKERS,
    fog=fog.as_seen_by,
    audience=fog.audience,
    secret_orders=planning.WRITING,
    automatic_phases=frozenset(sequence.AUTOMATIC_PHASES),
    display=Display(
        counter_face=display.face,
        zones=display.zones,
        clashes=display.clashes,
        objective_owners=victory.owners,
        scores=victory.scores,
        routes=display.routes,
        next_steps=display.steps,
        price_path=overlays.way,
        leadership=overlays.leadership,
        sight=overlays.sight,
        entries=entries_and_exits,
        fields_of_fire=display.fields,
    ),
)
