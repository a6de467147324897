"""Facts that a battle of a rulebook may not state because a rule of it says otherwise, each with that rule.

Everything else that this format has serves in every rulebook. The table for authors is in
docs/battle-facts.md; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario_builder.mapping_reader import MappingReader

FORBIDDEN: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "morne_plaine": (
        ("exits", "units", "", "victory goes by points: say `points` (MP-VIC-1)"),
        ("objectives", "scored", "intact", "say occupied or passing (MP-VIC-2, MP-VIC-3)"),
    ),
    "pousse_pion": (
        ("exits", "units", "", "victory goes by points: say `points` (PP-VIC-03)"),
        ("objectives", "scored", "occupied", "the side owns a hex that entered it last (PP-VIC-02)"),
        ("objectives", "scored", "intact", "the side owns a hex that entered it last (PP-VIC-02)"),
    ),
    "desastre_colonial": (
        ("exits", "points", "", "no points decide it: say `units` instead (DC-VIC-06)"),
        ("exits", "most", "", "no points decide it: say `units` instead (DC-VIC-06)"),
        ("exits", "side", "native", "only units of colonial count for victory (DC-VIC-03)"),
        ("objectives", "scored", "passing", "Colonial must hold it at the end (DC-VIC-06)"),
        ("options", "setup_only_first_turn", "", "set-up comes before turn 1, which is played (DC-GEN-03)"),
    ),
    "art_of_tactic": (
        ("exits", "units", "", "victory goes by points: say `points` (AT-VIC-02)"),
        ("objectives", "scored", "passing", "an army must be there at the end (AT-VIC-06)"),
        ("objectives", "scored", "intact", "an army must be there at the end (AT-VIC-06)"),
        ("weather", "slows", "", "a written path is as long as its order says: say `sight` (AT-MOV-03)"),
        ("options", "setup", "optional", "each side places all its units, in secret (R-78)"),
        ("options", "setup", "mixed", "each side places all its units, in secret (R-78)"),
        ("options", "setup_only_first_turn", "", "set-up comes before turn 1, which is played (R-78)"),
    ),
}
"""By rulebook: the part of the file, the entry, the word that is forbidden ("" for any), and why."""


def refuse_forbidden(reader: MappingReader, rulebook: str) -> None:
    """Refuse what a rule of the rulebook forbids a battle to state. Raises BadScenario."""
    for part, entry, word, why in FORBIDDEN.get(rulebook, ()):
        for page in _pages(reader, part):
            said = page.entries.get(entry)
            if said is not None and word in ("", str(said)):
                value = f"{str(said)!r} cannot be: " if word else "cannot be said here: "
                raise page.mistake(value + why, entry)


def _pages(reader: MappingReader, part: str) -> Iterator[MappingReader]:
    """The mappings of a part of the file; what is no mapping is refused by who reads it."""
    there = reader.entries.get(part)
    if isinstance(there, (list, tuple)):
        for number, row in enumerate(there, 1):
            if hasattr(row, "items"):
                yield MappingReader.of(row, f"{part}[{number}]", reader.at)
    elif hasattr(there, "items"):
        yield MappingReader.of(there, part, reader.at)
