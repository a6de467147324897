"""Pousse-pion: Napoleonic battles in phases, second generation. One file a chapter; by the rulebook's order:

PP-GEN `values`, `ground`, `marks` · section 2 `sequence`, `setup` · PP-CMD `command` · PP-FIR `fire` ·
PP-MOV `survey`, `toll`, `minimum`, `stepping`, `movement`, `back`, `crossing`, `reinforcements`,
`manoeuvre` · PP-ZOC `zoc`, `toll`, `arrival` · PP-CHG `charge` · PP-CBT `odds`, `combat` · PP-MOR `losses` ·
PP-RET `refuge`, `retreat` · PP-PUR `pursuit` · PP-RAL `rally` · PP-VIC `victory`.

`ground` says what lies between two hexes, `toll` what a step of one's own will costs, `arrival` what any step
brings; orders, lists of orders and previews all ask these three.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.commands import Attack, Bombard, Charge, Command, Done, Move, Place, Release, Step, Unplace
from engine.rules.turns import ending, no_offers, resign
from engine.scenario import Scenario
from engine.state import State
from engine.system import Decide, Option, Phase, Shows, System
from engine.systems.pousse_pion import (
    charge,
    combat,
    crossing,
    fire,
    manoeuvre,
    marks,
    movement,
    odds,
    overlays,
    pursuit,
    reinforcements,
    routes,
    sequence,
    setup,
    shows,
    victory,
)

MOVING: Mapping[type[Command], Decide] = {
    Move: ending(movement.move, victory.end_if_beaten),
    Step: ending(movement.step, victory.end_if_beaten),
    Release: movement.release,
    Done: sequence.done,
}


def _moves(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Steps and charges (PP-MOV, PP-CHG)."""
    yield from movement.offers(scn, state, side, unit_id)
    yield from charge.offers(scn, state, side, unit_id)


SYSTEM = System(
    name="pousse_pion",
    turns="PP-GEN-01",
    sequence="PP-CMD-03",
    phases={
        phase.name: phase
        for phase in (
            Phase(name=sequence.OPENING, takes={}, offers=no_offers),
            Phase(
                name="setup",
                takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: sequence.done},
                offers=setup.SETUP.offers,
            ),
            Phase(name=sequence.START, takes={}, offers=no_offers),
            Phase(
                name="fire",
                takes={Bombard: ending(fire.bombard, victory.end_if_beaten), Done: sequence.done},
                offers=fire.offers,
            ),
            Phase(
                name="movement",
                takes={**MOVING, Charge: ending(charge.charge, victory.end_if_beaten)},
                offers=_moves,
            ),
            Phase(name="manoeuvre", takes=MOVING, offers=movement.offers),
            Phase(
                name="combat",
                takes={Attack: ending(combat.attack, victory.end_if_beaten), Done: sequence.done},
                offers=combat.offers,
            ),
            Phase(name="rally", takes={}, offers=no_offers),
        )
    },
    opening=sequence.opening,
    follow=sequence.follow,
    answers={
        "manoeuvre": manoeuvre.settle,
        "crossing": ending(crossing.settle, victory.end_if_beaten),
        "pursuit": ending(pursuit.settle, victory.end_if_beaten),
    },
    standing={"manoeuvre": ("yes", "no"), "crossing": ("*",), "pursuit": ("yes", "no")},
    resign=resign,
    timeout=sequence.timeout,
    fortune={"combat": "high", "fire": "low", "morale": "low"},
    marks=marks.ALL,
    markers=marks.MARKERS,
    secrets=setup.veil,
    audience=setup.audience,
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
        sight=overlays.sight,
        entries=reinforcements.awaited,
        costly=shows.costly,
        contacts=shows.contacts,
        proposals=shows.proposals,
        strength=shows.strength,
    ),
)
