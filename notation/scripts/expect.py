"""What a script expects of the table after an order, checked word by word. Each mismatch is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.commands import Command, Move
from engine.errors import BadScenario, Refused
from engine.events import Event
from engine.hexes import Hex
from engine.referee import options
from engine.scenario_builder import map_text
from engine.scenario_builder.mapping_reader import MappingReader, suggestion
from engine.state import Orders, State, Unit
from engine.view import look
from notation import order_text
from notation.scripts import expect_events, expect_state
from notation.scripts.compare import ALONE, plain, same
from notation.scripts.counters import value_names
from notation.scripts.output import directions, looks
from notation.scripts.position import Position, as_seen_by

WORDS = (
    *("turn", "phase", "player", "active", "marks", "owners", "scores", "result", "question", "hand"),
    *("rolled", "notes", "events", "never", "offered", "not_offered", "zones", "setup_zones", "clashes"),
    *("reach", "seen", "face", "orders", "envelopes", *expect_state.CHECKS),
)


def failures(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> list[str]:
    """Every expectation of a page that the table, or what happened, does not meet.

    Raises BadScenario for a word that is neither an expectation nor a unit.
    """
    failures: list[str] = []
    for name in page.entries:
        if name in CHECKS:
            failures += CHECKS[name](page, position, state, events)
        elif name in state.units:
            failures += _counter(page, name, position, state)
        else:
            raise page.mistake(f"neither a unit nor one of {', '.join(WORDS)}", name, at=name)
    return failures


def _looks(unit: Unit, position: Position, state: State) -> str:
    """The direction a counter faces; of a square only the hexside it states."""
    first = position.scenario.charts.get("square_side", "")
    if first in unit.facing and state.marked(unit.id, "square"):
        return position.scenario.grid.directions[unit.facing[first]]
    return looks(unit, directions(position.scenario, state, unit))


def _counter(page: MappingReader, id_: str, position: Position, state: State) -> Iterator[str]:
    """A place ("0304", "eliminated"), or a place, values, facing and marks."""
    unit = state.units[id_]
    place = unit.hex or unit.place.removeprefix("@")
    entry = page.entries[id_]
    if isinstance(entry, str):
        if place != entry:
            yield f"{id_}: at {place}, not {str(entry)!r}"
        return
    inner = page.mapping(id_)
    charts = position.scenario.charts
    inner.allow_only("at", *(["facing"] if "facing" in charts else []), "marks", *value_names(charts))
    for name in inner.entries:
        if name == "marks":
            yield from _marks_on(inner, name, id_, position, state)
            continue
        had = (
            place if name == "at" else _looks(unit, position, state) if name == "facing" else str(unit[name])
        )
        if had != inner.text(name):
            yield f"{id_}.{name}: {had}, not {str(inner.text(name))!r}"


def _marks_on(page: MappingReader, name: str, on: str, position: Position, state: State) -> Iterator[str]:
    """Marks that lie there; with "no" before it, one that does not; "none" for nothing at all."""
    lying = {f"{m.name} {m.to}".strip() for m in state.marks if m.on == on}
    entry = page.entries[name]
    for text in [entry] if isinstance(entry, str) else page.texts(name):
        unwanted = text.removeprefix("no ") if text.startswith("no ") else ""
        word = (unwanted or text).partition(" ")[0]
        if word not in (*ALONE, *position.system.marks):
            raise page.mistake(f"{word!r} is no mark{suggestion(word, position.system.marks)}", name, at=text)
        wrong = bool(lying) if text in ALONE else unwanted in lying if unwanted else text not in lying
        if wrong:
            yield f"{on}: marks are {', '.join(sorted(lying)) or 'none'}, not {str(text)!r}"


def _marks(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    table = page.mapping("marks")
    for on in table.entries:
        yield from _marks_on(table, on, on, position, state)


def _fact(had: Callable[[State], str]) -> Callable[..., Iterator[str]]:
    """A check of one word about the table."""

    def check(
        page: MappingReader, position: Position, state: State, _: Sequence[Event], name: str
    ) -> Iterator[str]:
        if had(state) != page.text(name):
            yield f"{name}: {had(state)}, not {str(page.text(name))!r}"

    return check


def _named(name: str, had: Callable[[State], str]) -> Callable[..., Iterator[str]]:
    check = _fact(had)
    return lambda page, position, state, events: check(page, position, state, events, name)


def _mapping(
    name: str, known: Callable[[Position], Iterable[str]], ask: Callable[[Position, State], Mapping[str, Any]]
) -> Callable[..., Iterator[str]]:
    """A check of words by name, of those known; a missing one counts as `nobody`."""

    def check(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
        had, table = ask(position, state), page.mapping(name)
        table.allow_only(*known(position))
        for key in table.entries:
            actual = str(had.get(key, "nobody"))
            if actual != table.text(key):
                yield f"{name}.{key}: {actual}, not {str(table.text(key))!r}"

    return check


def _either(name: str, ask: Callable[[State], Mapping[str, Any] | None]) -> Callable[..., Iterator[str]]:
    """A check of a thing that may not be there: "none", or entries of it."""

    def check(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
        had = ask(state)
        if isinstance(page.entries[name], str):
            if had is not None and page.entries[name] in ALONE:
                yield f"{name}: {dict(had)}, not none"
            return
        for key, want in page.mapping(name).entries.items():
            actual = None if had is None else had.get(key)
            if not same(actual, want):
                yield f"{name}.{key}: {plain(actual)}, not {plain(want)!r}"

    return check


def _offers(
    page: MappingReader, position: Position, state: State, name: str, expected: bool
) -> Iterator[str]:
    entry = page.entries[name]
    for line in [entry] if isinstance(entry, str) else page.texts(name):
        side, text = speaker(line, position, state)
        if _offered(position, state, side, text) != expected:
            yield f"{name}: {str(line)!r} is{' not' if expected else ''} offered"


def _offered(position: Position, state: State, side: str, text: str) -> bool:
    """Whether an order is offered; one that cannot even be read is not."""
    try:
        command: Command = order_text.read(text, position.system, position.scenario, state, side)
    except Refused:
        return False
    if isinstance(command, Move) and len(command.path) > 1:
        route = position.system.display.routes(position.scenario, state, command.unit).get(command.path[-1])
        return route is not None
    return command in [o.command for o in options(position.system, position.scenario, state, side)]


def speaker(line: str, position: Position, state: State) -> tuple[str, str]:
    """Side and order of a line "blue: move ..." or "blue move ..."; else the side whose turn it is."""
    first, _, rest = line.strip().partition(" ")
    if first.rstrip(":") in position.scenario.side_ids:
        return first.rstrip(":"), rest.strip()
    first, colon, rest = line.partition(":")
    if colon and first.strip() in position.scenario.side_ids:
        return first.strip(), rest.strip()
    owing = sorted(state.active)
    waiting = state.questions[0].side if state.questions else ""
    return waiting or (owing[0] if len(owing) == 1 else state.player), line.strip()


def _zones(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Hexes a side controls; "no 0304" for one it does not."""
    had, table = position.system.display.zones(position.scenario, state), page.mapping("zones")
    table.allow_only(*position.scenario.side_ids)
    for side in table.entries:
        words = table.text(side).split()
        for at, word in enumerate(words):
            if word == "no":
                continue
            unwanted = at > 0 and words[at - 1] == "no"
            map_text.read_hex(table, side, position.scenario.grid, word, at=table.text(side))
            if (word in had.get(side, frozenset())) == unwanted:
                yield f"zones.{side}: {word} is {'' if unwanted else 'not '}controlled"


