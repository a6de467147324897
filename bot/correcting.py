"""What a marshal can correct on a table, and the gestures that do it. Pure.

He corrects what everybody sees, nothing else: what is hidden is not offered, and refused where it is named.
A correction may break rules, but not the table: numbers stay within their bounds, enemies apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.table import Table
from engine import events as ev
from engine.box.possible import faults, misnumbered
from engine.errors import IllegalOrder, NotOnTable
from engine.evolve import replay
from engine.rules.objectives import OWNS
from engine.rules.setup import HIDDEN
from engine.state import ELIMINATED, State, Unit

GAME = "game"
"""What is corrected when it is no unit: turn, tracks, who holds an objective."""
PLACE, FACING, VALUE, MARK, TURN, TRACK, OWNER = "place", "facing", "value", "mark", "turn", "track", "owner"
ON, OFF, NOBODY = "on", "off", "nobody"
OUT = "eliminated"
MANNER = "ruling"
VITAL = ("cs", "vc", "vt", "figures")
"""Numbers without which a unit is taken off the map."""
SPENT = {"mp": ("ma", "mv")}
"""Numbers that are printed under another name."""
MOST = 9
"""The most of a number for which neither counter nor charts name a bound."""
MOST_TRACK = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One thing set right, of a unit or of the GAME: what it is, what it was and is now, the gestures.
    `crowded` are the units that stand on its new hex already."""

    about: str
    what: str
    was: str
    now: str
    events: tuple[ev.Event, ...]
    crowded: tuple[str, ...] = ()


# --- what there is to correct, on the table as everybody sees it ---------------------------------------


def units(seen: Table) -> tuple[Unit, ...]:
    """The units that everybody sees, those on the map first."""
    found = [u for u in seen.state.units.values() if u.place != HIDDEN]
    return tuple(sorted(found, key=lambda u: u.hex is None))


def kinds(seen: Table, about: str, known: Callable[[str], bool]) -> tuple[str, ...]:
    """What can be corrected of a unit, or of the GAME; `known` says which numbers and tracks players have a
    word for."""
    if about == GAME:
        return tuple(what for what in _of_game(seen) if what.partition(":")[0] != TRACK or known(what))
    unit = seen.state.units.get(about)
    if unit is None or unit.place == HIDDEN:
        return ()
    marks = (f"{MARK}:{name}" for name in sorted(seen.system.markers) if unit.hex is not None)
    numbers = (n for n in unit.values if known(f"{VALUE}:{n}") and len(_numbers(seen, unit, n)) > 1)
    values = (f"{VALUE}:{n}" for n in numbers)
    facing = (FACING,) if unit.facing and unit.hex is not None else ()
    return (PLACE, *facing, *values, *marks)


def _of_game(seen: Table) -> Iterator[str]:
    if seen.scenario.turns > 1:
        yield TURN
    yield from (f"{TRACK}:{name}" for name in sorted(seen.state.tracks))
    if OWNS in seen.system.marks:
        yield from (f"{OWNER}:{o.id}" for o in seen.scenario.objectives if o.scored == "passing")


def now(seen: Table, about: str, what: str) -> str:
    """How it is now: a hex or box, a direction, a number, "on", a side."""
    state, (kind, _, name) = seen.state, what.partition(":")
    if kind == TURN:
        return str(state.turn)
    if kind == TRACK:
        return str(state.tracks.get(name, 0))
    if kind == OWNER:
        return min(state.pointed(name, OWNS), default=NOBODY)
    unit = state.units[about]
    if kind == PLACE:
        return OUT if unit.place == ELIMINATED else unit.place
    if kind == FACING:
        return " ".join(str(n) for n in dict.fromkeys(unit.facing.values()))
    if kind == VALUE:
        return str(unit[name])
    return ON if name in state.names_on(about) else OFF


def values(seen: Table, about: str, what: str) -> tuple[str, ...]:
    """What it can be set to, the present one left out; of a place, any hex of the map besides."""
    kind, _, name = what.partition(":")
    found: tuple[str, ...] = ()
    if kind == TURN:
        found = tuple(str(n) for n in range(1, seen.scenario.turns + 1))
    elif kind == TRACK:
        found = tuple(str(n) for n in range(MOST_TRACK + 1))
    elif kind == OWNER:
        found = (*seen.scenario.side_ids, NOBODY)
    elif kind == PLACE:
        found = (OUT, *_around(seen, about))
    elif kind == FACING:
        found = tuple(str(n) for n in range(len(seen.scenario.grid.directions)))
    elif kind == VALUE:
        found = tuple(str(n) for n in _numbers(seen, seen.state.units[about], name))
    elif kind == MARK:
        found = (ON, OFF)
    present = now(seen, about, what)
    return tuple(value for value in found if value != present)


