"""Whole games of secret orders without Discord: every post fits, every remark has words, ids are short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import opponent
import scenarios
from bot import planning, post, switches
from bot.chapters import ended_by, parts
from bot.page import LONGEST_ID, Menu, Page
from bot.say import planning as saying
from bot.say import posts, remarks
from bot.say.names import Names
from bot.table import Table, lay
from bot.words import speak
from engine import events as ev
from engine import referee
from engine.ledger import SeededDice
from engine.systems import SYSTEMS, find
from storage import Entry, Game, Seat

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(1575, 6, 29, 12, tzinfo=UTC)
SECRET = [id_ for id_ in scenarios.all() if find(scenarios.load(id_).system).writing is not None]


@cache
def game(battle: str, options: str = "") -> tuple[Table, ...]:
    """A battle played by two sparring partners: the table after every entry."""
    found = scenarios.load(battle)
    scenario = switches.apply(found, switches.read(options, found.system))
    system, dice = find(scenario.system), SeededDice(b"words")
    seats = tuple(Seat(side=side, user=n, name=side) for n, side in enumerate(scenario.side_ids, 1))
    record = Game(
        id=123456, guild=1, channel=1, scenario=battle, printed=dict(scenario.printed), options={},
        status="playing", seed=b"words", salts=(), seats=seats, owner=1, created=NOON, revision=1,
    )  # fmt: skip
    events = referee.start(system, scenario, dice)
    tables = [lay(record, [Entry(seq=1, kind="start", at=NOON, events=events)])]
    while (table := tables[-1]).state.result is None:
        side, last = table.owing[0], table.last
        command = opponent.choose(system, scenario, table.state, side)
        told = referee.play(system, scenario, table.state, side, command, dice, order=last + 1)
        who = table.seat(side).user
        entry = Entry(seq=last + 1, kind="order", side=side, who=who, command=command, events=told, at=NOON)
        tables.append(table.added(entry))
    return tuple(tables)


def told(table: Table) -> Iterator[Page]:
    """The posts of the chapter that ends with the newest entry."""
    chapter = ended_by(table, table.last)
    for part in parts(table, chapter) if chapter is not None else ():
        yield posts.report(Names(speak(), table.until(part.stop)), chapter, part)


GAMES = [(id_, level) for id_ in SECRET for level in ("basic", "expert")]


@pytest.mark.parametrize(("battle", "level"), GAMES)
def test_every_turn_is_told_in_posts_that_fit(battle: str, level: str) -> None:
    tables = game(battle, f"level={level}")

    for table in tables:
        pages = list(told(table))
        for page in pages:
            assert sum(len(n.title) + len(n.text) + len(n.footer) for n in page.notes) <= post.ALL_NOTES
            assert all(len(n.text) <= post.LONGEST_NOTE for n in page.notes)
            assert len(page.text) <= post.LONGEST_TEXT
            assert page.picture is None or len(page.picture.alt) <= post.LONGEST_ALT
            assert page.notes or page.text
        verbs = [{press.id.split(":")[3] for row in p.rows for press in row} for p in pages]
        assert all(found <= {"why"} for found in verbs[:-1])
        assert not verbs or verbs[-1] & {"panel", "new"}
        assert not pages or pages[-1].picture is not None


@pytest.mark.parametrize(("battle", "level"), GAMES)
def test_panels_fit_into_discord_and_their_ids_lead_back(battle: str, level: str) -> None:
    for table in game(battle, f"level={level}")[:: 17 if level == "expert" else 23]:
        side = next((s for s in table.owing), "")
        if not side or not planning.possible(table):
            continue
        names = Names(speak(), table.seen(side))
        pages = [saying.page(names, side)]
        for unit in planning.own(names.table, side):
            pages.append(saying.page(names, side, unit=unit.id))
            for card in planning.open_cards(names.table, unit.id):
                words: dict[str, str] = {"order": card.order}
                while need := planning.asked(card, words):
                    pages.append(saying.ask(names, side, unit.id, words, need))
                    words = chosen(names.table, unit.id, words, need)
                    assert planning.unpack(names.table, planning.pack(names.table, unit.id, words)) == (
                        unit.id,
                        words,
                    )
        for page in pages:
            fits(page)


def chosen(table: Table, unit: str, words: dict[str, str], need: str) -> dict[str, str]:
    """The words with one more, the first there is."""
    if need == "path":
        offers = planning.steps(table, unit, words)
        return planning.with_step(words, next(h for h, o in offers.items() if o.refusal is None))
    if need in ("target", "with"):
        return {**words, need: planning.targets(table, unit, words)[0]}
    return {**words, need: "1" if need == "max_range" else table.scenario.grid.directions[0]}


def fits(page: Page) -> None:
    assert len(page.text) <= post.LONGEST_TEXT
    assert len(page.rows) <= post.MOST_ROWS
    for row in page.rows:
        if isinstance(row, Menu):
            assert 1 <= len(row.choices) <= 25
            assert len(row.id) <= LONGEST_ID
            assert len({c.value for c in row.choices}) == len(row.choices)
        else:
            assert 1 <= len(row) <= 5
            assert all(len(p.id) <= LONGEST_ID and 1 <= len(p.label) <= 80 for p in row)
    ids = [p.id for row in page.rows if not isinstance(row, Menu) for p in row]
    assert len(ids) == len(set(ids))


def kinds() -> set[str]:
    """The kinds of remarks that rulebooks with secret orders make."""
    found = set[str]()
    packages = [name for name, system in SYSTEMS.items() if system.writing is not None]
    for path in (p for name in packages for p in (ROOT / "engine" / "systems" / name).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "note"
            ):
                found |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else set()
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "Noted"
            ):
                found |= {k.value.value for k in node.keywords if k.arg == "kind"}
    return found


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_remark_has_a_sentence(kind: str) -> None:
    known = [key for key in speak() if key.startswith("note.")]

    assert any(key == f"note.{kind}" or key.startswith(f"note.{kind}_") for key in known), kind


@pytest.mark.parametrize(("battle", "level"), GAMES)
def test_every_remark_of_a_game_is_told_with_its_facts(battle: str, level: str) -> None:
    last = game(battle, f"level={level}")[-1]
    names = Names(speak(), last)

    for note in (e for entry in last.entries for e in entry.events if isinstance(e, ev.Noted)):
        lines = remarks.lines(names, note)
        assert lines, note
        assert not any("{" in line for line in lines)
        assert lines[0].partition(" ")[2] != f"{note.kind.replace('_', ' ')} `{note.rule}`", note


@pytest.mark.parametrize("battle", SECRET)
def test_everything_orders_phases_and_states_are_called_has_words(battle: str) -> None:
    words, table = speak(), game(battle, "level=expert")[-1]

    assert all(f"phase.{phase}" in words for phase in table.system.phases)
    orders = {
        e.order["order"] for t in table.entries for e in t.events if isinstance(e, ev.Ordered) and e.order
    }
    assert all(f"written.name.{order}" in words for order in orders)
    assert all(f"way.{e.manner}" in words for t in table.entries for e in t.events if isinstance(e, ev.Moved))
    assert all(f"symbol.{u.symbol}" in words for u in table.state.units.values())
    assert all(f"terrain.{h.terrain}" in words for h in table.scenario.hexes.values())
    assert table.state.result is not None
    assert f"level.{table.state.result.level}" in words


def test_the_sparring_partner_never_sends_its_staff_into_an_assault() -> None:
    for table in game("kurokawa", "level=expert"):
        for side in table.scenario.side_ids:
            for unit, words in table.state.envelopes.get(side, {}).items():
                staff = "general_staff" in table.state.units[unit].traits
                assert not (staff and words["order"] == "assault")


def secrets_of(table: Table, side: str) -> Any:
    return table.state.envelopes.get(side)


def test_the_sparring_partner_orders_most_of_its_units() -> None:
    sealed = [t for t in game("kurokawa", "level=basic") if t.entries[-1].side and len(t.owing) == 1]
    counts = [len(secrets_of(t, t.entries[-1].side) or {}) for t in sealed]

    assert sum(counts) > 2 * len(counts)
