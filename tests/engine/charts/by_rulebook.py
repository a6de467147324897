"""The probes of every rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engine.charts.art_of_tactic import ART_OF_TACTIC
from tests.engine.charts.desastre_colonial import DESASTRE_COLONIAL
from tests.engine.charts.napoleonic import MORNE_PLAINE, POUSSE_PION
from tests.engine.charts.probes import Entry, Probe, Probes, first_match

PROBES: Mapping[str, Probes] = {
    "art_of_tactic": ART_OF_TACTIC,
    "desastre_colonial": DESASTRE_COLONIAL,
    "morne_plaine": MORNE_PLAINE,
    "pousse_pion": POUSSE_PION,
}


def probe_of(system: str, way: Entry) -> Probe | None:
    """The probe of an entry, None where a case has to show it."""
    return first_match(PROBES[system], way)
