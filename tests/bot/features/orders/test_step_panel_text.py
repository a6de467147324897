"""Texts of the step and attack panels, in positions built by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from discord import ui

import scenarios
from bot.core.game import Game
from bot.core.order_rules import step_preview
from bot.core.order_rules.step_preview import step_previews
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.transport import cards
from bot.transport.messages import as_message
from bot.ui import menus
from bot.ui.page import Button, Menu, Page
from engine import events as ev
from engine import referee
from engine.commands import Step
from engine.evolve import replay
from engine.hexes import FLAT, POINT
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from render.page.legend_keys import new_keys
from storage import GameRecord, Seat

DICE = SeededDice(b"a")


def game_in_phase(phase: str, *more: ev.Event, **places: str) -> Game:
    """Ormes in a phase of Blue's, with some units put elsewhere."""
    scenario = scenarios.load("ormes")
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, DICE))
    moved = [
        ev.Moved(unit=unit.replace("_", "-"), origin="", hex=hex_, manner="retreat")
        for unit, hex_ in places.items()
    ]
    begun = ev.Began(phase=phase, turn=1, player="blue", owing=("blue",))
    seats = tuple(Seat(side=side, user=n, name=side) for n, side in enumerate(scenario.side_ids, 1))
    game = GameRecord(
        id=7, guild=1, channel=2, scenario="ormes", printed={}, options={}, status="playing", seed=b"a",
        salts=(), seats=seats, owner=1, created=datetime(2026, 1, 1, tzinfo=UTC), revision=1,
    )  # fmt: skip
    state = replay(state, [*moved, begun, *more])
    return Game(record=game, scenario=scenario, system=system, state=state)


def step_page(game: Game, unit: str) -> Page:
    return step_panel.page(Names(catalogue_for("en"), game.seen("blue")), "blue", unit)


def order_panel(game: Game, unit: str) -> Page:
    return orders_panel.panel(Names(catalogue_for("en"), game.seen("blue")), "blue", unit=unit)


def labels(page: Page) -> list[str]:
    return [press.label for row in page.rows if not isinstance(row, Menu) for press in row]


def presses(page: Page) -> list[Button]:
    return [press for row in page.rows if not isinstance(row, Menu) for press in row]


def page_text(page: Page) -> str:
    return "\n".join([page.text, *(f"{note.title}\n{note.text}" for note in page.embeds)])


def in_hand(game: Game, unit: str, hex_: str) -> Game:
    """The game after a step."""
    events = referee.play(game.system, game.scenario, game.state, "blue", Step(unit=unit, hex=hex_), DICE)
    return Game(record=game.record, scenario=game.scenario, system=game.system,
                 state=replay(game.state, events))  # fmt: skip


def test_forbidden_directions_are_not_explained_unasked() -> None:
    page = step_page(game_in_phase("movement", line_1="0101", line_2="0102"), "line-1")

    barred = [p for p in presses(page)[:6] if p.label.endswith("–")]
    assert "⛔" not in page_text(page)
    assert [(p.label, p.disabled) for p in barred if p.id.endswith(":0102")] == [("SE –", False)]
    assert [p.label for p in barred if p.disabled] == ["NW –", "NE –", "W –", "SW –"]


def test_a_charge_that_no_die_can_win_says_so_MP_CHG_20() -> None:
    weak = ev.Changed(unit="huss-3", value="cs", was=3, now=1)
    strong = ev.Changed(unit="baden", value="cs", was=5, now=15)
    game = in_hand(game_in_phase("movement", weak, strong, huss_3="0508", baden="0808"), "huss-3", "0608")

    previews = {o.direction: o for o in step_previews(game, "blue", "huss-3")}

    assert previews["E"].offer.charges == "baden"
    assert previews["E"].dice == ()
    assert "no roll up to 9 is enough" in page_text(step_page(game, "huss-3"))


def test_a_marsh_is_told_with_the_chance_of_being_stuck_MP_MOV_17() -> None:
    wet = game_in_phase("movement", line_1="1108")

    previews = [o for o in step_previews(wet, "blue", "line-1") if o.stuck]

    assert [o.hex for o in previews] == ["1207"]
    assert "🎲 **NE 1207** is marsh: **25%** to get stuck `MP-MOV-17`" in page_text(step_page(wet, "line-1"))
    assert "marsh" not in page_text(step_page(game_in_phase("movement"), "line-1"))