def _around(seen: Table, about: str) -> tuple[str, ...]:
    """The hexes near a unit that nobody stands on, the nearest first; of one off the map, all."""
    grid, at = seen.scenario.grid, seen.state.units[about].hex
    free = [h for h in grid if not seen.state.on(h)]
    return tuple(free if at is None else sorted(free, key=lambda h: grid.distance(at, h)))


def _numbers(seen: Table, unit: Unit, name: str) -> tuple[int, ...]:
    """What a number of a unit can be."""
    charts, bound = seen.scenario.charts, seen.scenario.charts.get("bounds", {}).get(name)
    if bound is not None:
        most = int(charts[bound["below"]]) - 1 if "below" in bound else int(bound.get("most", MOST))
        return tuple(bound["among"]) if "among" in bound else tuple(range(int(bound["least"]), most + 1))
    printed = next((unit.printed[p] for p in (name, *SPENT.get(name, ())) if p in unit.printed), MOST)
    return tuple(range(1 if name in VITAL and unit.hex is not None else 0, printed + 1))


# --- setting it right ----------------------------------------------------------------------------------


def correction(table: Table, about: str, what: str, to: str, known: Callable[[str], bool]) -> Correction:
    """What a marshal wants set right, as gestures on the referee's own `table`.

    Raises Refused: ruling_hidden, ruling_nothing, ruling_same, ruling_value, ruling_enemies, ruling_weak,
    ruling_impossible, no_such_hex.
    """
    seen = table.seen("")
    if about != GAME and (about not in seen.state.units or seen.state.units[about].place == HIDDEN):
        raise IllegalOrder("", "ruling_hidden", unit=about)
    if what not in kinds(seen, about, known):
        raise NotOnTable("", "ruling_nothing", asked=what)
    to = _read(seen, about, what, to.strip())
    was = now(seen, about, what)
    if was == to:
        raise IllegalOrder("", "ruling_same")
    gestures = _GESTURES[what.partition(":")[0]](table.state, about, what.partition(":")[2], to)
    found = tuple(_untied(table, event) for event in gestures)
    _check(table, found)
    crowd = table.seen("").state.on(to) if what == PLACE and to != OUT else ()
    crowded = tuple(u.id for u in crowd if u.id != about)
    return Correction(about=about, what=what, was=was, now=to, events=found, crowded=crowded)


def _read(seen: Table, about: str, what: str, to: str) -> str:
    """The value that was typed. Raises NotOnTable."""
    kind, grid = what.partition(":")[0], seen.scenario.grid
    if kind == PLACE and to != OUT:
        if (hex_ := grid.read(to)) is None:
            raise NotOnTable("", "no_such_hex", hex=to[:20], last=grid.label(grid.columns, grid.rows))
        return hex_
    if kind == FACING and to.upper() in grid.directions:
        to = str(grid.directions.index(to.upper()))
    known = {*values(seen, about, what), now(seen, about, what)}
    if to not in known:
        shown = tuple(values(seen, about, what)[:10])
        raise NotOnTable("", "ruling_value", asked=to[:40], known=shown)
    return to


Gestures = Iterator[ev.Event]


def _place(state: State, about: str, _: str, to: str) -> Gestures:
    """A counter put elsewhere: what was ordered of it, and its ties with others, come off with that."""
    unit = state.units[about]
    place = ELIMINATED if to == OUT else to
    yield ev.Placed(unit=about, origin=unit.place, place=place, manner=MANNER)
    if about in state.orders:
        yield ev.Ordered(unit=about, order={})
    if about in state.envelopes.get(unit.side, {}):
        yield ev.Written(side=unit.side, unit=about, order={}, only=unit.side)
    for mark in sorted(state.marks, key=lambda m: (m.name, m.on, m.to)):
        tied = mark.to == about or (mark.on == about and (to == OUT or mark.to in state.units))
        if tied:
            yield ev.Unmarked(name=mark.name, on=mark.on, to=mark.to)