def _setup_zones(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """The hexes where a side may set up, all of them, as a viewer is shown them; "none" for no zone."""
    had, table = look(position.system, position.scenario, state).setup, page.mapping("setup_zones")
    table.allow_only(*position.scenario.side_ids)
    for side in table.entries:
        none = table.entries[side] in ALONE
        expected = frozenset() if none else map_text.area(table, side, position.scenario.grid)
        actual = had.get(side, frozenset())
        if actual != expected:
            yield f"setup_zones.{side}: {plain(actual) or 'none'}, not {str(table.entries[side])!r}"


def _clashes(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Attacks as previewed: `b1 o1: {attack: 4, defence: 2, odds: 2/1, helpers: b2, shields: ""}` or none."""
    had = {f"{c.attacker} {c.defender}": c for c in position.system.display.clashes(position.scenario, state)}
    table = page.mapping("clashes")
    for pair in table.entries:
        if len(pair.split()) != 2 or not set(pair.split()) <= set(state.units):
            raise table.mistake("should be the ids of attacker and defender, as b1 o1", pair, at=pair)
        clash = had.get(" ".join(pair.split()))
        if isinstance(table.entries[pair], str):
            if clash is not None and table.entries[pair] in ALONE:
                yield f"clashes.{pair}: possible"
            continue
        for key, want in table.mapping(pair).entries.items():
            actual = getattr(clash, key, None)
            if not same(actual, want):
                yield f"clashes.{pair}.{key}: {plain(actual)}, not {plain(want)!r}"


def _reach(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """What it costs a unit to get to hexes, in movement points; "no" for out of reach."""

    def costs(unit: str) -> dict[Hex, str]:
        routes = position.system.display.routes(position.scenario, state, unit)
        return {hex_: str(route.cost) for hex_, route in routes.items()}

    return expect_state.by_hex(page, position, state, "reach", costs, none="no")


def _face(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Words on the picture of a counter: states such as demoralised."""
    table = page.mapping("face")
    table.allow_only(*state.units)
    for unit in table.entries:
        states = position.system.display.counter_face(position.scenario, state, state.units[unit]).states
        if table.text(unit) not in states:
            yield f"face.{unit}: {', '.join(states) or 'nothing'}, not {str(table.text(unit))!r}"


def _orders(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Orders that lie open beside units: by name, by words, or none."""
    yield from _lying(page, "orders", state, state.orders)


def _envelopes(page: MappingReader, position: Position, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Orders in the envelopes, by side."""
    table = page.mapping("envelopes")
    table.allow_only(*position.scenario.side_ids)
    for side in table.entries:
        if isinstance(table.entries[side], str):
            if table.entries[side] not in ALONE:
                raise table.mistake(f"should hold orders by unit, or one of {', '.join(ALONE)}", side)
            if state.envelopes.get(side):
                yield f"envelopes.{side}: {sorted(state.envelopes[side])}, not empty"
        else:
            yield from _lying(table, side, state, state.envelopes.get(side, {}))


def _lying(page: MappingReader, name: str, state: State, orders: Orders) -> Iterator[str]:
    """`R1: march`, `R1: {order: march, path: 0304 0305}` or `R1: none`."""
    table = page.mapping(name)
    table.allow_only(*state.units)
    for unit, entry in table.entries.items():
        had = dict(orders.get(unit, {}))
        if entry in ALONE and isinstance(entry, str):
            wrong = bool(had)
        elif isinstance(entry, str):
            wrong = had.get("order") != entry
        else:
            wrong = any(not same(had.get(k), w) for k, w in table.mapping(unit).entries.items())
        if wrong:
            yield f"{page.key(name)}.{unit}: {had or 'none'}, not {plain(entry)!r}"


def _view(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """What a side may see: the same expectations on the table as it knows it, and of what it was told."""
    table = page.mapping("seen")
    for viewer in table.entries:
        if viewer not in (*position.scenario.side_ids, "spectator"):
            raise table.mistake("no such side", viewer, at=viewer)
        side = viewer if viewer in position.scenario.side_ids else ""
        try:
            known, known_events = (
                as_seen_by(position, state, side),
                [e for e in events if e.only in ("", side)],
            )
            yield from (
                f"{viewer} sees {f}" for f in failures(table.mapping(viewer), position, known, known_events)
            )
        except KeyError as error:
            raise BadScenario(f"{error} is not there", "seen", table.at) from error


def _result_of(state: State) -> Mapping[str, Any] | None:
    r = state.result
    return None if r is None else {"winner": r.winner or "nobody", "level": r.level, "reason": r.reason}


def _question_of(state: State) -> Mapping[str, Any] | None:
    if not state.questions:
        return None
    q = state.questions[0]
    return {"kind": q.kind, "side": q.side, "about": q.about, "options": q.options, "default": q.default}


def _hand_of(state: State) -> Mapping[str, Any] | None:
    hand = state.selection
    return None if hand is None else {"unit": hand.unit, "steps": tuple(t.origin for t in hand.steps)}


CHECKS: Mapping[str, Callable[..., Iterator[str]]] = {
    "turn": _named("turn", lambda s: str(s.turn)),
    "phase": _named("phase", lambda s: s.phase),
    "player": _named("player", lambda s: s.player),
    "active": _named("active", lambda s: " ".join(sorted(s.active)) or "nobody"),
    "marks": _marks,
    "owners": _mapping(
        "owners",
        lambda laid: [o.id for o in laid.scenario.objectives],
        lambda laid, s: laid.system.display.objective_owners(laid.scenario, s),
    ),
    "scores": _mapping(
        "scores",
        lambda laid: laid.scenario.side_ids,
        lambda laid, s: laid.system.display.scores(laid.scenario, s),
    ),
    "result": _either("result", _result_of),
    "question": _either("question", _question_of),
    "hand": _either("hand", _hand_of),
    "rolled": expect_events.rolled,
    "notes": expect_events.notes,
    "events": expect_events.events,
    "never": expect_events.never,
    "offered": lambda p, laid, s, _: _offers(p, laid, s, "offered", True),
    "not_offered": lambda p, laid, s, _: _offers(p, laid, s, "not_offered", False),
    "zones": _zones,
    "setup_zones": _setup_zones,
    "clashes": _clashes,
    "reach": _reach,
    "seen": _view,
    "face": _face,
    "orders": _orders,
    "envelopes": _envelopes,
    **expect_state.CHECKS,
}
