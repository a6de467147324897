"""The corrections a moderator can make in a game, and their events. Pure.

He corrects what everybody sees, nothing else: what is hidden is not offered, and refused where it is named.
A correction may break rules, but not the table: numbers stay within their bounds, enemies apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.core.game import Game
from engine import events as ev
from engine.errors import IllegalOrder, NotOnTable
from engine.evolve import replay
from engine.rules.objectives import OWNS
from engine.rules.setup import HIDDEN
from engine.scenario_builder.position_checks import number_fault, position_faults
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


def units(visible: Game) -> tuple[Unit, ...]:
    """The units that everybody sees, those on the map first."""
    units = [u for u in visible.state.units.values() if u.place != HIDDEN]
    return tuple(sorted(units, key=lambda u: u.hex is None))


def kinds(visible: Game, about: str, known: Callable[[str], bool]) -> tuple[str, ...]:
    """What can be corrected of a unit, or of the GAME; `known` says which numbers and tracks players have a
    word for."""
    if about == GAME:
        return tuple(what for what in _of_game(visible) if what.partition(":")[0] != TRACK or known(what))
    unit = visible.state.units.get(about)
    if unit is None or unit.place == HIDDEN:
        return ()
    marks = (f"{MARK}:{name}" for name in sorted(visible.system.judge_markers) if unit.hex is not None)
    numbers = (n for n in unit.values if known(f"{VALUE}:{n}") and len(_numbers(visible, unit, n)) > 1)
    values = (f"{VALUE}:{n}" for n in numbers)
    facing = (FACING,) if unit.facing and unit.hex is not None else ()
    return (PLACE, *facing, *values, *marks)


def _of_game(visible: Game) -> Iterator[str]:
    if visible.scenario.turns > 1:
        yield TURN
    yield from (f"{TRACK}:{name}" for name in sorted(visible.state.tracks))
    if OWNS in visible.system.marks:
        yield from (f"{OWNER}:{o.id}" for o in visible.scenario.objectives if o.scored == "passing")


def now(visible: Game, about: str, what: str) -> str:
    """How it is now: a hex or box, a direction, a number, "on", a side."""
    state, (kind, _, name) = visible.state, what.partition(":")
    if kind == TURN:
        return str(state.turn)
    if kind == TRACK:
        return str(state.tracks.get(name, 0))
    if kind == OWNER:
        return min(state.targets_of_mark(name, OWNS), default=NOBODY)
    unit = state.units[about]
    if kind == PLACE:
        return OUT if unit.place == ELIMINATED else unit.place
    if kind == FACING:
        return " ".join(str(n) for n in dict.fromkeys(unit.facing.values()))
    if kind == VALUE:
        return str(unit[name])
    return ON if name in state.marks_on(about) else OFF


def values(visible: Game, about: str, what: str) -> tuple[str, ...]:
    """The values it can be set to, except the present one; for a place, also any hex of the map."""
    kind, _, name = what.partition(":")
    values: tuple[str, ...] = ()
    if kind == TURN:
        values = tuple(str(n) for n in range(1, visible.scenario.turns + 1))
    elif kind == TRACK:
        values = tuple(str(n) for n in range(MOST_TRACK + 1))
    elif kind == OWNER:
        values = (*visible.scenario.side_ids, NOBODY)
    elif kind == PLACE:
        values = (OUT, *_around(visible, about))
    elif kind == FACING:
        values = tuple(str(n) for n in range(len(visible.scenario.grid.directions)))
    elif kind == VALUE:
        values = tuple(str(n) for n in _numbers(visible, visible.state.units[about], name))
    elif kind == MARK:
        values = (ON, OFF)
    present = now(visible, about, what)
    return tuple(value for value in values if value != present)


def _around(visible: Game, about: str) -> tuple[str, ...]:
    """The free hexes near a unit, the nearest first; for one off the map, all free hexes."""
    grid, at = visible.scenario.grid, visible.state.units[about].hex
    free = [h for h in grid if not visible.state.on(h)]
    return tuple(free if at is None else sorted(free, key=lambda h: grid.distance(at, h)))


def _numbers(visible: Game, unit: Unit, name: str) -> tuple[int, ...]:
    """What a number of a unit can be."""
    charts, bound = visible.scenario.charts, visible.scenario.charts.get("bounds", {}).get(name)
    if bound is not None:
        most = int(charts[bound["below"]]) - 1 if "below" in bound else int(bound.get("most", MOST))
        return tuple(bound["among"]) if "among" in bound else tuple(range(int(bound["least"]), most + 1))
    printed = next((unit.printed[p] for p in (name, *SPENT.get(name, ())) if p in unit.printed), MOST)
    return tuple(range(1 if name in VITAL and unit.hex is not None else 0, printed + 1))


# --- setting it right ----------------------------------------------------------------------------------


def correction(game: Game, about: str, what: str, to: str, known: Callable[[str], bool]) -> Correction:
    """What a marshal wants set right, as gestures on the referee's own `game`.

    Raises Refused: ruling_hidden, ruling_nothing, ruling_same, ruling_value, ruling_enemies, ruling_weak,
    ruling_impossible, no_such_hex.
    """
    visible = game.seen("")
    if about != GAME and (about not in visible.state.units or visible.state.units[about].place == HIDDEN):
        raise IllegalOrder("", "ruling_hidden", unit=about)
    if what not in kinds(visible, about, known):
        raise NotOnTable("", "ruling_nothing", asked=what)
    to = _read(visible, about, what, to.strip())
    was = now(visible, about, what)
    if was == to:
        raise IllegalOrder("", "ruling_same")
    gestures = _GESTURES[what.partition(":")[0]](game.state, about, what.partition(":")[2], to)
    events = tuple(_untied(game, event) for event in gestures)
    _check(game, events)
    crowd = game.seen("").state.on(to) if what == PLACE and to != OUT else ()
    crowded = tuple(u.id for u in crowd if u.id != about)
    return Correction(about=about, what=what, was=was, now=to, events=events, crowded=crowded)


def _read(visible: Game, about: str, what: str, to: str) -> str:
    """The value that was typed. Raises NotOnTable."""
    kind, grid = what.partition(":")[0], visible.scenario.grid
    if kind == PLACE and to != OUT:
        if (hex_ := grid.parse(to)) is None:
            raise NotOnTable("", "no_such_hex", hex=to[:20], last=grid.label(grid.columns, grid.rows))
        return hex_
    if kind == FACING and to.upper() in grid.directions:
        to = str(grid.directions.index(to.upper()))
    known = {*values(visible, about, what), now(visible, about, what)}
    if to not in known:
        options = tuple(values(visible, about, what)[:10])
        raise NotOnTable("", "ruling_value", asked=to[:40], known=options)
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


def _untied(game: Game, event: ev.Event) -> ev.Event:
    """A mark that comes off without being named does so unseen, where only one side knows of it: to refuse
    that would tell of it."""
    if not isinstance(event, ev.Unmarked) or event.only:
        return event
    return replace(event, only=game.system.audience(game.scenario, game.state, event))


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
    """The same phase, in another turn; the sides to decide stay the same."""
    if state.selection is not None:
        yield ev.Released(unit=state.selection.unit)
    owing = tuple(sorted(state.active))
    yield ev.Began(phase=state.phase, turn=int(to), player=state.player, owing=owing)


def _track(state: State, _: str, name: str, to: str) -> Gestures:
    yield ev.Changed(value=name, was=state.tracks.get(name, 0), now=int(to), reason=MANNER)


def _owner(state: State, _: str, name: str, to: str) -> Gestures:
    for side in sorted(state.targets_of_mark(name, OWNS)):
        yield ev.Unmarked(name=OWNS, on=name, to=side)
    if to != NOBODY:
        yield ev.Marked(name=OWNS, on=name, to=to)


_GESTURES: Mapping[str, Callable[[State, str, str, str], Gestures]] = {
    PLACE: _place, FACING: _facing, VALUE: _value, MARK: _mark, TURN: _turn, TRACK: _track, OWNER: _owner,
}  # fmt: skip


# --- what no table holds -------------------------------------------------------------------------------


def _check(game: Game, events: tuple[ev.Event, ...]) -> None:
    """Raises IllegalOrder for what would tell of something hidden, and for what the table cannot hold."""
    state = game.state
    for event in events:
        if not event.only and game.system.audience(game.scenario, state, event):
            raise IllegalOrder("", "ruling_hidden", unit=getattr(event, "unit", ""))
    after = replay(state, events)
    for event in events:
        if isinstance(event, ev.Placed) and event.place != ELIMINATED:
            _check_standing(game, after, after.units[event.unit])
        if isinstance(event, ev.Changed) and event.unit:
            wrong = number_fault(after.units[event.unit], game.scenario.charts)
            if wrong:
                raise IllegalOrder("", "ruling_value", asked=str(event.now), known=())
    before = {what for _, what in _faults(game, state)}
    if any(what not in before for _, what in _faults(game, after)):
        raise IllegalOrder("", "ruling_impossible")


def _check_standing(game: Game, after: State, unit: Unit) -> None:
    """Raises IllegalOrder for a unit without strength, and among enemies that everybody sees."""
    vital = [unit[name] for name in VITAL if name in unit.values]
    if vital and not any(vital):
        raise IllegalOrder("", "ruling_weak", unit=unit.id)
    visible = game.system.as_seen_by(game.scenario, after, "")
    enemy = next((u for u in visible.on(unit.place) if u.side != unit.side), None)
    if enemy is not None:
        raise IllegalOrder("", "ruling_enemies", unit=unit.id, target=enemy.id, hex=unit.place)


def _faults(game: Game, state: State) -> Iterator[tuple[str, str]]:
    ground = {hex_: printed.terrain for hex_, printed in game.scenario.hexes.items()} | {**state.terrain}
    return position_faults(state.units.values(), game.scenario.charts, ground.__getitem__)


def corrected(game: Game, correction: Correction) -> Game:
    """The referee's own table with it set right."""
    return replace(game, state=replay(game.state, correction.events))
