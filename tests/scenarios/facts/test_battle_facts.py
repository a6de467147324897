"""The table of docs/battle-facts.md: what the reader accepts the referee carries out, what a rule forbids is
refused with file, line, key and that rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import render
import scenarios
from bot.cli import main
from bot.core.game import Game
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import map_picture
from engine.battle import exits
from engine.commands import Expired, Unplace
from engine.events import Noted, Rolled
from engine.rules.line_of_sight import present_weather, too_far
from engine.scenario import EXITED, RESERVE, Scenario
from engine.scenario_builder.battle_facts.forbidden import FORBIDDEN
from engine.state import HIDDEN
from engine.system import SETUP
from engine.view import look
from scenarios.handicaps import with_handicap
from scenarios.review import read_draft
from tests.engine.battle.battles import BATTLES, Table, table
from tests.long_forms import long_but
from tests.scenarios.facts.written_battles import Written

PAGE = Path(__file__).parents[3] / "docs" / "battle-facts.md"
SYSTEMS = ("morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic")
DESASTRE, TACTIC = SYSTEMS[2:]
TURNS = "4"


def placed_in_zones(game: Table) -> None:
    """Both sides set up in their zones, which the map shows, before anyone moves."""
    assert game.system.role_of(game.state.phase) == SETUP
    assert game.state.active
    assert set(look(game.system, game.scenario, game.state).setup) == {*game.scenario.side_ids}
    waiting = [u.id for u in game.state.units.values() if u.hex is None]
    before = {u.id: u.place for u in game.state.units.values()}

    game.play_on(lambda: game.state.turn > 1 or not set_up(game))

    for unit in game.state.units.values():
        zone = game.scenario.zones[unit.side]
        assert unit.place in zone if unit.id in waiting else unit.place in zone | {before[unit.id]}


def set_up(game: Table) -> bool:
    """Whether units are still being placed."""
    return game.system.role_of(game.state.phase) == SETUP


def hidden_at_first(game: Table) -> bool:
    """Whether a side that sets up cannot see where the other one already has."""

    def behind() -> str:
        return next((side for side in sorted(game.state.active) if placed_by(game.scenario.enemy(side))), "")

    def placed_by(side: str) -> bool:
        return any(u.hex for u in game.state.units.values() if u.side == side)

    game.play_on(lambda: bool(behind()))
    assert set_up(game)
    seen = game.system.as_seen_by(game.scenario, game.state, behind())
    return all(u.place == HIDDEN for u in seen.units.values() if u.side != behind())


def moves_in_the_first_turn(game: Table) -> None:
    game.play_on(lambda: game.state.phase == "movement" and bool(game.state.active))
    assert game.state.turn == 1


def comes_late(game: Table) -> None:
    """The map says who comes; the unit comes onto the map, not before turn 2."""
    unit = game.scenario.arrivals()[0].units[0]
    entries = look(game.system, game.scenario, game.state, game.scenario.side_ids[1]).entries
    assert unit in {id_ for entry in entries for id_ in entry.units}
    game.play_on(lambda: game.state.units[unit].place != RESERVE)
    assert game.state.result is not None or game.state.turn >= 2
    assert game.state.units[unit].place != RESERVE


def comes_by_a_die(game: Table) -> None:
    game.play_on(lambda: any(isinstance(e, Rolled) and e.purpose == "arrival" for e in game.events))
    assert game.state.turn >= 2
    comes_late(game)


def comes_on_a_condition(game: Table) -> None:
    comes_late(game)
    assert any(isinstance(e, Noted) and e.kind == "arrival" for e in game.events)


def comes_in_secret(game: Table) -> None:
    unit = game.scenario.arrivals()[0].units[0]
    seen = look(game.system, game.scenario, game.state, game.scenario.side_ids[0]).entries
    assert unit not in {id_ for entry in seen for id_ in entry.units}
    known = game.system.as_seen_by(game.scenario, game.state, game.scenario.side_ids[0])
    assert known.units[unit].place == HIDDEN
    comes_late(game)


def leaves_for_points(game: Table) -> None:
    """Units that no one moves off the exit leave at the end of turn 1, and are worth their points."""
    (way,) = game.scenario.exits
    assert [e.side for e in look(game.system, game.scenario, game.state).entries if e.kind == "exit"]
    before = game.system.display.scores(game.scenario, game.state)[way.side]
    for _ in range(200):
        if game.state.turn > 1 or game.state.result is not None:
            break
        side = game.state.questions[0].side if game.state.questions else min(game.state.active)
        game.order(side, Expired())
    gone = [u for u in game.state.units.values() if u.place == EXITED]
    assert gone
    assert exits.points(game.scenario, game.state, way.side) == way.points * len(exits.left(game.state, way))
    assert before + way.points <= game.system.display.scores(game.scenario, game.state)[way.side]


def leaves_by_its_order(game: Table) -> None:
    """A unit on the exit may be ordered off the map, and counts."""
    (way,) = game.scenario.exits

    def leaving() -> list[Unplace]:
        phase, state = game.system.phases[game.state.phase], game.state
        return [
            option.command
            for unit in state.units_on_map(way.side)
            if way.side in state.active and not state.questions
            for option in phase.options(game.scenario, state, way.side, unit.id)
            if isinstance(option.command, Unplace) and not set_up(game)
        ]

    game.play_on(lambda: bool(leaving()))
    assert not exits.achieved(game.scenario, game.state, way.side)
    game.order(way.side, leaving()[0])
    assert exits.achieved(game.scenario, game.state, way.side)


def sees_no_farther(game: Table) -> None:
    (now,) = present_weather(game.scenario, game.state)
    assert look(game.system, game.scenario, game.state).weather == (now,)
    game.play_on(lambda: game.state.turn > 1)
    assert too_far(game.scenario, game.state, now.sight + 1)
    for unit in game.state.units_on_map():
        sight = game.system.display.sight(game.scenario, game.state, unit.id)
        assert sight is None or sight.reach <= now.sight


def moves_less_far(game: Table) -> None:
    """All units together reach fewer hexes than in the same battle without the weather."""
    plain = table(the_battle(game.scenario.system))
    reached = []
    for played in (game, plain):
        played.play_on(lambda played=played: played.state.phase == "movement" and bool(played.state.active))
        side = min(played.state.active)
        units = played.state.units_on_map(side)
        reached.append(
            sum(len(played.system.display.reach(played.scenario, played.state, u.id)) for u in units)
        )
    assert 0 < reached[0] < reached[1]


def changes_by_a_die(game: Table) -> None:
    game.play_on(lambda: any(isinstance(e, Rolled) and e.purpose == "weather" for e in game.events))
    assert game.state.result is not None or game.state.turn >= 1
    assert any(isinstance(e, Noted) and e.kind == "weather" for e in game.events)


def scores_from_the_start(game: Table) -> None:
    """A point of the second side; where losses decide it is one of the first that counts as lost."""
    _, second = game.scenario.side_ids
    before = with_handicap(game.scenario, None)
    given, usual = (game.system.display.scores(battle, game.state) for battle in (game.scenario, before))

    assert given[second] == usual[second] + 1


def is_never_drawn(game: Table) -> None:
    """One side has won in the end, whichever is ahead."""
    result = game.play_on(lambda: False, 2000).result

    assert result is not None
    assert result.winner in game.scenario.side_ids


def ends_by_a_die(game: Table) -> None:
    assert look(game.system, game.scenario, game.state).length == "1–4"
    game.play_on(lambda: game.state.result is not None, 2000)
    rolls = [e for e in game.events if isinstance(e, Rolled) and e.purpose == "ending"]
    assert [roll.dice[0] >= 2 for roll in rolls] == [*[False] * (len(rolls) - 1), True] or (
        game.state.turn == int(TURNS)
    )


def belongs_to_its_side(game: Table) -> None:
    game.play_on(lambda: game.state.result is not None, 2000)
    owners = game.system.display.objective_owners(game.scenario, game.state)
    assert set(owners.values()) <= {*game.scenario.side_ids, ""}
    assert game.state.result is not None


@dataclass(frozen=True)
class Fact:
    """One row of the table: how it is written, and how the referee is seen to carry it out. `shown`: the map
    of its beginning is another one. `at`: the key at which it is refused."""

    write: Callable[[Written], Written]
    play: Callable[[Table], None]
    at: str
    shown: bool = False


def set_up_kind(kind: str) -> Callable[[Written], Written]:
    def write(battle: Written) -> Written:
        battle.state(options={"setup": kind}, zones=battle.zones())
        if kind == "mixed":
            return battle.off_map(battle.sides[0], 2).off_map(battle.sides[1], 2)
        return battle.all_off_map() if kind == "free" else battle

    return write


def at_once(battle: Written) -> Written:
    """Two units a side, in corners far apart."""
    first, second = battle.sides
    grid = battle.printed.grid
    kept = []
    for side in (first, second):
        leader = next(battle.of(side, leaders=True))
        corps = leader.get("corps")
        foot = next(u for u in battle.of(side) if u.get("corps") == corps and is_foot(battle, u))
        kept += [leader, foot]
        for army in battle.scenario["sides"]:
            if army["id"] == side and "corps" in army:
                army["corps"] = [corps]
    battle.units["units"] = kept
    battle.all_off_map()
    pace = {"morne_plaine": "ma", "pousse_pion": "mv"}.get(battle.system, "")
    for unit in kept if pace else ():
        unit["values"] = {**unit.get("values", {}), pace: "1"}
    zones = {
        first: f"01{grid.rows:02d} 02{grid.rows:02d}",
        second: f"{grid.columns:02d}01 {grid.columns - 1:02d}01",
    }
    battle.scenario["objectives"] = battle.scenario["objectives"][:1]
    battle.scenario["objectives"][0]["hexes"] = f"01{grid.rows:02d}"
    return battle.state(options={"setup": "free", "setup_only_first_turn": "no"}, zones=zones)


def is_foot(battle: Written, unit: dict[str, Any]) -> bool:
    return battle.printed.counters[unit["id"]].kind == "infantry"


def overlapping(battle: Written) -> Written:
    """The second side may set up anywhere."""
    grid = battle.printed.grid
    everywhere = f"0101-{grid.label(grid.columns, grid.rows)}"
    return set_up_kind("free")(battle).state(zones={battle.sides[1]: everywhere})


def held(battle: Written) -> Written:
    """The second side's late unit comes when a unit of the first stands where one stands at the start."""
    first = battle.sides[0]
    hexes = " ".join(str(unit["place"]) for unit in battle.of(first))
    return battle.reserve(when={"held": hexes, "by": first})


