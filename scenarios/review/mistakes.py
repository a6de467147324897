"""All mistakes in the text of a battle. The reader stops at the first one: here what it complains of is
taken out of a copy of the text, and the copy is read again, until it can be built."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder import map_text
from engine.scenario_builder.mapping_reader import parse_int
from scenarios import catalogue
from scenarios.review.keys import STEP, entries_along, steps
from scenarios.text import Row, Table, Text

MOST = 60
"""Mistakes that are looked for in one battle."""
PLACEHOLDERS = {"title": "?", "intro": "?", "name": "?", "text": "?", "turns": "8", "points": "1"}
"""What stands in for an entry that is missing or cannot be read."""
PLACED = "free"
"""How units are set up where that cannot be read."""
WATERS = {*map_text.WATERS, *map_text.MORE_WATERS}
MEANT = re.compile(r"did you mean '([^']+)'")
"""The guess in a mistake."""
LEFT_OUT = {"about", "first_minute", "background", "home", "owner", "plural", "facing", "formation"}
"""Entries of which a battle, a side, a unit can do without."""


@dataclass(slots=True)
class Draft:
    """A battle as far as it can be read: its text, every mistake, and the scenario, None when the mistakes
    leave nothing that could be built. The scenario of a draft with mistakes lacks what they are in."""

    name: str
    printed: Table = field(default_factory=Table)
    mistakes: list[BadScenario] = field(default_factory=list)
    scenario: Scenario | None = None
    hints: list[BadScenario] = field(default_factory=list)
    """What its catalogues lack, and what they have too much: the battle's own text stands in."""


def read_draft(folder: Path) -> Draft:
    """The draft in a folder, or in one YAML file that holds everything."""
    draft = Draft(folder.stem if folder.is_file() else folder.name)
    files = [folder] if folder.is_file() else [folder / f"{n}.yaml" for n in ("scenario", "map", "units")]
    tables = [table for file in files if (table := _table(draft, file)) is not None]
    if len(tables) < len(files):
        return draft
    try:
        if len(tables) > 1:
            tables[1] = scenarios.whole_map(tables[1], folder.resolve().parent)
        printed = scenarios.assembled(*tables) if len(tables) > 1 else tables[0]
        if folder.is_dir():
            draft.hints += catalogue.translate(printed, catalogue.files(folder), folder.name)
        if folder.is_file() and "map" in printed:
            printed["map"] = scenarios.whole_map(printed["map"], folder.resolve().parent)
        if folder.is_dir() and printed.get("id") != folder.name:
            what = f"should be {folder.name!r}, the name of the folder"
            draft.mistakes.append(BadScenario(what, "id", _line(printed, "id")))
        charts = scenarios.charts(scenarios.system_of(printed))
        printed["charts"] = scenario_builder.merged(charts, printed.get("charts", {}))
    except BadScenario as mistake:
        draft.mistakes.append(mistake)
        return draft
    draft.printed = printed
    _read(draft)
    return draft


def draft_of(printed: Table, name: str = "") -> Draft:
    """The draft in the entries of a battle, merged with the charts of its rulebook. They are not changed."""
    draft = Draft(name, printed)
    _read(draft)
    return draft


def _table(draft: Draft, file: Path) -> Table | None:
    try:
        return scenarios.read(file)
    except BadScenario as mistake:
        draft.mistakes.append(mistake)
        return None


def _read(draft: Draft) -> None:
    """Build the battle, collecting its mistakes."""
    copy = _Copy(draft.printed)
    for _ in range(MOST):
        try:
            draft.scenario = scenarios.checked(scenario_builder.build(copy.root), copy.root)
            return
        except BadScenario as mistake:
            known = {(told.what, told.where) for told in draft.mistakes}
            misnamed = mistake.key == "id" and any(told.key == "id" for told in draft.mistakes)
            told = misnamed or copy.is_consequence(mistake) or (mistake.what, mistake.where) in known
            if not told:
                key = copy.original_key(mistake.key)
                draft.mistakes.append(BadScenario(mistake.what, key, mistake.where))
            if not copy.take_out(mistake):
                return


def _line(table: Table, name: str) -> str:
    return str(getattr(table.get(name), "where", table.where))


