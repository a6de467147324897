"""Secret orders as they are made up: who still needs one, which words are chosen, which is asked next. Pure.

Everything is asked of the rulebook on the table as its side may know it. An order on its way is kept
nowhere: its words stand in the ids of the buttons that go on with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import corps
from bot.table import Table
from engine.commands import Write
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.state import Unit
from engine.system import Card, StepOffer, Writing

PACKED = ("order", "path", "target", "with", "facing", "max_range")
"""The words of an order as they stand in an id, in this order; the path as numbers of directions."""
MOST_HEXES = 12


def possible(table: Table) -> bool:
    """Whether this is the time for writing orders."""
    phase = table.system.phases.get(table.state.phase)
    return table.system.writing is not None and phase is not None and Write in phase.takes


def _writing(table: Table) -> Writing:
    assert table.system.writing is not None
    assert table.viewer is not None
    return table.system.writing


def written(table: Table, side: str) -> Mapping[str, Mapping[str, str]]:
    """The orders in a side's envelope, by unit."""
    return table.state.envelopes.get(side, {})


def own(table: Table, side: str) -> tuple[Unit, ...]:
    """The units of a side on the map."""
    return tuple(table.state.fielded(side))


def cards(table: Table, unit: str) -> tuple[Card, ...]:
    """Every order of a unit's card."""
    return tuple(_writing(table).cards(table.scenario, table.state, unit))


def card(table: Table, unit: str, order: str) -> Card | None:
    """One order of a unit's card."""
    return next((c for c in cards(table, unit) if c.order == order), None)


def open_cards(table: Table, unit: str) -> tuple[Card, ...]:
    """Those that can be written now."""
    return tuple(c for c in cards(table, unit) if c.refusal is None)


def default(table: Table, unit: str) -> str:
    """What a unit does without an order."""
    return _writing(table).default(table.scenario, table.state, unit)


def led(table: Table, side: str) -> tuple[Unit, ...]:
    """Those of them to which whoever reads the table may give orders."""
    return tuple(unit for unit in own(table, side) if corps.own(table, unit.id))


def waiting(table: Table, side: str) -> tuple[str, ...]:
    """The units that he could give an order and that have none yet."""
    have = written(table, side)
    return tuple(u.id for u in led(table, side) if u.id not in have and open_cards(table, u.id))


def asked(choice: Card, words: Mapping[str, str]) -> str:
    """The word that is to be chosen next, "" when all are there."""
    return next((need for need in choice.needs if not words.get(need)), "")


def steps(table: Table, unit: str, words: Mapping[str, str]) -> Mapping[Hex, StepOffer]:
    """The next hexes of a path."""
    if len(words.get("path", "").split()) >= MOST_HEXES:
        return {}
    return _writing(table).steps(table.scenario, table.state, unit, words)


def walkable(table: Table, unit: str, words: Mapping[str, str]) -> bool:
    """Whether every hex of a path could follow the one before."""
    said = {name: word for name, word in words.items() if name != "path"}
    for hex_ in words.get("path", "").split():
        offer = steps(table, unit, said).get(hex_)
        if offer is None or offer.refusal is not None:
            return False
        said = with_step(said, hex_)
    return True


def targets(table: Table, unit: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """Whom an order could name."""
    return tuple(_writing(table).targets(table.scenario, table.state, unit, words))


def refusal(table: Table, unit: str, words: Mapping[str, str]) -> Refused | None:
    """Why an order cannot be written as it stands, None when it can."""
    try:
        _writing(table).check(table.scenario, table.state, unit, words)
    except Refused as refused:
        return refused
    return None


def tip(table: Table, unit: str, words: Mapping[str, str]) -> Hex:
    """Where the path chosen so far ends."""
    path = words.get("path", "").split()
    return path[-1] if path else table.state.units[unit].place


def with_step(words: Mapping[str, str], hex_: Hex) -> dict[str, str]:
    """The words with one more hex."""
    return {**words, "path": f"{words.get('path', '')} {hex_}".strip()}


def without_step(words: Mapping[str, str]) -> dict[str, str]:
    """The words with the last hex taken back."""
    path = words.get("path", "").split()[:-1]
    rest = {name: word for name, word in words.items() if name != "path"}
    return {**rest, "path": " ".join(path)} if path else rest


# --- in the ids of buttons ------------------------------------------------------------------------


def pack(table: Table, unit: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """A unit and the words of its order for an id."""
    ways, here, path = table.scenario.grid.directions, table.state.units[unit].place, ""
    for hex_ in words.get("path", "").split():
        near = table.scenario.grid.neighbours(here)
        path += str(next(n for n, way in enumerate(ways) if near.get(way) == hex_))
        here = hex_
    return (unit, *({**words, "path": path}.get(name, "") for name in PACKED))


def unpack(table: Table, about: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The unit and the words in an id. Raises IllegalOrder for what cannot be an order here."""
    unit, said = about[0], dict(zip(PACKED, about[1:], strict=False))
    if unit not in table.state.units:
        raise IllegalOrder("", "nothing_open", side=table.viewer or "")
    ways, here, path = table.scenario.grid.directions, table.state.units[unit].place, list[Hex]()
    for digit in said.pop("path", ""):
        way = ways[int(digit)] if digit.isdigit() and int(digit) < len(ways) else ""
        there = table.scenario.grid.neighbours(here).get(way) if not here.startswith("@") else None
        if there is None:
            raise IllegalOrder("", "nothing_open", side=table.viewer or "")
        path.append(there)
        here = there
    return unit, {
        **{name: word for name, word in said.items() if word},
        **({"path": " ".join(path)} if path else {}),
    }