def exit_of(number: int, **worth: str) -> Callable[[Written], Written]:
    """An exit of a side at the whole of its own edge, with a unit on it."""

    def write(battle: Written) -> Written:
        side, grid = battle.sides[number], battle.printed.grid
        edge = ("south", "north")[number]
        (*_, unit) = battle.of(side)
        taken = {u["place"] for u in battle.units["units"]}
        row = grid.rows if edge == "south" else 1
        free = (grid.label(c, row) for c in range(1, grid.columns + 1))
        unit["place"] = next(h for h in free if h not in taken and clear(battle, h))
        battle.scenario["turns"] = TURNS
        return battle.state(exits=[{"id": "way", "side": side, "hexes": edge, **worth}])

    return write


def clear(battle: Written, hex_: str) -> bool:
    return battle.printed.hexes[hex_].terrain in ("clear", "plains")


def weather(**facts: str) -> Callable[[Written], Written]:
    return lambda battle: battle.state(weather=[{"kind": "rain", "turn": "1", **facts}], turns=TURNS)


def objectives(scored: str) -> Callable[[Written], Written]:
    def write(battle: Written) -> Written:
        battle.scenario["objectives"][0]["scored"] = scored
        return battle.state(turns="2")

    return write


def by_points(battle: Written) -> Written:
    return exit_of(0, points="2")(battle)


