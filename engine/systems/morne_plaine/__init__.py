"""Morne Plaine: Napoleonic battles in phases. One file a chapter; by the rulebook's order:

MP-GEN `sequence` and `marks` · MP-CMD `command` · MP-MOR `losses`, `combat` · MP-SET `setup` · MP-BOM `fire`,
`sight` · MP-MOV `toll`, `movement` · MP-ZOC `zoc` and `toll` · MP-CHG `charge` · MP-CBT `odds`, `combat` ·
MP-RET `retreat` · MP-ADV `combat` · MP-RAL `rally` · MP-VIC `victory`.

`ground` holds the four meanings of "adjacent", `toll` the price of a step, `odds` the sum of an attack;
orders, lists of orders and previews all ask these three. What the map asks of a step is its `going`, which
`survey` measures once for all steps.
"""

from __future__ import annotations

from engine.commands import Attack, Bombard, Done, Move, Place, Rally, Release, Step, Unplace
from engine.rules.setup import audience
from engine.rules.turns import ending, no_offers, resign
from engine.system import Phase, Shows, System
from engine.systems.morne_plaine import (
    combat,
    fire,
    marks,
    movement,
    odds,
    overlays,
    rally,
    routes,
    sequence,
    setup,
    shows,
    victory,
)

OVER = victory.end_if_wiped_out  # after every decision: a side without units has lost at once (MP-VIC-11)

SYSTEM = System(
    name="morne_plaine",
    turns="MP-GEN-3",
    sequence="MP-GEN-4",
    phases={
        phase.name: phase
        for phase in (
            Phase(name=sequence.OPENING, takes={}, offers=no_offers),
            Phase(
                name="setup",
                takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: sequence.done},
                offers=setup.SETUP.offers,
            ),
            Phase(
                name="bombardment",
                takes={Bombard: ending(fire.bombard, OVER), Done: sequence.done},
                offers=fire.offers,
            ),
            Phase(
                name="movement",
                takes={
                    Move: ending(movement.move, OVER),
                    Step: ending(movement.step, OVER),
                    Release: movement.release,
                    Done: sequence.done,
                },
                offers=movement.offers,
            ),
            Phase(
                name="combat",
                takes={Attack: ending(combat.attack, OVER), Done: sequence.done},
                offers=combat.offers,
            ),
            Phase(
                name="rally",
                takes={Rally: sequence.done, Done: sequence.done},
                offers=rally.offers,
            ),
        )
    },
    opening=sequence.opening,
    follow=sequence.follow,
    answers={"advance": combat.settle_advance, "objective": victory.settle_choice},
    standing={"advance": ("yes", "no"), "objective": ("*",)},
    resign=resign,
    timeout=sequence.timeout,
    fortune={"combat": "high", "charge": "high", "fire": "low", "morale": "low", "marsh": "high"},
    marks=marks.ALL,
    markers=marks.MARKERS,
    secrets=setup.veil,
    audience=audience,
    shows=Shows(
        face=shows.face,
        zones=shows.zones,
        clashes=odds.clashes,
        owners=victory.owners,
        scores=victory.scores,
        routes=routes.routes,
        steps=routes.steps,
        ways=overlays.way,
        leadership=overlays.leadership,
        sight=overlays.sight,
    ),
)
