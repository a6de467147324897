"""The next big fight, if any, and its result: from the log and public facts. Pure.

One is asked about in the report with which a phase of fights begins (or, where orders are written in secret,
a turn): the defender for whom most is at stake. It ends with the player-turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.core.game import Game
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
"""The same where orders are secret: it is unknown who else will join."""
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


def entry_of(game: Game, after: int) -> Entry | None:
    """The entry up to which everybody knew so many; None once it is undone."""
    known = game.known_to("")
    entry = known[after - 1] if 0 < after <= len(known) else None
    return entry if entry is not None and entry.struck is None else None


def impending(game: Game) -> Fight | None:
    """The big fight that impends at the end of a table's log."""
    entry, state = game.active_entries[-1] if game.active_entries else None, game.seen("").state
    if entry is None or state.result is not None or game.scenario.lessons or not _fights_begin(game, entry):
        return None
    fielded = {u.id: _strength(game, u) for u in state.units_on_map()}
    if len(fielded) < FEWEST:
        return None
    met = _met(game, state)
    secret = game.system.secret_orders is not None
    times, odds = (LEAST_SECRET, ODDS_SECRET) if secret else (LEAST, ODDS)
    least = times * Fraction(sum(fielded.values()), len(fielded))
    fights = []
    for unit, enemies in met.items():
        own, theirs = fielded.get(unit, 0), sum(fielded.get(e, 0) for e in enemies)
        if own and theirs >= odds * own and own + theirs >= least:
            fights.append((min(own, theirs), own + theirs, unit))
    if not fights:
        return None
    unit = min(fights, key=lambda f: (-f[0], -f[1], f[2]))[2]
    there = state.units[unit].hex
    assert there is not None
    return Fight(unit=unit, hex=there, enemies=tuple(met[unit]), turn=state.turn, player=state.player)


def _met(game: Game, state: State) -> dict[str, dict[str, None]]:
    """The units that can be attacked, each with all that can reach it; where orders are secret, those fought
    already, with all enemies beside it."""
    met: dict[str, dict[str, None]] = {}
    for clash in game.system.display.clashes(game.scenario, state):
        met.setdefault(clash.defender, {}).update(dict.fromkeys((clash.attacker, *clash.helpers)))
    if game.system.secret_orders is not None:
        around = game.scenario.grid.neighbours
        for id_, enemies in met.items():
            beside = (u for hex_ in around(state.units[id_].place).values() for u in state.on(hex_))
            enemies.update(dict.fromkeys(u.id for u in beside if u.side != state.units[id_].side))
    return met


def _fights_begin(game: Game, entry: Entry) -> bool:
    """Whether a phase in which fights are fought begins with an entry; or a turn whose orders are secret."""
    began = next((e for e in reversed(entry.events) if isinstance(e, ev.Began) and not e.only), None)
    if began is None or began.phase not in game.system.phases:
        return False
    takes = game.system.phases[began.phase].takes
    return Write in takes or (Attack in takes and Step not in takes)


def _strength(game: Game, unit: Unit) -> int:
    return game.system.display.strength(unit) or unit["figures"]


def begun(game: Game, fight: Fight, since: int) -> bool:
    """Whether a die has been rolled about a fight since that entry, or its unit has left its hex, or its
    player-turn is over."""
    here = game.seen("").state.units.get(fight.unit)
    if here is None or here.place != fight.hex or end(game, fight, since) is not None:
        return True
    later = (e.events for e in game.active_entries if e.seq > since)
    return any(_rolled(events) and any(_about(e, fight.unit) for e in events) for events in later)


def outcome(game: Game, fight: Fight, since: int) -> str:
    """How a fight ended, "" as long as it has not, or if a spectator could not tell."""
    over = end(game, fight, since)
    if over is None:
        return ""
    return _fate(game.at(over).seen("").state, fight)


def ended_with(game: Game) -> tuple[int, ...]:
    """The numbers of the entries with which phases of fights began in the player-turn that is over with the
    newest entry; none where it is not over."""
    living, entries = game.active_entries, list[int]()
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
        if _fights_begin(game, entry):
            entries.append(entry.seq)
    return tuple(reversed(entries))


def end(game: Game, fight: Fight, since: int) -> int | None:
    """The entry with which the player-turn of a fight, or the game, ended."""
    for entry in game.active_entries:
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
    """The place of its unit, "" if that is hidden from spectators."""
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
    values = event.facts.values() if isinstance(event, ev.Noted) else ()
    return unit in (getattr(event, "unit", ""), getattr(event, "by", ""), getattr(event, "on", ""), *values)