def second_side(battle: Written) -> Written:
    worth = {"units": "1"} if battle.system == DESASTRE else {"points": "2"}
    return exit_of(1, **worth)(battle)


FACTS = {
    "`setup: free`, in `zones`": Fact(set_up_kind("free"), placed_in_zones, "options.setup", shown=True),
    "`setup: optional`": Fact(set_up_kind("optional"), placed_in_zones, "options.setup", shown=True),
    "`setup: mixed`": Fact(set_up_kind("mixed"), placed_in_zones, "options.setup", shown=True),
    "set-up hidden from the enemy": Fact(set_up_kind("free"), lambda game: None, ""),
    "`setup_only_first_turn: no`": Fact(at_once, moves_in_the_first_turn, "options.setup_only_first_turn"),
    "zones that overlap": Fact(overlapping, placed_in_zones, "zones"),
    "reinforcements in a `turn`": Fact(Written.reserve, comes_late, "reinforcements[1]", shown=True),
    "reinforcements by a `die`": Fact(
        lambda b: b.reserve(die="2"), comes_by_a_die, "reinforcements[1].die", shown=True
    ),
    "reinforcements `when`": Fact(held, comes_on_a_condition, "reinforcements[1].when", shown=True),
    "`secret` reinforcements": Fact(
        lambda b: b.reserve(secret="yes"), comes_in_secret, "reinforcements[1].secret"
    ),
    "exits worth `points`": Fact(by_points, leaves_for_points, "exits[1].points", shown=True),
    "exits that `units` must take": Fact(
        exit_of(0, units="1"), leaves_by_its_order, "exits[1].units", shown=True
    ),
    "exits of the second side": Fact(second_side, leaves_for_points, "exits[1].side", shown=True),
    "weather that limits `sight`": Fact(weather(sight="1"), sees_no_farther, "weather[1].sight", shown=True),
    "weather that `slows`": Fact(weather(slows="1"), moves_less_far, "weather[1].slows", shown=True),
    "weather by a `die`": Fact(weather(turn="2", die="2", sight="2"), changes_by_a_die, "weather[1].die"),
    "length by a die, `ends`": Fact(
        lambda b: b.state(turns=TURNS, ends={"turn": "1", "die": "2"}), ends_by_a_die, "ends", shown=True
    ),
    "`handicap` of `points`": Fact(
        lambda b: b.state(handicap={"gives": b.sides[0], "points": "1"}), scores_from_the_start, "handicap"
    ),
    "`handicap` of the `draw`": Fact(
        lambda b: b.state(handicap={"gives": b.sides[0], "draw": "yes"}), is_never_drawn, "handicap"
    ),
    "objectives `occupied`": Fact(objectives("occupied"), belongs_to_its_side, "objectives[1].scored"),
    "objectives `passing`": Fact(objectives("passing"), belongs_to_its_side, "objectives[1].scored"),
    "objectives `intact`": Fact(objectives("intact"), belongs_to_its_side, "objectives[1].scored"),
}
HIDDEN_SETUP = "set-up hidden from the enemy"


