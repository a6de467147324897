"""What a script expects of the table after an order, checked word by word. Each mismatch is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.script import orders
from bot.script.sheet import value_names
from bot.script.table import Laid, seen
from engine.box import mapsheet
from engine.box.page import Page, guess
from engine.commands import Command, Move
from engine.errors import BadScenario, Refused
from engine.events import Event, Noted, Rolled
from engine.referee import options
from engine.state import State
from engine.view import look
from storage import codec

WORDS = (
    *("turn", "phase", "player", "active", "marks", "owners", "scores", "result", "question", "hand"),
    *("rolled", "notes", "events", "offered", "not_offered", "zones", "setup_zones", "clashes", "reach"),
    *("seen", "face"),
)
ALONE = ("nothing", "none", "no")


def failures(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> list[str]:
    """Every expectation of a page that the table, or what happened, does not meet.

    Raises BadScenario for a word that is neither an expectation nor a unit.
    """
    found: list[str] = []
    for name in page.entries:
        if name in CHECKS:
            found += CHECKS[name](page, laid, state, events)
        elif name in state.units:
            found += _counter(page, name, laid, state)
        else:
            raise page.wrong(f"neither a unit nor one of {', '.join(WORDS)}", name, at=name)
    return found


def verdict(page: Page, refused: Refused | None) -> list[str]:
    """Whether an order was accepted or refused as expected: `accepted: yes`, `refused: MP-ZOC-3`."""
    found = refusal(page, refused) if "refused" in page else []
    if "accepted" in page:
        wanted = page.choice("accepted", ("yes", "no")) == "yes"
        if wanted != (refused is None):
            found.append(f"accepted: {'yes' if refused is None else _why(refused)}")
    return found


def refusal(page: Page, refused: Refused | None) -> list[str]:
    """Whether a refusal is the one expected: a rule id, rule, reason and facts, any, or none."""
    entry = page.entries["refused"]
    if refused is None:
        return [] if entry in ALONE else ["refused: accepted"]
    if entry in ALONE:
        return [f"refused: {_why(refused)}"]
    if entry == "yes":
        return []
    had = {"rule": refused.rule, "reason": refused.reason, **refused.facts}
    wanted = page.page("refused").entries if isinstance(entry, Mapping) else {"rule": page.text("refused")}
    return [
        f"refused.{key}: {_plain(had.get(key))!r}, not {str(want)!r}"
        for key, want in wanted.items()
        if not _same(had.get(key), want)
    ]


def _why(refused: Refused) -> str:
    return f"{refused.rule} {refused.reason}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, (tuple, list, set, frozenset)):
        return " ".join(map(str, sorted(value) if isinstance(value, (set, frozenset)) else value))
    return str(value)


def _same(had: Any, want: Any) -> bool:
    """Whether a value is the one written; lists are written with spaces or as lists."""
    return had is not None and _plain(had) == (_plain(want) if isinstance(want, list) else str(want))


def _counter(page: Page, id_: str, laid: Laid, state: State) -> Iterator[str]:
    """A place ("0304", "eliminated"), or a place, values and marks."""
    unit = state.units[id_]
    place = unit.hex or unit.place.removeprefix("@")
    entry = page.entries[id_]
    if isinstance(entry, str):
        if place != entry:
            yield f"{id_}: at {place}, not {str(entry)!r}"
        return
    inner = page.page(id_)
    inner.only("at", "marks", *value_names(laid.scenario.charts))
    for name in inner.entries:
        if name == "marks":
            yield from _marks_on(inner, name, id_, laid, state)
            continue
        had = place if name == "at" else str(unit[name])
        if had != inner.text(name):
            yield f"{id_}.{name}: {had}, not {str(inner.text(name))!r}"


def _marks_on(page: Page, name: str, on: str, laid: Laid, state: State) -> Iterator[str]:
    """Marks that lie there; with "no" before it, one that does not; "none" for nothing at all."""
    lying = {f"{m.name} {m.to}".strip() for m in state.marks if m.on == on}
    entry = page.entries[name]
    for text in [entry] if isinstance(entry, str) else page.texts(name):
        unwanted = text.removeprefix("no ") if text.startswith("no ") else ""
        word = (unwanted or text).partition(" ")[0]
        if word not in (*ALONE, *laid.system.marks):
            raise page.wrong(f"{word!r} is no mark{guess(word, laid.system.marks)}", name, at=text)
        wrong = bool(lying) if text in ALONE else unwanted in lying if unwanted else text not in lying
        if wrong:
            yield f"{on}: marks are {', '.join(sorted(lying)) or 'none'}, not {str(text)!r}"


def _marks(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    table = page.page("marks")
    for on in table.entries:
        yield from _marks_on(table, on, on, laid, state)


def _fact(had: Callable[[State], str]) -> Callable[..., Iterator[str]]:
    """A check of one word about the table."""

    def check(page: Page, laid: Laid, state: State, _: Sequence[Event], name: str) -> Iterator[str]:
        if had(state) != page.text(name):
            yield f"{name}: {had(state)}, not {str(page.text(name))!r}"

    return check


def _named(name: str, had: Callable[[State], str]) -> Callable[..., Iterator[str]]:
    check = _fact(had)
    return lambda page, laid, state, events: check(page, laid, state, events, name)


def _mapping(
    name: str, known: Callable[[Laid], Iterable[str]], ask: Callable[[Laid, State], Mapping[str, Any]]
) -> Callable[..., Iterator[str]]:
    """A check of words by name, of those known; "nobody" for those that are not there."""

    def check(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
        had, table = ask(laid, state), page.page(name)
        table.only(*known(laid))
        for key in table.entries:
            found = str(had.get(key, "nobody"))
            if found != table.text(key):
                yield f"{name}.{key}: {found}, not {str(table.text(key))!r}"

    return check


def _either(name: str, ask: Callable[[State], Mapping[str, Any] | None]) -> Callable[..., Iterator[str]]:
    """A check of a thing that may not be there: "none", or entries of it."""

    def check(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
        had = ask(state)
        if isinstance(page.entries[name], str):
            if had is not None and page.entries[name] in ALONE:
                yield f"{name}: {dict(had)}, not none"
            return
        for key, want in page.page(name).entries.items():
            found = None if had is None else had.get(key)
            if not _same(found, want):
                yield f"{name}.{key}: {_plain(found)}, not {_plain(want)!r}"

    return check


def _rolled(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """All the rolls, in order: "charge 6 cav-1", or the first words of that; an empty list for none."""
    had = [
        f"{e.purpose} {' '.join(map(str, e.dice))} {e.by}".strip() for e in events if isinstance(e, Rolled)
    ]
    entry = page.entries["rolled"]
    wanted = ([] if entry in ALONE else [entry]) if isinstance(entry, str) else page.texts("rolled")
    fits = len(had) == len(wanted) and all(
        f"{h} ".startswith(f"{w} ") for h, w in zip(had, wanted, strict=True)
    )
    if not fits:
        yield f"rolled: {had}, not {list(map(str, wanted))}"


def _notes(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Remarks of the referee: each of these was made, with at least these facts."""
    made = [{"kind": e.kind, "rule": e.rule, **e.facts} for e in events if isinstance(e, Noted)]
    for inner in page.pages("notes"):
        if not any(all(_same(had.get(k), w) for k, w in inner.entries.items()) for had in made):
            same = [had for had in made if had["kind"] == inner.entries.get("kind")] or made
            yield f"notes: {dict(inner.entries)} is not among {same}"


