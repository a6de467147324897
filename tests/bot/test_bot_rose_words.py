"""What the rose and the attack panel say, from tables laid by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import scenarios
from bot.outlook import outlooks
from bot.page import Menu, Page, Press
from bot.post import sent
from bot.say import panel, rose
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine import events as ev
from engine import referee
from engine.commands import Step
from engine.evolve import replay
from engine.hexes import FLAT, POINT
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from storage import Game, Seat

DICE = SeededDice(b"a")


def laid(phase: str, *more: ev.Event, **places: str) -> Table:
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
    game = Game(
        id=7, guild=1, channel=2, scenario="ormes", printed={}, options={}, status="playing", seed=b"a",
        salts=(), seats=seats, owner=1, created=datetime(2026, 1, 1, tzinfo=UTC), revision=1,
    )  # fmt: skip
    state = replay(state, [*moved, begun, *more])
    return Table(game=game, scenario=scenario, system=system, state=state)


def opened(table: Table, unit: str) -> Page:
    return rose.page(Names(speak("en"), table.seen("blue")), "blue", unit)


def chosen(table: Table, unit: str) -> Page:
    return panel.panel(Names(speak("en"), table.seen("blue")), "blue", unit=unit)


def labels(page: Page) -> list[str]:
    return [press.label for row in page.rows if not isinstance(row, Menu) for press in row]


def presses(page: Page) -> list[Press]:
    return [press for row in page.rows if not isinstance(row, Menu) for press in row]


def told(page: Page) -> str:
    return "\n".join([page.text, *(f"{note.title}\n{note.text}" for note in page.notes)])


def in_hand(table: Table, unit: str, hex_: str) -> Table:
    """The table after a step."""
    events = referee.play(table.system, table.scenario, table.state, "blue", Step(unit=unit, hex=hex_), DICE)
    return Table(game=table.game, scenario=table.scenario, system=table.system,
                 state=replay(table.state, events))  # fmt: skip


def test_forbidden_directions_are_told_with_their_rule_and_those_alike_together() -> None:
    page = opened(laid("movement", line_1="0101", line_2="0102"), "line-1")

    assert "⛔ **NE SW W NW**: off the map" in told(page)
    assert "is occupied by **2nd Line** (`line-2`). `MP-MOV-6`" in told(page)
    assert all(p.closed == p.label.endswith("–") for p in presses(page)[:6])


def test_a_charge_that_no_die_can_win_says_so_MP_CHG_20() -> None:
    weak = ev.Changed(unit="huss-3", value="cs", was=3, now=1)
    strong = ev.Changed(unit="baden", value="cs", was=5, now=15)
    table = in_hand(laid("movement", weak, strong, huss_3="0508", baden="0808"), "huss-3", "0608")

    found = {o.direction: o for o in outlooks(table, "blue", "huss-3")}

    assert found["E"].offer.charges == "baden"
    assert found["E"].dice == ()
    assert "which cannot be broken: no die of 9 is enough" in told(opened(table, "huss-3"))


def test_a_marsh_is_told_with_the_chance_of_being_stuck_MP_MOV_17() -> None:
    wet = laid("movement", line_1="1108")

    found = [o for o in outlooks(wet, "blue", "line-1") if o.stuck]

    assert [o.hex for o in found] == ["1207"]
    assert "🎲 **NE 1207** is marsh: stuck there with **25 %** `MP-MOV-17`" in told(opened(wet, "line-1"))
    assert "marsh" not in told(opened(laid("movement"), "line-1"))


def test_fire_in_reaction_is_told_with_its_guns_MP_BOM_20() -> None:
    table = laid("movement", gun_2="1007")

    found = [o for o in outlooks(table, "blue", "line-2") if o.guns]

    assert [(o.hex, o.guns) for o in found] == [("0908", ("gun-2",))]
    assert "**NE 0908**: Battery Hess may fire in reaction" in told(opened(table, "line-2"))


def test_a_rose_that_cannot_be_opened_is_the_orders_panel() -> None:
    page = opened(laid("combat"), "line-1")

    assert not [label for label in labels(page) if label.startswith("NE ")]
    assert "Done with combat" in labels(page)


def test_every_direction_of_either_kind_of_map_has_its_place_in_the_rose() -> None:
    assert {*POINT, *FLAT} == {d for row in rose.ROWS for d in row}


def test_why_a_supporter_counts_for_less_is_told_MP_CBT_24() -> None:
    table = laid("combat", line_1="0806", baden="0706", line_2="0807", gun_1="0707")

    page = chosen(table, "line-1")

    assert "attacks Regiment Baden" in told(page)
    assert "across the water `MP-CBT-2" in told(page)


def test_infantry_in_cover_counts_double_and_the_attack_panel_says_why_MP_CBT_21() -> None:
    page = chosen(laid("combat", line_1="0706", baden="0806"), "line-1")

    assert "**Regiment Baden** 10 (CS 5, in cover `MP-CBT-21`)" in told(page)
    assert [label for label in labels(page) if label.startswith("Attack Regiment Baden · 1/2 · ")]


def test_six_targets_fit_into_one_message_with_all_their_sums() -> None:
    around = dict(zip(("baden", "ulm", "jager", "uhlans", "mainz", "landwehr"),
                      scenarios.load("ormes").grid.neighbours("0909").values(), strict=True))  # fmt: skip
    table = laid("combat", gun_1="0101", line_1="0102", line_2="0909", **around)

    page = chosen(table, "line-2")

    message = sent(page, None)
    assert len(message["embeds"]) == 6
    assert sum(len(e.title or "") + len(e.description or "") for e in message["embeds"]) < 6000
    assert all("By the die" in (e.description or "") for e in message["embeds"])
    assert len([label for label in labels(page) if label.startswith("Attack ")]) == 6
    assert len(page.rows) <= 5


def test_the_attack_panel_is_a_close_up_of_the_attackers_fights() -> None:
    page = chosen(laid("combat", line_1="0706", baden="0806", line_2="1108", ulm="1109"), "line-1")

    assert page.picture is not None
    assert page.picture.crop is not None
    assert {c.attacker for c in page.picture.view.clashes} == {"line-1"}
    assert "line-2" in page.picture.view.fighters
    assert "Possible fights: 1st Line on Regiment Baden 1/2" in page.picture.alt
    assert not [key for key in page.picture.caption.legend if key.startswith("terrain/")]


def test_before_an_attacker_is_chosen_all_who_can_fight_stand_out() -> None:
    page = chosen(laid("combat", line_1="0706", baden="0806"), "")

    assert page.picture is not None
    assert page.picture.view.fighters == {"line-1", "baden"}
    assert page.picture.view.attacker == ""


def test_done_ends_nothing_while_no_unit_is_in_hand_MP_CHG_10() -> None:
    table = laid("movement")

    free = next(p for p in presses(opened(table, "huss-3")) if p.label.startswith("Done"))
    held = next(
        p for p in presses(opened(in_hand(table, "huss-3", "0608"), "huss-3")) if p.label.startswith("Done")
    )

    assert free.id.endswith(":panel")
    assert held.id.endswith(":release")