def page_rows() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows of the page: the fact, and its cell in each rulebook."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| fact "):
            fact, *cells = (part.strip() for part in line.strip("|").split("|"))
            yield fact, tuple(cells)


ROWS = dict(page_rows())
CELLS = [(fact, system) for fact in FACTS for system in SYSTEMS]
cells = pytest.mark.parametrize(("fact", "system"), CELLS, ids=lambda it: re.sub(r"[`,:]", "", it))


def cell(fact: str, system: str) -> str:
    return ROWS[fact][SYSTEMS.index(system)]


def rule_in(text: str) -> str:
    """The rule that a cell names."""
    named = re.search(r"\(([A-Z]+-[A-Z0-9-]+)\)", text)
    return named[1] if named else ""


@cache
def the_battle(system: str) -> Any:
    return scenarios.load(BATTLES[system])


@cache
def plain_picture(system: str) -> bytes:
    return drawn(the_battle(system))


def drawn(battle: Scenario) -> bytes:
    """The map of a game that has just begun, as it is posted."""
    game = table(battle)
    played = Game(record=None, scenario=battle, system=game.system, state=game.state)  # type: ignore[arg-type]
    names = Names(catalogue_for("en"), played)
    shown = map_picture.picture(names, area=lambda view: frozenset(view.hexes))
    return render.draw(shown.view, shown.caption, crop=shown.crop, size=render.BOX)


def test_the_page_has_a_row_for_each_fact_and_a_word_for_each_rulebook() -> None:
    assert list(ROWS) == list(FACTS)
    assert all(len(row) == len(SYSTEMS) and re.match("yes|no", each) for row in ROWS.values() for each in row)


