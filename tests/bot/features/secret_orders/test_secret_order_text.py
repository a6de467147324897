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
from bot.core.game import Game, lay
from bot.core.report_segments import ended_by, parts
from bot.features.lobby import rule_options
from bot.features.secret_orders import order_builder
from bot.features.secret_orders import panel as secret_orders_panel
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import phase_report
from bot.reports.sentences import remark_lines
from bot.transport import cards, messages
from bot.ui.page import LONGEST_ID, Menu, Page
from engine import events as ev
from engine import referee
from engine.ledger import SeededDice
from engine.systems import SYSTEMS, find
from storage import Entry, GameRecord, Seat
from tests.long_forms import long_but

ROOT = Path(__file__).resolve().parents[4]
NOON = datetime(1575, 6, 29, 12, tzinfo=UTC)
SECRET = [
    id_
    for id_, battle in ((id_, scenarios.load(id_)) for id_ in scenarios.all())
    if find(battle.system).secret_orders is not None and len(battle.counters) <= 24
]
"""The battles with secret orders, but for the largest, which have nothing that these do not have."""


@cache
def played_games(battle: str, options: str = "") -> tuple[Game, ...]:
    """A battle played by two computer players: the game after every entry."""
    scenario_ = scenarios.load(battle)
    scenario = rule_options.apply(scenario_, rule_options.read(options, scenario_.system))
    system, dice = find(scenario.system), SeededDice(b"words")
    seats = tuple(Seat(side=side, user=n, name=side) for n, side in enumerate(scenario.side_ids, 1))
    record = GameRecord(
        id=123456, guild=1, channel=1, scenario=battle, printed=dict(scenario.printed), options={},
        status="playing", seed=b"words", salts=(), seats=seats, owner=1, created=NOON, revision=1,
    )  # fmt: skip
    events = referee.start(system, scenario, dice)
    tables = [lay(record, [Entry(seq=1, kind="start", at=NOON, events=events)])]
    while (game := tables[-1]).state.result is None:
        side, last = game.owing[0], game.last
        command = opponent.choose(system, scenario, game.state, side)
        outcome = referee.play(system, scenario, game.state, side, command, dice, order=last + 1)
        who = game.seat(side).user
        entry = Entry(
            seq=last + 1, kind="order", side=side, who=who, command=command, events=outcome, at=NOON
        )
        tables.append(game.added(entry))
    return tuple(tables)


def chapter_posts(game: Game) -> Iterator[Page]:
    """The posts of the chapter that ends with the newest entry."""
    chapter = ended_by(game, game.last)
    for part in parts(game, chapter) if chapter is not None else ():
        yield phase_report.report(Names(catalogue_for(), game.until(part.stop)), chapter, part)


GAMES = [(id_, level) for id_ in SECRET for level in ("basic", "expert")]
QUICK = [(id_, level) for id_, level in GAMES if id_ == "nonaka"]


@pytest.mark.parametrize(("battle", "level"), long_but(QUICK, GAMES))
def test_every_turn_is_told_in_posts_that_fit(battle: str, level: str) -> None:
    tables = played_games(battle, f"level={level}")

    for game in tables:
        pages = list(chapter_posts(game))
        for page in pages:
            assert cards.fits(page)
            assert page.picture is None or len(page.picture.alt) <= cards.LONGEST_ALT
            assert page.embeds or page.text or page.foot
        verbs = [{press.id.split(":")[3] for row in p.rows for press in row} for p in pages]
        assert all(known <= {"why"} for known in verbs[:-1])
        assert not verbs or verbs[-1] & {"panel", "new"}
        assert not pages or pages[-1].picture is not None


@pytest.mark.parametrize(("battle", "level"), long_but(QUICK, GAMES))
def test_panels_fit_into_discord_and_their_ids_lead_back(battle: str, level: str) -> None:
    for game in played_games(battle, f"level={level}")[:: 17 if level == "expert" else 23]:
        side = next((s for s in game.owing), "")
        if not side or not order_builder.possible(game):
            continue
        names = Names(catalogue_for(), game.seen(side))
        pages = [secret_orders_panel.page(names, side)]
        for unit in a_few(list(order_builder.own(names.game, side))):
            pages.append(secret_orders_panel.page(names, side, unit=unit.id))
            for card in order_builder.open_cards(names.game, unit.id):
                words: dict[str, str] = {"order": card.order}
                while need := order_builder.next_word(card, words):
                    pages.append(secret_orders_panel.ask(names, side, unit.id, words, need))
                    words = chosen(names.game, unit.id, words, need)
                    assert order_builder.unpack(
                        names.game, order_builder.pack(names.game, unit.id, words)
                    ) == (
                        unit.id,
                        words,
                    )
        for page in pages:
            fits(page)