class _Copy:
    """A copy of a battle's text, and what was taken out of it."""

    def __init__(self, printed: Table) -> None:
        self.root = _copied(printed)
        self._numbers: dict[int, dict[int, int]] = {}
        """By list: the number that each of its items had in the author's text, by the item."""
        self._kept_alive: list[Any] = []
        self._gone: set[str] = set()
        self._shortened: set[str] = set()
        """The lists from which something was taken out."""
        self._dry: set[str] = set()
        """The lists of the map from which a row was taken out."""
        self._deleted: set[str] = set()
        """The keys of entries that were taken out, and of those that misspelt ones were meant for."""
        self._left_out: set[str] = set()
        """The parts that were left out as a whole."""

    def original_key(self, key: str) -> str:
        """A key with the numbers that the items had before others were taken out."""
        parts, at = [], self.root
        for name, number in STEP.findall(key):
            if name:
                parts.append(f".{name}")
                at = at.get(name) if isinstance(at, dict) else None
            elif isinstance(at, list) and 0 < int(number) <= len(at):
                item = at[int(number) - 1]
                parts.append(f"[{self._numbers.get(id(at), {}).get(id(item), int(number))}]")
                at = item
            else:
                parts.append(f"[{number}]")
        return "".join(parts).removeprefix(".")

    def is_consequence(self, mistake: BadScenario) -> bool:
        """Whether the reader only misses what was taken out."""
        alone = mistake.what.startswith("is missing") and mistake.key.endswith((".arrives", ".enters"))
        return (
            any(repr(word) in mistake.what for word in self._gone)
            or (bool(self._gone) and mistake.key in ("units", "sides", "zones"))
            or (
                self.original_key(mistake.key) in self._deleted
                and mistake.what.startswith(("is missing", "has 0 rows"))
            )
            or mistake.key.partition(".")[0] in self._left_out
            or (alone and "reinforcements" in self._shortened)
            or (mistake.what.startswith("there is no water") and not self._dry.isdisjoint(WATERS))
        )

    def take_out(self, mistake: BadScenario) -> bool:
        """Take the mistake out of the text; False where that cannot be done."""
        names = steps(mistake.key)
        if not names:
            return False
        parents = [self.root, *entries_along(self.root, names)]
        meant = MEANT.search(mistake.what)
        key = self.original_key(mistake.key)
        self._deleted |= {key, key.removesuffix(str(names[-1])) + (meant[1] if meant else "")}
        if mistake.what.startswith("unknown entry") and isinstance(parents[len(names) - 1], dict):
            del parents[len(names) - 1][names[-1]]
            return True
        if names[0] == "map":
            return len(names) > 1 and self._mend_map(str(names[1]), names, mistake)
        if names[-1] in LEFT_OUT and isinstance(parents[len(names) - 1], dict):
            return parents[len(names) - 1].pop(names[-1], None) is not None
        for depth in range(len(names) - 1, -1, -1):
            if isinstance(names[depth], int) and names[0] != "sides":
                self._shortened.add(str(names[0]))
                return self._take_item(parents[depth], int(names[depth]) - 1)
        return self._stand_in(names, parents)

    def _take_item(self, row: list[Any], index: int) -> bool:
        if not 0 <= index < len(row):
            return False
        numbers = self._numbers.setdefault(id(row), {id(item): n for n, item in enumerate(row, 1)})
        self._kept_alive.append(row[index])
        numbers.setdefault(id(row[index]), index + 1)
        if isinstance(row[index], dict) and isinstance(row[index].get("id"), str):
            self._gone.add(str(row[index]["id"]))
        del row[index]
        return True

    def _stand_in(self, names: list[Any], parents: list[Any]) -> bool:
        """Put something readable in the place of an entry, or leave out one that need not be there."""
        holder, name = parents[len(names) - 1], names[-1]
        top = str(names[0])
        if top in ("options", "zones", "objectives", "lessons", "charts", "about", "background") and (
            isinstance(self.root, dict) and top in self.root
        ):
            section = self.root[top]
            if names == ["options", "setup"] and str(section["setup"]) != PLACED:
                section["setup"] = Text(PLACED)  # without it no unit could wait off the map
                return True
            if len(names) > 1 and isinstance(section, dict) and names[1] in section and top != "charts":
                del section[names[1]]
                return True
            self._left_out.add(top)
            return top != "charts" and self.root.pop(top, None) is not None
        if top in ("title", "intro"):
            known = self.root.get(top)
            self.root[top] = Text("?") if str(known) != "?" else known
            return str(known) != "?"
        if isinstance(holder, dict) and name in PLACEHOLDERS and str(holder.get(name)) != PLACEHOLDERS[name]:
            holder[name] = Text(PLACEHOLDERS[name])
            return True
        return False

    def _mend_map(self, name: str, names: list[Any], mistake: BadScenario) -> bool:
        sheet = self.root["map"]
        if name in ("terrain", "levels"):
            return self._mend_rows(sheet, name)
        if name == "legend":
            legend = sheet.get("legend")
            good = next((word for word in legend.values() if word in ("clear", "plains")), None)
            if len(names) < 3 or legend.get(names[2]) == good or good is None:
                return len(names) > 2 and legend.pop(names[2], None) is not None
            legend[names[2]] = good
            return True
        entry = sheet.get(name)
        if isinstance(entry, dict) and len(names) > 2:
            return entry.pop(names[2], None) is not None
        if isinstance(entry, list):
            for index, text in enumerate(entry):
                if getattr(text, "where", "") == mistake.where:
                    self._dry.add(name)
                    del entry[index]
                    return True
        return name not in ("columns", "rows", "terrain") and sheet.pop(name, None) is not None

    def _mend_rows(self, sheet: Table, name: str) -> bool:
        """Make the first row that cannot be read one that can."""
        rows, legend = sheet.get(name), sheet.get("legend", {}) if name == "terrain" else "0123456789"
        columns, count = (parse_int(str(sheet.get(key, ""))) for key in ("columns", "rows"))
        if not isinstance(rows, list) or not columns or not count or not legend:
            return name == "levels" and sheet.pop(name, None) is not None
        plain = next(iter(legend))
        for index, row in enumerate(rows):
            letters = "".join(str(row).split())
            mended = "".join(letter if letter in legend else plain for letter in letters)
            mended = mended[:columns].ljust(columns, plain)
            if mended != letters:
                rows[index] = Text(" ".join(mended))
                return True
        if len(rows) != count:
            rows[:] = [*rows, *(Text(plain * columns) for _ in range(count))][:count]
            return True
        return False


def _copied(thing: Any) -> Any:
    """A copy whose lists and mappings are new and still know their lines."""
    copy: Any
    if isinstance(thing, dict):
        copy = Table({name: _copied(entry) for name, entry in thing.items()})
    elif isinstance(thing, list):
        copy = Row(_copied(entry) for entry in thing)
    else:
        return thing
    copy.where = getattr(thing, "where", "")
    return copy
