"""Secret orders as they are typed, and positions with them: what is read, what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli.run_script import referee
from engine.commands import Command, Expired, Place, Resign, Seal, Unseal, Write
from engine.errors import NotOnTable
from notation import order_text
from notation.scripts.position import Position
from notation.scripts.runner import run
from scenarios import read
from scenarios.text import parse

TABLE = """
system: art_of_tactic
place:
  R1: {at: 0505, name: Yari-gumi Sugi, commander: yes}
  R2: 0507 ashigaru_archers commander ammo 3
  R3: 0405 figures 3/6 commander facing SW morale 1
  B1: 0705 mounted_samurai
  B2: 0704
"""


@pytest.fixture
def position() -> Position:
    return run(read(TABLE)).position


def parse_order(position: Position, text: str) -> Command:
    return order_text.read(text, position.system, position.scenario, position.state, "red")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("R1 march NE", {"order": "march", "path": "0504"}),
        ("march R1 NE", {"order": "march", "path": "0504"}),
        ("R1 marches 0504", {"order": "march", "path": "0504"}),
        ("0505 march NE", {"order": "march", "path": "0504"}),
        ("Yari-gumi Sugi march NE", {"order": "march", "path": "0504"}),
        ("r1 run 2NE", {"order": "run", "path": "0504 0603"}),
        ("R1 run NO O", {"order": "run", "path": "0404 0304"}),
        ("R1 course NE", {"order": "run", "path": "0504"}),
        ("R1 march", {"order": "march"}),
        ("R1 assault B1 E E", {"order": "assault", "target": "B1", "path": "0605 0705"}),
        ("R1 assault 0705 E", {"order": "assault", "target": "B1", "path": "0605"}),
        ("R1 assault 0605 0705", {"order": "assault", "path": "0605 0705"}),
        ("R1 assault E E", {"order": "assault", "path": "0605 0705"}),
        ("R1 charges B1 via E", {"order": "assault", "target": "B1", "path": "0605"}),
        ("R1 defend E", {"order": "defend", "facing": "E"}),
        (
            "R2 defend E range 3 prefer B2 B1",
            {"order": "defend", "facing": "E", "max_range": "3", "prefer": "B2 B1"},
        ),
        ("R2 defend E 3", {"order": "defend", "facing": "E", "max_range": "3"}),
        ("R1 all-around defense", {"order": "all_around_defense"}),
        ("all around defence R1", {"order": "all_around_defense"}),
        ("R2 fires B1", {"order": "fire_ranged_weapons", "target": "B1"}),
        ("R2 fire B1", {"order": "fire_ranged_weapons", "target": "B1"}),
        ("fire R2 at B1", {"order": "fire_ranged_weapons", "target": "B1"}),
        (
            "R2 fire and retreat E range 3 via W",
            {"order": "fire_and_retreat", "facing": "E", "max_range": "3", "path": "0407"},
        ),
        (
            "R2 fire and retreat E 3 W",
            {"order": "fire_and_retreat", "facing": "E", "max_range": "3", "path": "0407"},
        ),
        (
            "R2 fire and retreat E range 3 W",
            {"order": "fire_and_retreat", "facing": "E", "max_range": "3", "path": "0407"},
        ),
        ("R2 move and fire B1 E E", {"order": "move_and_fire", "target": "B1", "path": "0607 0707"}),
        ("R1 ambush NE", {"order": "ambush", "facing": "NE"}),
        ("R1 join R3", {"order": "join_up", "with": "R3"}),
        ("R1 joins up with R3", {"order": "join_up", "with": "R3"}),
        ("R1 recon B2", {"order": "reconnaissance", "target": "B2"}),
        ("R1 recon", {"order": "reconnaissance"}),
        ("R2 supplies", {"order": "receive_supplies"}),
        ("R1 rest", {"order": "rest"}),
        ("rest R1", {"order": "rest"}),
        ("R1 retreat W W", {"order": "retreat", "path": "0405 0305"}),
        ("R1 flee", {"order": "flee"}),
        ("R1 no order", {}),
        ("R1 none", {}),
    ],
)
def test_a_secret_order_is_read(position: Position, text: str, order: dict[str, str]) -> None:
    unit = "R2" if "R2" in text else "R1"

    assert parse_order(position, text) == Write(unit=unit, order=order)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("lock", Seal()),
        ("unlock", Unseal()),
        ("resign", Resign()),
        ("expired", Expired()),
        ("place R1 0508", Place(unit="R1", hex="0508")),
    ],
)
def test_other_orders_are_read_as_ever(position: Position, text: str, command: Command) -> None:
    assert parse_order(position, text) == command


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("R9 march E", "no_such_unit", {"unit": "R9"}),
        ("R1 march N", "no_such_direction", {"direction": "N"}),
        ("R1 march 0599", "no_such_hex", {"hex": "0599"}),
        ("R1 defend up", "no_such_direction", {"direction": "up"}),
        ("R1 assault B9 E", "no_such_unit", {"unit": "B9"}),
        ("R2 fires 0901", "nobody_there", {"hex": "0901"}),
        ("R1 join R9", "no_such_unit", {"unit": "R9"}),
        ("R1 NE NE", "unknown_order", {"order": "NE NE"}),
        ("R1 dance", "unknown_order", {"order": "dance"}),
        ("mrch R1 E", "no_such_unit", {"near": ("march",)}),
    ],
)
def test_what_cannot_be_read_says_what(
    position: Position, text: str, reason: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(NotOnTable) as refused:
        parse_order(position, text)

    assert refused.value.reason == reason
    assert {name: refused.value.facts[name] for name in facts} == facts


def test_a_counter_by_its_card_and_what_is_left_of_it(position: Position) -> None:
    led, archers, hurt = (position.state.units[id_] for id_ in ("R1", "R2", "R3"))

    assert (led["figures"], led["commander"], led["morale"], led.name) == (6, 1, 0, "Yari-gumi Sugi")
    assert (archers.symbol, archers["ammo"], archers.printed["ammo"]) == ("ashigaru_archers", 3, 6)
    assert (hurt["figures"], hurt.printed["figures"], hurt["morale"]) == (3, 6, 1)
    assert position.scenario.grid.directions[hurt.facing["unit"]] == "SW"


def test_both_sides_are_active_and_no_one_has_the_turn(position: Position) -> None:
    state = position.state

    assert (state.phase, state.player, state.active) == ("planning", "", frozenset({"red", "blue"}))


def test_orders_are_stated_as_they_are_typed() -> None:
    text = TABLE + "envelopes: {red: {R1: march NE, R2: {order: rest}}}\norders_open: {B1: run W}\n"
    state = run(read(text)).position.state

    assert state.envelopes == {"red": {"R1": {"order": "march", "path": "0504"}, "R2": {"order": "rest"}}}
    assert state.orders == {"B1": {"order": "run", "path": "0605"}}


def test_a_step_that_plays_itself_is_let_go_on() -> None:
    script = run(parse(TABLE + "phase: movement\norders_open: {R1: march W}\norder: proceed\n"))  # type: ignore[arg-type]

    outcome = next(script.outcomes())

    assert outcome.refused is None
    assert (outcome.state.phase, outcome.state.turn) == ("planning", 2)


def run_referee(tmp_path: Path, text: str, *args: str) -> Result:
    file = tmp_path / "script.yaml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(referee, [str(file), *args])


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("ashigaru_archers", "ashigaru_archer", ":5: place.R2: ashigaru_archer commander"),
        ("facing SW", "facing S", "place.R3.facing: 'S' is unknown"),
        ("system: art_of_tactic", "system: art_of_war", ":2: system: there is no rulebook 'art_of_war'"),
        ("  B2: 0704", "  X2: 0704", "of which side? Begin its id with red or blue"),
        ("  B2: 0704", "  B2: 0704\norders_open: {R9: rest}", "orders_open.R9: there is no unit 'R9'"),
        ("  B2: 0704", "  B2: 0704\norders_open: {R1: dance}", "orders_open.R1: 'dance' is no order"),
        ("  B2: 0704", "  B2: 0704\nenvelopes: {green: {}}", "envelopes.green: unknown entry"),
        ("  B2: 0704", "  B2: 0704\nmarks: {B2: tired}", "marks.B2: 'tired' is no mark"),
        ("  B2: 0704", "  B2: 0704\nmarks: {B2: tires flood}", "marks.B2: there is nothing called 'flood'"),
        ("  B2: 0704", "  B2: 0704 mv 3", ":8: place.B2: 'mv' is no number of a counter"),
        ("  B2: 0704", "  B2: 0704 figures 6/5", ":8: place.B2: figures 6/5: 6 is more than the printed 5"),
        ("  B2: 0704", "  B2: 0704\nzones: {supply: 0101}", "zones.supply: unknown entry"),
        ("  B2: 0704", "  B2: 0704\nexpect: {B2: {mv: 3}}", "expect.B2.mv: unknown entry"),
        ("  B2: 0704", "  B2: 0704\nexpect: {never: [mooved]}", "expect.never: 'mooved' is not an event"),
        ("  B2: 0704", "  B2: 0704\nexpect: {orders: {B9: none}}", "expect.orders.B9: unknown entry"),
        ("  B2: 0704", "  B2: 0704\nexpect: {envelopes: {red: R1}}", "expect.envelopes.red: should hold"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, was: str, now: str, message: str) -> None:
    result = run_referee(tmp_path, TABLE.replace(was, now))

    assert result.exit_code == 2
    assert message in result.stderr


def test_a_mark_points_at_what_the_charts_let_it(tmp_path: Path) -> None:
    result = run_referee(
        tmp_path, TABLE + "marks: {R1: tires uphill}\nexpect: {R1: {facing: NE, marks: tires uphill}}\n"
    )

    assert result.exit_code == 0


def test_a_unit_off_the_map_goes_nowhere_in_whatever_words(tmp_path: Path) -> None:
    text = TABLE.replace("B2: 0704", "R4: eliminated") + "orders: [red R4 march E, red R4 march 0504]\n"

    refused = [json.loads(line)["refused"] for line in run_referee(tmp_path, text).stdout.splitlines()[:-1]]

    assert [(r["rule"], r["reason"]) for r in refused] == [("AT-GEN-09", "unit_eliminated")] * 2


def test_a_view_holds_nothing_of_what_the_other_side_writes(tmp_path: Path) -> None:
    script = TABLE + "orders: [red R1 WRITES, 'red: lock', blue B2 rest]\n"
    one, other = (
        run_referee(tmp_path, script.replace("WRITES", what), "--view", "blue")
        for what in ("march NE", "assault B1 E")
    )

    assert one.exit_code == 0
    assert one.stdout == other.stdout
    final = json.loads(one.stdout.splitlines()[-1])
    assert final["table"]["envelopes"] == {"blue": {"B2": {"order": "rest"}}}


def test_the_example_of_the_guide_can_be_played() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "referee-scripts.md").read_text(encoding="utf-8")
    section = guide.split("## Rulebooks with secret orders")[1]
    script = run(parse(section.split("```yaml\n")[1].split("```")[0]))  # type: ignore[arg-type]

    assert [outcome.refused for outcome in script.outcomes()] == [None] * 5