def a_few(units: list[Any]) -> list[Any]:
    """Of a large army six units, from all over it."""
    return units[:: -(-len(units) // 6)] if len(units) > 8 else units


def chosen(game: Game, unit: str, words: dict[str, str], need: str) -> dict[str, str]:
    """The words with one more, the first there is."""
    if need == "path":
        offers = order_builder.steps(game, unit, words)
        return order_builder.with_step(words, next(h for h, o in offers.items() if o.refusal is None))
    if need in ("target", "with"):
        return {**words, need: order_builder.targets(game, unit, words)[0]}
    return {**words, need: "1" if need == "max_range" else game.scenario.grid.directions[0]}


def fits(page: Page) -> None:
    assert cards.fits(page)
    assert len(page.rows) <= messages.MOST_ROWS
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
    known = set[str]()
    packages = [name for name, system in SYSTEMS.items() if system.secret_orders is not None]
    for path in (p for name in packages for p in (ROOT / "engine" / "systems" / name).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "note"
            ):
                known |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else set()
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "Noted"
            ):
                known |= {k.value.value for k in node.keywords if k.arg == "kind"}
    return known


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_remark_has_a_sentence(kind: str) -> None:
    known = [key for key in catalogue_for() if key.startswith("note.")]

    assert any(key == f"note.{kind}" or key.startswith(f"note.{kind}_") for key in known), kind


@pytest.mark.parametrize(("battle", "level"), long_but(QUICK, GAMES))
def test_every_remark_of_a_game_is_told_with_its_facts(battle: str, level: str) -> None:
    last = played_games(battle, f"level={level}")[-1]
    names = Names(catalogue_for(), last)

    for note in (e for entry in last.entries for e in entry.events if isinstance(e, ev.Noted)):
        lines = remark_lines.lines(names, note)
        assert lines, note
        assert not any("{" in line for line in lines)
        assert lines[0].partition(" ")[2] != f"{note.kind.replace('_', ' ')} `{note.rule}`", note


@pytest.mark.parametrize("battle", SECRET)
def test_everything_orders_phases_and_states_are_called_has_words(battle: str) -> None:
    words, game = catalogue_for(), played_games(battle, "level=expert")[-1]

    assert all(f"phase.{phase}" in words for phase in game.system.phases)
    orders = {
        e.order["order"] for t in game.entries for e in t.events if isinstance(e, ev.Ordered) and e.order
    }
    assert all(f"written.name.{order}" in words for order in orders)
    assert all(f"way.{e.manner}" in words for t in game.entries for e in t.events if isinstance(e, ev.Moved))
    assert all(f"symbol.{u.symbol}" in words for u in game.state.units.values())
    assert all(f"terrain.{h.terrain}" in words for h in game.scenario.hexes.values())
    assert game.state.result is not None
    assert f"level.{game.state.result.level}" in words


@pytest.mark.long
def test_the_sparring_partner_never_sends_its_staff_into_an_assault() -> None:
    for game in played_games("kurokawa", "level=expert"):
        for side in game.scenario.side_ids:
            for unit, words in game.state.envelopes.get(side, {}).items():
                staff = "general_staff" in game.state.units[unit].traits
                assert not (staff and words["order"] == "assault")


def secrets_of(game: Game, side: str) -> Any:
    return game.state.envelopes.get(side)


@pytest.mark.long
def test_the_sparring_partner_orders_most_of_its_units() -> None:
    sealed = [t for t in played_games("kurokawa", "level=basic") if t.entries[-1].side and len(t.owing) == 1]
    counts = [len(secrets_of(t, t.entries[-1].side) or {}) for t in sealed]

    assert sum(counts) > 2 * len(counts)
