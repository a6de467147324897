"""The table of a script: where counters stand and what lies on them, stated outright or as a game begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.commands import Command, Move, Write
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import Dice, Ledger
from engine.referee import start
from engine.rules import setup
from engine.scenario import Counter, Scenario
from engine.scenario_builder.mapping_reader import MappingReader, parse_int, suggestion
from engine.scenario_builder.position_checks import position_faults
from engine.state import Mark, Question, Result, Selection, State, Taken, Task, Unit
from engine.system import System
from engine.systems import find
from notation import order_text, secret_orders
from notation.order_words import words_of
from notation.scripts.battle import battle, book, terrains
from notation.scripts.counters import (
    BOXES,
    Book,
    Stated,
    counter,
    facing,
    hex_at,
    place_of,
    stated,
    unit_page,
    value_names,
)

START = "start"
STATE = (
    *("turn", "phase", "player", "active", "place", "units", "others", "marks", "owners"),
    *("numbers", "questions", "agenda", "selection", "envelopes", "orders_open", "pools", "painted"),
    *("standing", "result"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A table laid out, and what it is played by."""

    system: System
    scenario: Scenario
    state: State


def lay(page: MappingReader, dice: Dice, *, first: type[Command] | None = None, player: str = "") -> Position:
    """The table a script states. The phase that takes the `first` order and `player` are meant when it does
    not say.

    A battle by name of which nothing else is stated, and every script with `phase: start`, begins with
    the opening of the rulebook. Raises BadScenario.
    """
    lore = book(page)
    units = stated(page, lore)
    scenario = battle(page, units if "scenario" not in page else {}, lore)
    system = find(scenario.system)
    begun = "scenario" in page or page.entries.get("phase") == START
    state = replay(State(), start(system, scenario, dice)) if begun else _bare(scenario, lore)
    if page.entries.get("phase") == START:
        return Position(system=system, scenario=scenario, state=state)
    if not begun or any(name in page for name in STATE):
        position = Position(system=system, scenario=scenario, state=state)
        phase = _phase(system, first, str(lore.charts.get("usual_phase", "")))
        state = _stated(page, position, lore, units, phase, player)
        state = _begun(page, replace(position, state=state), dice)
    ground = {hex_: printed.terrain for hex_, printed in scenario.hexes.items()} | {**state.terrain}
    for id_, what in position_faults(state.units.values(), scenario.charts, ground.__getitem__):
        raise unit_page(page, id_).mistake(what, id_)
    return Position(system=system, scenario=scenario, state=state)


def _begun(page: MappingReader, position: Position, dice: Dice) -> State:
    """The table with what its rulebook adds to a stated one, and with what is asked in a stated phase that
    consists of a question, unless the script says so. Raises BadScenario when nothing would be asked."""
    ledger = Ledger(position.state, dice)
    position.system.settle(position.scenario, ledger)
    state = ledger.state
    openers = position.system.phase_openers
    if "phase" not in page or state.questions or state.agenda or state.phase not in openers:
        return state
    openers[state.phase](position.scenario, ledger)
    state = ledger.state
    if not state.questions:
        what = f"{state.phase}: this position has no question; state `numbers` or `questions`"
        raise page.mistake(what, "phase")
    return replace(state, player=state.questions[0].side, active=frozenset())


def _phase(system: System, first: type[Command] | None, likely: str) -> str:
    """The phase that takes an order, the likeliest of several; that of the usual one when it says nothing of
    the phase."""
    usual = Move if system.secret_orders is None else Write
    known = sorted(system.phases.values(), key=lambda phase: phase.name != likely)
    phases = [p.name for kind in (first, usual) for p in known if kind in p.takes]
    return phases[0] if phases else likely


def _bare(scenario: Scenario, lore: Book) -> State:
    """Every counter where it is stated; objectives held as printed."""
    owns = (
        Mark(name="owns", on=o.id, to=o.owner)
        for o in scenario.objectives
        if o.owner and o.scored == "passing"
    )
    return State(units={c.id: _unit(c, lore) for c in scenario.counters.values()}, marks=frozenset(owns))


def _unit(printed: Counter, lore: Book) -> Unit:
    return setup.counter_unit(printed, dict.fromkeys(lore.in_play, 0))


