"""Small battles of each rulebook as folders of files, with facts written into them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

import scenarios
from engine.scenario import Scenario
from engine.scenario_builder.build import plain
from tests.engine.battle.battles import BATTLES, LEADERS

FILES = ("scenario", "map", "units")
ROWS = 2
"""Rows of the map at a side's edge that are its set-up zone."""


@dataclass
class Written:
    """The text of a small battle of a rulebook, without lessons, to be changed and then written."""

    system: str
    scenario: dict[str, Any] = field(default_factory=dict)
    units: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        folder = scenarios.BATTLES / BATTLES[self.system]
        self.scenario = plain(scenarios.read(folder / "scenario.yaml"))
        self.units = plain(scenarios.read(folder / "units.yaml"))
        self.scenario["lessons"] = []

    @property
    def printed(self) -> Scenario:
        """The battle that comes along, as it is."""
        return scenarios.load(BATTLES[self.system])

    @property
    def sides(self) -> tuple[str, ...]:
        """Its sides, the first player first."""
        return self.printed.side_ids

    def state(self, **entries: Any) -> Written:
        """Add entries to scenario.yaml; those that are mappings are merged."""
        for name, entry in entries.items():
            old = self.scenario.get(name)
            self.scenario[name] = {**old, **entry} if isinstance(old, dict) else entry
        return self

    def of(self, side: str, leaders: bool = False) -> Iterator[dict[str, Any]]:
        """The units of a side, leaders or the others."""
        for unit in self.units["units"]:
            led = self.printed.counters[unit["id"]].kind in LEADERS or unit.get("type") == "general_staff"
            if unit["side"] == side and led is leaders:
                yield unit

    def off_map(self, side: str, most: int = 99) -> Written:
        """Let the first units of a side wait for their set-up."""
        for unit in [*self.of(side)][:most]:
            unit["place"] = "off_map"
            unit.pop("facing", None)
        return self

    def all_off_map(self) -> Written:
        """Let every counter wait for its set-up."""
        for unit in self.units["units"]:
            unit["place"] = "off_map"
            unit.pop("facing", None)
        return self

    def reserve(self, **facts: Any) -> Written:
        """Let the last unit of the second side come later, by the north edge or that of `facts`."""
        (*_, unit) = self.of(self.sides[1])
        unit["place"] = "reserve"
        unit.pop("facing", None)
        return self.state(
            reinforcements=[{"id": "late", "units": [unit["id"]], "turn": "2", "enters": "north", **facts}]
        )

    @property
    def late(self) -> str:
        """The unit that comes later."""
        return str([*self.of(self.sides[1])][-1]["id"])

    def zones(self) -> dict[str, str]:
        """Zones of a few rows at the edge of each side."""
        grid = self.printed.grid
        south = f"01{grid.rows - ROWS + 1:02d}-{grid.label(grid.columns, grid.rows)}"
        north = f"0101-{grid.label(grid.columns, ROWS)}"
        return dict(zip(self.sides, (south, north), strict=True))

    def write(self, beside: Path) -> Path:
        """Write its folder."""
        folder = beside / BATTLES[self.system]
        folder.mkdir()
        shutil.copy(scenarios.BATTLES / BATTLES[self.system] / "map.yaml", folder)
        for name, entries in (("scenario", self.scenario), ("units", self.units)):
            text = yaml.safe_dump(entries, allow_unicode=True, sort_keys=False, width=200)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return folder