def _untied(table: Table, event: ev.Event) -> ev.Event:
    """A mark that comes off without being named does so unseen, where only one side knows of it: to refuse
    that would tell of it."""
    if not isinstance(event, ev.Unmarked) or event.only:
        return event
    return replace(event, only=table.system.audience(table.scenario, table.state, event))


def _facing(state: State, about: str, _: str, to: str) -> Gestures:
    """All bases look the same way."""
    yield ev.Turned(unit=about, facing=dict.fromkeys(state.units[about].facing, int(to)))


def _value(state: State, about: str, name: str, to: str) -> Gestures:
    yield ev.Changed(unit=about, value=name, was=state.units[about][name], now=int(to), reason=MANNER)


def _mark(state: State, about: str, name: str, to: str) -> Gestures:
    if to == ON:
        yield ev.Marked(name=name, on=about)
        return
    lying = (m for m in state.marks if (m.name, m.on) == (name, about))
    yield from (ev.Unmarked(name=name, on=about, to=m.to) for m in sorted(lying, key=lambda m: m.to))


def _turn(state: State, _: str, __: str, to: str) -> Gestures:
    """The same phase, in another turn; whoever owes a decision owes it still."""
    if state.selection is not None:
        yield ev.Released(unit=state.selection.unit)
    owing = tuple(sorted(state.active))
    yield ev.Began(phase=state.phase, turn=int(to), player=state.player, owing=owing)


def _track(state: State, _: str, name: str, to: str) -> Gestures:
    yield ev.Changed(value=name, was=state.tracks.get(name, 0), now=int(to), reason=MANNER)


def _owner(state: State, _: str, name: str, to: str) -> Gestures:
    for side in sorted(state.pointed(name, OWNS)):
        yield ev.Unmarked(name=OWNS, on=name, to=side)
    if to != NOBODY:
        yield ev.Marked(name=OWNS, on=name, to=to)


_GESTURES: Mapping[str, Callable[[State, str, str, str], Gestures]] = {
    PLACE: _place, FACING: _facing, VALUE: _value, MARK: _mark, TURN: _turn, TRACK: _track, OWNER: _owner,
}  # fmt: skip


# --- what no table holds -------------------------------------------------------------------------------


def _check(table: Table, found: tuple[ev.Event, ...]) -> None:
    """Raises IllegalOrder for what would tell of something hidden, and for what the table cannot hold."""
    state = table.state
    for event in found:
        if not event.only and table.system.audience(table.scenario, state, event):
            raise IllegalOrder("", "ruling_hidden", unit=getattr(event, "unit", ""))
    after = replay(state, found)
    for event in found:
        if isinstance(event, ev.Placed) and event.place != ELIMINATED:
            _check_standing(table, after, after.units[event.unit])
        if isinstance(event, ev.Changed) and event.unit:
            wrong = misnumbered(after.units[event.unit], table.scenario.charts)
            if wrong:
                raise IllegalOrder("", "ruling_value", asked=str(event.now), known=())
    before = {what for _, what in _faults(table, state)}
    if any(what not in before for _, what in _faults(table, after)):
        raise IllegalOrder("", "ruling_impossible")


def _check_standing(table: Table, after: State, unit: Unit) -> None:
    """Raises IllegalOrder for a unit without strength, and among enemies that everybody sees."""
    vital = [unit[name] for name in VITAL if name in unit.values]
    if vital and not any(vital):
        raise IllegalOrder("", "ruling_weak", unit=unit.id)
    seen = table.system.seen(table.scenario, after, "")
    enemy = next((u for u in seen.on(unit.place) if u.side != unit.side), None)
    if enemy is not None:
        raise IllegalOrder("", "ruling_enemies", unit=unit.id, target=enemy.id, hex=unit.place)


def _faults(table: Table, state: State) -> Iterator[tuple[str, str]]:
    ground = {hex_: printed.terrain for hex_, printed in table.scenario.hexes.items()} | {**state.terrain}
    return faults(state.units.values(), table.scenario.charts, ground.__getitem__)


def corrected(table: Table, found: Correction) -> Table:
    """The referee's own table with it set right."""
    return replace(table, state=replay(table.state, found.events))