def _stated(
    page: MappingReader, position: Position, lore: Book, units: Mapping[str, Stated], phase: str, player: str
) -> State:
    """The table with everything on it that the script states."""
    system, scenario, state = position.system, position.scenario, position.state
    sides = scenario.side_ids
    if "scenario" in page:
        phase = state.phase
    now = page.choice("phase", system.phases, default=phase)
    turn = page.number("turn", 0, 99, default=max(1, state.turn))
    side = _player(page, system, state, sides, player)
    usual = _owing(system, now, sides) if system.secret_orders is not None else {side}
    active = _sides(page, "active", sides) if "active" in page else usual
    state = replace(state, turn=turn, phase=now, player=side, active=frozenset(active))
    state = _placed(page, scenario, state, units, lore)
    state = replace(
        state,
        marks=_marks(page, scenario, state) | _borne(units),
        tracks={**state.tracks, **_integers(page.mapping("numbers"))},
        pools={**state.pools, **_pools(page.mapping("pools"))},
        questions=tuple(_question(p, sides, system.answers) for p in page.mappings("questions")),
        agenda=tuple(_task(p, system, scenario, state) for p in page.mappings("agenda")),
        terrain={**state.terrain, **_painted(page, scenario)},
        standing={**state.standing, **_standing(page.mapping("standing"), system, sides)},
    )
    state = replace(state, units=_with_points(state, units, lore))
    for pool, what in system.pool_faults(scenario, state):
        raise page.mapping("pools").mistake(what, pool)
    position = replace(position, state=state)
    written = page.mapping("envelopes")
    envelopes = {side: _written(written, side, position) for side in _envelopes(page, sides)}
    return replace(
        state,
        envelopes={**state.envelopes, **envelopes},
        orders={**state.orders, **_written(page, "orders_open", position)},
        selection=_selection(page, scenario, state),
        result=_result(page, sides),
    )


def _player(page: MappingReader, system: System, state: State, sides: tuple[str, ...], player: str) -> str:
    """The side whose player-turn it is; none where orders are secret and carried out simultaneously."""
    if system.secret_orders is not None and "player" not in page:
        return ""
    usual = player if player in sides else state.player or sides[0]
    return page.choice("player", sides, default=usual)


def _owing(system: System, phase: str, sides: Iterable[str]) -> set[str]:
    """The sides that owe a decision; none in a phase that plays itself."""
    return set() if phase in system.automatic_phases else set(sides)


def _placed(
    page: MappingReader, scenario: Scenario, state: State, units: Mapping[str, Stated], lore: Book
) -> State:
    """The counters moved and changed as stated; `others: off` removes those not named."""
    placed = dict(state.units)
    if page.choice("others", ("stay", "off"), default="stay") == "off":
        placed = {
            id_: u if id_ in units else replace(u, place=BOXES["eliminated"]) for id_, u in placed.items()
        }
    standing: dict[str, str] = {}
    for id_, spec in units.items():
        piece = counter(page, id_, spec, lore, scenario.grid) if id_ not in placed or spec.words else None
        unit = placed.get(id_) or _unit(piece, lore)  # type: ignore[arg-type]
        for name in spec.present:
            if name not in value_names(lore.charts):
                known = suggestion(name, value_names(lore.charts))
                raise unit_page(page, id_).mistake(f"{name!r} is no number of a counter{known}", id_)
        place = place_of(page, scenario.grid, id_, spec.at, lore) if spec.at else unit.place
        stacks = unit.kind in lore.charts.get("stacking", ())
        if not place.startswith("@") and place in standing and not stacks:
            raise page.mapping("place").mistake(f"{place} is already occupied by {standing[place]}", id_)
        if not stacks:
            standing[place] = id_
        placed[id_] = replace(
            unit,
            place=place,
            printed={**unit.printed, **spec.printed} if "scenario" not in page else unit.printed,
            values={**unit.values, **spec.present},
            facing=_facing(page, spec, lore, scenario, unit),
        )
    return replace(state, units=placed)


def _facing(
    page: MappingReader, spec: Stated, lore: Book, scenario: Scenario, unit: Unit
) -> Mapping[str, int]:
    """Where a counter looks: as stated, else as it did."""
    if spec.facing is None and "square" not in spec.marks:
        return unit.facing
    grid, bases = scenario.grid, unit.values.get("bases", 1)
    return facing(page, unit.id, spec, lore, grid, unit.side, unit.kind, bases)