def test_fire_in_reaction_is_told_with_its_guns_MP_BOM_20() -> None:
    game = game_in_phase("movement", gun_2="1007")

    previews = [o for o in step_previews(game, "blue", "line-2") if o.guns]

    assert [(o.hex, o.guns) for o in previews] == [("0908", ("gun-2",))]
    assert previews[0].hit == Fraction(5, 9), "of nine faces"
    assert "**NE 0908**: gun-2 may fire in reaction" in page_text(step_page(game, "line-2"))


def test_a_step_of_which_too_much_can_come_is_offered_without_chances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_many(*about: object) -> None:
        raise OverflowError

    game = game_in_phase("movement", gun_2="1007")
    counted = {o.direction: o for o in step_previews(game, "blue", "line-2")}
    monkeypatch.setattr(step_preview, "chances", too_many)

    previews = step_previews(game, "blue", "line-2")

    assert all(o.counted for o in counted.values())
    assert any(o.counted for o in previews), "what is refused needs none"
    assert [o.hex for o in previews if not o.counted] == [
        o.hex for o in counted.values() if o.offer.refusal is None and o.hex
    ]
    assert not any(o.guns or o.hit for o in previews)


def test_a_rose_that_cannot_be_opened_is_the_orders_panel() -> None:
    page = step_page(game_in_phase("combat"), "line-1")

    assert not [label for label in labels(page) if label.startswith("NE ")]
    assert "Done with combat" in labels(page)


def test_every_direction_of_either_kind_of_map_has_its_place_in_the_rose() -> None:
    assert {*POINT, *FLAT} == {d for row in menus.ROWS for d in row}


def test_why_a_supporter_counts_for_less_is_told_MP_CBT_24() -> None:
    game = game_in_phase("combat", line_1="0806", baden="0706", line_2="0807", gun_1="0707")

    page = order_panel(game, "line-1")

    assert "attacks baden" in page_text(page)
    assert "across the water `MP-CBT-2" in page_text(page)


def test_infantry_in_cover_counts_double_and_the_attack_panel_says_why_MP_CBT_21() -> None:
    page = order_panel(game_in_phase("combat", line_1="0706", baden="0806"), "line-1")

    assert "**baden** 10 (CS 5, in cover `MP-CBT-21`)" in page_text(page)
    assert [label for label in labels(page) if label.startswith("Attack baden · 1/2 · ")]


def test_six_targets_fit_into_one_message_with_all_their_sums() -> None:
    around = dict(zip(("baden", "ulm", "jager", "uhlans", "mainz", "landwehr"),
                      scenarios.load("ormes").grid.neighbours("0909").values(), strict=True))  # fmt: skip
    game = game_in_phase("combat", gun_1="0101", line_1="0102", line_2="0909", **around)

    page = order_panel(game, "line-2")

    shown = as_message(page, b"png")["view"]
    texts = [item.content for item in shown.walk_children() if isinstance(item, ui.TextDisplay)]
    assert cards.fits(page)
    assert shown.content_length() <= cards.MOST_CHARACTERS
    assert sum(text.count("By die roll") for text in texts) == 6
    assert len([label for label in labels(page) if label.startswith("Attack ")]) == 6
    assert len(page.rows) <= 5


def test_the_attack_panel_is_a_close_up_of_the_attackers_fights() -> None:
    page = order_panel(
        game_in_phase("combat", line_1="0706", baden="0806", line_2="1108", ulm="1109"), "line-1"
    )

    assert page.picture is not None
    assert page.picture.crop is not None
    assert {c.attacker for c in page.picture.view.clashes} == {"line-1"}
    assert "line-2" in page.picture.view.fighters
    assert "Possible fights: line-1 on baden 1/2" in page.picture.alt
    assert new_keys(page.picture.view) == ("clash", "odds", "chance", "fighter"), (
        "the key says nothing of the ground"
    )


def test_before_an_attacker_is_chosen_all_who_can_fight_stand_out() -> None:
    page = order_panel(game_in_phase("combat", line_1="0706", baden="0806"), "")

    assert page.picture is not None
    assert page.picture.view.fighters == {"line-1", "baden"}
    assert page.picture.view.attacker == ""


def test_done_ends_nothing_while_no_unit_is_in_hand_MP_CHG_10() -> None:
    game = game_in_phase("movement")

    free = next(p for p in presses(step_page(game, "huss-3")) if p.label.startswith("Done"))
    held = next(
        p for p in presses(step_page(in_hand(game, "huss-3", "0608"), "huss-3")) if p.label.startswith("Done")
    )

    assert free.id.endswith(":panel")
    assert held.id.endswith(":release")
