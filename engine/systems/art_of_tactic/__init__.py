"""Art of Tactic: Samurai Battles with secret orders carried out all at once. One file a chapter.

`orders` and `words` say what may be written, `sequence` what comes when, `execution` carries it out.
"""

from __future__ import annotations

from engine.commands import Done, Place, Seal, Unplace, Unseal, Write
from engine.rules.turns import no_offers, resign
from engine.system import Phase, Shows, System
from engine.systems.art_of_tactic import marks, orders, overlays, secrets, sequence, setup, shows, victory

PLANNING = Phase(
    name="planning",
    takes={Write: orders.write, Seal: sequence.seal, Unseal: sequence.unseal},
    offers=orders.offers,
    anytime=frozenset({Unseal}),
)
SETUP = Phase(
    name="setup",
    takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: sequence.placed},
    offers=setup.SETUP.offers,
)
PLAYS_ITSELF = tuple(
    Phase(name=name, takes={}, offers=no_offers) for name in (sequence.OPENING, *sequence.PLAYED)
)

SYSTEM = System(
    name="art_of_tactic",
    phases={phase.name: phase for phase in (*PLAYS_ITSELF, SETUP, PLANNING)},
    opening=sequence.opening,
    follow=sequence.follow,
    answers={},
    resign=resign,
    timeout=sequence.timeout,
    fortune=dict.fromkeys(("fire", "move_and_fire", "kill_zone", "melee", "fortitude"), "low"),
    marks=marks.ALL,
    markers=marks.MARKERS,
    secrets=secrets.veil,
    audience=secrets.audience,
    writing=orders.WRITING,
    stages=frozenset(sequence.PLAYED),
    shows=Shows(
        face=shows.face,
        zones=shows.zones,
        clashes=shows.clashes,
        owners=victory.owners,
        scores=victory.scores,
        routes=shows.routes,
        steps=shows.steps,
        ways=overlays.way,
        leadership=overlays.leadership,
        sight=overlays.sight,
        fields=shows.fields,
    ),
)