def _with_points(state: State, units: Mapping[str, Stated], lore: Book) -> dict[str, Unit]:
    """What a counter has to spend in a turn when nothing is stated: all of it, or half when so marked.

    Charts may say that only the player's counters are halved, and how much is left at least.
    """
    placed = dict(state.units)
    rule: Mapping[str, Any] = lore.charts.get("allowance", {})
    for id_, unit in state.units.items() if rule else ():
        present = units[id_].present if id_ in units else {}
        if rule["now"] in present:
            continue
        points = full = unit[rule["full"]]
        spent = full < unit.printed.get(rule["full"], full)
        whose = unit.side == state.player or rule.get("of") != "player"
        if whose and not spent and state.marked(id_, rule.get("halved_by", "")):
            points = max(full // 2, int(rule.get("least", 0)))
        placed[id_] = replace(unit, values={**unit.values, rule["now"]: points})
    return placed


def _marks(page: MappingReader, scenario: Scenario, state: State) -> frozenset[Mark]:
    """`marks: {b1: [moved, charged o1]}` and `owners: {mill: blue}`, added to the existing ones."""
    marks = set(state.marks)
    table = page.mapping("marks")
    known = {*state.units, *scenario.side_ids, *(o.id for o in scenario.objectives)}
    for on, entry in table.entries.items():
        if on not in known and scenario.grid.parse(on) is None:
            raise table.mistake(f"there is nothing called {on!r} on the table", on, at=on)
        for text in [entry] if isinstance(entry, str) else table.texts(on):
            name, _, to = text.partition(" ")
            if name not in find(scenario.system).marks:
                known_marks = ", ".join(sorted(find(scenario.system).marks))
                raise table.mistake(f"{name!r} is no mark; known: {known_marks}", on, at=text)
            words = scenario.charts.get("mark_words", {}).get(name, ())
            if to and to.strip() not in {*known, *map(str, words)} and scenario.grid.parse(to) is None:
                raise table.mistake(f"there is nothing called {to.strip()!r} on the table", on, at=text)
            marks.add(Mark(name=name, on=str(on), to=to.strip()))
    owners = page.mapping("owners")
    owners.allow_only(*(o.id for o in scenario.objectives))
    for objective in owners.entries:
        marks = {m for m in marks if (m.name, m.on) != ("owns", objective)}
        side = owners.choice(objective, (*scenario.side_ids, "nobody"))
        if side != "nobody":
            marks.add(Mark(name="owns", on=str(objective), to=side))
    return frozenset(marks)


def _borne(units: Mapping[str, Stated]) -> frozenset[Mark]:
    """The marks said of counters where they are stated."""
    return frozenset(Mark(name=name, on=id_) for id_, spec in units.items() for name in spec.marks)


def _standing(page: MappingReader, system: System, sides: Iterable[str]) -> dict[str, Mapping[str, str]]:
    """Standing orders by side: `{colonial: {keep: no}}`."""
    page.allow_only(*sides)
    answers: dict[str, Mapping[str, str]] = {}
    for side in page.entries:
        kinds = page.mapping(side)
        kinds.allow_only(*system.standing_answers)
        answers[str(side)] = {str(kind): str(kinds.text(kind)) for kind in kinds.entries}
    return answers


def _sides(page: MappingReader, name: str, sides: tuple[str, ...]) -> set[str]:
    entry = page.entries[name]
    words = entry.split() if isinstance(entry, str) else page.texts(name)
    for word in words:
        if word not in sides:
            raise page.mistake(f"{word!r} is not a side; choose one of: {', '.join(sides)}", name, at=word)
    return {str(word) for word in words}


def _integers(page: MappingReader) -> dict[str, int]:
    return {str(name): page.number(name, -999999, 999999) for name in page.entries}


def _pools(page: MappingReader) -> dict[str, tuple[int, ...]]:
    return {str(name): integers(page, name) for name in page.entries}


def integers(page: MappingReader, name: str) -> tuple[int, ...]:
    """Whole numbers in a list or in one text."""
    entry = page.entries[name]
    texts = entry.split() if isinstance(entry, str) else page.texts(name)
    numbers = [parse_int(text) for text in texts]
    if None in numbers or (isinstance(entry, str) and not numbers):
        raise page.mistake("should hold whole numbers", name)
    return tuple(number for number in numbers if number is not None)


def _envelopes(page: MappingReader, sides: Iterable[str]) -> list[str]:
    inner = page.mapping("envelopes")
    inner.allow_only(*sides)
    return [str(side) for side in inner.entries]


def _written(page: MappingReader, name: str, position: Position) -> dict[str, Mapping[str, str]]:
    """Orders by unit, typed (`R1: march NE`) or as words (`R1: {order: march, path: 0304}`)."""
    table = page.mapping(name)
    orders: dict[str, Mapping[str, str]] = {}
    for id_, entry in table.entries.items():
        if isinstance(entry, str):
            orders[str(id_)] = _typed(table, id_, position)
        else:
            inner = table.mapping(id_)
            orders[str(id_)] = {str(word): str(inner.text(word)) for word in inner.entries}
    return orders


def _typed(page: MappingReader, id_: str, position: Position) -> Mapping[str, str]:
    """A typed order of a unit, in words."""
    unit = position.state.units.get(id_)
    if unit is None:
        raise page.mistake(f"there is no unit {str(id_)!r}", id_, at=id_)
    context = order_text.order_context(position.system, position.scenario, position.state, unit.side)
    try:
        command = secret_orders.read(context, [unit.id, *words_of(page.text(id_))])
    except Refused as refused:
        raise page.mistake(f"cannot be read ({refused.reason})", id_) from refused
    if not isinstance(command, Write):
        raise page.mistake(f"{str(page.text(id_))!r} is no order", id_)
    return command.order


def _question(page: MappingReader, sides: tuple[str, ...], kinds: Iterable[str]) -> Question:
    page.allow_only("kind", "side", "about", "options", "default", "secret")
    options = tuple(map(str, page.texts("options")))
    return Question(
        kind=page.choice("kind", kinds),
        side=page.choice("side", sides),
        about=str(page.text("about", default="")),
        options=options,
        default=page.choice("default", options, default=options[0] if options else ""),
        secret=page.choice("secret", ("no", "yes"), default="no") == "yes",
    )


def _task(page: MappingReader, system: System, scenario: Scenario, state: State) -> Task:
    page.allow_only("kind", "about")
    kind = page.choice("kind", system.tasks)
    for word in page.texts("about"):
        if word not in state.units and word not in scenario.grid:
            raise page.mistake(f"{str(word)!r} is neither a unit nor a hex", "about", at=word)
    return Task(kind=kind, about=tuple(map(str, page.texts("about"))))


def _painted(page: MappingReader, scenario: Scenario) -> dict[str, str]:
    painted = page.mapping("painted")
    known = terrains(scenario.charts)
    return {hex_at(painted, name, scenario.grid): painted.choice(name, known) for name in painted.entries}


def _selection(page: MappingReader, scenario: Scenario, state: State) -> Selection | None:
    if "selection" not in page:
        return state.selection
    if isinstance(page.entries["selection"], str):
        return Selection(unit=page.choice("selection", state.units))
    inner = page.mapping("selection")
    inner.allow_only("unit", "steps")
    unit = inner.choice("unit", state.units)
    hexes = [hex_at(inner, "steps", scenario.grid, text) for text in inner.texts("steps")]
    had = state.units[unit].values
    return Selection(unit=unit, steps=tuple(Taken(origin=hex_, had=had) for hex_ in hexes))


def _result(page: MappingReader, sides: tuple[str, ...]) -> Result | None:
    if "result" not in page:
        return None
    inner = page.mapping("result")
    inner.allow_only("winner", "level", "reason")
    return Result(
        winner=inner.choice("winner", sides) if "winner" in inner else "",
        level=str(inner.text("level", default="draw")),
        reason=str(inner.text("reason", default="stated")),
    )


def as_seen_by(position: Position, state: State, side: str) -> State:
    """The position as one side may know it, without secrets and other sides' written orders."""
    veiled = position.system.as_seen_by(position.scenario, state, side)
    return replace(veiled, envelopes={s: o for s, o in veiled.envelopes.items() if s == side})