def test_what_the_page_says_no_to_names_a_rule_and_every_rule_that_forbids_is_on_the_page() -> None:
    for fact, system in CELLS:
        assert cell(fact, system).startswith("yes") or rule_in(cell(fact, system))
    for system, entries in FORBIDDEN.items():
        on_page = {rule_in(row[SYSTEMS.index(system)]) for row in ROWS.values()}
        assert {rule_in(why) for *_, why in entries} - {""} <= on_page


@cells
def test_a_fact_is_carried_out_or_refused_with_its_rule(fact: str, system: str, tmp_path: Path) -> None:
    one, said = FACTS[fact], cell(fact, system)
    folder = one.write(Written(system)).write(tmp_path)
    draft = read_draft(folder)
    if said.startswith("no") and fact != HIDDEN_SETUP:
        (mistake,) = draft.mistakes
        assert mistake.key == one.at
        file, line = mistake.where.rsplit(":", 1)
        text = (tmp_path / file).read_text(encoding="utf-8").splitlines()
        assert one.at.split(".")[-1] in text[int(line) - 1] or line_of_part(one.at, text) <= int(line)
        assert rule_in(said) in mistake.what
        return

    assert draft.mistakes == []
    assert draft.scenario is not None
    if fact == HIDDEN_SETUP:
        assert hidden_at_first(table(draft.scenario)) is said.startswith("yes")
        return
    play = leaves_by_its_order if system == DESASTRE and one.play is leaves_for_points else one.play
    play(table(draft.scenario))


def line_of_part(key: str, text: list[str]) -> int:
    """The line on which a part of the file begins."""
    part = re.split(r"[.\[]", key)[0]
    return next(n for n, line in enumerate(text, 1) if line.startswith(f"{part}:"))


SHOWN = [(fact, system) for fact, system in CELLS if FACTS[fact].shown and cell(fact, system)[:3] == "yes"]


@pytest.mark.parametrize(("fact", "system"), long_but([c for c in SHOWN if c[1] == "morne_plaine"], SHOWN))
def test_the_map_shows_it(fact: str, system: str, tmp_path: Path) -> None:
    battle = read_draft(FACTS[fact].write(Written(system)).write(tmp_path)).scenario

    assert battle is not None
    assert drawn(battle) != plain_picture(system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_check_accepts_a_battle_with_facts_and_names_what_is_forbidden(system: str, tmp_path: Path) -> None:
    folder = held(Written(system)).state(turns=TURNS, ends={"turn": "2", "die": "4"}).write(tmp_path)
    result = CliRunner().invoke(main, ["scenario", "check", str(folder)])
    assert result.exit_code == 0, result.output

    scenario = folder / "scenario.yaml"
    wrong = "points: 1" if system == DESASTRE else "units: 1"
    side = Written(system).sides[0]
    with scenario.open("a", encoding="utf-8") as text:
        text.write(f"exits:\n- {{id: way, side: {side}, hexes: south, {wrong}}}\n")
    result = CliRunner().invoke(main, ["scenario", "check", str(folder)])
    assert result.exit_code == 1
    line = len(scenario.read_text(encoding="utf-8").splitlines())
    assert f"{folder.name}/scenario.yaml:{line}: exits[1].{wrong.split(':')[0]}: " in result.output


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_value_of_every_option_can_be_stated(system: str, tmp_path: Path) -> None:
    options = scenarios.charts(system)["options"]
    values = [(name, value) for name, known in options.items() for value in known if name != "setup"]
    refused = {entry for part, entry, *_ in FORBIDDEN[system] if part == "options"}
    for number, (name, value) in enumerate(values):
        beside = tmp_path / str(number)
        beside.mkdir()
        draft = read_draft(Written(system).state(options={str(name): str(value)}).write(beside))
        assert not draft.mistakes or name in refused, (name, value, draft.mistakes)


def test_an_option_that_there_is_not_is_refused_with_a_guess(tmp_path: Path) -> None:
    folder = Written("morne_plaine").state(options={"line_of_sigth": "yes"}).write(tmp_path)

    (mistake,) = read_draft(folder).mistakes

    assert mistake.key == "options.line_of_sigth"
    assert "did you mean 'line_of_sight'" in mistake.what
