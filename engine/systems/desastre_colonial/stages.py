"""The phases that somebody plays: what may be done in each, what happens when it begins and ends of
itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.system import Offer, Option, Step
from engine.systems.desastre_colonial import (
    chiefs,
    drame,
    engage,
    exits,
    facing,
    faux_pas,
    fire,
    formation,
    free,
    initiative,
    melee,
    movement,
    sharing,
    waves,
)


def nothing(scn: Scenario, ledger: Ledger) -> None:
    """Nothing happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A phase. `offers`: what its player may do. `begin` and `end`: what happens then of itself. `expire`:
    what happens when his time is up, before the phase ends."""

    offers: tuple[Offer, ...] = ()
    begin: Step = nothing
    end: Step = nothing
    expire: Step = nothing


STAGES: Mapping[str, Stage] = {
    "faux_pas": Stage(offers=(faux_pas.offers,), begin=faux_pas.begin, expire=faux_pas.expire),
    "initiative": Stage(offers=(initiative.offers,)),
    "command": Stage(offers=(initiative.command_offers, chiefs.offers)),
    "sharing": Stage(offers=(sharing.offers,)),
    "movement": Stage(
        offers=(movement.offers, facing.offers, formation.offers, engage.offers, exits.offers),
        begin=movement.begin,
        end=movement.end,
    ),
    "fire": Stage(offers=(fire.offers,)),
    "melee": Stage(offers=(melee.offers,), begin=melee.begin, end=melee.end, expire=melee.expire),
    "drame": Stage(begin=drame.begin),
    "chiefs": Stage(offers=(chiefs.offers,), begin=chiefs.begin, end=chiefs.end),
    "free_move": Stage(offers=(free.offers,), end=free.end),
    "waves": Stage(offers=(waves.offers,), begin=waves.begin, end=waves.end, expire=waves.expire),
}


def offers(phase: str) -> Offer:
    """The function that lists what may be done in a phase (everything its parts offer, each thing once)."""

    def offered(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
        kept: list[Option] = []
        for part in STAGES[phase].offers:
            kept += (option for option in part(scn, state, side, unit_id) if option not in kept)
        return tuple(kept)

    return offered
