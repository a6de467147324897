"""What a fight can lead to: declared attacks carried to their end, and what a unit suffers of events."""

from __future__ import annotations

from functools import cache

import pytest

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from bot.core.order_rules.forecast import NEVER_FOUGHT, TRIALS, _suffered, forecast
from engine.commands import Attack, Step
from engine.events import Changed, Moved, Noted, Placed
from engine.state import ELIMINATED
from scenarios.presentation import presentation
from tests.bot.features.predictions.test_big_fights import play_until


def attacks(game: Game) -> list[Attack]:
    """The attacks that the side to decide can make now."""
    side = game.owing[0]
    seen = game.seen(side)
    units = legal_orders.able(seen, side) if Attack in game.system.phases[game.state.phase].takes else ()
    return [c for unit in units for c in legal_orders.commands(seen, side, unit) if isinstance(c, Attack)]


@cache
def before_an_attack(battle: str) -> Game:
    return play_until(battle, attacks)


@pytest.mark.long
def test_an_attack_that_is_only_declared_now_is_tried_to_its_end() -> None:
    game = before_an_attack("puits")
    [side], attack = game.owing, attacks(game)[0]
    assert Step in game.system.phases[game.state.phase].takes, "units move in this phase"

    odds = forecast(game.seen(side), side, attack)

    assert odds.sampled == TRIALS
    assert odds.remark.kind != NEVER_FOUGHT
    assert odds.remark.facts["target"] == attack.target
    assert odds.own.loss + odds.other.loss > 0
    assert 0 < odds.hurt <= 1
    assert odds.beaten <= 1


def test_an_order_that_needs_dice_is_possible_and_has_no_price_yet() -> None:
    game = before_an_attack("ormes")
    [side], attack = game.owing, attacks(game)[0]

    assert legal_orders.barred(game.seen(side), side, attack) is None
    assert legal_orders.price(game, side, attack) is None


@pytest.mark.parametrize(("unit", "shaken"), [("b", True), ("a", False), ("c", False)])
def test_who_fails_a_test_of_morale_is_shaken_and_stays_so(unit: str, shaken: bool) -> None:
    failed = Noted(kind="morale_test", facts={"unit": "b", "result": "failed"})
    passed = Noted(kind="morale_test", facts={"unit": "b", "result": "passed"})
    book = presentation("morne_plaine")

    assert _suffered([failed], unit, book).shaken is shaken
    assert _suffered([failed, passed], unit, book).shaken is shaken
    assert not _suffered([passed], unit, book).shaken


def test_a_unit_suffers_what_happens_to_itself() -> None:
    book = presentation("morne_plaine")
    value = book.strength[0]
    events = [
        Changed(unit="b", value=value, was=4, now=3),
        Moved(unit="b", origin="0101", hex="0102", manner="retreat"),
        Placed(unit="b", origin="0102", place=ELIMINATED, manner="eliminated"),
    ]

    own, other = _suffered(events, "b", book), _suffered(events, "a", book)

    assert (own.loss, own.hurt, own.back, own.gone) == (1, True, True, True)
    assert (other.loss, other.hurt, other.back, other.gone) == (0, False, False, False)