def _events(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Events in this order, others between them allowed: a word, or a word with fields."""
    had = iter([codec.to_json(event) for event in events])
    for entry in page.rows("events"):
        wanted = (
            {"is": entry} if isinstance(entry, str) else Page.of(entry, page.key("events"), page.at).entries
        )
        if not any(all(_same(e.get(k), w) for k, w in wanted.items()) for e in had):
            yield f"events: {wanted} did not happen (in this order)"


def _offers(page: Page, laid: Laid, state: State, name: str, wanted: bool) -> Iterator[str]:
    entry = page.entries[name]
    for line in [entry] if isinstance(entry, str) else page.texts(name):
        side, text = speaker(line, laid, state)
        if _offered(laid, state, side, text) != wanted:
            yield f"{name}: {str(line)!r} is{' not' if wanted else ''} offered"


def _offered(laid: Laid, state: State, side: str, text: str) -> bool:
    """Whether an order is offered; one that cannot even be read is not."""
    try:
        command: Command = orders.read(text, laid.system, laid.scenario, state, side)
    except Refused:
        return False
    if isinstance(command, Move) and len(command.path) > 1:
        route = laid.system.shows.routes(laid.scenario, state, command.unit).get(command.path[-1])
        return route is not None
    return command in [o.command for o in options(laid.system, laid.scenario, state, side)]


def speaker(line: str, laid: Laid, state: State) -> tuple[str, str]:
    """Side and order of a line "blue: move ..." or "blue move ..."; else the side whose turn it is."""
    first, _, rest = line.strip().partition(" ")
    if first.rstrip(":") in laid.scenario.side_ids:
        return first.rstrip(":"), rest.strip()
    first, colon, rest = line.partition(":")
    if colon and first.strip() in laid.scenario.side_ids:
        return first.strip(), rest.strip()
    owing = sorted(state.active)
    waiting = state.questions[0].side if state.questions else ""
    return waiting or (owing[0] if len(owing) == 1 else state.player), line.strip()


def _zones(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Hexes a side controls; "no 0304" for one it does not."""
    had, table = laid.system.shows.zones(laid.scenario, state), page.page("zones")
    table.only(*laid.scenario.side_ids)
    for side in table.entries:
        words = table.text(side).split()
        for at, word in enumerate(words):
            if word == "no":
                continue
            unwanted = at > 0 and words[at - 1] == "no"
            mapsheet.read_hex(table, side, laid.scenario.grid, word, at=table.text(side))
            if (word in had.get(side, frozenset())) == unwanted:
                yield f"zones.{side}: {word} is {'' if unwanted else 'not '}controlled"


def _setup_zones(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """The hexes where a side may set up, all of them, as a viewer is shown them; "none" for no zone."""
    had, table = look(laid.system, laid.scenario, state).setup, page.page("setup_zones")
    table.only(*laid.scenario.side_ids)
    for side in table.entries:
        none = table.entries[side] in ALONE
        wanted = frozenset() if none else mapsheet.area(table, side, laid.scenario.grid)
        found = had.get(side, frozenset())
        if found != wanted:
            yield f"setup_zones.{side}: {_plain(found) or 'none'}, not {str(table.entries[side])!r}"


def _clashes(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Attacks as previewed: `b1 o1: {attack: 4, defence: 2, odds: 2/1, helpers: b2, shields: ""}` or none."""
    had = {f"{c.attacker} {c.defender}": c for c in laid.system.shows.clashes(laid.scenario, state)}
    table = page.page("clashes")
    for pair in table.entries:
        if len(pair.split()) != 2 or not set(pair.split()) <= set(state.units):
            raise table.wrong("should be the ids of attacker and defender, as b1 o1", pair, at=pair)
        clash = had.get(" ".join(pair.split()))
        if isinstance(table.entries[pair], str):
            if clash is not None and table.entries[pair] in ALONE:
                yield f"clashes.{pair}: possible"
            continue
        for key, want in table.page(pair).entries.items():
            found = getattr(clash, key, None)
            if not _same(found, want):
                yield f"clashes.{pair}.{key}: {_plain(found)}, not {_plain(want)!r}"


def _reach(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """What it costs a unit to get to hexes, in movement points; "no" for out of reach."""
    table = page.page("reach")
    table.only(*state.units)
    for unit in table.entries:
        routes = laid.system.shows.routes(laid.scenario, state, unit)
        inner = table.page(unit)
        for hex_ in inner.entries:
            mapsheet.read_hex(inner, hex_, laid.scenario.grid, hex_)
            found = str(routes[hex_].cost) if hex_ in routes else "no"
            if found != inner.text(hex_):
                yield f"reach.{unit}.{hex_}: {found}, not {str(inner.text(hex_))!r}"


def _face(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """Words on the picture of a counter: states such as demoralised."""
    table = page.page("face")
    table.only(*state.units)
    for unit in table.entries:
        states = laid.system.shows.face(laid.scenario, state, state.units[unit]).states
        if table.text(unit) not in states:
            yield f"face.{unit}: {', '.join(states) or 'nothing'}, not {str(table.text(unit))!r}"


def _seen(page: Page, laid: Laid, state: State, _: Sequence[Event]) -> Iterator[str]:
    """What a side may see: the same expectations on the table as it knows it."""
    table = page.page("seen")
    for viewer in table.entries:
        if viewer not in (*laid.scenario.side_ids, "spectator"):
            raise table.wrong("no such side", viewer, at=viewer)
        side = viewer if viewer in laid.scenario.side_ids else ""
        try:
            yield from (
                f"{viewer} sees {f}" for f in failures(table.page(viewer), laid, seen(laid, state, side), ())
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
        lambda laid, s: laid.system.shows.owners(laid.scenario, s),
    ),
    "scores": _mapping(
        "scores",
        lambda laid: laid.scenario.side_ids,
        lambda laid, s: laid.system.shows.scores(laid.scenario, s),
    ),
    "result": _either("result", _result_of),
    "question": _either("question", _question_of),
    "hand": _either("hand", _hand_of),
    "rolled": _rolled,
    "notes": _notes,
    "events": _events,
    "offered": lambda p, laid, s, _: _offers(p, laid, s, "offered", True),
    "not_offered": lambda p, laid, s, _: _offers(p, laid, s, "not_offered", False),
    "zones": _zones,
    "setup_zones": _setup_zones,
    "clashes": _clashes,
    "reach": _reach,
    "seen": _seen,
    "face": _face,
}
