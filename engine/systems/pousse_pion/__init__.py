"""Pousse-pion: the second generation of Morne Plaine. One file a chapter."""

from __future__ import annotations

from engine.commands import Done, Place, Unplace
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, Phase, Shows, System, Way
from engine.systems.pousse_pion import marks, sequence, setup, shows


def _pass(scn: Scenario, state: State, side: str, unit: str) -> tuple[Option, ...]:
    return () if unit else (Option(command=Done()),)


SYSTEM = System(
    name="pousse_pion",
    turns="PP-GEN-01",
    sequence="PP-CMD-03",
    phases={
        phase.name: phase
        for phase in (
            Phase(name=sequence.OPENING, takes={}, offers=sequence.no_offers),
            Phase(
                name="setup",
                takes={Place: setup.SETUP.place, Unplace: setup.SETUP.unplace, Done: sequence.done},
                offers=setup.SETUP.offers,
            ),
            Phase(name="start", takes={}, offers=sequence.no_offers),
            Phase(name="manoeuvre", takes={Done: sequence.done}, offers=_pass),
            Phase(name="fire", takes={Done: sequence.done}, offers=_pass),
            Phase(name="movement", takes={Done: sequence.done}, offers=_pass),
            Phase(name="combat", takes={Done: sequence.done}, offers=_pass),
            Phase(name="rally", takes={}, offers=sequence.no_offers),
        )
    },
    opening=sequence.opening,
    follow=sequence.follow,
    answers={},
    resign=sequence.resign,
    timeout=sequence.timeout,
    marks=marks.ALL,
    secrets=setup.veil,
    audience=setup.audience,
    shows=Shows(
        face=shows.face,
        zones=shows.zones,
        clashes=lambda scn, state: (),
        owners=lambda scn, state: {},
        scores=lambda scn, state: dict.fromkeys(scn.side_ids, 0),
        routes=lambda scn, state, unit: {},
        steps=lambda scn, state, unit: {},
        ways=lambda scn, state, unit, path, order: Way(unit=unit, start=state.units[unit].place, paces=()),
    ),
)
