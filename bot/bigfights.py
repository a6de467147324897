"""The big fight that impends, if one does, and how it ended: from the log and what everybody knows. Pure.

One is asked about in the report with which a phase of fights begins (or, where orders are written in secret,
a turn): the defender for whom most is at stake. It ends with the player-turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.table import Table
from engine import events as ev
from engine.commands import Attack, Step, Write
from engine.hexes import Hex
from engine.rules.setup import HIDDEN
from engine.state import State, Unit
from storage import Entry

HOLDS, BACK, GONE = OUTCOMES = ("holds", "back", "gone")
"""The unit stands on its hex still, on another one, or on the map no more."""
LEAST, ODDS = Fraction(7, 2), Fraction(3, 2)
"""What must meet in a fight for it to be a big one, in strengths of a mean unit on the map; how much stronger
than its target whatever reaches it must be: else it is no question."""
LEAST_SECRET, ODDS_SECRET = Fraction(5, 2), Fraction(1)
"""The same where orders are secret: nobody knows who else will come."""
FEWEST = 10
"""Units on the map below which every fight is a skirmish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """Who may be attacked, where, and by whom at most; the turn and player-turn it belongs to."""

    unit: str
    hex: Hex
    enemies: tuple[str, ...]
    turn: int
    player: str


def entry_of(table: Table, after: int) -> Entry | None:
    """The entry up to which everybody knew so many; None once it is undone."""
    known = table.known_to("")
    entry = known[after - 1] if 0 < after <= len(known) else None
    return entry if entry is not None and entry.struck is None else None


def impending(table: Table) -> Fight | None:
    """The big fight that impends at the end of a table's log."""
    entry, state = table.living[-1] if table.living else None, table.seen("").state
    if entry is None or state.result is not None or table.scenario.lessons or not _fights_begin(table, entry):
        return None
    fielded = {u.id: _strength(table, u) for u in state.fielded()}
    if len(fielded) < FEWEST:
        return None
    met = _met(table, state)
    secret = table.system.writing is not None
    times, odds = (LEAST_SECRET, ODDS_SECRET) if secret else (LEAST, ODDS)
    least = times * Fraction(sum(fielded.values()), len(fielded))
    found = []
    for unit, enemies in met.items():
        own, theirs = fielded.get(unit, 0), sum(fielded.get(e, 0) for e in enemies)
        if own and theirs >= odds * own and own + theirs >= least:
            found.append((min(own, theirs), own + theirs, unit))
    if not found:
        return None
    unit = min(found, key=lambda f: (-f[0], -f[1], f[2]))[2]
    there = state.units[unit].hex
    assert there is not None
    return Fight(unit=unit, hex=there, enemies=tuple(met[unit]), turn=state.turn, player=state.player)


def _met(table: Table, state: State) -> dict[str, dict[str, None]]:
    """Whoever can be attacked, each with all that can reach it; where orders are secret, whoever is fought
    already, with all enemies beside it."""
    met: dict[str, dict[str, None]] = {}
    for clash in table.system.shows.clashes(table.scenario, state):
        met.setdefault(clash.defender, {}).update(dict.fromkeys((clash.attacker, *clash.helpers)))
    if table.system.writing is not None:
        around = table.scenario.grid.neighbours
        for id_, enemies in met.items():
            beside = (u for hex_ in around(state.units[id_].place).values() for u in state.on(hex_))
            enemies.update(dict.fromkeys(u.id for u in beside if u.side != state.units[id_].side))
    return met


def _fights_begin(table: Table, entry: Entry) -> bool:
    """Whether a phase in which fights are fought begins with an entry; or a turn whose orders are secret."""
    began = next((e for e in reversed(entry.events) if isinstance(e, ev.Began) and not e.only), None)
    if began is None or began.phase not in table.system.phases:
        return False
    takes = table.system.phases[began.phase].takes
    return Write in takes or (Attack in takes and Step not in takes)


def _strength(table: Table, unit: Unit) -> int:
    return table.system.shows.strength(unit) or unit["figures"]


def begun(table: Table, fight: Fight, since: int) -> bool:
    """Whether a die has been rolled about a fight since that entry, or its unit has left its hex, or its
    player-turn is over."""
    here = table.seen("").state.units.get(fight.unit)
    if here is None or here.place != fight.hex or end(table, fight, since) is not None:
        return True
    later = (e.events for e in table.living if e.seq > since)
    return any(_rolled(events) and any(_about(e, fight.unit) for e in events) for events in later)


def outcome(table: Table, fight: Fight, since: int) -> str:
    """How a fight ended, "" as long as it has not, or where nobody who looks on could tell."""
    over = end(table, fight, since)
    if over is None:
        return ""
    return _fate(table.at(over).seen("").state, fight)


def ended_with(table: Table) -> tuple[int, ...]:
    """The numbers of the entries with which phases of fights began in the player-turn that is over with the
    newest entry; none where it is not over."""
    living, found = table.living, list[int]()
    now: tuple[int, str] | None = None
    for entry in reversed(living[:-1]):
        began = _began(entry.events)
        if began is None:
            continue
        if now is None:
            now = (began.turn, began.player)
            if not any(_other(event, *now) for event in living[-1].events):
                break
        if (began.turn, began.player) != now:
            break
        if _fights_begin(table, entry):
            found.append(entry.seq)
    return tuple(reversed(found))


def end(table: Table, fight: Fight, since: int) -> int | None:
    """The entry with which the player-turn of a fight, or the game, ended."""
    for entry in table.living:
        if entry.seq > since and any(_other(e, fight.turn, fight.player) for e in entry.events):
            return entry.seq
    return None


def _other(event: ev.Event, turn: int, player: str) -> bool:
    """Whether with this the player-turn, or the game, is over."""
    if isinstance(event, ev.Began):
        return (event.turn, event.player) != (turn, player)
    return isinstance(event, ev.Ended)


def _began(events: Iterable[ev.Event]) -> ev.Began | None:
    return next((e for e in reversed(tuple(events)) if isinstance(e, ev.Began)), None)


def _fate(state: State, fight: Fight) -> str:
    """Where its unit is, "" where that is hidden from those who look on."""
    unit = state.units.get(fight.unit)
    if unit is not None and unit.place == HIDDEN:
        return ""
    if unit is None or unit.hex is None:
        return GONE
    return HOLDS if unit.hex == fight.hex else BACK


def _rolled(events: Iterable[ev.Event]) -> bool:
    return any(isinstance(e, ev.Rolled) and not e.only for e in events)


def _about(event: ev.Event, unit: str) -> bool:
    """Whether everybody is told of something that happens to a unit, or by it."""
    if event.only:
        return False
    told = event.facts.values() if isinstance(event, ev.Noted) else ()
    return unit in (getattr(event, "unit", ""), getattr(event, "by", ""), getattr(event, "on", ""), *told)
