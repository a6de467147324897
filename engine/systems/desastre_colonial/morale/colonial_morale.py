"""The colonial morale test: circumstances, then dice (DC-MOR-05 to 13)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.morale_causes import rule
from engine.systems.desastre_colonial.general.values import cohesion
from engine.systems.desastre_colonial.morale.circumstances import ADVERSE, FAVOURABLE, Counted, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The circumstances of a unit, before any die (DC-MOR-05, DC-MOR-06)."""

    adverse: tuple[Counted, ...]
    favourable: tuple[Counted, ...]

    @property
    def uncancelled(self) -> int:
        """The adverse circumstances not cancelled by favourable ones; none passes without a roll (DC-MOR-07,
        DC-MOR-08)."""
        return max(0, len(self.adverse) - len(self.favourable))


def balance(scn: Scenario, state: State, unit: Unit) -> Balance:
    """The circumstances of a colonial unit now (DC-MOR-05, DC-MOR-06, DC-MOR-16)."""
    return Balance(
        adverse=counted(scn, state, unit, ADVERSE), favourable=counted(scn, state, unit, FAVOURABLE)
    )


def test(scn: Scenario, ledger: Ledger, unit: Unit, cause: str) -> int:
    """Test a colonial unit's morale: the length of its rout in hexes, 0 when it passes (DC-MOR-07 to 13)."""
    circumstances = balance(scn, ledger.state, unit)
    dice: tuple[int, ...] = ()
    needed = int(scn.chart("morale", "success"))
    if circumstances.uncancelled:
        dice = ledger.pool(
            "morale",
            cohesion(unit),
            sides=int(scn.chart("morale", "die")),
            rule="DC-MOR-09",
            by=unit.id,
            outcome=lambda die: die >= needed,
        )
    saved = sum(die >= needed for die in dice)
    length = max(0, circumstances.uncancelled - saved)
    ledger.note(
        "morale",
        rule(scn, unit, cause) if circumstances.uncancelled else "DC-MOR-08",
        unit=unit.id,
        hex=unit.place,
        cause=cause,
        adverse=tuple(one.text for one in circumstances.adverse),
        favourable=tuple(one.text for one in circumstances.favourable),
        A=len(circumstances.adverse),
        F=len(circumstances.favourable),
        dice=tuple(map(str, dice)),
        saved=saved,
        U=length,
        result="rout" if length else "passed",
    )
    return length
